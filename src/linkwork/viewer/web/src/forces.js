// Springs, dampers, massless rods, lines, sleeves, and what acts on joint coordinates.
import { CatmullRomCurve3, CylinderGeometry, Group, Mesh, TorusGeometry, TubeGeometry, Vector3 } from "three";
import { placed } from "./joints.js";

const Z = new Vector3(0, 0, 1);

/** Things stretched between two points: updated whenever the bodies move. */
export class Links {
  constructor(scene, bodies, radius, materials) {
    this.items = [];
    this.bodies = bodies;
    this.group = new Group();
    const kit = { radius, wire: materials.metal("spring"), steel: materials.metal("steel") };
    for (const spring of scene.springs) this.add(spring, springPieces(spring, this.lengthOf(spring), kit), spring.kind ?? "spring-damper");
    for (const line of scene.lines) this.add(line, rodPieces(kit), line.kind);
    for (const joint of scene.joints) if (joint.kind === "distance") this.add(joint, rodPieces(kit), "distance joint");
    this.update();
  }

  lengthOf({ i, j }) {
    const [a, b] = [this.point(i, new Vector3()), this.point(j, new Vector3())];
    return Math.max(a.distanceTo(b), 1e-6);
  }

  point(place, target) {
    return target.set(...place.p).applyMatrix4(this.bodies[place.body].matrixWorld);
  }

  add(part, pieces, kind) {
    const group = new Group();
    for (const { mesh } of pieces) {
      mesh.castShadow = true;
      mesh.userData.part = { name: part.name, kind };
      group.add(mesh);
    }
    this.group.add(group);
    this.items.push({ part, group, pieces });
  }

  update() {
    const [a, b, along] = [new Vector3(), new Vector3(), new Vector3()];
    for (const { part, group, pieces } of this.items) {
      this.point(part.i, a);
      this.point(part.j, b);
      along.subVectors(b, a);
      const length = Math.max(along.length(), 1e-9);
      group.position.copy(a);
      group.quaternion.setFromUnitVectors(Z, along.divideScalar(length));
      for (const piece of pieces) piece.fit(length);
    }
  }
}

function springPieces({ spring, damper }, length, { radius, wire, steel }) {
  const pieces = [];
  const coil = Math.min(1.9 * radius, 0.22 * length);
  if (spring || !damper) {
    const mesh = new Mesh(coilGeometry(length, coil, coil * 0.17), wire);
    pieces.push({ mesh, fit: (now) => mesh.scale.set(1, 1, now / length) });
  }
  if (damper) {
    const thin = spring ? 0.45 : 0.8;
    const tube = rod(coil * thin, 0.5 * length, steel);
    const piston = rod(coil * thin * 0.45, 0.62 * length, wire);
    tube.position.z = 0.25 * length;
    pieces.push({ mesh: tube, fit: () => {} });
    pieces.push({ mesh: piston, fit: (now) => { piston.position.z = now - 0.31 * length; } });
  }
  return pieces;
}

function rodPieces({ radius, steel }) {
  const mesh = rod(radius * 0.45, 1, steel);
  return [{ mesh, fit: (now) => { mesh.scale.z = now; mesh.position.z = now / 2; } }];
}

function rod(radius, length, material) {
  return new Mesh(new CylinderGeometry(radius, radius, length, 24).rotateX(Math.PI / 2), material);
}

function coilGeometry(length, radius, wire) {
  const turns = Math.max(5, Math.min(14, Math.round(length / (radius * 0.9))));
  const [points, lead, steps] = [[new Vector3(0, 0, 0)], 0.12, turns * 16];
  for (let k = 0; k <= steps; k += 1) {
    const [u, angle] = [k / steps, (2 * Math.PI * turns * k) / steps];
    const ramp = Math.min(1, 12 * Math.min(u, 1 - u) + 0.001);
    points.push(new Vector3(radius * ramp * Math.cos(angle), radius * ramp * Math.sin(angle), length * (lead + (1 - 2 * lead) * u)));
  }
  points.push(new Vector3(0, 0, length));
  return new TubeGeometry(new CatmullRomCurve3(points), steps * 2, wire, 8);
}

export function buildSleeves(scene, bodies, radius, materials) {
  const [rubber, steel] = [materials.solid("rubber", { roughness: 0.9, metalness: 0 }), materials.metal("steel")];
  for (const sleeve of scene.sleeves) {
    const group = placed(sleeve.i);
    const outer = new Mesh(new TorusGeometry(1.5 * radius, 0.75 * radius, 16, 48), rubber);
    outer.scale.z = 1.5;
    const core = rod(0.8 * radius, 3.2 * radius, steel);
    for (const mesh of [outer, core]) {
      mesh.castShadow = true;
      mesh.userData.part = { name: sleeve.name, kind: sleeve.kind, point: sleeve.i };
      group.add(mesh);
    }
    bodies[sleeve.i.body].add(group);
  }
}

/** A spiral for a torsional spring, a round arrow for a torque or a driver; linear ones a coil's worth along the axis. */
export function buildEfforts(scene, bodies, radius, materials) {
  const joints = new Map(scene.joints.map((joint) => [joint.name, joint]));
  for (const effort of scene.efforts) {
    const place = joints.get(effort.joint).i;
    const group = placed(place);
    const lift = scene.plane ? 3.2 * radius : 0;
    const words = { spring: "spring on", force: "force on", driver: "drives" };
    const mesh = effort.kind === "spring" && effort.turns ? spiral(radius, materials) : effort.turns ? roundArrow(radius, materials) : null;
    if (!mesh) continue;
    mesh.position.z = scene.plane ? lift : 2.6 * radius;
    mesh.traverse((object) => {
      object.userData.part = { name: effort.name, kind: `${words[effort.kind]} ${effort.joint}`, point: place };
    });
    group.add(mesh);
    bodies[place.body].add(group);
  }
}

function spiral(radius, materials) {
  const points = [];
  for (let k = 0; k <= 120; k += 1) {
    const [u, angle] = [k / 120, (k / 120) * 5 * Math.PI];
    const r = radius * (0.9 + 1.5 * u);
    points.push(new Vector3(r * Math.cos(angle), r * Math.sin(angle), 0));
  }
  return new Mesh(new TubeGeometry(new CatmullRomCurve3(points), 240, radius * 0.13, 8), materials.metal("spiral"));
}

function roundArrow(radius, materials) {
  const material = materials.solid("effort");
  const arc = new Mesh(new TorusGeometry(2.5 * radius, 0.16 * radius, 10, 48, 1.5 * Math.PI), material);
  const head = new Mesh(new CylinderGeometry(0, 0.5 * radius, 1.1 * radius, 20), material);
  head.position.set(0, -2.5 * radius, 0);
  head.rotation.z = -Math.PI / 2;
  arc.add(head);
  return arc;
}
