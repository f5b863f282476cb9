"""Timings as ratios within one run: `python -m benchmarks [tree loops park scaling engines]` prints a table and writes JSON."""
