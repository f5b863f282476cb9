"""Runtime expressions: names, tapes, tables, blocks, and the times of their kinks and jumps."""
