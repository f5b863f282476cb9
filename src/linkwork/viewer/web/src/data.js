// The page's data: a JSON scene and packed float32 arrays (differences of bit patterns, bytes sorted by weight).

export function readData() {
  const scene = JSON.parse(document.getElementById("linkwork-scene").textContent);
  const bytes = window.__linkwork.unpacked("linkwork-arrays");
  let offset = 0;
  const arrays = scene.sizes.map((size) => {
    const array = unpack(bytes, offset, size);
    offset += 4 * size;
    return array;
  });
  return { scene, arrays };
}

function unpack(bytes, offset, size) {
  const bits = new Uint32Array(size);
  const [b1, b2, b3] = [offset + size, offset + 2 * size, offset + 3 * size];
  let last = 0;
  for (let i = 0; i < size; i += 1) {
    last = (last + (bytes[offset + i] | (bytes[b1 + i] << 8) | (bytes[b2 + i] << 16) | (bytes[b3 + i] << 24))) >>> 0;
    bits[i] = last;
  }
  return new Float32Array(bits.buffer);
}

/** Where t lies among increasing times: [k, u] with t between k and k + 1, u in [0, 1). */
export function locate(times, t) {
  const n = times.length;
  if (n < 2 || t <= times[0]) return [0, 0];
  if (t >= times[n - 1]) return [n - 1, 0];
  let [low, high] = [0, n - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return [low, (t - times[low]) / (times[high] - times[low])];
}

export class Signals {
  constructor(scene, arrays, times) {
    this.times = times;
    this.list = scene.signals;
    this.byPath = new Map(scene.signals.map((signal) => [signal.path, signal]));
    this.arrays = arrays;
  }

  has(path) {
    return this.byPath.has(path);
  }

  /** All values of a signal, or null where it is constant. */
  values(path) {
    const signal = this.byPath.get(path);
    return signal.array === undefined ? null : this.arrays[signal.array];
  }

  at(path, [k, u]) {
    const signal = this.byPath.get(path);
    if (!signal) return NaN;
    if (signal.array === undefined) return signal.constant;
    const values = this.arrays[signal.array];
    return u === 0 ? values[k] : values[k] * (1 - u) + values[k + 1] * u;
  }
}

/** Poses of bodies over time; body 0 is the ground. */
export class Motion {
  constructor(scene, arrays) {
    this.times = Float64Array.from(arrays[scene.poses.t]);
    this.p = arrays[scene.poses.position];
    this.q = arrays[scene.poses.quaternion];
    this.count = this.times.length;
  }

  /** Sets position and quaternion of body b at the place [k, u]. */
  pose(b, [k, u], position, quaternion) {
    if (b === 0) {
      position.set(0, 0, 0);
      quaternion.identity();
      return;
    }
    const n = this.count;
    const at = (array, rows, c) => {
      const i = ((b - 1) * rows + c) * n + k;
      return u === 0 ? array[i] : array[i] * (1 - u) + array[i + 1] * u;
    };
    position.set(at(this.p, 3, 0), at(this.p, 3, 1), at(this.p, 3, 2));
    quaternion.set(at(this.q, 4, 1), at(this.q, 4, 2), at(this.q, 4, 3), at(this.q, 4, 0)).normalize();
  }
}
