"""The state of an integrator in two flat buffers, istate and fstate, which kernels view in groups.

    istate, fstate = new_state(t, y, t_end, tolerances=Tolerances(rtol=1e-6, atol=1e-9), method=DOP853)
    t = field(istate, fstate, "real")[T]     # NumPy views of the fields by name

Between calls of an entry, the caller sets count[OUTPUTS] = count[RECORDS] = count[LOGGED] = 0 after it has read the
buffers, and may set count[MORE_TIMES], count[BUDGET] and real[T_END]. Everything else belongs to the integrator.
"""

from typing import Any, NamedTuple

import numpy as np

from linkwork.numerics.views import pack, viewer

# methods
DOP853, BOGACKI_SHAMPINE_5, ADAMS, RUNGE_KUTTA_4, RADAU_3, RADAU_5, BDF, GENERALIZED_ALPHA = range(8)
NODES = 512  # largest number of times at which a step is sampled for events

# count[…]: settings, then state, then statistics
NY, N_EVENTS, METHOD, OUTPUT_MODE, MORE_TIMES, BUDGET = range(6)
FIXED_STEPS = 6  # steps of fixed length since T_FIXED
PHASE, STATUS, OUTPUTS, RECORDS, NEXT_BREAK, REJECTIONS, AFTER_BREAK, AT_BREAK = range(7, 15)
DENSE_READY, UNSEARCHED, LOGGED, ORDER, ORDER_OLD, SAME_STEPS, RAISING, FAILURES = range(15, 23)
STEPS, REJECTED, EVALUATIONS, PROJECTIONS, UNPROJECTED, STEP_PROJECTIONS = range(23, 29)
N_TURN_COUNTS = 29  # setting: turn counts behind a delivered state
NEWTON_ITERATIONS, NEWTON_MATRICES, NEWTON_FACTORIZATIONS = range(30, 33)  # statistics of implicit methods
STEP_ITERATIONS, STEP_MATRIX = 33, 34  # of the attempted step: iterations; 1 new matrix, 2 new factors, 3 both
AUTOMATIC = 35  # setting: 1 if the run may change between explicit and implicit steps, see stepping/stiffness.py
CHECK_AT, CHECK_EVERY, SUSPICIONS, TRIAL, EXPLICIT_METHOD = range(36, 41)
STOPPING = 41  # 1: a terminal event has been delivered, others at the same instant may follow
WIDTH, SIGNALS, N_NODES = (
    42,
    43,
    44,
)  # numbers at a node of a searched step; bounded signals; nodes of the last step
ABRUPT_STEPS = 45  # statistics: steps of a fixed length that pass an abrupt change of the rates
COUNTS = 46
AT_TIMES, EVERY_STEP = 0, 1  # output modes
START, STEP, DELIVER = 0, 1, 2  # phases

# real[…]
T, T_END, T_OLD, T_NEW, T_LOW, T_HIGH, H, H_STEP, H_OLD, H_MAX, H_MIN, H_EXPECTED = range(12)
RTOL, ERROR, ERROR_OLD, T_FIXED = range(12, 16)
EXPLICIT_RATE, EXPLICIT_H, TRIAL_T, TRIAL_WORK = range(16, 20)  # of stepping/stiffness.py
FACTOR_WORK = 20  # cost of a factorization of the iteration matrix, in evaluations
T_STOP = 21  # time of the terminal event while STOPPING
USUAL_ERROR, ABRUPT_ERROR, ABRUPT_T = 22, 23, 24  # of stepping/fixed_steps.py: errors in units of the tolerance, a time
REALS = 25

# rows of `doubts`: times between which an event function was not a number somewhere, or could not be resolved between
# two nodes, and the longest time between two such nodes
NAN_FROM, NAN_TO, FAST_FROM, FAST_TO, FAST_EVERY = range(5)
DOUBTS = 5


class Scalars(NamedTuple):
    count: Any  # (COUNTS) integers, above
    real: Any  # (REALS) above


class Norm(NamedTuple):
    """Scales of the nt tangent entries."""

    size_of: Any  # (nt) component of y whose size scales tangent entry i; -1: size 1 (rotations)
    atol: Any  # (nt)
    cap: Any  # (nt) largest size that counts in atol + rtol·size (1 for angles, infinite otherwise)


