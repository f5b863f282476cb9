"""Examine a model at a state: freedoms, rank, redundancy by joint with a remedy, unique reactions, singular poses."""

from __future__ import annotations

import numpy as np

from linkwork.analyses.position.check_report import CheckReport, Redundant
from linkwork.analyses.position.joint_wrenches import JointWrenches
from linkwork.analyses.position.reactions import NOT_UNIQUE
from linkwork.analyses.position.relaxation import suggest
from linkwork.analyses.position.singularity import lost_rank
from linkwork.description.parts import Coupler, Driver
from linkwork.dynamics.formulations.redundancy import Redundancy, redundancy
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.state_check import require_state
from linkwork.numerics.questions import question

COMPONENTS = ("torque x", "torque y", "torque z", "force x", "force y", "force z")


@question
def check(model: Model, state: State | None = None) -> CheckReport:
    """Return a report on the model at a state (the design position unless given), as data that prints as text.

    >>> report = lw.check(model, state)
    >>> report.dof, report.redundant_rows, report.singular
    """
    state = model.design_state() if state is None else state
    require_state(model, state)
    e = Evaluation(model, state)
    redundant = redundancy(e)
    on = e.w.active > 0
    scale = e.m.row_scale
    violation = float(np.abs(scale * e.w.Phi).max(initial=0.0))
    velocity = float(np.abs(scale * e.w.Phidot).max(initial=0.0))
    # drift in velocities is relative to the present speeds
    velocity /= max(1.0, float(np.abs(e.w.V).max(initial=0.0)))
    lost, near = lost_rank(model, state, redundant) if violation < 1e-8 * max(1.0, model.length) else (None, False)
    groups = _groups(e, redundant, bool(lost))
    return CheckReport(
        name=model.name,
        gravity=tuple(float(g.real) for g in e.m.gravity),  # type: ignore[arg-type]
        plane=model.structure.plane,
        coordinates=model.coordinates,
        n_bodies=len(model.bodies),
        n_joints=len(model.joints),
        nv=model.nv,
        cut=model.structure.topology.cut if model.coordinates == "joint" else (),
        rows=int(on.sum()),
        rank=redundant.rank,
        dof=model.nv - redundant.rank,
        mobility=model.nv - int(on.sum()),
        redundant=groups,
        violation=violation,
        worst=_worst(e) if violation >= 1e-8 else (),
        velocity_violation=velocity,
        singular=None if lost is None else lost > 0,
        lost_rank=lost or 0,
        nearly_singular=near,
        notes=_notes(model, state),
    )


def _worst(e: Evaluation) -> tuple[tuple[str, float], ...]:
    sizes: dict[str, float] = {}
    for row, phi in zip(e.model.lowered.rows, np.abs(e.m.row_scale * e.w.Phi), strict=True):
        sizes[row.part] = max(sizes.get(row.part, 0.0), float(phi))
    return tuple(sorted(sizes.items(), key=lambda item: -item[1])[:5])


def _notes(model: Model, state: State) -> tuple[str, ...]:
    notes = []
    if state.inactive:
        notes.append(f"inactive: {', '.join(sorted(state.inactive))}")
    slow = [code.name for code in model._block_codes if not code.compiled]
    if slow:
        notes.append(f"blocks that run in Python, slowly: {', '.join(slow)}")
    return tuple(notes)


def _groups(e: Evaluation, redundant: Redundancy, singular: bool) -> tuple[Redundant, ...]:
    """Return the redundant rows by the joints they connect: null vectors with a common joint belong to one group."""
    if redundant.dependent == 0:
        return ()
    model = e.model
    wrenches = JointWrenches.of(model)
    origins = wrenches.origins(e.w.X_WB)
    zero, scale = np.zeros(model.nv), e.m.row_scale
    touched = []
    for k in range(redundant.dependent):
        column = (
            redundant.null[:, k] if isinstance(redundant.null, np.ndarray) else redundant.null[:, [k]].toarray()[:, 0]
        )
        moved = np.abs(wrenches.compute(e, zero, scale * column, origins, motion=0))
        moved[:, :3] /= model.length
        efforts = {
            row.part for row, x in zip(model.lowered.rows, column, strict=True)
            if abs(x) > NOT_UNIQUE and isinstance(model.numbers.parts[row.part], (Driver, Coupler))
        }  # fmt: skip
        touched.append((moved > NOT_UNIQUE, efforts))
    groups: list[tuple[set, list[int]]] = []
    for k, (moved, efforts) in enumerate(touched):
        members = {wrenches.joints[j] for j in np.flatnonzero(moved.any(axis=1))} | efforts
        merged, indices = set(members), [k]
        rest = []
        for other, others in groups:
            if other & merged:
                merged |= other
                indices += others
            else:
                rest.append((other, others))
        groups = [*rest, (merged, indices)]
    result = []
    for members, indices in sorted(groups, key=lambda g: min(g[0], default="")):
        moved = np.any([touched[k][0] for k in indices], axis=0)
        components = {
            name: tuple(COMPONENTS[i] for i in (3, 4, 5, 0, 1, 2) if moved[j, i])
            for j, name in enumerate(wrenches.joints) if moved[j].any()
        }  # fmt: skip
        components |= {name: ("effort",) for k in indices for name in sorted(touched[k][1])}
        # in a singular pose part of the dependence disappears with the pose, so that no remedy can be suggested
        remedy = () if singular else suggest(e, sorted(members), len(indices))
        result.append(Redundant(tuple(sorted(members)), len(indices), components, remedy))
    return tuple(result)
