"""Responses of a linear model: by frequency, to steps, from a start; as numbers, figures and control.StateSpace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np
from scipy import linalg

from linkwork.analyses.extras import optional
from linkwork.analyses.plotting import COLOURS, finished, tidy
from linkwork.description.values import is_number, real_array, shown
from linkwork.model.model import Model

if TYPE_CHECKING:
    from control import StateSpace
    from matplotlib.figure import Figure

POINTS = 400  # of a Bode diagram, in addition to those around its poles
AROUND = np.array([sign * 4.0**k for k in range(-4, 5) for sign in (-1, 1)])  # a pole, in its real parts


class Responses:
    """Responses of d/dt x = A x + B u, y = C x + D u with names."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    model: Model

    def frequency_response(self, omega: Sequence[float] | np.ndarray) -> np.ndarray:
        """Return C (i omega - A)^-1 B + D for angular frequencies omega in rad/s, shape (n_omega, n_outputs, n_inputs).

        >>> gain = abs(lin.frequency_response([1.0, 10.0])[:, 0, 0])
        """
        omega = _numbers("frequency_response: omega", omega, "rad/s")
        n = self.A.shape[0]
        out = np.empty((omega.size, len(self.outputs), len(self.inputs)), complex)
        for k, w in enumerate(omega):
            try:
                out[k] = self.C @ np.linalg.solve(1j * w * np.eye(n) - self.A, self.B) + self.D
            except np.linalg.LinAlgError:
                raise ValueError(
                    f"frequency_response: {w:g} rad/s is a pole, where the response is not finite"
                ) from None
        return out

    def step_response(self, t: Sequence[float] | np.ndarray) -> np.ndarray:
        """Return the outputs at times t after a unit step of each input at t = 0, shape (nt, n_outputs, n_inputs).

        >>> after = lin.step_response([0.0, 0.1, 0.2])[:, 0, 0]
        """
        n, k = self.B.shape
        whole = np.block([[self.A, self.B], [np.zeros((k, n + k))]])
        states = _propagated(whole, np.vstack([np.zeros((n, k)), np.eye(k)]), _times("step_response", t))
        return self.C @ states[:, :n] + self.D

    def free_response(self, t: Sequence[float] | np.ndarray, start: Mapping[str, float]) -> np.ndarray:
        """Return the states at times t from given changes of states at t = 0, the others zero, shape (nt, n).

        >>> lin.free_response([0.0, 0.1, 0.2], {"A.angle": 0.01})[:, 0]
        """
        if not isinstance(start, Mapping):
            raise ValueError(f"free_response: start maps states to their changes, not {shown(start)}")
        known = f"states are {', '.join(self.states) or 'none'}"
        problems = [f"{name!r} is no state; {known}" for name in start if name not in self.states]
        wrong = [f"{name} = {value!r}" for name, value in start.items() if not is_number(value)]
        if wrong:
            problems.append(f"changes of states are finite numbers, not {', '.join(wrong)}")
        if problems:
            raise ValueError(f"free_response: {'; '.join(problems)}")
        x = np.array([[start.get(name, 0.0)] for name in self.states], float).reshape(-1, 1)
        return _propagated(self.A, x, _times("free_response", t))[:, :, 0]

    def plot_bode(
        self, *pairs: tuple[str, str], omega: Sequence[float] | np.ndarray | None = None, hertz: bool = False,
        save: str | PathLike | None = None,
    ) -> Figure:  # fmt: skip
        """Return a matplotlib figure of amplitude and phase over frequency: for the given pairs of output and input, or
        all that are not zero.

        `omega` are angular frequencies, chosen by the poles unless given; `hertz` counts them in Hz; `save` also writes
        the figure.

        >>> lin.plot_bode(("A.angle", "tau"), save="bode.png")
        """
        chosen = self._pairs(pairs)
        omega = self._around_poles() if omega is None else _numbers("plot_bode: omega", omega, "rad/s")
        if not (omega.size and (omega > 0).all()):
            raise ValueError(
                f"plot_bode: omega is a list of frequencies above 0 rad/s, at least one, not {shown(omega)}"
            )
        response = self.frequency_response(omega)
        if not pairs:
            chosen = [pair for pair in chosen if response[:, *pair].any()] or chosen
        return finished(_bode(self, omega, response, chosen, hertz), save)

    def to_control(self) -> StateSpace:
        """Return the system as a `control.StateSpace` (python-control); its names have `_` where these have `.`.

        >>> system = lin.to_control()
        >>> control.bode_plot(system)
        """
        control = optional("control", "control")
        names = {
            word: _plain_names(word, names)
            for word, names in (("states", self.states), ("inputs", self.inputs), ("outputs", self.outputs))
        }
        if bool(self.inputs) != bool(self.outputs):
            raise ValueError(
                "to_control: a control.StateSpace has both inputs and outputs: linearize(model, state, inputs=[…], outputs=[…])"
            )
        return control.ss(self.A, self.B, self.C, self.D, name=self.model.name.replace(".", "_") or None, **names)

    def _pairs(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
        if not self.inputs or not self.outputs:
            raise ValueError("plot_bode: name inputs and outputs: linearize(model, state, inputs=[…], outputs=[…])")
        problems = []
        for pair in pairs:
            if len(pair) != 2 or pair[0] not in self.outputs or pair[1] not in self.inputs:
                problems.append(f"{pair!r} is no pair of an output and an input")
        if problems:
            known = f"outputs are {', '.join(self.outputs)}; inputs are {', '.join(self.inputs)}"
            raise ValueError(f"plot_bode: {'; '.join(problems)}; {known}")
        wanted = pairs or [(output, name) for output in self.outputs for name in self.inputs]
        return [(self.outputs.index(output), self.inputs.index(name)) for output, name in wanted]

    def _around_poles(self) -> np.ndarray:
        """Return the angular frequencies from a tenth of the lowest pole to ten times the highest, close where it
        resonates."""
        poles = np.linalg.eigvals(self.A)
        sizes = np.abs(poles)
        poles = poles[sizes > 1e-6 * max(1.0, sizes.max(initial=0.0))]
        low, high = (0.1 * np.abs(poles).min(), 10.0 * np.abs(poles).max()) if poles.size else (0.1, 10.0)
        near = [p.imag + max(abs(p.real), 1e-3 * p.imag) * AROUND for p in poles if p.imag > 0]
        omega = np.concatenate([np.geomspace(low, high, POINTS), *near])
        return np.unique(omega[(omega >= low) & (omega <= high)])


def _numbers(what: str, given: object, unit: str) -> np.ndarray:
    values = real_array(given)
    if values is None or values.ndim > 1:
        raise ValueError(f"{what} is a list of finite numbers in {unit}, not {shown(given)}")
    return np.atleast_1d(values)


def _times(what: str, given: object) -> np.ndarray:
    t = _numbers(f"{what}: t", given, "s")
    if (np.diff(t, prepend=0.0) < 0).any():
        raise ValueError(f"{what}: t starts at 0 or later and grows, not {given!r:.60}")
    return t


def _propagated(A: np.ndarray, x: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Return exp(A t) x, shape (nt, *x.shape); steps that are nearly equal share their exponential."""
    out, steps = np.empty((t.size, *x.shape)), np.diff(t, prepend=0.0)
    known: dict[str, np.ndarray] = {}
    for k, step in enumerate(steps):
        key = f"{step:.12e}"
        if step > 0 and key not in known:
            known[key] = linalg.expm(A * step)
        x = known[key] @ x if step > 0 else x
        out[k] = x
    return out


def _plain_names(word: str, names: Sequence[str]) -> list[str]:
    """Return names without points; raise an error if two become the same."""
    original: dict[str, str] = {}
    for name in names:
        plain = name.replace(".", "_")
        if plain in original:
            raise ValueError(
                f"to_control: {word} {original[plain]!r} and {name!r} would both be named {plain!r}; rename one of the parts, or leave one out"
            )
        original[plain] = name
    return list(original)


def _bode(
    lin: Responses, omega: np.ndarray, response: np.ndarray, pairs: Sequence[tuple[int, int]], hertz: bool
) -> Figure:
    plt, ticker = (optional(f"matplotlib.{part}", "plot") for part in ("pyplot", "ticker"))
    figure, (gain, phase) = plt.subplots(2, sharex=True, figsize=(7.2, 5.2), layout="constrained")
    x = omega / (2 * np.pi) if hertz else omega
    for k, (y, u) in enumerate(pairs):
        colour, h = COLOURS[k % len(COLOURS)], response[:, y, u]
        gain.loglog(x, np.abs(h), color=colour, linewidth=1.5, label=f"{lin.outputs[y]} by {lin.inputs[u]}")
        angle = np.degrees(np.unwrap(np.angle(h)))
        phase.semilogx(x, angle - 360.0 * np.round(angle[0] / 360.0), color=colour, linewidth=1.5)
    gain.set_ylabel("amplitude")
    phase.set_ylabel("phase (deg)")
    phase.set_xlabel("frequency (Hz)" if hertz else "angular frequency (rad/s)")
    span = np.ptp(phase.get_ylim())
    phase.yaxis.set_major_locator(ticker.MultipleLocator(next((x for x in (15, 45, 90) if span <= 8 * x), 180)))
    tidy(gain, legend=True)
    tidy(phase)
    gain.set_title(lin.model.name, loc="left", fontsize="medium", fontweight="bold")
    return figure
