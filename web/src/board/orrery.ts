// A solar map: the Sun, rings cut into spaces, orbit boxes, and planets laid out as small maps beside them.
import type { BoardModel, Place } from "./model";
import { dust, glow } from "./starmap";
import { el, group, n, pathOf, sector, type Point } from "./svg";
import { hexes } from "./terrain";

interface RingSpace {
  cx: number;
  cy: number;
  r0: number;
  r1: number;
  a0: number;
  a1: number;
}

const num = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** The Sun's place: said by the game, or the middle of the ring spaces. */
export function sunOf(board: BoardModel): Point {
  const said = board.raw["centre"] ?? board.raw["center"] ?? board.raw["sun"];
  if (Array.isArray(said)) return [Number(said[0]) * board.scale, Number(said[1]) * board.scale];
  const rings = board.list.filter((p) => p.shape === "ring");
  if (!rings.length) return [board.width / 2, board.height / 2];
  const xs = rings.map((p) => p.x);
  const ys = rings.map((p) => p.y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

export function ringSpace(board: BoardModel, p: Place): RingSpace | null {
  const [cx, cy] = sunOf(board);
  const raw = p.raw;
  const r0 = num(raw["r0"]) ?? num(raw["inner"]);
  const r1 = num(raw["r1"]) ?? num(raw["outer"]);
  const a0 = num(raw["a0"]) ?? num(raw["from"]);
  const a1 = num(raw["a1"]) ?? num(raw["to"]);
  if (r0 === null || r1 === null || a0 === null || a1 === null) return null;
  const turns = Math.max(a0, a1) > 1.0001 ? 360 : 1;
  return { cx, cy, r0: r0 * board.scale, r1: r1 * board.scale, a0: a0 / turns, a1: a1 / turns };
}

export function ringPath(board: BoardModel, p: Place): string {
  if (p.outline) return pathOf(p.outline);
  const s = ringSpace(board, p);
  return s ? sector(s.cx, s.cy, s.r0, s.r1, s.a0, s.a1) : "";
}

/** Lines the game wants drawn: towards Altair, for one. */
function linesOf(board: BoardModel): { name: string; from: Point; to: Point }[] {
  const said = board.raw["lines"];
  if (!Array.isArray(said)) return [];
  const point = (v: unknown): Point =>
    Array.isArray(v) ? [Number(v[0]) * board.scale, Number(v[1]) * board.scale] : [0, 0];
  return said.map((l: Record<string, unknown>) => ({
    name: String(l["name"] ?? ""),
    from: point(l["from"]),
    to: point(l["to"]),
  }));
}

/** Colours of the planets as the eye knows them; what is not named is grey rock. */
const GLOBES: Record<string, [string, string]> = {
  mercury: ["#b9aa98", "#6d6257"],
  venus: ["#f0dca0", "#a8823c"],
  earth: ["#7db7ea", "#1d5a9c"],
  mars: ["#e2865b", "#8c3c1d"],
  jupiter: ["#e8cfa6", "#a3733f"],
  ceres: ["#c2bdb4", "#6f6a62"],
};

/** A planet's disc, lit from one side. Its name is laid beside it by whoever knows what else is near. */
export function globe(id: string, r: number): SVGElement {
  const [light, dark] = GLOBES[id] ?? ["#bdb7ad", "#67625a"];
  const big = r * (id === "jupiter" ? 1.5 : GLOBES[id] ? 1.15 : 0.85);
  const parts: SVGElement[] = [
    el("circle", { r: n(big + 5), fill: light, opacity: 0.1 }),
    el("circle", { r: n(big + 2), fill: light, opacity: 0.28 }),
    el("circle", { r: n(big), fill: light }),
  ];
  if (id === "jupiter")
    parts.push(
      el("path", {
        d: [-0.42, 0, 0.42]
          .map((f) => `M${n(-big * Math.sqrt(1 - f * f))} ${n(big * f)}H${n(big * Math.sqrt(1 - f * f))}`)
          .join(""),
        stroke: dark,
        "stroke-width": n(big * 0.17),
        opacity: 0.6,
      }),
    );
  if (id === "earth")
    parts.push(el("path", { d: "M-5-6q4-3 6 0q-1 4-4 4q1 3-1 6q-4-4-1-10zM3-1q4-1 4 3q-3 5-5 1z", fill: "#7fae62" }));
  parts.push(
    el("path", {
      d: `M0 ${n(-big)}A${n(big)} ${n(big)} 0 0 1 0 ${n(big)}A${n(big * 1.5)} ${n(big * 1.5)} 0 0 0 0 ${n(-big)}Z`,
      fill: "#05070d",
      opacity: 0.55,
    }),
  );
  return el("g", { class: "globe" }, parts);
}

/** The largest letters in which a title fits its box. */
const most = (text: string, width: number, height: number): string =>
  `--most:${n(Math.min(height, width / (text.length * 0.52)))}px`;

export function orrery(board: BoardModel): SVGElement[] {
  const [sx, sy] = sunOf(board);
  const sky = el("rect", { class: "sky", width: board.width, height: board.height });
  const rings = group("rings");
  const boxes = group("boxes");
  const insets = group("insets");
  for (const inset of board.insets) {
    const [x, y, w, h] = [inset.x, inset.y, inset.w, inset.h].map((v) => (v ?? 0) * board.scale);
    if (!w || !h || x === undefined || y === undefined) continue;
    insets.append(
      el("rect", { class: "inset", x: n(x), y: n(y), width: n(w), height: n(h), rx: 8 }),
      el("text", { class: "insetname", x: n(x + 8), y: n(y + 19), style: most(inset.name ?? "", w - 14, 22) }, [
        inset.name ?? "",
      ]),
    );
  }
  for (const p of board.list) {
    if (p.shape === "ring") {
      const d = ringPath(board, p);
      rings.append(
        d
          ? el("path", { d, class: `ringspace ${p.terrain}` })
          : el("circle", { cx: n(p.x), cy: n(p.y), r: n(p.r * 0.5), class: "ringspace" }),
      );
      if (p.label) rings.append(el("text", { class: "ringname", x: n(p.x), y: n(p.y + 3) }, [p.label]));
    } else if (p.shape === "box" && p.outline) {
      boxes.append(
        el("rect", {
          class: `orbitbox ${p.terrain}`,
          x: n(p.x - p.w / 2),
          y: n(p.y - p.h / 2),
          width: n(p.w),
          height: n(p.h),
          rx: 6,
        }),
        el(
          "text",
          {
            class: "orbitname",
            x: n(p.x - p.w / 2 + 6),
            y: n(p.y - p.h / 2 + 16),
            style: most(p.label || p.name, p.w - 12, 20),
          },
          [p.label || p.name],
        ),
      );
    }
  }
  const sun = el("g", { class: "sun", transform: `translate(${n(sx)} ${n(sy)})` }, [
    glow("sunlight", "#ffb960", 0.5),
    el("circle", { r: n(Math.min(board.width, board.height) * 0.36), fill: "url(#sunlight)" }),
    el("circle", { r: 18, fill: "#ffb347", opacity: 0.3 }),
    el("circle", { r: 12, fill: "#ffe0a0" }),
  ]);
  const lines = group("sightlines");
  for (const line of linesOf(board)) {
    const [x0, y0] = line.from;
    const [x1, y1] = line.to;
    lines.append(
      el("path", { d: `M${n(x0)} ${n(y0)}L${n(x1)} ${n(y1)}` }),
      el("text", { x: n(x1 + 6), y: n(y1 + 14) }, [line.name]),
    );
  }
  return [sky, dust(board, 260, "sol"), rings, lines, sun, insets, boxes, ...hexes(board)];
}
