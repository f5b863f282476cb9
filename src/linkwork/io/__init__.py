"""Mechanism files and their schema."""
