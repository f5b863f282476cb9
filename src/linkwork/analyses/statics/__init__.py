"""Questions about equilibria: positions, stability, sweeps."""
