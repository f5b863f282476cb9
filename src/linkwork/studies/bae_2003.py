"""Reproduction of bae-2003: the parallelogram four-bar (6.1) and the rotating cantilever (6.2), printed numbers beside
measured ones.

D. S. Bae, "An Implementation Method of Linearized Equations of Motion for Multibody Systems with Closed Loops" (2003).
6.1 linearizes in the paper's coordinates, the relative angles of the first three joints with the fourth cut, and
compares with the spectrum of a simulated response. 6.2 linearizes about the steady motion at constant speed;
frequencies are those of the rotating frame.

>>> print(reproduce())
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from linkwork.analyses.linear.campbell import campbell
from linkwork.analyses.linear.campbell_result import Campbell
from linkwork.analyses.linear.linearize import linearize
from linkwork.analyses.motion.simulate import simulate
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.position.assembly import assemble
from linkwork.library import parallelogram_four_bar, rotating_cantilever
from linkwork.model.model import Model, compile
from linkwork.studies.tables import text_table

PRINTED_HZ, PRINTED_MODE = 5.04, (0.5773503, -0.5773503, 0.5773503)
ANGLES = ("A.angle", "B.angle", "C.angle")
SWING, LASTING, SAMPLED = 0.01, 20.0, 0.005  # rad, s, s: the response of 6.1

WINDOW = 0.22  # standard deviation of Gauss's window, of half the time

LENGTH, MU, EI = 6.8, 29.41176, 28000.0  # m, kg/m, N m² for E = 7e10
UNIT = math.sqrt(EI / (MU * LENGTH**4))  # rad/s, of speeds and frequencies without dimension
FASTEST = 10.0  # rad/s
ELEMENTS = (5, 10, 20)
Three = tuple[float, float, float]
# by speed in UNIT: flap and lag of the inextensible beam, w / UNIT
EXACT: dict[float, tuple[Three, Three]] = {
    0.0: ((3.516015, 22.034492, 61.697214), (3.516015, 22.034492, 61.697214)),
    4.0: ((5.585001, 24.273349, 63.966760), (3.897723, 23.941501, 63.841573)),
    12.0: ((13.170150, 37.603112, 79.614478), (5.427049, 35.636976, 78.704925)),
}
# 20 elements, 21 lumped masses, Hz: computed independently; by E and speed, flap and lag
MULTIBODY: dict[tuple[float, float], tuple[Three, Three]] = {
    (7e8, 0.0): ((0.037297, 0.233076, 0.650958), (0.037297, 0.233076, 0.650958)),
    (7e10, FASTEST): ((1.711085, 4.637784, 9.238843), (0.627837, 4.355710, 9.100375)),
}


@dataclass(frozen=True)
class FourBar:
    """Results of 6.1, from the linear model and from the simulated response."""

    mass: float  # kg m², M^
    stiffness: float  # N m, K^
    frequency: float  # Hz
    mode: Three  # of the first three joints, of length one
    spectrum: float  # Hz, the highest peak of the response's spectrum


@dataclass(frozen=True)
class Bending:
    """Results of 6.2: bending frequencies of a cantilever at one speed, Hz."""

    elements: int
    speed: float  # rad/s
    flap: Three
    lag: Three
    stretch: float  # m, at the tip
    E: float = 7e10  # N/m²


@dataclass(frozen=True)
class Report:
    """Everything measured; `str` is the comparison as text."""

    four_bar: FourBar
    bending: tuple[Bending, ...]
    unstretched: Three  # Hz, flap at FASTEST about the straight beam that has not stretched

    def __str__(self) -> str:
        parts = [_TABLE_2, text_table(("", "paper", "linkwork"), _four_bar_rows(self.four_bar)), ""]
        finest = max(b.elements for b in self.bending)
        parts += [_MULTIBODY.format(finest), text_table(_BENDING_HEADER, _multibody_rows(self.bending, finest)), ""]
        parts += [_EXACT, text_table(_EXACT_HEADER, _exact_rows(self.bending)), ""]
        return "\n".join([*parts, _NOTES.format(*self.unstretched, min(b.elements for b in self.bending))])


_TABLE_2 = "Table 2: parallelogram four-bar with a spring (6.1); response to a swing of 0.01 rad over 20 s"
_MULTIBODY = (
    "Rotating cantilever (6.2), {} elements: frequencies in the rotating frame beside an independent lumped model"
)
_BENDING_HEADER = ("E, speed rad/s", "bending", "mode", "reference Hz", "linkwork Hz", "difference")
_EXACT = (
    "The same against the exact bending frequencies of the inextensible beam, without dimension; errors and their order"
)
_EXACT_HEADER = ("speed", "bending", "mode", "exact", "elements", "linkwork", "error", "order")
_NOTES = """What this does and does not show
- The geometry of 6.1 is not in the paper; the library's is one that has its frequency. The mode is that of every parallelogram.
- Young's modulus is printed as 7e8; 7e10 is likelier. At rest the frequencies go with its root, so that those of 7e8 are a tenth of those of 7e10.
- Lumped masses err in the square of the element's length; what is left of the exact values is stretch and rotary inertia, 1e-4 here.
- The paper drives by theta = 50 t², so that the hub accelerates by 100 rad/s². A beam of these data would be bent by its own length and more,
  so the frequencies of Figure 7 cannot be about that motion; those here are at constant speed, about the beam as it is stretched then.
