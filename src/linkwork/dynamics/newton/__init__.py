"""Newton's iteration of implicit methods: the linearized equations of motion, dense or sparse."""
