"""Quantities and choices that two parts of the package know are the same in both, and are what the documentation says."""

import re
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.design.case import tolerance_of
from linkwork.dynamics.formulations.solve import solve
from linkwork.integrators.motion import prepare
from linkwork.model.evaluation import Evaluation

ROOT = Path(__file__).parents[3]


def machine(*parts):
    """A tree joint, a turned tree joint and a loop, with every kind of force, all of them moving."""
    return lw.Mechanism("machine", gravity=(0, 0, -9.81)).add(
        lw.Body("crank", mass=2, inertia=(0.2, 0.3, 0.4), com=(0.3, 0.1, 0)),
        lw.Body("coupler", mass=1, inertia=(0.2, 0.1, 0.2), com=(1, 0.5, 0.1)),
        lw.Body("slider", mass=3, inertia=(0.2, 0.2, 0.2), com=(2, 0, 0)),
        lw.Body("flag", mass=0.5, inertia=(0.05, 0.04, 0.03), com=(2, 0, 0.6)),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0), axis=(0, 1, 0)),
        lw.Spherical("B", "coupler", "crank", at=(0.6, 0.2, 0)),
        lw.Universal("C", "coupler", "slider", at=(1.8, 0, 0), axis_i=(0, 0, 1), axis_j=(0, 1, 0)),
        lw.Prismatic("D", "ground", "slider", at=(2, 0, 0), axis=(1, 0, 0)),
        lw.Revolute("E", "flag", "slider", at=(2, 0, 0.2), axis=(0.6, 0, 0.8)),
        lw.SpringDamper("S", "ground", "coupler", at_i=(1, 1, 1), at_j=(1, 0.5, 0.1), stiffness=70, damping=3, rest=0.8),
        lw.JointSpring("T", "A.angle", stiffness=12, damping=0.3, rest=0.2),
        lw.JointForce("M", "D.displacement", force="4*cos(5*time)"),
        lw.JointSpring("U", "C.angle_j", stiffness=4, rest=0.3),
        lw.JointSpring("V", "C.angle_i", stiffness=3, rest=-0.2),
        lw.Bushing("R", "slider", "flag", at=(2, 0, 0.2), stiffness=(50, 60, 70, 5, 6, 7), damping=(1, 1, 1, 1, 1, 1)),
        lw.Beam("L", "ground", "flag", at_i=(3, 0, 0.6), at_j=(2, 0, 0.6), EA=900, EI=(8, 9), GJ=5),
        lw.AppliedForce("F", "flag", at=(2, 0, 0.6), force=(1, "2*time", 3), torque=(0.1, 0.2, 0.3), axes="body"),
        lw.Driver("W", "E.angle", motion="0.2 - time"),
        *parts,
    )  # fmt: skip


def scalars(model):
    """Paths of all numbers that a model offers."""
    results = []
    for path in model.signals:
        signal = model.signal_table.find(path)
        if signal.post != "quaternion" and len(signal.shape) < 2:
            results += [path] if not signal.shape else [f"{path}.{axis}" for axis in "xyz"]
        if signal.source in ("reaction", "total"):
            results += [f"{path}.{local}.{axis}" for local in ("local", "local_i") for axis in "xyz"]
    return results


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_outputs_and_signals_of_the_same_name_are_equal(coordinates):
    """Outputs are read by a compiled reader, signals by another one in Python."""
    model = lw.compile(machine(), coordinates=coordinates)
    start = {"A.angle": 0.3, "A.angle.rate": 2.0}
    paths = scalars(model)
    assert len(paths) > 300
    case = lw.Case("c", start=start, duration=0.0, outputs={f"o{k}": f"final({p})" for k, p in enumerate(paths)})
    result = lw.run(model, case)
    own = np.array(lw.measure(model, result.start, *paths))
    values = np.array([result.outputs[f"o{k}"] for k in range(len(paths))])
    loose = {f"{joint}.{word}" for joint, words in lw.check(model, result.start).nonunique.items() for word in words}
    for path, a, b in zip(paths, values, own, strict=True):
        if path not in loose:
            assert abs(a - b) <= 1e-9 * max(1.0, np.abs(own).max() * 1e-3), (path, a, b)


def unsymmetric():
    stiffness = np.diag([900.0, 900, 900, 40, 40, 40])
    stiffness[0, 1] = 100.0
    mechanism = lw.Mechanism("mounted", gravity=(0, 0, -9.81)).add(
        lw.Body("block", mass=1, inertia=(0.1, 0.1, 0.1), com=(0, 0, 0)),
        lw.Bushing("mount", "ground", "block", at=(0, 0, 0), stiffness=stiffness.tolist()),
    )
    model = lw.compile(mechanism)
    return model, lw.assemble(model)


@pytest.mark.parametrize("name", ["energy.potential", "energy.total"])
def test_an_unsymmetric_bushing_has_no_energy_in_any_reader(name):
    model, state = unsymmetric()
    message = "'mount': its stiffness is not symmetric"
    with pytest.raises(lw.AnalysisError, match=message):
        lw.potential_energy(model, state)
    with pytest.raises(lw.AnalysisError, match=message):
        lw.measure(model, state, name)
    with pytest.raises(lw.DescriptionError, match=message):
        lw.simulate(model, state, 0.1, events=lw.Event(f"{name} - 1"))
    with pytest.raises(lw.DescriptionError, match=message):
        lw.run(model, lw.Case("c", duration=0.1, outputs={"e": f"final({name})"}))
    assert lw.measure(model, state, "energy.kinetic") == 0.0
    assert lw.run(model, lw.Case("c", duration=0.1, outputs={"e": "final(energy.kinetic)"})).outputs["e"] > 0


