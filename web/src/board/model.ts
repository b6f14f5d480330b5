// The board as the client holds it: the game's own description, scaled so that a hex is always about as large on every map.
import type { RawBoard, RawEdge, RawInset, RawPlace, RawSide, RawTerrain, RawType } from "../wire/types";
import type { Point } from "./svg";

/** The radius a hex is drawn with at zoom 1, in pixels. */
export const HEX = 28;

export interface Place {
  id: string;
  name: string;
  label: string;
  x: number;
  y: number;
  shape: string;
  r: number;
  w: number;
  h: number;
  outline: Point[] | null;
  terrain: string;
  group: string;
  raw: RawPlace;
}

export interface BoardModel {
  kind: string;
  width: number;
  height: number;
  scale: number;
  places: Map<string, Place>;
  list: Place[];
  edges: RawEdge[];
  terrains: Record<string, RawTerrain>;
  types: Record<string, RawType>;
  sides: Record<string, RawSide>;
  forces: Record<string, RawSide>;
  insets: RawInset[];
  raw: RawBoard;
}

const POINTY = [30, 90, 150, 210, 270, 330];
const FLAT = [0, 60, 120, 180, 240, 300];

export function hexCorners(x: number, y: number, r: number, flat: boolean): Point[] {
  return (flat ? FLAT : POINTY).map((degrees) => {
    const a = (degrees * Math.PI) / 180;
    return [x + r * Math.cos(a), y + r * Math.sin(a)] as const;
  });
}

/** Does a field of hexes stand on its points? Read off the direction of the nearest neighbour. */
function isFlat(hexes: RawPlace[]): boolean {
  const first = hexes[0];
  if (!first) return false;
  let best: RawPlace | null = null;
  let near = Infinity;
  for (const other of hexes.slice(1)) {
    const d = Math.hypot(other.x - first.x, other.y - first.y);
    if (d > 1e-6 && d < near) {
      near = d;
      best = other;
    }
  }
  if (!best) return false;
  const turn = (Math.atan2(best.y - first.y, best.x - first.x) * 180) / Math.PI;
  const off = ((turn % 60) + 60) % 60;
  return off > 15 && off < 45;
}

/** A place may be drawn by its corners; a number of that name means victory points. */
const polygon = (p: RawPlace): number[][] | null => (Array.isArray(p.points) ? p.points : null);

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

/** The distance between neighbours tells a hex's radius where the game does not. */
function spacing(hexes: RawPlace[]): number {
  const sample = hexes.slice(0, 40);
  return median(
    sample.map((a) => {
      let near = Infinity;
      for (const b of hexes) {
        const d = Math.hypot(a.x - b.x, a.y - b.y);
        if (d > 1e-6 && d < near) near = d;
      }
      return near;
    }),
  );
}

