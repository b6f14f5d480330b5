// Names laid where they cover least: on the bare map once, and clear of the counters as these come and go.
import { el, n } from "./svg";

export interface Box {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

export const boxAt = (x: number, y: number, w: number, h: number): Box => ({
  x0: x - w / 2,
  x1: x + w / 2,
  y0: y - h / 2,
  y1: y + h / 2,
});

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));

/** Which of some spots for a name covers least of what stands already, the earlier of equals; and how much it covers. */
export function bestSpot(spots: readonly Box[], taken: readonly Box[]): { at: number; covers: number } {
  let [at, covers] = [0, Infinity];
  for (const [i, spot] of spots.entries()) {
    const sum = taken.reduce((all, box) => all + overlap(spot, box), 0);
    if (sum < covers) [at, covers] = [i, sum];
    if (!sum) break;
  }
  return { at, covers };
}

/** How wide the bold narrow letters of names are, as parts of their size, spacing included; all others 0.62. */
const WIDTHS: [letters: string, width: number][] = [
  ["ijlIí .,:'’|", 0.27],
  ["ft-()", 0.32],
  ["r", 0.37],
  ["aceksvxyzJ0123456789áé", 0.51],
  ["bdghnopquFLTZóúñöü", 0.55],
  ["wGOQ", 0.69],
  ["mM", 0.78],
  ["W", 0.83],
];
const widthOf = new Map(WIDTHS.flatMap(([letters, width]) => [...letters].map((letter) => [letter, width])));
/** How far the outline of a name reaches beyond its letters, likewise. */
const OUTLINE = 0.24;

/** How wide a line of a name is at size 1, outline included. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (widthOf.get(letter) ?? 0.62), OUTLINE);

/** The box a line of narrow letters fills, its baseline's middle at a point. */
export const textBox = (text: string, x: number, y: number, font: number): Box =>
  boxAt(x, y - font * 0.3, textWidth(text) * font, font);

/** Where a name may stand, and in which lines. */
export interface Spot {
  box: Box;
  lines: string[];
}

interface Name {
  node: SVGElement;
  font: number;
  spots: Spot[];
  /** The spot it has on the bare map, and the one it has now. */
  own: number;
  now: number;
}

/** The names of one step of zoom, and what on the bare map none of them should cover. */
export interface Written {
  names: Name[];
  fixed: readonly Box[];
}

const written = new WeakMap<Element, Written>();

function letter(name: Name, at: number): void {
  const spot = name.spots[at];
  if (!spot) return;
  name.now = at;
  const { x0, x1, y0 } = spot.box;
  const lines = spot.lines.map((line, i) =>
    el("tspan", { x: n((x0 + x1) / 2), y: n(y0 + name.font * (i + 0.8)) }, [line]),
  );
  name.node.replaceChildren(...lines);
}

export function nameAt(spots: Spot[], own: number, font: number, outline: number | null = null): Name {
  const node = el("text", { "font-size": n(font), "stroke-width": outline === null ? null : n(outline) });
  const name = { node, font, spots, own, now: own };
  letter(name, own);
  return name;
}

export function keep(into: SVGElement, what: Written): void {
  into.append(...what.names.map((name) => name.node));
  written.set(into, what);
}

/** Names that counters would cover go to another spot, and back when the counters have gone. */
export function stepAside(group: Element, counters: readonly Box[]): void {
  const { names, fixed } = written.get(group) ?? { names: [], fixed: [] };
  const taken = names.map((name) => name.spots[name.own]?.box);
  names.forEach((name, i) => {
    const own = taken[i];
    const hidden = own && counters.some((counter) => overlap(own, counter) > 0);
    const rest = hidden ? taken.filter((box, j): box is Box => j !== i && box !== undefined) : [];
    const boxes = name.spots.map((spot) => spot.box);
    const at = hidden ? bestSpot(boxes, [...counters, ...fixed, ...rest]).at : name.own;
    if (at !== name.now) letter(name, at);
    taken[i] = boxes[at];
  });
}
