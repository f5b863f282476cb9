"""Mutated and random mechanism files: loading gives a mechanism that survives its file, or the package's input error.

Every function draws from a `random.Random`, so that hypothesis can shrink a file and `python -m tests.fuzz` can draw
it again.
"""

from __future__ import annotations

import copy
import json
import math
import unicodedata
from pathlib import Path
from random import Random
from typing import Any

import yaml

import linkwork as lw
from linkwork.description.functions import FUNCTIONS
from linkwork.description.parts import SECTIONS
from linkwork.description.parts.part import fields_of
from linkwork.io.files import dumps, loads, to_data
from tests.fuzz.support import count

MOST_SHOWN = 20  # mistakes in one message
LONGEST = 25_000  # characters of a message about a small file
TOO_LARGE = 4000  # characters of an example that is not mutated: it would take longer than it finds
CONTROLS = ("Cc", "Cs", "Zl", "Zp")
DIRECTIONS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # of writing
EXAMPLES = Path(__file__).parents[2] / "examples"
KINDS = [kind for words in SECTIONS.values() for kind in words.values()]
FIELDS = sorted({field for kind in KINDS for field in fields_of(kind)})
TYPES = sorted({kind.type for kind in KINDS} | {"box", "sphere", "cylinder", "capsule", "mesh"})
SECTION_NAMES = [*SECTIONS, "cases", "linkwork", "name", "plane", "gravity"]
CASE_FIELDS = "analysis duration start set inputs outputs events settle integrator rtol atol output hold trim".split()
NAMES = "a b A B C D crank coupler ground world time sin pi event_0".split() + ["x y", ""]
ODD_NUMBERS = [0, -0.0, 1, -1, 1e-300, 1e300, -1e308, 5e-324, math.inf, -math.inf, math.nan, 10**400, 2**63, 1e12]
CONTROL = [
    "\x1b[31mred\x1b[0m",
    "nul\x00byte",
    "bell\x07",
    "\u202eback",
    "\r\n",
    "tab\there",
    "\x85",
    "\u2028",
    "\x7f",
    "\x9b31m",
]
ODD_TEXTS = [
    *CONTROL, "ünï", "😀", "\ufeff", "\ud800", "'", '"', "%s{}", "${HOME}", "../../etc/passwd", "__class__",
    "a" * 300, "[" * 50, "1e5", "1_000", "0x10", "yes", "~", "nan", ".inf", "2*", "*a", "&a", "!!python/object:f",
    "a.b.c.d", "A.angle", "A.angle.rate.rate", "A.force.x.y", "crank.position.local.x", "ground.position", "final(A)",
    "time", "table(T, time)", "u",
]  # fmt: skip
OPERATORS = ["+", "-", "*", "/", "**", "(", ")", ",", ".", " ", "<", "=="]
TOKENS = [*OPERATORS, "1e", "1e999", "deg", "pi", "time", "u", "a", "A.angle", *FUNCTIONS]
PUNCTUATION = ["{", "}", "[", "]", ":", ",", "\n", "- ", "? ", "---\n", "&x ", "*x", "<<: "]
SMALL = """\
linkwork: 1
bodies: {a: {mass: 1, inertia: [1, 1, 1], com: [1, 0, 0]}}
joints: {A: {type: revolute, body_i: ground, body_j: a, at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {F: {type: joint_force, target: A.angle, force: -3*A.angle.rate + u}}
inputs: {u: 2}
signals: {s: 2*A.angle, w: s + a.position.x}
tables: {T: {x: [0, 1, 2], y: [0, 1, 4]}}
drivers: {D: {target: A.angle, motion: "table(T, time)"}}
"""
PLANAR = """\
linkwork: 1
plane: xy
gravity: [0, -9.81, 0]
parameters: {k: 3, m: 2*k}
points: {P: [0, 1, 0], Q: [P, A]}
frames: {F: {body: a, at: P}}
bodies:
  a: {shapes: [{type: box, size: [1, 0.1, 0.1], at: P}], density: 1000}
  b: {mass: m, inertia: 1, com: Q}
joints:
  A: {type: revolute, body_i: ground, body_j: a, at: [0, 0, 0]}
  B: {type: prismatic, body_i: a, body_j: b, at: P, axis: [1, 0, 0]}
  C: {type: coupler, terms: {A.angle: 1, B.displacement: k}}
forces:
  S: {type: spring_damper, body_i: ground, body_j: b, at_i: P, at_j: [3, 0, 0], stiffness: k}
  R: {type: bushing, body_i: a, body_j: b, at: P, stiffness: [1, 2, 3, 4, 5, 6]}
cases:
  free: {duration: 1, start: {A.angle: 20*deg}, outputs: {end: final(A.angle)}, events: [A.angle - 1]}
"""
CODE = """\
linkwork: 1
blocks: {B: {inputs: {e: time}, outputs: [y], states: {z: 0.5}, function: "os:system"}}
"""


