"""Masses and moments of inertia from 1e-12 to 1e12 in one mechanism, zeros included: right to 1e-8, or refused by name."""

from decimal import Decimal, localcontext

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics.formulations.solve import solve
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import FORMULATIONS, body_accelerations
from tests.rigs.exact_linkages import random_linkage, state_of

RIGHT = 1e-8


def wheel_and_carrier():
    """A wheel that turns on a carrier without inertia, which a row keeps level."""
    return lw.Mechanism("wheel", gravity=(0, 0, 0)).add(
        lw.Body("W", mass=2, inertia=(0.06, 0.12, 0.06), com=(0, 0, 0)),
        lw.Body("c", mass=0.1, inertia=(0, 0, 0), com=(0, 0, 0)),
        lw.Free("F", "ground", "W"),
        lw.Revolute("hub", "W", "c", at=(0, 0, 0), axis=(0, 1, 0)),
        lw.Perpendicular("level", "ground", "c", axis_i=(0, 0, 1), axis_j=(1, 0, 0)),
    )


@pytest.mark.parametrize("formulation", FORMULATIONS, ids=repr)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_wheel_on_a_carrier_without_inertia_obeys_euler(coordinates, formulation):
    model = lw.compile(wheel_and_carrier(), coordinates=coordinates)
    spin = dict(zip(("x", "y", "z"), (0.5, 15, 0.3), strict=True))
    state = lw.assemble(model, {f"W.angular_velocity.{k}": x for k, x in spin.items()})
    vdot = lw.accelerations(model, state, formulation=formulation).vdot
    assert body_accelerations(model, state, vdot)[0, 3:] == pytest.approx([4.5, 0, -7.5], abs=1e-9)


def test_the_default_run_of_the_wheel_keeps_its_energy_and_momentum_about_the_vertical():
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(wheel_and_carrier(), coordinates=coordinates)
        state = lw.assemble(
            model, {"W.angular_velocity.x": 0.5, "W.angular_velocity.y": 15, "W.angular_velocity.z": 0.3}
        )
        run = lw.simulate(model, state, 0.2, rtol=1e-10)
        assert run.success
        assert lw.kinetic_energy(model, run.final) == pytest.approx(lw.kinetic_energy(model, state), rel=1e-8)


def bob(inertia):
    return lw.Mechanism("bob", plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Body("bob", mass=1, inertia=inertia, com=(0, 2, 0)),
        lw.Distance("rod", "ground", "bob", at_i=(0, 0, 0), at_j=(2, 2, 0)),
    )


def bob_with_a_massless_link(inertia):
    """The same, the rod being a body without mass on two revolute joints."""
    return lw.Mechanism("bob", plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Body("bob", mass=1, inertia=inertia, com=(0, 2, 0)),
        lw.Body("link", mass=0, inertia=0, com=(1, 1, 0)),
        lw.Revolute("A", "ground", "link", at=(0, 0, 0)),
        lw.Revolute("B", "link", "bob", at=(2, 2, 0)),
    )


@pytest.mark.parametrize("inertia", [1e-5, 1e-4])
def test_a_light_bob_on_a_rod_is_not_in_a_singular_position(inertia):
    ends = []
    for mechanism in (bob(inertia), bob_with_a_massless_link(inertia)):
        for coordinates in ("joint", "cartesian"):
            model = lw.compile(mechanism, coordinates=coordinates)
            run = lw.simulate(model, lw.assemble(model), 1.0, rtol=1e-11)
            assert run.success, run.message
            assert not run.near_singular.any()
            ends.append([run["bob.position.x"][-1], run["bob.position.y"][-1]])
    assert np.abs(np.array(ends) - ends[0]).max() < RIGHT


@pytest.mark.parametrize("inertia", [0, 1e-11, 1e-9])
def test_a_pendulum_of_little_inertia_swings_as_in_joint_coordinates(inertia):
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Body("p", mass=1, inertia=inertia, com=(1, 0, 0)), lw.Revolute("A", "ground", "p", at=(0, 0, 0))
    )
    ends = []
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        run = lw.simulate(model, lw.assemble(model), 2.0, rtol=1e-11)
        assert run.success, run.message
        ends.append(run["A.angle"][-1])
    assert ends[1] == pytest.approx(ends[0], abs=RIGHT)


def ends(run, *bodies):
    """Where the mass centres are at the end."""
    return [float(run[f"{body}.position.{k}"][-1]) for body in bodies for k in "xyz"]


