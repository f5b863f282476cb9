// The time that everything on the page shows.
import { locate } from "./data.js";

const SPEEDS = [0.00001, 0.00002, 0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

export class Clock {
  constructor(times) {
    this.times = times;
    this.start = times[0];
    this.origin = 0; // from which the time is counted on the page
    this.end = times[times.length - 1];
    this.t = this.start;
    this.playing = false;
    this.speeds = SPEEDS;
    this.speed = comfortable(this.end - this.start);
    this.listeners = [];
    this.changed = [];
    this.last = 0;
  }

  /** Calls back with the time whenever it moves. */
  onTime(listener) {
    this.listeners.push(listener);
  }

  /** Calls back when playing or the speed changes. */
  onChange(listener) {
    this.changed.push(listener);
  }

  get place() {
    return locate(this.times, this.t);
  }

  seek(t) {
    this.t = Math.min(this.end, Math.max(this.start, t));
    for (const listener of this.listeners) listener(this.t);
  }

  step(count) {
    this.pause();
    const [k, u] = this.place;
    const to = count > 0 ? k + count : (u > 0 ? k + 1 : k) + count;
    this.seek(this.times[Math.min(this.times.length - 1, Math.max(0, to))]);
  }

  play() {
    if (this.end <= this.start) return;
    if (this.t >= this.end) this.seek(this.start);
    this.playing = true;
    this.last = performance.now();
    this.notify();
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.notify();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.notify();
  }

  /** Only a part of the times, again and again, counted from its start. */
  restrict(start, end) {
    Object.assign(this, { start, end, origin: start, speed: comfortable(end - start) });
    this.notify();
    this.seek(start);
  }

  notify() {
    for (const listener of this.changed) listener();
  }

  tick(now) {
    if (!this.playing) return;
    const passed = Math.min(0.1, Math.max(0, (now - this.last) / 1000)) * this.speed;
    this.last = now;
    const span = this.end - this.start;
    const t = this.t + passed;
    this.seek(t >= this.end ? this.start + ((t - this.start) % span) : t);
    requestAnimationFrame((next) => this.tick(next));
  }
}

/** The speed nearest to real time at which a run takes between three seconds and half a minute. */
function comfortable(span) {
  if (!(span > 0)) return 1;
  const fits = SPEEDS.filter((speed) => span / speed >= 3 && span / speed <= 30);
  if (!fits.length) return span / SPEEDS[0] < 3 ? SPEEDS[0] : SPEEDS[SPEEDS.length - 1];
  return fits.reduce((best, speed) => (Math.abs(Math.log(speed)) < Math.abs(Math.log(best)) ? speed : best));
}
