"""Derivatives of the equations of motion and of the projection at one point of a run."""