def four_bar(coupler):
    """Crank and rocker with a coupler of this mass, or with a rod."""
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Body("crank", mass=1, inertia=0.1, com=(0.2, 0.3, 0)),
        lw.Body("rocker", mass=2, inertia=0.3, com=(1.9, 0.5, 0)),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0)),
        lw.Revolute("D", "ground", "rocker", at=(2, 0, 0)),
    )
    if coupler is None:
        return m.add(lw.Distance("rod", "crank", "rocker", at_i=(0.4, 0.6, 0), at_j=(1.8, 1.1, 0)))
    return m.add(
        lw.Body("coupler", mass=coupler, inertia=0.5 * coupler, com=(1, 0.9, 0)),
        lw.Revolute("B", "crank", "coupler", at=(0.4, 0.6, 0)),
        lw.Revolute("C", "coupler", "rocker", at=(1.8, 1.1, 0)),
    )


@pytest.mark.parametrize("coupler", [0, 1e-12, 1e-9])
@pytest.mark.parametrize("formulation", [None, lw.Augmented(), lw.PartialVelocity()], ids=repr)
def test_a_four_bar_with_a_light_coupler_moves_as_with_a_rod(coupler, formulation):
    rod = lw.compile(four_bar(None))
    expected = ends(lw.simulate(rod, lw.assemble(rod), 1.0, rtol=1e-11), "crank", "rocker")
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(four_bar(coupler), coordinates=coordinates)
        run = lw.simulate(model, lw.assemble(model), 1.0, rtol=1e-11, formulation=formulation)
        assert run.success, run.message
        assert ends(run, "crank", "rocker") == pytest.approx(expected, abs=RIGHT)


def sleigh():
    """A cart of 100 kg on a knife edge with a post that turns on it, and a rack of 1e-11 kg on both, on an edge of its own."""
    return lw.Mechanism("sleigh", plane="xy", gravity=(0, 0, 0)).add(
        lw.Body("cart", mass=100, inertia=20, com=(0.4, 0.1, 0)),
        lw.Body("post", mass=30, inertia=5, com=(0.5, 0, 0)),
        lw.Body("rack", mass=1e-11, inertia=1e-13, com=(0.5, 0.5, 0)),
        lw.Free("base", "ground", "cart"),
        lw.NoSlide("edge", "ground", "cart", at=(0, 0, 0), axis=(0, 1, 0)),
        lw.Revolute("pivot", "cart", "post", at=(0.5, 0, 0)),
        lw.Prismatic("slide", "cart", "rack", at=(0.5, 0.5, 0), axis=(0, 1, 0)),
        lw.Coupler("teeth", terms={"slide.displacement": 1, "pivot.angle": -0.3}),
        lw.NoSlide("grip", "ground", "rack", at=(0.5, 0.5, 0), axis=(0, 1, 0)),
    )


def test_a_light_rack_on_a_heavy_cart_keeps_its_rows():
    results = []
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(sleigh(), coordinates=coordinates)
        state = lw.assemble(model, {"cart.angular_velocity.z": 0.7, "cart.velocity.x": 1.0})
        run = lw.simulate(model, state, 1.0, rtol=1e-10)
        assert run.success, run.message
        assert run.stats.velocity_violation < 1e-9
        assert lw.kinetic_energy(model, run.final) == pytest.approx(lw.kinetic_energy(model, state), rel=RIGHT)
        results.append(ends(run, "cart", "post", "rack"))
    assert results[1] == pytest.approx(results[0], abs=RIGHT)


def everywhere(seed, formulations=FORMULATIONS):
    """Each formulation in both coordinates: (formulation, error beside the exact accelerations or the message)."""
    linkage, rng = random_linkage(seed)
    omega, velocity = linkage.velocities(rng)
    exact = linkage.accelerations(omega, velocity)
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(linkage.mechanism(), coordinates=coordinates)
        state = state_of(model, linkage, omega, velocity)
        for formulation in formulations:
            try:
                vdot = lw.accelerations(model, state, formulation=formulation).vdot
            except lw.FormulationError as refused:
                yield exact, coordinates, formulation, str(refused)
                continue
            if exact is None:
                yield exact, coordinates, formulation, 0.0
                continue
            off = np.abs(body_accelerations(model, state, vdot) - exact).max(axis=1)
            yield exact, coordinates, formulation, float((off / np.maximum(1.0, np.abs(exact).max(axis=1))).max())


