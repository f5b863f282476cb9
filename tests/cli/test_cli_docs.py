"""What the page about the shell says is so."""

import re

import linkwork as lw
from linkwork.cli.app import COMMANDS
from linkwork.cli.new import TEMPLATES
from linkwork.description.cases import FIELDS
from linkwork.io.cases import read_cases
from linkwork.io.reading import parse_yaml
from tests.cli.shell import EXAMPLES, run

PAGE = (EXAMPLES.parent / "docs" / "shell.md").read_text()


def test_commands_options_and_templates_exist():
    helps = {command.__name__: run(command.__name__, "--help").output for command in COMMANDS}
    assert set(re.findall(r"^\| `(\w+) ", PAGE, re.MULTILINE)) | {"compile", "doctor"} == set(helps)
    for option in set(re.findall(r"(?<![\w-])(--[a-z][a-z-]*|-[a-z])(?![\w-])", PAGE)):
        assert any(re.search(rf"(?<![\w-]){option}(?![\w-])", text) for text in helps.values()) or option == "--help", (
            option
        )
    for line in re.findall(r"^\$ linkwork (.*)$", PAGE, re.MULTILINE):
        command, *words = line.split("#")[0].split()
        for option in (word for word in words if word.startswith("-")):
            assert re.search(rf"(?<![\w-]){option}(?![\w-])", helps[command]), line
    assert re.findall(r"`--template (\w+)`, (.*?);", PAGE)[0][1].replace("`", "").split(", ") == list(TEMPLATES[1:])


def test_the_case_of_the_page_is_read():
    (text,) = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    cases = parse_yaml(text)["cases"]
    content, problems = cases["lift"], []
    case = read_cases(cases, problems)["lift"]
    assert not problems
    assert set(content) | {"analysis", "times", "atol"} == set(FIELDS)
    assert case.events == (lw.Event("hand.position.y", 1, True),)
    assert case.integrator == lw.Adams(rtol=1e-8)
    assert case.start == {"shoulder.angle": "-90*deg"}
