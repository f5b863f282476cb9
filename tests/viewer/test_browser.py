"""Pages in a real browser: what is drawn is the trajectory, time moves by slider, plots and keys, nothing is asked from outside."""

import time

import numpy as np
import pytest

import linkwork as lw


@pytest.fixture(scope="module")
def opened(four_bar, open_for_all, tmp_path_factory):
    path = tmp_path_factory.mktemp("pages") / "four_bar.html"
    four_bar.save_html(path, signals=["A.angle", "D.force"])
    return open_for_all(path)


def wait_until(page, script, seconds=300.0):
    """Asks again from here until it holds: what a page asks itself as text, its own policy forbids."""
    last = time.monotonic() + seconds
    while not page.evaluate(script):
        assert time.monotonic() < last, f"{script} does not hold after {seconds:g} s"
        time.sleep(0.05)


@pytest.fixture
def page(opened):
    """The four-bar's page at its first time, in its first state, drawn, with the pointer on nothing."""
    opened.page.mouse.move(1, 1)
    opened.page.keyboard.press("Escape")
    opened(
        """() => { const { plots, view } = linkwork; document.activeElement.blur();
        linkwork.pause(); linkwork.plot('A.angle', 'D.force.x', 'D.force.y'); plots.unzoom(); linkwork.seek(0);
        for (const name of linkwork.bodies) if (view.traces.has(name)) view.toggleTrace(name);
        linkwork.look('home') }"""
    )
    opened.settle()
    return opened


@pytest.mark.parametrize("k", [0, 137, 1000])
def test_the_pose_at_a_time_is_the_trajectory_s(page, four_bar, k):
    page("(t) => linkwork.seek(t)", four_bar.t[k])
    for body in ("link1", "link2", "link3"):
        pose = page("(name) => linkwork.pose(name)", body)
        np.testing.assert_allclose(pose["position"], four_bar[f"{body}.position"][k], atol=2e-6)
        turn = np.array(four_bar[f"{body}.quaternion"][k])
        assert abs(abs(turn @ pose["quaternion"]) - 1) < 1e-6


def test_between_outputs_poses_are_interpolated(page, four_bar):
    page("(t) => linkwork.seek(t)", 0.5 * (four_bar.t[100] + four_bar.t[101]))
    between = four_bar["link2.position"][100:102].mean(axis=0)
    np.testing.assert_allclose(page("linkwork.pose('link2').position"), between, atol=2e-6)


def test_the_slider_moves_the_time_and_the_mechanism(page, four_bar):
    page.page.locator(".slider").fill("5")
    assert page("linkwork.time") == 5
    np.testing.assert_allclose(page("linkwork.pose('link1').position"), four_bar["link1.position"][500], atol=2e-6)
    assert page.page.locator(".time").inner_text().startswith("5.0")


def test_a_press_on_a_plot_moves_the_time_and_the_time_moves_the_plots(page):
    over = page.page.locator(".u-over").first
    box = over.bounding_box()
    page.page.mouse.click(box["x"] + 0.25 * box["width"], box["y"] + 0.5 * box["height"])
    assert page("linkwork.time") == pytest.approx(2.5, abs=0.05)
    page("linkwork.seek(7.5)")
    page.settle()
    line = page(
        "() => { const m = new DOMMatrix(getComputedStyle(document.querySelector('.now')).transform); return m.m41 }"
    )
    assert line / box["width"] == pytest.approx(0.75, abs=0.01)


def test_a_drag_on_a_plot_zooms_all_plots_and_a_double_press_zooms_out(page):
    box = page.page.locator(".u-over").first.bounding_box()
    y = box["y"] + 0.5 * box["height"]
    page.page.mouse.move(box["x"] + 0.2 * box["width"], y)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + 0.6 * box["width"], y, steps=4)
    page.page.mouse.up()
    page.settle()
    zoom = "linkwork.plots.panels.map(({ plot }) => [plot.scales.x.min, plot.scales.x.max])"
    for low, high in page(zoom):
        assert (low, high) == (pytest.approx(2, abs=0.15), pytest.approx(6, abs=0.15))
    page.page.mouse.dblclick(box["x"] + 0.5 * box["width"], y)
    page.settle()
    assert page(zoom) == [[0, 10], [0, 10]]


def test_the_values_beside_the_plots_are_those_of_the_time(page, four_bar):
    page("(t) => linkwork.seek(t)", four_bar.t[321])
    shown = page.page.locator(".chip .value").first.inner_text()
    assert float(shown.replace("−", "-")) == pytest.approx(four_bar["A.angle"][321], rel=1e-3)


def test_play_advances_and_pause_holds(page):
    page.page.locator(".play").click()
    wait_until(page.page, "linkwork.time > 0")  # pictures come slowly where other work takes the processors
    assert page("linkwork.playing") is True
    page.page.locator(".play").click()
    held = page("linkwork.time")
    assert page("linkwork.playing") is False
    page.settle()
    assert page("linkwork.time") == held


