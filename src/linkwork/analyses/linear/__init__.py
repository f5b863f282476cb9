"""Analyses of small motions: linear models, modes, steady motions."""