def pendulum():
    mechanism = lw.Mechanism("pendulum", gravity=(0, -9.81, 0), plane="xy")
    mechanism.add(lw.Body("bar", mass=1, inertia=0.1, com=(0.5, 0, 0)), lw.Revolute("A", "ground", "bar", at=(0, 0, 0)))
    model = lw.compile(mechanism)
    return model, lw.assemble(model)


@pytest.mark.parametrize("integrator", [lw.Adams, lw.DormandPrince, lw.Radau, lw.BDF, lw.GeneralizedAlpha])
@pytest.mark.parametrize("name", ["rtol", "atol"])
def test_two_tolerances_that_differ_are_refused_and_both_named(integrator, name):
    model, state = pendulum()
    with pytest.raises(lw.AnalysisError, match=f"{name} is 1e-09 in simulate and 0.0001 in {integrator.__name__}"):
        lw.simulate(model, state, 1.0, integrator=integrator(**{name: 1e-4}), **{name: 1e-9})
    with pytest.raises(lw.DescriptionError, match=f"{name}: is 1e-09 here and 0.0001 in {integrator.__name__}"):
        lw.Case("c", duration=1.0, integrator=integrator(**{name: 1e-4}), **{name: 1e-9})


def test_the_default_tolerance_given_beside_another_is_refused_too():
    model, state = pendulum()
    with pytest.raises(lw.AnalysisError, match="rtol is 1e-06 in simulate and 0.0001 in Adams"):
        lw.simulate(model, state, 1.0, rtol=1e-6, integrator=lw.Adams(rtol=1e-4))


def test_a_tolerance_counts_wherever_it_is_given():
    model, state = pendulum()
    runs = [
        lw.simulate(model, state, 1.0, rtol=1e-9, integrator=lw.Adams()),
        lw.simulate(model, state, 1.0, integrator=lw.Adams(rtol=1e-9)),
        lw.simulate(model, state, 1.0, rtol=1e-9, integrator=lw.Adams(rtol=1e-9)),
    ]
    assert [run.record.rtol for run in runs] == [1e-9] * 3
    assert [run.stats.steps for run in runs] == [runs[0].stats.steps] * 3
    loose = lw.simulate(model, state, 1.0, integrator=lw.Adams())
    assert loose.record.rtol == 1e-6 and loose.stats.steps < runs[0].stats.steps


def test_a_replay_at_another_tolerance_than_its_record_s_is_refused():
    model, state = pendulum()
    record = lw.simulate(model, state, 1.0, rtol=1e-5).record
    with pytest.raises(lw.AnalysisError, match="rtol is 1e-09 in simulate and 1e-05 in the record"):
        lw.simulate(model, state, 1.0, rtol=1e-9, replay=record)


def test_a_case_is_checked_against_differences_at_the_tolerance_that_it_runs_with():
    assert tolerance_of(lw.Case("c", duration=1.0)) == 1e-6
    assert tolerance_of(lw.Case("c", duration=1.0, rtol=1e-8)) == 1e-8
    assert tolerance_of(lw.Case("c", duration=1.0, integrator=lw.Radau(rtol=1e-4))) == 1e-4


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_the_documented_default_formulation_is_the_one_that_is_used(coordinates):
    text = (ROOT / "docs" / "coordinates.md").read_text(encoding="utf-8")
    rows = {where: re.search(rf"\| default formulation {where} \| `(\w+)` \| `(\w+)` \|", text).groups()
            for where in ("of runs", "at one state")}  # fmt: skip
    column = ("joint", "cartesian").index(coordinates)
    model = lw.compile(lw.library.planar_four_bar(), coordinates=coordinates)
    state = lw.assemble(model)
    runs, once = (getattr(lw, rows[where][column])() for where in ("of runs", "at one state"))
    assert prepare(model, None, {}, ()).kernels[0] is prepare(model, runs, {}, ()).kernels[0]
    assert solve(Evaluation(model, state)).formulation == once
    default, given = (lw.simulate(model, state, 0.5, formulation=choice).q[-1] for choice in (None, runs))
    np.testing.assert_array_equal(default, given)


def door(coordinates):
    """Two hinges in one line: how they share the weight is open, the sum is not; the moment across is."""
    mechanism = lw.Mechanism("door", gravity=(0, 0, -9.81)).add(
        lw.Body("door", mass=10, inertia=(1, 1, 1), com=(0.5, 0, 0.4)),
        lw.Revolute("A", "ground", "door", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Revolute("B", "ground", "door", at=(0, 0, 1), axis=(0, 0, 1)),
        lw.Revolute("C", "door", "leaf", at=(1, 0, 0.4), axis=(0, 0, 1)),
        lw.Body("leaf", mass=1, inertia=(0.1, 0.1, 0.1), com=(1.3, 0, 0.4)),
    )
    model = lw.compile(mechanism, coordinates=coordinates)
    return model, lw.assemble(model, {"A.angle.rate": 2.0, "C.angle.rate": 0.0})


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_events_of_reactions_that_are_not_unique_are_refused_and_named(coordinates):
    """Signals show the smallest of many sets of reactions, events read another one."""
    model, state = door(coordinates)
    with pytest.raises(lw.AnalysisError, match=r"events: A\.force\.z, B\.torque\.y is not unique.*lw\.check"):
        lw.simulate(model, state, 0.1, events=[lw.Event("A.force.z + B.torque.y - 60")])
    force = lw.measure(model, state, "C.force.x")  # this one is unique
    run = lw.simulate(model, state, 0.1, events=[lw.Event(f"C.force.x - ({force!r}) - 1 + 20*time")])
    (event,) = run.events
    assert abs(lw.measure(model, event.state, "C.force.x") - force - 1 + 20 * event.time) < 1e-6
