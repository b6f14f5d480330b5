// A star map: black sky, routes, stars by spectral class, boxes beside their star.
import type { BoardModel, Place } from "./model";
import { el, group, hash, n, pathOf } from "./svg";
import { tiers } from "./tiers";
import { bestSpot, boxAt, nameAt, textWidth, type Box, type Spot, type Written } from "./writing";

/** What the eye makes of a spectral class. */
const LIGHT: Record<string, string> = {
  O: "#9db8ff",
  B: "#b3c7ff",
  A: "#d5e0ff",
  F: "#f6f4ff",
  G: "#fff1c4",
  K: "#ffcf8f",
  M: "#ff9d73",
  D: "#e8f1ff",
};

export function starColour(spectral: string): string {
  return LIGHT[spectral.trim()[0]?.toUpperCase() ?? ""] ?? "#ffe9c4";
}

/** Faint background stars, the same on every visit. */
export function dust(board: BoardModel, count: number, seed: string): SVGElement {
  const parts: string[][] = [[], [], []];
  for (let i = 0; i < count; i++) {
    const x = (hash(`${seed}x${i}`) % 10000) / 10000;
    const y = (hash(`${seed}y${i}`) % 10000) / 10000;
    parts[hash(`${seed}s${i}`) % 3]?.push(`M${n(x * board.width)} ${n(y * board.height)}h.01`);
  }
  return group(
    "dust",
    parts.map((d, i) => el("path", { d: d.join(""), class: `dust${i}` })),
  );
}

/** Light that fades outwards, by a name of its own. */
export function glow(id: string, colour: string, strength: number): SVGElement {
  const stop = (offset: number, share: number): SVGElement =>
    el("stop", { offset, "stop-color": colour, "stop-opacity": n(strength * share) });
  return el("radialGradient", { id }, [stop(0, 1), stop(0.18, 0.42), stop(0.5, 0.12), stop(1, 0)]);
}

