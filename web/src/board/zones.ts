// Areas laid over the board: each kind has a hatch of its own and each side a hue, a slant and an edge, so that shape tells as well as colour.
import { inkOf } from "./counter";
import type { BoardModel, Place } from "./model";
import { el, n, pathOf, type Point } from "./svg";

export interface Zone {
  places: string[];
  kind: string;
  side?: string;
}

/** What is repeated over an area, in a square of 14. */
const HATCH: Record<string, string> = {
  zone: "M-1 3.5H15M-1 10.5H15",
  supply: "M3.5 3.5h.01M10.5 10.5h.01",
  reach: "M2 7H9",
  detection: "M0 9.5Q3.5 3 7 9.5T14 9.5",
  fire: "M0 0L14 14M14 0L0 14",
  air: "M3.5 9L7 5L10.5 9",
  connection: "M4 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  victory: "M7 2.6V11.4M2.6 7H11.4M3.9 3.9L10.1 10.1M10.1 3.9L3.9 10.1",
};
const PLAIN = "M7 4V10";
const SLANT = [45, 135, 20, 110, 70];
const EDGE = ["", "9 5", "2.5 4.5", "12 4 2.5 4", "5 5"];

const rankOf = (board: BoardModel, side: string | undefined): number =>
  side ? Math.max(0, Object.keys(board.sides).indexOf(side)) : 0;

function hueOf(board: BoardModel, side: string | undefined): string {
  return side ? inkOf(board, side).field : "var(--accent)";
}

/** The hatch of a kind in a side's hue and slant. */
export function hatch(board: BoardModel, kind: string, side: string | undefined): { id: string; pattern: SVGElement } {
  const rank = rankOf(board, side);
  const id = `hatch-${kind}-${side ?? ""}`.replace(/[^\w-]/g, "");
  const turn = kind === "victory" || kind === "connection" || kind === "air" ? 0 : (SLANT[rank % SLANT.length] ?? 45);
  const tile = { width: 14, height: 14, patternUnits: "userSpaceOnUse" };
  const lines = el("path", { class: `hatch h-${kind}`, d: HATCH[kind] ?? PLAIN });
  const pattern = el(
    "pattern",
    {
      id,
      ...tile,
      class: "hatching",
      "data-turn": turn,
      patternTransform: `rotate(${turn})`,
      style: `--hue:${hueOf(board, side)}`,
    },
    [lines],
  );
  return { id, pattern };
}

/** The outer edge of some hexes, as loops: the sides that only one of them has. */
export function edgeOf(places: readonly Place[]): string {
  const key = ([x, y]: Point): string => `${Math.round(x)},${Math.round(y)}`;
  const sides = new Map<string, [Point, Point]>();
  for (const p of places) {
    const corners = p.outline ?? [];
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % corners.length] ?? a;
      // All hexes are drawn the same way round, so that a shared side runs once each way.
      if (!sides.delete(`${key(b)} ${key(a)}`)) sides.set(`${key(a)} ${key(b)}`, [a, b]);
    });
  }
  const from = new Map<string, [Point, Point][]>();
  for (const side of sides.values()) {
    const list = from.get(key(side[0]));
    if (list) list.push(side);
    else from.set(key(side[0]), [side]);
  }
  const loops: string[] = [];
  for (const first of sides.values()) {
    const loop: Point[] = [];
    for (let next = from.get(key(first[0]))?.pop(); next; next = from.get(key(next[1]))?.pop()) loop.push(next[0]);
    if (loop.length) loops.push(pathOf(loop));
  }
  return loops.join("");
}

/** Draws areas; patterns they need are put into `defs`. */
export function drawZones(
  board: BoardModel,
  zones: readonly Zone[],
  outline: (p: Place, grow?: number) => string,
  defs: SVGElement,
): SVGElement[] {
  const made = new Map<string, SVGElement>();
  const out = zones.map((zone): SVGElement => {
    const places = zone.places.map((id) => board.places.get(id)).filter((p): p is Place => Boolean(p));
    const { id, pattern } = hatch(board, zone.kind, zone.side);
    made.set(id, pattern);
    // What lies alone (stars, boxes, ring spaces) has an edge each; hexes share one.
    const hexes = places.filter((p) => p.shape === "hex");
    const alone = places.filter((p) => p.shape !== "hex");
    const grow = board.kind === "starmap" ? 22 : 0;
    const loose = alone.map((p) => outline(p, p.shape === "star" ? grow : 0)).join("");
    const edge = edgeOf(hexes) + loose;
    const dash = EDGE[rankOf(board, zone.side) % EDGE.length] ?? "";
    return el("g", { class: `zone z-${zone.kind}`, style: `--hue:${hueOf(board, zone.side)}` }, [
      el("path", { class: "zone-field", d: hexes.map((p) => outline(p)).join("") + loose, fill: `url(#${id})` }),
      el("path", { class: "zone-case", d: edge }),
      el("path", { class: "zone-edge", d: edge, "stroke-dasharray": dash || null }),
    ]);
  });
  defs.replaceChildren(...made.values());
  return out;
}

/** Hatches keep their width on the screen while one zooms. */
export function scaleHatches(defs: Element, lift: number): void {
  for (const pattern of defs.querySelectorAll<SVGElement>("pattern"))
    pattern.setAttribute("patternTransform", `rotate(${pattern.dataset["turn"] ?? 0}) scale(${n(lift)})`);
}
