"""Cases: every analysis answers with outputs that have closed forms, from a start that fits the changed design."""

import numpy as np
import pytest
from scipy.special import ive

import linkwork as lw

K, M, G = 200.0, 2.0, 9.81
OMEGA = (K / M) ** 0.5


def bouncer():
    return lw.Mechanism("bouncer", gravity=(0, -G, 0), plane="xy").add(
        lw.Parameter("k", K),
        lw.Body("mass", mass=M, inertia=1, com=(0, 1, 0)),
        lw.Prismatic("P", "ground", "mass", at=(0, 1, 0), axis=(0, 1, 0)),
        lw.JointSpring("S", "P.displacement", stiffness="k", damping=0),
        lw.Input("push"),
        lw.JointForce("F", "P.displacement", force="push"),
    )


@pytest.fixture(scope="module")
def model():
    return lw.compile(bouncer())


def test_outputs_of_an_oscillation_are_its_closed_forms(model):
    """From y0 above its rest it swings as y0 cos(omega t) about -m g / k."""
    period, y0, rest = 2 * np.pi / OMEGA, 0.1, -M * G / K
    case = lw.Case(
        "swing", start={"P.displacement": f"{rest} + {y0}"}, duration=period, rtol=1e-10, events=lw.Event(f"P.displacement - ({rest})"),
        outputs={
            "end": "final(P.displacement)", "mean": "mean(P.displacement)", "rms": "rms(P.displacement.rate)", "low": "minimum(mass.position.y)",
            "top": "peak(mass.acceleration.y)", "force": "maximum(S.force)", "time": "event_time(0)", "mixed": "integral(1)*k + 2*initial(time)",
        },
    )  # fmt: skip
    result = lw.run(model, case)
    assert result.success and result["end"] == result.outputs["end"]
    known = {
        "end": rest + y0, "mean": rest, "rms": y0 * OMEGA / 2**0.5, "low": 1 + rest - y0, "force": K * (-rest + y0),
        "time": period / 4, "mixed": period * K,
    }  # fmt: skip
    for name, value in known.items():
        accuracy = 2e-6 if name in ("low", "force") else 2e-8  # of parabolas
        assert result.outputs[name] == pytest.approx(value, rel=max(2e-8, accuracy), abs=2e-9), name
    beta = 30 * 2**0.5
    assert result.outputs["top"] == pytest.approx(y0 * OMEGA**2 * ive(1, beta) / ive(0, beta), rel=2e-6)
    assert "final(P.displacement)" in str(result) and "swing" in str(result)


@pytest.mark.parametrize("integrator", [lw.Adams(rtol=1e-9), lw.Radau(rtol=1e-9)])
def test_integrators_agree_in_their_outputs(model, integrator):
    case = lw.Case(
        "push", duration=1, inputs={"push": "20*sin(3*time)"}, integrator=integrator,
        outputs={"work": "integral(push*P.displacement.rate)", "load": "rms(P.force.x) + mean(mass.acceleration.y)"},
    )  # fmt: skip
    result, exact = lw.run(model, case).outputs, lw.run(model, case.changed(integrator=None, rtol=1e-11)).outputs
    for name, value in exact.items():
        assert result[name] == pytest.approx(value, rel=1e-7, abs=1e-8), name


def test_a_stopping_event_ends_the_case(model):
    drop = lw.Case(
        "drop",
        duration=5,
        set={"k": 0.0},
        events=lw.Event("P.displacement + 1", stop=True),
        outputs={"t": "final(time)"},
    )
    assert lw.run(model, drop).outputs["t"] == pytest.approx((2 / G) ** 0.5, rel=1e-6)


def test_rest_and_modes(model):
    rest = lw.Case(
        "rest",
        analysis="equilibrium",
        inputs={"push": 5},
        outputs={"height": "mass.position.y", "carried": "-S.force + push"},
    )
    assert lw.run(model, rest).outputs == pytest.approx(
        {"height": 1 + (5 - M * G) / K, "carried": -(M * G - 5) + 5}, rel=1e-9
    )
    tones = lw.Case(
        "tones",
        analysis="modes",
        settle=True,
        set={"mass.mass": 8},
        outputs={"f": "2*frequency(0)", "y": "mass.position.y", "z": "imag(0)"},
    )
    result = lw.run(model, tones)
    assert result.outputs == pytest.approx(
        {"f": (K / 8) ** 0.5 / np.pi, "y": 1 - 8 * G / K, "z": (K / 8) ** 0.5}, rel=1e-9
    )
    assert result.modes is not None and len(result.modes) == 1


