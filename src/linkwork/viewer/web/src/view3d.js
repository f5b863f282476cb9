// The mechanism in space: everything that needs WebGL.
import { Group, Vector3 } from "three";
import { Arrows } from "./arrows.js";
import { Tubes } from "./tubes.js";
import { buildBodies } from "./bodies.js";
import { buildSleeves, buildEfforts, Links } from "./forces.js";
import { describer, Hover } from "./hover.js";
import { buildJoints } from "./joints.js";
import { Materials } from "./materials.js";
import { extentOf, linkRadius } from "./sizes.js";
import { Stage } from "./stage.js";
import { Traces } from "./traces.js";
import { Triads } from "./triads.js";

export class View3D {
  constructor(canvas, context, tip, { scene, arrays, motion, signals, clock, theme }) {
    Object.assign(this, { scene, motion, signals, clock });
    const { bounds, points } = extentOf(scene, motion);
    const radius = linkRadius(scene, bounds);
    bounds.expandByScalar(2 * radius);
    const rim = 3.5 * radius; // feet and joints reach beyond the points
    this.stage = new Stage(canvas, context, scene, bounds, points, rim, theme);
    const materials = new Materials(theme, this.stage.slow);
    this.root = new Group();
    this.stage.scene.add(this.root);
    this.bodies = buildBodies(scene, arrays, radius, materials);
    for (const body of this.bodies) this.root.add(body);
    buildJoints(scene, this.bodies, motion, radius, materials);
    buildSleeves(scene, this.bodies, radius, materials);
    buildEfforts(scene, this.bodies, radius, materials);
    this.place();
    const size = bounds.getSize(new Vector3()).length();
    this.links = new Links(scene, this.bodies, radius, materials);
    this.tubes = new Tubes(scene, this.bodies, radius, materials);
    this.arrows = new Arrows(scene, this.bodies, signals, size, materials);
    this.triads = new Triads(scene, this.bodies, size);
    this.traces = new Traces(scene, motion, theme, this.stage);
    this.root.add(this.links.group, this.tubes.group, this.arrows.group, this.traces.group);
    this.traceBoxes = new Map();
    this.arrowScale = 1;
    for (const name of scene.traces) this.traces.toggle(name);
    this.hover = new Hover(this.stage, this.root, tip, {
      describe: describer(scene),
      click: (part) => this.toggleTrace(part.name),
    });
    clock.onTime(() => this.draw());
    theme.onChange(() => this.draw());
  }

  toggleTrace(name) {
    this.traces.toggle(name);
    const box = this.traceBoxes.get(name);
    if (box) box.checked = this.traces.has(name);
    this.draw();
  }

  /** Puts all bodies where they are now. */
  place() {
    const place = this.clock.place;
    this.bodies.forEach((body, b) => {
      this.motion.pose(b, place, body.position, body.quaternion);
      body.updateMatrixWorld(true);
    });
    return place;
  }

  draw() {
    const place = this.place();
    this.links.update();
    this.tubes.update();
    this.arrows.update(place, this.arrowScale);
    this.traces.update(place);
    this.stage.invalidate();
  }
}
