// The searchable list of all signals.
import { element } from "./dom.js";
import { number } from "./numbers.js";

const SHOWN = 150;

export class Picker {
  constructor(scene, signals, plots) {
    Object.assign(this, { scene, signals, plots });
    const count = signals.list.length;
    this.input = element("input", {
      type: "search", placeholder: `Search ${count} signals`, "aria-label": "Search signals", spellcheck: "false", autocomplete: "off",
      oninput: () => this.fill(), onfocus: () => this.open(true), onkeydown: (event) => this.key(event),
    });
    this.list = element("div", { class: "found", role: "listbox", "aria-label": "Signals", hidden: true });
    this.node = element("div", { class: "picker" }, this.input, this.list);
    document.addEventListener("pointerdown", (event) => {
      if (!this.node.contains(event.target)) this.open(false);
    });
    this.active = 0;
  }

  open(on) {
    const opens = on && this.list.hidden;
    this.list.hidden = !on;
    if (opens) this.fill();
  }

  /** After signals were chosen elsewhere. */
  refresh() {
    if (!this.list.hidden) this.fill();
  }

  matches() {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.signals.list.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
  }

  fill() {
    this.list.hidden = false;
    const found = this.matches();
    this.active = Math.min(this.active, Math.max(0, Math.min(found.length, SHOWN) - 1));
    const rows = found.slice(0, SHOWN).map((signal, k) => this.row(signal, k));
    if (found.length > SHOWN) rows.push(element("p", {}, `${found.length - SHOWN} more: type to narrow`));
    if (!found.length) rows.push(element("p", {}, "No signal has all these words."));
    if (this.scene.left_out.count) rows.push(element("p", { title: this.scene.left_out.examples.join(", ") }, this.scene.left_out.note));
    this.list.replaceChildren(...rows);
  }

  row(signal, k) {
    const chosen = this.plots.chosen.includes(signal.path);
    const constant = signal.array === undefined ? `${number(signal.constant)} ` : "";
    return element(
      "button",
      {
        type: "button", role: "option", class: k === this.active ? "row active" : "row", "aria-selected": String(chosen),
        onclick: () => {
          this.active = k;
          this.plots.toggle(signal.path);
        },
      },
      element("i", { class: "tick" }, chosen ? "✓" : ""), element("span", { class: "path" }, signal.path),
      element("span", { class: "unit" }, `${constant}${signal.unit}`),
    );
  }

  key(event) {
    const rows = this.list.querySelectorAll(".row");
    if (event.key === "Escape") {
      this.open(false);
      this.input.blur();
    } else if (event.key === "Enter" && rows[this.active]) {
      rows[this.active].click();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      rows[this.active]?.classList.remove("active");
      this.active = Math.min(rows.length - 1, Math.max(0, this.active + (event.key === "ArrowDown" ? 1 : -1)));
      rows[this.active]?.classList.add("active");
      rows[this.active]?.scrollIntoView({ block: "nearest" });
      event.preventDefault();
    }
    event.stopPropagation();
  }
}