class Vectors(NamedTuple):
    """Vectors of the ny components of y."""

    breaks: Any  # (any) sorted times where a step must end
    y: Any  # (ny) accepted state at T
    f: Any  # (ny) dy/dt there
    y_old: Any  # (ny) at T_OLD
    f_old: Any
    y_try: Any  # (ny) a stage, then the candidate at T_NEW
    y_dense: Any  # (ny) interpolated state
    scratch: Any  # (ny)
    error: Any  # (ny)
    stages: Any  # (Method.stage_rows × ny) derivatives at the stages; Adams: modified divided differences phi
    dense: Any  # (Method.dense_rows × ny) coefficients of the interpolant; Adams: phi before the step that is tried
    weights: Any  # (16) of those rows at one time


class Events(NamedTuple):
    """Arrays of ne event functions and nl places in the log."""

    direction: Any  # (ne) 1 rising, -1 falling, 0 both
    terminal: Any  # (ne) 1: the run returns EVENT_STOP there
    log_event: Any  # (nl) event number of a logged event
    follow: Any  # (NODES) the next node of the last step, -1: none
    precede: Any  # (NODES) the one before
    timed: Any  # (2 ne) where the times of event k begin and end in timed_t; -1: it is no event of time alone
    g: Any  # (WIDTH) event values at T, behind them value and rate of every signal
    g_old: Any  # (WIDTH) at T_OLD
    g_try: Any  # (WIDTH)
    node_t: Any  # (NODES) times at which the last step is sampled
    samples: Any  # (NODES × WIDTH) values there
    curves: Any  # (SIGNALS × 6) signals between two nodes: a cubic, its error and that of its derivative
    box: Any  # (2 + 4 SIGNALS) bounds of time and signals
    event_bounds: Any  # (4 (ne + operations)) of event functions, then scratch
    event_t: Any  # (ne) the next zero in the last step, not yet delivered; infinite: none
    log_t: Any  # (nl) delivered events: time
    log_y: Any  # (nl × (ny + N_TURN_COUNTS)) and state
    timed_t: Any  # (any) sorted times of events of time alone, one event after the other
    doubts: Any  # (DOUBTS × ne) above


class Adams(NamedTuple):
    """Coefficients of Shampine & Gordon 1975, indexed from 1 as there."""

    psi: Any  # (16)
    psi_old: Any  # (16) before the step that is tried
    alpha: Any
    beta: Any
    sigma: Any
    v: Any
    w: Any
    gain: Any  # the book's g


class Implicit(NamedTuple):
    """Integers and numbers of an implicit method; its module has their counts, `memory(ny, nt, n_rows)`, and their
    meaning.

    An explicit method saves pivots of the mechanism there (step_control.save_or_restore_mechanics).
    """

    flags: Any  # integers, flags and counters of the method
    memory: Any


_GROUPS = (Scalars, Norm, Vectors, Events, Adams, Implicit)
_FIELDS = [field for group in _GROUPS for field in group._fields]
INTEGERS = frozenset(("count", "size_of", "direction", "terminal", "log_event", "follow", "precede", "timed", "flags"))
_PLACES = {name: 2 * k for k, name in enumerate(_FIELDS)}  # of their offsets in istate
HEADER = 2 * len(_FIELDS)


def _view(group):
    """Return a view of one group, so that a kernel compiles only the fields that it uses."""
    return viewer(group, {}, INTEGERS, _FIELDS.index(group._fields[0]))


view_scalars, view_norm, view_vectors, view_events, view_adams, view_implicit = (_view(group) for group in _GROUPS)


class Tolerances(NamedTuple):
    """The error norm of a run; `atol` and `cap` are one number, or one for each tangent entry."""

    rtol: float
    atol: Any
    nt: int | None = None  # tangent entries; None: as many as components of y
    size_of: Any = None  # as in Norm; None: entry i is component i of y
    cap: Any = np.inf  # as in Norm


class StepLimits(NamedTuple):
    """Lengths of steps, s."""

    h: float = 0.0  # the first step, 0: chosen; the step of a method with fixed steps
    h_max: float = np.inf
    h_min: float = 0.0


class EventSettings(NamedTuple):
    """The events of a run."""

    directions: Any = ()  # (ne) as in Events
    terminals: Any = ()  # (ne)
    timed: Any = ()  # (ne) times of an event of time alone; None: the steps are searched for zeros of its function
    signals: int = 0  # signals and operations of a problem that bounds its event functions
    operations: int = 0
    log: int = 64  # capacity of the log, which the caller must read when it is full


NO_LIMITS, NO_EVENTS = StepLimits(), EventSettings()


