// A star map: black sky, routes, stars by spectral class, boxes beside their star.
import type { BoardModel, Place } from "./model";
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

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function star(board: BoardModel, p: Place): SVGElement {
  const spectral = text(p.raw["spectral"]) || text(p.raw.hint);
  const colour = board.terrains[p.terrain]?.fill ?? starColour(spectral);
  const r = Math.max(6, Math.min(p.r * 0.34, 13));
  return el("g", { class: "star", transform: `translate(${n(p.x)} ${n(p.y)})` }, [
    el("circle", { r: n(r * 2.1), fill: colour, opacity: 0.12 }),
    el("circle", { r: n(r * 1.45), fill: colour, opacity: 0.22 }),
    el("circle", { r: n(r), fill: colour }),
    el("path", {
      d: `M0 ${n(-r * 2.3)}V${n(r * 2.3)}M${n(-r * 2.3)} 0H${n(r * 2.3)}`,
      stroke: colour,
      "stroke-width": 0.8,
      opacity: 0.45,
    }),
  ]);
}

export function starmap(board: BoardModel): SVGElement[] {
  const sky = el("rect", { class: "sky", width: board.width, height: board.height });
  const grid = group("starhexes");
  const stars = group("stars");
  const boxes = group("boxes");
  const names = group("starnames");
  for (const p of board.list) {
    if (p.shape === "hex" && p.outline) grid.append(el("path", { d: pathOf(p.outline) }));
    else if (p.shape === "box" && p.outline) {
      const kind = p.terrain || text(p.raw.hint) || "secondary";
      boxes.append(
        el("rect", {
          class: `starbox ${kind}`,
          x: n(p.x - p.w / 2),
          y: n(p.y - p.h / 2),
          width: n(p.w),
          height: n(p.h),
          rx: 4,
        }),
      );
      const star = board.places.get(p.group);
      if (p.w > 70)
        boxes.append(el("text", { class: "starboxname wide", x: n(p.x), y: n(p.y - p.h / 2 + 15) }, [p.name]));
      else if (star?.name !== p.name)
        boxes.append(el("text", { class: "starboxname", x: n(p.x), y: n(p.y + p.h / 2 + 10) }, [p.name]));
    }
    if (p.shape === "star") {
      stars.append(star(board, p));
      names.append(el("text", { x: n(p.x), y: n(p.y - 17) }, [p.name]));
    }
  }
  const routes = group("routes");
  for (const edge of board.edges) {
    const a = board.places.get(edge.a);
    const b = board.places.get(edge.b);
    if (!a || !b) continue;
    const d = `M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}`;
    routes.append(
      el("path", { class: `route-glow`, d }),
      el("path", { class: `route e-${edge.kind}`, d, "data-edge": `${edge.a} ${edge.b}` }),
    );
  }
  return [sky, dust(board, 500, "star"), grid, routes, boxes, stars, names];
}
