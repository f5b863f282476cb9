// Triangle meshes: corners inlined once, three indices a triangle.
import { BufferAttribute, BufferGeometry } from "three";

export function meshGeometry(shape, arrays) {
  const indexed = new BufferGeometry();
  indexed.setAttribute("position", new BufferAttribute(arrays[shape.corners], 3));
  indexed.setIndex(Array.from(arrays[shape.triangles]));
  const geometry = indexed.toNonIndexed(); // flat faces, as drawn by CAD programs
  geometry.computeVertexNormals();
  return geometry;
}
