"""Functions that methods share around and inside their steps: error control, norms, stiffness."""
