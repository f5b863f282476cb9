"""Closed-form derivatives of the equations of motion: F_q, F_v, F_z, zdot_*, and of the constraints' rates."""
