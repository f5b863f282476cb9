// The page: data, clock, the mechanism, plots, and what ties them together.
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
  stage.append(buildTitle(scene, info.open));
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

  if (moving) app.append(buildTransport(clock, scene.run.marks));
  let picker = null;
  const plots = new Plots(signals, clock, theme, scene.chosen, () => picker?.fill());
  picker = new Picker(scene, signals, plots);
  app.append(element("aside", { class: "plots", "aria-label": "Plots" }, picker.node, plots.node));
  app.classList.toggle("still", !moving);

  listenToKeys({ clock, theme, view, info, moving });
  clock.seek(clock.start);
  window.linkwork = publicWords({ scene, clock, view, plots, motion, theme });
  if (scene.play && moving && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) clock.play();
  document.documentElement.dataset.ready = "true";
}

function openView(canvas, tip, parts) {
  const context = canvas.getContext("webgl2", { antialias: true, alpha: true });
  return context ? new View3D(canvas, context, tip, parts) : null;
}

/** What scripts and tests can ask of a page. */
function publicWords({ scene, clock, view, plots, motion, theme }) {
  return {
    get time() { return clock.t; },
    get playing() { return clock.playing; },
    times: motion.times,
    bodies: scene.bodies.map(({ name }) => name),
    seek: (t) => { clock.pause(); clock.seek(t); },
    play: () => clock.play(),
    pause: () => clock.pause(),
    get plotted() { return [...plots.chosen]; },
    plot: (...paths) => plots.select(paths),
    view: (name) => view?.stage.view(name),
    theme: () => theme.name,
    app: view,
    /** Position (x, y, z) and quaternion (w, x, y, z) of a body as it is drawn now. */
    pose(name) {
      const body = view?.bodies.find((other) => other.name === name);
      if (!body) return null;
      const { position: p, quaternion: q } = body;
      return { position: [p.x, p.y, p.z], quaternion: [q.w, q.x, q.y, q.z] };
    },
  };
}

start();
