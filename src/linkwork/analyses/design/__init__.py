"""Questions about designs: cases, sensitivities, optimization."""
