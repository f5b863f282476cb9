// What is written on the page: the run's name, warnings, statistics, and the choices of what is drawn.
import { button, element, icon, popover } from "./dom.js";
import { number } from "./numbers.js";

export function buildTitle(scene, open, clock) {
  const { run } = scene;
  const summary = element("p", {}, run.summary);
  const title = element("header", { class: "title" }, element("h1", {}, scene.name || "mechanism"), summary);
  if (run.chapters.length) title.append(buildChapters(run.chapters, clock, summary));
  if (run.warnings.length) {
    const chips = element("div", { class: "warnings" });
    for (const { short, text } of run.warnings) {
      chips.append(element("button", { type: "button", class: "warning", title: text, onclick: open }, icon("warning"), short));
    }
    title.append(chips);
  }
  return title;
}

/** Which of several motions on the page is shown. */
function buildChapters(chapters, clock, summary) {
  const choice = element("select", { class: "chapters", "aria-label": "What is shown", onchange: () => show(Number(choice.value)) });
  const show = (k) => {
    choice.value = String(k);
    summary.textContent = chapters[k].summary;
    clock.restrict(chapters[k].start, chapters[k].end);
  };
  chapters.forEach(({ title }, k) => choice.append(element("option", { value: String(k) }, title)));
  show(0);
  return choice;
}

export function buildInfo(scene, clock) {
  const { run } = scene;
  const box = element("div", { class: "about" }, element("h2", {}, scene.name || "mechanism"), element("p", {}, run.message));
  for (const { text } of run.warnings) box.append(element("p", { class: "caution" }, text));
  const seen = run.happened.slice(0, 60).map(({ time, title }) =>
    element("button", { type: "button", class: "happened", onclick: () => clock?.seek(time) }, element("b", {}, `${number(time, 6)} s`), title),
  );
  if (seen.length) box.append(element("div", { class: "list" }, ...seen));
  if (run.happened.length > 60) box.append(element("p", {}, `and ${run.happened.length - 60} more`));
  const table = element("table", {});
  for (const [name, value] of run.facts) table.append(element("tr", {}, element("th", {}, name), element("td", {}, value)));
  box.append(table);
  const keys = [["space", "play, pause"], ["← →", "one output; with shift ten"], ["F", "fit"], ["1 … 7", "views"], ["P", "parallel or perspective"], ["R", "reactions"], ["T", "light or dark"]];
  const help = element("table", {});
  for (const [key, what] of keys) help.append(element("tr", {}, element("th", {}, element("kbd", {}, key)), element("td", {}, what)));
  box.append(element("h3", {}, "Keys"), help);
  const licences = element("details", {}, element("summary", {}, "Licences"), element("pre", {}, document.getElementById("linkwork-licences").textContent));
  box.append(element("p", { class: "made" }, `linkwork ${scene.version}`), licences);
  return popover("info", "About this run (I)", box);
}

export function buildViews(app) {
  const names = ["home", "front", "back", "right", "left", "top", "bottom", "corner"];
  const box = element("div", { class: "choices" }, element("h3", {}, "View"));
  const grid = element("div", { class: "views" });
  for (const name of names) grid.append(element("button", { type: "button", onclick: () => app.stage.view(name) }, name));
  const projection = element("div", { class: "segments", role: "group", "aria-label": "Projection" });
  const update = () => {
    for (const child of projection.children) child.setAttribute("aria-pressed", String(child.textContent === app.stage.projection));
  };
  for (const name of ["parallel", "perspective"]) {
    projection.append(
      element("button", { type: "button", onclick: () => { app.stage.setProjection(name); update(); } }, name),
    );
  }
  app.onProjection = update;
  update();
  box.append(grid, element("h3", {}, "Projection"), projection);
  return popover("cube", "Views and projection", box);
}

export function buildLayers(app) {
  const box = element("div", { class: "choices" });
  const check = (label, on, action) => {
    const input = element("input", { type: "checkbox", onchange: () => { action(input.checked); app.draw(); } });
    input.checked = on;
    box.append(element("label", {}, input, label));
    return input;
  };
  box.append(element("h3", {}, "Show"));
  const any = app.arrows.any;
  if (any.reactions) app.reactionsBox = check("reactions", app.arrows.shown.reactions, (on) => app.arrows.show("reactions", on));
  if (any.forces) check("applied forces", app.arrows.shown.forces, (on) => app.arrows.show("forces", on));
  if (any.reactions || any.forces) {
    const scale = element("input", { type: "range", min: "-1", max: "1", step: "0.05", value: "0", "aria-label": "Arrow scale", oninput: () => {
      app.arrowScale = 10 ** Number(scale.value);
      app.draw();
    } });
    box.append(element("label", { class: "scale" }, "arrow scale", scale));
  }
  check("body frames", false, (on) => app.triads.show("bodies", on));
  check("joint frames", false, (on) => app.triads.show("joints", on));
  check("grid", true, (on) => { app.stage.grid.visible = on; });
  if (!app.stage.slow) check("shadow", true, (on) => { app.stage.floor.visible = on; });
  if (app.motion.count > 1) {
    box.append(element("h3", {}, "Paths"));
    const paths = element("div", { class: "paths" });
    for (const name of app.traces.points.keys()) {
      const input = element("input", { type: "checkbox", onchange: () => app.toggleTrace(name) });
      input.checked = app.traces.has(name);
      app.traceBoxes.set(name, input);
      paths.append(element("label", {}, input, name));
    }
    box.append(paths);
  }
  return popover("layers", "What is shown", box);
}

export { button };
