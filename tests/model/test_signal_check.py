"""Signals that are not there or cannot be used where they are named: all at once, each with its path."""

import pytest

import linkwork as lw
from linkwork.io.files import loads

TEXT = """\
linkwork: 1
bodies: {crank: {mass: 5, inertia: [1, 1, 1], com: [0, 0, 0]}}
joints: {A: {type: revolute, body_i: ground, body_j: crank, at: [0, 0, 0], axis: [0, 0, 1]}}
drivers:
  m1: {target: A.angel, motion: 2*time}
  m2: {target: A.angle, motion: 2*A.angle}
  m3: {target: crank.position.w, motion: 2}
forces:
  K: {type: joint_spring, target: A.displacement, stiffness: 1}
  F: {type: applied_force, body: crank, force: [A.force.x, crank.position, crank.position.local.x]}
  G: {type: spring_damper, body_i: ground, body_j: crank, at_i: [0, 0, 1], at_j: [1, 0, 0], force: energy.total}
signals: {s: {value: crank.position}, good: {value: A.force.x + energy.total + A.angle.accel}}
"""
PATHS = [
    "drivers.m1.target", "drivers.m2.motion", "drivers.m3.target", "forces.K.target", "forces.F.force.x", "forces.F.force.y",
    "forces.F.force.z", "forces.G.force", "signals.s.value",
]  # fmt: skip


def test_all_misused_signals_of_a_file_come_at_once():
    with pytest.raises(lw.DescriptionError) as error:
        loads(TEXT)
    assert [problem.split(":")[0] for problem in error.value.problems] == PATHS
    assert "a revolute has no 'angel'; its signals are A.angle" in str(error.value)
    assert "'crank.position' is a vector; add a component such as .x" in str(error.value)


def test_compile_names_the_part_and_the_field():
    m = lw.Mechanism()
    m.add(
        lw.Body("b", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Revolute("J", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.JointForce("T", "J.angle", force="J.torque.z"),
        lw.Coupler("C", terms={"J.angle": 1, "J.x": 2}),
        lw.Block("B", inputs={"u": "J.rate"}, outputs=["y"], function=lambda t, u, x, p, y, xdot: None),
    )
    with pytest.raises(lw.DescriptionError) as error:
        lw.compile(m)
    assert [p.split(": ")[0] for p in error.value.problems] == [
        "forces.T.force",
        "joints.C.terms.J.x",
        "blocks.B.inputs.u",
    ]
    assert "known only after the accelerations" in error.value.problems[0]


def test_a_broken_part_is_reported_once():
    with pytest.raises(lw.DescriptionError) as error:
        loads(TEXT.replace("type: revolute", "type: revolut"))
    assert not any("A.ang" in problem for problem in error.value.problems)


def test_compile_takes_a_mechanism():
    with pytest.raises(TypeError, match=r"takes a Mechanism, not 'four_bar.yaml'; a file is read by Mechanism.load"):
        lw.compile("four_bar.yaml")


PENDULUM = """\
linkwork: 1
plane: xy
bodies: {b: {mass: 1, inertia: 1, com: [1, 0, 0]}}
joints: {A: {type: revolute, body_i: ground, body_j: b, at: [0, 0, 0]}}
inputs: {u: 0}
"""


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("signals: {a: a}", ["signals.a.value: depends on itself: a → a"]),
        ("signals: {a: 'c + 1', c: '2*a'}", ["signals.a.value: depends on itself: a → c → a"]),
        (
            "signals: {a: c + d, c: a, d: e, e: d}\nforces: {T: {type: joint_force, target: A.angel, force: a}}",
            [
                "signals.a.value: depends on itself: a → c → a",
                "signals.d.value: depends on itself: d → e → d",
                "forces.T.target: a revolute has no 'angel'; its signals are A.angle",
            ],
        ),
        (
            "signals: {s: C.y}\nblocks: {B: {inputs: {v: s}, outputs: [y], function: 'm:f'}, "
            "C: {inputs: {v: B.y}, outputs: [y], function: 'm:f'}}",
            ["blocks.B.inputs: B → s → C → B feed one another without a state between: an algebraic loop"],
        ),
        (
            "signals: {s: 2*u}\ncases: {c: {duration: 1, inputs: {u: s}}, d: {duration: 1, inputs: {u: 2*u}}}",
            ["cases.c.inputs: depends on itself: u → s → u", "cases.d.inputs: depends on itself: u → u"],
        ),
    ],
)
def test_circles_of_signals_are_refused_with_all_mistakes_of_the_file(more, expected):
    with pytest.raises(lw.DescriptionError) as error:
        loads(PENDULUM + more, allow_code=True)
    assert [problem[: len(start)] for problem, start in zip(error.value.problems, expected, strict=True)] == expected


def test_a_block_may_feed_itself_through_its_state():
    m = loads(
        PENDULUM + "blocks: {B: {inputs: {v: B.state.x}, states: [x], outputs: [y], function: 'm:f'}}", allow_code=True
    )
    assert "B" in m.parts


def test_a_run_whose_inputs_make_a_circle_names_it():
    model = lw.compile(loads(PENDULUM + "signals: {s: 2*u}"))
    with pytest.raises(lw.DescriptionError, match="depends on itself: u → s → u"):
        lw.simulate(model, lw.assemble(model), 1.0, inputs={"u": "s"})


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("signals: {r: s + 1, s: A.force.x}\nforces: {T: {type: joint_force, target: A.angle, force: 2*r}}",
         "forces.T.force: in '2*r', through 'r', 'A.force.x' is known only after the accelerations"),
        ("signals: {s: 2*T.force}\nforces: {T: {type: joint_force, target: A.angle, force: s}}",
         "forces.T.force: in 's', through 's', 'T.force' is known only after the accelerations"),
        ("signals: {s: 2*A.angle}\ndrivers: {D: {target: A.angle, motion: s}}",
         "drivers.D.motion: in 's', through 's', 'A.angle' is not known beforehand"),
    ],
)  # fmt: skip
def test_a_signal_is_checked_where_it_is_used_for_what_it_reads(more, expected):
    with pytest.raises(lw.DescriptionError) as error:
        loads(PENDULUM + more)
    assert len(error.value.problems) == 1 and error.value.problems[0].startswith(expected)