- About the straight beam that has not stretched, at the same speed, flap would stay at {:.4f}, {:.4f} and {:.4f} Hz: it is the pull that
  stiffens it (with {} elements)."""


def four_bar_model() -> Model:
    """Return the parallelogram in the paper's coordinates: three relative angles, the fourth joint cut."""
    return compile(parallelogram_four_bar(), cut=["D"])


def response(model: Model, swing: float = SWING) -> Trajectory:
    """Return the free motion after a small swing (rad)."""
    return simulate(model, assemble(model, {"A.angle": swing}), LASTING, rtol=1e-9, output=SAMPLED)


def spectrum(run: Trajectory, signal: str = "crank2.angle") -> tuple[np.ndarray, np.ndarray]:
    """Return frequencies (Hz) and amplitudes (rad) of a signal through Gauss's window, in which the logarithm of a peak
    is a parabola."""
    y = run[signal]
    window = np.exp(-0.5 * (np.linspace(-1.0, 1.0, y.size) / WINDOW) ** 2)
    amplitude = 2.0 * np.abs(np.fft.rfft((y - y.mean()) * window)) / window.sum()
    return np.fft.rfftfreq(y.size, run.t[1] - run.t[0]), amplitude


def peak(frequencies: np.ndarray, amplitude: np.ndarray) -> float:
    """Return the frequency (Hz) at the top of the parabola through the logarithms of the highest three neighbours."""
    k = int(np.clip(np.argmax(amplitude), 1, amplitude.size - 2))
    a, b, c = np.log(amplitude[k - 1 : k + 2])
    return float(frequencies[k] + 0.5 * (a - c) / (a - 2 * b + c) * (frequencies[1] - frequencies[0]))


def measure_four_bar() -> FourBar:
    """Compute the results of 6.1."""
    model = four_bar_model()
    lin = linearize(model, assemble(model), states=[ANGLES[0]])
    mode = lin.modes()[0]
    shape = np.array([mode.moves[angle].real for angle in ANGLES])
    first, second, third = (float(x) for x in shape / np.linalg.norm(shape))
    peak_frequency = peak(*spectrum(response(model)))
    return FourBar(
        float(lin.mass[0, 0]), float(lin.stiffness[0, 0]), mode.frequency, (first, second, third), peak_frequency
    )


def cantilever(elements: int, speeds: np.ndarray | list[float], E: float = 7e10) -> Campbell:
    """Return the lowest three flap and lag modes over speeds (rad/s)."""
    model = compile(rotating_cantilever(elements, E=E))
    return campbell(model, assemble(model), "drive", speeds, count=6, resolution=0)


def bending_of(diagram: Campbell, k: int) -> tuple[Three, Three]:
    """Return the flap and lag frequencies in Hz at the k-th speed, distinguished by the direction of the tip's
    motion."""
    flap, lag = [], []
    for track in range(diagram.count):
        mode = diagram.mode(track, k)
        tip = np.abs([*mode.bodies.values()][-1])
        (flap if tip[2] > tip[1] else lag).append(mode.frequency)
    (a, b, c), (d, e, f) = sorted(flap), sorted(lag)
    return (a, b, c), (d, e, f)


