"""`linkwork schema`: the JSON Schema of mechanism files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli import options
from linkwork.cli.answer import answering


def schema(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Write it there instead of printing it.")
    ] = None,
    as_json: options.JsonOption = False,
    quiet: options.QuietOption = False,
    debug: options.DebugOption = False,
) -> None:
    """Print the JSON Schema of mechanism files, for completion and checking in an editor.

    Editors with a YAML language server use it when the mechanism file starts with the line

      # yaml-language-server: $schema=linkwork.schema.json

    Examples:

      linkwork schema linkwork.schema.json

      linkwork schema | jq .properties
    """
    with answering(as_json=as_json, quiet=quiet, debug=debug) as answer:
        from linkwork.io.schema import json_schema
        from linkwork.results.writing import write_text

        text = json.dumps(json_schema(), indent=2, ensure_ascii=False)
        if file is None:
            answer.as_json = False  # the answer itself is a JSON document
            answer.say(text)
        else:
            write_text(file, text + "\n")
            answer.data["file"] = str(file)
            answer.say(f"wrote {file}")
