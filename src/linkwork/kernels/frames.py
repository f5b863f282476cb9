"""Frame stage: pose, twist and bias acceleration of every joint's, force's and signal's frame.

Everything above this stage (measures, forces, constraints, signals) sees frames only.
"""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import add, compose, cross, put, rotate, vec


@inner_kernel
def frame_motion(X_WB, V, A, X_BF, X_WF, V_WF, A_WF):
    """Compute the motion of a frame from its body's rows: v = v_O + w x rho, a = a_O + alpha x rho + w x (w x rho)."""
    compose(X_WB, X_BF, X_WF)
    rho = rotate(X_WB, vec(X_BF, 9))
    omega, alpha = vec(V, 0), vec(A, 0)
    carried = cross(omega, rho)
    put(V_WF, 0, omega)
    put(V_WF, 3, add(vec(V, 3), carried))
    put(A_WF, 0, alpha)
    put(A_WF, 3, add(vec(A, 3), add(cross(alpha, rho), cross(omega, carried))))


@inner_kernel
def frames(m, w):
    for f in range(m.frame_body.shape[0]):
        b = m.frame_body[f]
        frame_motion(w.X_WB[b], w.V[b], w.A[b], m.X_BF[f], w.X_WF[f], w.V_WF[f], w.A_WF[f])