def test_changed_geometry_moves_design_position_and_start():
    """A slider-crank whose crank is made longer starts assembled at the angle asked for, and follows its driver."""
    m = lw.Mechanism("slider", plane="xy").add(
        lw.Parameter("r", 0.1),
        lw.Parameter("l", 0.3),
        lw.Body("crank", mass=1, inertia=0.01, com=("O", "P")),
        lw.Body("rod", mass=1, inertia=0.01, com=("P", "pin")),
        lw.Body("piston", mass=1, inertia=0.01, com="pin"),
        lw.Revolute("O", "ground", "crank", at=(0, 0, 0)),
        lw.Revolute("P", "crank", "rod", at=("r", 0, 0)),
        lw.Revolute("pin", "rod", "piston", at=("r + l", 0, 0)),
        lw.Prismatic("S", "ground", "piston", at="pin", axis=(1, 0, 0)),
        lw.Driver("motor", "O.angle", motion="0.3 + 2*pi*time"),
    )
    model = lw.compile(m)
    case = lw.Case(
        "turn", analysis="kinematics", duration=1, times=61, set={"r": 0.12, "l": "2.5*r"},
        outputs={"mean": "mean(piston.position.x)", "first": "initial(piston.position.x)", "speed": "maximum(rod.angular_velocity.z)"},
    )  # fmt: skip
    result = lw.run(model, case)
    a = 0.3 + 2 * np.pi * np.linspace(0, 1, 2001)
    x = 0.12 * np.cos(a) + np.sqrt(0.3**2 - (0.12 * np.sin(a)) ** 2)
    assert result.outputs["first"] == pytest.approx(x[0], abs=1e-12)
    assert result.outputs["mean"] == pytest.approx(np.trapezoid(x, a) / (2 * np.pi), rel=1e-6)
    assert result.outputs["speed"] == pytest.approx(2 * np.pi * 0.12 / 0.3, rel=2e-4)
    free = lw.compile(m.remove("motor"))
    started = lw.run(
        free,
        lw.Case(
            "go",
            start={"O.angle": "0.5*r/0.12", "O.angle.rate": 1},
            duration=0,
            set={"r": 0.12},
            outputs={"x": "initial(piston.position.x)"},
        ),
    )
    assert started.outputs["x"] == pytest.approx(
        0.12 * np.cos(0.5) + np.sqrt(0.09 - (0.12 * np.sin(0.5)) ** 2), abs=1e-11
    )


def test_a_run_that_does_not_reach_its_end_has_no_outputs(model):
    case = lw.Case("torn", duration=1, inputs={"push": "sqrt(0.5 - time)"}, outputs={"end": "final(P.displacement)"})
    result = lw.run(model, case)
    assert not result.success and result.outputs == {} and "none: the motion did not reach its end" in str(result)


@pytest.mark.parametrize(("fields", "message"), [
    ({"outputs": {"a": "final(P.displacment)"}}, "a: signal 'P.displacment'"),
    ({"outputs": {"a": "P.displacement"}}, r"'P.displacement' changes over time; take a number from it, such as final\(P.displacement\)"),
    ({"outputs": {"a": "final(P.force)"}}, "is not a number; add a component such as .x"),
    ({"outputs": {"a": "event_time(0)"}}, "the case has 0 events"),
    ({"set": {"S.stiffness": 3}}, "is the expression 'k'; change k instead"),
    ({"set": {"mass.mas": 3}}, "mass.mass"),
    ({"start": {"P.force.x": 3}}, "a case starts at positions and speeds"),
    ({"start": {"P.displacement": "2*q"}}, "there is no number 'q'"),
    ({"inputs": {"pull": 3}}, "there is no input 'pull'; inputs are push"),
    ({"duration": None}, "has no duration"),
])  # fmt: skip
def test_mistakes_are_named(model, fields, message):
    with pytest.raises(ValueError, match=message):
        lw.run(model, lw.Case("c", **{"duration": 1, **fields}))


def test_a_mechanism_keeps_cases():
    m = bouncer().add(lw.Case("fall", duration=1))
    assert m.cases["fall"].duration == 1 and len(m) == len(bouncer())
    with pytest.raises(lw.DescriptionError, match="names of cases are unique"):
        m.add(lw.Case("fall"))
