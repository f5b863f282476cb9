"""Ordinary problems as contract functions, and a driver that calls an entry until it is done."""

import math
from collections import namedtuple

import numpy as np

from linkwork.dynamics import layout
from linkwork.dynamics.layout import Page
from linkwork.integrators import contract, state
from linkwork.integrators.contract import first_class, nothing, same_tangent
from linkwork.integrators.delivery.after_step import completed
from linkwork.numerics.jit import kernel
from linkwork.numerics.views import python_view

all_fields = python_view(namedtuple("State", state._FIELDS), {}, state.INTEGERS, 0)


@kernel
def oscillator(t, y, out, page):
    out[0] = y[1]
    out[1] = -y[0]
    return 0


@kernel
def arenstorf(t, y, out, page):
    """Restricted three-body problem (Hairer, Nørsett & Wanner I, II.0)."""
    mu = 0.012277471
    a = ((y[0] + mu) ** 2 + y[1] ** 2) ** 1.5
    b = ((y[0] - 1.0 + mu) ** 2 + y[1] ** 2) ** 1.5
    out[0] = y[2]
    out[1] = y[3]
    out[2] = y[0] + 2.0 * y[3] - (1.0 - mu) * (y[0] + mu) / a - mu * (y[0] - 1.0 + mu) / b
    out[3] = y[1] - 2.0 * y[2] - (1.0 - mu) * y[1] / a - mu * y[1] / b
    return 0


ARENSTORF_START = (0.994, 0.0, 0.0, -2.00158510637908252240537862224)
ARENSTORF_PERIOD = 17.0652165601579625588917206249


@kernel
def kepler(t, y, out, page):
    r3 = (y[0] * y[0] + y[1] * y[1]) ** 1.5
    out[0] = y[2]
    out[1] = y[3]
    out[2] = -y[0] / r3
    out[3] = -y[1] / r3
    return 0


@kernel
def lotka_volterra(t, y, out, page):
    out[0] = y[0] * (1.5 - y[1])
    out[1] = y[1] * (y[0] - 3.0)
    return 0


@kernel
def decay(t, y, out, page):
    """y' = -y + t: y = (1 + y0) exp(-t) + t - 1."""
    out[0] = t - y[0]
    return 0


@kernel
def switched(t, y, out, page):
    """y' = 0 before t = 1/3, 1 from there on, the jump on the right."""
    out[0] = 1.0 if t >= 1.0 / 3.0 else 0.0
    out[1] = math.cos(t)
    return 0


@kernel
def fails_beyond(t, y, out, page):
    """y' = 1; not defined for y > floats[0]: status 7, or NaN without a status when ints[0] is 1."""
    out[0] = 1.0
    if not y[0] <= page.floats[0]:
        if page.ints[0] == 0:
            return 7
        out[0] = math.nan
    return 0


@kernel
def pendulum(t, y, out, page):
    """Point on a circle in Cartesian coordinates (x, y, vx, vy), gravity 1, length 1, index 1."""
    lam = y[2] * y[2] + y[3] * y[3] - y[1]
    out[0] = y[2]
    out[1] = y[3]
    out[2] = -lam * y[0]
    out[3] = -lam * y[1] - 1.0
    return 0


@kernel
def onto_circle(t, y, out, page):
    r = math.sqrt(y[0] * y[0] + y[1] * y[1])
    y[0] /= r
    y[1] /= r
    radial = y[0] * y[2] + y[1] * y[3]
    y[2] -= radial * y[0]
    y[3] -= radial * y[1]
    return 0


@kernel
def first_and_second(t, y, out, page):
    """Events: y0 and y1 - 0.5."""
    out[0] = y[0]
    if out.size > 1:
        out[1] = y[1] - 0.5
    return 0


def as_scipy(kernel):
    """The right side as SciPy wants it."""
    none, integers = np.zeros(0), np.zeros(1, np.int64)
    count, real = np.zeros(layout.N_COUNT, np.int64), np.zeros(layout.N_REAL)
    page = Page(integers, np.zeros(1), none, integers[:0], none, count, real)

    def f(t, y):
        out = np.empty(y.size)
        kernel(t, np.ascontiguousarray(y), out, page)
        return out

    return f


