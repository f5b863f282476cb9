// Play, steps, speed and the time slider, with marks where something happened.
import { button, element, icon } from "./dom.js";
import { number } from "./numbers.js";

export function buildTransport(clock, marks) {
  const play = button("play", "Play or pause (space)", () => clock.toggle(), { class: "play" });
  const slider = element("input", {
    type: "range", class: "slider", step: "any", "aria-label": "Time",
    oninput: () => {
      clock.pause();
      clock.seek(Number(slider.value));
    },
  });
  const place = (t) => `${(100 * (t - clock.start)) / (clock.end - clock.start)}%`;
  const ticks = element("div", { class: "marks" });
  for (const { time, title, kind } of marks) {
    const mark = element("i", { class: kind, title });
    mark.style.left = place(time);
    ticks.append(mark);
  }
  const now = element("output", { class: "time" });
  const total = element("span", { class: "total" });
  const speed = element("select", { class: "speed", "aria-label": "Speed", title: "Speed", onchange: () => clock.setSpeed(Number(speed.value)) });
  for (const value of clock.speeds) speed.append(element("option", { value: String(value) }, `${number(value)}×`));

  const digits = () => Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(clock.end - clock.start || 1))));
  clock.onTime((t) => {
    slider.value = String(t);
    slider.style.setProperty("--done", place(t));
    now.textContent = (t - clock.origin).toFixed(digits());
  });
  clock.onChange(() => {
    play.replaceChildren(icon(clock.playing ? "pause" : "play"));
    speed.value = String(clock.speed);
    [slider.min, slider.max] = [String(clock.start), String(clock.end)];
    total.textContent = `/ ${number(clock.end - clock.origin)} s`;
  });
  clock.notify();
  return element(
    "section", { class: "transport", "aria-label": "Time" },
    button("back", "Step back (←)", () => clock.step(-1)), play, button("forward", "Step forward (→)", () => clock.step(1)),
    element("div", { class: "track" }, ticks, slider), element("div", { class: "clock" }, now, total), speed,
  );
}
