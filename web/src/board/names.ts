// What is written on a map: hex numbers, the names of cities, seas and ranges, and the small signs of what a place is good for.
import type { BoardModel, Place } from "./model";
import { el, group, n } from "./svg";
import { fillsOf, isDark, isWater } from "./textures";
import { tiers } from "./tiers";
import { bestSpot, nameAt, textBox, textWidth, type Box, type Written } from "./writing";

const major = (p: Place): boolean => p.terrain === "supply" || p.terrain === "capital" || p.raw["major"] === true;

/** What a place is good for: each its own shape. */
export const SITES: Record<string, string> = {
  supply: "M0-6L1.8-1.9L6.2-1.7L2.7 1L4 5.3L0 2.8L-4 5.3L-2.7 1L-6.2-1.7L-1.8-1.9Z",
  resource: "M0-6L5.6 0L0 6L-5.6 0ZM0-2.6L-2.5 0L0 2.6L2.5 0Z",
  port: "M-1-2.6a2 2 0 1 1 2 0V-1H3.6V.8H1V4Q3.6 3.6 4.2 1.4L5.8 2Q4.6 6 0 6.2Q-4.6 6-5.8 2L-4.2 1.4Q-3.6 3.6-1 4V.8H-3.6V-1H-1Z",
  amphibious: "M-6-3H0V-6L6 0L0 6V3H-6Z",
  capital: "M0-6L6 0L0 6L-6 0Z",
  objective: "M-5-6H-3.4V6H-5ZM-3.4-6L6-3L-3.4 0Z",
  industry: "M-6 5.5V-1L-2 -3.6V-1L2-3.6V-1L4-3V-6H6V5.5Z",
};

/** Signs stand one above another along the right side of the hex, where a counter leaves them in sight. */
export function sites(p: Place): SVGElement[] {
  const list = p.raw["marks"];
  if (!Array.isArray(list)) return [];
  const known = list.map(String).filter((m) => SITES[m] && !(m === "supply" && p.terrain === "supply"));
  return known.map((m, i) => {
    const y = p.y + (i - (known.length - 1) / 2) * p.r * 0.42;
    const s = n(p.r / 46);
    return el("g", { transform: `translate(${n(p.x + p.r * 0.62)} ${n(y)}) scale(${s})`, class: `site ${m}` }, [
      el("circle", { class: "s-case", r: 8 }),
      el("path", { d: SITES[m] ?? "", transform: "scale(.82)", "fill-rule": "evenodd" }),
    ]);
  });
}

/** A city is a square on its spot; one that feeds armies a larger one with a star. */
export function city(board: BoardModel, p: Place): SVGElement | null {
  if (!/^(urban|supply|city|capital)$/.test(p.terrain) || !p.raw["spot"]) return null;
  const spot = p.raw["spot"];
  const [east = 0, north = 0] = Array.isArray(spot) ? spot.map(Number) : [];
  const [x, y] = [p.x + (east / 100) * board.scale * 0.8, p.y - (north / 100) * board.scale * 0.8];
  const side = major(p) ? 15 : 10;
  const parts: SVGElement[] = [el("rect", { x: -side / 2, y: -side / 2, width: side, height: side, rx: 0.8 })];
  if (major(p)) parts.push(el("path", { d: SITES["supply"] ?? "", transform: "scale(.9)" }));
  return el("g", { class: `city ${major(p) ? "great" : ""}`, transform: `translate(${n(x)} ${n(y)})` }, parts);
}

export function numberOf(board: BoardModel, p: Place): SVGElement | null {
  if (!p.label || p.label.length > 9) return null;
  const inverse = isDark(fillsOf(board, p.terrain)[0]) ? "inv" : null;
  return el("text", { x: n(p.x), y: n(p.y - p.r * 0.62), "font-size": n(p.r * 0.25), class: inverse }, [p.label]);
}

function titleOf(p: Place): string {
  const named = p.raw["title"] ?? (p.name !== p.label && p.name !== p.id && !/\d{2,}/.test(p.name) ? p.name : "");
  return named && p.terrain && !isWater(p.terrain) ? String(named) : "";
}

/** Names, each at the first spot round its place where it covers no other; where there is none, the lesser ones are left out. */
function placed(list: readonly Place[], lift: number): Written {
  const taken: Box[] = [];
  const out: Written["names"] = [];
  for (const p of list) {
    const text = titleOf(p);
    const font = (major(p) ? 11.6 : 10) * lift;
    const half = (textWidth(text) * font) / 2;
    const spots: [number, number][] = [
      [0, p.r * 0.66 + font * 0.7],
      [0, -p.r * 0.66],
      [p.r * 0.6 + half, font * 0.35],
      [-p.r * 0.6 - half, font * 0.35],
      [half * 0.8, p.r * 0.66 + font * 0.8],
      [-half * 0.8, p.r * 0.66 + font * 0.8],
      [half * 0.8, -p.r * 0.66],
      [-half * 0.8, -p.r * 0.66],
    ];
    // Farther off, for when counters stand in the hex.
    const far: [number, number][] = [
      [0, p.r + font * 0.8],
      [0, -p.r - font * 0.1],
      [p.r + half, font * 0.35],
      [-p.r - half, font * 0.35],
    ];
    const boxes = [...spots, ...far].map(([dx, dy]) => textBox(text, p.x + dx, p.y + dy, font));
    const { at, covers } = bestSpot(boxes.slice(0, spots.length), taken);
    const box = boxes[at];
    if (!box || (covers && lift > 1)) continue;
    taken.push(box);
    const all = boxes.map((b) => ({ box: b, lines: [text] }));
    out.push(nameAt(all, at, font, font * 0.24));
  }
  return { names: out, fixed: [] };
}

/** From the map's smallest sizes on only the great cities are named. */
const ONLY_GREAT = 4;

export function names(list: Place[]): SVGElement {
  const named = list.filter((p) => titleOf(p)).sort((a, b) => Number(major(b)) - Number(major(a)));
  const great = named.filter(major);
  return tiers("names", (lift) => placed(lift > ONLY_GREAT ? great : named, lift));
}

/** Seas, countries and ranges, written wide and faint. */
export function labels(board: BoardModel): SVGElement {
  const said = board.raw["labels"];
  const out = group("labels");
  for (const l of Array.isArray(said) ? (said as Record<string, unknown>[]) : []) {
    const [x, y, size, turn] = [l["x"], l["y"], l["size"], l["turn"]].map((v) => Number(v ?? 0));
    if (!x || !y || !size) continue;
    const at = `translate(${n(x * board.scale)} ${n(y * board.scale)}) rotate(${n(turn ?? 0)})`;
    const kind = String(l["kind"] ?? "");
    out.append(
      el("text", { class: `l-${kind}`, transform: at, "font-size": n(size * board.scale * 0.72) }, [
        String(l["text"] ?? ""),
      ]),
    );
  }
  return out;
}
