"""Every primitive of constraints and signals: gradient, second and third derivatives against complex steps of itself."""

import numpy as np
import pytest

from linkwork.kernels.dispatch import folded
from linkwork.kernels.forces.rotation_jacobian import bend, bent_jacobian_derivative
from linkwork.kernels.measures.measure import MeasureKind, completed
from linkwork.kernels.measures.table import (
    KINDS,
    MEASURES,
    gradient_change,
    measure_curvature,
    measure_hessian,
    measure_jet,
    transposed_change,
)
from linkwork.kernels.rotations import inverse_jacobian
from linkwork.kernels.vectors import dot
from linkwork.numerics.jit import kernel
from tests.rigs.poses import pose, random_rotation, skew

STEP = 1e-30
BY_JET = [completed(MeasureKind(measure.name, measure.jet)) for measure in MEASURES]  # all derivatives by complex step
jet_hessian, jet_curvature, jet_gradient_change, jet_transposed_change = (
    folded([getattr(measure, name) for measure in BY_JET], inlined=False)
    for name in ("hessian", "curvature", "gradient_change", "transposed_change")
)


@kernel
def value_and_rates(kind, axes, X_I, V_I, A_I, X_J, V_J, A_J, out):
    """out (3 + 12): value, rate, second rate, gradients."""
    value, rate, bias, t_I, n_I, t_J, n_J = measure_jet(kind, axes, X_I, V_I, A_I, X_J, V_J, A_J)
    out[0], out[1], out[2] = value, rate, bias
    for i in range(3):
        out[3 + i], out[6 + i], out[9 + i], out[12 + i] = t_I[i], n_I[i], t_J[i], n_J[i]


@kernel
def second_and_third(kind, axes, X_I, X_J, V_I, V_J, g, H, N):
    measure_hessian(kind, axes, X_I, X_J, g, H)
    by_I, by_J, by_d = measure_curvature(kind, axes, X_I, X_J, V_I, V_J)
    for i in range(3):
        N[i], N[3 + i], N[6 + i] = by_I[i], by_J[i], by_d[i]


@kernel
def changes(kind, axes, X_I, X_J, y, out):
    """out (18): H y, H'y."""
    w_I, w_J, dd = (y[0], y[1], y[2]), (y[3], y[4], y[5]), (y[6], y[7], y[8])
    of_I, of_J, of_n = gradient_change(kind, axes, X_I, X_J, w_I, w_J, dd)
    by_I, by_J, by_d = transposed_change(kind, axes, X_I, X_J, w_I, w_J, dd)
    for i in range(3):
        out[i], out[3 + i], out[6 + i] = of_I[i], of_J[i], of_n[i]
        out[9 + i], out[12 + i], out[15 + i] = by_I[i], by_J[i], by_d[i]


@kernel
def all_by_jet(kind, axes, X_I, X_J, V_I, V_J, out):
    """out (117): g, H, curvature, H y, H'y."""
    w_I, w_J = (V_I[0], V_I[1], V_I[2]), (V_J[0], V_J[1], V_J[2])
    dd = (V_J[3] - V_I[3], V_J[4] - V_I[4], V_J[5] - V_I[5])
    jet_hessian(kind, axes, X_I, X_J, out[:9], out[9:90])
    by_I, by_J, by_d = jet_curvature(kind, axes, X_I, X_J, V_I, V_J)
    of_I, of_J, of_n = jet_gradient_change(kind, axes, X_I, X_J, w_I, w_J, dd)
    for i in range(3):
        out[90 + i], out[93 + i], out[96 + i] = by_I[i], by_J[i], by_d[i]
        out[99 + i], out[102 + i], out[105 + i] = of_I[i], of_J[i], of_n[i]
    by_I, by_J, by_d = jet_transposed_change(kind, axes, X_I, X_J, w_I, w_J, dd)
    for i in range(3):
        out[108 + i], out[111 + i], out[114 + i] = by_I[i], by_J[i], by_d[i]


@kernel
def jacobian_and_slope(theta, a, sign, along, out):
    value = inverse_jacobian((theta[0], theta[1], theta[2]), (a[0], a[1], a[2]), sign)
    for i in range(3):
        out[0, i] = value[i]


@kernel
def slope_only(theta, a, sign, along, out):
    turn, direction = (theta[0], theta[1], theta[2]), (along[0], along[1], along[2])
    b, b_prime = bend(dot(turn, turn))
    slope = bent_jacobian_derivative(turn, (a[0], a[1], a[2]), sign, direction, b, b_prime)
    for i in range(3):
        out[i] = slope[i]


