// Plots of signals over time: a panel for every unit, zoomed together, linked to the time cursor both ways.
import uPlot from "uplot";
import { element } from "./dom.js";
import { number } from "./numbers.js";
import { CURVES } from "./theme.js";

const QUANTITIES = {
  rad: "angle", "rad/s": "angular velocity", "rad/s²": "angular acceleration", m: "length", "m/s": "velocity", "m/s²": "acceleration",
  N: "force", "N m": "torque", J: "energy", s: "time",
};

export class Plots {
  constructor(signals, clock, theme, chosen, onSelect) {
    Object.assign(this, { signals, clock, theme, onSelect });
    this.x = Array.from(signals.times);
    this.chosen = chosen.filter((path) => signals.has(path));
    this.node = element("div", { class: "panels" });
    this.panels = [];
    this.zoom = null;
    theme.onChange(() => this.build());
    clock.onTime(() => this.moved());
    this.span = [clock.start, clock.end];
    clock.onChange(() => this.restricted());
    new ResizeObserver(() => this.resize()).observe(this.node);
  }

  select(paths) {
    this.chosen = paths.filter((path) => this.signals.has(path));
    this.build();
    this.onSelect();
  }

  toggle(path) {
    this.select(this.chosen.includes(path) ? this.chosen.filter((other) => other !== path) : [...this.chosen, path]);
  }

  build() {
    for (const { plot } of this.panels) plot?.destroy();
    this.panels = [];
    this.node.replaceChildren();
    const units = new Map();
    for (const path of this.chosen) {
      const { unit } = this.signals.byPath.get(path);
      units.set(unit, [...(units.get(unit) || []), path]);
    }
    for (const [unit, paths] of units) this.panels.push(this.panel(unit, paths));
    if (!this.chosen.length) this.node.append(element("p", { class: "empty" }, "Search above for signals to plot."));
    this.resize();
    this.moved();
  }

  panel(unit, paths) {
    const colours = CURVES[this.theme.name];
    const legend = element("div", { class: "legend" });
    const values = paths.map((path, k) => {
      const value = element("span", { class: "value" });
      const chip = element(
        "button", { type: "button", class: "chip", title: `Remove ${path}`, onclick: () => this.toggle(path) },
        element("i", { style: `background:${colours[k % colours.length]}` }), element("span", { class: "path" }, path), value,
      );
      legend.append(chip);
      return { path, value };
    });
    const title = QUANTITIES[unit] ? `${QUANTITIES[unit]} (${unit})` : unit || "value";
    const holder = element("div", { class: "plot" });
    this.node.append(element("figure", { class: "panel" }, element("figcaption", {}, element("span", { class: "unit" }, title), legend), holder));
    if (this.x.length < 2) return { values, holder };
    const ys = paths.map((path) => this.column(path));
    const plot = new uPlot(this.options(paths, colours, ys, holder), [this.x, ...ys], holder);
    return { values, holder, plot, now: this.cursor(plot) };
  }

  column(path) {
    const values = this.signals.values(path);
    if (!values) return this.x.map(() => this.signals.byPath.get(path).constant);
    return Array.from(values, (y) => (Number.isFinite(y) ? y : null));
  }

