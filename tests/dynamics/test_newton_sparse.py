"""The sparse Newton layer against the same matrices by complex steps, dense: trees, loops, springs, bushings, blocks."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics.newton import sparse as newton_sparse
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.compliance import forces_are_local
from tests.dynamics.newton_rig import Layer, exact_slopes, relaxed
from tests.rigs.random_closures import random_closures
from tests.rigs.random_parts import point
from tests.rigs.random_trees import random_tree
from tests.rigs.states import random_state

MU = {0: 30.0, 1: 20 + 25j, 2: 300 - 450j}  # by slot


def with_elements(m, rng, count=6):
    """Springs, bushings and a beam between random bodies, springs in all hinges and slides; some bushings turn freely."""
    names = ["ground", *(part.name for part in m if part.type == "body")]
    for k in range(count):
        i, j = (names[b] for b in rng.choice(len(names), 2, replace=False))
        if k % 2 == 0:
            m.add(
                lw.SpringDamper(
                    f"spring{k}", i, j, at_i=point(rng), at_j=point(rng), stiffness=rng.uniform(1e2, 1e4), damping=rng.uniform(0, 30)
                )
            )  # fmt: skip
            continue
        A, B = rng.normal(size=(6, 6)), rng.normal(size=(6, 6))
        stiffness, damping = 1e3 * A @ A.T, B @ B.T
        if k % 4 == 1:
            stiffness[3:], stiffness[:, 3:], damping[4], damping[:, 4] = 0, 0, 0, 0
        m.add(lw.Bushing(f"bush{k}", i, j, at=point(rng), stiffness=stiffness.tolist(), damping=damping.tolist()))
    own = np.random.default_rng(len(names))
    i, j = (names[b] for b in own.choice(len(names), 2, replace=False))
    m.add(lw.Beam("beam", i, j, at_i=point(own), at_j=point(own), EA=300, EI=(3, 8), GJ=2, damping=0.01))
    for joint in [part for part in m if part.type in ("revolute", "prismatic")]:
        word = "angle" if joint.type == "revolute" else "displacement"
        m.add(lw.JointSpring(f"in_{joint.name}", f"{joint.name}.{word}", stiffness=500, damping=3))
    return m


def at_rest(state):
    return lw.State(state.t, state.q, 0 * state.v, state.z, state.inactive, state.turns)


def independent_rows(Phi_v):
    """Rows that raise the rank, one after the other."""
    independent, basis = [], np.zeros((0, Phi_v.shape[1]))
    for r, row in enumerate(Phi_v):
        size = np.linalg.norm(row)
        rest = row - basis.T @ (basis @ row)
        rest -= basis.T @ (basis @ rest)
        if np.linalg.norm(rest) > 1e-8 * size and size > 1e-12:
            independent.append(r)
            basis = np.vstack((basis, rest / np.linalg.norm(rest)))
    return independent


class Dense:
    """The matrices of a model whose springs do not push, by complex steps."""

    def __init__(self, model, state):
        e = Evaluation(relaxed(model, state), state)
        self.M, self.Phi_v = e.M, e.Phi_v
        self.K, self.C, self.zdot_z = exact_slopes(model, state)
        self.independent = independent_rows(self.Phi_v)
        self.redundant = [r for r in range(model.n_rows) if r not in self.independent]

    def saddle(self, mu):
        P = self.Phi_v[self.independent]
        A = mu**2 * self.M + mu * self.C + self.K
        return np.block([[A, P.T], [P, np.zeros((len(P), len(P)))]])


def digits_left(matrix, tolerance):
    """The tolerance, or what rounding of the matrix makes of its solutions if that is more; forces are held to the former."""
    size = 1 / np.sqrt(np.abs(matrix).max(axis=1))
    return max(tolerance, np.finfo(float).eps * np.linalg.cond(size[:, None] * matrix * size))


def check(model, state, rng, tolerance=1e-10):
    """newton_solve and saddle_solve of all slots."""
    dense = Dense(model, state)
    layer = Layer(model, state, dense.redundant)
    n, independent = model.nv, dense.independent
    for slot, mu in MU.items():
        layer.factor(slot, mu**2, mu, 1.0)
        r1, r2 = rng.normal(size=(2, n)) + (1j * rng.normal(size=(2, n)) if slot else 0)
        matrix, ahead = dense.saddle(mu), r2 + mu * r1
        right = np.concatenate((dense.M @ ahead + dense.C @ r1, dense.Phi_v[independent] @ ahead / mu**2))
        dq, digits = np.linalg.solve(matrix, right)[:n], digits_left(matrix, tolerance)
        ours_q, ours_v, _ = layer.solve(slot, r1, r2, np.zeros(model.nz))
        assert np.abs(ours_q - dq).max() < digits * np.abs(dq).max()
        assert np.abs(ours_v - (mu * dq - r1)).max() < digits * np.abs(mu * dq).max()

        rF, rPhi = rng.normal(size=n), rng.normal(size=model.n_rows)
        dx, dlam, _ = layer.saddle(slot, rF, rPhi, np.zeros(model.nz))
        result = np.concatenate((dx, dlam[independent]))
        wanted = np.linalg.solve(matrix, np.concatenate((rF, rPhi[independent])))[:n]
        assert np.abs(dx - wanted).max() < digits * np.abs(wanted).max()
        forces = (matrix @ result)[:n] - rF
        assert np.abs(forces).max() < tolerance * (np.abs(matrix[:n]) @ np.abs(result)).max()
        assert not dlam[dense.redundant].any()


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("make", [random_tree, random_closures])
@pytest.mark.parametrize("seed", range(8))
def test_springs_and_bushings_in_random_mechanisms_are_the_dense_matrix(seed, make, coordinates):
    rng = np.random.default_rng(seed)
    model = lw.compile(with_elements(make(seed), rng), coordinates=coordinates)
    start = model.design_state()
    check(model, at_rest(random_state(model, rng, 0.2) if make is random_tree else start), rng)


@pytest.mark.parametrize(("make", "n"), [(lw.library.bushing_chain, 12), (lw.library.sprung_chain, 60)])
def test_stiff_chains_are_the_dense_matrix(make, n):
    """To as many digits as k / (mu² m) leaves."""
    rng = np.random.default_rng(n)
    model = lw.compile(make(n))
    check(model, at_rest(random_state(model, rng, 0.02)), rng, 1e-7)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_chains_of_loops_with_springs_are_the_dense_matrix(coordinates):
    m = lw.library.n_four_bar(8)
    for i in range(1, 9):
        ends = {"at_i": (i - 1, 0.5, 0), "at_j": (i, 1, 0)}
        m.add(lw.SpringDamper(f"S{i}", f"rod{i - 1}", f"rod{i}", stiffness=1e5, damping=10, **ends))
    model = lw.compile(m, coordinates=coordinates)
    check(model, at_rest(lw.assemble(model, {"A0.angle": -0.3})), np.random.default_rng(1))


@pytest.mark.purepython
def test_redundant_rows_are_left_out():
    m = lw.library.bricard()
    m.add(lw.JointSpring("S", "J2.angle", stiffness=1e4))
    model = lw.compile(m)
    state = at_rest(lw.assemble(model))
    assert Dense(model, state).redundant
    check(model, state, np.random.default_rng(2), 1e-9)


@pytest.mark.purepython
def test_expressions_add_their_slope_along_their_own_measure():
    m = lw.library.chain(4)
    m.add(
        lw.JointForce(
            "F", "J3.angle", force="-1e4*J3.angle - 2e4*J3.angle**3 - 20*J3.angle.rate*abs(cos(J3.angle)) + 5*time"
        )
    )
    m.add(lw.JointForce("away", "J2.angle", force="800*J2.angle"))
    model = lw.compile(m)
    q = np.array([0.1, 0.2, 0.3, 0.4])
    state = lw.State(0.0, q, np.zeros(4))
    layer = Layer(model, state)
    layer.factor(0, 0.0, 1.0, 0.0)
    M, unit = Evaluation(model, state).M, np.eye(4)[2]
    for a, b, c, spring in ((1.0, 0.5, 0.0, 0.5 * 20 * np.cos(0.3)), (1.0, 0.0, 2.0, 2 * (1e4 + 6e4 * 0.3**2))):
        layer.factor(0, a, b, c)
        dx, _, _ = layer.saddle(0, np.ones(4), np.zeros(0), np.zeros(0))
        wanted = np.linalg.solve(
            a * M + spring * np.outer(unit, unit), np.ones(4)
        )  # what pushes away counts as nothing
        np.testing.assert_allclose(dx, wanted, rtol=1e-10)


def test_very_stiff_bushings_side_by_side_lose_few_digits():
    stiff = (1e9,) * 3 + (1e6,) * 3
    m = lw.Mechanism("twice held")
    for k in range(4):
        m.add(lw.Body(f"b{k}", mass=1, inertia=(1, 1, 1), com=(k, 0, 0)))
        for side in (0.0, 1.0):
            m.add(
                lw.Bushing(
                    f"B{k}{side:.0f}",
                    "ground" if k == 0 else f"b{k - 1}",
                    f"b{k}",
                    at=(k - 0.5, side, 0),
                    stiffness=stiff,
                )
            )
    model = lw.compile(m)
    check(model, at_rest(model.design_state()), np.random.default_rng(3), 1e-6)


def lag(t, u, x, p, y, xdot):
    y[0] = x[0]
    xdot[0] = (u[0] - x[0]) / p[0] + 0.3 * x[1]
    xdot[1] = -5.0 * x[1] + x[0] * x[0]


def test_block_states_are_solved_with_their_own_slopes():
    m = lw.library.sprung_chain(3)
    m.add(
        lw.Block(
            "lag",
            inputs={"u": "J1.angle"},
            states={"a": 1e-3, "b": 0.2},
            parameters={"T": 1e-6},
            outputs=["out"],
            function=lag,
        )
    )
    model = lw.compile(m)
    state = model.design_state()
    layer = Layer(model, state)
    zdot_z = np.array([[-1e6, 0.3], [2e-3, -5.0]])
    for slot, mu in MU.items():
        layer.factor(slot, mu**2, mu, 1.0)
        r3 = np.array([1.0, -2.0])
        _, _, dz = layer.solve(slot, np.zeros(3), np.zeros(3), r3)
        np.testing.assert_allclose(dz, np.linalg.solve(mu * np.eye(2) - zdot_z, r3), rtol=1e-4)


def test_a_matrix_is_of_the_position_where_its_terms_were_taken():
    rng = np.random.default_rng(5)
    model = lw.compile(with_elements(random_tree(3), rng))
    here, there = random_state(model, rng, 0.2), random_state(model, rng, 0.2)
    first, second = Layer(model, here), Layer(model, here)
    second.page.work[:] = Layer(model, there).page.work
    r1, r2 = rng.normal(size=(2, model.nv))
    answers = []
    for layer in (first, second):
        layer.factor(1, (2 + 3j) ** 2, 2 + 3j, 1.0)
        answers.append(np.concatenate(layer.solve(1, r1, r2, np.zeros(0))))
    assert (answers[0] == answers[1]).all()


def test_inactive_joints_hold_nothing():
    rng = np.random.default_rng(6)
    m = with_elements(random_tree(2), rng)
    m.add(lw.AtPoint("grip", "ground", "b4", at=point(rng), active=False))
    model = lw.compile(m)
    state = at_rest(model.design_state())
    bare = lw.compile(with_elements(random_tree(2), np.random.default_rng(6)))
    r1, r2 = rng.normal(size=(2, model.nv))
    held, free = Layer(model, state), Layer(bare, at_rest(bare.design_state()))
    for layer in (held, free):
        layer.factor(0, 900.0, 30.0, 1.0)
    np.testing.assert_allclose(
        np.concatenate(held.solve(0, r1, r2, [])), np.concatenate(free.solve(0, r1, r2, [])), rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize("make", [lw.library.bushing_chain, lw.library.sprung_chain])
def test_the_stiffness_estimate_is_near_the_fastest_rates(make):
    model = lw.compile(make(8))
    state = at_rest(model.design_state())
    dense, layer, out = Dense(model, state), Layer(model, state), np.zeros(2)
    assert newton_sparse.newton_stiffness(0.0, layer.y, out, layer.page) == 0
    K, C = (np.abs(np.linalg.eigvals(np.linalg.solve(dense.M, A))).max() for A in (dense.K, dense.C))
    assert 0.7 < out[0] / np.sqrt(K) < 1.5
    assert 0.7 < out[1] / C < 1.5


@pytest.mark.purepython
def test_applied_forces_add_their_slope_along_their_own_direction():
    q = np.array([0.3, -0.2, 0.4])
    height = 0.1 * np.sin(np.cumsum(q)).sum()
    m = lw.library.chain(3)
    push = f"-1e5*(observe1.position.y - ({float(height)!r})) - 300*observe1.velocity.y"
    m.add(lw.AppliedForce("floor", "link3", at=(0.3, 0, 0), force=(0, push, 0)))
    m.add(lw.AppliedForce("twist", "link2", torque=(0, 0, "-50*(link2.angle - 0.1)")))
    model, state = lw.compile(m), lw.State(0.0, q, np.zeros(3))
    assert forces_are_local(model)
    assert Evaluation(relaxed(model, state), state).w.applied_wrench == pytest.approx(0.0, abs=1e-9)
    K, C, _ = exact_slopes(model, state)
    layer, M, r = Layer(model, state), Evaluation(model, state).M, np.array([1.0, -2.0, 0.5])
    for a, b, c in ((1.0, 0.5, 0.0), (1.0, 0.3, 2.0)):
        layer.factor(0, a, b, c)
        dx, _, _ = layer.saddle(0, r, np.zeros(0), np.zeros(0))
        np.testing.assert_allclose(dx, np.linalg.solve(a * M + b * C + c * K, r), rtol=1e-8)


def test_slopes_that_the_sparse_matrices_do_not_see_are_known():
    for force, seen in (("-5*J1.angle", True), ("-5*J2.angle", False), ("3*sin(time)", True)):
        m = lw.library.chain(2).add(lw.JointForce("F", "J1.angle", force=force))
        assert forces_are_local(lw.compile(m)) is seen
    for force, seen in (("-5*link2.position.x", True), ("-5*J2.angle", False)):
        m = lw.library.chain(2).add(lw.AppliedForce("F", "link2", force=(force, 0, 0)))
        assert forces_are_local(lw.compile(m)) is seen
