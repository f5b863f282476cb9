// Materials that follow the theme.
import { LineBasicMaterial, MeshBasicMaterial, MeshStandardMaterial } from "three";

export class Materials {
  constructor(theme) {
    this.theme = theme;
  }

  /** A solid in a colour of the theme: a name, or ["bodies", k]. */
  solid(colour, options = {}) {
    const material = new MeshStandardMaterial({ roughness: 0.52, metalness: 0.08, ...options });
    return this.follow(material, colour);
  }

  metal(colour = "steel") {
    return this.solid(colour, { roughness: 0.4, metalness: 0.35 });
  }

  line(colour, options = {}) {
    return this.follow(new LineBasicMaterial({ transparent: true, ...options }), colour);
  }

  /** Drawn over everything, without shading. */
  overlay(colour) {
    return this.follow(new MeshBasicMaterial({ depthTest: false, transparent: true }), colour);
  }

  follow(material, colour) {
    this.theme.onChange((colours) => {
      const found = Array.isArray(colour) ? colours[colour[0]][colour[1] % colours[colour[0]].length] : colours[colour];
      material.color.set(found);
      if (colour === "edge") material.opacity = colours.edgeOpacity;
    });
    return material;
  }
}
