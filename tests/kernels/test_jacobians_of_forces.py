"""Q_q and Q_v of every force law, expression and block: closed forms against the complex step."""

import math

import numpy as np
import pytest
from conformance_rig import direction, point
from jacobian_rig import anywhere, both, difference
from joint_mechanisms import spatial

import linkwork as lw
from linkwork.dynamics.jacobians import motion_jacobians
from linkwork.kernels.probe import moved
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.blocks import SlowBlockWarning
from linkwork.model.state import State

EXACT = 1e-13
FULL = np.random.default_rng(1).normal(size=(6, 6)) * 20 + 60 * np.eye(6)  # neither diagonal nor symmetric
READ = "b.velocity.local.x + d.angular_velocity.y + c.angular_velocity.local.z * b.position.x"


def bare(seed, *parts):
    """ground - U - a - X - b - S - c - C - ground and d on b, without the usual forces."""
    rng = np.random.default_rng(seed)
    m = spatial(rng, "universal")
    for name in ("push", "spring", "twist", "rubber", "leaf", "motor"):
        m.remove(name)
    return m.add(*parts)


def off(mechanism, seed=0, coordinates=("joint", "cartesian"), **more):
    """Worst difference in any coordinates."""
    found = []
    for kind in coordinates:
        model = lw.compile(mechanism, coordinates=kind)
        found.append(difference(*both(model, anywhere(model, seed, **more))))
    return max(found)


def forces_on(rng):
    """Every kind of force, between bodies near and far in the tree and to the ground."""
    turned = {"x": direction(rng), "z": direction(rng)}
    frame = lw.Frame("tilted", "a", at=point(rng), x=direction(rng), z=direction(rng))
    applied = {"at": point(rng), "force": point(rng, 20), "torque": point(rng, 5)}
    bushing = {
        "at": point(rng),
        **turned,
        "stiffness": FULL.tolist(),
        "damping": (FULL / 9).tolist(),
        "preload": (1,) * 6,
    }
    beam = {"at_i": point(rng), "at_j": point(rng, 3), "z": direction(rng), "EA": 60, "EI": (20, 30), "GJ": 15}
    beam |= {"GA": (70, 40), "length": 1.7, "damping": 0.2}
    spring = {"at_i": point(rng), "at_j": point(rng, 3), "stiffness": 40, "damping": 3, "rest": 0.4}
    return {
        "applied in world axes": [lw.AppliedForce("f", "d", **applied)],
        "applied in body axes": [lw.AppliedForce("f", "d", **applied, axes="body")],
        "applied in another body's axes": [frame, lw.AppliedForce("f", "d", **applied, axes="tilted")],
        "applied on the other body's axes from below": [
            lw.Frame("beyond", "d", at=point(rng), x=direction(rng), z=direction(rng)),
            lw.AppliedForce("f", "a", **applied, axes="beyond"),
        ],
        "bushing of neighbours": [lw.Bushing("f", "b", "d", **bushing)],
        "bushing across branches": [lw.Bushing("f", "c", "d", **bushing)],
        "bushing along the tree": [lw.Bushing("f", "a", "d", **bushing)],
        "bushings of one way to the root": [
            lw.Bushing("f", "a", "d", **bushing),
            lw.Bushing("g", "b", "a", **bushing),
            lw.Bushing("h", "d", "b", **bushing),
            lw.SpringDamper("s", "d", "a", **spring),
            lw.AppliedForce(
                "p", "d", at=point(rng), force=("d.position.y*a.velocity.x", "3*d.velocity.x", "d.position.z")
            ),
        ],
        "bushing to the ground": [lw.Bushing("f", "d", "ground", **bushing)],
        "beam of neighbours": [lw.Beam("f", "b", "d", **beam)],
        "beam across branches": [lw.Beam("f", "c", "d", **beam)],
        "beam to the ground": [lw.Beam("f", "d", "ground", **beam)],
        "spring across branches": [lw.SpringDamper("f", "c", "d", **spring)],
        "spring to the ground": [lw.SpringDamper("f", "ground", "d", **spring)],
        "joint spring in the tree": [lw.JointSpring("f", "D.angle", stiffness=9, damping=2, rest=0.3)],
        "joint spring on a cut joint": [lw.JointSpring("f", "C.displacement", stiffness=9, damping=2, rest=0.3)],
        "joint spring of a universal": [lw.JointSpring("f", "U.angle_j", stiffness=9, damping=2, rest=0.3)],
    }


