"""Pages: one HTML file with the application, the scene and all data in it. It loads nothing from elsewhere."""

from __future__ import annotations

import base64
import functools
import html
import json
import zlib
from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from linkwork.analyses.result import Result
from linkwork.viewer.document import SIGNAL_BYTES, build_document
from linkwork.viewer.motion import Motion

_TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="linkwork"><noscript>This page moves a mechanism with JavaScript; allow it to run.</noscript></div>
<script type="text/plain" id="linkwork-licences">{licences}</script>
<script type="application/json" id="linkwork-scene">{scene}</script>
<script type="text/plain" id="linkwork-arrays">{arrays}</script>
<script type="text/plain" id="linkwork-application">{application}</script>
<script>{boot}</script>
</body>
</html>
"""


def page(
    run: Result | Motion,
    *,
    signals: Sequence[str] = (),
    traces: Sequence[str] | None = None,
    play: bool = True,
    signal_bytes: int = SIGNAL_BYTES,
) -> str:
    """Return the page of a run or a position as text.

    >>> html = page(run, signals=["A.angle", "D.force"], traces=["C"])
    """
    scene, arrays = build_document(
        run, [signals] if isinstance(signals, str) else list(signals), traces, play, signal_bytes
    )
    scene["version"] = version("linkwork")
    return _TEMPLATE.format(
        title=html.escape(scene["name"] or "mechanism"),
        style=_asset("viewer.css"),
        licences=_inline(_asset("LICENCES.txt")),
        scene=_inline(json.dumps(_finite(scene), separators=(",", ":"), ensure_ascii=False, allow_nan=False)),
        arrays=arrays,
        application=_application(),
        boot=_asset("boot.js"),
    )


@functools.cache
def _asset(name: str) -> str:
    return (files("linkwork.viewer") / "assets" / name).read_text(encoding="utf-8")


@functools.cache
def _application() -> str:
    return base64.b64encode(zlib.compress(_asset("viewer.js").encode("utf-8"), 9)).decode("ascii")


def _inline(text: str) -> str:
    """Return text for a script element, escaped so that it neither ends the element nor opens a comment."""
    return (
        text.replace("<", "\\u003c") if text.startswith("{") else text.replace("</", "<\\/").replace("<!--", "<\\!--")
    )


def _finite(value: Any) -> Any:
    """Return data with null in place of numbers that JSON cannot represent."""
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, (list, tuple)) else value