@pytest.mark.parametrize("seed", [*range(24), 1138, 1250, 1272, 2026])
def test_random_linkages_with_masses_of_24_decades_are_right_or_refused_by_name(seed):
    for exact, coordinates, formulation, answer in everywhere(seed):
        where = (coordinates, formulation, answer)
        if isinstance(answer, str):
            assert "'b" in answer or "masses" in answer, where
            known = isinstance(formulation, (lw.Recursive, lw.Augmented, lw.Baumgarte))
            assert not known or exact is None, where
        else:
            assert answer < RIGHT, where


def test_a_massless_body_that_nothing_determines_is_named():
    m = lw.Mechanism("loose", plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Body("arm", mass=1, inertia=1, com=(1, 0, 0)),
        lw.Body("feather", mass=0, inertia=0, com=(2, 1, 0)),
        lw.Revolute("A", "ground", "arm", at=(0, 0, 0)),
        lw.Revolute("B", "arm", "feather", at=(2, 0, 0)),
    )
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        for formulation in FORMULATIONS:
            with pytest.raises(lw.FormulationError, match="feather"):
                lw.accelerations(model, lw.assemble(model), formulation=formulation)
        run = lw.simulate(model, lw.assemble(model), 1.0)
        assert not run.success
        assert "the motion of 'feather' is not determined" in run.message


def test_the_spin_of_a_particle_stays_as_it_is():
    """A point mass on a spherical joint: the limit of a small ball, in both coordinates."""
    accelerations = []
    for inertia, coordinates in ((0.0, "joint"), (0.0, "cartesian"), (1e-6, "cartesian")):
        m = lw.Mechanism("particle", gravity=(0, 0, -9.81)).add(
            lw.Body("p", mass=1, inertia=(inertia,) * 3, com=(1, 0.5, -1)),
            lw.Body("heavy", mass=1e8, inertia=(1e8,) * 3, com=(0, 0, 3)),
            lw.Spherical("S", "ground", "p", at=(0, 0, 0)),
            lw.Revolute("R", "ground", "heavy", at=(0, 0, 3), axis=(1, 0, 0)),
        )
        model = lw.compile(m, coordinates=coordinates)
        state = lw.assemble(model, {f"p.angular_velocity.{k}": x for k, x in zip("xyz", (1, 2, 3), strict=True)})
        vdot = lw.accelerations(model, state).vdot
        accelerations.append(body_accelerations(model, state, vdot)[1])
    assert accelerations[1] == pytest.approx(accelerations[0], abs=1e-9)
    assert accelerations[2] == pytest.approx(accelerations[0], abs=1e-4)


@pytest.mark.purepython
@pytest.mark.parametrize("place", [1e12, 1e160, np.inf, np.nan])
def test_positions_in_which_rows_are_lost_are_refused(place):
    """Steps that are rejected later may ask for them; as plain Python an index beyond the factors would raise."""
    m = lw.Mechanism("far", plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Body("heavy", mass=2e8, com=(0.3, 0.1, 0), inertia=7e7),
        lw.Body("light", mass=1e-11, com=(1, 0.2, 0), inertia=3e-12),
        lw.Revolute("A", "ground", "heavy", at=(0, 0, 0)),
        lw.Prismatic("B", "heavy", "light", at=(1, 0, 0), axis=(1, 0.3, 0)),
    )
    model = lw.compile(m)
    start = model.design_state()
    state = lw.State(0.0, start.q + place, start.v, start.z, start.inactive, start.turns)
    with pytest.raises(lw.FormulationError):
        solve(Evaluation(model, state), lw.Recursive())


def chain_in_the_plane(n, odd, ratio):
    """Links that point anywhere, one of another mass: the mechanism and (mass, inertia, joint, mass centre) of every link."""
    rng = np.random.default_rng(0)
    m, before, p, links = lw.Mechanism("chain", plane="xy", gravity=(0, -9.81, 0)), "ground", np.zeros(2), []
    for k in range(n):
        turn, factor = rng.uniform(-3, 3), ratio if k == odd else 1.0
        end = p + [np.cos(turn), np.sin(turn)]
        centre = p + rng.uniform(0.3, 0.7) * (end - p) + rng.uniform(-0.1, 0.1, 2)
        mass, inertia = factor * rng.uniform(0.5, 2), factor * rng.uniform(0.05, 0.2)
        m.add(
            lw.Body(f"b{k}", mass=mass, com=(*centre, 0), inertia=inertia),
            lw.Revolute(f"j{k}", before, f"b{k}", at=(*p, 0)),
        )
        links.append((mass, inertia, p, centre))
        before, p = f"b{k}", end
    return m, links


