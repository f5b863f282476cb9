"""`{validation}`: the table of `linkwork.studies.validation`, computed while the site is built."""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from linkwork.studies.validation import HEADER, validate


def cell(text):
    return nodes.entry("", nodes.paragraph("", text))


def row(texts):
    return nodes.row("", *(cell(text) for text in texts))


def table(header, rows):
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in header), cols=len(header))
    group += nodes.thead("", row(header))
    group += nodes.tbody("", *(row(texts) for texts in rows))
    return nodes.table("", group, classes=["validation"])


class Validation(SphinxDirective):
    def run(self):
        parts = []
        for title, comparisons in validate().items():
            section = nodes.section("", nodes.title(text=title), ids=[nodes.make_id(title)])
            section += table(HEADER, [comparison.cells() for comparison in comparisons])
            parts.append(section)
        return parts


def setup(app):
    app.add_directive("validation", Validation)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
