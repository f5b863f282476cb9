"""Groups of bodies that joints, forces and blocks connect with one another, other than through the ground."""

from __future__ import annotations

from collections.abc import Mapping

from linkwork.description.parts import Body, Frame, Parameter, Point, Signal, Table
from linkwork.description.parts.part import Part
from linkwork.model.mentions import Mentions

READING = (Body, Frame, Parameter, Point, Signal, Table)  # parts that connect no bodies by themselves


def groups_of(parts: Mapping[str, Part]) -> dict[str, str]:
    """Return for each body one that stands for its group, and for each connecting part the group it belongs to.

    A part connects the bodies that it mentions, directly or through other parts than bodies.
    """
    mentions = Mentions(parts)
    joined = {name: name for name, part in parts.items() if isinstance(part, Body)}
    member: dict[str, str] = {}

    def first(body: str) -> str:
        while joined[body] != body:
            joined[body] = joined[joined[body]]
            body = joined[body]
        return body

    for name, part in parts.items():
        if isinstance(part, READING):
            continue
        seen, open_names, bodies = {name}, [name], []
        while open_names:
            for other in sorted(mentions.direct(open_names.pop()) - seen):
                seen.add(other)
                (bodies if other in joined else open_names).append(other)
        if bodies:
            member[name] = bodies[0]
            for body in bodies[1:]:
                joined[first(body)] = first(bodies[0])
    return {body: first(body) for body in joined} | {name: first(body) for name, body in member.items()}
