"""Pages of modes: shapes made large, loops closed, one mode after another to choose."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.linear.mode_motion import mode_motion
from linkwork.model.evaluation import Evaluation
from linkwork.viewer.document import build_document
from linkwork.viewer.mode_page import modes_as_run


@pytest.fixture(scope="module")
def loop():
    """Modes of a four-bar in space, whose loop is redundant."""
    model = lw.compile(lw.library.planar_four_bar_3d(case="II"))
    return lw.linearize(model, lw.equilibrium(model, lw.assemble(model))).modes()


@pytest.fixture(scope="module")
def chain():
    model = lw.compile(lw.library.bushing_chain(3))
    return lw.linearize(model, model.design_state()).modes()


@pytest.mark.parametrize("amplitude", [0.2, 0.02])
def test_loops_stay_closed_and_the_farthest_body_moves_by_the_amplitude(loop, amplitude):
    lin, mode = loop.linear, loop[0]
    motion = mode_motion(lin, mode, amplitude)
    e = Evaluation(lin.model, lin.state, lin.input_values)
    origin = {body: lw.measure(lin.model, lin.state, f"{body}.position") for body in lin.bodies}
    farthest, start = 0.0, lw.measure(lin.model, lin.state, "A.angle")
    for q, turns in zip(motion.q, motion.turns, strict=True):
        state = lw.State(lin.state.t, q, np.zeros(lin.model.nv), turns=turns)
        e.update(state)
        assert np.abs(e.w.Phi).max() < 1e-9
        moved = [np.linalg.norm(lw.measure(lin.model, state, f"{b}.position") - origin[b]) for b in lin.bodies]
        turned = abs(lw.measure(lin.model, state, "A.angle") - start) / 1.75
        farthest = max(farthest, max(moved) / lin.model.length, turned)
    assert farthest == pytest.approx(amplitude, rel=0.05 if amplitude > 0.1 else 0.005)
    np.testing.assert_array_equal(motion.q[0], motion.q[-1])
    assert motion.asked == 1


def test_a_mode_that_cannot_go_as_far_is_made_smaller_and_says_so():
    rocker = lw.Mechanism("double rocker", plane="xy").add(
        lw.Body("left", mass=1, inertia=0.1, com=(0, 0.5, 0)),
        lw.Body("coupler", mass=1, inertia=0.1, com=(0.2, 1, 0)),
        lw.Body("right", mass=1, inertia=0.1, com=(0.45, 0.5, 0)),
        lw.Revolute("A", "ground", "left", at=(0, 0, 0)),
        lw.Revolute("B", "left", "coupler", at=(0, 1, 0)),
        lw.Revolute("C", "coupler", "right", at=(0.4, 1, 0)),
        lw.Revolute("D", "ground", "right", at=(0.5, 0, 0)),
        lw.JointSpring("K", "A.angle", stiffness=10),
    )
    model = lw.compile(rocker)
    run = modes_as_run(lw.linearize(model, lw.assemble(model)).modes(), 0, 3.0)
    assert "the loops do not close" in run.message
    assert "1/" in run.message


def test_small_shapes_are_those_of_the_linear_model(chain):
    mode = chain[2]
    motion = mode_motion(chain.linear, mode, 1e-6, frames=8)
    state = chain.linear.state
    moved = {}
    for k in (0, 2):  # real part, and minus the imaginary part
        there = lw.State(0, motion.q[k], np.zeros(chain.linear.model.nv))
        moved[k] = {b: lw.measure(chain.linear.model, there, f"{b}.position") for b in mode.bodies}
    for body, shape in mode.bodies.items():
        rest = lw.measure(chain.linear.model, state, f"{body}.position")
        np.testing.assert_allclose((moved[0][body] - rest) / motion.factor, shape[:3].real, atol=1e-5)
        np.testing.assert_allclose((moved[2][body] - rest) / motion.factor, -shape[:3].imag, atol=1e-5)


def test_a_page_says_which_mode_it_is_and_holds_positions_only(loop):
    scene, _ = build_document(modes_as_run(loop, 0, 0.2), [], (), True)
    frequency = loop[0].frequency
    assert scene["run"]["summary"] == f"mode 0 · {frequency:.5g} Hz · damping ratio 0"
    assert scene["run"]["chapters"] == [] and scene["run"]["warnings"] == []
    paths = {signal["path"] for signal in scene["signals"]}
    assert "A.angle" in paths and not any(word in path for path in paths for word in ("force", "energy", "velocity"))
    run = modes_as_run(loop, 0, 0.2)
    assert run.signals[0] == "D.angle"  # what moves most is plotted at first
    assert run.t[-1] == pytest.approx(1 / frequency, rel=1e-12)
    with pytest.raises(lw.AnalysisError, match="no such mode; they are 0 to 0"):
        loop.show(1)
    with pytest.raises(lw.AnalysisError, match="amplitude"):
        loop.show(0, amplitude=0)


def test_modes_are_chosen_on_the_page(chain, open_page, tmp_path):
    path = tmp_path / "modes.html"
    chain.save_html(path)
    page = open_page(path)
    options = page.page.locator(".chapters option").all_inner_texts()
    assert len(options) == 12 and options[3].startswith(f"mode 3 · {chain[3].frequency:.5g} Hz")
    page.page.locator(".chapters").select_option("3")
    assert page("linkwork.time") == 15 and page.page.locator(".time").inner_text() == "0.000"
    assert "mode 3" in page.page.locator(".title p").inner_text()
    assert page.page.locator(".total").inner_text() == "/ 4 s"
    first = page("linkwork.pose('link3').position")
    motion = mode_motion(chain.linear, chain[3])
    there = lw.State(0, motion.q[0], np.zeros(chain.linear.model.nv))
    np.testing.assert_allclose(first, lw.measure(chain.linear.model, there, "link3.position"), atol=2e-6)
    page("linkwork.play()")
    for _ in range(8):
        page.settle()
    page("linkwork.pause()")
    assert page("linkwork.time") > 15
    assert page("linkwork.time") < 19
    zoom = page("linkwork.plots.panels.map(({ plot }) => [plot.scales.x.min, plot.scales.x.max])")
    assert zoom == [[15, 19]] * len(zoom)
    assert page.messages == [] and all(url.startswith("file:") for url in page.asked)
