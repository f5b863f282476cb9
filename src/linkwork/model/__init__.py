"""The compiled model: a checked description with its spanning tree, cut joints, numbering and flat arrays."""
