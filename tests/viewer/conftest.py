"""A browser for the pages: Debian's chromium. Without one the tests are skipped, under CI they fail."""

import os
import shutil
from contextlib import contextmanager

import pytest

import linkwork as lw

ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
PATIENCE = 300_000  # ms, for a machine that does much else; what is there is seen at once


def _without_a_browser(reason):
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}; the pages must be tested in a browser under CI")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser():
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        _without_a_browser("there is no chromium; install it, for example with apt-get install chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        _without_a_browser("playwright is not installed; run pip install -e '.[dev]'")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=PATIENCE)
        yield browser
        browser.close()


class Opened:
    """A page with its messages and the addresses that it asked for."""

    def __init__(self, page):
        self.page, self.messages, self.asked = page, [], []
        page.on("console", lambda message: self.messages.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.messages.append(f"error: {error}"))
        page.on("request", lambda request: self.asked.append(request.url))

    def goto(self, path):
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("html[data-ready=true]")
        return self

    def __call__(self, script, argument=None):
        return self.page.evaluate(script, argument)

    def settle(self):
        """Two pictures later everything that was asked for is drawn."""
        self("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@contextmanager
def pages(browser):
    """Opens blank pages, each in a context of its own, and closes them in the end."""
    contexts = []

    def blank(**options):
        context = browser.new_context(
            **{"reduced_motion": "reduce", "viewport": {"width": 1000, "height": 640}, **options}
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return context.new_page()

    yield blank
    for context in contexts:
        context.close()


@pytest.fixture
def blank_page(browser):
    with pages(browser) as blank:
        yield blank


@pytest.fixture
def open_page(blank_page):
    return lambda path, **options: Opened(blank_page(**options)).goto(path)


@pytest.fixture(scope="module")
def open_for_all(browser):
    """As open_page, for a page that the tests of a module share."""
    with pages(browser) as blank:
        yield lambda path, **options: Opened(blank(**options)).goto(path)


@pytest.fixture(scope="session")
def four_bar():
    """A run of the planar four-bar with a moving force."""
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    return lw.simulate(model, lw.assemble(model), 10, output=0.01)


@pytest.fixture(scope="session")
def spatial():
    model = lw.compile(lw.library.spatial_four_bar())
    return lw.simulate(model, lw.assemble(model), 4, output=0.02)
