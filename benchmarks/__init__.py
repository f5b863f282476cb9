"""Timings as ratios within one run: `python -m benchmarks [tree loops park]` prints a table and writes JSON."""
