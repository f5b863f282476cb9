// Small helpers to build elements; text is always set as text, never as markup.
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  back: "M17 5.5v13L8.5 12zM6 5.5h2v13H6z",
  forward: "M7 5.5v13l8.5-6.5zM16 5.5h2v13h-2z",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  cube: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5",
  layers: "M12 4l9 4.5-9 4.5-9-4.5zM4 13l8 4 8-4M4 17l8 4 8-4",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.2v.6",
  plots: "M4 4v16h16M7 15l4-5 3 3 5-7",
  warning: "M12 4l9 16H3zM12 10v5M12 17.2v.6",
};
const FILLED = new Set(["play", "pause", "back", "forward"]);

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", FILLED.has(name) ? "icon filled" : "icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

export function button(name, label, action, attributes = {}) {
  return element("button", { type: "button", title: label, "aria-label": label, onclick: action, ...attributes }, icon(name));
}

/** A button that opens a box of choices; a press outside or Escape closes it. */
export function popover(name, label, content, attributes = {}) {
  const box = element("div", { class: "popover", hidden: true, role: "dialog", "aria-label": label }, content);
  const opener = button(name, label, () => set(box.hidden), attributes);
  opener.setAttribute("aria-expanded", "false");
  function set(open) {
    box.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
  }
  document.addEventListener("pointerdown", (event) => {
    if (!box.hidden && !box.contains(event.target) && !opener.contains(event.target)) set(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") set(false);
  });
  const node = element("div", { class: "opens" }, opener, box);
  return { node, open: () => set(true), close: () => set(false) };
}
