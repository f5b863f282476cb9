// Names of what the pointer is on; a click on a body, joint or frame shows or hides its path.
import { Raycaster, Vector2 } from "three";
import { number } from "./numbers.js";

export class Hover {
  constructor(stage, root, element, { describe, click }) {
    Object.assign(this, { stage, root, element, describe });
    this.ray = new Raycaster();
    this.pointer = new Vector2();
    const canvas = stage.canvas;
    let pressed = null;
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerleave", () => this.hide());
    canvas.addEventListener("pointerdown", (event) => {
      pressed = [event.clientX, event.clientY];
    });
    canvas.addEventListener("pointerup", (event) => {
      if (pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 5) {
        const part = this.pick(event);
        if (part) click(part);
        if (event.pointerType === "touch") this.move(event);
      }
      pressed = null;
    });
  }

  pick(event) {
    const box = this.stage.canvas.getBoundingClientRect();
    this.pointer.set(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    this.ray.setFromCamera(this.pointer, this.stage.camera);
    const hits = this.ray.intersectObject(this.root, true).filter(({ object }) => object.isMesh && object.userData.part && visible(object));
    if (!hits.length) return null;
    // arrows are drawn over everything, so they are picked first
    return (hits.find(({ object }) => object.renderOrder === 10) || hits[0]).object.userData.part;
  }

  move(event) {
    if (event.buttons) return this.hide();
    const part = this.pick(event);
    if (!part) return this.hide();
    const [name, ...rest] = this.describe(part);
    this.element.replaceChildren(Object.assign(document.createElement("b"), { textContent: name }));
    for (const text of rest) this.element.append(Object.assign(document.createElement("span"), { textContent: text }));
    const box = this.stage.canvas.getBoundingClientRect();
    this.element.hidden = false;
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const left = Math.min(x + 14, box.width - this.element.offsetWidth - 8);
    const top = y + 18 + this.element.offsetHeight > box.height ? y - this.element.offsetHeight - 12 : y + 18;
    this.element.style.transform = `translate(${Math.max(8, left)}px, ${top}px)`;
    this.stage.canvas.style.cursor = "pointer";
    return undefined;
  }

  hide() {
    this.element.hidden = true;
    this.stage.canvas.style.cursor = "";
  }
}

function visible(object) {
  for (let node = object; node; node = node.parent) if (!node.visible) return false;
  return true;
}

export function describer(scene) {
  return (part) => {
    if (part.kind === "body") {
      const { mass } = scene.bodies[part.body];
      return [part.name, part.body ? "body" : "ground", mass === null ? "" : `${number(mass)} kg`].filter(Boolean);
    }
    if (part.quantity) return [part.kind, `${number(part.value)} ${part.unit}`];
    return [part.name, part.kind];
  };
}
