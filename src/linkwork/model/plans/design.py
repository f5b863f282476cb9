"""Design parameters of a model: the derivatives of its numbers and of its design position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

import numpy as np
from scipy import sparse

from linkwork.description.errors import DescriptionError
from linkwork.kernels import arrays as K
from linkwork.kernels.derivatives import design_arrays as D
from linkwork.model.cache import Slot
from linkwork.model.model import Model
from linkwork.model.plans.design_jacobian import NumbersJacobian, numbers_jacobian
from linkwork.model.plans.design_plan import design_plan
from linkwork.model.tangent_places import TangentPlaces

START = "start."  # a parameter that is an entry of a start's targets, not a number of the description


def of_start(model: Model, path: str) -> bool:
    """Return whether a parameter is an entry of a start: `start.A.angle`, unless there is a part of that name."""
    return path.startswith(START) and START[:-1] not in model.numbers.parts


class Design:
    """Derivatives of a model's numbers with respect to some of the description's: the sparse `jacobian` (n_numbers, np)
    of model.floats, and `q0` and `z0` of the design position.

    A parameter is the path of a number (`K.stiffness`, `A.at.x`, a Parameter's name), or `start.<signal>` for a number
    of a start's targets, on which no number of the model depends. `given` names inputs whose values are not the
    description's. `like` is the design of another model of the same mechanism with the same parameters, from which
    shared derivatives are copied.

    >>> design = Design(model, ["K.stiffness", "A.at.x"])
    >>> design.gradient(by_model_numbers)
    """

    def __init__(
        self, model: Model, parameters: Iterable[str], *, given: Iterable[str] = (), like: Design | None = None
    ):
        self.model = model
        self.parameters = (parameters,) if isinstance(parameters, str) else tuple(parameters)
        problems = [f"{path}: named twice" for path, count in Counter(self.parameters).items() if count > 1]
        for path in self.parameters:
            if not of_start(model, path):
                try:
                    model.numbers.position(path)
                except DescriptionError as error:
                    problems += error.problems
        if problems:
            raise DescriptionError(problems)
        shared = like._numbers_jacobian if like is not None and like.parameters == self.parameters else None
        self._differentiate(frozenset(given), shared)

    def __len__(self) -> int:
        return len(self.parameters)

    @property
    def values(self) -> np.ndarray:
        """The parameters' values (np); NaN for those of a start."""
        numbers = self.model.numbers
        return np.array([np.nan if of_start(self.model, p) else numbers.value(p) for p in self.parameters], dtype=float)

    def _differentiate(self, given: frozenset[str], shared: NumbersJacobian | None) -> None:
        model, n = self.model, len(self.parameters)
        inputs = K.python_model(model.ints, np.arange(model.floats.size)).input0
        ignored = [int(inputs[k]) for k, name in enumerate(model.lowered.inputs) if name in given]
        numbers = [k for k, path in enumerate(self.parameters) if not of_start(model, path)]
        places = [model.numbers.position(self.parameters[k]) for k in numbers]
        self._numbers_jacobian = _cached_jacobian(model, places, shared)
        self.jacobian, self._by_position = (
            sparse.csc_array(self._numbers_jacobian.floats, copy=True),
            self._numbers_jacobian.q0,
        )
        if ignored:
            retained = np.isin(np.arange(model.floats.size), ignored, invert=True).astype(float)
            self.jacobian.data *= retained[self.jacobian.indices]
        if len(numbers) < n:
            spread = sparse.csc_array((np.ones(len(numbers)), (range(len(numbers)), numbers)), shape=(len(numbers), n))
            self.jacobian, self._by_position = sparse.csc_array(self.jacobian @ spread), self._by_position @ spread
        self.jacobian.eliminate_zeros()
        self.jacobian.sort_indices()
        self._refuse_tables_of_laws()

    def _refuse_tables_of_laws(self) -> None:
        """Raise an error for parameters of tables that force laws use: derivatives cover their constants and frames
        only."""
        a = self.model.lowered.arrays
        places = K.python_model(self.model.ints, np.arange(self.model.floats.size))
        spans = [slice(*a["table_start"][k : k + 2]) for k in np.unique(a["law_table"])]
        entries = [np.append(places.table_x[rows], places.table_coef[rows]) for rows in spans]
        touched = abs(self.jacobian[np.concatenate(entries)]).sum(axis=0) if entries else np.zeros(0)
        if np.any(touched):
            raise DescriptionError([
                f"{self.parameters[k]}: changes a table that a force law uses, and there are no derivatives by such "
                "numbers; scale the law by a constant of its own, and take that as the parameter"
                for k in np.flatnonzero(touched)
            ])  # fmt: skip

    @cached_property
    def q0(self) -> np.ndarray:
        """Derivatives of the design position (nv, np), as tangent displacements."""
        plain = np.zeros((self.model.nq, len(self)))
        place = self._by_position.tocoo()
        plain[place.row, place.col] = place.data
        return TangentPlaces.of(self.model).tangent_matrix(np.real(self.model.lowered.q0)) @ plain

    @property
    def z0(self) -> np.ndarray:
        """Derivatives of the initial states (nz, np)."""
        places = K.python_model(self.model.ints, np.arange(self.model.floats.size)).z0
        return self.jacobian[places].toarray() if places.size else np.zeros((0, len(self)))

    def gradient(self, by_numbers: np.ndarray) -> np.ndarray:
        """Return the gradient with respect to the parameters (np), given that with respect to the model numbers."""
        return self.jacobian.T @ by_numbers

    @cached_property
    def plan(self) -> tuple[np.ndarray, int]:
        """The plan (dints, size of dwork) for kernels.derivatives.by_design."""
        J = self.jacobian
        return design_plan(self.model, J.indptr.astype(np.int64), J.indices.astype(np.int64))

    def workspace(self) -> np.ndarray:
        """Return a fresh dwork for `design_tangents`."""
        dints, size = self.plan
        dwork = np.zeros(size)
        D.python_design(dints, dwork).number_value[:] = self.jacobian.data
        return dwork

    def columns(self, dwork: np.ndarray) -> dict[str, np.ndarray]:
        """Return the results in dwork as matrices by name: F_p (nv, np), Phi_p, Phidot_p, Phiddot_p (n_rows, np),
        zdot_p (nz, np)."""
        d = D.python_design(self.plan[0], dwork)
        return {name: getattr(d, name).reshape(-1, len(self)) for name in D.ANSWERS} if len(self) else self._empty()

    def _empty(self) -> dict[str, np.ndarray]:
        n = self.model.n_rows
        sizes = (self.model.nv, n, n, n, self.model.nz)
        return {name: np.zeros((size, 0)) for name, size in zip(D.ANSWERS, sizes, strict=True)}


JACOBIAN: Slot[tuple[int, ...], NumbersJacobian] = Slot("model numbers by the parameters of the last design", limit=1)


def _cached_jacobian(model: Model, places: list[int], shared: NumbersJacobian | None) -> NumbersJacobian:
    """Return the Jacobian of the model numbers, cached with the model for designs with the same parameters."""
    return model.cache.get(JACOBIAN, tuple(places), lambda: numbers_jacobian(model, places, shared))
