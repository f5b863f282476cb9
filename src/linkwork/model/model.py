"""The compiled model: flat arrays for the kernels, tables that name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from numbers import Number
from typing import TypedDict

import numpy as np

from linkwork.description.check import static_problems
from linkwork.description.errors import DescriptionError, few_suggestions
from linkwork.description.geometry import Geometry
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers
from linkwork.description.parts import Coupler, Driver, Joint
from linkwork.description.parts.blocks import Block
from linkwork.description.values import InputValue, is_bool, plain_inputs, shown
from linkwork.kernels import arrays as K
from linkwork.model.cache import Cache, Slot
from linkwork.model.expressions.blocks import address_table, block_code
from linkwork.model.lowering.frames import Placement
from linkwork.model.lowering.lowering import Lowered, Lowering
from linkwork.model.lowering.relowering import Recipes
from linkwork.model.lowering.structure import Structure, build_structure
from linkwork.model.packing import packed
from linkwork.model.plans.loops import Analysis
from linkwork.model.signal_check import signal_problems
from linkwork.model.signals import Signals
from linkwork.model.state import State

RECIPES: Slot[tuple[()], Recipes] = Slot("recipes by which numbers are lowered")
SIGNALS: Slot[tuple[()], Signals] = Slot("signals by path")
ANALYSIS: Slot[tuple[()], Analysis] = Slot("order of elimination of the rows")
FARTHEST = 1e8  # lengths of the mechanism that its bodies may be away from the origin


def compile(mechanism: Mechanism, *, coordinates: str = "joint", cut: Iterable[str] | str | None = None) -> Model:
    """Return a model of the mechanism in its present form: the description is checked, a tree chosen, arrays packed.

    `coordinates="joint"`: a spanning tree of joints, the others cut; "cartesian": every body by itself, every joint
    cut. `cut` names joints that must be cut.

    >>> model = lw.compile(mechanism)
    >>> model.nv, model.signals[:3]
    """
    if not isinstance(mechanism, Mechanism):
        raise TypeError(f"compile takes a Mechanism, not {mechanism!r:.60}; a file is read by Mechanism.load(path)")
    numbers = Numbers(mechanism)
    with few_suggestions():
        problems = static_problems(mechanism) + signal_problems(mechanism, numbers)
    if problems:
        raise DescriptionError(problems)
    model = Model(build_structure(mechanism, numbers, coordinates, cut), numbers)
    _require_near(model)
    return model


def _require_near(model: Model) -> None:
    """Raise an error if bodies are so far from the origin that round-off of positions disturbs the mechanism."""
    geometry = model.placement.geometry
    if len(model.bodies) + model.n_rows < 2:
        return  # a single free body has no size to compare with
    far = {name: max(abs(float(x.real)) for x in geometry.body(name).origin) for name in model.bodies}
    name = max(far, key=far.__getitem__)
    if far[name] > FARTHEST * model.length:
        raise DescriptionError(
            f"bodies.{name}: is {far[name]:.1e} m from the origin of a mechanism of {model.length:.1e} m, where positions "
            f"are known to {np.spacing(far[name]):.0e} m only; describe the mechanism near the origin"
        )


class Pickled(TypedDict):
    """What a model is made from again."""

    structure: Structure
    numbers: Numbers


class Model:
    """A mechanism prepared for computations; immutable. Build it with `compile`.

    >>> model = lw.compile(mechanism)
    >>> model.nq, model.signals, model.parameters["L1"]
    """

    def __init__(self, structure: Structure, numbers: Numbers):
        self.structure, self.numbers = structure, numbers
        self.shared = Cache()  # cached values that follow from the structure, shared with variants with other numbers
        lowering = Lowering(structure, numbers)
        self.lowered: Lowered = lowering.lower()
        self.__dict__["placement"] = lowering.placement
        self._block_codes = [
            block_code(
                part.name, part.resolve(), (len(part.inputs), len(part.states), len(part.parameters), len(part.outputs))
            )
            for part in numbers.parts.values()
            if isinstance(part, Block)
        ]
        self.dtype = lowering.dtype
        self.ints, self.floats = self._pack()
        self._design_values = lowering.design_values
        self._set_design_values()
        self.cache = Cache()  # cached values that follow from the model; neither pickled nor shared with variants

    @property
    def recipes(self) -> Recipes:
        """The recorded arithmetic by which numbers of this structure are lowered."""
        return self.shared.get(RECIPES, (), Recipes)

    def relowered(self, numbers: Numbers) -> Model | None:
        """Return the model with other numbers by a recipe of this structure; None if no recipe holds for them."""
        made = self.recipes.lowered(self.structure, self.lowered, numbers)
        if made is None:
            return None
        other = object.__new__(Model)
        other.structure, other.numbers, other.shared = self.structure, numbers, self.shared
        other.lowered, other.floats = made
        other.dtype, other.ints, other.work_size = self.dtype, self.ints, self.work_size
        other._block_codes, other._design_values = self._block_codes, self._design_values
        other._set_design_values()
        other.cache = Cache()
        return other

    @cached_property
    def placement(self) -> Placement:
        """The frames of the design position."""
        return Placement(Geometry(self.numbers, planar=self.structure.plane is not None), self.structure.topology)

    # sizes and names

    @property
    def name(self) -> str:
        return self.structure.name

    @property
    def coordinates(self) -> str:
        """The kind of coordinates, "joint" or "cartesian"."""
        return self.structure.coordinates

    @property
    def nq(self) -> int:
        """The number of positions."""
        return int(self.lowered.arrays["q_start"][-1])

    @property
    def nv(self) -> int:
        """The number of velocities, the freedoms of the tree."""
        return int(self.lowered.arrays["v_start"][-1])

    @property
    def nz(self) -> int:
        """The number of first-order states of blocks and force laws."""
        return self.lowered.arrays["z0"].size

    @property
    def n_rows(self) -> int:
        """The number of constraint rows."""
        return len(self.lowered.rows)

    @property
    def length(self) -> float:
        """The mechanism's size, m: the unit in which rows in radians are weighed against rows in metres.

        It is that of its largest group of bodies that joints, forces or blocks connect, other than through the ground.
        """
        return self.lowered.length

    @property
    def bodies(self) -> list[str]:
        """The bodies in the order of the tree."""
        return [tree.body for tree in self.structure.topology.tree]

    @property
    def joints(self) -> list[str]:
        """The names of all joints."""
        return [name for name, part in self.numbers.parts.items() if isinstance(part, Joint)]

    @property
    def signal_table(self) -> Signals:
        return self.shared.get(
            SIGNALS, (), lambda: Signals(self.numbers.parts, self.structure.kinds, self.structure.plane)
        )

    @property
    def signals(self) -> list[str]:
        """The names of all signals; a vector has one name."""
        return self.signal_table.all()

    @property
    def parameters(self) -> dict[str, float]:
        """The numbers of the description by path."""
        return dict(zip(self.numbers.paths, self.numbers.values.tolist(), strict=True))

    @property
    def inputs(self) -> list[str]:
        """The inputs, in the order of the input vector."""
        return list(self.lowered.inputs)

    @cached_property
    def row_names(self) -> list[str]:
        """A name for every constraint row: `D point x`."""
        return [f"{row.part} {row.label}" for row in self.lowered.rows]

    # variants; model.variants has more

    def with_parameters(self, changes: Mapping[str, float | complex]) -> Model:
        """Return the same model with other numbers; nothing is compiled again.

        >>> stiffer = model.with_parameters({"K.stiffness": 200})
        """
        from linkwork.model import variants

        return variants.with_parameters(self, changes)

    def with_values(self, values: np.ndarray) -> Model:
        """Return the same model for a whole vector of numbers, float or complex, in the order of `parameters`."""
        from linkwork.model import variants

        return variants.with_values(self, values)

    def sibling(self, coordinates: str) -> Model:
        """Return the same mechanism with the same numbers in other coordinates."""
        from linkwork.model import variants

        return variants.in_coordinates(self, coordinates)

    def mechanism(self) -> Mechanism:
        """Return the description of which this model is a snapshot, with its numbers at the time of `compile`, not
        those of `with_parameters`."""
        mechanism = Mechanism(self.name, plane=self.structure.plane, gravity=self.numbers.mechanism_gravity)
        mechanism.folder = self.structure.folder
        return mechanism.add(*self.numbers.parts.values())

    @cached_property
    def joint_model(self) -> Model:
        """The same mechanism in joint coordinates, on which positions are assembled."""
        return self if self.coordinates == "joint" else self.sibling("joint")

    def design_state(self) -> State:
        """Return the design position at rest, as the tree reproduces it, without assembling it."""
        inactive = frozenset(
            n for n, p in self.numbers.parts.items() if isinstance(p, (Joint, Coupler, Driver)) and not p.active
        )
        turns = np.zeros(len(self.lowered.measures))
        return State(0.0, self.lowered.q0.real, np.zeros(self.nv), self.lowered.arrays["z0"].real, inactive, turns)

    @property
    def set_in_design_position(self) -> bool:
        """Whether values of couplers are those of their terms in the design position."""
        return bool(self._design_values)

    # buffers

    def _pack(self) -> tuple[np.ndarray, np.ndarray]:
        address = address_table(self._block_codes, self.dtype == np.complex128)
        ints, floats, self.work_size = packed({**self.lowered.arrays, "block_address": address})
        return ints, floats.astype(self.dtype)

    def workspace(self, inputs: Mapping[str, InputValue] | None = None) -> np.ndarray:
        """Return a fresh workspace: the ground at rest, all rows active, inputs at their defaults unless given."""
        work = np.zeros(self.work_size, self.dtype)
        w = K.python_work(self.ints, work)
        w.X_WB[0] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
        w.active[:] = 1.0
        w.inputs[:] = self.lowered.arrays["input0"]
        for name, value in plain_inputs(inputs).items():
            if name not in self.lowered.inputs:
                raise KeyError(f"there is no input {name!r}; inputs are {self.lowered.inputs}")
            if not isinstance(value, Number) or is_bool(value):
                raise TypeError(f"input {name!r} is a number here, not {shown(value)}")
            try:
                w.inputs[self.lowered.inputs.index(name)] = value
                finite = np.isfinite(w.inputs[self.lowered.inputs.index(name)])
            except (TypeError, ValueError, OverflowError):
                finite = False
            if not finite:
                raise DescriptionError(f"input {name!r} is a finite number here, not {shown(value)}")
        return work

    @cached_property
    def loops(self) -> tuple[np.ndarray, int]:
        """Symbolic analysis of the sparse saddle-point matrix: (ints, size of the workspace)."""
        arrays = self.lowered.arrays

        def plan() -> Analysis:
            number = {part: k for k, part in enumerate(dict.fromkeys(row.part for row in self.lowered.rows))}
            return Analysis(arrays, [number[row.part] for row in self.lowered.rows])

        return self.shared.get(ANALYSIS, (), plan).sized(arrays, self.structure.plane is not None)

    def _set_design_values(self) -> None:
        """Set the values of couplers without a given value to those of their terms in the design position."""
        if self._design_values:
            from linkwork.kernels.evaluate import evaluate

            work = self.workspace()
            evaluate(
                self.ints, self.floats, work, 0.0, self.lowered.q0.astype(self.dtype), np.zeros(self.nv, self.dtype)
            )
            model, w = K.python_model(self.ints, self.floats), K.python_work(self.ints, work)
            for r in self._design_values:
                model.row_value[r] = w.Phi[r]
                self.lowered.arrays["row_value"][r] = w.Phi[r]

    def __getstate__(self) -> Pickled:
        return {"structure": self.structure, "numbers": self.numbers}

    def __setstate__(self, state: Pickled) -> None:
        self.__init__(state["structure"], state["numbers"])

    def __repr__(self) -> str:
        return (
            f"<Model {self.name!r}: {self.coordinates} coordinates, {len(self.bodies)} bodies, nv = {self.nv}, "
            f"{self.n_rows} constraint rows>"
        )


def counted_angles(model: Model) -> np.ndarray:
    """Return the angles whose turns the coordinates do not determine, shape (n_measures), bool."""
    free = np.real(model.lowered.arrays["turn_free"])
    return (free > 0.0) & (free < K.ALL)
