// Shaded relief: a faint picture of light and shade under the textures, worked out from how high each hex lies.
import type { BoardModel, Place } from "./model";
import { el } from "./svg";
import { isWet } from "./textures";

/** Pixels of the board to one of the picture. */
const GRAIN = 5;

/** How high a texture looks, where the game gives no heights. */
const RISE: Record<string, number> = {
  mountain: 1,
  cross_hatch: 0.8,
  rough: 0.8,
  hatch: 0.5,
  hills: 0.5,
  cracks: 0.5,
  wilderness: 0.25,
  forest: 0.15,
  tufts: 0.15,
};

interface Field {
  w: number;
  h: number;
  z: Float32Array;
  /** Which pixels lie on dry land. */
  dry: Uint8Array;
}

const number = (v: unknown): number | null => (typeof v === "number" ? v : null);

/** Smooth noise from -1 to 1 on a unit grid. */
function noise(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const at = (a: number, b: number): number => {
    let h = Math.imul(a, 374761393) ^ Math.imul(b, 668265263);
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) & 0xffff) / 32768 - 1;
  };
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const [u, v] = [ease(x - i), ease(y - j)];
  const top = at(i, j) + (at(i + 1, j) - at(i, j)) * u;
  const bottom = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * u;
  return top + (bottom - top) * v;
}

/** Heights laid out as soft hills round the middle of each hex, roughened where it is high. */
function heights(board: BoardModel, list: Place[], patternOf: (p: Place) => string): Field {
  const [w, h] = [Math.ceil(board.width / GRAIN), Math.ceil(board.height / GRAIN)];
  const z = new Float32Array(w * h);
  const weight = new Float32Array(w * h);
  const dry = new Uint8Array(w * h);
  const top = Math.max(1, ...list.map((p) => number(p.raw["height"]) ?? 0));
  for (const p of list) {
    const said = number(p.raw["height"]);
    const rise = Math.max(said === null ? 0 : Math.sqrt(said / top), (RISE[patternOf(p)] ?? 0) * (said ? 0.8 : 1));
    const reach = Math.ceil((p.r * 1.5) / GRAIN);
    const [cx, cy] = [p.x / GRAIN, p.y / GRAIN];
    for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(h, cy + reach); y++)
      for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(w, cx + reach); x++) {
        const d = ((x - cx) ** 2 + (y - cy) ** 2) / (reach * reach);
        if (d >= 1) continue;
        const share = (1 - d) * (1 - d);
        const i = y * w + x;
        if (d * 1.5 * 1.5 < 0.8) dry[i] = isWet(board, p.terrain) ? 0 : 1;
        z[i] = (z[i] ?? 0) + rise * share;
        weight[i] = (weight[i] ?? 0) + share;
      }
  }
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      const share = weight[i] ?? 0;
      if (!share) continue;
      const high = (z[i] ?? 0) / share;
      const ridges = 0.7 - Math.abs(noise(x / 5.5, y / 5.5)) + 0.5 * (0.5 - Math.abs(noise(x / 2.6 + 9, y / 2.6)));
      z[i] = high * (1 + 0.8 * high * ridges);
    }
  return { w, h, z, dry };
}

/** Light from the north-west: shade as black, lit slopes as white, both faint. */
function shade({ w, h, z, dry }: Field, pixels: Uint8ClampedArray): void {
  for (let y = 1; y < h - 1; y++)
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x;
      if (!dry[i]) continue;
      const slope = (z[i + 1] ?? 0) - (z[i - 1] ?? 0) + (z[i + w] ?? 0) - (z[i - w] ?? 0);
      const dark = slope < 0;
      const [r, g, b] = dark ? [52, 36, 18] : [255, 252, 240];
      const alpha = Math.min(dark ? 110 : 120, Math.abs(slope) * (dark ? 230 : 260));
      pixels.set([r, g, b, alpha], i * 4);
    }
}

/** Draws the relief into a group, when there is anything that rises and a canvas to draw it on. */
export function relief(into: SVGElement, board: BoardModel, list: Place[], patternOf: (p: Place) => string): void {
  if (!list.some((p) => (RISE[patternOf(p)] ?? 0) > 0.3)) return;
  const field = heights(board, list, patternOf);
  const canvas = document.createElement("canvas");
  canvas.width = field.w;
  canvas.height = field.h;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const picture = pen.createImageData(field.w, field.h);
  shade(field, picture.data);
  pen.putImageData(picture, 0, 0);
  canvas.toBlob((blob) => {
    if (!blob) return;
    const href = URL.createObjectURL(blob);
    const image = el("image", { href, width: field.w * GRAIN, height: field.h * GRAIN });
    image.addEventListener("load", () => URL.revokeObjectURL(href));
    into.append(image);
  });
}
