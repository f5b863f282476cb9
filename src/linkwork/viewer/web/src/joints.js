// Joints by kind. Pieces sit on the frames I and J of a joint, z along the axis, and move with their bodies.
import {
  BoxGeometry, CircleGeometry, ConeGeometry, CylinderGeometry, DoubleSide, Group, Mesh, Quaternion, SphereGeometry, TorusGeometry, TubeGeometry,
  Curve, Vector3,
} from "three";

export function buildJoints(scene, bodies, motion, radius, materials) {
  const kit = new Kit(scene, motion, radius, materials);
  for (const joint of scene.joints) {
    const { i, j } = kit.pieces(joint);
    attach(bodies, joint, joint.i, i);
    attach(bodies, joint, joint.j, j);
    if (joint.kind === "distance") continue;
    for (const side of [joint.i, joint.j]) {
      if (side.body === 0 && kit.stands(joint)) bodies[0].add(kit.mount(joint, side));
    }
  }
}

function attach(bodies, joint, place, meshes) {
  if (!meshes.length) return;
  const group = placed(place);
  for (const mesh of meshes) {
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.userData.part = { name: joint.name, kind: `${joint.kind.replaceAll("_", " ")} joint`, point: place };
    group.add(mesh);
  }
  bodies[place.body].add(group);
}

export function placed(place) {
  const group = new Group();
  group.position.set(...place.p);
  group.quaternion.set(place.q[1], place.q[2], place.q[3], place.q[0]);
  return group;
}

class Kit {
  constructor(scene, motion, radius, materials) {
    Object.assign(this, { scene, motion, r: radius });
    this.planar = Boolean(scene.plane);
    this.steel = materials.metal("steel");
    this.rail = materials.metal("ground");
    this.base = materials.solid("ground", { roughness: 0.75, metalness: 0 });
    this.glass = materials.solid("ground", { transparent: true, opacity: 0.28, side: DoubleSide, depthWrite: false });
    this.up = new Vector3(...scene.up);
    this.shapes = new Map(); // equal pieces share their geometry
    this.layers = this.planar ? Math.max(2, Math.min(6, 1 + Math.ceil(Math.sqrt(scene.bodies.length)))) : 0;
  }

  pieces(joint) {
    const build = joint.kind === "planar" ? this.sliding_in_plane : this[joint.kind];
    return build ? build.call(this, joint) : { i: [], j: [this.ball(0.8)] };
  }

  stands(joint) {
    return !["free", "parallel_axes", "perpendicular", "in_plane", "planar", "no_slide"].includes(joint.kind);
  }

  // pieces

  shared(key, build) {
    if (!this.shapes.has(key)) this.shapes.set(key, build());
    return this.shapes.get(key);
  }

  pin(radius, length) {
    const build = () => new CylinderGeometry(radius * this.r, radius * this.r, length * this.r, 36).rotateX(Math.PI / 2);
    return new Mesh(this.shared(`pin ${radius} ${length}`, build), this.steel);
  }

  ball(radius) {
    return new Mesh(this.shared(`ball ${radius}`, () => new SphereGeometry(radius * this.r, 32, 20)), this.steel);
  }

  block(x, y, z) {
    return new Mesh(this.shared(`block ${x} ${y} ${z}`, () => new BoxGeometry(x * this.r, y * this.r, z * this.r)), this.steel);
  }

  /** A rod along z over what the joint travels, seen from I. */
  track(joint, radius) {
    const [low, high] = this.travel(joint)[2];
    const over = 3 * this.r;
    const length = high - low + 2 * over;
    const mesh = new Mesh(new CylinderGeometry(radius * this.r, radius * this.r, length, 24).rotateX(Math.PI / 2), this.rail);
    mesh.position.z = (low + high) / 2;
    return mesh;
  }

