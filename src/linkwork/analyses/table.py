"""Named arrays with units along named dimensions: what results give as frames, datasets and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.extras import optional

if TYPE_CHECKING:
    from pandas import DataFrame
    from xarray import Dataset

MIXED = "SI"  # unit of an array whose entries have different units: each is in the coherent SI unit of its coordinate


@dataclass(frozen=True, eq=False)
class Variable:
    """An array along named dimensions."""

    dims: tuple[str, ...]
    values: np.ndarray
    unit: str = ""  # "" for numbers without a unit and for text
    suffixes: tuple[str, ...] | None = None  # names of a frame's columns, one for each entry beyond the first dimension
    framed: bool = True  # whether frames and CSV files hold it


@dataclass(frozen=True, eq=False)
class Table:
    """What a result declares: variables, the dimension that has a row in frames, labels of dimensions, and facts.

    A dimension without labels counts from 0.

    >>> Table("time", {"A.angle": Variable(("time",), angle, "rad")}, {"time": Variable(("time",), t, "s")})
    """

    index: str
    variables: Mapping[str, Variable]
    coordinates: Mapping[str, Variable] = field(
        default_factory=dict
    )  # labels by dimension, and what else lies along one
    attributes: Mapping[str, str | float | int] = field(default_factory=dict)

    def rows(self) -> Variable:
        """The labels of the rows of a frame."""
        known = self.coordinates.get(self.index)
        if known is not None:
            return known
        sizes = (len(v.values) for v in self.variables.values() if v.dims[:1] == (self.index,))
        return Variable((self.index,), np.arange(next(sizes, 0)))

    def columns(self) -> dict[str, Variable]:
        """Variables along the index, one scalar column each: vectors by components, complex numbers by parts."""
        variables: dict[str, Variable] = {}
        for name, variable in self.variables.items():
            if variable.framed and variable.dims[:1] == (self.index,):
                suffixes = self._suffixes(variable)
                flat = variable.values.reshape(len(variable.values), len(suffixes))
                for k, suffix in enumerate(suffixes):
                    variables |= real_parts(name + suffix, Variable((self.index,), flat[:, k], variable.unit))
        return variables

    def _suffixes(self, variable: Variable) -> Sequence[str]:
        if variable.suffixes is not None:
            return variable.suffixes
        sizes = zip(variable.dims[1:], variable.values.shape[1:], strict=True)
        return ["".join(words) for words in product(*(self._labels(dim, size) for dim, size in sizes))]

    def _labels(self, dim: str, size: int) -> list[str]:
        known = self.coordinates.get(dim)
        return [str(k) for k in range(size)] if known is None else [f".{label}" for label in known.values]

    def to_pandas(self) -> DataFrame:
        """A pandas.DataFrame of the columns; `frame.attrs["units"]` has the unit of each column and of the index."""
        pd = optional("pandas", "io")
        columns, rows = self.columns(), self.rows()
        frame = pd.DataFrame(
            {name: column.values for name, column in columns.items()}, index=pd.Index(rows.values, name=self.index)
        )
        units = {self.index: rows.unit} | {name: column.unit for name, column in columns.items()}
        frame.attrs |= {**self.attributes, "units": {name: unit for name, unit in units.items() if unit}}
        return frame

    def to_xarray(self) -> Dataset:
        """An xarray.Dataset of all variables, each with its `units`."""
        xr = optional("xarray", "io")
        data = xr.Dataset(attrs=dict(self.attributes))
        for name, variable in self.coordinates.items():
            data.coords[name] = (variable.dims, variable.values, _units(variable))
        for name in [name for name in self.variables if name not in self.coordinates]:
            variable = self.variables[name]
            data[name] = (variable.dims, variable.values, _units(variable))
        return data


def real_parts(name: str, variable: Variable) -> dict[str, Variable]:
    """The variable itself, or the real and the imaginary part of a complex one, which files cannot hold."""
    if not np.iscomplexobj(variable.values):
        return {name: variable}
    parts = {"real": variable.values.real, "imag": variable.values.imag}
    return {f"{name}.{word}": Variable(variable.dims, part, variable.unit) for word, part in parts.items()}


def labels(dim: str, names: Sequence[str] | Sequence[int] | np.ndarray) -> dict[str, Variable]:
    """A dimension with a name or a number for every entry.

    >>> Table("joint", variables, labels("joint", ["A", "B"]))
    """
    return {dim: Variable((dim,), names if isinstance(names, np.ndarray) else as_labels(names))}


def states(**arrays: tuple[str, np.ndarray, str]) -> dict[str, Variable]:
    """Coordinates along the rows, counted from 0: the name of a dimension, an array (n, size) and its unit each.

    >>> states(q=("position", run.q, MIXED))
    """
    return {
        name: Variable(("time", dim), values, unit, tuple(str(k) for k in range(values.shape[1])))
        for name, (dim, values, unit) in arrays.items()
    }


def as_labels(names: Sequence[str] | Sequence[int]) -> np.ndarray:
    """Names or numbers as an array; no names at all are still text."""
    return np.array(list(names)) if len(names) else np.array([], object)


def _units(variable: Variable) -> dict[str, str]:
    return {"units": variable.unit} if variable.unit else {}
