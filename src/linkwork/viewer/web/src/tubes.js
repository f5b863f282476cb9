// Elastic tubes along the cubic that leaves one end and arrives at the other along their axes.
import { CylinderGeometry, Group, Matrix4, Mesh, Vector3 } from "three";
import { placed } from "./joints.js";

const [RINGS, SIDES] = [12, 10];

/** Tubes between frames of two bodies, bent again whenever the bodies move. */
export class Tubes {
  constructor(scene, bodies, radius, materials) {
    Object.assign(this, { bodies, group: new Group(), items: [] });
    const steel = materials.metal("steel");
    for (const tube of scene.tubes) {
      const mesh = new Mesh(new CylinderGeometry(1, 1, 1, SIDES, RINGS, true), steel);
      mesh.castShadow = true;
      mesh.frustumCulled = false;
      mesh.userData.part = { name: tube.name, kind: tube.kind };
      this.group.add(mesh);
      this.items.push({ mesh, ends: [tube.i, tube.j].map((end) => this.end(end)), radius: 0.8 * radius });
    }
    this.update();
  }

  end(place) {
    const frame = placed(place);
    frame.updateMatrix();
    return { body: this.bodies[place.body], local: frame.matrix };
  }

  update() {
    for (const { mesh, ends, radius } of this.items) {
      const frames = ends.map(({ body, local }) => axesOf(new Matrix4().multiplyMatrices(body.matrixWorld, local)));
      bend(mesh.geometry, frames, radius);
    }
  }
}

function axesOf(matrix) {
  const [x, y, z] = [new Vector3(), new Vector3(), new Vector3()];
  matrix.extractBasis(x, y, z);
  return { at: new Vector3().setFromMatrixPosition(matrix), x, y, z };
}

/** Every ring of a cylinder goes to its place on the cubic, its axes turned from those of one end to those of the other. */
function bend(geometry, [I, J], radius) {
  const { position, normal } = geometry.attributes;
  const length = I.at.distanceTo(J.at);
  const [y, z, across, place] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  for (let ring = 0; ring <= RINGS; ring += 1) {
    const s = ring / RINGS;
    const [h, g] = [s * s * (3 - 2 * s), s * (1 - s)];
    place.copy(I.at).multiplyScalar(1 - h).addScaledVector(J.at, h);
    place.addScaledVector(I.x, g * (1 - s) * length).addScaledVector(J.x, -g * s * length);
    y.copy(I.y).lerp(J.y, s);
    z.copy(I.z).lerp(J.z, s);
    for (let side = 0; side <= SIDES; side += 1) {
      const [k, angle] = [ring * (SIDES + 1) + side, (2 * Math.PI * side) / SIDES];
      across.copy(y).multiplyScalar(Math.cos(angle)).addScaledVector(z, -Math.sin(angle)).normalize();
      normal.setXYZ(k, across.x, across.y, across.z);
      across.multiplyScalar(radius).add(place);
      position.setXYZ(k, across.x, across.y, across.z);
    }
  }
  position.needsUpdate = true;
  normal.needsUpdate = true;
  geometry.computeBoundingSphere();
}
