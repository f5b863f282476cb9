"""Runtime expressions: names, tapes, tables, blocks, and what follows from them for time."""