export function model(raw: RawBoard): BoardModel {
  const hexes = raw.places.filter((p) => (p.shape ?? "hex") === "hex" && !polygon(p));
  const main = raw.kind === "hexmap" || raw.kind === "starmap" ? hexes : [];
  const radius = (p: RawPlace, fallback: number): number => p.r ?? fallback;
  const hexRadius = hexes.length ? (hexes[0]?.r ?? spacing(hexes) / Math.sqrt(3)) : 1;
  const scale = main.length ? HEX / median(main.map((p) => radius(p, hexRadius))) : 1500 / Math.max(...raw.size);
  const flatOf = new Map<string, boolean>();
  const grouped = new Map<string, RawPlace[]>();
  for (const hex of hexes) {
    const key = hex.group ?? "";
    const list = grouped.get(key);
    if (list) list.push(hex);
    else grouped.set(key, [hex]);
  }
  const stated = raw["orientation"];
  for (const [key, list] of grouped) flatOf.set(key, stated ? stated === "flat" : isFlat(list));
  const list = raw.places.map((p): Place => {
    const shape = p.shape ?? (polygon(p) ? "area" : "hex");
    const r = radius(p, shape === "hex" ? hexRadius : Math.min(p.w ?? 2, p.h ?? 2) / 2) * scale;
    const x = p.x * scale;
    const y = p.y * scale;
    // A star's small boxes are drawn a little larger than they are, so that counters can be read.
    const grow = raw.kind === "starmap" && (p.w ?? 0) * scale < 44 ? 1.4 : 1;
    const w = (p.w ?? 0) * scale * grow || 2 * r;
    const h = (p.h ?? 0) * scale * grow || 2 * r;
    let outline: Point[] | null = null;
    const points = polygon(p);
    if (points) outline = points.map(([px, py]) => [(px ?? 0) * scale, (py ?? 0) * scale] as const);
    else if (shape === "hex") outline = hexCorners(x, y, r, flatOf.get(p.group ?? "") ?? false);
    else if (shape === "box")
      outline = [
        [x - w / 2, y - h / 2],
        [x + w / 2, y - h / 2],
        [x + w / 2, y + h / 2],
        [x - w / 2, y + h / 2],
      ];
    return {
      id: p.id,
      name: p.name ?? p.id,
      label: p.label ?? "",
      x,
      y,
      shape,
      r,
      w,
      h,
      outline,
      terrain: p.terrain ?? "",
      group: p.group ?? "",
      raw: p,
    };
  });
  return {
    kind: raw.kind,
    width: raw.size[0] * scale,
    height: raw.size[1] * scale,
    scale,
    places: new Map(list.map((p) => [p.id, p])),
    list,
    edges: raw.edges ?? [],
    terrains: raw.terrains ?? {},
    types: raw.types ?? {},
    sides: raw.sides ?? {},
    forces: raw.forces ?? {},
    insets: raw.insets ?? [],
    raw,
  };
}

/** Finding the place under a point by nearest centre, through coarse cells so that thousands of hexes cost nothing. */
export class Finder {
  private readonly cells = new Map<string, Place[]>();
  private readonly size: number;

  constructor(
    private readonly list: Place[],
    private readonly at: (p: Place) => Point,
  ) {
    this.size = Math.max(40, median(list.map((p) => Math.max(p.w, p.h))) * 2);
    for (const p of list) {
      const [x, y] = at(p);
      const reach = Math.max(p.w, p.h) / 2;
      const [i0, i1] = [Math.floor((x - reach) / this.size), Math.floor((x + reach) / this.size)];
      const [j0, j1] = [Math.floor((y - reach) / this.size), Math.floor((y + reach) / this.size)];
      for (let i = i0; i <= i1; i++)
        for (let j = j0; j <= j1; j++) {
          const key = `${i},${j}`;
          const cell = this.cells.get(key);
          if (cell) cell.push(p);
          else this.cells.set(key, [p]);
        }
    }
  }

  find(x: number, y: number, but: Place | null = null): Place | null {
    let best: Place | null = null;
    let near = Infinity;
    for (const p of this.cells.get(`${Math.floor(x / this.size)},${Math.floor(y / this.size)}`) ?? []) {
      if (p === but) continue;
      const [px, py] = this.at(p);
      if (p.shape === "box" && (Math.abs(x - px) > p.w / 2 || Math.abs(y - py) > p.h / 2)) continue;
      const d = p.shape === "box" ? 0 : Math.hypot(x - px, y - py);
      if (p.shape !== "box" && d > Math.max(p.r, 14)) continue;
      if (d < near) {
        near = d;
        best = p;
      }
    }
    return best;
  }

  /** The next place in a direction (a unit vector), for the arrow keys. */
  step(from: Place, dx: number, dy: number): Place | null {
    const [fx, fy] = this.at(from);
    let best: Place | null = null;
    let worst = Infinity;
    for (const p of this.list) {
      if (p === from) continue;
      const [px, py] = this.at(p);
      const [vx, vy] = [px - fx, py - fy];
      const along = vx * dx + vy * dy;
      const aside = Math.abs(vx * dy - vy * dx);
      if (along <= 0 || aside > along * 1.8) continue;
      const cost = along + aside * 1.5;
      if (cost < worst) {
        worst = cost;
        best = p;
      }
    }
    return best;
  }
}