def new_state(
    t,
    y,
    t_end,
    *,
    tolerances: Tolerances,
    method=DOP853,
    steps: StepLimits = NO_LIMITS,
    events: EventSettings = NO_EVENTS,
    breaks=(),
    turn_counts=0,
    output=AT_TIMES,
    budget=1 << 62,
    memory=(0, 0),
):
    """Return the buffers of a run from (t, y) to t_end.

    `memory` has the counts of integers and numbers of an implicit method.
    """
    from linkwork.integrators.registry import method_numbered

    rows, y = method_numbered(method), np.asarray(y, float)
    nt = y.size if tolerances.nt is None else tolerances.nt
    ny, ne, signals, log = y.size, len(events.directions), events.signals, events.log
    count, real = np.zeros(COUNTS, np.int64), np.zeros(REALS)
    count[[NY, N_EVENTS, METHOD, OUTPUT_MODE, BUDGET]] = ny, ne, method, output, budget
    real[[T, T_END, T_OLD, T_NEW, H, H_MAX, H_MIN, RTOL, ERROR_OLD]] = t, t_end, t, t, *steps, tolerances.rtol, 1e-4
    count[N_TURN_COUNTS] = turn_counts
    breaks = np.unique(np.asarray(breaks, float))
    breaks = breaks[np.isfinite(breaks)]
    count[NEXT_BREAK] = np.searchsorted(breaks, t, side="right")
    vectors = {name: np.zeros(ny) for name in ("f", "y_old", "f_old", "y_try", "y_dense", "scratch", "error")}
    width, nodes, bounded = ne + 2 * signals, NODES if ne else 0, signals or ne
    count[WIDTH], count[SIGNALS] = width, bounded
    searched = {name: np.zeros(width) for name in ("g", "g_old", "g_try")}
    searched |= {name: np.zeros(nodes) for name in ("node_t", "follow", "precede")}
    searched |= {
        "samples": np.zeros(nodes * width),
        "curves": np.zeros(6 * bounded),
        "box": np.zeros(2 + 4 * bounded),
        "event_bounds": np.zeros(4 * (ne + events.operations)),
    }
    searched |= _times_of_events(events.timed or [None] * ne)
    searched["doubts"] = np.repeat([np.inf, -np.inf, np.inf, -np.inf, 0.0], ne)
    coefficients = {name: np.zeros(16) for name in ("psi", "psi_old", "alpha", "beta", "sigma", "v", "w", "gain")}
    fields = {
        "count": count,
        "size_of": np.arange(nt) if tolerances.size_of is None else tolerances.size_of,
        "direction": events.directions,
        "terminal": events.terminals,
        "log_event": np.zeros(log if ne else 0),
        "real": real,
        "atol": np.broadcast_to(tolerances.atol, nt),
        "cap": np.broadcast_to(tolerances.cap, nt),
        "breaks": breaks,
        "y": y,
        **vectors,
        "stages": np.zeros(rows.stage_rows * ny),
        "dense": np.zeros(rows.dense_rows * ny),
        "weights": np.zeros(16),
        **searched,
        "event_t": np.full(ne, np.inf),
        "log_t": np.zeros(log if ne else 0),
        "log_y": np.zeros(log * (ny + turn_counts) if ne else 0),
        **coefficients,
        "flags": np.zeros(memory[0]),
        "memory": np.zeros(memory[1]),
    }
    return pack(HEADER, {name: np.asarray(fields[name]) for name in _FIELDS}, INTEGERS)


def _times_of_events(timed):
    """Return the fields timed and timed_t."""
    ends = np.cumsum([0, *(0 if times is None else len(times) for times in timed)])
    places = [(-1, -1) if times is None else ends[k : k + 2] for k, times in enumerate(timed)]
    given = np.concatenate([np.zeros(0), *(times for times in timed if times is not None)])
    return {"timed": np.array(places, np.int64).reshape(-1), "timed_t": given}


def field(istate, fstate, name):
    """Return one field of a state."""
    k = _PLACES[name]
    return (istate if name in INTEGERS else fstate)[istate.item(k) : istate.item(k + 1)]


def renewed(istate, fstate, t, y, t_end):
    """Return copies of a state that has not run, to run from (t, y) to t_end with the same choices otherwise."""
    istate, fstate = istate.copy(), fstate.copy()
    real, count = field(istate, fstate, "real"), field(istate, fstate, "count")
    real[T], real[T_END], real[T_OLD], real[T_NEW] = t, t_end, t, t
    count[NEXT_BREAK] = np.searchsorted(field(istate, fstate, "breaks"), t, side="right")
    field(istate, fstate, "y")[:] = y
    field(istate, fstate, "y_try")[:] = y  # the state that a run reports if it fails before its first step
    return istate, fstate
