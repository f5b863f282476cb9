// The page: data, clock, the mechanism, plots, and what ties them together.
import { Vector3 } from "three";
import { Clock } from "./clock.js";
import { Motion, readData, Signals } from "./data.js";
import { button, element } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { number } from "./numbers.js";
import { buildInfo, buildLayers, buildTitle, buildViews } from "./panels.js";
import { Picker } from "./picker.js";
import { Plots } from "./plots.js";
import { Theme } from "./theme.js";
import { buildTransport } from "./transport.js";
import { View3D } from "./view3d.js";

function start() {
  const { scene, arrays } = readData();
  const motion = new Motion(scene, arrays);
  const clock = new Clock(motion.times);
  const theme = new Theme();
  const signals = new Signals(scene, arrays, motion.times);
  const moving = motion.count > 1;
  theme.apply();

  const canvas = element("canvas", { "aria-label": `The mechanism ${scene.name}` });
  const tip = element("div", { class: "tip", hidden: true });
  const stage = element("main", { class: "scene" }, canvas, tip);
  const app = document.getElementById("linkwork");
  app.replaceChildren(stage);

  const view = openView(canvas, tip, { scene, arrays, motion, signals, clock, theme });
  const info = buildInfo(scene, moving ? clock : null);
  const title = buildTitle(scene, info.open, clock);
  stage.append(title);
  const tools = element("nav", { class: "tools", "aria-label": "Picture" });
  if (view) {
    tools.append(
      button("fit", "Fit (F)", () => view.stage.fit()), buildViews(view).node, buildLayers(view).node,
    );
    stage.append(element("div", { class: "spacing" }, `grid ${number(view.stage.spacing)} m`));
  } else {
    stage.append(element("div", { class: "nothing" }, element("b", {}, "No picture: this browser has no WebGL."), element("span", {}, "Switch on hardware acceleration, or open the page in another browser. The plots work all the same.")));
  }
  tools.append(button("theme", "Light or dark (T)", () => theme.toggle()), info.node);
  const side = button("plots", "Plots", () => app.classList.toggle("wide"));
  tools.append(side);
  stage.append(tools);
  if (view) keepClear(view.stage, stage, title);

  if (moving) app.append(buildTransport(clock, scene.run.marks));
  let picker = null;
  const plots = new Plots(signals, clock, theme, scene.chosen, () => picker?.refresh());
  picker = new Picker(scene, signals, plots);
  app.append(element("aside", { class: "plots", "aria-label": "Plots" }, picker.node, plots.node));
  app.classList.toggle("still", !moving);

  listenToKeys({ clock, theme, view, info, moving });
  clock.seek(clock.start);
  window.linkwork = publicWords({ scene, clock, view, plots, motion, theme });
  if (scene.play && moving && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) clock.play();
  whenDrawn(() => {
    window.linkwork.opened = performance.now(); // ms from the address to the first picture
    document.documentElement.dataset.ready = "true";
  });
}

/** After the first picture; a page in the background has none and does not wait for it. */
function whenDrawn(action) {
  if (document.hidden) action();
  else requestAnimationFrame(() => requestAnimationFrame(action));
}

const NARROW = 760; // px, as in style.css

/** On narrow pages the title lies over the picture: the mechanism is fitted below it. */
function keepClear(stage, element, title) {
  const update = () => {
    stage.inset = window.innerWidth < NARROW ? title.offsetTop + title.offsetHeight : 0;
    if (stage.fitted) stage.fit();
  };
  new ResizeObserver(update).observe(element);
  update();
}

function openView(canvas, tip, parts) {
  const context = canvas.getContext("webgl2", { antialias: true, alpha: true });
  return context ? new View3D(canvas, context, tip, parts) : null;
}

/** What scripts can ask of a page. */
function publicWords({ scene, clock, view, plots, motion, theme }) {
  const drawn = (name) => view?.bodies.find((other) => other.name === name);
  return {
    view, plots,
    get time() { return clock.t; },
    get playing() { return clock.playing; },
    get plotted() { return [...plots.chosen]; },
    times: motion.times,
    bodies: scene.bodies.map(({ name }) => name),
    seek: (t) => { clock.pause(); clock.seek(t); },
    play: () => clock.play(),
    pause: () => clock.pause(),
    plot: (...paths) => plots.select(paths),
    look: (name) => view?.stage.view(name),
    theme: () => theme.name,
    /** Position (x, y, z) and quaternion (w, x, y, z) of a body as it is drawn now. */
    pose(name) {
      const body = drawn(name);
      if (!body) return null;
      const { position: p, quaternion: q } = body;
      return { position: [p.x, p.y, p.z], quaternion: [q.w, q.x, q.y, q.z] };
    },
    /** Where the mass centre of a body is in the window, in pixels. */
    onScreen(name) {
      const body = scene.bodies.find((other) => other.name === name);
      const point = drawn(name).localToWorld(new Vector3(...body.com)).project(view.stage.camera);
      const box = view.stage.canvas.getBoundingClientRect();
      return [box.left + ((point.x + 1) / 2) * box.width, box.top + ((1 - point.y) / 2) * box.height];
    },
  };
}

start();
