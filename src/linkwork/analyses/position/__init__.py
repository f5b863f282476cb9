"""Analyses at one instant: assembly, check, signals, accelerations, reactions."""
