"""What is computed on: the description checked, its spanning tree, cut joints, numbering and flat arrays."""
