"""The page of an optimization: its table, the convergence, and the motions before and after beside each other."""

from __future__ import annotations

import html

import numpy as np

from linkwork.analyses.design.case_result import CaseResult
from linkwork.analyses.design.optimization.optimum import Optimum
from linkwork.analyses.motion.kinematics_result import Kinematics
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.viewer.page import page

WIDTH, HEIGHT, LEFT, BOTTOM = 720, 270, 74, 44  # px of the figure and its margins
PAIRS = 3  # cases whose motions are shown
SIGNAL_BYTES = 1_000_000  # of signals on each of the pages inside

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8a94a0; --blue: #1f6fb2; --red: #c8553d; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 1280px; padding: 20px; }
h1 { font-size: 22px; margin: 0 0 2px; } h2 { font-size: 16px; margin: 26px 0 8px; } p { margin: 4px 0; color: var(--soft); }
table { border-collapse: collapse; margin: 12px 0; } td, th { padding: 3px 14px 3px 0; text-align: left; border-bottom: 1px solid var(--line); }
td { white-space: nowrap; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } .wide { overflow-x: auto; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; } @media (max-width: 900px) { .pair { grid-template-columns: 1fr; } }
iframe { width: 100%; height: 760px; border: 1px solid var(--line); border-radius: 10px; }
figure { margin: 0; } figcaption { color: var(--soft); margin-bottom: 4px; }
svg { width: 100%; max-width: 720px; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: var(--soft); }
"""


def optimum_page(optimum: Optimum) -> str:
    """Return the page of an optimum as text."""
    name = html.escape(optimum.name or "mechanism")
    notes = [f"<p>{html.escape(note)}</p>" for note in optimum.notes()]
    failed = [note for note in notes if note.startswith(("<p>design ", "<p>…"))]
    parts = [f"<h1>{name}: optimum</h1>", *(note for note in notes if note not in failed), _table(optimum)]
    parts += ["<h2>Convergence</h2>", convergence_svg(optimum), *failed]
    pairs = [case for case in optimum.after if _motion(optimum.after[case]) is not None][:PAIRS]
    for case in pairs:
        before = _frame("before", optimum.before.get(case))
        after = _frame("after", optimum.after[case])
        parts.append(f'<h2>Case {html.escape(case)}</h2><div class="pair">{before}{after}</div>')
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}: optimum</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n'
    )


def _table(optimum: Optimum) -> str:
    begin = optimum.initial
    head = '<tr><th></th><th class="n">before</th><th class="n">after</th><th>bounds</th><th></th></tr>'
    old = {} if begin is None else {**begin.parameters, optimum.minimize: begin.objective}
    if begin is not None:
        old |= {limit.name: value for limit, value in zip(optimum.constraints, begin.values[1:], strict=True)}
    rows = []
    for name, value, bounds, remark in optimum.table():
        was = f"{old[name]:.6g}" if name in old else ""
        remark = "" if bounds == "minimize" else remark
        cells = [
            f"<td>{html.escape(name)}</td>", f'<td class="n">{was}</td>', f'<td class="n">{float(value):.6g}</td>',
            f"<td>{html.escape(bounds)}</td>", f"<td>{html.escape(remark)}</td>",
        ]  # fmt: skip
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f'<div class="wide"><table>{head}{"".join(rows)}</table></div>'


def _motion(result: CaseResult | None) -> Trajectory | Kinematics | Equilibrium | None:
    """Return the motion that a page can show of a result, or None."""
    return None if result is None else result.equilibrium or result.trajectory or result.kinematics


def _frame(word: str, result: CaseResult | None) -> str:
    """Return the HTML of a motion with its outputs as caption."""
    motion = _motion(result)
    if result is None or motion is None:
        return f"<figure><figcaption>{word}: could not be computed</figcaption></figure>"
    shown = ", ".join(f"{name} = {value:.6g}" for name, value in result.outputs.items())
    text = html.escape(page(motion, signal_bytes=SIGNAL_BYTES))
    return (
        f"<figure><figcaption>{word}: {html.escape(shown)}</figcaption>"
        f'<iframe srcdoc="{text}" sandbox="allow-scripts" allow="fullscreen"></iframe></figure>'
    )


def convergence_svg(optimum: Optimum) -> str:
    """Return the objectives of all designs as dots (circles where a constraint is violated), the best so far as a line,
    failed designs as ticks below."""
    done = [(trial.number, trial.objective, optimum.meets(trial)) for trial in optimum.history if not trial.failed]
    if not done:
        return ""
    values = np.array([value for _, value, _ in done])
    log = bool(values.min() > 0 and values.max() > 30 * values.min())
    shown = np.log10(values) if log else values
    ticks = round_numbers(float(shown.min()), float(shown.max()), whole=log)
    low, high = min(ticks[0], float(shown.min())), max(ticks[-1], float(shown.max()))
    count = max(len(optimum.history), 2)

    def x(number: float) -> float:
        return LEFT + (WIDTH - LEFT - 10) * number / (count - 1)

    def y(value: float) -> float:
        place = np.log10(value) if log else value
        return 10 + (HEIGHT - BOTTOM - 20) * (high - place) / (high - low)

    floor = HEIGHT - BOTTOM
    lines = []
    for mark in ticks:
        value = 10.0**mark if log else mark
        lines.append(
            f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="var(--line)"/>'
            f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.4g}</text>'
        )
    for mark in round_numbers(0, count - 1, whole=True):
        if mark < count:
            lines.append(f'<text x="{x(mark):.1f}" y="{floor + 16}" text-anchor="middle">{mark:g}</text>')
    lines.append(f'<text x="{WIDTH - 10}" y="{floor + 34}" text-anchor="end">design</text>')
    lines += [
        f'<circle cx="{x(n):.1f}" cy="{y(v):.1f}" r="2.4" stroke="var(--soft)" fill="{"var(--soft)" if meets else "none"}"/>'
        for n, v, meets in done
    ]
    lines += [
        f'<line x1="{x(t.number):.1f}" x2="{x(t.number):.1f}" y1="{floor - 8}" y2="{floor}" stroke="var(--red)"/>'
        for t in optimum.failed
    ]
    numbers, best = optimum.convergence()
    if numbers.size:
        path = f"M{x(numbers[0]):.1f},{y(best[0]):.1f}"
        for number, value in zip([*numbers[1:], count - 1], [*best[1:], best[-1]], strict=True):
            path += f" H{x(number):.1f} V{y(value):.1f}"
        lines.append(f'<path d="{path}" fill="none" stroke="var(--blue)" stroke-width="2"/>')
    label = html.escape(optimum.minimize)
    off = "; circles violate a constraint" if not all(meets for _, _, meets in done) else ""
    failed = "; red: designs that failed" if optimum.failed else ""
    words = f"<p>Dots: {label} of each design; blue: the best so far{off}{failed}</p>"
    return f'{words}<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{"".join(lines)}</svg>'


def round_numbers(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Return four to nine round numbers from below `low` to above `high`.

    >>> round_numbers(17.4, 90.2)
    [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
    """
    span = high - low if high > low else max(abs(high), 1.0)
    tens = 10.0 ** np.floor(np.log10(span / 4))
    step = next(tens * k for k in (1, 2, 5, 10) if span / (tens * k) <= 6)
    step = max(1.0, round(step)) if whole else step
    first, last = np.floor(low / step + 1e-9), np.ceil(high / step - 1e-9)
    return [float(step * k) for k in np.arange(first, max(last, first + 1) + 1)]
