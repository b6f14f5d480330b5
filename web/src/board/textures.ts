// Colours and drawn textures of terrain: the game's own where it says, the usual ones where it doesn't.
import type { BoardModel, Place } from "./model";
import { el, hash, n } from "./svg";

/** How the client draws terrain a game gives no colours for: light fill, dark fill, texture. */
const USUAL: Record<string, [string, string, string]> = {
  clear: ["#efe7cf", "#4d4a3c", ""],
  plains: ["#efe7cf", "#4d4a3c", ""],
  land: ["#e6dcb9", "#57523e", ""],
  forest: ["#c9d4a5", "#3c4c36", "forest"],
  wilderness: ["#c2c9a6", "#434a38", "wild"],
  broken: ["#e2d2aa", "#544a37", "broken"],
  rough: ["#d8bf94", "#5b4a36", "rough"],
  mountain: ["#cbb193", "#5a4c40", "mountain"],
  tundra: ["#dfe0d3", "#464d4c", "stipple"],
  urban: ["#e7d9c6", "#57483d", "urban"],
  supply: ["#e7d9c6", "#57483d", "urban"],
  city: ["#e7d9c6", "#57483d", "urban"],
  sea: ["#bcd5dd", "#1d3440", ""],
  ocean: ["#bcd5dd", "#1d3440", ""],
  water: ["#bcd5dd", "#1d3440", ""],
  lake: ["#b3d0dc", "#213d4b", ""],
  coast: ["#d5d9bb", "#3f4a41", ""],
  part_sea: ["#d3dabc", "#3b4b44", ""],
  ice: ["#eef3f4", "#4a565c", "stipple"],
};

const WATER = /sea|ocean|lake|water/;
export const isWater = (terrain: string): boolean => WATER.test(terrain) && !/part/.test(terrain);

export function fillsOf(board: BoardModel, terrain: string): [string, string, string] {
  const own = board.terrains[terrain];
  const usual = USUAL[terrain] ?? ["#e9e0c8", "#4a473c", ""];
  return [own?.fill ?? usual[0], own?.dark ?? own?.fill ?? usual[1], own?.pattern ?? usual[2]];
}

/** Drawn with waves, a terrain is water of some kind, whatever the game calls it; molten rock too. */
export const isWet = (board: BoardModel, terrain: string): boolean =>
  isWater(terrain) || fillsOf(board, terrain)[2] === "waves";

/** Is a colour so dark that what is drawn on it must be light? */
export function isDark(colour: string): boolean {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour)?.[1];
  if (!hex) return false;
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((i) => parseInt(full.slice(i, i + 2), 16) / 255);
  return 0.3 * r + 0.6 * g + 0.1 * b < 0.45;
}

/** Small strokes of a texture within a hex of radius 28, varied by a number. */
function texture(kind: string, seed: number): string {
  // Seeds of a sunflower: never two strokes on one spot.
  const at = (i: number): [number, number] => {
    const a = (hash(`${seed}`) % 360) / 57.3 + i * 2.4;
    const d = 4 + 5.2 * Math.sqrt(i + 0.2);
    return [d * Math.cos(a), d * Math.sin(a)];
  };
  const spots = Array.from({ length: 7 }, (_, i) => at(i));
  const each = (count: number, draw: (x: number, y: number) => string): string =>
    spots
      .slice(0, count)
      .map(([x, y]) => draw(x, y))
      .join("");
  switch (kind) {
    case "forest":
    case "tufts":
      return each(6, (x, y) => `M${n(x - 2.6)} ${n(y + 1.6)}a2.6 3.4 0 0 1 5.2 0M${n(x)} ${n(y + 1.6)}v2`);
    case "wild":
    case "wilderness":
      return each(5, (x, y) => `M${n(x - 2.4)} ${n(y + 2)}l2.4-4.4l2.4 4.4M${n(x)} ${n(y + 2)}v2`);
    case "rough":
    case "cross_hatch":
      return each(6, (x, y) => `M${n(x - 3)} ${n(y + 2.5)}l3-5l3.4 5M${n(x)} ${n(y - 2.5)}l1 3.6`);
    case "mountain":
    case "mountains":
    case "peaks":
      return each(4, (x, y) => `M${n(x - 5)} ${n(y + 4)}l5-9l5.4 9M${n(x)} ${n(y - 5)}l1.4 4.5l-1.2 3.5`);
    case "broken":
    case "hills":
    case "hatch":
    case "hatching":
      return each(5, (x, y) => `M${n(x - 3.5)} ${n(y + 1)}q3.5-4.6 7 0`);
    case "stipple":
    case "dots":
    case "tundra":
    case "sand":
      return each(7, (x, y) => `M${n(x)} ${n(y)}h.01`);
    case "dashes":
      return each(5, (x, y) => `M${n(x - 3)} ${n(y)}h6`);
    case "urban":
    case "blocks":
      return "M-9-7h7v6h-7zM2-9h8v5h-8zM-8 3h6v7h-6zM2 0h9v4h-9zM3 7h6v4h-6z";
    case "waves":
      return each(3, (x, y) => `M${n(x - 5)} ${n(y)}q2.5-3 5 0t5 0`);
    case "shoals":
      return each(2, (x, y) => `M${n(x - 3)} ${n(y)}q1.5-2 3 0t3 0`);
    case "swell":
      return each(2, (x, y) => `M${n(x - 5)} ${n(y)}q2.5-3 5 0t5 0`);
    case "cracks":
    case "lava":
      return each(4, (x, y) => `M${n(x - 5)} ${n(y - 2)}l4 3l1-4l5 4`);
    default:
      return "";
  }
}

export function textureOf(board: BoardModel, p: Place, ground: string): SVGElement | null {
  const [light, , tex] = fillsOf(board, ground);
  const strokes = texture(tex, hash(p.id) % 24);
  if (!strokes) return null;
  const s = p.r / 28;
  return el("path", {
    d: strokes,
    transform: `translate(${n(p.x)} ${n(p.y)})${s !== 1 ? ` scale(${n(s)})` : ""}`,
    class: `t-${tex} ${isDark(light) ? "inv" : ""}`,
  });
}
