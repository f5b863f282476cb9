"""The mechanism as an integrator sees it: its equations under a formulation, events, singular positions."""
