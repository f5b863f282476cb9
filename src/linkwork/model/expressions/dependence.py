"""The order in which signals and blocks follow from one another, and the circles in which they do not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from linkwork.description.expressions import names
from linkwork.description.parsing import parse
from linkwork.description.parts import Signal
from linkwork.description.parts.blocks import Block
from linkwork.description.parts.part import Part

SHOWN = 12  # names of a circle that are printed


def in_order(starts: Iterable[str], needs: Callable[[str], Iterable[str]]) -> tuple[list[str], list[list[str]]]:
    """Return all names that are reached, each after those that it needs, and the circles: the name that closes one is
    first and last in it.

    >>> in_order("a", {"a": "bc", "b": "c", "c": "b"}.__getitem__)
    (['c', 'b', 'a'], [['b', 'c', 'b']])
    """
    order: dict[str, None] = {}
    circles: list[list[str]] = []
    for start in starts:
        path: dict[str, Iterator[str]] = {} if start in order else {start: iter(needs(start))}
        while path:
            top = next(reversed(path))
            inner = next(path[top], None)
            if inner is None:
                del path[top]
                order[top] = None
            elif inner in path:
                ring = list(path)
                circles.append([*ring[ring.index(inner) :], inner])
            elif inner not in order:
                path[inner] = iter(needs(inner))
    return list(order), circles


def dependences(parts: Mapping[str, Part]) -> tuple[list[str], list[str]]:
    """Return the signals and blocks, each after those that it reads, and the problems of those that have no such
    order."""

    def needs(name: str) -> list[str]:
        part = parts[name]
        texts = part.inputs.values() if isinstance(part, Block) else (getattr(part, "value", None),)
        read = {name for text in texts if isinstance(text, str) for name in names(parse(text))}
        owners = (_owner(parts, path) for path in sorted(read))
        return list(dict.fromkeys(owner for owner in owners if owner))

    blocks = [name for name, part in parts.items() if isinstance(part, Block)]
    signals = [name for name, part in parts.items() if isinstance(part, Signal)]
    order, circles = in_order([*blocks, *signals], needs)
    return order, [_problem(parts, ring) for ring in circles]


def _owner(parts: Mapping[str, Part], path: str) -> str | None:
    """Return the signal, or the block of an output, that a name in an expression reads; None for anything else."""
    head, _, output = path.partition(".")
    part = parts.get(head)
    if isinstance(part, Block):
        return head if output in part.outputs else None
    return head if isinstance(part, Signal) and not output else None


def shown_circle(ring: list[str]) -> str:
    """Return a circle as text, a long one without its middle."""
    left_out = [f"… {len(ring) - SHOWN} more …"] if len(ring) > SHOWN else []
    return " → ".join([*ring[: SHOWN - 1], *left_out, ring[-1]] if left_out else ring)


def _problem(parts: Mapping[str, Part], ring: list[str]) -> str:
    first, shown = parts[ring[0]], shown_circle(ring)
    if any(isinstance(parts[name], Block) for name in ring):
        what = f"{shown} feed one another without a state between: an algebraic loop"
    else:
        what = f"depends on itself: {shown}"
    return f"{first.section}.{first.name}.{'inputs' if isinstance(first, Block) else 'value'}: {what}"
