"""Q_q and Q_v of every force law, expression and block: closed forms against the complex step."""

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics.jacobians import state_jacobians
from linkwork.kernels.probe import moved
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.blocks import SlowBlockWarning
from tests.rigs.blocks import real_only, shaped, with_blocks
from tests.rigs.complex_jacobians import both, difference
from tests.rigs.loaded_mechanisms import EXPRESSIONS, FULL, KINDS, bare, forces_on
from tests.rigs.states import anywhere

EXACT = 1e-13


def off(mechanism, seed=0, coordinates=("joint", "cartesian"), **more):
    """Worst difference in any coordinates."""
    results = []
    for kind in coordinates:
        model = lw.compile(mechanism, coordinates=kind)
        results.append(difference(*both(model, anywhere(model, seed, **more))))
    return max(results)


@pytest.mark.parametrize("kind", KINDS)
def test_every_force_law(kind):
    for seed in range(3):
        mechanism = bare(5000 + seed, *forces_on(np.random.default_rng(seed))[kind])
        assert off(mechanism, seed) < (EXACT, "")


@pytest.mark.parametrize("size", [0.0, 1e-9, 1e-4, 0.02, 0.3, 1.0])
@pytest.mark.parametrize(
    "part",
    [
        lw.Bushing("f", "ground", "b", at=(0.3, 0.1, 0.2), stiffness=FULL.tolist(), damping=(FULL / 9).tolist()),
        lw.Beam("f", "ground", "b", at_i=(0.3, 0, 0), at_j=(0.9, 0.1, 0.2), EA=60, EI=(20, 30), GJ=15, damping=0.2),
    ],
    ids=["bushing", "beam"],
)
def test_bushings_and_beams_from_no_turn_to_large_ones(part, size):
    """Both branches of the rotation vector's Jacobian and where they meet."""
    m = lw.Mechanism("one").add(
        lw.Body("b", mass=1, com=(0.2, 0, 0), inertia=(0.1, 0.2, 0.3)), lw.Free("J", "ground", "b")
    )
    assert off(m.add(part), 3, ("joint",), size=size) < (1e-12, "")


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_every_expression_in_every_place(text):
    mechanism = bare(
        5100,
        lw.Input("pull", value=1.3),
        lw.Signal("half", value="0.5*D.angle.rate*b.position.y"),
        lw.Table("T", x=[-9, -1, 0, 2, 9], y=[1, 3, -1, 2, 4]),
        lw.JointForce("own", "D.angle", force=text),
        lw.JointForce("other", "C.displacement", force=text),
        lw.SpringDamper("line", "a", "d", at_i=(0, 1, 0), at_j=(3, 1, 2), force=f"line.length.rate**2 - line.length*({text})"),
        lw.AppliedForce("f", "c", at=(0.1, 0.2, 0.3), force=(text, 0, "D.angle"), torque=(1, text, 0)),
        lw.AppliedForce("g", "d", at=(0.4, 0.2, 0.3), force=(0, text, 0), torque=(text, 2, 0), axes="body"),
    )  # fmt: skip
    assert off(mechanism, 1, size=0.3) < (EXACT, "")


# blocks


def loses_the_imaginary_part(t, u, x, p, y, xdot):
    y[0] = abs(u[0]) * x[0]
    y[1] = np.sin(u[0])
    xdot[0] = u[0] - 3 * x[0]


class Memory:
    calls = 0


memory = Memory()


def uncompiled(t, u, x, p, y, xdot):
    memory.calls += 1
    y[0], y[1] = u[0] * x[0], math.sin(u[0])
    xdot[0] = u[0] - 3 * x[0]


@pytest.mark.purepython
def test_blocks_by_complex_step():
    mechanism = with_blocks(shaped)
    assert off(mechanism, 2, size=0.3) < (EXACT, "")
    model = lw.compile(mechanism)
    result, exact = both(model, anywhere(model, 3))
    assert result.approximate == ()
    assert np.abs(result.F_z).max() > 1
    assert np.abs(result.zdot_q).max() > 0.1
    assert difference(result, exact) < (EXACT, "")


def differenced(model, state, vdot, lam):
    """F_q, F_v, F_z and the Jacobians of zdot by central differences of the evaluation."""
    e = Evaluation(model, state)

    def terms(dq, dv, dz):
        q = np.zeros(model.nq)
        moved(model.ints, model.floats, np.array(state.q), dq, q)
        e.update(lw.State(state.t, q, state.v + dv, state.z + dz, state.inactive, state.turns))
        return np.concatenate((e.M @ vdot - e.Qh + e.Phi_v.T @ lam, e.w.zdot))

    def by(n, place):
        h, columns = 2e-6, []
        for unit in np.eye(n):
            ends = []
            for sign in (h, -h):
                moves = [np.zeros(model.nv), np.zeros(model.nv), np.zeros(model.nz)]
                moves[place] = sign * unit
                ends.append(terms(*moves))
            columns.append((ends[0] - ends[1]) / (2 * h))
        return np.split(np.array(columns).T, [model.nv])

    names = (("F_q", "zdot_q"), ("F_v", "zdot_v"), ("F_z", "zdot_z"))
    return {
        name: part for k, pair in enumerate(names) for name, part in zip(pair, by((model.nv, model.nv, model.nz)[k], k))
    }


@pytest.mark.parametrize("function", [real_only, loses_the_imaginary_part, uncompiled])
@pytest.mark.filterwarnings("ignore::linkwork.model.expressions.blocks.SlowBlockWarning")
def test_a_block_that_is_not_complex_safe_gets_differences_and_is_named(function):
    model = lw.compile(with_blocks(function))
    state, rng = anywhere(model, 4, 0.3), np.random.default_rng(0)
    vdot, lam = rng.normal(size=model.nv), rng.normal(size=model.n_rows)
    for _ in range(2):  # the second time without a test
        result = state_jacobians(Evaluation(model, state), vdot, lam)
        assert result.approximate == ("second",)
        for name, expected in differenced(model, state, vdot, lam).items():
            assert np.abs(getattr(result, name) - expected).max() < 1e-7 * np.abs(expected).max(), name


def test_the_warning_of_a_slow_block_is_the_one_that_is_ignored_above():
    with pytest.warns(SlowBlockWarning):
        lw.compile(with_blocks(uncompiled))