def _corpus() -> list[dict]:
    files = [
        yaml.safe_load(path.read_text()) for path in sorted(EXAMPLES.glob("*.yaml")) if path.stat().st_size < TOO_LARGE
    ]
    return [yaml.safe_load(text) for text in (SMALL, PLANAR, CODE)] * 3 + files


CORPUS = _corpus()


# drawing


def expression(rng: Random) -> str:
    return "".join(rng.choice(TOKENS) for _ in range(rng.randint(1, 8)))


def leaf(rng: Random) -> Any:
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice(ODD_NUMBERS)
    if kind == 1:
        return rng.choice(ODD_TEXTS)
    if kind == 2:
        return rng.choice([None, True, False, [], {}, ""])
    if kind == 3:
        return expression(rng)
    if kind == 4:
        return rng.choice(NAMES)
    if kind == 5:
        return rng.choice(TYPES)
    if kind == 6:
        return [rng.randint(-3, 3) for _ in range(rng.randint(1, 7))]
    return rng.randint(-30, 30) / 10


def tree(rng: Random, depth: int = 3) -> Any:
    if depth == 0 or rng.random() < 0.4:
        return leaf(rng)
    if rng.random() < 0.4:
        return [tree(rng, depth - 1) for _ in range(rng.randint(0, 4))]
    return {key(rng): tree(rng, depth - 1) for _ in range(rng.randint(0, 4))}


def key(rng: Random) -> str:
    return str(
        rng.choice(rng.choice([FIELDS, CASE_FIELDS, NAMES, SECTION_NAMES, ["type", "terms", "shapes"], ODD_TEXTS]))
    )


def from_nothing(rng: Random) -> Any:
    """A document of sections with entries drawn field by field."""
    data: Any = {"linkwork": 1} if rng.random() < 0.9 else {}
    for _ in range(rng.randint(0, 5)):
        section = rng.choice(SECTION_NAMES)
        if section not in SECTIONS or rng.random() < 0.1:
            data[section] = tree(rng)
            continue
        entries = {}
        for _ in range(rng.randint(0, 4)):
            kind = rng.choice(list(SECTIONS[section].values()))
            entry = {
                field: leaf(rng) if rng.random() < 0.7 else tree(rng, 2)
                for field in fields_of(kind)
                if rng.random() < 0.7
            }
            entry.pop("name", None)
            entries[rng.choice(NAMES)] = {"type": kind.type, **entry} if len(SECTIONS[section]) > 1 else entry
        data[section] = entries
    return data if rng.random() < 0.95 else tree(rng)


def places(data: Any) -> list[tuple[Any, Any]]:
    """All (container, key) of a document."""
    results, left = [], [data]
    while left:
        container = left.pop()
        for at in list(container) if isinstance(container, dict) else range(len(container)):
            results.append((container, at))
            if isinstance(container[at], (dict, list)):
                left.append(container[at])
    return results


