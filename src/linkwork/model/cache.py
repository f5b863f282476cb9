"""A cache of values that follow from a model: typed slots, each declared by the module that fills it.

A model does not change, so that plans, workspaces' layouts and variants that follow from it stay valid. They are cached
with the model, in one process: the cache is neither pickled nor shared with the model's variants.

    @once_per_model                                    # a function of the model alone
    def jacobian_sizes(model: Model) -> tuple[np.ndarray, int]: ...

    PREPARED: Slot[tuple, Prepared] = Slot("…", limit=16)         # a function of the model and a key
    prepared = model.cache.get(PREPARED, key, lambda: …)

What follows from the structure alone is in `model.shared`, which models with other numbers share: `once_per_structure`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from linkwork.model.model import Model

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Slot(Generic[Key, Value]):
    """A place for values of one type in the cache of every model.

    `limit` is the number of values with different keys that a model retains; the oldest gives way to a new one.
    """

    def __init__(self, meaning: str, limit: int | None = None):
        self.meaning, self.limit = meaning, limit

    def __repr__(self) -> str:
        return f"<Slot: {self.meaning}>"


class Cache:
    """The cached values of one model, by slot and key."""

    def __init__(self) -> None:
        self._values: dict[Slot[Any, Any], dict[Any, Any]] = {}

    def get(self, slot: Slot[Key, Value], key: Key, make: Callable[[], Value]) -> Value:
        """Return the value of a slot for a key; it is computed on first use."""
        values = self._values.setdefault(slot, {})
        if key not in values:
            if slot.limit is not None:
                for old in list(values)[: max(0, len(values) + 1 - slot.limit)]:
                    values.pop(old, None)
            values[key] = make()
        return values[key]

    def clear(self) -> None:
        """Clear all values, for tests that change how they are computed."""
        self._values.clear()


def once_per_model(make: Callable[[Model], Value]) -> Callable[[Model], Value]:
    """Decorate a function of a model such that its result is computed once per model and process.

    >>> @once_per_model
    ... def complex_variant(model: Model) -> Model:
    ...     return with_values(model, model.numbers.values.astype(complex))
    """
    slot: Slot[tuple[()], Value] = Slot(make.__qualname__)

    @wraps(make)
    def cached(model: Model) -> Value:
        return model.cache.get(slot, (), lambda: make(model))

    return cached


def once_per_structure(make: Callable[[Model], Value]) -> Callable[[Model], Value]:
    """Decorate a function of a model that does not depend on its numbers: models of one structure share the result."""
    slot: Slot[tuple[()], Value] = Slot(make.__qualname__)

    @wraps(make)
    def cached(model: Model) -> Value:
        return model.shared.get(slot, (), lambda: make(model))

    return cached
