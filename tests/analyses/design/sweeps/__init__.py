"""Sweeps: tables of designs, answers on one machine and on many, figures and files."""
