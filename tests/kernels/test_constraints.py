"""Every primitive's rate, bias and gradient, and every row's Phi_v, nu and gamma, against complex steps of what they derive from."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.kernels.measures.table import MEASURES
from linkwork.kernels.probe import moved
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import off
from tests.rigs.complex_models import STEP, ComplexModel
from tests.rigs.joint_mechanisms import CONSTRAINTS, TREE, planar, spatial

VELOCITY_KINDS = [kind for kind, measure in enumerate(MEASURES) if measure.velocity_only]
READ = "b.velocity.local.x + d.angular_velocity.y + c.angular_velocity.local.z + c.position.x"


def all_measures(kind, coordinates):
    """A mechanism whose forces read velocity signals, with a driver and a coupler, all joints' rows present."""
    m = spatial(np.random.default_rng(CASES.index(kind)), kind)
    m.add(
        lw.JointForce("reads", "D.angle", force=READ),
        lw.Driver("drive", "C.displacement", motion="0.3*sin(2*time) + 0.1*time**3"),
        lw.Coupler("gear", terms={"U.angle_i": 1.0, "U.angle_j": -0.7, "C.displacement": 0.4}),
    )
    return lw.compile(m, coordinates=coordinates, cut=["X"])


def anywhere(model, seed):
    """A random pose and speed; the primitives do not ask that the constraints hold."""
    rng = np.random.default_rng(seed)
    q = np.zeros(model.nq)
    moved(model.ints, model.floats, model.design_state().q, 0.5 * rng.normal(size=model.nv), q)
    return q, rng.normal(size=model.nv)


CASES = TREE + CONSTRAINTS
TIME = 0.6


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("kind", CASES)
def test_rates_and_biases_follow_the_motion(kind, coordinates):
    """d/ds value(q ⊕ s v) = rate and d/ds rate(q ⊕ s v, v) = bias."""
    model = all_measures(kind, coordinates)
    q, v = anywhere(model, CASES.index(kind))
    e = Evaluation(model, lw.State(TIME, q, v))
    w = ComplexModel(model).at(TIME, q, v, v)
    has_value = ~np.isin(e.m.measure_kind, VELOCITY_KINDS)
    assert off((w.measure_value.imag / STEP)[has_value], e.w.measure_rate[has_value]) < 1e-12
    assert off(w.measure_rate.imag / STEP, e.w.measure_bias) < 1e-12


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("kind", CASES)
def test_rows_are_the_derivatives_of_phi(kind, coordinates):
    """Phi_v by complex steps of Phi (of Phidot in v for velocity rows); gamma = -d/dt (Phi_v) v at constant v and t."""
    model = all_measures(kind, coordinates)
    q, v = anywhere(model, 50 + CASES.index(kind))
    e = Evaluation(model, lw.State(TIME, q, v))
    stepped = ComplexModel(model)
    position = e.m.row_level == 0
    for k, unit in enumerate(np.eye(model.nv)):
        w = stepped.at(TIME, q, v, unit)
        assert off((w.Phi.imag / STEP)[position], e.Phi_v[position, k]) < 1e-12
        w = stepped.at(TIME, q, v, None, unit)
        assert off(w.Phidot.imag / STEP, e.Phi_v[:, k]) < 1e-12
    assert off(e.Phi_v @ v - e.w.nu, e.w.Phidot) < 1e-13
    w = stepped.at(TIME, q, v, v)
    driven = np.array([model.lowered.rows[r].part == "drive" for r in range(model.n_rows)])
    accel = np.where(driven, -1.2 * np.sin(2 * TIME) + 0.6 * TIME, 0.0)
    assert off(accel - w.Phidot.imag / STEP, e.w.gamma) < 1e-12
    assert off((stepped.jacobian().imag / STEP) @ v, accel - e.w.gamma) < 1e-12


def test_together_the_cases_have_every_kind_of_measure_and_both_levels():
    kinds, levels = set(), set()
    for kind in ("screw", "universal", "distance", "no_slide"):
        arrays = all_measures(kind, "cartesian").lowered.arrays
        kinds |= set(arrays["measure_kind"].tolist())
        levels |= set(arrays["row_level"].tolist())
    assert kinds == set(range(9))
    assert levels == {0, 1}


def test_a_drivers_nu_and_gamma_are_the_derivatives_of_its_motion():
    m = planar(np.random.default_rng(3), "revolute")
    motion = "0.3*sin(2*time) + step5(time, 0, 0, 2, 1) - exp(-time)*cos(3*time) + table(lift, time)"
    m.add(lw.Table("lift", (0, 0.5, 1, 1.5, 2), (0, 0.3, 0.2, -0.4, 0.1)), lw.Driver("drive", "X.angle", motion=motion))
    model = lw.compile(m)
    q, v = anywhere(model, 4)
    r = model.n_rows - 1
    h = 1e-4

    def row(t):
        w = Evaluation(model, lw.State(t, q, v)).w
        return np.array([w.Phi[r], w.nu[r], w.gamma[r]])

    phi, nu, gamma = np.array([row(TIME + k * h) for k in (-2, -1, 0, 1, 2)]).T
    slope = np.array([1, -8, 0, 8, -1]) / (12 * h)
    assert -phi @ slope == pytest.approx(nu[2], rel=1e-9)
    bias = Evaluation(model, lw.State(TIME, q, v)).w.measure_bias[model.lowered.arrays["term_measure"][-1]]
    assert nu @ slope == pytest.approx(gamma[2] + bias, rel=1e-9)


@pytest.mark.purepython
def test_gradients_of_a_planar_mechanism_stay_in_the_plane():
    model = lw.compile(planar(np.random.default_rng(1), "prismatic"), coordinates="cartesian")
    assert model.nv == 12
    e = Evaluation(model, model.design_state())
    assert np.linalg.matrix_rank(e.Phi_v) == model.n_rows == 10
