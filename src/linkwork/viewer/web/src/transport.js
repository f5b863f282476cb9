// Play, steps, speed and the time slider, with marks where something happened.
import { button, element, icon } from "./dom.js";
import { number } from "./numbers.js";

export function buildTransport(clock, marks) {
  const play = button("play", "Play or pause (space)", () => clock.toggle(), { class: "play" });
  const slider = element("input", {
    type: "range", class: "slider", min: String(clock.start), max: String(clock.end), step: "any", "aria-label": "Time",
    oninput: () => {
      clock.pause();
      clock.seek(Number(slider.value));
    },
  });
  const span = clock.end - clock.start;
  const place = (t) => `${(100 * (t - clock.start)) / span}%`;
  const ticks = element("div", { class: "marks" });
  for (const { time, title, kind } of marks) {
    const mark = element("i", { class: kind, title });
    mark.style.left = place(time);
    ticks.append(mark);
  }
  const now = element("output", { class: "time" });
  const total = element("span", { class: "total" }, `/ ${number(clock.end)} s`);
  const speed = element("select", { class: "speed", "aria-label": "Speed", title: "Speed", onchange: () => clock.setSpeed(Number(speed.value)) });
  for (const value of clock.speeds) speed.append(element("option", { value: String(value) }, `${number(value)}×`));

  const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(span || 1))));
  clock.onTime((t) => {
    slider.value = String(t);
    slider.style.setProperty("--done", place(t));
    now.textContent = t.toFixed(digits);
  });
  clock.onChange(() => {
    play.replaceChildren(icon(clock.playing ? "pause" : "play"));
    speed.value = String(clock.speed);
  });
  clock.notify();
  return element(
    "section", { class: "transport", "aria-label": "Time" },
    button("back", "Step back (←)", () => clock.step(-1)), play, button("forward", "Step forward (→)", () => clock.step(1)),
    element("div", { class: "track" }, ticks, slider), element("div", { class: "clock" }, now, total), speed,
  );
}
