"""Optimization of designs."""
