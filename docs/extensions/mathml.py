"""Equations as MathML, made when the site is built: browsers draw it themselves, without a script from elsewhere."""

import html
import re

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)

# Brackets stretch only with a mathematical font, which not every machine has: those of matrices are borders.
FENCED = re.compile(r"<mo>\[</mo>\s*<mtable>(.*?)</mtable>\s*<mo>\]</mo>", re.DOTALL)
# docutils sets the index of a dotted letter below it
DOTTED = re.compile(r"<munderover>\s*(<mi>\w</mi>)\s*(<m[in]>\w+</m[in]>)\s*(<mo [^>]*>˙</mo>)\s*</munderover>")


def mathml(node, **choices):
    """An equation; one that cannot be read is a warning, and shown as it was written."""
    try:
        text = FENCED.sub(r'<mtable class="bracketed">\1</mtable>', tex2mathml(node.astext(), **choices))
        return DOTTED.sub(r'<msub><mover accent="true">\1\3</mover>\2</msub>', text)
    except MathError as error:
        logger.warning("equation %r: %s", node.astext(), error, location=node)
        return f"<code>{html.escape(node.astext())}</code>"


def inline(writer, node):
    writer.body.append(mathml(node))
    raise nodes.SkipNode


def block(writer, node):
    number = f'<span class="eqno">({get_node_equation_number(writer, node)})</span>' if node.get("number") else ""
    writer.body.append(writer.starttag(node, "div", CLASS="math"))
    writer.body.append(f"{number}{mathml(node, as_block=True)}</div>\n")
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
