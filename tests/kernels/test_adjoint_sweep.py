"""The reverse sweep against a complex step of the same scalar by every model number, by q, v, vdot, lam and z."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.kernels.derivatives.adjoint import equation_gradient, reverse_sweep
from linkwork.kernels.expressions.block_jacobians import DIFFERENCES
from linkwork.model.evaluation import Evaluation
from tests.rigs.blocks import real_only, shaped, with_blocks
from tests.rigs.complex_gradients import EQUATIONS, OUTPUTS, gradient_difference, reverse_work, swept_and_stepped
from tests.rigs.joint_mechanisms import CONSTRAINTS, PLANAR_CONSTRAINTS, PLANAR_TREE, TREE, planar, spatial
from tests.rigs.loaded_mechanisms import EXPRESSIONS, FULL, KINDS, bare, forces_on
from tests.rigs.random_closures import random_closures
from tests.rigs.random_trees import random_tree
from tests.rigs.states import anywhere

EXACT = 1e-12
ALL = EQUATIONS + OUTPUTS
SMALL = 40  # freedoms: a complex step by every number of more would take too long
CASES = [(spatial, kind) for kind in TREE + CONSTRAINTS] + [(planar, kind) for kind in PLANAR_TREE + PLANAR_CONSTRAINTS]
MOTIONS = [
    "0.3*sin(2*time + 0.1) + time**3/5 - 0.2*(1 + time)**1.5",
    "table(T, 1.3*time) + exp(-time)/(2 + time) + atan2(time, 1 + time)",
    "step(time, 0.1, 1, 0.9, 2)*step5(time + 0.1, 0, 0.2, 2, 2)",
    "sqrt(1 + time)*log(2 + time) + tan(time)*asin(time/3) + pull*time**2 - acos(time/4)",
    "abs(time - 3)*min(time, 2) + atan(time)*cos(time) + max(time, 0.1)*sign(time)",
    "tanh(2*time) + sinh(time)*cosh(pull*time) + mod(time, 0.3)*floor(9.1*time)",
    "if(time > 9, sqrt(time + 99), pull*time**3) + if(time <= 9, exp(-time), log(time + 99))",
]


def in_both(mechanism, seed, given=ALL, **more):
    return max(
        gradient_difference(lw.compile(mechanism, coordinates=kind), seed, given, **more)
        for kind in ("joint", "cartesian")
    )


@pytest.mark.parametrize(("make", "kind"), CASES, ids=[f"{make.__name__}-{kind}" for make, kind in CASES])
def test_every_joint_in_all_coordinates(make, kind):
    seed = 6000 + CASES.index((make, kind))
    mechanism = make(np.random.default_rng(seed), kind, seed % 2 == 0)
    models = [lw.compile(mechanism, cut=[name]) for name in ("S", "U", "X")]
    models.append(lw.compile(mechanism, coordinates="cartesian"))
    for k, model in enumerate(models):
        assert gradient_difference(model, seed + k, ALL) < (EXACT, "")


@pytest.mark.parametrize("name", [name for name in library.__all__ if name != "initial_speeds"])
def test_library_mechanisms(name):
    mechanism = getattr(library, name)()
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        if model.nv <= SMALL:
            assert gradient_difference(model, 1, (*ALL, "energy")) < (EXACT, "")


@pytest.mark.parametrize("seed", range(3))
def test_random_trees_and_closed_loops(seed):
    assert gradient_difference(lw.compile(random_tree(6100 + seed)), seed, ALL) < (EXACT, "")
    assert in_both(random_closures(6200 + seed), seed) < (EXACT, "")


@pytest.mark.parametrize("kind", KINDS)
def test_every_force_law(kind):
    assert in_both(bare(6300, *forces_on(np.random.default_rng(3))[kind]), 1) < (EXACT, "")


@pytest.mark.parametrize("size", [0.0, 1e-4, 0.1, 1.0])
def test_energies_of_springs_bushings_and_beams(size):
    symmetric = (FULL + FULL.T).tolist()
    mechanism = bare(
        6400,
        lw.Bushing(
            "f", "c", "d", at=(0.3, 0.1, 0.2), stiffness=symmetric, damping=(3,) * 6, preload=(1, 2, 3, 4, 5, 6)
        ),
        lw.SpringDamper("line", "a", "d", at_i=(0, 1, 0), at_j=(3, 1, 2), stiffness=40, preload=3),
        lw.Beam("rod", "b", "d", at_i=(0, 0.2, 0), at_j=(1, 0.3, 2), EA=90, EI=(50, 70), GJ=30, damping=0.1),
        lw.JointSpring("coil", "D.angle", stiffness=9, rest=0.3),
        lw.JointForce("none", "D.angle", force=3),
    )
    assert in_both(mechanism, 2, (*EQUATIONS, "energy"), size=size) < (EXACT, "")


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_every_expression(text):
    mechanism = bare(
        6500,
        lw.Input("pull", value=1.3),
        lw.Signal("half", value="0.5*D.angle.rate*b.position.y"),
        lw.Table("T", x=[-9, -1, 0, 2, 9], y=[1, 3, -1, 2, 4]),
        lw.JointForce("own", "D.angle", force=text),
        lw.SpringDamper("line", "a", "d", at_i=(0, 1, 0), at_j=(3, 1, 2), force=f"line.length.rate**2 - line.length*({text})"),
        lw.AppliedForce("f", "d", at=(0.4, 0.2, 0.3), force=(0, text, 0), torque=(text, 2, 0), axes="body"),
    )  # fmt: skip
    assert in_both(mechanism, 1) < (EXACT, "")


@pytest.mark.parametrize("text", MOTIONS)
def test_motions_by_value_rate_and_acceleration(text):
    mechanism = bare(
        6600,
        lw.Input("pull", value=1.3),
        lw.Table("T", x=[-9, -1, 0, 2, 9], y=[1, 3, -1, 2, 4]),
        lw.Driver("drive", "D.angle", motion=text),
    )
    model = lw.compile(mechanism)
    assert gradient_difference(model, 1, ALL) < (EXACT, "")
    pairs = swept_and_stepped(model, 1)
    assert np.abs(pairs["tape_const"][0]).max() > 0.1


def test_blocks_and_their_parameters():
    mechanism = with_blocks(shaped)
    assert in_both(mechanism, 2) < (EXACT, "")
    assert np.abs(swept_and_stepped(lw.compile(mechanism), 2)["block_p"][0]).max() > 0.1


def test_a_block_that_is_not_complex_safe_gets_differences_and_is_named():
    for function, named in ((shaped, ()), (real_only, ("second",))):
        model = lw.compile(with_blocks(function))
        e, (rints, rwork, r) = Evaluation(model, anywhere(model, 4, 0.3)), reverse_work(model)
        r.output[:], state, gradient = 1.0, e.state, np.zeros(model.floats.size)
        arguments = (model.ints, model.floats, e.work, rints, rwork, state.t, np.array(state.q), np.array(state.v))
        reverse_sweep(*arguments, gradient)
        blocks = [name for name, part in model.numbers.parts.items() if isinstance(part, lw.Block)]
        assert tuple(b for b, mode in zip(blocks, r.block_mode, strict=True) if mode == DIFFERENCES) == named
        exact, by_z = r.by_q.copy(), r.by_z.copy()
        r.block_mode[:] = DIFFERENCES
        reverse_sweep(*arguments, gradient)
        assert np.abs(r.by_q - exact).max() < 1e-7 * np.abs(exact).max()
        assert np.abs(r.by_z - by_z).max() < 1e-7 * np.abs(by_z).max()


@pytest.mark.purepython
def test_gradients_add_and_the_equations_alone_are_the_same_sweep():
    model = lw.compile(library.spatial_four_bar())
    rng, state = np.random.default_rng(0), model.design_state()
    e, (rints, rwork, r) = Evaluation(model, state), reverse_work(model)
    e.w.vdot[:], e.w.lam[:] = rng.normal(size=model.nv), rng.normal(size=model.n_rows)
    a, b, c = rng.normal(size=model.nv), rng.normal(size=model.n_rows), np.zeros(0)
    arguments = (model.ints, model.floats, e.work, rints, rwork, state.t, np.array(state.q), np.array(state.v))
    once, twice = np.zeros(model.floats.size), np.zeros(model.floats.size)
    r.residual[:], r.acceleration[:] = a, b
    reverse_sweep(*arguments, once)
    r.energy[:] = 7.0  # cleared by the next call
    for _ in range(2):
        equation_gradient(*arguments, a, b, c, twice)
    assert np.abs(once).max() > 1
    assert np.abs(twice - 2 * once).max() < 1e-14 * np.abs(once).max()
