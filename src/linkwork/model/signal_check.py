"""Checks of the signals that targets and runtime expressions name: all mistakes at once, each with its path."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from linkwork.description.errors import DescriptionError
from linkwork.description.expressions import names, parse
from linkwork.description.geometry import Geometry
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers
from linkwork.description.parts import Coupler, Driver, Input, Joint, JointForce, JointSpring, Signal
from linkwork.description.parts.part import Part
from linkwork.kernels.joints import JointKind
from linkwork.model.lowering.structure import kind_of
from linkwork.model.signals import Signals

_ALWAYS = {"energy", "constraint"}  # owners of signals in every mechanism that are not parts


def signal_problems(mechanism: Mechanism, numbers: Numbers | None = None, ignore: Collection[str] = ()) -> list[str]:
    """Return the problems of signals that do not exist or cannot be used where they are named, as "section.part.field:
    …".

    Names of parts that do not exist or are broken (`ignore`) are skipped: `static_problems` reports them.
    """
    numbers = numbers or Numbers(mechanism)
    signals, unusable = usable_signals(mechanism, numbers)
    known = (set(mechanism.parts) - unusable - set(ignore)) | _ALWAYS
    problems = []
    for part in mechanism:
        for field, path, message in _wrong(part, signals, numbers, known):
            problems.append(f"{part.section}.{part.name}.{field}: {message.removeprefix(f'signal {path!r}: ')}")
    return list(dict.fromkeys(problems))


def usable_signals(mechanism: Mechanism, numbers: Numbers) -> tuple[Signals, set[str]]:
    """Return the signals of a mechanism that is not compiled yet, and the broken joints, which have none."""
    geometry = Geometry(numbers, planar=mechanism.plane is not None)
    kinds: dict[str, JointKind] = {}
    unusable = set()
    for joint in mechanism.of(Joint):
        try:
            kinds[joint.name] = kind_of(joint, mechanism.plane, geometry)
        except DescriptionError:
            unusable.add(joint.name)
    return Signals(mechanism.parts, kinds, mechanism.plane), unusable


def _wrong(part: Part, signals: Signals, numbers: Numbers, known: set[str]) -> Iterator[tuple[str, str, str]]:
    """Yield (field, signal, message) for every misused signal."""
    for field, path in _targets(part):
        if path.partition(".")[0] in known and path.partition(".")[0] not in _ALWAYS:
            message = _target(path, signals)
            if message:
                yield field, path, message
    for field, text in _runtime_texts(part):
        for path in sorted(names(parse(text))):
            if path.partition(".")[0] in known:
                message = _use(part, path, signals, numbers)
                if message:
                    yield field, path, f"in {text!r}, {message.removeprefix(f'signal {path!r}: ')}"


def _targets(part: Part) -> list[tuple[str, str]]:
    if isinstance(part, (Driver, JointForce, JointSpring)):
        return [("target", part.target)]
    return [(f"terms.{path}", path) for path in part.terms] if isinstance(part, Coupler) else []


def _runtime_texts(part: Part) -> Iterator[tuple[str, str]]:
    for field in part.runtime:
        value = getattr(part, field)
        if isinstance(value, str):
            yield field, value
        elif isinstance(value, dict):
            yield from ((f"{field}.{key}", item) for key, item in value.items() if isinstance(item, str))
        elif isinstance(value, tuple):
            yield from ((f"{field}.{'xyz'[k]}", item) for k, item in enumerate(value) if isinstance(item, str))


def _target(path: str, signals: Signals) -> str | None:
    try:
        signal = signals.find(path)
    except DescriptionError as error:
        return str(error)
    measure = signal.scalar_measure
    if measure is None or signal.order != 0 or measure.velocity_only:
        return f"{path!r} is not a position-level scalar; use for example a joint's angle or a length"
    return None


def _use(part: Part, path: str, signals: Signals, numbers: Numbers) -> str | None:
    """Return the problem of a signal in an expression of this part, or None."""
    try:
        if isinstance(signals.parts.get(path), Input) or numbers.constant(path) is not None:
            return None
        signal = signals.find(path)
    except DescriptionError as error:
        return str(error)
    if signal.shape:
        return f"{path!r} is a vector; add a component such as .x"
    if isinstance(part, Driver):
        if signal.source != "signal":
            return (
                f"{path!r} is not known beforehand: a motion is a function of time, parameters and inputs "
                "(use a Coupler to tie coordinates to one another)"
            )
        return None
    if isinstance(part, Signal):
        return None
    if signal.source == "measures" and signal.level < 2 and signal.scalar_measure is None:
        return f"{path!r} can be measured, but not be used in what acts on the motion; use components in world axes"
    if signal.level > 1:
        return (
            f"{path!r} is known only after the accelerations, so nothing that acts on the motion can use it; "
            "positions, velocities, inputs, block outputs and time can be used"
        )
    return None