def exact_chain(links, rates):
    """Angular accelerations of the links by articulated bodies at the joints, [alpha, x, y], in 60 digits."""

    def exactly(x):
        return np.vectorize(Decimal, otypes=[object])(x)

    with localcontext() as context:
        context.prec = 60
        omega = np.cumsum(exactly(rates))
        P, C = (exactly(np.array([link[i] for link in links])) for i in (2, 3))
        steps = []
        for k in reversed(range(len(links))):
            mass, inertia = exactly(np.array(links[k][:2]))
            (x, y), zero = C[k] - P[k], Decimal(0)
            A = np.array(
                [
                    [inertia + mass * (x * x + y * y), -mass * y, mass * x],
                    [-mass * y, mass, zero],
                    [mass * x, zero, mass],
                ]
            )
            fx, fy = -mass * omega[k] ** 2 * x, mass * (Decimal("9.81") - omega[k] ** 2 * y)
            b = np.array([x * fy - y * fx, fx, fy])
            if steps:
                U, D, I, bias = steps[-1]
                (rx, ry), one = P[k + 1] - P[k], Decimal(1)
                T = np.array([[one, zero, zero], [-ry, one, zero], [rx, zero, one]])
                through = I - np.outer(U, U) / D
                moved = through @ (-(omega[k] ** 2) * np.array([zero, rx, ry]))
                A, b = A + T.T @ through @ T, b + T.T @ (bias - U * (bias[0] / D) + moved)
            steps.append((A[:, 0], A[0, 0], A, b))
        ax = ay = Decimal(0)
        results = []
        for k, (U, D, _, b) in enumerate(reversed(steps)):
            alpha = -(b[0] + U[1] * ax + U[2] * ay) / D
            results.append(float(alpha))
            if k + 1 < len(links):
                rx, ry = P[k + 1] - P[k]
                ax, ay = ax - alpha * ry - omega[k] ** 2 * rx, ay + alpha * rx - omega[k] ** 2 * ry
        return np.array(results)


