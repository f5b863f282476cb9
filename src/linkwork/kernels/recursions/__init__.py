"""Recursions over the tree: velocity and force transformations, RNEA, composite and articulated rigid bodies, closed loops."""
