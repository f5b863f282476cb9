"""Targets and guesses: position and velocity signals with given values, whose mistakes are reported at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from linkwork.description.errors import DescriptionError
from linkwork.description.values import TargetValue, shown
from linkwork.model.errors import TargetError
from linkwork.model.model import Model
from linkwork.model.signals import MeasureOf, SignalOf

_LEVELS = ("a position", "a velocity", "an acceleration or a force")


@dataclass
class Asked:
    """Scalar targets in rows: one measure, one value and the signal it belongs to."""

    measures: list[MeasureOf] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def add(self, signal: SignalOf, values: np.ndarray) -> None:
        for measure, value in zip(signal.measures, values.reshape(-1).tolist(), strict=True):
            self.measures.append(measure)
            self.values.append(value)
            self.paths.append(signal.path)

    def radians(self) -> np.ndarray:
        return np.array([m.measure.radians for m in self.measures], bool)


def read_targets(model: Model, targets: Mapping[str, TargetValue] | None, what: str = "target") -> tuple[Asked, Asked]:
    """Return the target positions and velocities; all mistakes are reported at once."""
    positions, velocities, problems = Asked(), Asked(), []
    if targets is not None and not isinstance(targets, Mapping):
        raise TargetError(f"{what}s map signals to values, for example {{'A.angle': 1.0}}, not {shown(targets)}")
    for path, value in (targets or {}).items():
        try:
            signal = model.signal_table.find(path)
            values = _values(signal, value)
        except (DescriptionError, TargetError) as error:
            problems += [f"{what} {path!r}: {_tail(problem, path)}" for problem in error.problems]
            continue
        if signal.post == "quaternion":
            values, signal = _rotation(values), model.signal_table.find(path.removesuffix("quaternion") + "rotation")
        (positions if signal.order == 0 else velocities).add(signal, values)
    if problems:
        raise TargetError(problems, f"problems with {what}s")
    return positions, velocities


def _tail(problem: str, path: str) -> str:
    return problem.removeprefix(f"signal {path!r}: ")


def _values(signal: SignalOf, value: TargetValue) -> np.ndarray:
    """Return the value of a target as an array of the signal's shape."""
    if signal.source != "measures" or signal.order > 1 or (signal.post and signal.post != "quaternion"):
        kind = {"input": "an input", "state": "a block's state", "output": "a block's output", "signal": "an expression",
                "time": "the time"}.get(signal.source, _LEVELS[2])  # fmt: skip
        raise TargetError(f"it is {kind}; assembly takes positions and velocities of joints, bodies and frames")
    try:
        array = np.array(value, float)
    except (TypeError, ValueError, OverflowError):
        raise TargetError(f"{shown(value)} is not a number; give {_shape_words(signal)}") from None
    if np.asarray(value).dtype.kind == "b":
        raise TargetError(f"{shown(value)} is not a number; give {_shape_words(signal)}")
    if array.shape != signal.shape:
        raise TargetError(f"{value!r} does not fit; give {_shape_words(signal)}")
    if not np.isfinite(array).all():
        raise TargetError(f"{value!r} is not finite; give {_shape_words(signal)}")
    if signal.order == 0:
        _check_directions(signal, array)
        if signal.measures[0].measure.properties.is_length and array < 0:
            raise TargetError(f"a length cannot be {float(array):g} m; give a positive number")
    return array


def _shape_words(signal: SignalOf) -> str:
    unit = f" in {signal.unit}" if signal.unit else ""
    return f"one number{unit}" if signal.shape == () else f"{' × '.join(map(str, signal.shape))} numbers{unit}"


def _check_directions(signal: SignalOf, value: np.ndarray) -> None:
    """Axes are unit vectors, rotations orthonormal and right-handed, quaternions of length one."""
    is_cosine = signal.measures[0].measure.properties.is_cosine
    if not is_cosine or signal.shape == ():
        if is_cosine and abs(value) > 1:
            raise TargetError(f"{float(value):g} is not a cosine; give a number between -1 and 1")
        return
    if value.ndim == 1:
        if abs(np.linalg.norm(value) - 1) > 1e-9:
            raise TargetError(f"{value.tolist()} has length {np.linalg.norm(value):.6g}; a direction needs length 1")
    elif np.abs(value.T @ value - np.eye(3)).max() > 1e-9 or np.linalg.det(value) < 0:
        raise TargetError("the matrix is not a rotation; its columns must be orthonormal and right-handed")


def _rotation(p: np.ndarray) -> np.ndarray:
    """Return the rotation matrix of a unit quaternion [w, x, y, z]."""
    w, x, y, z = p
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def check_names(names: Iterable[str], known: Iterable[str], what: str) -> None:
    """Raise an error that lists all names that do not exist."""
    known = list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        shown = ", ".join(known) or "none"
        raise TargetError([f"there is no {what} {name!r}; {what}s are {shown}" for name in unknown])
