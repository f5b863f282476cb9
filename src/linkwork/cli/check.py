"""`linkwork check file.yaml`: assemble the mechanism, examine it and print its joint reactions."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from linkwork.cli import options
from linkwork.cli.answer import FAILED, answering
from linkwork.cli.groups import grouped


@dataclass(frozen=True)
class Soundness:
    allow_redundant: Annotated[
        bool, typer.Option("--allow-redundant", help="Redundant constraints are reported, and do not make it unsound.")
    ] = False


@grouped
def check(asked: options.Question, sound: Soundness, how: options.Answering) -> None:
    """Report whether the mechanism assembles, its freedoms, its redundant constraints and the loads of its joints.

    The exit code is 0 if the mechanism is sound (assembled, not singular, nothing redundant), 1 if it is not, 2 if the
    file or the command is wrong.

    Examples:

      linkwork check four_bar.yaml

      linkwork check four_bar.yaml --set A.angle=60deg --set A.angle.rate=2

      linkwork check four_bar.yaml --coordinates cartesian -p crank_length=250mm --json
    """
    with answering(how) as answer:
        import linkwork as lw
        from linkwork.cli.task import prepare

        task = prepare(asked)
        report = lw.check(task.model, task.state)
        reactions = lw.reactions(task.model, task.state)
        reasons = _unsound(report, sound.allow_redundant)
        answer.code = FAILED if reasons else 0
        pose = _pose(task, asked.degrees)
        answer.report(str(report))
        answer.report(f"\n{pose.pop('text')}\n")
        answer.report(str(reactions))
        verdict = f"not sound: {', '.join(reasons)}" if reasons else "sound"
        answer.report()
        answer.report(verdict, colour="red" if reasons else "green")
        answer.data |= {
            "file": str(asked.file), "sound": not reasons, "reasons": reasons,
            "report": {**dataclasses.asdict(report), "redundant_rows": report.redundant_rows, "assembled": report.assembled},
            "pose": pose["values"],
            "reactions": {r.joint: {k: v for k, v in dataclasses.asdict(r).items() if k != "joint"} for r in reactions},
            "drivers": reactions.drivers,
        }  # fmt: skip


def _unsound(report: Any, allow_redundant: bool) -> list[str]:
    reasons = []
    if not report.assembled:
        reasons.append("not assembled")
    if report.singular or report.nearly_singular:
        reasons.append("a singular pose" if report.singular else "nearly a singular pose")
    if report.redundant_rows and not allow_redundant:
        rows = report.redundant_rows
        reasons.append(f"{rows} redundant row{'s' if rows > 1 else ''} (accept with --allow-redundant)")
    return reasons


def _pose(task: Any, degrees: bool) -> dict[str, Any]:
    """Return the joint coordinates at the start, as text and as data."""
    import linkwork as lw
    from linkwork.cli.summary import joint_coordinates, shown_value

    model, state = task.model, task.state
    names = joint_coordinates(model)
    values = {name: float(lw.measure(model, state, name)) for name in names}
    shown = [f"{name} = {shown_value(model, name, value, degrees)}" for name, value in values.items()]
    more = f", … ({len(shown)} in all)" if len(shown) > 12 else ""
    return {"text": f"at                 {', '.join(shown[:12])}{more}", "values": values}
