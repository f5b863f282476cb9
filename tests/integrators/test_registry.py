"""An integrator is a choice and a module that registers its methods: runs, records and sensitivities ask the registry."""

import subprocess
import sys

import pytest

import linkwork as lw
from linkwork.description.choice_names import choice_names
from linkwork.description.choices import Formulation, Integrator
from linkwork.dynamics.formulations.registry import entry_of
from linkwork.integrators import registry
from linkwork.integrators.methods import runge_kutta
from linkwork.integrators.registry import Method, method_named, method_numbered, method_of, methods

PROGRAM = """
from dataclasses import dataclass
import numpy as np
import linkwork as lw
from linkwork.description.choices import Formulation, Integrator
from linkwork.integrators.methods import runge_kutta
from linkwork.integrators.registry import Meaning, Method, meaning_of, register, register_choice

@dataclass(frozen=True)
class Halved(Integrator):
    step: float

    @property
    def fixed_step(self):
        return self.step / 2

register(Method(99, "halved", runge_kutta, stage_rows=5, dense_rows=3, one_step=True))
register_choice(Halved, Meaning(lambda choice, rtol: 99, sensitivities=frozenset()))

model = lw.compile(lw.library.planar_four_bar())
state = lw.assemble(model)
mine, own = (lw.simulate(model, state, 0.01, integrator=i) for i in (Halved(2e-3), lw.RungeKutta4(1e-3)))
assert mine.record.method == "halved" and set(mine.record.kind) == {99}
assert np.array_equal(mine.q, own.q) and np.array_equal(mine.v, own.v)
again = lw.simulate(model, state, 0.01, replay=mine.record)
assert np.array_equal(again.q, own.q)
case = lw.Case("c", duration=0.01, integrator={"type": "halved", "step": 2e-3}, outputs={"end": "final(A.angle)"})
assert lw.run(model, case).outputs["end"] == own["A.angle"][-1]
try:
    lw.sensitivity(model, case, ["L1"])
except ValueError as error:
    assert "Halved has no sensitivities" in str(error)
else:
    raise AssertionError

class Tighter(lw.Radau):
    pass

assert meaning_of(Tighter()) is meaning_of(lw.Radau())

class Unknown(Formulation):
    pass

class Unheard(Integrator):
    pass

try:
    lw.simulate(model, state, 0.01, integrator=Unheard())
except TypeError as error:
    assert "Unheard is no integrator that linkwork can run; choose one of Adams, BDF, " in str(error)
else:
    raise AssertionError

try:
    lw.simulate(model, state, 0.01, formulation=Unknown())
except TypeError as error:
    assert "Unknown is no formulation that linkwork can solve; choose one of Augmented, " in str(error)
else:
    raise AssertionError
"""  # classes that are defined here stay among the choices: in a process of its own


def test_an_integrator_from_outside_runs_and_is_recorded_and_named():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def test_every_integrator_means_a_method():
    for name, kind in choice_names(Integrator).items():
        choice = kind(step=1e-3) if name == "runge-kutta-4" else kind()
        method, step = method_of(choice, 1e-6)
        assert method_named(method.name) is method_numbered(method.number) is method
        assert step == (1e-3 if name == "runge-kutta-4" else 0.0)
    assert method_of(None, 1e-6) == method_of(lw.DormandPrince(), 1e-6)
    assert method_of(lw.HHT(step=0.5), 1e-6)[1] == 0.5


def test_numbers_and_names_of_methods_are_their_own():
    before = dict(methods())
    with pytest.raises(ValueError, match="method 'other' has the number 3, and 'runge-kutta-4' has 3"):
        registry.register(Method(3, "other", runge_kutta, stage_rows=5, dense_rows=3))
    with pytest.raises(ValueError, match="choose a number and a name that are free"):
        registry.register(Method(98, "bdf", runge_kutta, stage_rows=5, dense_rows=3))
    assert methods() == before


def test_every_formulation_is_solved_by_its_module():
    for kind in choice_names(Formulation).values():
        entry = entry_of(kind())
        assert entry.sparse or entry.module.scratch_sizes(3, 2)
        assert callable(entry.module.accelerations)
        assert entry.drifts == (kind is lw.Baumgarte)
