"""Derivatives of inverse dynamics against Pinocchio's, for every joint both have."""

import numpy as np
import pinocchio as pin
import pytest

import linkwork as lw
from linkwork.dynamics.jacobians import state_jacobians
from linkwork.model.evaluation import Evaluation
from tests.rigs.joint_mechanisms import TREE
from tests.rigs.pinocchio_trees import pinocchio_tree
from tests.rigs.random_trees import random_tree
from tests.rigs.states import anywhere

SHARED = tuple(kind for kind in TREE if kind != "screw")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kinds", [*((kind,) for kind in SHARED if kind != "fixed"), SHARED], ids=lambda k: "-".join(k))
def test_rnea_derivatives_are_pinocchios(kinds, seed):
    model = lw.compile(random_tree(6000 + seed, 8, kinds))
    state = anywhere(model, 1)
    vdot = np.random.default_rng(2).normal(size=model.nv)
    result = state_jacobians(Evaluation(model, state), vdot, np.zeros(model.n_rows))
    peer, data, converted = pinocchio_tree(model)
    by_q, by_v, by_vdot = pin.computeRNEADerivatives(peer, data, converted(state.q), np.array(state.v), vdot)
    mass = np.triu(by_vdot) + np.triu(by_vdot, 1).T
    for ours, theirs in ((result.F_q, by_q), (result.F_v, by_v), (result.M, mass)):
        assert np.abs(ours - theirs).max() <= 1e-12 * np.abs(theirs).max()
