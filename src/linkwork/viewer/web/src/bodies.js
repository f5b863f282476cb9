// Bodies: their shapes, or links through their joints. A plane's links are flat plates on layers, so that they pass each other.
import {
  BoxGeometry, CapsuleGeometry, CylinderGeometry, EdgesGeometry, ExtrudeGeometry, Group, LineSegments, Mesh, Shape, SphereGeometry, Vector2,
  Vector3,
} from "three";
import { meshGeometry } from "./meshes.js";

const Z = new Vector3(0, 0, 1);
const Y = new Vector3(0, 1, 0);

export function buildBodies(scene, arrays, radius, materials) {
  const plates = new Map(); // equal links share their geometry
  const layers = scene.plane ? layersOf(scene) : scene.bodies.map(() => 0);
  return scene.bodies.map((body, b) => {
    const group = new Group();
    group.name = body.name;
    const material = materials.solid(["bodies", (b + 9) % 10]);
    if (body.shapes.length) for (const shape of body.shapes) group.add(shapeMesh(shape, arrays, material, materials));
    else if (b > 0) for (const mesh of linkMeshes(body, scene.plane, radius, material, plates)) group.add(mesh);
    group.userData = { layer: layers[b] * radius * 1.1, material };
    group.traverse((object) => {
      if (!object.isMesh) return;
      object.castShadow = object.receiveShadow = true;
      object.userData.part = { name: body.name, kind: "body", body: b };
      if (!body.shapes.length && scene.plane) object.position.z += group.userData.layer;
    });
    return group;
  });
}

/** Layers of a planar mechanism: bodies joined to each other lie on different ones. */
function layersOf(scene) {
  const layers = scene.bodies.map(() => -1);
  scene.bodies.forEach((_, b) => {
    if (b === 0) return;
    const taken = new Set();
    for (const { i, j } of scene.joints) {
      if (i.body === b) taken.add(layers[j.body]);
      if (j.body === b) taken.add(layers[i.body]);
    }
    let layer = 0;
    while (taken.has(layer)) layer += 1;
    layers[b] = layer;
  });
  return layers;
}

function shapeMesh(shape, arrays, material, materials) {
  const mesh = new Mesh(shapeGeometry(shape, arrays), material);
  mesh.position.set(...shape.p);
  mesh.quaternion.set(shape.q[1], shape.q[2], shape.q[3], shape.q[0]);
  if (shape.type === "box" || shape.type === "cylinder" || shape.type === "mesh") {
    mesh.add(new LineSegments(new EdgesGeometry(mesh.geometry, 30), materials.line("edge")));
  }
  return mesh;
}

function shapeGeometry(shape, arrays) {
  if (shape.type === "box") return new BoxGeometry(...shape.size);
  if (shape.type === "sphere") return new SphereGeometry(shape.radius, 40, 24);
  if (shape.type === "mesh") return meshGeometry(shape, arrays);
  const round =
    shape.type === "cylinder"
      ? new CylinderGeometry(shape.radius, shape.radius, shape.length, 48)
      : new CapsuleGeometry(shape.radius, shape.length, 12, 40);
  return round.rotateX(Math.PI / 2); // along z
}

function linkMeshes(body, plane, radius, material, plates) {
  const points = body.points.map((point) => new Vector3(...point));
  if (plane) {
    const key = body.points.flat().map((x) => (x / radius).toFixed(4)).join();
    if (!plates.has(key)) plates.set(key, plateGeometry(points, radius));
    return [new Mesh(plates.get(key), material)];
  }
  if (points.length === 1) {
    const ball = new Mesh(new SphereGeometry(radius * 2.2, 32, 20), material);
    ball.position.copy(points[0]);
    return [ball];
  }
  const ends = extremes(points, radius);
  if (ends) return [bar(ends[0], ends[1], radius * 0.85, material)];
  const middle = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(points.length);
  return points.map((point) => bar(middle, point, radius * 0.85, material));
}

/** The two outer points if all lie on one line, else null. */
function extremes(points, tolerance) {
  let [best, ends] = [-1, null];
  for (const a of points) for (const b of points) {
    if (a.distanceTo(b) > best) [best, ends] = [a.distanceTo(b), [a, b]];
  }
  const along = ends[1].clone().sub(ends[0]).normalize();
  const off = (point) => point.clone().sub(ends[0]).cross(along).length();
  return points.every((point) => off(point) < tolerance * 0.5) ? ends : null;
}

export function bar(from, to, radius, material) {
  const along = to.clone().sub(from);
  const mesh = new Mesh(new CapsuleGeometry(radius, along.length(), 10, 28), material);
  mesh.position.copy(from).addScaledVector(along, 0.5);
  mesh.quaternion.setFromUnitVectors(Y, along.normalize());
  return mesh;
}

/** A flat link around points of the x-y plane with round corners. */
function plateGeometry(points, radius) {
  const hull = convexHull(points.map((point) => new Vector2(point.x, point.y)), radius * 0.05);
  const outline = new Shape();
  const n = hull.length;
  for (let k = 0; k < n; k += 1) {
    const [before, here, after] = [hull[(k + n - 1) % n], hull[k], hull[(k + 1) % n]];
    const start = n === 1 ? 0 : normalAngle(before, here);
    let end = n === 1 ? 2 * Math.PI : normalAngle(here, after);
    while (end < start - 1e-9) end += 2 * Math.PI;
    outline.absarc(here.x, here.y, n === 1 ? radius * 2.2 : radius, start, end, false);
  }
  const bevel = radius * 0.16;
  const depth = radius * 0.9;
  const geometry = new ExtrudeGeometry(outline, {
    depth: depth - 2 * bevel, bevelEnabled: true, bevelThickness: bevel, bevelSize: bevel, bevelOffset: -bevel, bevelSegments: 3, curveSegments: 20,
  });
  return geometry.translate(0, 0, points[0].z + bevel - depth / 2);
}

function normalAngle(a, b) {
  return Math.atan2(-(b.x - a.x), b.y - a.y); // to the right of the edge: outside of a hull that turns left
}

/** Corners of the convex hull, turning left; one or two where the points coincide or lie on a line. */
function convexHull(points, tolerance) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length >= 2 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= tolerance * chain[chain.length - 2].distanceTo(point)) chain.pop();
      if (!chain.length || chain[chain.length - 1].distanceTo(point) > tolerance) chain.push(point);
    }
    return chain;
  };
  const [lower, upper] = [half(sorted), half(sorted.reverse())];
  const hull = [...lower.slice(0, -1), ...upper.slice(0, -1)];
  return hull.length ? hull : [points[0]];
}

function turn(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

export { Z };
