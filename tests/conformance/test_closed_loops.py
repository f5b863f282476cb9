"""Random closed loops moved by every formulation in both coordinates, in steps as long as the tolerance allows."""

import numpy as np
import pytest

import linkwork as lw
from tests.rigs.answers import FORMULATIONS
from tests.rigs.joint_mechanisms import CONSTRAINTS, TREE, draw, spatial
from tests.rigs.states import same_place

SETTINGS = (None, *FORMULATIONS)
KINDS = (*TREE, *CONSTRAINTS)
DURATION = 0.25
AGREE = 1e-9
DRIFTS = 1e-6  # Baumgarte pulls the positions back instead of projecting them


def ends(seed, **choices):
    """{coordinates: {setting: places of all bodies at the end}}"""
    kind = KINDS[seed % len(KINDS)]
    mechanism, model, state = draw(lambda rng: spatial(rng, kind), 3000 + seed)
    full = lw.compile(mechanism, coordinates="cartesian")
    places = [f"{name}.position" for name in model.bodies]
    results = {}
    for name, where, start in (("joint", model, state), ("cartesian", full, same_place(model, state, full))):
        results[name] = {}
        for setting in SETTINGS:
            run = lw.simulate(where, start, DURATION, output=[DURATION], formulation=setting, quiet=True, **choices)
            assert run.success, (kind, name, setting, run.message)
            results[name][setting] = np.ravel(lw.measure(where, run.final, *places))
    return results


def apart(one, other):
    return np.abs(one - other).max() / max(1.0, np.abs(other).max())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_all_formulations_end_at_the_same_place_in_both_coordinates(seed):
    result = ends(seed, rtol=1e-12)
    for name in result:
        for setting, end in result[name].items():
            allowed = DRIFTS if isinstance(setting, lw.Baumgarte) else AGREE
            assert apart(end, result["joint"][None]) < allowed, (name, setting)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_all_formulations_take_the_same_long_steps(seed):
    """Twenty of one length: formulations differ by rounding, however far the steps are off.

    Of five steps those near a singular position are evaluated on the motion's branch by some formulations only.
    """
    result = ends(seed, integrator=lw.RungeKutta4(DURATION / 20))
    for name in result:
        for setting, end in result[name].items():
            if not isinstance(setting, lw.Baumgarte):
                assert apart(end, result[name][None]) < AGREE, (name, setting)
