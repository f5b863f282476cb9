"""Questions about motions: simulation, kinematics, inverse dynamics."""
