"""`{example} NAME`: runs a numbered example and shows what it moves as a live page, what it prints, and its source.

    ```{example} 02_four_bar
    :signals: A.angle D.force
    ```

The page is made of what the script itself computed: its calls of `simulate`, `kinematics`, `assemble` and `equilibrium` are noted on the way,
and the motion that its `main` returns where there is no other.
`:result: 2` takes the second of its motions, `:still:` shows its first position of rest, or else the first pose that it assembled.
"""

import contextlib
import html
import importlib.util
import io
import os
import tempfile
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

import linkwork as lw
from linkwork.analyses.result import MovingResult

EXAMPLES = Path(__file__).parents[2] / "examples"


class Noted:
    """What a script computes while it runs: motions and poses, in order."""

    def __init__(self):
        self.motions, self.poses, self.rests = [], [], []

    @contextlib.contextmanager
    def noting(self):
        names = ("simulate", "kinematics", "assemble", "equilibrium")
        originals = {name: getattr(lw, name) for name in names}

        def motion(name):
            def call(*args, **choices):
                self.motions.append(originals[name](*args, **choices))
                return self.motions[-1]

            return call

        def assemble(model, *args, **choices):
            self.poses.append((model, originals["assemble"](model, *args, **choices)))
            return self.poses[-1][1]

        def equilibrium(*args, **choices):
            self.rests.append(originals["equilibrium"](*args, **choices))
            return self.rests[-1]

        vars(lw).update(
            simulate=motion("simulate"), kinematics=motion("kinematics"), assemble=assemble, equilibrium=equilibrium
        )
        try:
            yield
        finally:
            vars(lw).update(originals)


def run_script(path):
    """The motions and poses of a script, and what it printed; it runs in a folder of its own."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    noted, printed = Noted(), io.StringIO()
    os.environ.setdefault("MPLBACKEND", "agg")
    os.environ["LINKWORK_QUIET"] = "1"
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(printed):
        spec.loader.exec_module(module)
        with noted.noting():
            returned = module.main()
        if not noted.motions and isinstance(returned, MovingResult):
            noted.motions.append(returned)
        text = printed.getvalue().replace(str(Path(folder).resolve()) + os.sep, "")
    return noted, text


class Example(SphinxDirective):
    required_arguments = 1
    option_spec: ClassVar = {
        "signals": directives.unchanged,
        "traces": directives.unchanged,
        "result": directives.positive_int,
        "still": directives.flag,
    }

    def run(self):
        name = self.arguments[0]
        path = EXAMPLES / f"{name}.py"
        self.env.note_dependency(str(path))
        noted, printed = run_script(path)
        self.write_page(name, noted)
        return [
            frame(f"live/{name}.html", name),
            nodes.rubric(text="What it prints"),
            nodes.literal_block(printed, printed, language="text"),
            nodes.rubric(text=f"examples/{name}.py"),
            nodes.literal_block(path.read_text(), path.read_text(), language="python"),
        ]

    def write_page(self, name, noted):
        target = Path(self.env.app.outdir) / "gallery" / "live" / f"{name}.html"
        target.parent.mkdir(parents=True, exist_ok=True)
        signals = self.options.get("signals", "").split()
        if "still" in self.options:
            if noted.rests:
                noted.rests[0].show(signals=signals, path=target, open_browser=False)
            else:
                lw.show(*noted.poses[0], signals=signals, path=target, open_browser=False)
            return
        traces = self.options.get("traces")
        motion = noted.motions[self.options.get("result", 1) - 1]
        motion.save_html(target, signals=signals, traces=traces.split() if traces is not None else None)


def frame(address, title):
    """A frame that loads when it comes into view, with a link to the page alone."""
    address, title = html.escape(address), html.escape(title.replace("_", " "))
    text = (
        f'<iframe class="live" src="{address}" title="{title}, moving" loading="lazy" allow="fullscreen"></iframe>'
        f'<p class="live-link"><a href="{address}">the page alone</a></p>'
    )
    return nodes.raw("", text, format="html")


class Live(SphinxDirective):
    """`{live} gallery/live/02_four_bar.html`: the frame of a page that an example has made."""

    required_arguments = 1

    def run(self):
        return [frame(self.arguments[0], Path(self.arguments[0]).stem)]


def setup(app):
    app.add_directive("example", Example)
    app.add_directive("live", Live)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
