"""Signals: `<part>.<quantity>[.local][.<component>][.rate|.accel]`, the same in Python, files, expressions and results.

A signal is read from measures (scalars of two frames) by value, rate or second rate, or is an effort, a reaction, an
energy, an input, a state or an output of a block, a state of a force law, or a named expression."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.description.parts import (
    AppliedForce,
    Body,
    Coupler,
    Driver,
    ForceLaw,
    Frame,
    Input,
    Joint,
    JointForce,
    JointSpring,
    Signal,
    SpringDamper,
)
from linkwork.description.parts.blocks import Block
from linkwork.description.parts.part import Part
from linkwork.kernels.joints import JointKind, Measure, cosine, named, position

FrameKey = tuple[str, ...]  # ("ground",) ("body", b) ("com", b) ("frame", f) ("joint", j, "i") ("force", s, "i")
GROUND: FrameKey = ("ground",)
XYZ = {"x": 0, "y": 1, "z": 2}
RATES = {"rate": 1, "accel": 2}


@dataclass(frozen=True)
class MeasureOf:
    """A measure between two named frames."""

    measure: Measure
    frame_i: FrameKey
    frame_j: FrameKey

    def __hash__(self) -> int:
        known = self.__dict__.get("_hash")
        if known is None:
            known = hash((self.measure, self.frame_i, self.frame_j))
            object.__setattr__(self, "_hash", known)
        return known

    def __reduce__(self) -> tuple[type[MeasureOf], tuple[Measure, FrameKey, FrameKey]]:
        return MeasureOf, (self.measure, self.frame_i, self.frame_j)  # texts have other hashes in other processes

    def frames(self) -> tuple[FrameKey, FrameKey]:
        return (self.frame_j, self.frame_i) if self.measure.swap else (self.frame_i, self.frame_j)

    @property
    def velocity_only(self) -> bool:
        return self.measure.properties.velocity_only


def own_velocity(key: FrameKey, angular: bool) -> tuple[MeasureOf, ...]:
    """Return the velocity or angular velocity of a frame in its own axes."""
    word = "angular_velocity_local" if angular else "velocity_local"
    return tuple(MeasureOf(named(word, k), GROUND, key) for k in range(3))


@dataclass(frozen=True)
class SignalOf:
    """The meaning of a signal path."""

    path: str
    # measures, effort, spring, reaction, total, law, applied, driver, energy, time, violation, input, state, output,
    # signal
    source: str
    unit: str
    measures: tuple[MeasureOf, ...] = ()
    order: int = 0  # 0 value, 1 rate, 2 second rate of the measures
    shape: tuple[int, ...] = ()
    name: str = ""  # part, or energy kind
    component: int | None = None  # of a three-vector that is not made of measures
    post: str = ""  # "quaternion", "own axes"; of joints' forces "local_i", "local_j": the axes of frame I or J

    @property
    def level(self) -> int:
        """The level of the signal: 0 position, 1 velocity, 2 acceleration or force."""
        if self.source == "measures":
            return self.order
        return 0 if self.source in ("time", "input", "state", "output", "signal") else 2

    @property
    def scalar_measure(self) -> MeasureOf | None:
        """The single measure of a scalar signal, if there is one."""
        return self.measures[0] if self.source == "measures" and len(self.measures) == 1 and not self.post else None


class Signals:
    """The signals of one mechanism by path."""

    def __init__(self, parts: Mapping[str, Part], kinds: Mapping[str, JointKind], plane: str | None):
        self.parts, self.kinds, self.plane = parts, kinds, plane
        self._by_part: dict[str, dict[str, SignalOf]] = {}  # signals of each part, computed on first use
        self._acting: dict[str, list[tuple[str, str, MeasureOf]]] | None = None  # by joint

    def find(self, path: str) -> SignalOf:
        """Return the signal at a path, or an error that lists what the part offers."""
        if not isinstance(path, str):
            raise DescriptionError(f"a signal is named by text such as 'energy.total', not {path!r:.60}")
        if path == "time":
            return SignalOf(path, "time", "s")
        if path == "constraint.violation":
            return SignalOf(path, "violation", "m")
        head, *words = path.split(".")
        if head == "energy":
            if words not in (["kinetic"], ["potential"], ["total"]):
                raise DescriptionError(
                    f"signal {path!r}: energies are energy.kinetic, energy.potential and energy.total"
                )
            return SignalOf(path, "energy", "J", name=words[0])
        part = self.parts.get(head)
        if part is None:
            raise DescriptionError(
                f"signal {path!r}: there is no part {head!r}; {did_you_mean(head, self.parts, 'parts are')}"
            )
        offered = self._offered(part)
        if isinstance(part, (Input, Signal)) and not words:
            return SignalOf(path, "input" if isinstance(part, Input) else "signal", "", name=head)
        if isinstance(part, Block):
            return self._block(part, words, path)
        quantity = words[0] if words else ""
        if isinstance(part, ForceLaw) and quantity == "state" and words[1:] and words[1] in part.state_names:
            return self._components(SignalOf(path, "state", "", name=head), words[2:], path)
        if quantity in ("frame_i", "frame_j", "span"):
            offered = offered | self._unlisted(part)
        if quantity not in offered:
            states = part.state_names if isinstance(part, ForceLaw) else ()
            names = [*offered, *(f"state.{x}" for x in states)]
            shown = ", ".join(f"{head}.{name}" for name in names) or "none"
            raise DescriptionError(f"signal {path!r}: a {part.type} has no {quantity!r}; its signals are {shown}")
        return self._components(offered[quantity], words[1:], path)

    def all(self) -> list[str]:
        """Return the names of all signals of the mechanism; a vector has one name."""
        paths = ["time", "energy.kinetic", "energy.potential", "energy.total", "constraint.violation"]
        for name, part in self.parts.items():
            if isinstance(part, (Input, Signal)):
                paths.append(name)
            elif isinstance(part, Block):
                paths += [f"{name}.{y}" for y in part.outputs] + [f"{name}.state.{x}" for x in part.states]
            else:
                paths += [f"{name}.{quantity}" for quantity in self._offered(part)]
                if isinstance(part, ForceLaw):
                    paths += [f"{name}.state.{x}" for x in part.state_names]
        return paths

    # signals of parts

    def _offered(self, part: Part) -> dict[str, SignalOf]:
        if part.name not in self._by_part:
            self._by_part[part.name] = {}  # until it is computed: a driver whose target is its own value has no signals
            try:
                self._by_part[part.name] = self._signals_of(part)
            except DescriptionError:
                del self._by_part[part.name]
                raise
        return self._by_part[part.name]

    def _signals_of(self, part: Part) -> dict[str, SignalOf]:
        name = part.name
        if isinstance(part, Body):
            return self._frame_signals(("body", name), name)
        if isinstance(part, Frame):
            return self._frame_signals(("frame", name), name)
        if isinstance(part, Joint):
            return self._joint_signals(part)
        if isinstance(part, ForceLaw):
            signals = self._length(name) | self._wrench_signals(name, "law")
            return {word: signals[word] for word in part.signals()}
        if isinstance(part, SpringDamper):
            vector = SignalOf(f"{name}.force_vector", "spring", "N", shape=(3,), name=name)
            force = SignalOf(f"{name}.force", "effort", "N", name=name)
            return {**self._length(name), "force": force, "force_vector": vector}
        if isinstance(part, (JointForce, JointSpring)):
            return {"force": SignalOf(f"{name}.force", "effort", "", name=name)}
        if isinstance(part, AppliedForce):
            return self._wrench_signals(name, "applied")
        if isinstance(part, Driver):
            target = self.find(part.target)
            return {
                "value": replace(target, path=f"{name}.value"),
                "force": SignalOf(f"{name}.force", "driver", "", name=name),
            }
        if isinstance(part, Coupler):
            return {"force": SignalOf(f"{name}.force", "driver", "", name=name)}
        return {}

    @staticmethod
    def _length(name: str) -> dict[str, SignalOf]:
        """The distance between the origins of a force's frames."""
        measure = MeasureOf(named("distance"), ("force", name, "i"), ("force", name, "j"))
        return {"length": SignalOf(f"{name}.length", "measures", "m", (measure,))}

    @staticmethod
    def _wrench_signals(name: str, source: str) -> dict[str, SignalOf]:
        return {q: SignalOf(f"{name}.{q}", source, u, shape=(3,), name=name) for q, u in _WRENCH.items()}

    def _frame_signals(self, key: FrameKey, name: str) -> dict[str, SignalOf]:
        def of(quantity, unit, measures, order=0, shape=(3,), post=""):
            return SignalOf(f"{name}.{quantity}", "measures", unit, tuple(measures), order, shape, post=post)

        place = [MeasureOf(position(k), GROUND, key) for k in range(3)]
        turning = [MeasureOf(named("angular_velocity", k), GROUND, key) for k in range(3)]
        matrix = [MeasureOf(cosine(a, b), GROUND, key) for a in range(3) for b in range(3)]
        signals = {
            "position": of("position", "m", place),
            "velocity": of("velocity", "m/s", place, 1),
            "acceleration": of("acceleration", "m/s²", place, 2),
            "rotation": of("rotation", "", matrix, shape=(3, 3)),
            "quaternion": of("quaternion", "", matrix, shape=(4,), post="quaternion"),
            "angular_velocity": of("angular_velocity", "rad/s", turning, 1),
            "angular_acceleration": of("angular_acceleration", "rad/s²", turning, 2),
        }
        for k, axis in enumerate(("x_axis", "y_axis", "z_axis")):
            signals[axis] = of(axis, "", matrix[k::3])
        if self.plane:
            signals["angle"] = of("angle", "rad", [MeasureOf(named("angle", 0, 1, 0), GROUND, key)], shape=())
        return signals

    def _joint_signals(self, joint: Joint) -> dict[str, SignalOf]:
        name, I, J = joint.name, ("joint", joint.name, "i"), ("joint", joint.name, "j")
        signals = {}
        for word, measure in self.kinds[name].coordinates.items():
            unit = "rad" if measure.radians else "m"
            signals[word] = SignalOf(f"{name}.{word}", "measures", unit, (MeasureOf(measure, I, J),))
        matrix = tuple(MeasureOf(cosine(a, b), I, J) for a in range(3) for b in range(3))
        axis = tuple(MeasureOf(cosine(a, 2), GROUND, I) for a in range(3))
        gap = tuple(MeasureOf(position(k), I, J) for k in range(3))
        signals["rotation"] = SignalOf(f"{name}.rotation", "measures", "", matrix, shape=(3, 3))
        signals["axis"] = SignalOf(f"{name}.axis", "measures", "", axis, shape=(3,))
        signals["gap"] = SignalOf(f"{name}.gap", "measures", "m", gap, shape=(3,))
        for word, source in (("", "reaction"), ("total_", "total")):
            for quantity, unit in _WRENCH.items():
                signals[word + quantity] = SignalOf(f"{name}.{word}{quantity}", source, unit, shape=(3,), name=name)
        return signals

    def _unlisted(self, part: Part) -> dict[str, SignalOf]:
        """Return the world axes of a joint's frames and the vector between the ends of a spring, for event
        expressions."""
        name = part.name
        if isinstance(part, SpringDamper):
            way = tuple(MeasureOf(position(k), ("force", name, "i"), ("force", name, "j")) for k in range(3))
            return {"span": SignalOf(f"{name}.span", "measures", "m", way, shape=(3,))}
        if not isinstance(part, Joint):
            return {}
        signals = {}
        for side in "ij":
            matrix = tuple(MeasureOf(cosine(a, b), GROUND, ("joint", name, side)) for a in range(3) for b in range(3))
            signals[f"frame_{side}"] = SignalOf(f"{name}.frame_{side}", "measures", "", matrix, shape=(3, 3))
        return signals

    def acting(self, joint: str) -> list[tuple[str, str, MeasureOf]]:
        """Return the efforts of springs, forces, drivers and couplers along the coordinates of a joint, as (effort
        signal, factor, coordinate)."""
        if self._acting is None:
            self._acting = {}
            for name, part in self.parts.items():
                targets = part.terms if isinstance(part, Coupler) else {}
                if isinstance(part, (JointForce, JointSpring, Driver)):
                    targets = {part.target: 1}
                for path, factor in targets.items():
                    measure = self.find(path).scalar_measure
                    if (
                        measure is not None
                        and (key := measure.frame_i)[0] == "joint"
                        and measure.frame_j == (*key[:2], "j")
                    ):
                        self._acting.setdefault(key[1], []).append((f"{name}.force", str(factor), measure))
        return self._acting.get(joint, [])

    def _block(self, block: Block, words: list[str], path: str) -> SignalOf:
        if len(words) == 1 and words[0] in block.outputs:
            return SignalOf(path, "output", "", name=block.name, component=block.outputs.index(words[0]))
        if len(words) == 2 and words[0] == "state" and words[1] in block.states:
            return SignalOf(path, "state", "", name=block.name, component=list(block.states).index(words[1]))
        offered = [f"{block.name}.{y}" for y in block.outputs] + [f"{block.name}.state.{x}" for x in block.states]
        raise DescriptionError(f"signal {path!r}: the block has no such signal; its signals are {', '.join(offered)}")

    # components and rates

    def _components(self, signal: SignalOf, words: list[str], path: str) -> SignalOf:
        words = list(words)
        if words and words[0] in _LOCAL and signal.source in ("reaction", "total"):
            signal = replace(signal, post=_LOCAL[words.pop(0)])
        elif words and words[0] == "local":
            signal = self._own_axes(signal, path)
            words.pop(0)
        if words and len(signal.shape) == 1 and signal.post == "" and words[0] in XYZ:
            signal = self._component(signal, XYZ[words.pop(0)])
        elif words and signal.post in ("own axes", "local_i", "local_j") and words[0] in XYZ:
            signal = replace(
                signal, component=XYZ[words.pop(0)], shape=() if signal.source != "measures" else signal.shape
            )
        elif words and len(signal.shape) == 2 and len(words[0]) == 2 and set(words[0]) <= set(XYZ):
            a, b = (XYZ[c] for c in words.pop(0))
            signal = replace(signal, measures=(signal.measures[3 * a + b],), shape=())
        if words and words[0] in RATES and signal.source == "measures" and not signal.post:
            order = signal.order + RATES[words.pop(0)]
            if order > 2:
                raise DescriptionError(f"signal {path!r}: there is no derivative beyond accelerations")
            signal = replace(signal, order=order, unit=_rate_unit(signal.unit, order - signal.order))
        if words:
            shape = "a scalar" if signal.shape == () else f"a vector of shape {signal.shape}"
            raise DescriptionError(f"signal {path!r}: {'.'.join(words)!r} does not apply to {signal.path!r}, {shape}")
        return replace(signal, path=path)

    def _component(self, signal: SignalOf, k: int) -> SignalOf:
        if signal.source == "measures":
            return replace(signal, measures=(signal.measures[k],), shape=())
        return replace(signal, component=k, shape=())

    def _own_axes(self, signal: SignalOf, path: str) -> SignalOf:
        if signal.source != "measures" or signal.shape != (3,) or signal.order == 0:
            raise DescriptionError(
                f"signal {path!r}: only velocities, accelerations and forces and torques of joints have a .local form"
            )
        key = signal.measures[0].frame_j
        angular = signal.measures[0].velocity_only
        if signal.order == 2 and not angular:
            matrix = tuple(MeasureOf(cosine(a, b), GROUND, key) for a in range(3) for b in range(3))
            return replace(signal, measures=signal.measures + matrix, post="own axes")
        return replace(signal, measures=own_velocity(key, angular))


_WRENCH = {"force": "N", "torque": "N m"}
_LOCAL = {"local": "local_j", "local_j": "local_j", "local_i": "local_i"}  # the forces act at frame J


def _rate_unit(unit: str, times: int) -> str:
    base = unit or "1"
    return f"{base}/s" if times == 1 else f"{base}/s²"
