"""Parts of explicit Runge–Kutta steps, whatever their tableau."""

from linkwork.integrators.contract import inner
from linkwork.integrators.evaluations import evaluate
from linkwork.integrators.state import NY, view_vectors


@inner
def combine(rows, base, weights, h, out):
    """out := base + h sum_j weights_j K_j, K_j in rows[j ny : (j + 1) ny]."""
    ny = out.size
    for i in range(ny):
        out[i] = 0.0
    for j in range(weights.size):
        w = weights[j]
        if w != 0.0:
            for i in range(ny):
                out[i] += w * rows[j * ny + i]
    for i in range(ny):
        out[i] = base[i] + h * out[i]


@inner
def stages(p, t, base, h, A, C, first, last):
    """K_j = f(t + c_j h, base + h sum_l a_jl K_l), j = first … last - 1; a status."""
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    for j in range(first, last):
        combine(vec.stages, base, A[j], h, vec.y_try)
        status = evaluate(p, t + C[j] * h, vec.y_try, vec.stages[j * ny : (j + 1) * ny])
        if status != 0:
            return status
    return 0


@inner
def difference(rows, weights, h, out):
    """out := h sum_j weights_j K_j."""
    ny = out.size
    for i in range(ny):
        out[i] = 0.0
    for j in range(weights.size):
        w = h * weights[j]
        if w != 0.0:
            for i in range(ny):
                out[i] += w * rows[j * ny + i]
