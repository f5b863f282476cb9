"""Integration methods: each with its coefficients beside it."""
