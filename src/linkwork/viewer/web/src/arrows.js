// Arrows for reactions and applied forces, rings for their torques; drawn over everything, all to one scale.
import { ConeGeometry, CylinderGeometry, Group, Mesh, TorusGeometry, Vector3 } from "three";

const Y = new Vector3(0, 1, 0);
const Z = new Vector3(0, 0, 1);

export class Arrows {
  constructor(scene, bodies, signals, size, materials) {
    Object.assign(this, { bodies, signals, size });
    this.group = new Group();
    this.factor = { force: 1, torque: 1 };
    this.items = [];
    this.pieces = piecesOf(size);
    this.shown = { reactions: false, forces: true };
    for (const joint of scene.joints) this.add(joint.name, "reactions", joint.j, "reaction", materials, "reaction of");
    for (const applied of scene.applied) this.add(applied.name, "forces", applied, "applied", materials, "applied force");
    for (const law of [...scene.sleeves, ...scene.lines]) this.add(law.name, "forces", law.j, "applied", materials, `force of ${law.kind}`);
    this.setFactors();
  }

  add(name, set, place, colour, materials, words) {
    for (const quantity of ["force", "torque"]) {
      const paths = ["x", "y", "z"].map((axis) => `${name}.${quantity}.${axis}`);
      if (!paths.every((path) => this.signals.has(path))) continue;
      const isZero = paths.every((path) => !this.signals.values(path) && this.signals.byPath.get(path).constant === 0);
      if (isZero) continue;
      const material = materials.overlay(quantity === "torque" ? "torque" : colour);
      const object = quantity === "force" ? arrow(this.pieces, material) : ring(this.pieces, material);
      const part = { name, kind: `${words} ${name}`.trim(), quantity, unit: quantity === "force" ? "N" : "N m" };
      object.traverse((mesh) => {
        mesh.userData.part = part;
        mesh.renderOrder = 10;
      });
      this.group.add(object);
      this.items.push({ set, paths, place, quantity, object, part, typical: this.typical(paths) });
    }
  }

  get any() {
    return { reactions: this.items.some(({ set }) => set === "reactions"), forces: this.items.some(({ set }) => set === "forces") };
  }

  /** A large value of a vector that is not one of its short peaks. */
  typical(paths) {
    const count = this.signals.times.length;
    const sizes = [];
    for (let k = 0; k < count; k += Math.max(1, Math.floor(count / 400))) {
      const size = Math.hypot(...paths.map((path) => this.signals.at(path, [k, 0])));
      if (Number.isFinite(size)) sizes.push(size);
    }
    sizes.sort((a, b) => a - b);
    return sizes[Math.floor(0.9 * (sizes.length - 1))] || 0;
  }

  /** One scale for all forces and one for all torques that are shown. */
  setFactors() {
    for (const quantity of ["force", "torque"]) {
      const largest = Math.max(0, ...this.items.filter((item) => item.quantity === quantity && this.shown[item.set]).map((item) => item.typical));
      this.factor[quantity] = largest > 0 ? 1 / largest : 0;
    }
  }

  show(set, on) {
    this.shown[set] = on;
    this.setFactors();
  }

  update(place, scale) {
    const [vector, point] = [new Vector3(), new Vector3()];
    for (const { set, paths, place: at, quantity, object } of this.items) {
      vector.set(...paths.map((path) => this.signals.at(path, place)));
      const value = vector.length();
      const length = Math.min(2.5, value * this.factor[quantity] * scale);
      object.visible = this.shown[set] && Number.isFinite(length) && length > 0.01;
      if (!object.visible) continue;
      point.set(...at.p).applyMatrix4(this.bodies[at.body].matrixWorld);
      object.position.copy(point);
      vector.divideScalar(value);
      object.userData.fit(length, vector);
      object.traverse((mesh) => {
        if (mesh.userData.part) mesh.userData.part.value = value;
      });
    }
  }
}

/** Geometries that all arrows share. */
function piecesOf(size) {
  const thick = 0.0045 * size;
  return {
    full: 0.2 * size,
    thick,
    unit: 0.055 * size,
    shaft: new CylinderGeometry(thick, thick, 1, 16).translate(0, 0.5, 0),
    head: new ConeGeometry(thick * 2.9, thick * 8, 24).translate(0, -thick * 4, 0),
    arc: new TorusGeometry(1, 0.06, 10, 64, 1.6 * Math.PI),
    tip: new ConeGeometry(0.2, 0.5, 20),
  };
}

/** Along y; a full length is a fifth of the mechanism. */
function arrow({ full, thick, shaft: shaftGeometry, head: headGeometry }, material) {
  const [shaft, head, group] = [new Mesh(shaftGeometry, material), new Mesh(headGeometry, material), new Group()];
  group.add(shaft, head);
  group.userData.fit = (length, direction) => {
    const long = length * full;
    const tip = Math.min(1, long / (thick * 10));
    head.scale.setScalar(tip);
    head.position.y = long;
    shaft.scale.set(1, Math.max(1e-6, long - thick * 8 * tip), 1);
    group.quaternion.setFromUnitVectors(Y, direction);
  };
  return group;
}

/** About z, right-handed; the radius grows with the torque. */
function ring({ unit, arc, tip }, material) {
  const [head, group, angle] = [new Mesh(tip, material), new Group(), 1.6 * Math.PI];
  head.position.set(Math.cos(angle), Math.sin(angle), 0);
  head.rotation.z = angle;
  group.add(new Mesh(arc, material), head);
  group.userData.fit = (length, direction) => {
    group.scale.setScalar(unit * (0.3 + 0.7 * Math.min(1.6, length)));
    group.quaternion.setFromUnitVectors(Z, direction);
  };
  return group;
}
