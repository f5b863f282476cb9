"""`linkwork new`: a commented mechanism file to start from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli import options
from linkwork.cli.answer import answering
from linkwork.cli.groups import grouped
from linkwork.cli.values import ArgumentError

TEMPLATES = ("pendulum", "four-bar", "slider-crank", "spatial-four-bar", "arm")


def templates() -> dict[str, str]:
    """Return the texts of the starter files by name, simplest first."""
    folder = files("linkwork.io") / "templates"
    return {name: (folder / f"{name}.yaml").read_text("utf-8") for name in TEMPLATES}


def summary(text: str) -> str:
    """Return the first comment line of a template."""
    return text.splitlines()[0].lstrip("# ")


@dataclass(frozen=True)
class Beginning:
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="The file to write, e.g. arm.yaml.")] = None
    template: Annotated[
        str, typer.Option("--template", "-t", metavar="NAME", help="What to start from; --list shows the choices.")
    ] = "four-bar"
    show_list: Annotated[bool, typer.Option("--list", "-l", help="List the templates.")] = False
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False


@grouped
def new(wanted: Beginning, how: options.Answering) -> None:
    """Write a commented mechanism file to start from.

    Examples:

      linkwork new four_bar.yaml

      linkwork new arm.yaml --template arm

      linkwork new --list
    """
    file, template = wanted.file, wanted.template
    with answering(how) as answer:
        known = templates()
        if wanted.show_list or file is None:
            width = max(map(len, known))
            for name, text in known.items():
                answer.report(f"{name:<{width}}  {summary(text)}")
            if not wanted.show_list:
                answer.report("\nwrite one with, for example:  linkwork new my_mechanism.yaml --template four-bar")
            answer.data["templates"] = {name: summary(text) for name, text in known.items()}
            return
        if template not in known:
            from linkwork.description.errors import did_you_mean

            raise ArgumentError(f"there is no template {template!r}; {did_you_mean(template, known, 'templates are')}")
        if file.suffix.lower() not in (".yaml", ".yml"):
            raise ArgumentError(f"{file}: a commented file is YAML; call it {file.with_suffix('.yaml')}")
        if file.exists() and not wanted.force:
            raise ArgumentError(f"{file}: is there already; choose another name, or --force replaces it")
        from linkwork.analyses.writing import write_text

        write_text(file, re.sub(r"^name: .*", f"name: {_yaml_name(file.stem)}", known[template], count=1, flags=re.M))
        answer.data |= {"file": str(file), "template": template}
        answer.report(f"wrote {file}; next:\n  linkwork check {file}\n  linkwork run {file}")


def _yaml_name(stem: str) -> str:
    """Return a name that reads back as text."""
    return stem if re.fullmatch(r"[A-Za-z][\w -]*", stem) and stem.lower() not in _NOT_TEXT else repr(stem)


_NOT_TEXT = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")
