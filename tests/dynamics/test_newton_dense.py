"""The dense Newton layer against the full saddle-point matrices of NumPy: loops, redundant rows, quaternions, block states."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics import layout
from linkwork.dynamics.newton import dense as newton_dense
from linkwork.dynamics.newton import layer as newton_layer
from linkwork.dynamics.newton.reduced import INTS, NewtonWork
from linkwork.integrators.motion import prepare
from linkwork.integrators.redundant_rows import leave_out_redundant_rows
from linkwork.kernels.recursions.loop_arrays import python_loop_work, python_plan
from linkwork.numerics.views import python_view

MU = {0: 30.0, 1: 20 + 25j, 2: 300 - 450j}  # by slot


def filter_of(t, u, x, p, y, xdot):
    """Two states, coupled."""
    xdot[0] = 40.0 * (u[0] - x[0]) + 3.0 * x[1]
    xdot[1] = x[0] * u[1] - 100.0 * x[1]
    y[0] = x[0] - 2.0 * x[1]


def servo():
    """A four-bar whose crank is driven by a filter of its own angle and rate."""
    m = lw.library.planar_four_bar(case="II")
    m.add(
        lw.Block("filter", inputs={"a": "A.angle", "b": "A.angle.rate"}, outputs=["y"], states={"x": 0.1, "w": -0.2}, function=filter_of)
    )  # fmt: skip
    return m.add(lw.JointForce("servo", "A.angle", force="30*filter.y"))


MECHANISMS = {
    "four-bar": lambda: lw.library.planar_four_bar(case="II"), "spatial": lw.library.spatial_four_bar, "bricard": lw.library.bricard,
    "flyball": lw.library.flyball_governor, "servo": servo,
}  # fmt: skip


class Layer:
    """Terms of a model at its assembled state, and its functions in plain arrays."""

    def __init__(self, model):
        state = lw.assemble(model)
        self.motion = motion = prepare(model, None, {}, ()).start(state, {})
        motion.newton_functions(())
        leave_out_redundant_rows(motion)
        self.call(newton_dense.newton_terms, motion.y)
        at, at_work = (int(motion.page.count[k]) for k in (layout.NEWTON_PLAN, layout.NEWTON_WORK))
        plan, fwork = motion.page.plan, motion.page.fwork
        self.n, self.m, self.nz = model.nv, model.n_rows, model.nz
        w = python_view(NewtonWork, {}, INTS, 0)(plan[at:], fwork[at_work:])
        shape = {
            "M": (self.n, self.n),
            "Phi_v": (self.m, self.n),
            "F_z": (self.n, self.nz),
            "zdot_z": (self.nz, self.nz),
        }
        shape |= {"C": shape["M"], "K": shape["M"], "zdot_q": (self.nz, self.n), "zdot_v": (self.nz, self.n)}
        self.term = {name: getattr(w, name).reshape(size).copy() for name, size in shape.items()}
        loops, order = python_loop_work(plan, fwork), python_plan(plan, fwork).order
        self.independent = sorted(int(order[c]) for c in np.flatnonzero(loops.drop == 0))

    def call(self, function, y, size=0):
        out = np.zeros(max(size, 1))
        assert function(self.motion.t, np.asarray(y, float), out, self.motion.page) == 0
        return out

    def factor(self, slot, a, b, c):
        self.motion.page.count[layout.NEWTON_SLOT] = slot
        self.call(newton_dense.newton_factor, np.array([a, b, c], complex).view(float))

    def solve(self, function, slot, right, size):
        self.motion.page.count[layout.NEWTON_SLOT] = slot
        if slot == 0:
            return self.call(function, right, size)
        return self.call(function, right.astype(complex).view(float), 2 * size).view(complex)

    def matrix(self, a, b, c):
        """[a M + b C + c K, Phi_v', c F_z; Phi_v, 0, 0; -(b zdot_v + c zdot_q), 0, b I - c zdot_z] of the independent rows."""
        term, k = self.term, len(self.independent)
        P = term["Phi_v"][self.independent]
        return np.block([
            [a * term["M"] + b * term["C"] + c * term["K"], P.T, c * term["F_z"]],
            [P, np.zeros((k, k)), np.zeros((k, self.nz))],
            [-(b * term["zdot_v"] + c * term["zdot_q"]), np.zeros((self.nz, k)), b * np.eye(self.nz) - c * term["zdot_z"]],
        ])  # fmt: skip


@pytest.fixture(scope="module", params=MECHANISMS)
def layer(request):
    return Layer(lw.compile(MECHANISMS[request.param]()))


def right_side(rng, slot, size):
    return rng.normal(size=size) + (1j * rng.normal(size=size) if slot else 0)


@pytest.mark.parametrize("slot", MU)
def test_a_newton_step_solves_the_linearized_equations(layer, slot):
    mu, n, nz, term = MU[slot], layer.n, layer.nz, layer.term
    layer.factor(slot, mu * mu, mu, 1.0)
    r = right_side(np.random.default_rng(slot), slot, 2 * n + nz)
    x = layer.solve(newton_dense.newton_solve, slot, r, 2 * n + nz)
    (r1, r2, r3), (dq, dv, dz) = np.split(r, [n, 2 * n]), np.split(x, [n, 2 * n])
    P, size = term["Phi_v"][layer.independent], np.abs(x).max()
    np.testing.assert_allclose(mu * dq - dv, r1, atol=1e-11 * abs(mu) * size)
    np.testing.assert_allclose(P @ (mu * dv - r2), 0, atol=1e-10 * abs(mu) * size)
    zdot = term["zdot_q"] @ dq + term["zdot_v"] @ dv + term["zdot_z"] @ dz
    np.testing.assert_allclose(mu * dz - zdot, r3, atol=1e-10 * max(1, abs(mu)) * max(1, size))
    rest = term["M"] @ (mu * dv - r2) + term["C"] @ dv + term["K"] @ dq + term["F_z"] @ dz
    lam = np.linalg.lstsq(P.T.astype(rest.dtype), -rest, rcond=None)[0]
    scale = np.abs(term["M"]).max() * abs(mu) * size + np.abs(term["K"]).max() * size
    np.testing.assert_allclose(rest + P.T @ lam, 0, atol=1e-10 * scale)


@pytest.mark.parametrize("slot", MU)
def test_saddle_solve_is_the_inverse_of_the_whole_matrix(layer, slot):
    a, b, c = (7.0, 3.0, 0.5) if slot == 0 else (7.0 - 2j, 3.0 + 1j, 0.5 + 0.1j)
    layer.factor(slot, a, b, c)
    n, m, nz = layer.n, layer.m, layer.nz
    r = right_side(np.random.default_rng(10 + slot), slot, n + m + nz)
    x = layer.solve(newton_dense.saddle_solve, slot, r, n + m + nz)
    independent = [*range(n), *(n + row for row in layer.independent), *(n + m + k for k in range(nz))]
    expected = np.linalg.solve(layer.matrix(a, b, c), r[independent])
    np.testing.assert_allclose(x[independent], expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())
    assert all(x[n + row] == 0 for row in range(m) if row not in layer.independent)


def test_stiffness_is_that_of_the_freedoms(layer):
    result = layer.call(newton_dense.newton_stiffness, layer.motion.y, 2)
    P, term = layer.term["Phi_v"][layer.independent], layer.term
    R = np.linalg.svd(P)[2][len(layer.independent) :].T
    M, C, K = (R.T @ term[name] @ R for name in ("M", "C", "K"))
    fastest = [
        np.sqrt(np.abs(np.linalg.eigvals(np.linalg.solve(M, K))).max()),
        np.abs(np.linalg.eigvals(np.linalg.solve(M, C))).max(),
    ]
    for value, exact in zip(result, fastest, strict=True):
        assert 0.3 * exact - 1e-9 <= value <= 3 * exact + 1e-9  # power iterations from one vector


def test_tangent_vectors_become_differences_and_come_back():
    model = lw.compile(lw.library.spatial_four_bar(), coordinates="cartesian")
    state = lw.assemble(model)
    motion = prepare(model, None, {}, ()).start(state, {})
    x = np.random.default_rng(3).normal(size=2 * model.nv)
    out = np.zeros(motion.y.size)
    out[: x.size] = x
    newton_layer.components(0.0, motion.y, out, motion.page)
    assert abs(out[3:7] @ motion.y[3:7]) < 1e-15  # of a quaternion: across it
    assert motion.prepared.kernels[2](0.0, motion.y, out, motion.page) == x.size
    np.testing.assert_allclose(out[: x.size], x, rtol=1e-14, atol=1e-14)
