// Frames as three short axes: x red, y green, z blue.
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments } from "three";
import { placed } from "./joints.js";

const COLOURS = [0.86, 0.24, 0.27, 0.86, 0.24, 0.27, 0.2, 0.65, 0.32, 0.2, 0.65, 0.32, 0.22, 0.45, 0.9, 0.22, 0.45, 0.9];

export class Triads {
  constructor(scene, bodies, size) {
    this.groups = { bodies: [], joints: [] };
    this.geometry = new BufferGeometry();
    const s = 0.06 * size;
    this.geometry.setAttribute("position", new BufferAttribute(new Float32Array([0, 0, 0, s, 0, 0, 0, 0, 0, 0, s, 0, 0, 0, 0, 0, 0, s]), 3));
    this.geometry.setAttribute("color", new BufferAttribute(new Float32Array(COLOURS), 3));
    this.material = new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true });
    const own = { p: [0, 0, 0], q: [1, 0, 0, 0] };
    scene.bodies.forEach((_, b) => this.add("bodies", bodies[b], own));
    for (const frame of scene.frames) this.add("bodies", bodies[frame.body], frame);
    for (const joint of scene.joints) for (const side of [joint.i, joint.j]) this.add("joints", bodies[side.body], side);
  }

  add(set, body, place) {
    const group = placed(place);
    const axes = new LineSegments(this.geometry, this.material);
    axes.renderOrder = 8;
    group.add(axes);
    group.visible = false;
    body.add(group);
    this.groups[set].push(group);
  }

  show(set, on) {
    for (const group of this.groups[set]) group.visible = on;
  }
}

export { Group };
