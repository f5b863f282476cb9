"""How constraints enter: each formulation is one way to get vdot and lam from M, Q - h, Phi_v and gamma. `solve` runs any."""
