// How large things are drawn: links, joints and arrows follow the size of the mechanism and of its links.
import { Box3, Quaternion, Vector3 } from "three";

/** The box of the whole motion and points that span it, from a sample of its poses. */
export function extentOf(scene, motion) {
  const [p, q] = [new Vector3(), new Quaternion()];
  const reach = scene.bodies.map(pointsOf);
  const each = reach.reduce((sum, list) => sum + list.length, 0);
  const count = Math.min(motion.count, Math.max(24, Math.min(240, Math.floor(6000 / Math.max(1, each)))));
  const points = [];
  for (let s = 0; s < count; s += 1) {
    const k = count === 1 ? 0 : Math.round((s * (motion.count - 1)) / (count - 1));
    reach.forEach((locals, b) => {
      motion.pose(b, [k, 0], p, q);
      for (const local of locals) points.push(local.clone().applyQuaternion(q).add(p));
    });
  }
  for (const { i, kind } of scene.joints) if (i.body === 0 && kind !== "free") points.push(new Vector3(...i.p));
  for (const { i, j } of [...scene.springs, ...scene.lines, ...scene.tubes]) for (const side of [i, j]) if (side.body === 0) points.push(new Vector3(...side.p));
  if (!points.length) points.push(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
  return { bounds: new Box3().setFromPoints(points), points };
}

function pointsOf(body) {
  const points = body.points.map((point) => new Vector3(...point));
  for (const shape of body.shapes) {
    const [p, q] = [new Vector3(...shape.p), new Quaternion(shape.q[1], shape.q[2], shape.q[3], shape.q[0])];
    const half = halfSize(shape);
    for (const x of [-1, 1]) for (const y of [-1, 1]) for (const z of [-1, 1]) {
      points.push(new Vector3(x, y, z).multiply(half.size).add(half.centre).applyQuaternion(q).add(p));
    }
  }
  return points;
}

function halfSize(shape) {
  const centre = new Vector3();
  if (shape.type === "box") return { size: new Vector3(...shape.size).multiplyScalar(0.5), centre };
  if (shape.type === "sphere") return { size: new Vector3(1, 1, 1).multiplyScalar(shape.radius), centre };
  if (shape.type === "mesh") {
    const [low, high] = [new Vector3(...shape.low), new Vector3(...shape.high)];
    return { size: high.clone().sub(low).multiplyScalar(0.5), centre: high.add(low).multiplyScalar(0.5) };
  }
  const along = shape.length / 2 + (shape.type === "capsule" ? shape.radius : 0);
  return { size: new Vector3(shape.radius, shape.radius, along), centre };
}

/** The radius of a link: a small part of a typical link's length, visible in the whole picture however many links there are. */
export function linkRadius(scene, bounds) {
  const extent = bounds.getSize(new Vector3()).length();
  const lengths = [];
  for (const body of scene.bodies) {
    let longest = 0;
    for (const a of body.points) for (const b of body.points) longest = Math.max(longest, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    if (longest > 0) lengths.push(longest);
    for (const shape of body.shapes) lengths.push(2 * halfSize(shape).size.length());
  }
  for (const { length } of scene.tubes) lengths.push(length);
  lengths.sort((a, b) => a - b);
  const typical = lengths.length ? lengths[Math.floor(lengths.length / 2)] : extent / 4;
  const radius = Math.max(0.045 * typical, 0.0085 * extent);
  return Math.max(Math.min(radius, 0.2 * typical, 0.02 * extent), 0.0025 * extent) || 0.02;
}
