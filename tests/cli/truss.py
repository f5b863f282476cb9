"""The file of a shallow truss, which snaps through."""

TRUSS = """
linkwork: 1
name: truss
plane: xy
bodies:
  apex: {mass: 1, inertia: 0.01, com: [0, 0.3, 0]}
joints:
  guide: {type: prismatic, body_i: ground, body_j: apex, at: [0, 0.3, 0], axis: [0, 1, 0]}
forces:
  left: {type: spring_damper, body_i: ground, body_j: apex, at_i: [-1, 0, 0], at_j: [0, 0.3, 0], stiffness: 1000, rest: 1.0440306508910550}
  right: {type: spring_damper, body_i: ground, body_j: apex, at_i: [1, 0, 0], at_j: [0, 0.3, 0], stiffness: 1000, rest: 1.0440306508910550}
  load: {type: applied_force, body: apex, at: [0, 0.3, 0], force: [0, -P, 0]}
inputs:
  P: {value: 5}
cases:
  resting: {duration: 0.1, settle: true, inputs: {P: 3 + 5*time}}
"""
