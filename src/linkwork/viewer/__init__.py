"""One-file HTML pages of moving mechanisms with linked plots."""
