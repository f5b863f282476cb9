"""Derivatives of the steps of each integration method."""
