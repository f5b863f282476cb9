"""Linear models of constrained mechanisms about any state, at rest or moving (bae-2003, Eqs. 24-30, corrected).

Positions, velocities and accelerations are varied together. With named positions s and speeds r of a state on the constraints

    [Phi_q; s_q] dq = [0; dx],    [Phi_v; r_v] dv = [-Phidot_q dq; dw - r_q dq],
    [Phi_v; r_v] dvdot = [-Phiddot_q dq + gamma_v dv; dwdot - rdot_q dq - rdot_v dv],
    N'(M dvdot + F_v dv + F_q dq + F_z dz + F_u du) = 0,   N = dvdot by dwdot,   F_q at constant lam,

which gives mass, damping and stiffness by dwdot, dw and dx, and A, B, C, D. No differences: F_q, Phidot_q and their like are
analytic, signals and inputs go by a complex step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwork.analyses.directional import Directional
from linkwork.analyses.errors import AnalysisError, QuestionError
from linkwork.analyses.measure import Reader, Sample
from linkwork.analyses.mode_energy import body_inertias, spring_maps
from linkwork.analyses.reactions import row_ranges
from linkwork.analyses.row_space import BASES, RowSpace
from linkwork.analyses.slopes import Slopes, slopes
from linkwork.analyses.state_choice import (
    Named,
    body_motion,
    choose_positions,
    choose_speeds,
    gradients,
    rate_path,
    require_independent,
    split_states,
)
from linkwork.description.blocks import Block
from linkwork.description.parts import Driver
from linkwork.formulations.solve import solve
from linkwork.kernels.gradients import motion_forces
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.state import State
from linkwork.results.columns import SUFFIXES
from linkwork.results.equilibrium import Equilibrium
from linkwork.results.linear_system import LinearSystem

ASSEMBLED = 1e-6  # largest violation of the constraints, in the mechanism's length
RESTING = 1e-7  # speeds and accelerations, relative to length and to what the forces could give
UNIQUE = 1e-7  # what undetermined multipliers may do to an output that is unique, relative to their size


def linearize(
    model: Model,
    state: State | Equilibrium,
    *,
    states: Sequence[str] | None = None,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    values: Mapping[str, float] | None = None,
    basis: str = "qr",
) -> LinearSystem:
    """The linear model about a state: mass, damping and stiffness by independent coordinates, and A, B, C, D by name.

    `states` are position signals (and speeds, where they are not the positions' rates); without them joint coordinates are
    chosen. `inputs` are inputs of the mechanism, and drivers: these enter by their acceleration, with value and rate as states.
    `outputs` are any signals. `values` are those of inputs at the state; an equilibrium brings its own.

    >>> lin = lw.linearize(model, eq, inputs=["tau"], outputs=["A.angle", "D.force.y"])
    >>> lin.A, lin.B, lin.stiffness, lin.modes()
    """
    if isinstance(state, Equilibrium):
        state, values = state.state, {**state.inputs, **(values or {})}
    if basis not in BASES:
        raise QuestionError(f"linearize: basis is one of {', '.join(BASES)}, not {basis!r}")
    e = Evaluation(model, state, values)
    _require_assembled(e)
    plain, drivers = _split_inputs(model, state, _names("inputs", inputs))
    components = _components(model, _names("outputs", outputs))
    return _Linearization(e, plain, drivers, basis).system(_names("states", states), [*inputs], components)


def _names(what: str, names: Sequence[str] | None) -> list[str] | None:
    if isinstance(names, str):
        raise QuestionError(f"linearize: {what} is a list of names, for example {what}=[{names!r}]")
    return None if names is None else list(names)


def _require_assembled(e: Evaluation) -> None:
    off = np.abs(e.m.row_scale * e.w.Phi * e.w.active)
    worst = int(np.argmax(off)) if off.size else 0
    if off.size and off[worst] > ASSEMBLED * e.model.length:
        raise AnalysisError(
            f"linearize: the state is not on the constraints: {e.model.row_names[worst]} is off by {abs(e.w.Phi[worst]):.3g}; "
            "take a state of assemble, equilibrium or a run"
        )


def _split_inputs(model: Model, state: State, inputs: Any) -> tuple[list[str], list[str]]:
    """Inputs of the mechanism, and drivers."""
    parts = model.numbers.parts
    drivers = [name for name, part in parts.items() if isinstance(part, Driver)]
    problems = []
    for name in inputs:
        if name not in model.inputs and name not in drivers:
            known = ", ".join([*model.inputs, *drivers]) or "none"
            problems.append(f"input {name!r}: there is no such input or driver; inputs and drivers are {known}")
        elif name in state.inactive:
            problems.append(f"input {name!r}: the driver is inactive at this state")
    if len(set(inputs)) < len(inputs):
        problems.append("inputs: one is named twice")
    if problems:
        raise QuestionError(problems)
    return [name for name in inputs if name in model.inputs], [name for name in inputs if name in drivers]


def _components(model: Model, outputs: Any) -> dict[str, list[str]]:
    """Every output with the names of its components."""
    found = {}
    for path in outputs:
        signal = model.signal_table.find(path)
        if signal.source in ("violation", "time"):
            raise QuestionError(f"output {path!r}: it has no linear part; leave it out")
        found[path] = [path + suffix for suffix in SUFFIXES[() if signal.component is not None else signal.shape]]
    return found


@dataclass(frozen=True, eq=False)
class _Variation:
    """Columns by positions x, speeds w, block states z and inputs u, in this order."""

    q: np.ndarray
    v: np.ndarray
    z: np.ndarray
    u: np.ndarray  # inputs of the mechanism
    vdot: np.ndarray
    lam: np.ndarray


class _Linearization:
    """All that is computed at one state."""

    def __init__(self, e: Evaluation, plain: list[str], drivers: list[str], basis: str):
        self.e, self.model, self.plain, self.drivers, self.basis = e, e.model, plain, drivers, basis
        solution = solve(e)
        self.vdot, self.lam = solution.vdot, solution.lam
        self.s: Slopes = slopes(e, self.vdot, self.lam)
        self.there = Directional(e, self.vdot, self.lam, exact=not self.s.approximate)
        self.motion = body_motion(e)
        self._factor_rows()

    def _factor_rows(self) -> None:
        """All active rows but those of drivers that are inputs: of positions, and of speeds."""
        e, ranges = self.e, row_ranges(self.model)
        self.driver_rows = [ranges[name][0] for name in self.drivers]
        on = e.w.active > 0
        self.all_rows = np.flatnonzero(on)
        on[self.driver_rows] = False
        self.rows = np.flatnonzero(on)
        place = self.rows[e.m.row_level[self.rows] == 0]
        weight = self.there.coordinates.root_weight
        scale = e.m.row_scale / self.model.length

        def factored(rows: np.ndarray) -> RowSpace:
            return RowSpace(self.s.Phi_v[rows], scale[rows], weight, self.basis)

        self.speed_space = factored(self.rows)
        self.place_space = self.speed_space if place.size == self.rows.size else factored(place)
        self.force_space = self.speed_space if not self.drivers else factored(self.all_rows)

    # states

    def _choose(self, states: list[str] | None) -> None:
        e, model = self.e, self.model
        table = model.signal_table
        driven = []
        for name in self.drivers:
            measure = table.find(f"{name}.value").scalar_measure
            assert measure is not None
            driven.append(Named(f"{name}.value", measure))
        driven_rates = [Named(rate_path(n.path), n.measure) for n in driven]
        N_q, N_v = self.place_space.N, self.speed_space.N
        if states is None:
            places, speeds = choose_positions(e, N_q, self.motion, driven), []
        else:
            places, speeds = split_states(model, states)
        self.P, self.n_free_places = [*places, *driven], len(places)
        S = gradients(e, self.P)
        self._require("positions", self.P, S @ N_q)
        if not speeds and self.place_space is self.speed_space:
            speeds = [Named(rate_path(n.path), n.measure) for n in places]
        elif not speeds:
            speeds = choose_speeds(e, N_v, self.motion, places, driven_rates)
        self.V, self.n_free = [*speeds, *driven_rates], len(speeds)
        R = S if [x.measure for x in self.V] == [x.measure for x in self.P] else gradients(e, self.V)
        self._require("speeds", self.V, R @ N_v)
        self.R = R
        self.T = N_q @ np.linalg.inv(S @ N_q)  # dq by dx
        self.Tv = N_v @ np.linalg.inv(R @ N_v)  # dv by dw

    def _require(self, what: str, named: list[Named], matrix: np.ndarray) -> None:
        radians = np.array([n.measure.measure.radians for n in named], bool)
        driven = matrix[len(named) - len(self.drivers) :]
        if (np.linalg.matrix_rank(driven, 1e-9) if driven.size else 0) < len(self.drivers):
            raise QuestionError(
                f"inputs: other constraints hold drivers {', '.join(self.drivers)} too, or they hold each other; "
                "they do not move independently"
            )
        require_independent(what, named, matrix, matrix.shape[1], np.where(radians, 1.0, 1.0 / self.model.length))

    # variations

    def _vary(self) -> None:
        """Columns of dq, dv and the part of dvdot that does not come from free accelerations; F along them."""
        s, there, e = self.s, self.there, self.e
        n_p, n_s, nz, n_u = len(self.P), len(self.V), self.model.nz, len(self.plain) + len(self.drivers)
        n = n_p + n_s + nz + n_u
        nv, rows = self.model.nv, self.rows
        curved = [
            k for k, x in enumerate(self.V) if x.measure not in self.model.lowered.coordinates
        ]  # others are entries of v
        probe = Probe(there.model, [self.V[k].measure for k in curved])

        def speeds(sample: Sample) -> np.ndarray:
            return probe.read(sample.e)[:, 1]

        def accelerations(sample: Sample) -> np.ndarray:
            return probe.accelerations(sample.e, probe.read(sample.e), sample.motion[0])

        dq, dv, dvdot = np.zeros((nv, n)), np.zeros((nv, n)), np.zeros((nv, n))
        dq[:, :n_p] = self.T
        first = self.speed_space.particular(-(s.Phidot_q @ self.T)[rows])
        r_q, rdot = np.zeros((n_s, n_p)), np.zeros((n_s, n_p + n_s))
        if curved:
            r_q[curved] = _columns([there.along(speeds, there.change(q=self.T[:, k])) for k in range(n_p)], len(curved))
        dv[:, :n_p] = first - self.Tv @ (r_q + self.R @ first)
        dv[:, n_p : n_p + n_s] = self.Tv
        moving = slice(0, n_p + n_s)
        first = self.speed_space.particular((s.gamma_v @ dv[:, moving] - s.Phiddot_q @ dq[:, moving])[rows])
        if curved:
            changes = [there.change(q=dq[:, k], v=dv[:, k]) for k in range(n_p + n_s)]
            rdot[curved] = _columns([there.along(accelerations, change) for change in changes], len(curved))
        dvdot[:, moving] = first - self.Tv @ (rdot + self.R @ first)
        self.at_inputs = n_p + n_s + nz
        for k in range(len(self.drivers)):
            dvdot[:, self.at_inputs + len(self.plain) + k] = self.Tv[:, self.n_free + k]
        dz, du = np.zeros((nz, n)), np.zeros((e.w.inputs.size, n))
        dz[:, n_p + n_s : self.at_inputs] = np.eye(nz)
        for k, name in enumerate(self.plain):
            du[self.model.inputs.index(name), self.at_inputs + k] = 1.0
        F_u, self.zdot_u = self._by_inputs(du[:, self.at_inputs :])
        f = s.F_q @ dq + s.F_v @ dv + s.M @ dvdot + s.F_z @ dz
        f[:, self.at_inputs :] += F_u
        N = self.Tv[:, : self.n_free]
        self.mass, self.loads = N.T @ s.M @ N, N.T @ f
        try:
            self.answer = -np.linalg.solve(self.mass, self.loads)
        except np.linalg.LinAlgError:
            raise AnalysisError(
                "linearize: a freedom has no mass, so its acceleration does not follow from forces; give its bodies some mass"
            ) from None
        dvdot += N @ self.answer
        self.F_u = F_u
        self.d = self._with_multipliers(_Variation(dq, dv, dz, du, dvdot, np.zeros((self.model.n_rows, n))), s)

    def _with_multipliers(self, d: _Variation, s: Slopes) -> _Variation:
        """The smallest dlam with M dvdot + F_v dv + F_q dq + F_z dz + F_u du + Phi_v' dlam = 0."""
        f = s.M @ d.vdot + s.F_v @ d.v + s.F_q @ d.q + s.F_z @ d.z
        f[:, self.at_inputs :] += self.F_u
        lam = np.zeros_like(d.lam)
        lam[self.all_rows] = self.force_space.multipliers(-f)
        return replace(d, lam=lam)

    def _by_inputs(self, du: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """F_u and zdot_u; an input that moves a driver has no place here."""
        model, there = self.there.model, self.there

        def forces(sample: Sample) -> np.ndarray:
            e = sample.e
            tau = np.zeros(model.nv, model.dtype)
            motion_forces(model.ints, model.floats, e.work, sample.motion[0].astype(model.dtype), tau)
            return np.concatenate((tau, e.w.zdot, e.w.Phi, e.w.nu, e.w.gamma))

        n_v, nz = self.model.nv, self.model.nz
        found = _columns(
            [there.along(forces, there.change(u=column)) for column in du.T], n_v + nz + 3 * self.model.n_rows
        )
        rows = np.abs(found[n_v + nz :]).reshape(3, self.model.n_rows, du.shape[1]).max(axis=0, initial=0.0)
        for k, name in enumerate(self.plain):
            if rows[:, k].any():
                part = self.model.lowered.rows[int(np.argmax(rows[:, k]))].part
                raise QuestionError(
                    f"input {name!r}: it moves driver {part!r}, whose speed and acceleration would be needed too; "
                    f"give the driver as input: inputs=[{part!r}]"
                )
        return found[:n_v], found[n_v : n_v + nz]

    # answers

    def system(self, states: list[str] | None, inputs: list[str], outputs: dict[str, list[str]]) -> LinearSystem:
        self._choose(states)
        self._vary()
        n_x = self.at_inputs
        order = [n_x + [*self.plain, *self.drivers].index(name) for name in inputs]
        top = self._rates()
        names = [name for components in outputs.values() for name in components]
        y = self._along(self._reading(outputs), len(names), self.d)
        n_p = len(self.P)
        free = np.r_[0 : self.n_free_places, n_p : n_p + self.n_free, n_p + len(self.V) : n_x]
        z_names = [*self.model.lowered.states]
        return LinearSystem(
            model=self.model, state=self.e.state, input_values=dict(zip(self.model.inputs, self.there.place.u.tolist(), strict=True)),
            states=(*(x.path for x in self.P), *(x.path for x in self.V), *z_names),
            inputs=tuple(inputs), outputs=tuple(names),
            A=top[:, :n_x], B=top[:, order], C=y[:, :n_x], D=y[:, order],
            coordinates=tuple(x.path for x in self.P[: self.n_free_places]), speeds=tuple(x.path for x in self.V[: self.n_free]),
            mass=self.mass, damping=self.loads[:, n_p : n_p + self.n_free], stiffness=self.loads[:, : self.n_free_places],
            free=free, all_coordinates=tuple(self.there.coordinates.names()), scale=self.there.coordinates.root_weight,
            position_map=self.d.q[:, :n_x], velocity_map=self.d.v[:, :n_x],
            bodies=tuple(self.model.bodies), body_map=self.motion @ self.d.q[:, :n_x],
            weigh=lambda: (body_inertias(self.e), spring_maps(self.there, self.d.q[:, :n_x])), resting=self._resting(), not_unique=self._not_unique(outputs, y), approximate=self._approximate(),
        )  # fmt: skip

    def _rates(self) -> np.ndarray:
        """d/dt of all states by all columns."""
        s, d = self.s, self.d
        n_p, n_s, nz, n = len(self.P), len(self.V), self.model.nz, self.d.q.shape[1]
        out = np.zeros((n_p + n_s + nz, n))
        own = {x.measure: k for k, x in enumerate(self.V)}
        others = [k for k, x in enumerate(self.P) if x.measure not in own]
        for k, x in enumerate(self.P):
            if x.measure in own:
                out[k, n_p + own[x.measure]] = 1.0
        if others:
            probe = Probe(self.there.model, [self.P[k].measure for k in others])
            out[others, : n_p + n_s] = self._along(lambda sample: probe.read(sample.e)[:, 1], len(others), d)[
                :, : n_p + n_s
            ]
        out[n_p : n_p + self.n_free] = self.answer
        for k in range(len(self.drivers)):
            out[n_p + self.n_free + k, self.at_inputs + len(self.plain) + k] = 1.0
        out[n_p + n_s :] = s.zdot_q @ d.q + s.zdot_v @ d.v + s.zdot_z @ d.z
        out[n_p + n_s :, self.at_inputs :] += self.zdot_u
        return out

    def _along(self, read: Any, rows: int, d: _Variation) -> np.ndarray:
        """What is read, by all columns of a variation."""
        there, columns = self.there, range(d.q.shape[1])
        if not rows:
            return np.zeros((0, len(columns)))
        parts = vars(d).items()
        changes = (there.change(**{name: part[:, k] for name, part in parts}) for k in columns)
        return _columns([there.along(read, change) for change in changes], rows)

    def _reading(self, paths: Iterable[str]) -> Callable[[Sample], np.ndarray]:
        """A function that reads signals as one vector."""
        model = self.there.model
        readers = [Reader(model, model.signal_table.find(path)) for path in paths]
        return lambda sample: np.concatenate([np.zeros(0), *(np.ravel(reader.read(sample)) for reader in readers)])

    def _not_unique(self, outputs: dict[str, list[str]], y: np.ndarray) -> tuple[str, ...]:
        """Outputs that redundant constraints leave open: what other multipliers that make the same forces change in them.

        Their derivatives are compared too: where an axis turns, a component that is unique does not stay so.
        """
        names = [name for components in outputs.values() for name in components]
        if not self.force_space.dependent or not names:
            return ()
        read, there = self._reading(outputs), self.there
        null = self.force_space.undetermined()
        lam = np.zeros(self.model.n_rows)
        lam[self.all_rows] = null @ (1.0 + 0.5 * np.cos(1.0 + np.arange(null.shape[1])))  # a direction like no other
        lam *= max(1.0, float(np.abs(self.lam).max())) / np.abs(lam).max()
        moved = np.abs(there.along(read, there.change(lam=lam)))
        here = there.place
        there.place = replace(here, lam=self.lam + lam)
        again = self._along(read, len(names), self._with_multipliers(self.d, slopes(self.e, self.vdot, self.lam + lam)))
        there.place = here
        moved = np.maximum(moved, np.abs(again - y).max(axis=1, initial=0.0))
        large = np.maximum(np.abs(lam).max(), np.abs(y).max(axis=1, initial=0.0))
        return tuple(name for name, much in zip(names, moved > UNIQUE * large, strict=True) if much)

    def _resting(self) -> bool:
        """Whether it is at rest: neither speeds nor accelerations, and block states that stay."""
        e, length = self.e, self.model.length
        weight = self.there.coordinates.root_weight
        gravity = float(np.linalg.norm(e.m.gravity)) / length
        slow = np.abs(weight * e.state.v).max(initial=0.0) <= RESTING
        still = np.abs(weight * self.vdot).max(initial=0.0) <= RESTING * max(1.0, gravity)
        return bool(slow and still and np.abs(e.w.zdot).max(initial=0.0) <= RESTING)

    def _approximate(self) -> tuple[str, ...]:
        if self.s.approximate:
            return self.s.approximate
        blocks = (name for name, part in self.model.numbers.parts.items() if isinstance(part, Block))
        return () if self.there.exact else tuple(blocks)


def _columns(columns: list[np.ndarray], rows: int) -> np.ndarray:
    return np.array(columns).T if columns else np.zeros((rows, 0))
