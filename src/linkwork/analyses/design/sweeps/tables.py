"""Tables of designs: on a grid, spread over ranges and distributions, or listed; every design has the same numbers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from linkwork.analyses.extras import optional
from linkwork.description.designs import METHODS, MOST
from linkwork.description.values import FloatSequence, is_bool, is_choice, is_number, real_array, shown
from linkwork.model.errors import QuestionError

if TYPE_CHECKING:
    from pandas import DataFrame

EDGE = 2.0**-53  # quantiles nearer to 0 and 1 may be infinite


@runtime_checkable
class Distribution(Protocol):
    """A distribution of scipy.stats with its parameters: `scipy.stats.norm(2.0, 0.01)`."""

    def ppf(self, q: np.ndarray) -> np.ndarray: ...

    def std(self) -> float: ...


Range = tuple[float, float] | Distribution  # (low, high), evenly likely between them, or a distribution


@dataclass(frozen=True, eq=False)
class DesignTable:
    """Designs, one in every row: `grid` and `spread` make it.

    >>> designs = lw.grid({"K.stiffness": [50, 100], "L1": [1.9, 2.0, 2.1]})
    >>> len(designs), designs[0], designs.paths, designs.values.shape
    """

    paths: tuple[str, ...]
    values: np.ndarray  # (n, len(paths))

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, number: int) -> dict[str, float]:
        """Return the numbers of a design by path."""
        return dict(zip(self.paths, self.values[number].tolist(), strict=True))

    def __iter__(self) -> Iterator[dict[str, float]]:
        return (self[number] for number in range(len(self)))

    def to_pandas(self) -> DataFrame:
        """Return a pandas.DataFrame with a column for every path.

        >>> lw.sweep(model, case, designs.to_pandas().query("L1 < 2"))
        """
        pd = optional("pandas", "io")
        return pd.DataFrame(self.values, columns=list(self.paths), index=pd.RangeIndex(len(self), name="design"))

    def __repr__(self) -> str:
        return f"<{len(self)} designs of {', '.join(self.paths)}>"


def grid(values: Mapping[str, FloatSequence]) -> DesignTable:
    """Return the designs of all combinations of values; those of the last path change first.

    >>> lw.grid({"K.stiffness": [50, 100, 150], "L1": np.linspace(1.9, 2.1, 21)})
    """
    if not isinstance(values, Mapping) or not values:
        raise QuestionError('grid takes the values of numbers by path, such as {"K.stiffness": [50, 100]}')
    problems, axes = [], []
    for path, given in values.items():
        axis = real_array(given if isinstance(given, (list, tuple, np.ndarray)) else [given])
        if axis is None or axis.ndim != 1 or not axis.size:
            problems.append(f"grid: {path}: is a list of finite numbers, not {shown(given)}")
        elif np.unique(axis).size < axis.size:
            problems.append(f"grid: {path}: a value is given twice")
        else:
            axes.append(axis.tolist())
    count = int(np.prod([float(len(axis)) for axis in axes]))
    if count > MOST:
        problems.append(f"grid: has {count:g} designs; {MOST:g} are the most")
    if problems:
        raise QuestionError(problems, "problems with the designs")
    return DesignTable(tuple(values), np.array(list(itertools.product(*axes)), float))


def spread(ranges: Mapping[str, Range], n: int, *, method: str = "sobol", seed: int = 0) -> DesignTable:
    """Return n designs spread over ranges or distributions.

    A range is (low, high), or a distribution of scipy.stats with its parameters. `method` is sobol or halton
    (quasi-random: the first designs of a longer table with the same seed are those of a shorter one; take a power of
    two for sobol), latin (a Latin hypercube) or random. The same seed gives the same designs.

    >>> lw.spread({"L1": (1.9, 2.1), "K.stiffness": scipy.stats.norm(100, 5)}, 1024)
    """
    problems = _spread_problems(ranges, n, method, seed)
    if problems:
        raise QuestionError(problems, "problems with the designs")
    unit = np.clip(_unit_cube(len(ranges), int(n), method, int(seed)), EDGE, 1.0 - EDGE)
    columns = [quantile(given, unit[:, k]) for k, given in enumerate(ranges.values())]
    return DesignTable(tuple(ranges), np.array(columns, float).T.reshape(int(n), len(ranges)))


def _spread_problems(ranges: Any, n: Any, method: Any, seed: Any) -> list[str]:
    problems = []
    if not isinstance(ranges, Mapping) or not ranges:
        problems.append('spread takes ranges of numbers by path, such as {"K.stiffness": (50, 150)}')
        ranges = {}
    problems += [f"spread: {path}: {problem}" for path, given in ranges.items() if (problem := _range_problem(given))]
    if not is_choice(method, METHODS):
        problems.append(f"spread: method is one of {', '.join(METHODS)}, not {shown(method)}")
    for name, value, least in (("n", n, 1), ("seed", seed, 0)):
        if is_bool(value) or not isinstance(value, Integral) or not least <= int(value) <= MOST:
            problems.append(f"spread: {name} is a whole number, {least} to {MOST:g}, not {shown(value)}")
    return problems


def _range_problem(given: Any) -> str:
    """Return what is wrong with a range, or nothing."""
    if isinstance(given, Distribution):
        return "" if np.isfinite(given.std()) else "the distribution has no finite standard deviation"
    if not isinstance(given, (tuple, list)) or len(given) != 2 or not all(map(is_number, given)):
        return f"is (low, high) or a distribution such as scipy.stats.norm(2, 0.01), not {shown(given)}"
    low, high = given
    return "" if low < high else f"the lower end {low:g} is not below the upper one, {high:g}"


def quantile(given: Range, u: np.ndarray) -> np.ndarray:
    """Return the values of a range below which the shares u lie."""
    if isinstance(given, Distribution):
        return np.asarray(given.ppf(u), float)
    low, high = map(float, given)
    return low + (high - low) * u


def deviation(given: Range | float) -> float:
    """Return the standard deviation of a range, or that given as a number."""
    if isinstance(given, Distribution):
        return float(given.std())
    if isinstance(given, (tuple, list)):
        return (float(given[1]) - float(given[0])) / np.sqrt(12.0)
    return float(given)


def deviation_problem(given: Any) -> str:
    """Return what is wrong with a standard deviation or a range, or nothing."""
    if is_number(given):
        return "" if given >= 0 else f"the standard deviation {given:g} is below zero"
    problem = _range_problem(given)
    return problem.replace("is (low, high)", "is a standard deviation, (low, high)")


def _unit_cube(dimensions: int, n: int, method: str, seed: int) -> np.ndarray:
    if method == "random":
        return np.random.default_rng(seed).random((n, dimensions))
    from scipy.stats import qmc

    if method == "sobol":
        return qmc.Sobol(dimensions, rng=seed).random_base2(max(0, int(np.ceil(np.log2(n)))))[:n]
    engine = {"latin": qmc.LatinHypercube, "halton": qmc.Halton}[method]
    return engine(dimensions, rng=seed).random(n)


def listed(designs: Sequence[Mapping[str, float]]) -> tuple[DesignTable | None, list[str]]:
    """Return a list of designs as a table, and what is wrong with it."""
    problems: list[str] = []
    if not all(isinstance(design, Mapping) for design in designs):
        return None, [
            f"designs: {shown(next(d for d in designs if not isinstance(d, Mapping)))} is not numbers by path"
        ]
    paths = tuple(dict.fromkeys(path for design in designs for path in design))
    if not designs or not paths:
        return None, ['designs: there are none; give some, such as [{"K.stiffness": 50}, {"K.stiffness": 100}]']
    values = np.full((len(designs), len(paths)), np.nan)
    for number, design in enumerate(designs):
        missing = [str(path) for path in paths if path not in design]
        if missing:
            problems.append(f"design {number}: has no {', '.join(missing)}, which other designs have")
        for path, value in design.items():
            if is_number(value):
                values[number, paths.index(path)] = value
            else:
                problems.append(f"design {number}: {path}: {shown(value)} is not a finite number")
    return DesignTable(paths, values), problems


def table_of(designs: Any) -> tuple[DesignTable | None, list[str]]:
    """Return designs of any form as a table, and what is wrong with them."""
    if isinstance(designs, DesignTable):
        designs = designs if np.isfinite(designs.values).all() else list(designs)
    elif hasattr(designs, "columns") and hasattr(designs, "to_dict"):
        designs = designs.to_dict(orient="records")
    if isinstance(designs, DesignTable):
        return designs, []
    if not isinstance(designs, (list, tuple)):
        return None, [
            f"designs: give lw.grid(…), lw.spread(…), a list of dictionaries or a DataFrame, not {shown(designs)}"
        ]
    return listed(designs)
