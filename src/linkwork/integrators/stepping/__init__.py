"""What methods share around and inside their steps: control of errors, norms, stiffness."""
