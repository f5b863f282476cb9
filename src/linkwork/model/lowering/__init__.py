"""Lowering: a description and its numbers to the flat arrays of the kernels."""
