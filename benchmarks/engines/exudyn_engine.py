"""Exudyn, its fast version: trees in minimal coordinates with its explicit solvers, and bodies in redundant coordinates or a
tree closed by joints with its implicit ones (generalized-alpha, trapezoidal index 2)."""

from __future__ import annotations

import sys

import numpy as np

from benchmarks.engines.server import Setting, clock, serve
from benchmarks.problems import GROUND, Problem

sys.exudynFast = True  # the version without range checks, as its documentation recommends for speed
import exudyn as exu  # noqa: E402
from exudyn import itemInterface as items  # noqa: E402

SPARSE_FROM = 20  # bodies in redundant coordinates from which the sparse solver is faster
STEPS = 50 * 2 ** np.arange(15)


class System:
    """An assembled system and the sensors at the observed points."""

    def __init__(self, given: Problem):
        self.given = given
        self.container = exu.SystemContainer()
        self.mbs = self.container.AddSystem()
        self.ground = self.mbs.AddObject(items.ObjectGround())

    def settings(self, steps: float) -> exu.SimulationSettings:
        s = exu.SimulationSettings()
        s.solution.file.write = False
        s.solution.sensors.active = False
        s.solution.solverInformationFileName = ""
        s.timeIntegration.endTime = self.given.duration
        s.timeIntegration.numberOfSteps = int(steps)
        s.timeIntegration.verboseMode = 0
        s.timeIntegration.adaptiveStep = False
        s.linearSolver.showCausingItems = False
        return s

    def positions(self) -> np.ndarray:
        return np.array([self.mbs.GetSensorValues(sensor) for sensor in self.sensors])

    def connect(self, marker) -> None:
        """Loads and springs; `marker(body, point)` makes a marker."""
        for load in self.given.loads:
            at = marker(load.body, load.point)
            if load.force.any():
                self.mbs.AddLoad(items.LoadForceVector(markerNumber=at, loadVector=load.force))
            if load.torque.any():
                self.mbs.AddLoad(items.LoadTorqueVector(markerNumber=at, loadVector=load.torque))
        for s in self.given.springs:
            markers = [marker(s.a, s.point_a), marker(s.b, s.point_b)]
            numbers = {"referenceLength": s.free_length, "stiffness": s.stiffness, "damping": s.damping}
            self.mbs.AddObject(items.ObjectConnectorSpringDamper(markerNumbers=markers, **numbers))


class Tree(System):
    """Minimal coordinates: one kinematic tree; loops are joints between its links."""

    def __init__(self, given: Problem):
        super().__init__(given)
        n, mbs = len(given.links), self.mbs
        node = mbs.AddNode(
            items.NodeGenericODE2(
                referenceCoordinates=[0.0] * n,
                initialCoordinates=[0.0] * n,
                initialCoordinates_t=list(given.rates),
                numberOfODE2Coordinates=n,
            )
        )
        letters = [
            ("Prismatic" if link.joint == "pri" else "Revolute") + "XYZ"[int(np.argmax(link.axis))]
            for link in given.links
        ]
        tree = mbs.AddObject(
            items.ObjectKinematicTree(
                nodeNumber=node,
                gravity=given.gravity,
                jointTypes=[getattr(exu.JointType, word) for word in letters],
                linkParents=[link.parent for link in given.links],
                jointTransformations=exu.Matrix3DList([np.eye(3)] * n),
                jointOffsets=exu.Vector3DList([link.anchor - given.origin(link.parent) for link in given.links]),
                linkInertiasCOM=exu.Matrix3DList([link.inertia for link in given.links]),
                linkCOMs=exu.Vector3DList([link.com - link.anchor for link in given.links]),
                linkMasses=[link.mass for link in given.links],
            )
        )

        def marker(body: int, point: np.ndarray) -> int:
            if body == GROUND:
                return mbs.AddMarker(items.MarkerBodyRigid(bodyNumber=self.ground, localPosition=point))
            local = point - given.origin(body)
            return mbs.AddMarker(
                items.MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=body, localPosition=local)
            )

        self.connect(marker)
        for loop in given.loops:
            markers = [marker(loop.a, loop.point), marker(loop.b, loop.point)]
            if given.planar:
                mbs.AddObject(items.ObjectJointGeneric(markerNumbers=markers, constrainedAxes=[1, 1, 0, 0, 0, 0]))
            else:
                free = int(np.argmax(loop.axis))
                axes = [1, 1, 1] + [
                    0 if k in (free, (free + 1) % 3) else 1 for k in range(3)
                ]  # one row is redundant: left out
                mbs.AddObject(items.ObjectJointGeneric(markerNumbers=markers, constrainedAxes=axes))
        what = {"writeToFile": False, "outputVariableType": exu.OutputVariableType.Position}
        self.sensors = [
            mbs.AddSensor(
                items.SensorKinematicTree(
                    objectNumber=tree, linkNumber=body, localPosition=point - given.origin(body), **what
                )
            )
            for body, point in given.observed
        ]
        mbs.Assemble()


