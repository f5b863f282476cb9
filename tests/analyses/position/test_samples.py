"""Signals of many states, read by compiled loops, are those of each state by itself."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.position.measure import read_rows, signal_history
from linkwork.analyses.position.samples import SampleRows
from linkwork.model.state import StateSeries
from tests.rigs.blocks import shaped, with_blocks


def loaded(coordinates):
    """A planar four-bar with every kind of force, expressions of reactions and an input."""
    m = lw.library.planar_four_bar(case="II")
    m.add(
        lw.Input("u", 3.0),
        lw.JointSpring("twist", "A.angle", stiffness=3, damping=0.2),
        lw.Bushing("R", "ground", "link2", at=(1, 0, 0), stiffness=(5, 5, 5, 2, 2, 2)),
        lw.AppliedForce("pull", "link2", at=(1, 1, 0), force=("u", "2*u", 0)),
        lw.JointForce("motor", "A.angle", force="u*time"),
        lw.SpringDamper("S", "ground", "link2", at_i=(1, -0.5, 0), at_j=(1, 1, 0), stiffness=80, damping=3, rest=1),
        lw.Signal("load", "A.force.y + 2*energy.kinetic"),
        lw.Signal("power", "u*A.angle.rate"),
    )
    return lw.compile(m, coordinates=coordinates)


def blocks(coordinates):
    """Blocks with states, and forces that read them."""
    return lw.compile(with_blocks(shaped), coordinates=coordinates)


def spatial(coordinates):
    """A spatial four-bar, driven."""
    return lw.compile(lw.library.spatial_four_bar(), coordinates=coordinates)


def redundant(coordinates):
    """Planar loops in space: rows depend on others, and multipliers are the smallest."""
    m = lw.Mechanism("redundant", gravity=(0, -9.81, 0)).add(
        lw.Body("a", mass=1, com=(0, 0.5, 0), inertia=(0.1, 0.2, 0.3)),
        lw.Body("b", mass=2, com=(0.5, 1, 0), inertia=(0.1, 0.2, 0.3)),
        lw.Body("c", mass=1, com=(1, 0.5, 0), inertia=(0.1, 0.2, 0.3)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Revolute("B", "a", "b", at=(0, 1, 0), axis=(0, 0, 1)),
        lw.Revolute("C", "b", "c", at=(1, 1, 0), axis=(0, 0, 1)),
        lw.Revolute("D", "ground", "c", at=(1.2, 0, 0), axis=(0, 0, 1)),
    )
    return lw.compile(m, coordinates=coordinates)


def series(model, n=4):
    """States of a short run with its outputs."""
    run = lw.simulate(model, lw.assemble(model), 0.4, output=np.linspace(0, 0.4, n), rtol=1e-8, quiet=True)
    assert run.success
    return run


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("make", [loaded, blocks, spatial, redundant])
def test_every_signal_of_many_states_is_that_of_each(make, coordinates):
    model = make(coordinates)
    run = series(model)
    states = [run.state(k) for k in range(len(run))]
    sizes = {}
    for path in model.signals:
        rows = signal_history(model, StateSeries.of(states), path)
        each = np.array([lw.measure(model, state, path) for state in states])
        assert rows.shape == each.shape, path
        size = max(1.0, float(np.abs(each).max()))
        sizes[path] = float(np.abs(rows - each).max()) / size
    assert max(sizes.values()) < 1e-9, max(sizes, key=sizes.get)
    assert run["time"] == pytest.approx(run.t)


def test_inputs_that_change_from_state_to_state_are_those_of_their_rows():
    model = loaded("joint")
    run = series(model)
    given = np.array([1.0, -2.0, 5.0, 0.5])
    rows = SampleRows(model, run.states, efforts={"u": given})
    read = read_rows(rows, ["u", "pull.force", "A.force", "power"])
    for k, u in enumerate(given):
        for path, values in read.items():
            one = lw.measure(model, run.state(k), path, inputs={"u": float(u)})
            assert values[k] == pytest.approx(one, rel=1e-9, abs=1e-9), path


def test_undetermined_forces_are_an_error_or_gaps():
    """A body without mass that nothing holds."""
    m = lw.Mechanism("loose", gravity=(0, 0, -9.81)).add(
        lw.Body("a", mass=0, inertia=(0, 0, 0), com=(0, 0, 0)),
        lw.Body("b", mass=1, inertia=(1, 1, 1), com=(1, 0, 0)),
        lw.Revolute("R", "ground", "b", at=(0, 0, 0), axis=(0, 1, 0)),
        lw.Free("F", "ground", "a"),
    )
    model = lw.compile(m)
    states = StateSeries.of([model.design_state(), model.design_state()])
    with pytest.raises(lw.FormulationError, match="'a'"):
        _ = SampleRows(model, states).motion
    vdot, _ = SampleRows(model, states, gaps=True).motion
    assert np.isnan(vdot).all()


def test_no_states_give_empty_signals():
    model = spatial("joint")
    run = series(model)
    none = run.states.part(np.zeros(0, int))
    assert signal_history(model, none, model.signals[0]).shape[0] == 0