def stepped(X_I, X_J, c):
    """Both poses in complex numbers, displaced along coordinate c of x9 = (turn of I, turn of J, p_J - p_I)."""
    I, J, unit = X_I.astype(complex), X_J.astype(complex), np.eye(3)[c % 3] * 1j * STEP
    if c < 6:
        X = I if c < 3 else J
        X[:9] = ((np.eye(3) + skew(unit)) @ X[:9].reshape(3, 3)).reshape(-1)
    else:
        J[9:] += unit
    return I, J


@pytest.mark.purepython
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", KINDS)
def test_derivatives_of_a_primitive(name, seed):
    rng = np.random.default_rng(seed)
    X_I, X_J = (pose(random_rotation(rng), rng.normal(size=3)) for _ in range(2))
    V_I, V_J = rng.normal(size=(2, 6))
    axes = np.array(rng.permutation(3))
    kind, g, H, N = KINDS[name], np.zeros(9), np.zeros(81), np.zeros(9)
    second_and_third(kind, axes, X_I, X_J, V_I, V_J, g, H, N)
    H = H.reshape(9, 9)
    out, zero = np.zeros(15), np.zeros(6)
    value_and_rates(kind, axes, X_I, V_I, zero, X_J, V_J, zero, out)
    y = np.concatenate((V_I[:3], V_J[:3], V_J[3:] - V_I[3:]))
    assert np.concatenate((out[3:6], out[9:12], out[12:15])) == pytest.approx(g, abs=1e-14)
    assert out[6:9] == pytest.approx(-g[6:], abs=1e-14)
    assert out[1] == pytest.approx(g @ y, abs=1e-13)
    assert out[2] == pytest.approx(y @ H @ y, abs=1e-12)
    for c in range(9):
        I, J = stepped(X_I, X_J, c)
        moved = np.zeros(15, complex)
        value_and_rates(
            kind,
            axes,
            I,
            V_I.astype(complex),
            zero.astype(complex),
            J,
            V_J.astype(complex),
            zero.astype(complex),
            moved,
        )
        slope = moved.imag / STEP
        if not MEASURES[kind].velocity_only:
            assert slope[0] == pytest.approx(g[c], abs=1e-13)
        assert np.concatenate((slope[3:6], slope[9:12], slope[12:15])) == pytest.approx(H[:, c], abs=1e-12)
        assert slope[1] == pytest.approx(y @ H[:, c], abs=1e-12)
        assert slope[2] == pytest.approx(N[c], abs=1e-11)


@pytest.mark.purepython
@pytest.mark.parametrize("name", KINDS)
def test_derivatives_of_a_jet_alone_are_those_written_by_hand(name):
    rng = np.random.default_rng(5)
    X_I, X_J = (pose(random_rotation(rng), rng.normal(size=3)) for _ in range(2))
    V_I, V_J = rng.normal(size=(2, 6))
    y, axes, kind = np.concatenate((V_I[:3], V_J[:3], V_J[3:] - V_I[3:])), np.array(rng.permutation(3)), KINDS[name]
    g, H, N, along, made = np.zeros(9), np.zeros(81), np.zeros(9), np.zeros(18), np.zeros(117)
    second_and_third(kind, axes, X_I, X_J, V_I, V_J, g, H, N)
    changes(kind, axes, X_I, X_J, y, along)
    all_by_jet(kind, axes, X_I, X_J, V_I, V_J, made)
    H_y = H.reshape(9, 9)
    assert along == pytest.approx(np.concatenate((H_y @ y, H_y.T @ y)), abs=1e-13)
    assert made == pytest.approx(np.concatenate((g, H, N, along)), abs=1e-13)


@pytest.mark.parametrize("size", [0.0, 1e-6, 1e-2, 0.0999, 0.1001, 0.5, 2.0, 3.0])
def test_the_slope_of_the_rotation_vectors_jacobian(size):
    rng = np.random.default_rng(1)
    theta, a, along = rng.normal(size=(3, 3))
    theta *= size / np.linalg.norm(theta)
    for sign in (-1.0, 1.0):
        moved, slope = np.zeros((1, 3), complex), np.zeros(3)
        jacobian_and_slope(theta + 1j * STEP * along, a.astype(complex), sign, along, moved)
        slope_only(theta, a, sign, along, slope)
        assert slope == pytest.approx(moved[0].imag / STEP, rel=1e-12, abs=1e-13)