/** Clouds of faint light: a sky is never one black. */
function clouds(board: BoardModel): SVGElement {
  const { width: w, height: h } = board;
  const spots: [string, string, number, number, number, number, number, number][] = [
    ["cloud0", "#3b4fa0", 0.42, 0.24, 0.3, 0.5, 0.36, -18],
    ["cloud1", "#5a2f6e", 0.3, 0.74, 0.62, 0.46, 0.3, -24],
    ["cloud2", "#1d5f6b", 0.3, 0.5, 0.46, 0.7, 0.16, -28],
  ];
  return group(
    "clouds",
    spots.flatMap(([id, colour, strength, x, y, rx, ry, turn]) => [
      glow(id, colour, strength),
      el("ellipse", {
        rx: n(rx * w),
        ry: n(ry * h),
        fill: `url(#${id})`,
        transform: `translate(${n(x * w)} ${n(y * h)}) rotate(${turn})`,
      }),
    ]),
  );
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function star(board: BoardModel, p: Place): SVGElement {
  const spectral = text(p.raw["spectral"]) || text(p.raw.hint);
  const colour = board.terrains[p.terrain]?.fill ?? starColour(spectral);
  const r = Math.max(6, Math.min(p.r * 0.34, 13));
  return el("g", { class: "star", transform: `translate(${n(p.x)} ${n(p.y)})` }, [
    el("circle", { r: n(r * 2.6), fill: colour, opacity: 0.1 }),
    el("circle", { r: n(r * 1.5), fill: colour, opacity: 0.25 }),
    el("circle", { r: n(r), fill: colour }),
    el("circle", { r: n(r * 0.55), fill: "#fff", opacity: 0.6 }),
    el("path", {
      d: `M0 ${n(-r * 2.3)}V${n(r * 2.3)}M${n(-r * 2.3)} 0H${n(r * 2.3)}`,
      stroke: colour,
      "stroke-width": 0.8,
      opacity: 0.45,
    }),
  ]);
}

/** A name in one line, or in two where it has a break. */
const linesOf = (name: string): string[] => {
  const cut = name.search(/[ /](?!.*[ /])/);
  return cut < 0 ? [name] : [name.slice(0, name[cut] === "/" ? cut + 1 : cut), name.slice(cut + 1)];
};

/** What lies beyond the four edges of the map, as boxes. */
function beyondEdges({ width, height }: BoardModel): Box[] {
  const far = 10_000;
  return [
    { x0: -far, x1: 0, y0: -far, y1: far },
    { x0: width, x1: far, y0: -far, y1: far },
    { x0: -far, x1: far, y0: -far, y1: 0 },
    { x0: -far, x1: far, y0: height, y1: far },
  ];
}

/** The name of each star where it covers no box, no star and no other name. */
function starNames(board: BoardModel, lift: number): Written {
  const room = 38;
  const taken: Box[] = board.list
    .filter((p) => p.shape === "box" || p.shape === "star")
    .map((p) => (p.shape === "box" ? boxAt(p.x, p.y, p.w + 2, p.h + 2) : boxAt(p.x, p.y, room, room)));
  const worlds = new Set(board.list.filter((p) => p.shape === "box" && p.terrain === "primary").map((p) => p.group));
  const stars = board.list.filter((p) => p.shape === "star");
  // No name reaches over the edge of the map, nor, where all spots are taken, over a star itself rather than its glow.
  const cores = stars.map((p) => boxAt(p.x, p.y, 16, 16));
  const fixed = [...taken, ...cores, ...cores, ...beyondEdges(board)];
  taken.push(...cores, ...cores, ...beyondEdges(board));
  const out: Written["names"] = [];
  const font = 12.5 * lift;
  for (const p of stars.sort((a, b) => Number(worlds.has(b.group)) - Number(worlds.has(a.group)))) {
    const spots: Spot[] = [];
    for (const lines of new Set([[p.name], linesOf(p.name)])) {
      const half = (Math.max(...lines.map(textWidth)) * font) / 2;
      const tall = (lines.length * font) / 2;
      // Stacks lean up and to the right: a name above stands clear of them.
      const [up, down, side] = [
        -room / 2 - tall - (lines.length > 1 ? 1 : 6),
        room / 2 + tall + 1,
        room / 2 + half + 3,
      ];
      for (const [dx, dy] of [
        [0, up],
        [0, down],
        [side, 0],
        [-side, 0],
        [half * 0.7, up],
        [-half * 0.7, up],
        [half * 0.7, down],
        [-half * 0.7, down],
        [side, up * 0.6],
        [-side, up * 0.6],
        [side, down * 0.6],
        [-side, down * 0.6],
      ] as const)
        spots.push({ box: boxAt(p.x + dx, p.y + dy, 2 * half, 2 * tall), lines });
    }
    const { at, covers } = bestSpot(
      spots.map((s) => s.box),
      taken,
    );
    const spot = spots[at];
    if (!spot || (covers && lift > 2)) continue;
    taken.push(spot.box);
    out.push(nameAt(spots, at, font));
  }
  return { names: out, fixed };
}

/** A box on a surface: white for worlds, red for outposts; or a wide one beside the map, with its title. */
function starbox(board: BoardModel, p: Place): SVGElement[] {
  const wide = p.w > 70;
  const kind = wide ? "beside" : p.terrain || text(p.raw.hint) || "secondary";
  const at = { x: n(p.x - p.w / 2), y: n(p.y - p.h / 2), width: n(p.w), height: n(p.h), rx: wide ? 8 : 5 };
  const parts: SVGElement[] = [el("rect", { class: `starbox ${kind}`, ...at })];
  const title = text(board.insets.find((i) => i["place"] === p.id)?.["title"]) || p.name;
  const line = { class: "starboxname", x: n(p.x), y: n(p.y + p.h / 2 + 15) };
  if (wide) parts.push(el("text", { class: "starboxname wide", x: n(p.x), y: n(p.y - p.h / 2 + 22) }, [title]));
  else {
    // "Alpha Centauri A" beside Alpha Centauri is "A".
    const of = board.places.get(p.group)?.name ?? "";
    const own = p.name.startsWith(of) ? p.name.slice(of.length).trim() : p.name;
    if (own) parts.push(el("text", line, [own]));
  }
  return parts;
}

export function starmap(board: BoardModel): SVGElement[] {
  const sky = el("rect", { class: "sky", width: board.width, height: board.height });
  const grid = group("starhexes");
  const stars = group("stars");
  const boxes = group("boxes");
  for (const p of board.list) {
    if (p.shape === "hex" && p.outline) grid.append(el("path", { d: pathOf(p.outline) }));
    else if (p.shape === "box" && p.outline) boxes.append(...starbox(board, p));
    else if (p.shape === "star") stars.append(star(board, p));
  }
  const routes = group("routes");
  for (const edge of board.edges) {
    const a = board.places.get(edge.a);
    const b = board.places.get(edge.b);
    if (!a || !b) continue;
    const d = `M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}`;
    routes.append(
      el("g", { class: `route e-${edge.kind}`, "data-edge": `${edge.a} ${edge.b}` }, [
        el("path", { class: "route-glow", d }),
        el("path", { class: "route-line", d }),
      ]),
    );
  }
  return [
    sky,
    clouds(board),
    dust(board, 900, "star"),
    grid,
    routes,
    boxes,
    stars,
    tiers("starnames", (lift) => starNames(board, lift)),
  ];
}

/** Routes with both ends in one side's net shine in its colour; where both sides reach, in green. */
export function lightRoutes(root: Element, board: BoardModel, nets: Record<string, string[]>): void {
  const sets = Object.entries(nets).map(([side, list]) => [side, new Set(list)] as const);
  root.querySelector(".routes")?.classList.toggle("told", sets.length > 0);
  for (const route of root.querySelectorAll<SVGGElement>(".route")) {
    const [a = "", b = ""] = (route.dataset["edge"] ?? "").split(" ");
    const holders = sets.filter(([, set]) => set.has(a) && set.has(b)).map(([side]) => side);
    const hue = holders.length === 1 ? board.sides[holders[0] ?? ""]?.color : undefined;
    route.classList.toggle("lit", holders.length > 0);
    if (hue) route.style.setProperty("--hue", `color-mix(in oklab, ${hue} 62%, #fff)`);
    else route.style.removeProperty("--hue");
  }
}
