// The lower drawing: terrain, hexsides, names and numbers. It takes no events and is drawn once a scenario.
import { orrery } from "./orrery";
import { starmap } from "./starmap";
import type { BoardModel, Place } from "./model";
import { el, group, hash, n, pathOf, type Point } from "./svg";

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
  const at = (i: number): [number, number] => {
    const h = hash(`${seed}:${i}`);
    const a = ((h % 360) * Math.PI) / 180;
    const d = 5 + ((h >>> 9) % 100) / 7.5;
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
    case "cracks":
    case "lava":
      return each(4, (x, y) => `M${n(x - 5)} ${n(y - 2)}l4 3l1-4l5 4`);
    default:
      return "";
  }
}

export interface Side {
  a: Place;
  b: Place;
  p: Point;
  q: Point;
}

/** Hexsides shared by two places, found by their corner points. */
export function sidesOf(list: Place[]): Map<string, Side> {
  const key = (a: Point, b: Point): string => `${Math.round((a[0] + b[0]) / 3)},${Math.round((a[1] + b[1]) / 3)}`;
  const seen = new Map<string, { place: Place; p: Point; q: Point }>();
  const out = new Map<string, Side>();
  for (const place of list) {
    if (place.shape !== "hex" || !place.outline) continue;
    place.outline.forEach((p, i) => {
      const q = place.outline?.[(i + 1) % place.outline.length];
      if (!q) return;
      const k = key(p, q);
      const [cx, cy] = [Math.round((p[0] + q[0]) / 3), Math.round((p[1] + q[1]) / 3)];
      const near = [k, `${cx + 1},${cy}`, `${cx - 1},${cy}`, `${cx},${cy + 1}`, `${cx},${cy - 1}`].find((c) =>
        seen.has(c),
      );
      const other = near === undefined ? undefined : seen.get(near);
      if (other && other.place !== place) out.set(pair(place.id, other.place.id), { a: place, b: other.place, p, q });
      else seen.set(k, { place, p, q });
    });
  }
  return out;
}

export const pair = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** What a place is good for, as small signs along its lower edge: each its own shape. */
const major = (p: Place): boolean => p.terrain === "supply" || p.terrain === "capital" || p.raw["major"] === true;

export const SITES: Record<string, string> = {
  supply: "M0-6L1.8-1.9L6.2-1.7L2.7 1L4 5.3L0 2.8L-4 5.3L-2.7 1L-6.2-1.7L-1.8-1.9Z",
  resource: "M0-6L5.6 0L0 6L-5.6 0ZM0-2.6L-2.5 0L0 2.6L2.5 0Z",
  port: "M-1-2.6a2 2 0 1 1 2 0V-1H3.6V.8H1V4Q3.6 3.6 4.2 1.4L5.8 2Q4.6 6 0 6.2Q-4.6 6-5.8 2L-4.2 1.4Q-3.6 3.6-1 4V.8H-3.6V-1H-1Z",
  amphibious: "M-6-3H0V-6L6 0L0 6V3H-6Z",
  capital: "M0-6L6 0L0 6L-6 0Z",
  objective: "M-5-6H-3.4V6H-5ZM-3.4-6L6-3L-3.4 0Z",
  industry: "M-6 5.5V-1L-2 -3.6V-1L2-3.6V-1L4-3V-6H6V5.5Z",
};

function sites(p: Place): SVGElement[] {
  const list = p.raw["marks"];
  if (!Array.isArray(list)) return [];
  const known = list.map(String).filter((m) => SITES[m]);
  return known.map((m, i) => {
    const x = p.x + (i - (known.length - 1) / 2) * p.r * 0.46;
    const s = n(p.r / 34);
    return el("g", { transform: `translate(${n(x)} ${n(p.y - p.r * 0.32)}) scale(${s})`, class: `site ${m}` }, [
      el("circle", { class: "s-case", r: 8 }),
      el("path", { d: SITES[m] ?? "", transform: "scale(.82)", "fill-rule": "evenodd" }),
    ]);
  });
}

/** Groups that are drawn when they are first wanted: numbers and textures of thousands of hexes. */
export const deferred = new WeakMap<Element, () => void>();

export function drawNow(group: Element | null): void {
  const draw = group && deferred.get(group);
  if (!draw) return;
  deferred.delete(group);
  draw();
}

function textureOf(board: BoardModel, p: Place): SVGElement | null {
  const [light, , tex] = fillsOf(board, p.terrain);
  const strokes = texture(tex, hash(p.id) % 24);
  if (!strokes) return null;
  const s = p.r / 28;
  return el("path", {
    d: strokes,
    transform: `translate(${n(p.x)} ${n(p.y)})${s !== 1 ? ` scale(${n(s)})` : ""}`,
    class: `t-${tex} ${isDark(light) ? "inv" : ""}`,
  });
}