def test_keys_step_play_and_go_to_the_ends(page, four_bar):
    page("document.activeElement.blur()")
    press = page.page.keyboard.press
    press("ArrowRight")
    assert page("linkwork.time") == pytest.approx(0.01)
    press("Shift+ArrowRight")
    assert page("linkwork.time") == pytest.approx(0.11)
    press("ArrowLeft")
    assert page("linkwork.time") == pytest.approx(0.10)
    press("End")
    assert page("linkwork.time") == pytest.approx(10)
    press("Space")
    assert page("linkwork.playing") is True
    press("Space")
    press("t")
    assert page("linkwork.theme()") == "dark"
    press("t")
    assert page("linkwork.theme()") == "light"


def test_signals_are_found_by_words_and_plotted(page):
    search = page.page.locator(".picker input")
    search.fill("link2 accel y")
    rows = page.page.locator(".found .row")
    assert rows.all_inner_texts()[0].split() == ["link2.acceleration.y", "m/s²"]
    rows.first.click()
    assert page("linkwork.plotted")[-1] == "link2.acceleration.y"
    search.fill("no such thing")
    assert page.page.locator(".found").inner_text().startswith("No signal")
    search.press("Escape")
    page.page.locator(".chip", has_text="link2.acceleration.y").click()
    assert "link2.acceleration.y" not in page("linkwork.plotted")


def test_names_appear_under_the_pointer_and_a_press_draws_the_path(page, four_bar):
    at = page("linkwork.onScreen('link2')")
    page.page.mouse.move(*at)
    tip = page.page.locator(".tip")
    assert tip.inner_text().split("\n")[0] == "link2"
    assert "7 kg" in tip.inner_text()
    assert page("linkwork.view.traces.has('link2')") is False
    page.page.mouse.click(*at)
    assert page("linkwork.view.traces.has('link2')") is True
    page.page.mouse.click(*at)
    assert page("linkwork.view.traces.has('link2')") is False


def test_reactions_appear_as_arrows_to_one_scale(page, four_bar):
    page.page.get_by_label("What is shown").first.click()
    page.page.get_by_label("reactions", exact=True).click()
    result = page(
        """() => linkwork.view.arrows.items.filter(({ set, object }) => set === 'reactions' && object.visible)
        .map(({ part, object }) => [part.name, part.value, object.children[1].position.y])"""
    )
    values = {name: value for name, value, _ in result}
    assert set(values) == {"A", "B", "C", "D"}
    assert values["D"] == pytest.approx(np.linalg.norm(four_bar["D.force"][0]), rel=1e-6)
    scales = [length / value for _, value, length in result]
    np.testing.assert_allclose(scales, scales[0], rtol=1e-6)
    page.page.get_by_label("reactions", exact=True).click()
    page.page.keyboard.press("Escape")


def test_views_and_projections(page):
    assert page("linkwork.view.stage.projection") == "parallel"  # planar: seen along the normal
    look = "() => { const s = linkwork.view.stage; return s.camera.position.clone().sub(s.controls.target).normalize().toArray() }"
    np.testing.assert_allclose(page(look), [0, 0, 1], atol=1e-9)
    page.page.keyboard.press("p")
    assert page("linkwork.view.stage.projection") == "perspective"
    page.page.keyboard.press("4")
    np.testing.assert_allclose(page(look), [0, 1, 0], atol=1e-3)
    page.page.keyboard.press("1")
    assert page("linkwork.view.stage.projection") == "parallel"
    np.testing.assert_allclose(page(look), [0, 0, 1], atol=1e-9)


def solid(page):
    """How many points of the picture are solid, its width and its height."""
    page.settle()
    return page(
        """() => { const { renderer, scene, camera } = linkwork.view.stage; renderer.render(scene, camera);
        const gl = renderer.getContext(); const [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
        const p = new Uint8Array(4 * w * h); gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, p);
        let n = 0; for (let i = 3; i < p.length; i += 4) n += p[i] > 250; return [n, w, h] }"""
    )


def test_a_picture_is_drawn(page):
    count, width, height = solid(page)
    assert 0.01 < count / (width * height) < 0.6  # solid bodies before an empty background


def test_hundreds_of_short_links_are_visible_in_the_whole_picture(open_page, tmp_path):
    model = lw.compile(lw.library.chain(500))
    state = lw.assemble(model)
    count, width, _ = solid(open_page(lw.show(model, state, path=tmp_path / "chain.html", open_browser=False).path))
    assert 1.5 * width < count < 6 * width  # a line across most of the picture, a few points thick


def test_nothing_is_asked_from_outside_and_nothing_is_complained_about(page):
    assert page.messages == []
    assert len(page.asked) == 1 and page.asked[0].startswith("file:")


def test_a_phone_has_everything_without_sideways_scrolling(opened, spatial, open_page, tmp_path):
    spatial.save_html(tmp_path / "spatial.html")
    phone = open_page(tmp_path / "spatial.html", viewport={"width": 390, "height": 844}, has_touch=True)
    assert phone("document.documentElement.scrollWidth") == 390
    for place in (".play", ".slider", ".picker input", ".tools", ".u-over"):
        box = phone.page.locator(place).first.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390, place
    assert phone("linkwork.view.stage.projection") == "perspective"
    k = 50
    phone("(t) => linkwork.seek(t)", spatial.t[k])
    np.testing.assert_allclose(phone("linkwork.pose('coupler').position"), spatial["coupler.position"][k], atol=1e-5)
    assert phone.messages == [] and len(phone.asked) == 1


