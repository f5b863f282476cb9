"""`linkwork schema`: the JSON Schema of mechanism files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.answer import answering
from linkwork.cli.options import DebugOption


def schema(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Write it there instead of printing it.")
    ] = None,
    debug: DebugOption = False,
) -> None:
    """Print the JSON Schema of mechanism files, for completion and checking in an editor.

    Editors with a YAML language server use it when the mechanism file starts with the line

      # yaml-language-server: $schema=linkwork.schema.json

    Examples:

      linkwork schema linkwork.schema.json

      linkwork schema | jq .properties
    """
    with answering(debug=debug) as answer:
        from linkwork.io.schema import json_schema
        from linkwork.results.writing import write_text

        text = json.dumps(json_schema(), indent=2, ensure_ascii=False)
        if file is None:
            answer.say(text)
        else:
            write_text(file, text + "\n")
            answer.say(f"wrote {file}")
