"""Analyses of designs: cases, sensitivities, optimization."""
