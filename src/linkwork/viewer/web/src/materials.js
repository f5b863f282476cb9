// Materials that follow the theme.
import { LineBasicMaterial, MeshBasicMaterial, MeshLambertMaterial, MeshStandardMaterial } from "three";

export class Materials {
  /** Plain materials where pictures are drawn without a graphics card. */
  constructor(theme, plain) {
    Object.assign(this, { theme, plain });
  }

  /** A solid in a colour of the theme: a name, or ["bodies", k]. */
  solid(colour, options = {}) {
    const { roughness = 0.52, metalness = 0.08, ...rest } = options;
    const material = this.plain ? new MeshLambertMaterial(rest) : new MeshStandardMaterial({ roughness, metalness, ...rest });
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
