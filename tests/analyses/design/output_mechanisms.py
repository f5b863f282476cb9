"""Two mechanisms and their outputs, which together name every kind of signal."""

import linkwork as lw


def double(t, u, x, p, y, xdot):
    y[0] = p[0] * u[0] * x[0]
    xdot[0] = -p[0] * x[0] + u[0]


def four_bar():
    return lw.library.planar_four_bar().add(
        lw.Parameter("scale", 1.5),
        lw.JointSpring("T", "A.angle", stiffness=10, damping=2, rest=0.3),
        lw.Signal("power", "T.force*A.angle.rate"),
        lw.SpringDamper("S", "link2", "ground", at_i="C", at_j=(3, 3, 0), stiffness=7, damping=1, rest=0.4),
        lw.Table("wave", (0, 0.3, 0.6, 1), (1, 2, 0, 1)),
        lw.Input("u", 2),
    )


def arm():
    """A closed chain in space with a driver, a bushing, a block and a joint that the tree turns round."""
    return lw.Mechanism("arm", gravity=(0, 0, -9.81)).add(
        lw.Body("a", mass=2, com=(0.5, 0, 0), inertia=(0.1, 0.2, 0.3)),
        lw.Body("b", mass=1, com=(1, 0.4, 0), inertia=(0.1, 0.1, 0.05, 0.01, 0, 0)),
        lw.Body("c", mass=1.5, com=(0.4, 1, 0.2), inertia=(0.1, 0.1, 0.1)),
        lw.Revolute("J1", "ground", "a", at=(0, 0, 0), axis=(0, 0.2, 1)),
        lw.Spherical("J2", "b", "a", at=(1, 0, 0)),
        lw.Universal("J3", "c", "b", at=(1, 1, 0), axis_i=(1, 0, 0), axis_j=(0, 0, 1)),
        lw.Spherical("J4", "ground", "c", at=(0, 1, 0)),
        lw.Bushing("U", "ground", "b", at=(1, 0.5, 0), stiffness=[50, 60, 70, 5, 6, 7], damping=[1] * 6),
        lw.Driver("motor", "J1.angle", motion="speed*time**2"),
        lw.Parameter("speed", 0.7),
        lw.Block("mix", inputs={"w": "J1.angle"}, outputs=("y",), states={"x": 0.5}, parameters={"k": 2}, function=double),
        lw.AppliedForce("F", "c", at=(0.4, 1, 0.2), force=(0, "mix.y", 1)),
    )  # fmt: skip


PLANAR = {
    "end": "final(A.angle)*2 + scale",
    "path": "integral((link2.position.x - 0.3*scale)**2)",
    "load": "peak(D.force.y*A.force.x/100)",
    "sum": "maximum(B.force.y) + rms(C.force.x) - u*mean(table(wave, time))",
    "energy": "mean(energy.kinetic) + 0.1*final(energy.total)/mean(energy.potential)",
    "sway": "mean(link2.acceleration.local.x*A.angle.rate) + final(link2.angular_acceleration.z)",
    "power": "integral(power) + final(S.force) + mean(S.length.rate)",
}
SPATIAL = {
    "motor": "rms(motor.force) + mean(mix.y*mix.state.x)",
    "carried": "mean(J1.torque.x) + peak(J2.force.z) + mean(J3.torque.y*J4.force.x) + rms(J4.torque.z)",
    "bushing": "mean(U.torque.z + U.force.x) + final(F.force.y)",
    "turning": "final(c.angular_acceleration.local.x) + mean(b.velocity.local.y) + initial(J3.angle_i.accel)",
}
