"""Symbolic part of the derivatives (kernels.derivatives): the dependences of every expression, and the sizes of the
workspace."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from linkwork.description.parts.blocks import Block
from linkwork.kernels.derivatives import jacobian_arrays as S
from linkwork.kernels.expressions import functions as ops
from linkwork.kernels.expressions.block_jacobians import DIFFERENCES
from linkwork.kernels.expressions.blocks import CALL_BLOCK
from linkwork.kernels.expressions.jacobians import APPLIED, EFFORT, STATE_RATE
from linkwork.model.cache import once_per_model, once_per_structure
from linkwork.model.expressions.blocks import BlockCode
from linkwork.model.model import Model
from linkwork.model.packing import placed
from linkwork.numerics.simd import LANES, whole_lanes
from linkwork.numerics.views import pack


@once_per_structure
def jacobian_sizes(model: Model) -> tuple[np.ndarray, int]:
    """Return (sints, size of swork) for kernels.derivatives.residual, cached with the model; swork starts as zeros.

    >>> sints, size = jacobian_sizes(model)
    >>> residual_jacobians(model.ints, model.floats, work, sints, np.zeros(size), t, v)
    """
    a = model.lowered.arrays
    closures = Closures(a)
    plan = {
        "target": np.array(targets(a, closures), np.int64).reshape(-1, 4),
        "closure_start": np.cumsum([0, *(len(nodes) for nodes in closures.nodes)]),
        "closure_node": np.array([n for nodes in closures.nodes for n in nodes], np.int64),
        "block_complex": np.array([_complex_address(code) for code in model._block_codes], np.int64),
        "block_entry": np.cumsum([0, *_block_entries(a).tolist()])[:-1].astype(np.int64),
    }
    ints, _ = pack(S.HEADER, plan, S.INTS)
    return ints, placed(ints, 2 * len(S.JacobianPlan._fields), S.JacobianWork._fields, jacobian_rows(model), S.COLUMNS)


@once_per_model
def block_modes(model: Model) -> np.ndarray:
    """Return how each block was last differentiated, shape (n_block), so that this is tested once
    (kernels.derivatives.jacobian_arrays.JacobianWork.block_mode).

    Each differentiation begins with these modes and writes them back.
    """
    return np.zeros(model.lowered.arrays["block_sizes"].shape[0], np.int64)


def _block_entries(arrays: dict[str, np.ndarray]) -> np.ndarray:
    """Return the number of entries of block_J that each block has, shape (n_block)."""
    u, x, _, y = arrays["block_sizes"].T
    return (y + x) * (u + x)


def targets(arrays: dict[str, np.ndarray], closures: Closures) -> list[tuple[int, int, int, int]]:
    """Return the quantities that depend on expressions: efforts, components of applied forces and rates of block
    states, with their closures."""
    listed = [(EFFORT, e, 0, closures.of([i])) for e, i in enumerate(arrays["effort_expr"].tolist()) if i >= 0]
    for a, row in enumerate(arrays["applied_expr"].tolist()):
        listed += [(APPLIED, a, c, closures.of([i])) for c, i in enumerate(row) if i >= 0]
    for b, sizes in enumerate(arrays["block_sizes"].tolist()):
        listed += [(STATE_RATE, b, r, closures.of(_inputs(arrays, b))) for r in range(sizes[1])]
    return listed


def jacobian_rows(model: Model) -> dict[str, int]:
    """Return the rows of every field of JacobianWork."""
    a = model.lowered.arrays
    n_body, n_measure, nv, nz, n = a["parent"].size, a["measure_kind"].size, model.nv, model.nz, model.n_rows
    sizes = a["block_sizes"]
    width = _longest_way(a["parent"], a["v_start"])
    scratch = max((int(2 * (u + 2 * x + p + y)) for u, x, p, y in sizes.tolist()), default=0)
    return {
        "origin": 3, **dict.fromkeys(("V", "A", "U", "B", "inertia", "gyro", "F", "K", "C", "loaded", "taken"), n_body), "column": nv,
        **dict.fromkeys(("K_rel", "C_rel", "W_rel", "anchor", "place"), n_body), "path": width // LANES, "number": width,
        "six": 5, "numbers": 8, "numbers_before": 8,
        "wrench": 36, **dict.fromkeys(("g9", "H9", "G", "R", "own"), n_measure),
        **dict.fromkeys(("K9", "C9", "W9"), 9), "E6": 6, "W6": 6, "K6": 36, "C6": 36, "K12": 12, "C12": 12,
        "law_scratch": max((18 * k + k * k for k in np.diff(a["law_z_start"]).tolist()), default=0),
        "adjoint": a["tape_op"].size, "adjoint_out": len(model.lowered.outputs), "block_J": int(_block_entries(a).sum()), "block_mode": sizes.shape[0],
        "block_scratch": scratch, **dict.fromkeys(("left", "value_row", "rate_row", "load_q", "load_v"), nv), "F_q": nv * nv, "F_v": nv * nv, "F_z": nv * nz,
        "M": nv * nv, "Phi_v": n * nv, "zdot_q": nz * nv, "zdot_v": nz * nv, "zdot_z": nz * nz,
        **dict.fromkeys(("Phidot_q", "Phiddot_q", "gamma_q", "gamma_v"), n * nv),
    }  # fmt: skip


def _longest_way(parent: np.ndarray, v_start: np.ndarray) -> int:
    """Return the largest number of freedoms from the root to a body, those of each body rounded up to whole lanes."""
    freedoms = [whole_lanes(count) for count in np.diff(v_start).tolist()]
    for b in range(1, parent.size):
        freedoms[b] += freedoms[parent[b]]
    return max(freedoms)


class Closures:
    """Everything an instruction depends on, from the last to the first; shared between equal results."""

    def __init__(self, arrays: dict[str, np.ndarray]):
        self.arrays = arrays
        self.nodes: list[list[int]] = []
        self._known: dict[tuple[int, ...], int] = {}
        self._owner = {
            first + k: b
            for b, (first, count) in enumerate(
                zip(arrays["block_first"][:, 3], arrays["block_sizes"][:, 3], strict=True)
            )
            for k in range(int(count))
        }
        self._place: dict[int, tuple[int, int]] = {}
        for at, (kind, first, last) in enumerate(arrays["plan"].tolist()):
            if kind == CALL_BLOCK:
                self._place[-1 - first] = (at, 0)
            else:
                self._place |= {i: (at, i) for i in range(first, last)}

    def of(self, results: list[int]) -> int:
        """Return the number of the closure of some instructions."""
        key = tuple(sorted(set(results)))
        if key not in self._known:
            self._known[key] = len(self.nodes)
            seen: set[int] = set()
            open_nodes = list(key)
            while open_nodes:
                node = open_nodes.pop()
                if node not in seen:
                    seen.add(node)
                    open_nodes += self.needs(node)
            self.nodes.append(sorted(seen, key=self._place.__getitem__, reverse=True))
        return self._known[key]

    def needs(self, node: int) -> list[int]:
        """Return what an instruction or block reads directly."""
        a = self.arrays
        if node < 0:
            return _inputs(a, -1 - node)
        op, args = int(a["tape_op"][node]), a["tape_args"][a["tape_start"][node] : a["tape_start"][node + 1]].tolist()
        if op == ops.OUTPUT:
            return [-1 - self._owner[args[0]]]
        if op <= ops.STATE:
            return []
        return args[1:] if op == ops.TABLE else args


def _inputs(arrays: dict[str, np.ndarray], b: int) -> list[int]:
    """Return the instructions of the inputs of block b."""
    first, count = int(arrays["block_first"][b, 0]), int(arrays["block_sizes"][b, 0])
    return arrays["block_u"][first : first + count].tolist()


def _complex_address(code: BlockCode) -> int:
    """Return the address for complex128, or 0. Where nothing is compiled, a call detects a block without a complex
    form."""
    if code.interpreted and code.complex_safe:
        inputs, states, parameters, outputs = (np.ones(n, complex) for n in code.sizes)
        try:
            code.function(0.0, inputs, states, parameters, outputs, np.ones(code.sizes[1], complex))
        except TypeError:
            return 0
        except Exception:  # an exception at these values is raised again when the block is used
            pass
    return code.complex_address


def approximate_blocks(model: Model, swork: np.ndarray, sints: np.ndarray | None = None) -> tuple[str, ...]:
    """Return the blocks whose derivatives in a workspace are by central differences."""
    modes = S.python_jacobians(jacobian_sizes(model)[0] if sints is None else sints, swork).block_mode
    return named_blocks(model, np.flatnonzero(modes == DIFFERENCES).tolist())


def named_blocks(model: Model, numbers: Iterable[int]) -> tuple[str, ...]:
    """Return the names of some blocks, in the order of the blocks."""
    blocks = [name for name, part in model.numbers.parts.items() if isinstance(part, Block)]
    return tuple(blocks[b] for b in sorted(numbers))


def matrices(model: Model, swork: np.ndarray) -> dict[str, np.ndarray]:
    """Return the results in swork as matrices by name: F_q, F_v, F_z, M, Phi_v, zdot_q, zdot_v, zdot_z; Phidot_q,
    Phiddot_q, gamma_q and gamma_v after `row_jacobians`."""
    s, nv, nz = S.python_jacobians(jacobian_sizes(model)[0], swork), model.nv, model.nz
    shapes = {
        "F_q": (nv, nv), "F_v": (nv, nv), "F_z": (nv, nz), "M": (nv, nv), "Phi_v": (model.n_rows, nv),
        "zdot_q": (nz, nv), "zdot_v": (nz, nv), "zdot_z": (nz, nz),
        **dict.fromkeys(("Phidot_q", "Phiddot_q", "gamma_q", "gamma_v"), (model.n_rows, nv)),
    }  # fmt: skip
    return {name: getattr(s, name).reshape(shape) for name, shape in shapes.items()}