  sheet(joint) {
    const [x, y] = this.travel(joint);
    const over = 4 * this.r;
    const mesh = new Mesh(new BoxGeometry(x[1] - x[0] + 2 * over, y[1] - y[0] + 2 * over, 0.08 * this.r), this.glass);
    mesh.position.set((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, 0);
    return mesh;
  }

  /** Smallest and largest x, y, z of J's origin in I over the run. */
  travel({ i, j }) {
    const [pi, qi, pj, qj] = [new Vector3(), new Quaternion(), new Vector3(), new Quaternion()];
    const turn = new Quaternion(i.q[1], i.q[2], i.q[3], i.q[0]);
    const ranges = [[0, 0], [0, 0], [0, 0]].map(() => [Infinity, -Infinity]);
    const count = Math.min(240, this.motion.count);
    for (let s = 0; s < count; s += 1) {
      const k = count === 1 ? 0 : Math.round((s * (this.motion.count - 1)) / (count - 1));
      this.motion.pose(i.body, [k, 0], pi, qi);
      this.motion.pose(j.body, [k, 0], pj, qj);
      const point = new Vector3(...j.p).applyQuaternion(qj).add(pj).sub(pi).applyQuaternion(qi.invert()).sub(new Vector3(...i.p));
      point.applyQuaternion(turn.clone().invert());
      point.toArray().forEach((x, a) => {
        ranges[a] = [Math.min(ranges[a][0], x), Math.max(ranges[a][1], x)];
      });
    }
    return ranges;
  }

  /** A foot on the ground under a joint: a triangle in a plane, a cone in space. */
  mount(joint, place) {
    const group = new Group();
    group.position.set(...place.p);
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), this.up);
    const foot = this.planar
      ? new Mesh(new CylinderGeometry(0.55 * this.r, 2.1 * this.r, 3.2 * this.r, 4, 1), this.base)
      : new Mesh(new ConeGeometry(1.9 * this.r, 3.6 * this.r, 36), this.base);
    const tall = this.planar ? 3.2 : 3.6;
    foot.position.y = (-tall / 2 + (this.planar ? 0.2 : -0.2)) * this.r;
    const plinth = new Mesh(
      this.planar
        ? new BoxGeometry(4.6 * this.r, 0.55 * this.r, 0.9 * this.r)
        : new CylinderGeometry(2.3 * this.r, 2.3 * this.r, 0.5 * this.r, 40),
      this.base,
    );
    plinth.position.y = (-tall + (this.planar ? 0.1 : -0.1)) * this.r;
    if (this.planar) {
      foot.rotation.y = Math.PI / 4;
      foot.scale.set(1, 1, 1);
      const flat = new Group();
      flat.add(foot, plinth);
      flat.scale.z = 0.35;
      group.position.z -= 0.9 * this.r;
      group.add(flat);
    } else {
      group.add(foot, plinth);
    }
    group.quaternion.copy(turn);
    group.traverse((mesh) => {
      if (!mesh.isMesh) return;
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.userData.part = { name: joint.name, kind: `${joint.kind.replaceAll("_", " ")} joint on the ground`, point: place };
    });
    return group;
  }

  // kinds

  revolute() {
    if (!this.planar) return { i: [this.pin(1.3, 3)], j: [this.pin(0.6, 4.2)] };
    const pin = this.pin(0.5, 1.1 * this.layers + 0.6);
    pin.position.z = (this.layers / 2 - 0.5) * 1.1 * this.r;
    return { i: [], j: [pin] };
  }

  prismatic(joint) {
    return { i: [this.track(joint, 0.5)], j: [this.block(2.6, 2.6, 4)] };
  }

  cylindrical(joint) {
    return { i: [this.track(joint, 0.5)], j: [this.pin(1.35, 4)] };
  }

  screw(joint) {
    const [low, high] = this.travel(joint)[2];
    const thread = new Mesh(new TubeGeometry(new Thread(low - 3 * this.r, high + 3 * this.r, 0.6 * this.r, this.r), 400, 0.16 * this.r, 6), this.rail);
    const nut = new Mesh(new CylinderGeometry(1.6 * this.r, 1.6 * this.r, 2.2 * this.r, 6).rotateX(Math.PI / 2), this.steel);
    return { i: [this.track(joint, 0.55), thread], j: [nut] };
  }

  universal() {
    const across = this.pin(0.55, 4.2);
    across.rotation.y = Math.PI / 2; // x of J
    return { i: [this.pin(0.55, 4.2)], j: [across, this.ball(0.85)] };
  }

  spherical() {
    const cup = new Mesh(new TorusGeometry(1.35 * this.r, 0.3 * this.r, 14, 48), this.steel);
    return this.planar ? this.revolute() : { i: [cup], j: [this.ball(1.45)] };
  }

  sliding_in_plane(joint) {
    return { i: [this.sheet(joint)], j: [this.pin(1.2, 0.8)] };
  }

  fixed() {
    return { i: [], j: [this.block(1.9, 1.9, this.planar ? 1.2 : 1.9)] };
  }

  free() {
    return { i: [], j: [] };
  }

  at_point() {
    return { i: [], j: [this.ball(1.2)] };
  }

  in_line(joint) {
    return { i: [this.track(joint, 0.35)], j: [this.ball(1.2)] };
  }

  in_plane(joint) {
    return { i: [this.sheet(joint)], j: [this.ball(1)] };
  }

  parallel_axes() {
    return { i: [this.pin(0.25, 7)], j: [this.pin(0.25, 7)] };
  }

  perpendicular() {
    return this.parallel_axes();
  }

  no_slide() {
    // a blade that points along the direction it may move in: across its axis
    const blade = new Mesh(new CircleGeometry(1.8 * this.r, 36), this.steel);
    blade.material.side = DoubleSide;
    return { i: [], j: [blade] };
  }

  distance() {
    return { i: [this.ball(0.75)], j: [this.ball(0.75)] };
  }
}

class Thread extends Curve {
  constructor(low, high, radius, pitch) {
    super();
    Object.assign(this, { low, high, radius, pitch });
  }

  getPoint(u, target = new Vector3()) {
    const z = this.low + u * (this.high - this.low);
    const angle = (2 * Math.PI * z) / this.pitch;
    return target.set(this.radius * Math.cos(angle), this.radius * Math.sin(angle), z);
  }
}