KINDS = list(forces_on(np.random.default_rng(0)))


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


EXPRESSIONS = [
    "D.angle**2 * C.displacement - 3*D.angle.rate*U.angle_i",
    "sin(D.angle)*cos(U.angle_i) + tan(U.angle_j/3) + atan2(D.angle, 2 + U.angle_i**2) + exp(-D.angle**2)",
    "sqrt(4 + D.angle)*log(9 + U.angle_j) + abs(U.angle_i - 5)*sign(U.angle_j - 7) + asin(D.angle/9) + acos(U.angle_i/9) + atan(D.angle)",
    "tanh(3*D.angle)*cosh(U.angle_i) + sinh(U.angle_j/2) + mod(D.angle, 0.7)*floor(3.3*U.angle_j)",
    "if(D.angle > 99, sqrt(D.angle + 99), D.angle**2*U.angle_i) + if(U.angle_j < 99, exp(U.angle_i), log(U.angle_j + 99))",
    "min(D.angle, 8, U.angle_i)*max(U.angle_j, -9) + step(D.angle, -9, 1, 9, 2) + step5(U.angle_i, -9, -1, 9, 2)",
    "table(T, D.angle.rate) * table(T, U.angle_i)",
    "D.angle / (3 + U.angle_j**2) - time*D.angle.rate + pull*U.angle_i + half",
    READ,
]  # fmt: skip


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


def lag(t, u, x, p, y, xdot):
    y[0] = p[0] * x[0] * x[0] + u[1] * t + np.sin(u[0])
    xdot[0] = (u[0] - x[0]) / p[1] + x[1] * u[1]
    xdot[1] = -(x[1] ** 3) + u[0] * u[1]


def shaped(t, u, x, p, y, xdot):
    y[0] = u[0] * u[0] * x[0]
    y[1] = np.exp(-u[0] * u[0])
    xdot[0] = u[0] - 3 * x[0]


def real_only(t, u, x, p, y, xdot):
    y[0] = math.hypot(u[0], 1.0) * x[0]
    y[1] = math.sin(u[0])
    xdot[0] = u[0] - math.tanh(x[0])


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


def with_blocks(second):
    """A block that reads signals, a second that reads the first, and forces that read both and their states."""
    return bare(
        5200,
        lw.Block(
            "first", function=lag, inputs={"u": "U.angle_i*D.angle.rate", "w": "c.position.x"}, outputs=["o"],
            states={"x": 0.3, "y": 0.2}, parameters={"gain": 2.0, "T": 0.5},
        ),
        lw.Block("second", function=second, inputs={"u": "first.o + D.angle"}, states={"x": 0.7}, outputs=["p", "r"]),
        lw.JointForce("own", "D.angle", force="second.p*U.angle_i.rate - D.angle**2 + first.state.x*3"),
        lw.AppliedForce("f", "c", force=("second.r*2", "a.position.y*D.angle.rate", 1), torque=(0, "first.o", 0.3)),
    )  # fmt: skip


@pytest.mark.purepython
def test_blocks_by_complex_step():
    mechanism = with_blocks(shaped)
    assert off(mechanism, 2, size=0.3) < (EXACT, "")
    model = lw.compile(mechanism)
    found, exact = both(model, anywhere(model, 3))
    assert found.approximate == ()
    assert np.abs(found.F_z).max() > 1
    assert np.abs(found.zdot_q).max() > 0.1
    assert difference(found, exact) < (EXACT, "")


def differenced(model, state, vdot, lam):
    """F_q, F_v, F_z and the slopes of zdot by central differences of the evaluation."""
    e = Evaluation(model, state)

    def terms(dq, dv, dz):
        q = np.zeros(model.nq)
        moved(model.ints, model.floats, np.array(state.q), dq, q)
        e.update(State(state.t, q, state.v + dv, state.z + dz, state.inactive, state.turns))
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
        found = motion_jacobians(Evaluation(model, state), vdot, lam)
        assert found.approximate == ("second",)
        for name, expected in differenced(model, state, vdot, lam).items():
            assert np.abs(getattr(found, name) - expected).max() < 1e-7 * np.abs(expected).max(), name


def test_the_warning_of_a_slow_block_is_the_one_that_is_ignored_above():
    with pytest.warns(SlowBlockWarning):
        lw.compile(with_blocks(uncompiled))
