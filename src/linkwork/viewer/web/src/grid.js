// A grid that fades towards its rim, its lines sharp at every scale.
import { Color, DoubleSide, ShaderMaterial, Vector2 } from "three";

const VERTEX = `
varying vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT = `
varying vec2 place;
uniform vec2 origin;
uniform vec3 colour;
uniform float spacing, radius, strength;
float lines(vec2 p, float width) {
  vec2 w = fwidth(p);
  vec2 g = abs(fract(p - 0.5) - 0.5) / max(w, vec2(1e-9));
  vec2 line = (1.0 - smoothstep(vec2(width - 0.5), vec2(width + 0.5), g)) * (1.0 - smoothstep(0.25, 0.7, w));
  return max(line.x, line.y);
}
void main() {
  vec2 p = place + origin;
  float fine = lines(p / spacing, 0.5) * 0.45;
  float coarse = lines(p / (5.0 * spacing), 0.7);
  float fade = 1.0 - smoothstep(0.25, 1.0, length(place) / radius);
  gl_FragColor = vec4(colour, max(fine, coarse) * fade * strength);
  if (gl_FragColor.a < 0.003) discard;
}`;

export function gridMaterial(spacing, radius) {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: {
      origin: { value: new Vector2() },
      colour: { value: new Color() },
      spacing: { value: spacing },
      radius: { value: radius },
      strength: { value: 0.3 },
    },
  });
}

/** 1, 2 or 5 times a power of ten, near x. */
export function niceSpacing(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= x);
  return factor * power;
}
