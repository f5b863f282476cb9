"""Blocks: a user's function with first-order states, compiled into the simulation loop."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, field
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import PlainValidator, WithJsonSchema, model_validator

from linkwork.description.errors import DescriptionError
from linkwork.description.parts.part import Part, part
from linkwork.description.values import Identifiers, NamedScalars, identifiers, named_scalars

_REFERENCE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII)
_Values = np.ndarray
BlockFunction = Callable[[float, _Values, _Values, _Values, _Values, _Values], object]  # t, u, x, p, y, xdot


class CodeError(DescriptionError):
    """Raised for a block's function that cannot be imported, stored or loaded."""


def state_values(value: object) -> dict[str, float | str]:
    if isinstance(value, Mapping):
        return named_scalars(value)
    return dict.fromkeys(identifiers(value), 0.0)


def reference(function: Callable) -> str | None:
    """Return `module:function` if importing that gives the same object, else None."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not module or not name or not _REFERENCE.fullmatch(f"{module}:{name}"):
        return None
    target: Any = sys.modules.get(module)
    for word in name.split("."):
        target = getattr(target, word, None)
    return f"{module}:{name}" if target is function else None


def _function(value: Any) -> Any:
    if isinstance(value, str):
        if not _REFERENCE.fullmatch(value):
            raise ValueError(f"{value!r} does not name a function; write 'module:function'")
        return value
    if not callable(value):
        raise ValueError(f"{value!r:.60} is not a function; give a function or 'module:function'")
    return reference(value) or value


_STATES_SCHEMA = {"type": ["object", "array"]}
_FUNCTION_SCHEMA = {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_][A-Za-z0-9_.]*$"}


@part
class Block(Part):
    """function(t, u, x, p, y, xdot): reads inputs u, states x and parameters p, writes outputs y and xdot.

    Inputs are runtime expressions; outputs are signals `<block>.<output>`, states `<block>.state.<x>`.
    A function that can be imported is stored as `module:function`, so that the block pickles and saves;
    any other (a lambda, a local function) works but raises a CodeError when stored.

    >>> lw.Block("lag", inputs={"u": "A.angle"}, outputs=["y"], states={"x": 0}, function="control:lag")
    """

    type: ClassVar[str] = "block"
    section: ClassVar[str] = "blocks"
    runtime: ClassVar[frozenset[str]] = frozenset({"inputs"})

    _: KW_ONLY
    inputs: NamedScalars = field(default_factory=dict)
    outputs: Identifiers = ()
    states: Annotated[
        Mapping[str, float | str] | Sequence[str], PlainValidator(state_values), WithJsonSchema(_STATES_SCHEMA)
    ] = field(default_factory=dict)
    parameters: NamedScalars = field(default_factory=dict)
    function: Annotated[BlockFunction | str, PlainValidator(_function), WithJsonSchema(_FUNCTION_SCHEMA)]

    @model_validator(mode="after")
    def _has_an_effect(self):
        if not self.outputs and not self.states:
            raise ValueError("has neither outputs nor states; it would do nothing")
        if "state" in self.outputs:
            raise ValueError("an output cannot be called 'state' (`<block>.state.<x>` names the states)")
        return self

    def resolve(self) -> BlockFunction:
        """Return the function itself, imported if it is stored as `module:function`."""
        if not isinstance(self.function, str):
            return self.function
        module, _, name = self.function.partition(":")
        try:
            target: Any = importlib.import_module(module)
            for word in name.split("."):
                target = getattr(target, word)
        except (ImportError, AttributeError) as error:
            raise CodeError(f"block {self.name!r}: function {self.function!r} cannot be imported: {error}") from error
        if not callable(target):
            raise CodeError(f"block {self.name!r}: {self.function!r} is not a function")
        return target

    def stored_function(self) -> str:
        """Return `module:function`, or raise a CodeError for a function that has no importable name."""
        if isinstance(self.function, str):
            return self.function
        raise CodeError(
            f"block {self.name!r}: its function {getattr(self.function, '__qualname__', self.function)!r} cannot be "
            "stored; define it at the top level of an importable module (not a lambda or a local function)"
        )

    def __getstate__(self) -> Mapping[str, object]:
        self.stored_function()
        return self.__dict__
