"""Checks of the signals that targets and runtime expressions name: all mistakes at once, each with its path."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from linkwork.description.errors import DescriptionError
from linkwork.description.expressions import names
from linkwork.description.geometry import Geometry
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers
from linkwork.description.parsing import parse
from linkwork.description.parts import Coupler, Driver, Input, Joint, JointForce, JointSpring, Signal
from linkwork.description.parts.part import Part
from linkwork.kernels.joints import JointKind
from linkwork.model.expressions.dependence import dependences
from linkwork.model.lowering.structure import kind_of
from linkwork.model.signals import SignalOf, Signals

Rule = Callable[[str, SignalOf], str | None]  # of where a signal is used
_ALWAYS = {"energy", "constraint"}  # owners of signals in every mechanism that are not parts


def signal_problems(mechanism: Mechanism, numbers: Numbers | None = None, ignore: Collection[str] = ()) -> list[str]:
    """Return the problems of signals that do not exist or cannot be used where they are named, as "section.part.field:
    …".

    Names of parts that do not exist or are broken (`ignore`) are skipped: `static_problems` reports them.
    """
    numbers = numbers or Numbers(mechanism)
    signals, unusable = usable_signals(mechanism, numbers)
    known = (set(mechanism.parts) - unusable - set(ignore)) | _ALWAYS
    order, problems = dependences(mechanism.parts)
    uses = _Uses(signals, numbers, known)
    uses.follow(order)
    for part in mechanism:
        for field, path, message in _wrong(part, uses):
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


class _Uses:
    """The rules for signals in expressions. A signal with a name of its own counts as what its expression reads."""

    def __init__(self, signals: Signals, numbers: Numbers, known: Collection[str]):
        self.signals, self.numbers, self.known = signals, numbers, known
        self._inside: dict[tuple[str, Rule], str | None] = {}  # of named signals, the first problem of what they read

    def follow(self, order: Iterable[str]) -> None:
        """Find what is wrong inside the signals of `order`, in which each comes after those that it names."""
        for name in order:
            part = self.signals.parts[name]
            read = sorted(names(parse(part.value))) if isinstance(part, Signal) and isinstance(part.value, str) else ()
            for rule in (_in_motion, _in_force):
                self._inside[name, rule] = next(filter(None, (self._broken(path, rule) for path in read)), None)

    def problem(self, path: str, rule: Rule) -> str | None:
        """Return the problem of a signal that is used where the rule holds, or None."""
        try:
            signal = self._find(path)
        except DescriptionError as error:
            return str(error).removeprefix(f"signal {path!r}: ")
        if signal is not None and signal.shape:
            return f"{path!r} is a vector; add a component such as .x"
        broken = self._broken(path, rule)
        return f"through {path!r}, {broken}" if broken and path in self.signals.parts else broken

    def _broken(self, path: str, rule: Rule) -> str | None:
        """Return how a signal breaks the rule, itself or by what it reads; None if it cannot be read at all."""
        try:
            signal = self._find(path)
        except DescriptionError:
            return None
        if signal is None or signal.shape:
            return None
        return self._inside.get((path, rule)) if signal.source == "signal" else rule(path, signal)

    def _find(self, path: str) -> SignalOf | None:
        """Return what a name in an expression means; None for numbers, inputs and parts that are broken."""
        if path.partition(".")[0] not in self.known or isinstance(self.signals.parts.get(path), Input):
            return None
        return self.signals.find(path) if self.numbers.constant(path) is None else None


def _in_motion(path: str, signal: SignalOf) -> str | None:
    return (
        f"{path!r} is not known beforehand: a motion is a function of time, parameters and inputs "
        "(use a Coupler to tie coordinates to one another)"
    )


def _in_force(path: str, signal: SignalOf) -> str | None:
    if signal.source == "measures" and signal.level < 2 and signal.scalar_measure is None:
        return f"{path!r} can be measured, but not be used in what acts on the motion; use components in world axes"
    if signal.level > 1:
        return (
            f"{path!r} is known only after the accelerations, so nothing that acts on the motion can use it; "
            "positions, velocities, inputs, block outputs and time can be used"
        )
    return None


def _anywhere(path: str, signal: SignalOf) -> str | None:
    return None


def _wrong(part: Part, uses: _Uses) -> Iterator[tuple[str, str, str]]:
    """Yield (field, signal, message) for every misused signal."""
    for field, path in _targets(part):
        if path.partition(".")[0] in uses.known and path.partition(".")[0] not in _ALWAYS:
            message = _target(path, uses.signals)
            if message:
                yield field, path, message
    rule = _in_motion if isinstance(part, Driver) else _anywhere if isinstance(part, Signal) else _in_force
    for field, text in _runtime_texts(part):
        for path in sorted(names(parse(text))):
            message = uses.problem(path, rule)
            if message:
                yield field, path, f"in {text!r}, {message}"


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
