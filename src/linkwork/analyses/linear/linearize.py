"""Linear models of constrained mechanisms about any state, at rest or moving (bae-2003, Eqs. 24-30, corrected).

Positions, velocities and accelerations are varied together. With named positions s and speeds r of a state on the
constraints

    [Phi_q; s_q] dq = [0; dx],    [Phi_v; r_v] dv = [-Phidot_q dq; dw - r_q dq],
    [Phi_v; r_v] dvdot = [-Phiddot_q dq + gamma_v dv; dwdot - rdot_q dq - rdot_v dv],
    N'(M dvdot + F_v dv + F_q dq + F_z dz + F_u du) = 0,   N = dvdot by dwdot,   F_q at constant lam,

which gives mass, damping and stiffness by dwdot, dw and dx, and A, B, C, D. There are no finite differences: F_q,
Phidot_q etc. are analytic, derivatives of signals and by inputs are complex steps."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.analyses.linear.curvature import Curvature
from linkwork.analyses.linear.directional import Directional
from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.mode_energy import body_inertias, spring_maps
from linkwork.analyses.linear.questions import (
    LinearQuestion,
    hold_drivers,
    read_question,
    require_assembled,
    require_derivatives,
    singular_pose,
)
from linkwork.analyses.linear.rigid_modes import for_modes
from linkwork.analyses.linear.state_choice import (
    Named,
    body_motion,
    choose_positions,
    choose_speeds,
    gradients,
    inverse_of_independent,
    inverted,
    rate_path,
)
from linkwork.analyses.linear.steadiness import UnsteadyWarning, change_along_motion, sentence
from linkwork.analyses.position.constraint_space import ConstraintSpace
from linkwork.analyses.position.measure import Reader, Sample
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.description.parts.blocks import Block
from linkwork.description.values import name_list
from linkwork.dynamics.formulations.solve import solve
from linkwork.dynamics.jacobians import Jacobians, state_jacobians
from linkwork.kernels.gradients import motion_forces
from linkwork.model.constraint_rows import row_ranges
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.state import State
from linkwork.numerics.questions import question

MASSLESS = 1e14  # condition of the mass, its diagonal scaled to one, from which it is singular
RESTING = 1e-7  # speeds and accelerations, relative to length and to what the forces could give
UNIQUE = 1e-7  # largest effect of undetermined multipliers on an output that is unique, relative to their size


@question
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
    """Return the linear model about a state: mass, damping and stiffness by independent coordinates, and A, B, C, D by
    name.

    `states` are position signals (and speeds, where they are not the positions' rates); without them joint coordinates
    are chosen. `inputs` are inputs of the mechanism, and drivers: these enter by their acceleration, with value and
    rate as states. `outputs` are any signals. `values` are those of inputs at the state; an equilibrium has its own
    values and fixed drivers. About a moving state the model is also computed a little further along the motion: if it
    changes, its eigenvalues are not those of the motion, and an UnsteadyWarning is issued.

    >>> lin = lw.linearize(model, eq, inputs=["tau"], outputs=["A.angle", "D.force.y"])
    >>> lin.A, lin.B, lin.stiffness, lin.modes()
    """
    system = linear_model(model, state, states=states, inputs=inputs, outputs=outputs, values=values, basis=basis)
    if system.unsteady:
        warnings.warn(f"linearize: {system.unsteady}", UnsteadyWarning, stacklevel=3)  # beyond the decorator
    return system


def linear_model(
    model: Model,
    state: State | Equilibrium,
    *,
    states: Sequence[str] | None = None,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    values: Mapping[str, float] | None = None,
    basis: str = "qr",
    examined: bool = True,
) -> LinearSystem:
    """Return the model of `linearize` without its warning; unless `examined`, changes along the motion are not
    checked."""
    held = isinstance(state, Equilibrium)
    if isinstance(state, Equilibrium):
        state, values = state.state, {**state.inputs, **(values or {})}
    question = read_question(model, state, states, inputs, outputs, values, basis)
    e = Evaluation(model, state, values)
    require_assembled(e)
    if held:
        hold_drivers(e)
    linearization = _Linearization(e, question, basis)
    system = linearization.system(question, name_list(inputs) or [])
    return replace(system, unsteady=linearization.unsteady(question, system.A)) if examined and not held else system


@dataclass(frozen=True, eq=False)
class _Variation:
    """Tangents with respect to positions x, speeds w, block states z and inputs u, in this order."""

    q: np.ndarray
    v: np.ndarray
    z: np.ndarray
    u: np.ndarray  # inputs of the mechanism
    vdot: np.ndarray
    lam: np.ndarray


class _Linearization:
    """The linearization at one state."""

    def __init__(self, e: Evaluation, question: LinearQuestion, basis: str):
        self.e, self.model, self.basis = e, e.model, basis
        self.plain, self.drivers = question.plain, question.drivers
        solution = solve(e)
        self.vdot, self.lam = solution.vdot, solution.lam
        self.s: Jacobians = state_jacobians(e, self.vdot, self.lam)
        require_derivatives(e, self.s)
        self.there = Directional(e, self.vdot, self.lam, exact=not self.s.approximate)
        self._factor_rows()

    @cached_property
    def motion(self) -> np.ndarray:
        return body_motion(self.e)

    def _factor_rows(self) -> None:
        """Factor all active rows of positions and of speeds, except those of drivers that are inputs."""
        e, ranges = self.e, row_ranges(self.model) if self.drivers else {}
        self.driver_rows = [ranges[name][0] for name in self.drivers]
        on = e.w.active > 0
        self.all_rows = np.flatnonzero(on)
        on[self.driver_rows] = False
        self.rows = np.flatnonzero(on)
        place = self.rows[e.m.row_level[self.rows] == 0]
        weight = self.there.coordinates.root_weight
        scale = e.m.row_scale / self.model.length

        def factored(rows: np.ndarray) -> ConstraintSpace:
            return ConstraintSpace(self.s.Phi_v[rows], scale[rows], weight, self.basis)

        self.speed_space = factored(self.rows)
        self.place_space = self.speed_space if place.size == self.rows.size else factored(place)
        self.force_space = self.speed_space if not self.drivers else factored(self.all_rows)

    # states

    def _choose(self, states: tuple[list[Named], list[Named]] | None) -> None:
        e, table = self.e, self.model.signal_table
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
            places, speeds = states
        self.P, self.n_free_places = [*places, *driven], len(places)
        S = gradients(e, self.P)
        places_inverse = self._inverse("positions", self.P, S @ N_q)
        if not speeds and self.place_space is self.speed_space:
            speeds = [Named(rate_path(n.path), n.measure) for n in places]
        elif not speeds:
            speeds = choose_speeds(e, N_v, self.motion, places, driven_rates)
        self.V, self.n_free = [*speeds, *driven_rates], len(speeds)
        R = S if [x.measure for x in self.V] == [x.measure for x in self.P] else gradients(e, self.V)
        self.R = R
        self.T = N_q @ places_inverse  # dq by dx
        same = R is S and N_q is N_v
        self.Tv = self.T if same else N_v @ self._inverse("speeds", self.V, R @ N_v)  # dv by dw

    def _inverse(self, what: str, named: list[Named], matrix: np.ndarray) -> np.ndarray:
        radians = np.array([n.measure.measure.radians for n in named], bool)
        driven = matrix[len(named) - len(self.drivers) :]
        if (np.linalg.matrix_rank(driven, 1e-9) if driven.size else 0) < len(self.drivers):
            raise QuestionError(
                f"inputs: other constraints hold drivers {', '.join(self.drivers)} too, or they hold each other; "
                "they do not move independently"
            )
        scale = np.where(radians, 1.0, 1.0 / self.model.length)
        return inverse_of_independent(what, named, matrix, matrix.shape[1], scale)

    # variations

    def _vary(self) -> None:
        """Return the tangents dq, dv and dvdot without the free accelerations, which depend on forces alone."""
        s, n_p, n_s, nz = self.s, len(self.P), len(self.V), self.model.nz
        self.at_inputs = n_p + n_s + nz
        n = self.at_inputs + len(self.plain) + len(self.drivers)
        q, v, vdot = (np.zeros((self.model.nv, n)) for _ in range(3))
        z, u, lam = (np.zeros((rows, n)) for rows in (nz, len(self.model.inputs), self.model.n_rows))
        q[:, :n_p] = self.T
        v[:, n_p : n_p + n_s] = self.Tv
        curvature = Curvature(self.there, [x.measure for x in self.V])
        if curvature.moving:  # Phidot_q and gamma_v are zero where nothing moves
            first = self.speed_space.particular(-(s.Phidot_q @ self.T)[self.rows])
            v[:, :n_p] = first - self.Tv @ (curvature.of_rates(self.T) + self.R @ first)
        changing = slice(0, n_p + n_s if curvature.moving else n_p)
        dq, dv = q[:, changing], v[:, changing]
        turned = s.gamma_v @ dv if curvature.moving else 0.0
        first = self.speed_space.particular((turned - s.Phiddot_q @ dq)[self.rows])
        vdot[:, changing] = first - self.Tv @ (curvature.of_second_rates(dq, dv) + self.R @ first)
        z[:, n_p + n_s : self.at_inputs] = np.eye(nz)
        for k, name in enumerate(self.plain):
            u[self.model.inputs.index(name), self.at_inputs + k] = 1.0
        vdot[:, n - len(self.drivers) :] = self.Tv[:, self.n_free :]
        self.F_u, self.zdot_u = self._by_inputs(u[:, self.at_inputs :])
        self.d = self._accelerated(_Variation(q, v, z, u, vdot, lam))

    def _accelerated(self, d: _Variation) -> _Variation:
        """Return the variation with the free accelerations: mass dwdot = -loads."""
        s, N, self.given = self.s, self.Tv[:, : self.n_free], d
        self.mass, self.loads = N.T @ s.M @ N, N.T @ self._forces(d, s)
        size = np.sqrt(np.maximum(np.diag(self.mass), 1e-300))
        if self.n_free and not inverted(self.mass / np.outer(size, size))[1] < MASSLESS:
            raise AnalysisError(
                f"linearize: a combination of {', '.join(x.path for x in self.V[: self.n_free])} has no mass, so that forces do "
                "not determine its acceleration; give its bodies some mass or inertia"
            )
        self.answer = -np.linalg.solve(self.mass, self.loads)
        return replace(d, vdot=d.vdot + N @ self.answer)

    def _forces(self, d: _Variation, s: Jacobians) -> np.ndarray:
        """Return M dvdot + F_v dv + F_q dq + F_z dz + F_u du."""
        f = np.zeros_like(d.q)
        for matrix, part in ((s.M, d.vdot), (s.F_v, d.v), (s.F_q, d.q), (s.F_z, d.z)):
            if matrix.any():
                some = part.any(axis=0)
                f[:, some] += matrix @ part[:, some]
        f[:, self.at_inputs :] += self.F_u
        return f

    def _with_multipliers(self, d: _Variation, s: Jacobians) -> _Variation:
        """Return the smallest dlam that balances the forces: Phi_v' dlam = -(M dvdot + …)."""
        lam = np.zeros_like(d.lam)
        lam[self.all_rows] = self.force_space.multipliers(-self._forces(d, s))
        return replace(d, lam=lam)

    def _by_inputs(self, du: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return F_u and zdot_u; an input that moves a driver is an error."""
        if not self.plain:
            return np.zeros((self.model.nv, du.shape[1])), np.zeros((self.model.nz, du.shape[1]))
        model, there = self.there.model, self.there

        def forces(sample: Sample) -> np.ndarray:
            e = sample.e
            tau = np.zeros(model.nv, model.dtype)
            motion_forces(model.ints, model.floats, e.work, sample.motion[0].astype(model.dtype), tau)
            return np.concatenate((tau, e.w.zdot, e.w.Phi, e.w.nu, e.w.gamma))

        n_v, nz = self.model.nv, self.model.nz
        derivatives = _columns(
            [there.tangent(forces, there.change(u=column)) for column in du.T], n_v + nz + 3 * self.model.n_rows
        )
        rows = np.abs(derivatives[n_v + nz :]).reshape(3, self.model.n_rows, du.shape[1]).max(axis=0, initial=0.0)
        for k, name in enumerate(self.plain):
            if rows[:, k].any():
                part = self.model.lowered.rows[int(np.argmax(rows[:, k]))].part
                raise QuestionError(
                    f"input {name!r}: it moves driver {part!r}, whose speed and acceleration would be needed too; "
                    f"give the driver as input: inputs=[{part!r}]"
                )
        return derivatives[:n_v], derivatives[n_v : n_v + nz]

    # results

    def system(self, question: LinearQuestion, inputs: list[str]) -> LinearSystem:
        outputs = question.outputs
        self._choose(question.states)
        self._vary()
        n_x = self.at_inputs
        order = [n_x + [*self.plain, *self.drivers].index(name) for name in inputs]
        top = self._rates()
        names = [name for components in outputs.values() for name in components]
        if names:
            self.d = self._with_multipliers(self.d, self.s)
        y = self._tangents(self._reading(outputs) if names else None, len(names), self.d)
        n_p = len(self.P)
        spans = (0, self.n_free_places), (n_p, n_p + self.n_free), (n_p + len(self.V), n_x)
        free = np.concatenate([np.arange(*span) for span in spans])
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
            bodies=tuple(self.model.bodies), of_bodies=lambda: self.motion @ self.d.q[:, :n_x],
            weigh=lambda: (body_inertias(self.e), spring_maps(self.there, self.d.q[:, :n_x])), resting=is_resting(self.e, self.vdot), not_unique=self._not_unique(outputs, y), approximate=self._approximate(),
            examine=lambda: singular_pose(self.e, self.place_space), for_modes=lambda: for_modes(self, top[:, :n_x], free),
        )  # fmt: skip

    def unsteady(self, question: LinearQuestion, A: np.ndarray) -> str:
        """Return a message about the eigenvalues of A if A changes along the motion, else an empty text."""
        free = self.P[: self.n_free_places], self.V[: self.n_free]
        inputs = dict(zip(self.model.inputs, self.there.place.u.tolist(), strict=True))
        asked = replace(question, states=free, outputs={})

        def again(state: State) -> np.ndarray:
            e = Evaluation(self.model, state, inputs)
            return _Linearization(e, asked, self.basis).system(asked, [*self.plain, *self.drivers]).A

        change, paths = change_along_motion(self.e, self.vdot, (self.P, self.V), A, again)
        return sentence(change, paths) if change else ""

    def _rates(self) -> np.ndarray:
        """Return the derivatives of all states' rates along all tangents."""
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
            out[others, : n_p + n_s] = self._tangents(lambda sample: probe.read(sample.e)[:, 1], len(others), d)[
                :, : n_p + n_s
            ]
        out[n_p : n_p + self.n_free] = self.answer
        for k in range(len(self.drivers)):
            out[n_p + self.n_free + k, self.at_inputs + len(self.plain) + k] = 1.0
        out[n_p + n_s :] = s.zdot_q @ d.q + s.zdot_v @ d.v + s.zdot_z @ d.z
        out[n_p + n_s :, self.at_inputs :] += self.zdot_u
        return out

    def _tangents(self, read: Any, rows: int, d: _Variation) -> np.ndarray:
        """Return the derivatives of what is read along all tangents of a variation."""
        there, columns = self.there, range(d.q.shape[1])
        if not rows:
            return np.zeros((0, len(columns)))
        parts = vars(d).items()
        changes = (there.change(**{name: part[:, k] for name, part in parts}) for k in columns)
        return _columns([there.tangent(read, change) for change in changes], rows)

    def _reading(self, paths: Iterable[str]) -> Callable[[Sample], np.ndarray]:
        """Return a function that reads signals as one vector."""
        model = self.there.model
        readers = [Reader(model, model.signal_table.find(path)) for path in paths]
        return lambda sample: np.concatenate([np.zeros(0), *(np.ravel(reader.read(sample)) for reader in readers)])

    def _not_unique(self, outputs: dict[str, list[str]], y: np.ndarray) -> tuple[str, ...]:
        """Return the outputs that redundant constraints leave undetermined: those that other multipliers with the same
        forces change.

        Their derivatives are compared too: where an axis turns, a unique component may become undetermined.
        """
        names = [name for components in outputs.values() for name in components]
        if not self.force_space.dependent or not names:
            return ()
        read, there = self._reading(outputs), self.there
        null = self.force_space.undetermined()
        lam = np.zeros(self.model.n_rows)
        lam[self.all_rows] = null @ (1.0 + 0.5 * np.cos(1.0 + np.arange(null.shape[1])))  # a generic direction
        lam *= max(1.0, float(np.abs(self.lam).max())) / np.abs(lam).max()
        moved = np.abs(there.tangent(read, there.change(lam=lam)))
        here = there.place
        there.place = replace(here, lam=self.lam + lam)
        again = self._tangents(
            read, len(names), self._with_multipliers(self.d, state_jacobians(self.e, self.vdot, self.lam + lam))
        )
        there.place = here
        moved = np.maximum(moved, np.abs(again - y).max(axis=1, initial=0.0))
        large = np.maximum(np.abs(lam).max(), np.abs(y).max(axis=1, initial=0.0))
        return tuple(name for name, much in zip(names, moved > UNIQUE * large, strict=True) if much)

    def _approximate(self) -> tuple[str, ...]:
        if self.s.approximate:
            return self.s.approximate
        blocks = tuple(name for name, part in self.model.numbers.parts.items() if isinstance(part, Block))
        return () if not blocks or self.there.exact else blocks


def is_resting(e: Evaluation, vdot: np.ndarray) -> bool:
    """Return whether a state is an equilibrium: no speeds, no accelerations, and constant block states."""
    length = e.model.length
    weight = Coordinates.of(e.model).root_weight
    gravity = float(np.linalg.norm(e.m.gravity)) / length
    slow = np.abs(weight * e.state.v).max(initial=0.0) <= RESTING
    still = np.abs(weight * vdot).max(initial=0.0) <= RESTING * max(1.0, gravity)
    return bool(slow and still and np.abs(e.w.zdot).max(initial=0.0) <= RESTING)


def _columns(columns: list[np.ndarray], rows: int) -> np.ndarray:
    return np.array(columns).T if columns else np.zeros((rows, 0))
