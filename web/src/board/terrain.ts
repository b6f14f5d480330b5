// The lower drawing: the ground, hexsides, names and numbers. It takes no events and is drawn once a scenario.
import { Net } from "./ground";
import type { BoardModel, Place } from "./model";
import { city, labels, names, numberOf, sites } from "./names";
import { orrery } from "./orrery";
import { relief } from "./relief";
import { starmap } from "./starmap";
import { el, group, later, n, pathOf } from "./svg";
import { fillsOf, isWet, textureOf } from "./textures";

/** How far borders of terrain sway from the hexside, and rivers. */
const SWAY = 3.4;
const RIVER = 4.2;

/** What the ground of a place is drawn as: under a city lies the land around it. */
const groundOf = (p: Place): string => (typeof p.raw["ground"] === "string" ? p.raw["ground"] : p.terrain);

function painted(board: BoardModel, terrain: string, paths: string[], cls: string): SVGElement {
  const [light, dark] = fillsOf(board, terrain);
  return el(
    "g",
    { class: cls, style: `--l:${light};--d:${dark}` },
    paths.map((d) => el("path", { d })),
  );
}

/** The most frequent of some words. */
function usual(words: string[]): string {
  const count = new Map<string, number>();
  for (const w of words) count.set(w, (count.get(w) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

function byGround(list: Place[]): Map<string, Set<Place>> {
  const out = new Map<string, Set<Place>>();
  for (const p of list) {
    const set = out.get(groundOf(p));
    if (set) set.add(p);
    else out.set(groundOf(p), new Set([p]));
  }
  return out;
}

/** A coast as it is: polygons in board units, for land and for lakes. */
function coastOf(board: BoardModel): { land: string; lakes: string } | null {
  const said = board.raw["coast"] as { land?: number[][]; lakes?: number[][] } | undefined;
  if (!said?.land) return null;
  const path = (lines: number[][] = []): string =>
    lines
      .map((line) => {
        const points: string[] = [];
        for (let i = 0; i + 1 < line.length; i += 2)
          points.push(`${n((line[i] ?? 0) * board.scale)} ${n((line[i + 1] ?? 0) * board.scale)}`);
        return `M${points.join("L")}Z`;
      })
      .join("");
  return { land: path(said.land), lakes: path(said.lakes) };
}

/** Fields of one map: the water under everything, the commonest land on it, then each other terrain as a field. */
function fields(board: BoardModel, net: Net, textures: SVGElement[]): SVGElement[] {
  const water = net.list.filter((p) => isWet(board, p.terrain));
  const land = net.list.filter((p) => !isWet(board, p.terrain));
  const coast = coastOf(board);
  const common = usual(land.map(groundOf));
  const grounds = [...byGround(land)].filter(([terrain]) => terrain !== common).sort((a, b) => b[1].size - a[1].size);
  const out: SVGElement[] = [];
  const add = (terrain: string, places: Iterable<Place>, cls: string, sway = SWAY): void => {
    out.push(painted(board, terrain, net.fields(new Set(places), sway), cls));
  };
  const sea = usual(water.map((p) => p.terrain));
  if (water.length && !coast) {
    add(sea, net.list, "water");
    for (const [terrain, places] of byGround(water)) if (terrain !== sea) add(terrain, places, "water");
  }
  if (land.length) add(common, coast ? net.list : land, "land");
  for (const [terrain, places] of grounds) add(terrain, places, "land");
  if (!coast) {
    const beaches = [...net.sides.values()].flatMap(({ a, b }): [Place, Place][] =>
      b && isWet(board, a.terrain) !== isWet(board, b.terrain) ? [[a, b]] : [],
    );
    const style = `--l:${fillsOf(board, sea)[0]}`;
    out.push(...net.lines(beaches, SWAY).map((d) => el("path", { class: "coastline", d, style })));
  }
  out.push(...textures);
  if (coast) {
    const all = `M0 0H${n(board.width)}V${n(board.height)}H0Z`;
    out.push(
      painted(board, "lake", [all + coast.land, coast.lakes], "shallows"),
      el("path", { class: "coastline", d: coast.land }),
      el("path", { class: "coastline", d: coast.lakes }),
    );
    add(sea, water, "water deep");
  }
  const wet = (p: Place | null): boolean => p === null || isWet(board, p.terrain);
  const grid = (cls: string, wanted: (a: Place, b: Place | null) => boolean): SVGElement =>
    el(
      "g",
      { class: `grid ${cls}` },
      net.grid(wanted).map((d) => el("path", { d })),
    );
  out.push(
    grid("dry", (a, b) => !wet(a) || (b !== null && !wet(b))),
    grid("wet", (a, b) => wet(a) && wet(b)),
  );
  return out;
}

/** All hexes of a board: one net for each map on it. */
export function hexes(board: BoardModel): SVGElement[] {
  const list = board.list.filter((p) => p.shape === "hex" && p.outline);
  const maps = new Map<string, Place[]>();
  for (const p of list) {
    const key = board.kind === "hexmap" ? "" : p.group;
    const map = maps.get(key);
    if (map) map.push(p);
    else maps.set(key, [p]);
  }
  const each = (make: (p: Place) => SVGElement | null) => (into: SVGElement) => {
    into.append(...list.map(make).filter((e): e is SVGElement => e !== null));
  };
  const pattern = (p: Place): string => fillsOf(board, groundOf(p))[2];
  const shades = later("relief", (into) => relief(into, board, list, pattern));
  const textures = later(
    "textures",
    each((p) => textureOf(board, p, groundOf(p))),
  );
  const nets = [...maps.values()].map((map) => new Net(map));
  const marks = group("sites", [
    ...list.flatMap(sites),
    ...list.map((p) => city(board, p)).filter((e): e is SVGElement => e !== null),
  ]);
  const single = nets.length === 1;
  return [
    ...nets.map((net) => group("fields", fields(board, net, single ? [shades, textures] : []))),
    ...(single ? [] : [shades, textures]),
    ...nets.map((net) => edges(board, net)),
    marks,
    labels(board),
    later(
      "numbers",
      each((p) => numberOf(board, p)),
    ),
    names(list),
  ];
}

const EDGE_ORDER = ["coast", "weather_line", "rail_net", "border", "river", "great_river", "lake", "sea", "blocked"];

/** Hexsides with a meaning, joined to lines: rivers sway, borders and ridges keep to the grid. */
function edges(board: BoardModel, net: Net): SVGElement {
  const here = new Set(net.list);
  const byKind = new Map<string, [Place, Place][]>();
  for (const edge of board.edges) {
    const [a, b] = [board.places.get(edge.a), board.places.get(edge.b)];
    if (!a || !b || !here.has(a)) continue;
    const list = byKind.get(edge.kind);
    if (list) list.push([a, b]);
    else byKind.set(edge.kind, [[a, b]]);
  }
  const out = group("edges");
  const kinds = [...byKind.keys()].sort((x, y) => EDGE_ORDER.indexOf(x) - EDGE_ORDER.indexOf(y));
  for (const kind of kinds) {
    const sway = /river/.test(kind) ? RIVER : 0;
    const lines = net.lines(byKind.get(kind) ?? [], sway);
    // Wide water and ridges have a bank: the same line, a little wider, underneath.
    if (/river|blocked|mountain/.test(kind))
      out.append(...lines.map((d) => el("path", { class: `e-${kind} bank`, d })));
    out.append(...lines.map((d) => el("path", { class: `e-${kind}`, d })));
  }
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
    const [x, y] = tall ? [p.x - p.w / 2 - 5, p.y] : [p.x, p.y - p.h / 2 + 5];
    const style = `--most:${n(Math.min(24, (tall ? p.h : p.w) / (p.name.length * 0.5)))}px`;
    const transform = `translate(${n(x)} ${n(y)})${tall ? " rotate(-90)" : ""}`;
    out.append(el("text", { class: tall ? "boxname" : "boxname hung", style, transform }, [p.name]));
  }
  return out;
}

export function drawTerrain(board: BoardModel): SVGElement[] {
  if (board.kind === "starmap") return starmap(board);
  if (board.kind === "orrery") return orrery(board);
  return [...hexes(board), boxes(board)];
}
