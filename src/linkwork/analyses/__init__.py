"""What the user asks: functions of (model, state)."""