class PlanarBodies(System):
    """Redundant coordinates: every body has three, every joint is two constraints."""

    def __init__(self, given: Problem):
        super().__init__(given)
        mbs, bodies = self.mbs, []
        velocity, spin = self._start()
        for i, link in enumerate(given.links):
            node = mbs.AddNode(
                items.NodeRigidBody2D(
                    referenceCoordinates=[link.com[0], link.com[1], 0.0],
                    initialVelocities=[velocity[i][0], velocity[i][1], spin[i]],
                )
            )
            bodies.append(
                mbs.AddObject(items.ObjectRigidBody2D(mass=link.mass, inertia=link.inertia[2, 2], nodeNumber=node))
            )
            at = mbs.AddMarker(items.MarkerBodyMass(bodyNumber=bodies[i]))
            mbs.AddLoad(items.LoadMassProportional(markerNumber=at, loadVector=given.gravity))

        def marker(body: int, point: np.ndarray) -> int:
            number = self.ground if body == GROUND else bodies[body]
            local = point if body == GROUND else point - given.links[body].com
            return mbs.AddMarker(items.MarkerBodyRigid(bodyNumber=number, localPosition=local))

        self.connect(marker)
        joints = [(link.parent, i, link.anchor) for i, link in enumerate(given.links)]
        for a, b, point in joints + [(loop.a, loop.b, loop.point) for loop in given.loops]:
            mbs.AddObject(items.ObjectJointRevolute2D(markerNumbers=[marker(a, point), marker(b, point)]))
        what = {"writeToFile": False, "outputVariableType": exu.OutputVariableType.Position}
        self.sensors = [
            mbs.AddSensor(
                items.SensorBody(bodyNumber=bodies[body], localPosition=point - given.links[body].com, **what)
            )
            for body, point in given.observed
        ]
        mbs.Assemble()

    def _start(self) -> tuple[list[np.ndarray], list[float]]:
        """Velocities of the mass centres and angular velocities from the joint speeds."""
        velocity, spin, at_joint = [], [], []
        for link in self.given.links:
            base, turning = np.zeros(3), 0.0
            if link.parent != GROUND:
                turning = spin[link.parent]
                arm = link.anchor - self.given.origin(link.parent)
                base = at_joint[link.parent] + np.cross([0, 0, turning], arm)
            at_joint.append(base)
            spin.append(turning + link.rate)
            velocity.append(base + np.cross([0, 0, spin[-1]], link.com - link.anchor))
        return velocity, spin

    def settings(self, steps: float) -> exu.SimulationSettings:
        s = super().settings(steps)
        if len(self.given.links) >= SPARSE_FROM:
            s.linearSolver.solverType = exu.LinearSolverType.EigenSparse
        return s


def prepare(given: Problem):
    systems: dict[str, System] = {}
    if len(given.links) <= 100 and (not given.loops or not given.planar):
        systems["tree"] = Tree(given)
    if given.planar:
        systems["bodies"] = PlanarBodies(given)
    kinds = exu.DynamicSolverType

    def solve(setting: Setting):
        system = systems["tree" if "tree" in setting.variant else "bodies"]
        settings = system.settings(setting.knob if setting.knob > 1 else 100)
        if "DOPRI5" in setting.variant:
            kind = kinds.DOPRI5
            settings.timeIntegration.absoluteTolerance = settings.timeIntegration.relativeTolerance = setting.knob
            settings.timeIntegration.numberOfSteps = 1
            settings.timeIntegration.initialStepSize = 1e-4 * given.duration
            settings.timeIntegration.minimumStepSize = 1e-12
            settings.timeIntegration.stepSizeMaxIncrease = 5
        elif "RK67" in setting.variant:
            kind = kinds.RK67
        elif "index 2" in setting.variant:
            kind = kinds.TrapezoidalIndex2
        else:
            kind = kinds.GeneralizedAlpha
        began = clock()
        ok = system.mbs.SolveDynamic(settings, solverType=kind)
        seconds = clock() - began
        if not ok:
            raise RuntimeError("the solver did not converge")
        return seconds, system.positions(), {}

    choices: list[Setting] = []
    if not given.loops and "tree" in systems:
        choices += [Setting("tree, DOPRI5", 10.0**-k) for k in range(2, 12)]
        choices += [Setting("tree, RK67", float(count)) for count in STEPS[:10]]
    for name in systems:
        choices += [Setting(f"{name}, generalized-alpha", float(count)) for count in STEPS]
        if given.loops:
            choices += [Setting(f"{name}, index 2", float(count)) for count in STEPS]
    return choices, solve


if __name__ == "__main__":
    serve(prepare)
