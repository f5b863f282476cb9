"""Symbolic analysis for kernels: patterns, orders of elimination, sizes of workspaces."""
