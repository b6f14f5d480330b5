// A star map: black sky, routes, stars by spectral class, boxes beside their star.
import type { BoardModel, Place } from "./model";
import { boxAt, freeSpot, textBox, type Box } from "./names";
import { el, group, hash, n, pathOf } from "./svg";

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

/** The name of each star where it covers no box, no star and no other name. */
function starNames(board: BoardModel): SVGElement {
  const taken: Box[] = board.list
    .filter((p) => p.shape === "box" || p.shape === "star")
    .map((p) => (p.shape === "box" ? boxAt(p.x, p.y, p.w + 2, p.h + 2) : boxAt(p.x, p.y, 40, 40)));
  const out = group("starnames");
  const font = 18;
  for (const p of board.list) {
    if (p.shape !== "star") continue;
    const half = (p.name.length * font * 0.46) / 2;
    const spots = [
      [0, -27],
      [0, 38],
      [26 + half, 6],
      [-26 - half, 6],
      [half * 0.7, -27],
      [-half * 0.7, -27],
      [half * 0.7, 38],
      [-half * 0.7, 38],
    ].map(([dx = 0, dy = 0]) => textBox(p.name, p.x + dx, p.y + dy, font));
    const box = spots[Math.max(0, freeSpot(spots, taken))];
    if (!box) continue;
    taken.push(box);
    out.append(el("text", { x: n((box.x0 + box.x1) / 2), y: n(box.y1 - font * 0.2), "font-size": font }, [p.name]));
  }
  return out;
}

/** A box on a surface: white for worlds, red for outposts; or a wide one beside the map, with its title. */
function starbox(board: BoardModel, p: Place): SVGElement[] {
  const wide = p.w > 70;
  const kind = wide ? "beside" : p.terrain || text(p.raw.hint) || "secondary";
  const at = { x: n(p.x - p.w / 2), y: n(p.y - p.h / 2), width: n(p.w), height: n(p.h), rx: wide ? 8 : 5 };
  const parts: SVGElement[] = [el("rect", { class: `starbox ${kind}`, ...at })];
  const title = text(board.insets.find((i) => i["place"] === p.id)?.["title"]) || p.name;
  const line = { class: "starboxname", x: n(p.x), y: n(p.y + p.h / 2 + 10) };
  if (wide) parts.push(el("text", { class: "starboxname wide", x: n(p.x), y: n(p.y - p.h / 2 + 22) }, [title]));
  else if (board.places.get(p.group)?.name !== p.name) parts.push(el("text", line, [p.name]));
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
  return [sky, clouds(board), dust(board, 900, "star"), grid, routes, boxes, stars, starNames(board)];
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
