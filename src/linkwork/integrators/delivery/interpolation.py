"""The state between the ends of the last step: base + sum_k w_k(t) row_k, the same for every method.

One-step methods have rows F_k with theta = (t - t_old)/h and

    y = y_old + theta (F0 + (1 - theta)(F1 + theta (F2 + (1 - theta)(F3 + …)))),
    F0 = y - y_old, F1 = h f_old - F0, F2 = 2 F0 - h (f_old + f), further rows from the method

(Hairer, Nørsett & Wanner I, II.6). Three rows are the cubic Hermite interpolant. It ends at the projected y, with f
there. Adams uses the polynomial through the last derivatives, integrated from y (Shampine & Gordon 1975, chapter 5).
"""

from linkwork.integrators.contract import inline, noinline
from linkwork.integrators.state import ADAMS, METHOD, NY, ORDER_OLD, T_OLD, T, view_adams, view_vectors
from linkwork.integrators.stepping.evaluations import project_copy


@noinline
def hermite_rows(p):
    """Compute rows F0, F1, F2 of the last step."""
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    h = p.real[T] - p.real[T_OLD]
    for i in range(ny):
        rise = vec.y[i] - vec.y_old[i]
        vec.dense[i] = rise
        vec.dense[ny + i] = h * vec.f_old[i] - rise
        vec.dense[2 * ny + i] = 2.0 * rise - h * (vec.f_old[i] + vec.f[i])


@inline
def nested_weights(weights, theta, rows):
    """Compute theta, theta (1 - theta), theta² (1 - theta), …"""
    w = 1.0
    for k in range(rows):
        w *= theta if k % 2 == 0 else 1.0 - theta
        weights[k] = w


@inline
def adams_weights(psi, w, weights, from_end, rows):
    """Compute weights of phi_1 … phi_rows at t = T + from_end: integrals of the Newton basis at the past points."""
    for i in range(1, rows + 1):
        w[i] = 1.0 / i
    weights[0] = from_end
    term = 0.0
    for j in range(2, rows + 1):
        past = psi[j - 1]
        gamma = (from_end + term) / past
        eta = from_end / past
        for i in range(1, rows + 2 - j):
            w[i] = gamma * w[i] - eta * w[i + 1]
        weights[j - 1] = from_end * w[1]
        term = past


@inline
def interpolate(p, t, out):
    """out := y(t) on the interpolant, T_OLD <= t <= T."""
    vec = view_vectors(p.istate, p.fstate)
    ad = view_adams(p.istate, p.fstate)
    ny = p.count[NY]
    if p.count[METHOD] == ADAMS:
        rows = p.count[ORDER_OLD] + 1
        adams_weights(ad.psi, ad.w, vec.weights, t - p.real[T], rows)
        base, coefficients = vec.y, vec.stages
    else:
        rows = vec.dense.size // max(1, ny)
        nested_weights(vec.weights, (t - p.real[T_OLD]) / (p.real[T] - p.real[T_OLD]), rows)
        base, coefficients = vec.y_old, vec.dense
    for i in range(ny):
        out[i] = 0.0
    for k in range(rows - 1, -1, -1):
        w, row = vec.weights[k], coefficients[k * ny :]
        for i in range(ny):
            out[i] += w * row[i]
    for i in range(ny):
        out[i] += base[i]


@noinline
def state_at(p, t, out):
    """out := the interpolated state at t on the constraints."""
    vec = view_vectors(p.istate, p.fstate)
    if t == p.real[T]:
        for i in range(p.count[NY]):
            out[i] = vec.y[i]
        return
    interpolate(p, t, out)
    for i in range(p.count[NY]):
        vec.error[i] = out[i]
    project_copy(p, t, out, vec.error)
