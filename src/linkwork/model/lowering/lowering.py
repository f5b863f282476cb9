"""Lowering of a description with one vector of its numbers to the flat arrays of kernels.arrays, generic over float and
complex.

The instructions, numbering and sizes depend on names only; other numbers give the same `ints` with other `floats`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.description.errors import DescriptionError
from linkwork.description.geometry import Geometry
from linkwork.description.parts import (
    AppliedForce,
    Coupler,
    Driver,
    ForceLaw,
    Input,
    Joint,
    JointForce,
    JointSpring,
    SpringDamper,
)
from linkwork.description.tracing import are_finite, largest
from linkwork.kernels.expressions.blocks import RUN_TIME_TAPE
from linkwork.kernels.forces.table import KINDS, LAWS
from linkwork.kernels.joints import CHAINS, GROUND_KIND, Row, chain_arrays
from linkwork.model.expressions.names import RuntimeNames, block_arrays, build_tape
from linkwork.model.expressions.tapes import TapeBuilder
from linkwork.model.lowering.frames import Placement
from linkwork.model.lowering.geometry import inner
from linkwork.model.lowering.inertia import inertia_rows, moment_rows
from linkwork.model.lowering.laws import effort_law
from linkwork.model.lowering.structure import Structure
from linkwork.model.lowering.turn_counts import TurningPath, turning_path
from linkwork.model.signals import GROUND, FrameKey, MeasureOf, Signals


@dataclass(frozen=True)
class RowOf:
    """The origin of a constraint row."""

    part: str  # joint, coupler or driver
    label: str
    radians: bool
    level: int
    upright: tuple[int, int, int, int] | None = None  # frames I, J and axes whose product is +1 when not flipped


@dataclass
class Lowered:
    """The arrays of a model and the tables that name their rows."""

    arrays: dict[str, np.ndarray]
    rows: list[RowOf]
    frames: dict[FrameKey, int]
    measures: dict[MeasureOf, int]  # those of the arrays, then angles that only signals read: all have turns
    efforts: dict[str, int]
    laws: dict[str, int]  # force laws between two frames
    applied: dict[str, int]
    inputs: list[str]
    states: list[str]  # "block.state.x", then those of laws
    outputs: list[str]  # "block.y"
    signals: dict[str, int]  # Signal parts in the tape, by instruction
    coordinates: dict[MeasureOf, int]  # measures that are entries of q
    q0: np.ndarray  # design position
    length: float  # m, the model's size
    lengths: np.ndarray  # m, for each body that of what it is connected with


class Lowering:
    """A collector of frames, measures, rows and forces, which it then packs into arrays."""

    def __init__(self, structure: Structure, numbers: Any):
        self.structure, self.numbers = structure, numbers
        self.parts = numbers.parts
        self.geometry = Geometry(numbers, planar=structure.plane is not None)
        self.signals = Signals(self.parts, structure.kinds, structure.plane)
        self.dtype = {"c": np.complex128, "O": object}.get(numbers.values.dtype.kind, np.float64)
        self.frames: dict[FrameKey, int] = {}
        self.measures: dict[MeasureOf, int] = {}
        self.rows: list[RowOf] = []
        self.row_terms: list[list[tuple[int, Any]]] = []
        self.row_values: list[Any] = []
        self.row_motions: list[int] = []
        self.design_values: list[int] = []  # rows whose value is that of their terms in the design position
        self.coordinates = self._coordinates()
        self.frame(GROUND)

    @cached_property
    def placement(self) -> Placement:
        return Placement(self.geometry, self.structure.topology)

    # tables

    def frame(self, key: FrameKey) -> int:
        if key not in self.frames:
            self.frames[key] = len(self.frames)
        return self.frames[key]

    def measure(self, measure: MeasureOf) -> int:
        if measure not in self.measures:
            for key in measure.frames():
                self.frame(key)
            self.measures[measure] = len(self.measures)
        return self.measures[measure]

    def target(self, path: str, asker: str, what: str = "position-level scalar") -> MeasureOf:
        """Return the measure of a driver's or effort's target."""
        signal = self.signals.find(path)
        measure = signal.scalar_measure
        if measure is None or signal.order != 0 or measure.velocity_only:
            raise DescriptionError(
                f"{asker}: target {path!r} is not a {what}; use for example a joint's angle or a length"
            )
        return measure

    def _coordinates(self) -> dict[MeasureOf, int]:
        """Return the measures that tree joints (and, in Cartesian planar models, bodies) have as entries of q."""
        indices: dict[MeasureOf, int] = {}
        at = 0
        for tree in self.structure.topology.tree:
            chain = CHAINS[tree.motion]
            if tree.joint is not None:
                words = chain.coordinate_words(tree.reverse)
                measures = self.structure.kinds[tree.joint].coordinates
                for k, word in enumerate(words):
                    if word in measures:
                        indices[MeasureOf(measures[word], ("joint", tree.joint, "i"), ("joint", tree.joint, "j"))] = (
                            at + k
                        )
            elif "angle" in chain.words:
                angle = self.signals.find(f"{tree.body}.angle").measures[0]
                indices[angle] = at + chain.words.index("angle")
            at += chain.nq
        return indices

    # rows

    def add_row(self, row: RowOf, terms: list[tuple[MeasureOf, Any]], value: Any = 0.0, motion: int = -1) -> int:
        self.rows.append(row)
        self.row_terms.append([(self.measure(measure), coef) for measure, coef in terms])
        self.row_values.append(value)
        self.row_motions.append(motion)
        return len(self.rows) - 1

    def joint_rows(self, name: str) -> None:
        joint = self.parts[name]
        assert isinstance(joint, Joint)
        I, J = ("joint", name, "i"), ("joint", name, "j")
        for row in self.structure.kinds[name].rows:
            measure = MeasureOf(row.measure, I, J)
            self.add_row(self._row_of(name, row, I, J), [(measure, 1.0)], self._row_value(joint))
        if self.structure.kinds[name].has_pitch:
            kind = self.structure.kinds[name].coordinates
            along, angle = (MeasureOf(kind[word], I, J) for word in ("displacement", "angle"))
            pitch = self.numbers.scalar(name, "pitch") / (2 * np.pi)
            self.add_row(RowOf(name, "advance", False, 0), [(along, 1.0), (angle, -pitch)])

    def _row_of(self, name: str, row: Row, I: FrameKey, J: FrameKey) -> RowOf:
        upright = None if row.upright is None else (self.frame(I), self.frame(J), *row.upright)
        return RowOf(name, row.label, row.measure.radians, int(row.velocity), upright)

    def _row_value(self, joint: Joint) -> Any:
        if not joint.has_length:
            return 0.0
        if joint.length is not None:  # type: ignore[attr-defined]
            length = self.numbers.scalar(joint.name, "length")
        else:
            d = self.placement.joint(joint.name)[1][1] - self.placement.joint(joint.name)[0][1]
            length = np.sqrt(inner(d, d))
        if not length.real > 0:
            raise DescriptionError(f"joint {joint.name!r}: a distance must be positive, not {length.real:g}")
        return length

    def coupler_row(self, coupler: Coupler) -> None:
        measures = [self.target(path, f"coupler {coupler.name!r}") for path in coupler.terms]
        factors = [self.numbers.scalar(coupler.name, "terms", path) for path in coupler.terms]
        radians = all(measure.measure.radians for measure in measures)
        value = 0.0 if coupler.value is None else self.numbers.scalar(coupler.name, "value")
        terms = list(zip(measures, factors, strict=True))
        row = self.add_row(RowOf(coupler.name, "sum of the terms", radians, 0), terms, value)
        if coupler.value is None:
            self.design_values.append(row)

    def driver_row(self, driver: Driver, motion: int) -> None:
        measure = self.target(driver.target, f"driver {driver.name!r}")
        self.add_row(RowOf(driver.name, driver.target, measure.measure.radians, 0), [(measure, 1.0)], 0.0, motion)

    # everything

    def lower(self) -> Lowered:
        names = RuntimeNames(self)
        builder = build_tape(self.numbers)
        drivers = sorted((p for p in self.parts.values() if isinstance(p, Driver)), key=lambda p: p.name)
        motions = [builder.add(names.field(d.name, "motion"), names.time_only(d)) for d in drivers]
        builder.close(RUN_TIME_TAPE)
        for name in self.structure.topology.cut:
            self.joint_rows(name)
        for coupler in sorted((p for p in self.parts.values() if isinstance(p, Coupler)), key=lambda p: p.name):
            self.coupler_row(coupler)
        for driver, motion in zip(drivers, motions, strict=True):
            self.driver_row(driver, motion)
        for k, measure in enumerate(self.structure.measured):
            row = RowOf(f"measured {k}", "value", measure.measure.radians, int(measure.velocity_only))
            self.add_row(row, [(measure, 1.0)])
        blocks = block_arrays(self, builder, names)
        efforts, effort_arrays = self._efforts(builder, names)
        laws, law_arrays, law_states = self._laws(builder, blocks.arrays["z0"].size)
        applied, applied_arrays = self._applied(builder, names)
        signals = names.lower_signals(builder)
        arrays = {**self._tree_arrays(), **effort_arrays, **law_arrays, **applied_arrays, **blocks.arrays}
        arrays["z0"] = np.concatenate((arrays["z0"], np.array(law_states, self.dtype)))
        arrays |= builder.arrays(self.dtype)
        inputs = [p.name for p in self.parts.values() if isinstance(p, Input)]
        arrays["input0"] = np.array([self.numbers.scalar(name, "value") for name in inputs], self.dtype)
        q0 = self.placement.design_coordinates()
        read = len(self.measures)
        self._joint_angles(planar=False)
        arrays |= self._frame_arrays() | self._measure_arrays() | self._row_arrays()
        self._joint_angles(planar=True)
        arrays |= self._turning_arrays(arrays, q0, read)
        lowered = Lowered(
            arrays, self.rows, self.frames, self.measures, efforts, laws, applied, inputs, names.states, blocks.outputs,
            signals, self.coordinates, q0, np.real(self.size()), self.sizes(),
        )  # fmt: skip
        lowered.arrays["row_scale"] = np.array(
            [lowered.length if row.radians else 1.0 for row in self.rows], self.dtype
        )
        return lowered

    def _tree_arrays(self) -> dict[str, np.ndarray]:
        tree, number = self.structure.topology.tree, self.structure.topology.number
        pitch = np.zeros(len(tree) + 1, self.dtype)
        for b, t in enumerate(tree, start=1):
            if CHAINS[t.motion].has_pitch:
                pitch[b] = self.numbers.scalar(t.joint, "pitch") / (2 * np.pi)
        return {
            "parent": np.array([0, *(number[t.parent] for t in tree)]),
            **chain_arrays([GROUND_KIND, *(t.motion for t in tree)]),
            "X_PI": self.placement.tree_rows(),
            "pitch": pitch,
            "inertia": inertia_rows(self.geometry, self.placement),
            "moments": moment_rows(self.geometry, self.placement),
            "gravity": np.array(self.numbers.gravity(), self.dtype),
        }

    def _frame_arrays(self) -> dict[str, np.ndarray]:
        body, X_BF = self.placement.rows(self.frames)
        return {"frame_body": np.array(body), "X_BF": X_BF.astype(self.dtype)}

    def _measure_arrays(self) -> dict[str, np.ndarray]:
        measures = list(self.measures)
        pairs = [[self.frames[key] for key in measure.frames()] for measure in measures]
        return {
            "measure_kind": np.array([m.measure.kind for m in measures], np.int64),
            "measure_frames": np.array(pairs, np.int64).reshape(-1, 2),
            "measure_axes": np.array([m.measure.axes for m in measures], np.int64).reshape(-1, 3),
            "measure_q": np.array([self.coordinates.get(m, -1) for m in measures], np.int64),
        }

    def _joint_angles(self, planar: bool) -> None:
        """Add the angles of all joints that are not entries of q: their turns belong to the state."""
        if planar != (self.structure.plane is not None):
            return
        for name, part in self.parts.items():
            if isinstance(part, Joint):
                I, J = ("joint", name, "i"), ("joint", name, "j")
                for measure in self.structure.kinds[name].coordinates.values():
                    angle = MeasureOf(measure, I, J)
                    if measure.properties.has_turns and angle not in self.coordinates:
                        self.measures.setdefault(angle, len(self.measures)) if planar else self.measure(angle)

    def _turning_arrays(self, arrays: dict[str, np.ndarray], q0: np.ndarray, read: int) -> dict[str, np.ndarray]:
        """Return the coordinates that turn the measured angles. Angles beyond `read` are for signals only; in the plane
        these need no path."""
        none, paths = TurningPath([], [], [], 0.0, 0.0), []
        for k, measure in enumerate(self.measures):
            known = k < arrays["measure_kind"].size
            counted = known and measure.measure.properties.has_turns and arrays["measure_q"][k] < 0
            paths.append(turning_path(self.placement, arrays, q0, measure) if counted else none)
        free = [path.free if k < read else 2.0 if path.free else 4.0 for k, path in enumerate(paths)]
        return {
            "turn_start": np.cumsum([0, *(len(path.q) for path in paths)]),
            "turn_q": np.array([k for path in paths for k in path.q], np.int64),
            "turn_v": np.array([k for path in paths for k in path.v], np.int64),
            "turn_sign": np.array([sign for path in paths for sign in path.sign], self.dtype),
            "turn_offset": np.array([path.offset for path in paths], self.dtype),
            "turn_free": np.array(free, self.dtype),
        }

    def _row_arrays(self) -> dict[str, np.ndarray]:
        terms = [term for row in self.row_terms for term in row]
        return {
            "row_value": np.array(self.row_values, self.dtype),
            "row_level": np.array([row.level for row in self.rows], np.int64),
            "row_motion": np.array(self.row_motions, np.int64),
            "row_start": np.cumsum([0, *(len(row) for row in self.row_terms)]),
            "term_measure": np.array([measure for measure, _ in terms], np.int64),
            "term_coef": np.array([coef for _, coef in terms], self.dtype),
        }

    def _efforts(self, builder, names) -> tuple[dict[str, int], dict[str, np.ndarray]]:
        indices: dict[str, int] = {}
        measures, laws, exprs = [], [], []
        for part in self.parts.values():
            if not isinstance(part, (JointForce, JointSpring, SpringDamper)):
                continue
            indices[part.name] = len(measures)
            if isinstance(part, SpringDamper):
                measure = self.signals.find(f"{part.name}.length").measures[0]
            else:
                measure = self.target(part.target, f"{part.type} {part.name!r}")
            expr = -1
            if not isinstance(part, JointSpring) and isinstance(part.force, str):
                expr = builder.add(names.field(part.name, "force"), names.resolve)
            measures.append(self.measure(measure))
            laws.append(effort_law(self.geometry, part))
            exprs.append(expr)
        return indices, {
            "effort_measure": np.array(measures, np.int64),
            "effort_law": np.array(laws, self.dtype).reshape(-1, 4),
            "effort_expr": np.array(exprs, np.int64),
            "effort_energy": np.array([not isinstance(self.parts[name], JointForce) for name in indices], np.int64),
        }

    def _laws(self, builder: TapeBuilder, first: int) -> tuple[dict[str, int], dict[str, np.ndarray], list[Any]]:
        """Return the force laws between two frames, and their initial states, which are numbered from `first` on."""
        parts = [part for part in self.parts.values() if isinstance(part, ForceLaw)]
        frames = [[self.frame(("force", part.name, side)) for side in "ij"] for part in parts]
        constants, states = [self._law_numbers(part) for part in parts], [self._law_states(part) for part in parts]
        tables = [[builder.table(name) for name in part.tables()] for part in parts]
        arrays = {
            "law_kind": np.array([KINDS[part.law] for part in parts], np.int64),
            "law_frames": np.array(frames, np.int64).reshape(-1, 2),
            "law_start": np.cumsum([0, *map(len, constants)]),
            "law_const": np.array([x for row in constants for x in row], self.dtype),
            "law_z_start": np.cumsum([first, *map(len, states)]),
            "law_table_start": np.cumsum([0, *map(len, tables)]),
            "law_table": np.array([k for row in tables for k in row], np.int64),
        }
        return {part.name: k for k, part in enumerate(parts)}, arrays, [z for row in states for z in row]

    def _law_numbers(self, part: ForceLaw) -> list[Any]:
        numbers, wanted = part.numbers(self.geometry), LAWS[KINDS[part.law]].constants
        if len(numbers) != wanted:
            raise DescriptionError(
                f"{part.type} {part.name!r}: gives {len(numbers)} constants, but its law {part.law!r} has {wanted}"
            )
        if not are_finite(numbers):
            raise DescriptionError(
                f"{part.type} {part.name!r}: its numbers give a constant beyond the largest number of a computer; "
                "make them smaller"
            )
        return numbers

    def _law_states(self, part: ForceLaw) -> list[Any]:
        values, wanted = part.states(self.geometry), LAWS[KINDS[part.law]].states
        if len(values) != wanted or len(part.state_names) != wanted:
            raise DescriptionError(
                f"{part.type} {part.name!r}: gives {len(values)} states, {len(part.state_names)} of them named, but its law "
                f"{part.law!r} has {wanted}"
            )
        return values

    def _applied(self, builder, names) -> tuple[dict[str, int], dict[str, np.ndarray]]:
        indices, frames, axes, exprs, constants = {}, [], [], [], []
        for part in self.parts.values():
            if not isinstance(part, AppliedForce):
                continue
            indices[part.name] = len(frames)
            frames.append(self.frame(("applied", part.name)))
            if part.axes in ("world", "body"):
                axes.append(-1 if part.axes == "world" else self.frame(("body", part.body)))
            else:
                axes.append(self.frame(("frame", part.axes)))
            components = [(word, k) for word in ("torque", "force") for k in range(3)]
            runtime = [isinstance(getattr(part, word)[k], str) for word, k in components]
            exprs.append([
                builder.add(names.field(part.name, word, k), names.resolve) if dynamic else -1
                for (word, k), dynamic in zip(components, runtime, strict=True)
            ])  # fmt: skip
            constants.append([
                0.0 if dynamic else self.numbers.scalar(part.name, word, k)
                for (word, k), dynamic in zip(components, runtime, strict=True)
            ])  # fmt: skip
        return indices, {
            "applied_frame": np.array(frames, np.int64),
            "applied_axes": np.array(axes, np.int64),
            "applied_expr": np.array(exprs, np.int64).reshape(-1, 6),
            "applied_const": np.array(constants, self.dtype).reshape(-1, 6),
        }

    def size(self) -> Any:
        """Return the size of the mechanism, that of its largest group of connected bodies.

        How far such groups are from one another says nothing about any of them.
        """
        _, size = self._largest()
        return 1.0 if size is None else size

    def sizes(self) -> np.ndarray:
        """Return for each body the size of its group, or of the mechanism if that is a point."""
        own = {group: extent([place for _, place in places]) for group, places in self._places().items()}
        whole = np.real(self.size())
        sizes = [own[self.structure.groups[tree.body]] for tree in self.structure.topology.tree]
        return np.array([whole if size is None else np.real(size) for size in sizes])

    def size_parts(self) -> set[str]:
        """Return the bodies and joints whose places set the size."""
        named, _ = self._largest()
        names = [name for name, _ in named]
        places = np.array([place for _, place in named]).real.reshape(-1, 3)
        return {names[k] for x in places.T if x.size for k in (x.argmax(), x.argmin())}

    def _largest(self) -> tuple[list[tuple[str, np.ndarray]], Any]:
        """Return the places of the largest group and its size; where all are points, all places with at most 1 m."""
        groups = list(self._places().values())
        sizes = [extent([place for _, place in places]) for places in groups]
        known = [k for k, size in enumerate(sizes) if size is not None]
        if known:
            k = max(known, key=lambda k: sizes[k].real)
            return groups[k], sizes[k]
        together = [named for places in groups for named in places]
        size = extent([place for _, place in together])
        return together, None if size is None or size.real > 1.0 else size

    def _places(self) -> dict[str, list[tuple[str, np.ndarray]]]:
        """Return the bodies and joints of each group with the places of their mass centres and frames."""
        places: dict[str, list[tuple[str, np.ndarray]]] = {}
        for tree in self.structure.topology.tree:
            group = places.setdefault(self.structure.groups[tree.body], [])
            group.append((tree.body, np.array(self.geometry.com(tree.body))))
        for name, part in self.parts.items():
            if isinstance(part, Joint) and name in self.structure.groups:
                places[self.structure.groups[name]] += [(name, pose[1]) for pose in self.placement.joint(name)]
        return places


def extent(places: list[np.ndarray]) -> Any:
    """Return half the diagonal around places, m; None if they are one point, or none."""
    if not places:
        return None
    spread = [largest(x) + largest(-x) for x in np.array(places).T]
    square = inner(spread, spread)
    return 0.5 * np.sqrt(square) if square.real > 4e-24 else None
