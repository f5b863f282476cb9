"""What a run delivers after a step: outputs, events, states between steps."""
