"""Studies: published examples are computed and compared with the printed numbers."""