def test_a_page_works_inside_a_sandboxed_frame_and_in_the_dark(four_bar, blank_page, tmp_path):
    (tmp_path / "notebook.html").write_text(f"<!doctype html><body>{four_bar._repr_html_()}</body>", encoding="utf-8")
    page, messages = blank_page(color_scheme="dark"), []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.goto((tmp_path / "notebook.html").as_uri())
    frame = page.frames[1]
    frame.wait_for_selector("html[data-ready=true][data-theme=dark]")
    assert frame.evaluate("linkwork.bodies").count("link2") == 1
    assert messages == []


def test_a_frame_that_opens_without_any_size_is_fitted_when_it_has_one(four_bar, blank_page, tmp_path):
    """Narrow as well, so that the tools lie over the picture: the mechanism is fitted below them."""
    frame = four_bar._repr_html_().replace("<iframe", '<iframe id="it"')
    hidden = f"<!doctype html><style>#it {{ display: none }}</style><body>{frame}</body>"
    (tmp_path / "hidden.html").write_text(hidden, encoding="utf-8")
    page = blank_page(viewport={"width": 700, "height": 800})
    page.goto((tmp_path / "hidden.html").as_uri())
    frame = page.frames[1]
    wait_until(frame, "Boolean(window.linkwork?.view)")
    assert not frame.evaluate("linkwork.view.stage.fitted")
    page.evaluate("document.getElementById('it').style.cssText = 'display: block; width: 640px; height: 700px'")
    wait_until(frame, "linkwork.view.stage.fitted")
    half, inset = frame.evaluate("[linkwork.view.stage.half, linkwork.view.stage.inset]")
    assert half > 1.0 and inset > 50  # m and px; links of 2 m


def test_without_webgl_the_page_says_so_and_still_plots(four_bar, blank_page, tmp_path):
    four_bar.save_html(tmp_path / "run.html")
    page = blank_page()
    page.add_init_script(
        "const get = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest) }"
    )
    page.goto((tmp_path / "run.html").as_uri())
    page.wait_for_selector("html[data-ready=true]")
    assert "this browser has no WebGL" in page.locator(".nothing").inner_text()
    assert page.locator(".u-over").count() == 2


def test_a_name_with_markup_is_text(open_page, tmp_path):
    m = lw.Mechanism("<img src=x onerror='document.title=1'></script><b>bold</b>")
    m.add(lw.Body("b", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)), lw.Free("f", "ground", "b"))
    model = lw.compile(m)
    lw.simulate(model, lw.assemble(model), 1, output=0.5).save_html(tmp_path / "odd.html")
    odd = open_page(tmp_path / "odd.html")
    assert odd.page.locator("h1").inner_text() == m.name == odd.page.title()
    assert odd.page.locator("h1 b").count() == 0 and odd.messages == []


def test_a_still_shows_a_pose_and_values(spatial, open_page, monkeypatch):
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    state = lw.assemble(spatial.model, {"A.angle": 0.5})
    still = open_page(lw.show(spatial.model, state, signals=["A.angle", "C.force"]).path)
    place = lw.measure(spatial.model, state, "coupler.position")
    np.testing.assert_allclose(still("linkwork.pose('coupler').position"), place, atol=1e-5)
    assert still.page.locator(".transport").count() == 0
    assert "A.angle 0.5" in still.page.locator(".panels").inner_text().replace("\n", " ")


def work_to_open(blank_page, path):
    """Processor seconds of a page from its address to its first picture, and how many times it holds."""
    page = blank_page(viewport={"width": 800, "height": 500})
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(path.as_uri(), wait_until="commit")
    page.wait_for_selector("html[data-ready=true]")
    spent = {metric["name"]: metric["value"] for metric in tools.send("Performance.getMetrics")["metrics"]}
    times = page.evaluate("linkwork.times.length")
    page.close()
    return spent["TaskDuration"], times


def test_fifty_bodies_and_3600_frames_open_with_less_than_six_times_the_work_of_one_body(blank_page, tmp_path):
    """Two or three times: under three seconds where one body takes half a second. In turns, and by the work of the processor."""
    for name, links, duration in (("chain", 50, 3.6), ("one", 1, 0.01)):
        model = lw.compile(lw.library.chain(links))
        lw.simulate(model, lw.assemble(model), duration, output=0.001).save_html(tmp_path / f"{name}.html")
    spent = []
    for _ in range(3):
        (chain, frames), (one, _) = (work_to_open(blank_page, tmp_path / f"{name}.html") for name in ("chain", "one"))
        assert frames == 3601
        spent.append((chain, one))
    chain, one = np.min(spent, axis=0)
    assert chain < 6 * one
