"""Formulations: each is one way to compute vdot and lam from M, Q - h, Phi_v and gamma; `solve` runs any of them."""
