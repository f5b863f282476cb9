"""Derivatives of computed motions: accepted steps replayed, tangents along them, adjoints against them."""