@pytest.mark.parametrize("n", [59, 100, 1000])
@pytest.mark.parametrize("ratio", [1e-9, 1e9])
def test_long_chains_with_one_odd_mass_are_right(n, ratio):
    rates = np.random.default_rng(1).normal(size=n)
    for odd in (0, n // 2, n - 1):
        m, links = chain_in_the_plane(n, odd, ratio)
        model = lw.compile(m)
        start = model.design_state()
        state = lw.State(start.t, start.q, rates, start.z, start.inactive, start.turns)
        vdot = lw.accelerations(model, state, formulation=lw.Recursive()).vdot
        exact = exact_chain(links, rates)
        assert np.abs(np.cumsum(vdot) - exact).max() < 1e-12 * np.abs(exact).max()


@pytest.mark.parametrize("moment", [1e-5, 1e-9, 1e-12, 1e-15])
def test_moments_of_inertia_are_not_lost_beside_the_mass_at_its_arm(moment):
    """A body far from its ball joint spins about the line through it: torque over a moment that J + m r² would hide."""
    arm, torque = np.array([0.6, -0.8, 2.0]), 3.0
    axis = arm / np.linalg.norm(arm)
    m = lw.Mechanism("spin", gravity=(0, 0, -9.81)).add(
        lw.Body("b", mass=2, inertia=(moment,) * 3, com=tuple(arm)),
        lw.Spherical("S", "ground", "b", at=(0, 0, 0)),
        lw.AppliedForce("T", "b", at=tuple(arm), torque=tuple(moment * torque * axis)),
    )
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        state = lw.assemble(model)
        for formulation in (lw.Recursive(), lw.Augmented()):
            vdot = lw.accelerations(model, state, formulation=formulation).vdot
            alpha = body_accelerations(model, state, vdot)[0][3:]
            swing = np.cross(arm, [0, 0, -9.81]) / (arm @ arm)
            assert alpha == pytest.approx(torque * axis + swing / (1 + moment / (2 * arm @ arm)), abs=RIGHT)


def locked_by_rows_that_nearly_depend():
    """Six rows of ten hold the body; the first one of the revolute joint depends on the screw's to 1e-5."""
    return lw.Mechanism("locked", gravity=(5.039687780168032, 0.7397935369701933, -5.498788207467218)).add(
        lw.Body(
            "b",
            mass=2.3357965368858085,
            com=(0.318967095142191, -0.21363502679574897, -0.7253360965851687),
            inertia=(0.258, 0.393, 0.287),
        ),
        lw.Screw(
            "j",
            "ground",
            "b",
            at=(0.7954041665345581, 0.2732049013062896, 0.2988143837412478),
            axis=(0.4259430065756239, -0.5780605783321019, 0.6960018124456816),
            pitch=0.4,
        ),
        lw.Revolute(
            "c",
            "b",
            "ground",
            at=(-0.2510391199314541, -0.3900564301216012, 0.6740432224513198),
            axis=(0.490436075827257, -0.850843210275518, -0.18851601272892377),
            x_i=(-0.7590352332875521, -0.5233266409590925, 0.38729154585477915),
            x_j=(0.32593347193298183, -0.021538483165657197, 0.9451473248211809),
        ),
    )


def locked_by_large_forces():
    """Two lines at an acute angle hold a light body against a strong spring."""
    return lw.Mechanism("pressed", plane="xy", gravity=(-8.818404758249086, -1.6745595676377274, 0)).add(
        lw.Body(
            "b",
            mass=6.271009225260107e-4,
            com=(-0.944452130306791, -0.06562838433201179, 0),
            inertia=1.894011150459663e-4,
        ),
        lw.Cylindrical(
            "j",
            "ground",
            "b",
            at_i=(0.14625392601094478, 0.78885041172797, 0),
            at_j=(-0.011464689530730543, 0.665867330323993, 0),
            axis=(0.7885930777083765, 0.6149154070198847, 0),
        ),
        lw.InLine(
            "c",
            "ground",
            "b",
            at_i=(0.6076969082459016, -0.25818074791213985, 0),
            at_j=(0.8544479759780161, -0.08755275907952936, 0),
            axis=(0.8225035591070483, 0.5687599627753683, 0),
        ),
        lw.SpringDamper(
            "spring",
            "ground",
            "b",
            at_i=(-0.7158558783175955, -0.8880491711154521, 0),
            at_j=(0.8684487781887273, 0.231077270955812, 0),
            stiffness=35.4003417349064,
            rest=0.5,
        ),
    )


@pytest.mark.parametrize("mechanism", [locked_by_rows_that_nearly_depend, locked_by_large_forces])
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_locked_body_does_not_accelerate(mechanism, coordinates):
    model = lw.compile(mechanism(), coordinates=coordinates)
    for formulation in (lw.Recursive(), lw.Augmented()):
        assert np.abs(lw.accelerations(model, model.design_state(), formulation=formulation).vdot).max() < RIGHT


def on_a_locked_frame(draw, *, heavy):
    """A light pendulum on a light frame that a redundant point locks; a heavy body hangs on the same frame."""
    point = lambda: tuple(draw.uniform(-1, 1, 3))  # noqa: E731
    hub, pivot, hook, lock, com, axis, across = (point() for _ in range(7))
    parts = [
        lw.Body("frame", mass=7e-8, com=point(), inertia=(7e-9, 1.2e-8, 7.4e-9)),
        lw.Revolute("hub", "frame", "ground", at=hub, axis=axis),
        lw.Body("bob", mass=1.8e-6, com=com, inertia=(3.3e-7, 5.3e-7, 4.6e-7)),
        lw.Spherical("pivot", "frame", "bob", at=pivot),
        lw.Body("rod", mass=3.5e-4, com=point(), inertia=(0, 4.1e-5, 4.1e-5)),
        lw.Fixed("clamp", "frame", "rod", at=point()),
        lw.AtPoint("lock", "ground", "rod", at=lock),
    ]
    if heavy:
        side = np.cross(across, axis)
        parts += [
            lw.Body("weight", mass=5.4e7, com=point(), inertia=(3.9e6, 5.5e6, 4.3e6)),
            lw.Universal("hook", "weight", "rod", at=hook, axis_i=across, axis_j=tuple(side)),
        ]
    return lw.Mechanism("frame", gravity=(0, 0, 0)).add(*parts)


@pytest.mark.parametrize("seed", [0, 307, 310, 322, 350, 358])  # of which all but the first were off by up to 1e-2
def test_a_light_body_does_not_feel_a_heavy_one_through_a_locked_frame(seed):
    accelerations = []
    for heavy in (False, True):
        model = lw.compile(on_a_locked_frame(np.random.default_rng(seed), heavy=heavy))
        state = model.design_state()
        v = np.zeros(model.nv)
        v[1:4] = -0.3, 0.2, 0.1
        v[4:] = (-2.3, -1.1)[: model.nv - 4]
        state = lw.State(state.t, state.q, v, state.z, state.inactive, state.turns)
        accelerations.append(lw.accelerations(model, state).vdot[:4])
    np.testing.assert_allclose(*accelerations, atol=RIGHT)
