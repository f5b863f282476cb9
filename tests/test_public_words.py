"""Every public word shows itself in an example, and the parts and choices of the examples can be made as they stand."""

import ast
import inspect
import re

import pytest

import linkwork as lw
from linkwork.description import choices, parts
from linkwork.description.parts import bodies

WORDS = {name: getattr(lw, name) for name in lw.__all__}
SHOWN = {
    name: x for name, x in WORDS.items() if inspect.isfunction(x) or (inspect.isclass(x) and not name.endswith("Error"))
}
MADE = {
    name: x
    for name, x in SHOWN.items()
    if x in vars(parts).values() or x in (*vars(bodies).values(), *vars(choices).values())
}


def example(word):
    return "\n".join(re.findall(r"^ *(?:>>>|\.\.\.) (.*)$", inspect.getdoc(word) or "", re.MULTILINE))


@pytest.mark.parametrize("name", SHOWN)
def test_public_words_have_an_example_that_can_be_read(name):
    text = example(SHOWN[name])
    assert text
    ast.parse(text)


def test_parts_and_choices_of_examples_can_be_made():
    assert len(MADE) > 50
    for name, word in MADE.items():
        calls = [node for node in ast.walk(ast.parse(example(word))) if isinstance(node, ast.Call)]
        made = next(call for call in calls if ast.unparse(call.func).removeprefix("lw.") == name)
        assert isinstance(eval(ast.unparse(made), {"lw": lw, **WORDS}), word), name