def measure_cantilever(elements: int, speeds: list[float] | None = None, E: float = 7e10) -> list[Bending]:
    """Compute the results of 6.2 at given speeds, or at those of the tables."""
    speeds = speeds or sorted([*(x * UNIT for x in EXACT), FASTEST])
    diagram = cantilever(elements, speeds, E)
    measured = []
    for k, speed in enumerate(speeds):
        lin = diagram.linear[k]
        tip = float(lin.state.q[lin.all_coordinates.index(f"J{elements} x")])
        measured.append(Bending(elements, speed, *bending_of(diagram, k), tip, E))
    return measured


def unstretched(elements: int) -> Three:
    """Return the flap frequencies in Hz at FASTEST about the straight, unstretched beam."""
    model = compile(rotating_cantilever(elements, speed=FASTEST))
    modes = linearize(model, assemble(model)).modes(16)
    flap = [mode for mode in modes if mode.frequency and np.argmax(np.abs([*mode.bodies.values()][-1][:3])) == 2]
    a, b, c = (mode.frequency for mode in flap[:3])
    return a, b, c


def reproduce() -> Report:
    """Run everything, which takes about a minute after compiling."""
    bending = [b for n in ELEMENTS for b in measure_cantilever(n)]
    bending += measure_cantilever(ELEMENTS[-1], [0.0], E=7e8)
    return Report(measure_four_bar(), tuple(bending), unstretched(ELEMENTS[0]))


def _four_bar_rows(result: FourBar) -> list[tuple[str, ...]]:
    rows = [("undamped natural frequency Hz", f"{PRINTED_HZ:.2f}", f"{result.frequency:.6f}")]
    rows += [
        (f"mode, theta {k + 1}", f"{p:.7f}", f"{x:.7f}")
        for k, (p, x) in enumerate(zip(PRINTED_MODE, result.mode, strict=True))
    ]
    rows.append(("peak of the response's spectrum Hz", "–", f"{result.spectrum:.6f}"))
    return [*rows, ("M^ kg m²", "–", f"{result.mass:.8f}"), ("K^ N m", "–", f"{result.stiffness:.6f}")]


def _multibody_rows(bending: tuple[Bending, ...], elements: int) -> list[tuple[str, ...]]:
    rows = []
    for (E, speed), references in MULTIBODY.items():
        b = next(x for x in bending if x.elements == elements and x.E == E and abs(x.speed - speed) < 1e-9)
        for word, measured, reference in zip(("flap", "lag"), (b.flap, b.lag), references, strict=True):
            for k, (x, r) in enumerate(zip(measured, reference, strict=True)):
                difference = f"{100 * (x / r - 1):+.4f} %"
                rows.append(
                    (
                        f"{E:.0e}, {speed:g}".replace("+0", "").replace("+", ""),
                        word,
                        str(k + 1),
                        f"{r:.6f}",
                        f"{x:.6f}",
                        difference,
                    )
                )
    return rows


def _exact_rows(bending: tuple[Bending, ...]) -> list[tuple[str, ...]]:
    rows = []
    for speed, (flap, lag) in EXACT.items():
        for word, exact in (("flap", flap), ("lag", lag)):
            if speed == 0.0 and word == "lag":
                continue
            for k, r in enumerate(exact):
                rows += _convergence(bending, speed, word, k, r)
    return rows


def errors(
    bending: tuple[Bending, ...], speed: float, word: str, k: int, exact: float
) -> list[tuple[int, float, float]]:
    """Return (elements, w / UNIT, relative error) of one frequency, coarse to fine."""
    here = (b for b in bending if b.E == 7e10 and abs(b.speed - speed * UNIT) < 1e-9)
    ordered = sorted(here, key=lambda b: b.elements)
    values = [(b.elements, 2 * math.pi * getattr(b, word)[k] / UNIT) for b in ordered]
    return [(n, w, w / exact - 1.0) for n, w in values]


def _convergence(bending: tuple[Bending, ...], speed: float, word: str, k: int, exact: float) -> list[tuple[str, ...]]:
    rows, last = [], None
    for n, w, error in errors(bending, speed, word, k, exact):
        order = "–" if last is None else f"{math.log(abs(last[1] / error)) / math.log(n / last[0]):.2f}"
        rows.append(
            (f"{speed:g}", word, str(k + 1), f"{exact:.6f}", str(n), f"{w:.6f}", f"{100 * error:+.4f} %", order)
        )
        last = (n, error)
    return rows
