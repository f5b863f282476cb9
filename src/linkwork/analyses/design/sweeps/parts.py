"""The folder of a sweep: what was asked, and the answers in parts, each written whole or not at all.

    question.json        the numbers, parts and cases that all answers belong to
    part-<name>.json     designs and their answers, one file for every batch
    <design>-<case>.nc   histories that were kept of one design

A design is known by its numbers, so that a longer table of designs goes on where a shorter one ended.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.analyses.design.sweeps.question import Answer, Design, SweepQuestion, kept_file, key_of, own_version
from linkwork.analyses.writing import write_text
from linkwork.description.cases import Case
from linkwork.description.errors import FileError
from linkwork.model.errors import QuestionError

FORMAT, QUESTION = 1, "question.json"
SHOWN = 4  # differences that a refusal names


class Parts:
    """Answers of a sweep in a folder; without a folder nothing is kept."""

    def __init__(self, question: SweepQuestion):
        self.question, self.folder = question, question.folder
        self.known: dict[str, Answer] = {}  # by the key of a design
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{self.folder}: cannot be written: {error.strerror or error}; name a folder") from None
        asked = asked_as_data(question)
        path = self.folder / QUESTION
        if path.exists():
            _require_same(self.folder, _read(path), asked)
        else:
            write_text(path, json.dumps(asked, indent=1))
        self._load()

    def key(self, design: Design) -> str:
        return key_of(self.question.paths, design)

    def write(self, designs: Sequence[Design], answers: Sequence[Answer]) -> None:
        """Keep the answers of a batch."""
        keys = [self.key(design) for design in designs]
        self.known |= dict(zip(keys, answers, strict=True))
        if self.folder is None:
            return
        rows = [
            {"design": dict(zip(self.question.paths, map(float, design), strict=True)), "outputs": list(answer.outputs),
             "failed": answer.failed}
            for design, answer in zip(designs, answers, strict=True)
        ]  # fmt: skip
        name = hashlib.sha256("".join(keys).encode()).hexdigest()[:16]
        data = {"linkwork_sweep": FORMAT, "outputs": self.question.outputs, "designs": rows}
        write_text(self.folder / f"part-{name}.json", json.dumps(data))

    def _load(self) -> None:
        assert self.folder is not None
        for path in sorted(self.folder.glob("part-*.json")):
            data = _read(path)
            try:
                if tuple(data["outputs"]) != self.question.outputs:
                    raise ValueError("its outputs are others")
                for row in data["designs"]:
                    self._add(row)
            except (KeyError, TypeError, ValueError) as error:
                raise FileError(f"{path}: is not a part of a sweep ({error}); remove it") from None

    def _add(self, row: dict[str, Any]) -> None:
        outputs = tuple(float(value) for value in row["outputs"])
        design, failed = row["design"], row["failed"]
        if len(outputs) != len(self.question.outputs) or not isinstance(failed, str):
            raise ValueError("a design is damaged")
        paths, values = tuple(design), tuple(float(value) for value in design.values())
        assert self.folder is not None
        files = [kept_file(self.folder, paths, values, case) for case in self.question.cases if self.question.keep]
        if failed or all(file.exists() for file in files):
            self.known[key_of(paths, values)] = Answer(outputs, failed)


def asked_as_data(question: SweepQuestion) -> dict[str, Any]:
    """Return what all answers of a sweep have in common, as plain data: not the designs themselves."""
    model, numbers = question.model, question.model.numbers
    return {
        "linkwork_sweep": FORMAT, "version": own_version(), "mechanism": model.name, "coordinates": model.coordinates,
        "cut": repr(model.structure.cut), "plane": repr(model.structure.plane), "numbers": model.parameters,
        "parts": {name: repr(part) for name, part in numbers.parts.items()},
        "cases": {name: _fields(case) for name, case in question.cases.items()}, "keep": list(question.keep),
    }  # fmt: skip


def _fields(case: Case) -> dict[str, str]:
    return {item.name: repr(getattr(case, item.name)) for item in dataclasses.fields(case)}


def _require_same(folder: Path, there: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Raise an error that names what differs between the question of a folder and that which is asked."""
    if there.get("linkwork_sweep") != FORMAT:
        raise FileError(f"{folder / QUESTION}: is not the question of a sweep; name another folder")
    differ = list(_differences(there, json.loads(json.dumps(asked))))
    if differ:
        more = [f"… and {len(differ) - SHOWN} more differences"] if len(differ) > SHOWN else []
        raise QuestionError(
            [f"folder {folder}: holds the answers to another question; name another folder, or remove it",
             *differ[:SHOWN], *more],
            "problems with the folder of the sweep",
        )  # fmt: skip


def _differences(there: Any, here: Any, path: str = "") -> Iterator[str]:
    if isinstance(there, Mapping) and isinstance(here, Mapping):
        for name in dict.fromkeys([*there, *here]):
            yield from _differences(there.get(name), here.get(name), f"{path}.{name}" if path else str(name))
    elif there != here:
        yield f"{path}: there {_text(there)}, here {_text(here)}"


def _text(value: Any) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 120 else text[:117] + "…"


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be read ({error}); remove it, or name another folder") from None
    if not isinstance(data, dict):
        raise FileError(f"{path}: is not a file of a sweep; name another folder")
    return data


def as_design(row: np.ndarray) -> Design:
    return tuple(row.tolist())
