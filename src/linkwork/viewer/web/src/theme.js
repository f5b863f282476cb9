// Light and dark: colours of the page are CSS variables; those of the scene are here.
const SCENES = {
  light: {
    steel: 0x3d4856, ground: 0x97a1ae, grid: 0x6b7a8d, gridStrength: 0.34, shadow: 0.2, sky: 0xffffff, earth: 0xc3c9d2,
    hemisphere: 1.55, key: 2.1, fill: 0.55, edge: 0x1d2530, edgeOpacity: 0.3, spring: 0x4a5666, rubber: 0x2f3742,
    bodies: [0x3f78c9, 0xe58a3a, 0x3aa389, 0xb6539c, 0x7a68c9, 0xc9a227, 0x4aa3c4, 0xd1585a, 0x6f9a3e, 0x8a7566],
    reaction: 0xc2334d, applied: 0x1667c7, torque: 0x7a3fb0, effort: 0x1667c7, spiral: 0x4a5666,
    traces: [0xd1495b, 0x1f7ac2, 0x2a9d72, 0x8e5ea2, 0xd08a1c],
  },
  dark: {
    steel: 0xc3ccd8, ground: 0x69758a, grid: 0x93a4bd, gridStrength: 0.3, shadow: 0.45, sky: 0xdfe9ff, earth: 0x39424f,
    hemisphere: 1.15, key: 2.0, fill: 0.6, edge: 0x05080c, edgeOpacity: 0.45, spring: 0xaab6c6, rubber: 0x8791a0,
    bodies: [0x5b93e6, 0xf0a35c, 0x52c2a6, 0xd376bb, 0x9a8ae6, 0xe0bf4d, 0x6bc0de, 0xe87a7c, 0x94bf62, 0xac9787],
    reaction: 0xff6b81, applied: 0x63b0ff, torque: 0xc08cf2, effort: 0x63b0ff, spiral: 0xaab6c6,
    traces: [0xff7b8b, 0x62b5f5, 0x57d1a2, 0xc49ad6, 0xf3b75a],
  },
};

export class Theme {
  constructor() {
    this.listeners = [];
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.chosen = document.documentElement.dataset.theme || null;
    this.dark.addEventListener("change", () => this.apply());
  }

  get name() {
    return this.chosen || (this.dark.matches ? "dark" : "light");
  }

  get scene() {
    return SCENES[this.name];
  }

  onChange(listener) {
    this.listeners.push(listener);
    listener(this.scene);
  }

  toggle() {
    this.chosen = this.name === "dark" ? "light" : "dark";
    this.apply();
  }

  apply() {
    document.documentElement.dataset.theme = this.name;
    for (const listener of this.listeners) listener(this.scene);
  }
}

/** Colours of plotted curves, told apart by colour-blind readers. */
export const CURVES = {
  light: ["#0072b2", "#d55e00", "#009e73", "#b8588f", "#b98500", "#3a97cf", "#555f6d"],
  dark: ["#56b4e9", "#ff8c42", "#34d3a6", "#e59ac4", "#f0c04a", "#9fd0f5", "#c9d1db"],
};
