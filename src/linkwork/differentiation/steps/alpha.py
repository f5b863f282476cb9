"""Passes over replayed steps of generalized-alpha and HHT, many steps at a time; a_n is handed from step to step.

With kappa = (1 - alpha_f) / (1 - alpha_m), A_q = beta h² kappa, A_v = gamma h kappa, a step
(integrators.methods.generalized_alpha) is

    Y = y ⊕ (displacement of the past + A_q wdot + x),   F(Y, wdot, lam) = 0,   zdot(Y) = wdot_z
    index 3:  x = 0,  Phi(Y) = 0  (for velocity-level rows: Phidot(Y) = 0)
    index 2:  Phidot(Y) = 0 and, with multipliers mu,  M(Y) x = Phi_v(Y)' mu,  Phi(Y) = 0

in the unknowns u = [wdot, x, lam, mu]. The matrix is the derivative of these equations at the solution. It is used for
Newton's iteration, for tangents (A u_p = -…) and, transposed, for cotangents. A tangent of q at the end of a step is
dq = R'dq_n + J (…), where R and J belong to the rotation of the step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.differentiation.chart_maps import Blocks
from linkwork.differentiation.polishing import fresh_pairs
from linkwork.differentiation.step_jacobians import Given
from linkwork.differentiation.step_pass import StepPass, groups
from linkwork.differentiation.step_systems import StepSystems, StepWorkspace
from linkwork.differentiation.steps.alpha_kernels import alpha_steps, alpha_weights, carry_alpha_tangents
from linkwork.differentiation.steps.alpha_layout import AlphaRows, Constants, alpha_layout
from linkwork.dynamics.newton.residual import residual, retract
from linkwork.integrators.functions import first_class
from linkwork.model.errors import AnalysisError
from linkwork.numerics.simd import whole_lanes
from linkwork.numerics.sparse_lu import add_transposed_products, solve_transposed

if TYPE_CHECKING:
    from linkwork.differentiation.replay import Replay


class AlphaPass(StepPass):
    """A pass over steps of generalized-alpha."""

    def __init__(self, run: Replay, method: int):
        super().__init__(run)
        me, n, k = self.mechanics, len(run.record), run.layer.tangents
        alpha_m, alpha_f, beta, gamma, index, _ = run.record.settings
        self.constants = c = Constants(alpha_m, alpha_f, beta, gamma, int(index))
        self.numbers = np.array([alpha_m, alpha_f, beta, gamma, index])
        nw = me.nv + me.nz
        self.rows = AlphaRows(me, c.index)
        layout, design = alpha_layout(me, self.rows, c.index)
        self.systems = StepSystems(me, layout, design, self.describe, k)
        self.ratio = np.where(self.restarts, 1.0, self.h / np.concatenate((self.h[:1], self.h[:-1])))
        self.weights = c.weights(self.h, self.ratio)
        widths = me.ny, me.nv, nw, me.m, me.nv, me.m
        self.steps = tuple(np.zeros((n, width)) for width in widths)  # Y, moved, wdot, lam, x, mu
        # of the primal pass
        self.pairs = fresh_pairs(layout.size, me.nv)
        self.right, self.scratch = np.zeros(layout.size), np.zeros(me.ny + 3 * me.nv + 7 * me.m + 2 * me.nz)
        self.memory = np.zeros((3, nw))  # a, and the divided differences of wdot
        self.a, self.past = np.zeros(nw), np.zeros(me.nv + nw)
        self.free = me.m == 0  # then a step's end is on the constraints, and wdot is the rate there
        # tangents and cotangents
        wide = self.systems.width
        r, u = np.zeros((me.nv + nw) * wide), np.zeros(layout.size * wide)
        self.buffers = (
            np.zeros((me.ny, wide)), np.zeros((nw + me.m, wide)), np.zeros((nw, wide)), r.reshape(-1, wide) if wide else np.zeros((me.nv + nw, 0)),
            np.zeros((me.nv, wide)), np.zeros((nw + (me.nv if c.index == 2 else 0), wide)),
        )  # fmt: skip
        self.flat = r, u
        self.tight = np.zeros(me.ny), np.zeros(me.ny + me.m), np.zeros(me.ny * k), np.zeros((me.ny + me.m) * k)
        self.wa = self.wk = np.zeros((0, 0))
        self.J, self.R = Blocks(self.maps), Blocks(self.maps)
        self._sweeping = None

    def describe(self, steps: range, workspace: StepWorkspace) -> Given:
        """Return the states at which the equations of some steps are linearized, and write their weights to the
        workspace."""
        chosen, nb = slice(steps.start, steps.stop), self.maps.starts.size
        if workspace.blocks.shape[2] != nb:
            workspace.blocks = np.zeros((2, len(workspace.weights), nb, 3, 3))
        Y, moved, wdot, lam, x, mu = (part[chosen] for part in self.steps)
        weights = workspace.weights[: len(steps)]
        alpha_weights(self.numbers, self.h[chosen], moved, self.maps.starts, *workspace.blocks, weights)
        if self.constants.index == 2:
            x, mu = np.vstack((x, np.zeros(x.shape[1]))), np.vstack((-mu, np.zeros(mu.shape[1])))
        else:
            x = mu = np.zeros((0, 0))
        wdot = np.ascontiguousarray(wdot[:, : self.mechanics.nv])
        return Given(self.ends[chosen], Y, wdot, lam, x, mu, self.run.turn_counts[chosen], weights)

    def failure(self, n: int) -> AnalysisError:
        return AnalysisError(
            f"the step from t = {self.run.grid[n, 0]:g} s does not converge to rounding; shorter steps do, and so does Radau"
        )

    def linearize(self, n: int) -> None:
        """Compute the Jacobians at the unknowns of step n."""
        me, t = self.mechanics, float(self.ends[n])
        Y, _, wdot, lam, x, mu = (part[n] for part in self.steps)
        if self.constants.index == 2:
            self.systems.linearize_further(t, Y, x, -mu)
        me.linearize(t, Y, wdot[: me.nv], lam)

    def factor(self, n: int) -> None:
        """Factor the system of step n from the current Jacobians."""
        nb, weights = self.maps.starts.size, np.zeros((1, self.systems.weights))
        Y, moved, wdot, lam = (part[n] for part in self.steps[:4])
        alpha_weights(
            self.numbers, self.h[n : n + 1], moved[None], self.maps.starts, *np.zeros((2, 1, nb, 3, 3)), weights
        )
        system = self.systems.factor(weights[0], self.ends[n], Y, wdot[: self.mechanics.nv], lam)
        if system is None:
            raise self.failure(n)
        self.system, self.factored = system, self.h[n]
        self.pairs[0][0] = 0

    def take_steps(self, n: int, last: int, resumed: bool, at: int) -> tuple[int, int]:
        run, me = self.run, self.mechanics
        points = run.point_t, run.point_y, run.point_k, run.point_weight, run.point_step
        functions = (
            first_class(residual),
            first_class(retract),
            run.after_step,
            *run.layer.functions("project", "rates"),
        )
        return alpha_steps(
            n, last, resumed, self.factored, me.unit, self.numbers, self.iteration, self.pairs, self.system, self.rows.levels, self.ends, self.h,
            self.restarts, run.y, self.rates, self.memory, self.a, self.past, self.steps, self.maps.places, self.right, self.scratch, run.turn_counts,
            me.w.turns, at, points, run.states, functions, me.layer.page, me.page,
        )  # fmt: skip

    def restart(self, n: int) -> None:
        self.memory[0], self.memory[1:] = self.rates[self.mechanics.nq : self.mechanics.ny], 0.0

    # derivatives

    def restart_tangents(self) -> None:
        _, rates, a = self.buffers[:3]
        a[:] = rates[: len(a)]

    def advance(self, steps: range, at: int, workspace: StepWorkspace) -> int:
        run, me, structure, n, count = self.run, self.mechanics, workspace.structure, steps.start, len(steps)
        return carry_alpha_tangents(
            n, at, self.systems.width, run.layer.tangents, self.ends, self.weights[n : n + count], self.steps[0], *workspace.blocks,
            *(part[:count] for part in workspace.ready[:3]), (*structure.pattern, structure.right_start, structure.right_col, structure.row_place, structure.col_place),
            self.maps.places, self.buffers, self.flat, self.tight, run.turn_counts, me.layer_turns, run.point_y, run.states_S, self.rates_S,
            run.layer.functions("project", "rates", "tangent"), me.layer.page,
        )  # fmt: skip

    def adjoint(self, first: int, last: int, at: int) -> int:
        """Carry the cotangents run.W, those of a, and those of the rates where steps meet, back over the steps; return
        a status."""
        run, me = self.run, self.mechanics
        if last == len(run.record) or self.restarts[last]:
            self.wa = np.zeros((run.W.shape[0], me.nv + me.nz))
            self.wk = np.zeros((run.W.shape[0], me.ny + me.m))
        if self._sweeping is None:
            self._sweeping = me.further()  # others prepare steps on the buffers of `me` meanwhile
        for steps, workspace in self.systems.over(reversed(list(groups(first, last, self.restarts)))):
            if workspace is None:
                raise self.failure(steps.start)
            for n in reversed(steps):
                at = self.step_back(n, at, workspace, n - steps.start)
        return 0

    def step_back(self, n: int, at: int, workspace: StepWorkspace, g: int) -> int:
        """Compute the cotangents at the beginning of step n from those at its end; return the number of its first
        point."""
        run, me, c, q = self.run, self.mechanics, self.constants, slice(0, self.mechanics.nq)
        w, nv, h, ratio = slice(me.nq, me.ny), me.nv, self.h[n], self.ratio[n]
        Y = self.steps[0][n]
        of_f, of_m = c.alpha_f / (1.0 - c.alpha_m), c.alpha_m / (1.0 - c.alpha_m)
        me.layer_turns[: run.turn_counts.shape[1]] = run.turn_counts[n]
        at -= 1
        wk = run.gk[:, at] + self.wk
        wk[:, w] += c.kappa * self.wa
        w_rate, w_a = of_f * self.wa, -of_m * self.wa
        run.W += run.gy[:, at]
        if not self.free:
            run.W += me.rates_adjoint(self.ends[n], run.point_y[at], wk, run.back)
            me.project_adjoint(self.ends[n], Y, run.W, run.back)
            wk[:] = 0.0
        self.R.blocks, self.J.blocks = workspace.blocks[0, g], workspace.blocks[1, g]
        cotangent = np.concatenate((self.maps.tangents(Y[q], run.W[:, q].T, transposed=True), run.W[:, w].T))
        r, L = self.solve_adjoint(n, workspace, g, cotangent, wk[:, w].T)
        if run.layer.gradient_size:
            self.add_gradients(n, L, run.back[:, me.ny :])
        moved, r_w = self.J.transposed(r[:nv]).T, r[nv:].T
        run.W[:, q] = self.maps.components(run.point_y[at - 1][q], self.R.transposed(r[:nv]), transposed=True).T
        run.W[:, w] = r_w
        run.W[:, me.v] += h * moved
        w_end = h * c.gamma * r_w
        w_end[:, :nv] += h * h * c.beta * moved
        w_a += h * (1.0 - c.gamma) * r_w - of_m * w_end
        w_a[:, :nv] += h * h * (0.5 - c.beta) * moved
        w_rate += of_f * w_end + (1.0 - ratio) * w_a
        self.wa = ratio * w_a
        if self.restarts[n]:
            w_rate, self.wa = w_rate + self.wa, np.zeros_like(self.wa)
        self.wk = np.zeros_like(wk)
        self.wk[:, w] = w_rate
        if self.restarts[n]:
            at -= 1
            run.W += run.gy[:, at] + me.rates_adjoint(
                self.begins[n], run.point_y[at], run.gk[:, at] + self.wk, run.back
            )
            self.wk[:] = 0.0
        if run.breaks[n] & 1:
            me.project_adjoint(self.begins[n], run.states[n], run.W, run.back)
        return at

    def solve_adjoint(
        self, n: int, workspace: StepWorkspace, g: int, w: np.ndarray, wdot: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the cotangents of r and of the equations, given those of Y, w (nv + nv + nz, n_out), and of wdot."""
        me, structure, outputs = self.mechanics, workspace.structure, w.shape[1]
        A_q, A_v = self.weights[n, 5:7]
        wide, nw = whole_lanes(outputs), me.nv + me.nz
        turned, size = self.J.transposed(w[: me.nv]), structure.row_place.size
        given = np.zeros((size, outputs))
        given[:nw] = A_v * w[me.nv :] + wdot
        given[: me.nv] += A_q * turned
        if self.constants.index == 2:
            given[nw : nw + me.nv] = turned
        x, r = np.zeros((size, wide)), np.zeros((w.shape[0], wide))
        x[structure.col_place, :outputs] = -given
        r[:, :outputs] = w
        solve_transposed(*structure.pattern, workspace.ready.LU[g], wide, x.ravel())
        add_transposed_products(
            structure.right_start, structure.right_col, workspace.ready.right[g], 1.0, wide, x.ravel(), r.ravel()
        )
        return r[:, :outputs], x[structure.row_place, :outputs]

    def add_gradients(self, n: int, L: np.ndarray, gradients: np.ndarray) -> None:
        """Add the products of L with the design parts of step n to gradients (n_out, n_numbers)."""
        me, rows, nv, nw = self._sweeping, self.rows, self.mechanics.nv, self.mechanics.nv + self.mechanics.nz
        assert me is not None
        A_q, A_v = self.weights[n, 5:7]
        second, k = self.constants.index == 2, rows.active.size
        first = nw + nv if second else nw
        position, velocity = np.zeros((me.m, L.shape[1])), np.zeros((me.m, L.shape[1]))
        by_rows = L[first : first + k]
        velocity[rows.active[rows.velocity]] = by_rows[rows.velocity] / A_v
        position[rows.active[rows.position]] = by_rows[rows.position] / A_q
        if second:
            position[rows.further] += L[first + k :]
        t, turn_counts = self.ends[n], self.run.turn_counts[n]
        Y, _, wdot, lam, x, mu = (part[n] for part in self.steps)
        me.w.turns[: turn_counts.size] = turn_counts
        for o in range(L.shape[1]):
            me.add_gradient(
                t, Y, wdot[:nv], lam, gradients[o], residual=L[:nv, o], position=position[:, o], velocity=velocity[:, o], zdot=-L[nv:nw, o],
            )  # fmt: skip
            if second:
                me.add_gradient(t, Y, x, -mu, gradients[o], residual=L[nw:first, o])
                me.add_gradient(t, Y, np.zeros(nv), np.zeros(me.m), gradients[o], residual=-L[nw:first, o])