class Run:
    """A run to its end: statistics, outputs, events and record, gathered over all calls of the entry."""

    def __init__(
        self, module, rhs, y, t_end, *, rtol=1e-6, atol=None, t=0.0, times=(), project=nothing, events=nothing,
        tangent=same_tangent, after_step=nothing,
        buffer=None, record=0, entry="run", given=None, ints=(0,), floats=(0.0,), go_on=False, **choices,
    ):  # fmt: skip
        choices |= {"rtol": rtol, "atol": rtol if atol is None else atol}
        groups = {"tolerances": state.Tolerances, "steps": state.StepLimits, "events": state.EventSettings}
        grouped = {
            name: kind(**{key: choices.pop(key) for key in kind._fields if key in choices})
            for name, kind in groups.items()
        }
        self.istate, self.fstate = state.new_state(t, y, t_end, **grouped, **choices)
        self.s = all_fields(self.istate, self.fstate)
        functions = completed(tuple(first_class(f) for f in (rhs, project, tangent, events, after_step)))
        empty_i, empty_f = np.zeros(0, np.int64), np.zeros(0)
        count, real = np.zeros(layout.N_COUNT, np.int64), np.zeros(layout.N_REAL)
        self.page = Page(np.array(ints, np.int64), np.array(floats, float), empty_f, empty_i, empty_f, count, real)
        every_step = self.s.count[state.OUTPUT_MODE] == state.EVERY_STEP
        times = np.array(times, float)
        chunk = buffer or max(1, times.size)
        given_f, given_i = given or (
            np.zeros((record, contract.RECORD_F_COLUMNS)),
            np.zeros((record, contract.RECORD_I_COLUMNS), np.int64),
        )
        self.t, self.y, self.events, rows_f, rows_i, self.calls = [], [], [], [], [], 0
        at = 0
        while True:
            t_out = np.zeros(chunk) if every_step else times[at : at + chunk]
            y_out = np.zeros((t_out.size, len(y)))
            self.s.count[state.OUTPUTS] = 0
            self.s.count[state.MORE_TIMES] = int(not every_step and at + chunk < times.size)
            # the same chunk until it is full: a run may return for other reasons
            while True:
                arguments = (functions, self.page, self.istate, self.fstate, t_out, y_out, given_f, given_i)
                self.again = lambda arguments=arguments: getattr(module, entry)(*arguments)
                self.code = self.again()
                self.calls += 1
                self._take_events()
                if not given:
                    n = self.s.count[state.RECORDS]
                    rows_f.append(given_f[:n].copy())
                    rows_i.append(given_i[:n].copy())
                    self.s.count[state.RECORDS] = 0
                stopped = self.code in (contract.DONE, contract.STEP_TOO_SMALL, contract.EVALUATION_FAILED)
                stopped = stopped or (self.code == contract.EVENT_STOP and not go_on)
                full = self.s.count[state.OUTPUTS] == t_out.size and self.code == contract.OUTPUT_FULL
                if stopped or full:
                    break
            n = self.s.count[state.OUTPUTS]
            self.t.extend(t_out[:n])
            self.y.extend(y_out[:n])
            at += chunk
            if stopped:
                break
        self.t, self.y = np.array(self.t), np.array(self.y).reshape(-1, len(y))
        self.record = (np.concatenate(rows_f), np.concatenate(rows_i)) if rows_f else given
        count = self.s.count
        self.steps, self.rejected = int(count[state.STEPS]), int(count[state.REJECTED])
        self.evaluations, self.projections = int(count[state.EVALUATIONS]), int(count[state.PROJECTIONS])
        self.final = self.s.y.copy()

    def _take_events(self):
        n = self.s.count[state.LOGGED]
        for k in range(n):
            ny = self.s.y.size
            self.events.append((int(self.s.log_event[k]), float(self.s.log_t[k]), self.s.log_y[k * ny :][:ny].copy()))
        self.s.count[state.LOGGED] = 0
