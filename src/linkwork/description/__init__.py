"""What the user wrote: frozen parts in a mechanism, expressions, choices. Nothing is computed here."""
