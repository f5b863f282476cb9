"""Questions about one instant: assembly, check, signals, accelerations, reactions."""
