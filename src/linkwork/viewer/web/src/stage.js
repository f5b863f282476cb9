// The stage: renderer, cameras, lights and the grid that the mechanism stands on or hangs before.
import {
  AmbientLight, DirectionalLight, HemisphereLight, Mesh, OrthographicCamera, PerspectiveCamera, PlaneGeometry,
  Quaternion, Scene, ShadowMaterial, Vector3, VSMShadowMap, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { gridMaterial, niceSpacing } from "./grid.js";

const FIELD = 32; // degrees, a long lens: little distortion

export class Stage {
  /** `bounds` is a Box3 of the whole motion, `points` what must be in the picture, with a `rim` around it. */
  constructor(canvas, context, scene, bounds, points, rim, theme) {
    Object.assign(this, { canvas, points, rim });
    this.up = new Vector3(...scene.up).normalize();
    this.planar = Boolean(scene.plane);
    this.bounds = bounds;
    this.centre = bounds.getCenter(new Vector3());
    this.size = Math.max(bounds.getSize(new Vector3()).length(), 1e-9);
    this.scene = new Scene();
    this.renderer = new WebGLRenderer({ canvas, context });
    this.slow = drawnBySoftware(context);
    this.renderer.shadowMap.enabled = !this.slow;
    this.renderer.shadowMap.type = VSMShadowMap;
    this.before = []; // called before each picture
    this.cameras = {
      perspective: new PerspectiveCamera(FIELD, 1, this.size / 100, this.size * 50),
      parallel: new OrthographicCamera(-1, 1, 1, -1, -this.size * 20, this.size * 40),
    };
    this.projection = this.planar ? "parallel" : "perspective";
    for (const camera of Object.values(this.cameras)) camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.screenSpacePanning = true;
    this.controls.addEventListener("change", () => this.invalidate());
    this.addLights();
    this.addGrid();
    theme.onChange((colours) => this.paint(colours));
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
    this.view("home");
  }

  get camera() {
    return this.cameras[this.projection];
  }

  /** Right and front, which with up make the mechanism's natural axes. */
  get axes() {
    const front = this.planar ? new Vector3(0, 0, 1) : perpendicular(this.up);
    return { up: this.up, front, right: new Vector3().crossVectors(this.up, front) };
  }

  addLights() {
    const { up, front, right } = this.axes;
    const from = (a, b, c) => new Vector3().addScaledVector(right, a).addScaledVector(up, b).addScaledVector(front, c).normalize();
    this.hemisphere = new HemisphereLight();
    this.hemisphere.position.copy(this.planar ? from(0, 0.6, 1) : up);
    this.key = new DirectionalLight();
    this.key.position.copy(this.centre).addScaledVector(from(-0.5, this.planar ? 0.75 : 1.4, this.planar ? 1.3 : 0.7), this.size * 2);
    this.key.target.position.copy(this.centre);
    this.key.castShadow = true;
    const reach = this.size * 0.75;
    Object.assign(this.key.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: this.size * 0.5, far: this.size * 4 });
    this.key.shadow.mapSize.set(1024, 1024);
    this.key.shadow.radius = 7;
    this.key.shadow.blurSamples = 14;
    this.key.shadow.bias = -0.0004;
    this.key.shadow.normalBias = this.size * 0.0004;
    this.fill = new DirectionalLight();
    this.fill.position.copy(this.centre).addScaledVector(from(0.9, 0.25, 0.8), this.size * 2);
    this.fill.target.position.copy(this.centre);
    this.scene.add(this.hemisphere, this.key, this.key.target, this.fill, this.fill.target, new AmbientLight(0xffffff, 0.25));
  }

  addGrid() {
    const normal = this.planar ? new Vector3(0, 0, 1) : this.up;
    const level = this.lowest(normal) - this.size * (this.planar ? 0.035 : 0.02);
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal);
    const extent = this.size * 6;
    this.spacing = niceSpacing(this.size / 12);
    const place = this.centre.clone().addScaledVector(normal, level - this.centre.dot(normal));
    this.grid = new Mesh(new PlaneGeometry(extent, extent), gridMaterial(this.spacing, this.size * (this.planar ? 1.5 : 1.2)));
    this.floor = new Mesh(new PlaneGeometry(extent, extent), new ShadowMaterial({ transparent: true }));
    this.floor.receiveShadow = true;
    this.floor.visible = !this.slow;
    for (const mesh of [this.grid, this.floor]) {
      mesh.quaternion.copy(turn);
      mesh.position.copy(place);
      this.scene.add(mesh);
    }
    // lines go through the origin, the fading is about the middle
    const inverse = turn.clone().invert();
    const middle = place.clone().applyQuaternion(inverse);
    this.grid.material.uniforms.origin.value.set(middle.x, middle.y);
    this.floor.position.addScaledVector(normal, this.size * 1e-4);
    this.floor.renderOrder = -1;
    this.grid.renderOrder = -2;
  }

  lowest(direction) {
    const { min, max } = this.bounds;
    return ["x", "y", "z"].reduce((sum, a) => sum + Math.min(direction[a] * min[a], direction[a] * max[a]), 0);
  }

  paint(colours) {
    this.hemisphere.color.set(colours.sky);
    this.hemisphere.groundColor.set(colours.earth);
    this.hemisphere.intensity = colours.hemisphere;
    this.key.intensity = colours.key;
    this.fill.intensity = colours.fill;
    this.floor.material.opacity = colours.shadow;
    this.grid.material.uniforms.colour.value.set(colours.grid);
    this.grid.material.uniforms.strength.value = colours.gridStrength;
    this.invalidate();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    if (width === this.width && height === this.height) return;
    Object.assign(this, { width, height });
    this.renderer.setPixelRatio(this.slow ? 1 : Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.aspect = width / height;
    this.cameras.perspective.aspect = this.aspect;
    this.cameras.perspective.updateProjectionMatrix();
    this.frame();
    if (this.direction) this.fit(this.fitted ? null : this.direction); // a page that opens without any size has not been fitted yet
    this.invalidate();
  }

  /** The parallel camera's window, as wide as the perspective one's at the target. */
  frame() {
    const camera = this.cameras.parallel;
    const half = this.half || this.size / 2;
    Object.assign(camera, { left: -half * this.aspect, right: half * this.aspect, top: half, bottom: -half });
    camera.updateProjectionMatrix();
  }

  /** Looks from a side: front, back, right, left, top, bottom, corner, home. */
  view(name) {
    const { up, front, right } = this.axes;
    const directions = {
      front: [0, 0, 1], back: [0, 0, -1], right: [1, 0, 0], left: [-1, 0, 0], top: [0, 1, 1e-4], bottom: [0, -1, 1e-4],
      corner: [0.75, 0.55, 1], home: this.planar ? [0, 0, 1] : [0.75, 0.5, 1],
    };
    const [a, b, c] = directions[name];
    if (name === "home") this.setProjection(this.planar ? "parallel" : "perspective");
    this.direction = new Vector3().addScaledVector(right, a).addScaledVector(up, b).addScaledVector(front, c).normalize();
    this.fit(this.direction);
  }

  /** Moves the camera so that the whole motion is in the picture, looking the same way unless told otherwise. */
  fit(direction = null) {
    if (!this.aspect) return;
    const toward = direction ? direction.clone() : this.camera.position.clone().sub(this.controls.target).normalize();
    const z = toward;
    const x = new Vector3().crossVectors(this.up, z);
    if (x.lengthSq() < 1e-12) x.copy(this.axes.right);
    x.normalize();
    const y = new Vector3().crossVectors(z, x);
    const tan = Math.tan((FIELD * Math.PI) / 360);
    const spans = [x, y, z].map((axis) => spanOf(this.points, axis, this.rim));
    const centre = new Vector3();
    [x, y, z].forEach((axis, a) => centre.addScaledVector(axis, (spans[a][0] + spans[a][1]) / 2));
    const margin = 1.1;
    const room = 1 - Math.min(0.4, (this.inset || 0) / this.height); // below the title, where that is in the way
    const [wide, high, deep] = spans.map(([low, top]) => (top - low) / 2);
    let half = Math.max(high / room, wide / this.aspect) * margin;
    let distance = half / tan;
    for (const point of this.points) {
      const to = point.clone().sub(centre);
      const needed = Math.max((Math.abs(to.dot(y)) + this.rim) / room, (Math.abs(to.dot(x)) + this.rim) / this.aspect) * margin;
      distance = Math.max(distance, needed / tan + to.dot(z));
    }
    distance = Math.max(distance, deep + half * 0.1);
    if (this.projection === "perspective") half = distance * tan;
    half = Math.max(half, this.size * 0.05);
    this.half = half;
    this.frame();
    centre.addScaledVector(y, half * (1 - room));
    this.controls.target.copy(centre);
    for (const camera of Object.values(this.cameras)) {
      camera.position.copy(centre).addScaledVector(z, Math.max(distance, half));
      camera.zoom = 1;
      camera.updateProjectionMatrix();
    }
    this.controls.update();
    this.fitted = true;
    this.invalidate();
  }

  setProjection(name) {
    if (name === this.projection) return;
    const [from, to] = [this.camera, this.cameras[name]];
    const target = this.controls.target;
    const toward = from.position.clone().sub(target);
    const tan = Math.tan((FIELD * Math.PI) / 360);
    if (name === "parallel") {
      to.zoom = this.half / (toward.length() * tan);
    } else {
      toward.setLength(this.half / this.cameras.parallel.zoom / tan);
    }
    to.position.copy(target).add(toward);
    to.updateProjectionMatrix();
    this.projection = name;
    this.controls.object = to;
    this.controls.update();
    this.invalidate();
  }

  invalidate() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      for (const callback of this.before) callback();
      this.renderer.render(this.scene, this.camera);
    });
  }
}

/** Whether pictures are drawn without a graphics card: then there are no shadows, unless the page's address ends in #fine. */
function drawnBySoftware(context) {
  const about = context.getExtension("WEBGL_debug_renderer_info");
  const name = about ? context.getParameter(about.UNMASKED_RENDERER_WEBGL) : "";
  return /swiftshader|llvmpipe|software|basic render/i.test(name) && window.location.hash !== "#fine";
}

/** How far points reach along an axis. */
function spanOf(points, axis, rim) {
  let [low, high] = [Infinity, -Infinity];
  for (const point of points) {
    const at = point.dot(axis);
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  return [low - rim, high + rim];
}

/** A horizontal direction to look from: the world axis most across `up`, so that z up is seen from -y, y up from +z. */
function perpendicular(up) {
  const candidate = Math.abs(up.z) > 0.7 ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
  return candidate.addScaledVector(up, -candidate.dot(up)).normalize();
}
