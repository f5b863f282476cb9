"""Static analyses: equilibria, their stability, and sweeps of them."""
