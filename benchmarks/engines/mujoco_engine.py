"""MuJoCo: RK4 (and implicitfast for stiff problems) with the time step as knob; loops are `connect` constraints.

Constraints are as stiff as the documentation allows: time constant of two steps, impedance near 1; Newton solver to 1e-14.
"""

from __future__ import annotations

import mujoco
import numpy as np

from benchmarks.engines.server import Setting, Unsuitable, clock, serve
from benchmarks.problems import GROUND, Problem

IMPEDANCE = (0.9999, 0.9999, 0.001, 0.5, 2.0)
STEPS = 50 * 2 ** np.arange(14)
DEEPEST = 200  # bodies in a row: the sparse factorization of M grows with the cube of the depth


def build(given: Problem) -> mujoco.MjModel:
    """The neutral problem; every body's frame sits at its joint with the world's axes."""
    spec = mujoco.MjSpec()
    spec.option.gravity = given.gravity
    spec.option.disableflags = mujoco.mjtDisableBit.mjDSBL_CONTACT
    spec.option.tolerance = 1e-14
    spec.option.iterations = 100
    bodies = []
    for i, link in enumerate(given.links):
        parent = spec.worldbody if link.parent == GROUND else bodies[link.parent]
        body = parent.add_body(name=f"b{i}", pos=link.anchor - given.origin(link.parent))
        body.explicitinertial = True
        body.mass, body.ipos = link.mass, link.com - link.anchor
        I = link.inertia
        body.fullinertia = [I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]]
        kind = mujoco.mjtJoint.mjJNT_HINGE if link.joint == "rev" else mujoco.mjtJoint.mjJNT_SLIDE
        body.add_joint(name=f"j{i}", type=kind, axis=link.axis)
        bodies.append(body)
    place = lambda body: spec.worldbody if body == GROUND else bodies[body]  # noqa: E731
    for k, loop in enumerate(given.loops):
        arms = [np.zeros(3)] if loop.axis is None else [0.5 * loop.axis, -0.5 * loop.axis]
        for j, arm in enumerate(arms):
            ends = [f"loop{k}{j}a", f"loop{k}{j}b"]
            for body, site in zip((loop.a, loop.b), ends):
                place(body).add_site(name=site, pos=loop.point + arm - given.origin(body))
            spec.add_equality(
                type=mujoco.mjtEq.mjEQ_CONNECT,
                objtype=mujoco.mjtObj.mjOBJ_SITE,
                name1=ends[0],
                name2=ends[1],
                solimp=IMPEDANCE,
            )
    for k, s in enumerate(given.springs):
        tendon = spec.add_tendon(name=f"spring{k}", springlength=[s.free_length] * 2)
        tendon.stiffness, tendon.damping = _padded(tendon.stiffness, s.stiffness), _padded(tendon.damping, s.damping)
        for body, point, end in ((s.a, s.point_a, "a"), (s.b, s.point_b, "b")):
            place(body).add_site(name=f"spring{k}{end}", pos=point - given.origin(body))
            tendon.wrap_site(f"spring{k}{end}")
    spec.worldbody.add_site(name="world")
    for k, load in enumerate(given.loads):  # a constant world force at a material point is a site actuator
        if load.force.any():
            place(load.body).add_site(name=f"load{k}", pos=load.point - given.origin(load.body))
            ends = {"target": f"load{k}", "refsite": "world", "trntype": mujoco.mjtTrn.mjTRN_SITE}
            spec.add_actuator(name=f"load{k}", gear=[*load.force, 0, 0, 0], **ends)
    for k, (body, point) in enumerate(given.observed):
        place(body).add_site(name=f"observe{k}", pos=point - given.origin(body))
    return spec.compile()


def _padded(field, value: float):
    """Stiffness and damping are polynomials in newer versions, numbers in older ones."""
    return value if np.ndim(field) == 0 else [value] + [0.0] * (len(field) - 1)


def prepare(given: Problem):
    if len(given.links) > DEEPEST and not given.loops:
        raise Unsuitable(
            f"a row of {len(given.links)} bodies: one factorization of its mass matrix takes about a second"
        )
    model = build(given)
    data = mujoco.MjData(model)
    sites = [model.site(f"observe{k}").id for k in range(len(given.observed))]

    def solve(setting: Setting):
        steps = int(setting.knob)
        model.opt.timestep = given.duration / steps
        model.eq_solref[:] = [2 * model.opt.timestep, 1.0]
        kinds = mujoco.mjtIntegrator
        model.opt.integrator = kinds.mjINT_RK4 if setting.variant == "RK4" else kinds.mjINT_IMPLICITFAST
        mujoco.mj_resetData(model, data)
        data.qvel[:] = given.rates
        data.ctrl[:] = 1.0
        for load in given.loads:
            data.xfrc_applied[1 + load.body, 3:] += load.torque
        began = clock()
        mujoco.mj_step(model, data, steps)
        seconds = clock() - began
        if data.warning[mujoco.mjtWarning.mjWARN_BADQACC].number or not np.isfinite(data.qpos).all():
            raise RuntimeError("unstable")
        mujoco.mj_kinematics(model, data)
        return seconds, data.site_xpos[sites].copy(), {}

    variants = ["implicitfast"] if given.name.startswith("P5") else ["RK4"]
    return [Setting(variant, float(count)) for variant in variants for count in STEPS], solve


if __name__ == "__main__":
    serve(prepare)
