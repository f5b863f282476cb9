"""Engines side by side: each module builds the neutral problems in one engine and solves them in its own process."""