def mutated(rng: Random, data: Any) -> Any:
    """A copy of a document with one to six changes."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        at = places(data) if isinstance(data, (dict, list)) else []
        if not at:
            return data
        container, where = rng.choice(at)
        change = rng.randrange(9)
        if change <= 2:
            old = container[where]
            number = isinstance(old, (int, float)) and abs(old) < 1e300 and rng.random() < 0.7
            container[where] = old * rng.choice([0, -1, 2, 0.5, 1e-6, 1e6]) if number else leaf(rng)
        elif change == 3:
            container[where] = tree(rng)
        elif change == 4:
            del container[where]
        elif change == 5 and isinstance(container, dict):
            container[key(rng)] = container.pop(where)
        elif change == 6:
            other, there = rng.choice(at)
            if there in other if isinstance(other, dict) else there < len(other):
                container[where] = copy.deepcopy(other[there])
        elif change == 7 and isinstance(container, dict):
            container[key(rng)] = leaf(rng) if rng.random() < 0.5 else copy.deepcopy(container[where])
        else:
            container[where] = [container[where]] if rng.random() < 0.5 else {key(rng): container[where]}
    return data


def many(rng: Random) -> Any:
    """Documents with many parts or many mistakes."""
    n = rng.choice([21, 50, 200])
    what = rng.randrange(5)
    if what == 0:
        return {"linkwork": 1, **{f"section{k}": leaf(rng) for k in range(n)}}
    if what == 1:
        return {"linkwork": 1, "signals": {f"s{k}": f"s{k - 1} + 1" if k else leaf(rng) for k in range(n)}}
    if what == 2:
        return {"linkwork": 1, "parameters": {f"p{k}": f"p{(k + 1) % n}" for k in range(n)}}
    if what == 3:
        return {"linkwork": 1, "bodies": {f"b{k}": {"mass": leaf(rng), key(rng): leaf(rng)} for k in range(n)}}
    return {"linkwork": 1, "points": {f"P{k}": [f"P{rng.randrange(n)}", f"P{rng.randrange(n)}"] for k in range(n)}}


def document(rng: Random) -> tuple[str, bool]:
    """(text, as JSON)."""
    source = rng.randrange(12)
    data = many(rng) if source == 0 else from_nothing(rng) if source <= 3 else mutated(rng, rng.choice(CORPUS))
    as_json = rng.random() < 0.5
    text = json.dumps(data, ensure_ascii=rng.random() < 0.5)
    if not as_json and rng.random() < 0.4 and "\\ud800" not in text and "\ud800" not in text:
        text = yaml.dump(data, allow_unicode=True, sort_keys=False, Dumper=yaml.CSafeDumper)
    return (scrambled(rng, text) if rng.random() < 0.3 else text), as_json


def scrambled(rng: Random, text: str) -> str:
    """Text with characters taken out, put in or repeated."""
    for _ in range(rng.randint(1, 4)):
        i = rng.randint(0, len(text))
        j = min(len(text), i + rng.choice([0, 1, 1, 5, 30]))
        change = rng.randrange(4)
        if change == 0:
            text = text[:i] + text[j:]
        elif change == 1:
            text = text[:i] + rng.choice([*ODD_TEXTS, *PUNCTUATION]) + text[i:]
        elif change == 2:
            text = text[:j] + text[i:]
        else:
            k = rng.randint(0, len(text))
            text = text[:i] + text[k : k + 40] + text[i:]
    return text


# checking


def check(rng: Random, seen: dict[str, int]) -> None:
    """Draws a file and loads it: the outcome is a mechanism or an input error."""
    text, as_json = document(rng)
    try:
        mechanism = loads(text, as_json=as_json, allow_code=rng.random() < 0.3)
    except lw.DescriptionError as error:
        message_is_fit_to_print(error, text)
        count(seen, "refused")
        return
    count(seen, "loaded")
    survives_its_file(mechanism)
    try:
        lw.compile(mechanism, coordinates=rng.choice(["joint", "cartesian"]))
    except lw.DescriptionError as error:
        message_is_fit_to_print(error, text)
        count(seen, "loaded, not compiled")


def message_is_fit_to_print(error: Exception, text: str) -> None:
    message = str(error)
    assert message.strip(), f"an error without a message: {error!r}"
    control = [c for c in message if (unicodedata.category(c) in CONTROLS or c in DIRECTIONS) and c not in "\n\t"]
    assert not control, f"control characters {control[:5]!r} in the message {message!r:.300}"
    mistakes = message.count("\n  - ")
    assert mistakes <= MOST_SHOWN, f"a message with {mistakes} mistakes: {message!r:.300}"
    assert len(message) <= LONGEST, f"a message of {len(message)} characters: {message!r:.300}"


def survives_its_file(mechanism: lw.Mechanism) -> None:
    for as_json in (False, True):
        text = dumps(mechanism, as_json=as_json)
        again = loads(text, as_json=as_json, allow_code=True)
        assert repr(to_data(again)) == repr(to_data(mechanism)), "the mechanism changes when it is saved and loaded"
