"""Domain-free numerics: the Numba configuration and the algebra of the kernels."""
