"""`linkwork schema`: the JSON Schema of mechanism files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli import options
from linkwork.cli.answer import answering
from linkwork.cli.groups import grouped


@dataclass(frozen=True)
class Target:
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Write it there instead of printing it.")] = None


@grouped
def schema(to: Target, how: options.Answering) -> None:
    """Print the JSON Schema of mechanism files, for completion and checking in an editor.

    Editors with a YAML language server use it when the mechanism file starts with the line

      # yaml-language-server: $schema=linkwork.schema.json

    Examples:

      linkwork schema linkwork.schema.json

      linkwork schema | jq .properties
    """
    with answering(how) as answer:
        from linkwork.analyses.writing import write_text
        from linkwork.io.schema import json_schema

        text = json.dumps(json_schema(), indent=2, ensure_ascii=False)
        if to.file is None:
            answer.as_json = False  # the answer itself is a JSON document
            answer.report(text)
        else:
            write_text(to.file, text + "\n")
            answer.data["file"] = str(to.file)
            answer.report(f"wrote {to.file}")