function numberOf(board: BoardModel, p: Place): SVGElement | null {
  if (!p.label || p.label.length > 9) return null;
  const inverse = isDark(fillsOf(board, p.terrain)[0]) ? "inv" : null;
  return el("text", { x: n(p.x), y: n(p.y - p.r * 0.62), "font-size": n(p.r * 0.25), class: inverse }, [p.label]);
}

function nameOf(p: Place): SVGElement | null {
  const named = p.raw["title"] ?? (p.name !== p.label && p.name !== p.id && !/\d{2,}/.test(p.name) ? p.name : "");
  if (!named || !p.terrain || isWater(p.terrain)) return null;
  const size = { x: n(p.x), y: n(p.y + p.r * 0.8), "font-size": n(p.r * 0.34) };
  return el("text", { ...size, class: major(p) ? "major" : "minor" }, [String(named)]);
}

/** One group a terrain, so that its colours are said once. */
function fieldsOf(board: BoardModel, list: Place[]): SVGElement {
  const fields = group("fields");
  const byTerrain = new Map<string, SVGElement>();
  for (const p of list) {
    let field = byTerrain.get(p.terrain);
    if (!field) {
      const [light, dark] = fillsOf(board, p.terrain);
      field = el("g", { style: `--l:${light};--d:${dark}`, class: isWater(p.terrain) ? "w" : "l" });
      byTerrain.set(p.terrain, field);
      fields.append(field);
    }
    field.append(el("path", { d: pathOf(p.outline ?? []) }));
  }
  return fields;
}

function hexes(board: BoardModel): SVGElement[] {
  const list = board.list.filter((p) => p.shape === "hex" && p.outline);
  const [textures, numbers, labels, marks] = [group("textures"), group("numbers"), group("names"), group("sites")];
  const fill = (into: SVGElement, make: (p: Place) => SVGElement | null) => (): void => {
    into.append(...list.map(make).filter((e): e is SVGElement => e !== null));
  };
  deferred.set(
    textures,
    fill(textures, (p) => textureOf(board, p)),
  );
  deferred.set(
    numbers,
    fill(numbers, (p) => numberOf(board, p)),
  );
  for (const p of list) marks.append(...sites(p));
  fill(labels, nameOf)();
  return [fieldsOf(board, list), textures, marks, numbers, labels];
}

const EDGE_ORDER = ["border", "great_river", "river", "lake", "mountain", "blocked", "sea"];

function edges(board: BoardModel, sides: Map<string, Side>): SVGElement {
  const coast: string[] = [];
  for (const side of sides.values())
    if (isWater(side.a.terrain) !== isWater(side.b.terrain))
      coast.push(`M${n(side.p[0])} ${n(side.p[1])}L${n(side.q[0])} ${n(side.q[1])}`);
  const byKind = new Map<string, string[]>();
  for (const edge of board.edges) {
    const side = sides.get(pair(edge.a, edge.b));
    const a = board.places.get(edge.a);
    const b = board.places.get(edge.b);
    if (!a || !b) continue;
    const d = side
      ? `M${n(side.p[0])} ${n(side.p[1])}L${n(side.q[0])} ${n(side.q[1])}`
      : `M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}`;
    const list = byKind.get(edge.kind);
    if (list) list.push(d);
    else byKind.set(edge.kind, [d]);
  }
  const out = group("edges");
  // Pieces of at most 60 sides, so that what is out of sight need not be drawn.
  const add = (kind: string, list: string[]): void => {
    for (let i = 0; i < list.length; i += 60)
      out.append(el("path", { class: `e-${kind}`, d: list.slice(i, i + 60).join("") }));
  };
  add("coast", coast);
  const kinds = [...byKind.keys()].sort((x, y) => EDGE_ORDER.indexOf(x) - EDGE_ORDER.indexOf(y));
  for (const kind of kinds) add(kind, byKind.get(kind) ?? []);
  return out;
}

function boxes(board: BoardModel): SVGElement {
  const out = group("boxes");
  for (const p of board.list) {
    if (p.shape === "hex" || !p.outline) continue;
    const [light, dark] = fillsOf(board, p.terrain);
    out.append(
      el("path", { d: pathOf(p.outline), class: "box", style: p.terrain ? `--l:${light};--d:${dark}` : null }),
    );
    const tall = p.h > p.w * 2;
    out.append(
      tall
        ? el("text", { class: "boxname", transform: `translate(${n(p.x - p.w / 2 - 5)} ${n(p.y)}) rotate(-90)` }, [
            p.name,
          ])
        : el("text", { class: "boxname", x: n(p.x), y: n(p.y - p.h / 2 + 15) }, [p.name]),
    );
  }
  return out;
}

export function drawTerrain(board: BoardModel): SVGElement[] {
  if (board.kind === "starmap") return starmap(board);
  if (board.kind === "orrery") return orrery(board);
  const [fields, ...rest] = hexes(board);
  if (!fields) return [];
  return [fields, ...rest.slice(0, 1), edges(board, sidesOf(board.list)), boxes(board), ...rest.slice(1)];
}

export { hexes, edges };
