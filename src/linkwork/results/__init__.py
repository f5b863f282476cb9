"""What comes back: plain data that prints well."""
