"""Sweeps: the outputs of cases for thousands of designs, on one machine or on many."""