  options(paths, colours, ys, holder) {
    const style = getComputedStyle(document.documentElement);
    const [ink, line] = [style.getPropertyValue("--muted").trim(), style.getPropertyValue("--line").trim()];
    const font = `11px ${style.getPropertyValue("--font").trim() || "sans-serif"}`;
    const axis = { stroke: ink, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 }, gap: 4 };
    const crop = cropped(ys);
    if (crop.note) holder.append(element("p", { class: "peaks" }, crop.note));
    return {
      width: 300, height: 150, pxAlign: 0, legend: { show: false },
      cursor: { sync: { key: "linkwork" }, drag: { x: true, y: false, dist: 6 }, points: { size: 7 } },
      padding: [8, 10, 0, 0],
      scales: { x: { time: false, range: (_, low, high) => this.zoom || this.within(low, high) }, y: { range: (_, low, high) => crop.range || padded(low, high) } },
      axes: [
        { ...axis, size: 26, space: 60, values: (_, ticks) => ticks.map((t) => number(t - this.clock.origin)) },
        { ...axis, space: 28, size: 54, values: (_, ticks) => ticks.map((y) => number(y)) },
      ],
      series: [{}, ...paths.map((path, k) => ({ label: path, stroke: colours[k % colours.length], width: 1.7, pxAlign: 0, points: { show: false } }))],
      hooks: {
        setScale: [(plot, key) => key === "x" && this.zoomed(plot)],
        draw: [() => this.moved()],
      },
    };
  }

  /** The time as a line that can be dragged; a press elsewhere moves it there, a drag zooms, a double press zooms out. */
  cursor(plot) {
    const now = element("div", { class: "now" });
    plot.over.append(now);
    let pressed = null;
    const seek = (event) => {
      this.clock.pause();
      this.clock.seek(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
    };
    now.addEventListener("pointerdown", (event) => {
      now.setPointerCapture(event.pointerId);
      event.stopPropagation();
    });
    now.addEventListener("mousedown", (event) => event.stopPropagation());
    now.addEventListener("pointermove", (event) => event.buttons && seek(event));
    plot.over.addEventListener("pointerdown", (event) => {
      pressed = [event.clientX, event.clientY];
    });
    plot.over.addEventListener("pointerup", (event) => {
      if (pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 5) seek(event);
      pressed = null;
    });
    plot.over.addEventListener("dblclick", () => this.unzoom());
    return now;
  }

  zoomed(plot) {
    if (this.syncing) return;
    const { min, max } = plot.scales.x;
    const whole = min <= this.span[0] && max >= this.span[1];
    this.zoom = whole ? null : [min, max];
    this.syncing = true;
    for (const { plot: other } of this.panels) if (other && other !== plot) other.setScale("x", { min, max });
    this.syncing = false;
  }

  /** No more than the part of the times that is shown. */
  within(low, high) {
    return low <= this.span[0] && high >= this.span[1] ? this.span : [low, high];
  }

  restricted() {
    const { start, end } = this.clock;
    if (start === this.span[0] && end === this.span[1]) return;
    this.span = [start, end];
    this.unzoom();
  }

  unzoom() {
    this.zoom = null;
    for (const { plot } of this.panels) plot?.setScale("x", { min: this.span[0], max: this.span[1] });
  }

  moved() {
    const place = this.clock.place;
    for (const { plot, now, values } of this.panels) {
      for (const { path, value } of values) value.textContent = number(this.signals.at(path, place));
      if (!plot) continue;
      const x = plot.valToPos(this.clock.t, "x");
      now.style.transform = `translateX(${x}px)`;
      now.hidden = !(x >= 0 && x <= plot.over.clientWidth);
    }
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.node;
    const drawn = this.panels.filter(({ plot }) => plot);
    if (!width || !drawn.length) return;
    for (const { plot, holder } of drawn) {
      const caption = holder.previousElementSibling.offsetHeight;
      const each = Math.floor((height - 2) / drawn.length) - caption - 14;
      plot.setSize({ width: holder.clientWidth, height: Math.max(132, Math.min(300, each)) });
    }
  }
}

function padded(low, high) {
  if (low === null || high === null || !Number.isFinite(low + high)) return [-1, 1];
  const spread = high - low;
  if (spread <= 1e-7 * Math.max(Math.abs(low), Math.abs(high))) {
    const half = Math.abs(high) * 0.1 || 1;
    return [low - half, high + half];
  }
  return [low - 0.06 * spread, high + 0.06 * spread];
}

/** Short peaks far beyond the rest (reactions at singular positions) are cut off, and said to be. */
function cropped(ys) {
  const all = ys.flat().filter((y) => y !== null);
  if (all.length < 50) return {};
  const sorted = Float64Array.from(all).sort();
  const at = (u) => sorted[Math.floor(u * (sorted.length - 1))];
  const [low, high] = [at(0.01), at(0.99)];
  const reach = 6 * Math.max(high - low, 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  if (high === low || (most <= high + reach && least >= low - reach)) return {};
  const largest = Math.abs(most) > Math.abs(least) ? most : least;
  return { range: padded(Math.max(least, low - 0.5 * (high - low)), Math.min(most, high + 0.5 * (high - low))), note: `short peaks beyond, up to ${number(largest, 2)}` };
}
