"""How much machine code kernels have, and the files in which it is stored."""
