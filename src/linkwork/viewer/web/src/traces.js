// Paths of points: the whole path faint, the part already travelled strong.
import { Color, Group, Quaternion, Vector2, Vector3 } from "three";
import { Line2 } from "three/addons/lines/Line2.js";
import { LineGeometry } from "three/addons/lines/LineGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";

export class Traces {
  constructor(scene, motion, theme, stage) {
    Object.assign(this, { scene, motion, theme, stage });
    this.group = new Group();
    this.items = new Map();
    this.points = new Map();
    for (const frame of scene.frames) this.points.set(frame.name, frame);
    for (const joint of scene.joints) this.points.set(joint.name, joint.j.body ? joint.j : joint.i);
    scene.bodies.forEach((body, b) => b && this.points.set(body.name, { body: b, p: body.com }));
    theme.onChange(() => this.paint());
  }

  has(name) {
    return this.items.has(name);
  }

  toggle(name) {
    if (this.items.has(name)) {
      const { lines } = this.items.get(name);
      for (const line of lines) {
        this.group.remove(line);
        line.geometry.dispose();
        line.material.dispose();
      }
      this.items.delete(name);
    } else if (this.points.has(name) && this.motion.count > 1) {
      this.items.set(name, this.build(this.points.get(name)));
      this.paint();
    }
  }

  build({ body, p: local }) {
    const [p, q, point, places] = [new Vector3(), new Quaternion(), new Vector3(), []];
    for (let k = 0; k < this.motion.count; k += 1) {
      this.motion.pose(body, [k, 0], p, q);
      point.set(...local).applyQuaternion(q).add(p);
      places.push(point.x, point.y, point.z);
    }
    const lines = [0.28, 1].map((opacity, which) => {
      const geometry = new LineGeometry().setPositions(places);
      const material = new LineMaterial({ linewidth: which ? 2.4 : 1.4, transparent: true, opacity, depthWrite: false });
      const line = new Line2(geometry, material);
      line.renderOrder = 5;
      line.frustumCulled = false;
      this.group.add(line);
      return line;
    });
    return { lines };
  }

  paint() {
    let k = 0;
    const colours = this.theme.scene.traces;
    for (const { lines } of this.items.values()) {
      for (const line of lines) line.material.color = new Color(colours[k % colours.length]);
      k += 1;
    }
  }

  update([k]) {
    const size = this.stage.renderer.getSize(new Vector2());
    for (const { lines } of this.items.values()) {
      for (const line of lines) line.material.resolution.copy(size);
      lines[1].geometry.instanceCount = Math.max(0, k);
      lines[1].visible = k > 0;
    }
  }
}
