// The lie of the land as a printed map shows it: terrain runs together in fields, coasts and rivers wander a little.
// Everything wanders by a hash of where it is, so that two fields share their border and a map looks the same on every visit.
import type { Place } from "./model";
import { n, type Point } from "./svg";

interface Side {
  u: number;
  v: number;
  a: Place;
  b: Place | null;
}

const CELL = 4;
const NEAR = 1.6;
/** Sides in one drawn path: what is out of sight need not be drawn. */
const PIECE = 60;

/** A number from -1 to 1 for a pair of numbers, always the same. */
function chance(a: number, b: number): number {
  let h = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 7, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return ((h ^ (h >>> 13)) >>> 0) / 0x7fffffff - 1;
}

/** The corners and sides of a field of hexes, each known once. */
export class Net {
  readonly corners: Point[] = [];
  readonly sides = new Map<number, Side>();
  private readonly cornersOf = new Map<Place, number[]>();
  private readonly cells = new Map<number, number[]>();

  constructor(readonly list: Place[]) {
    for (const place of list) {
      if (!place.outline) continue;
      const ids = place.outline.map((p) => this.corner(p));
      this.cornersOf.set(place, ids);
      ids.forEach((u, i) => {
        const v = ids[(i + 1) % ids.length] ?? u;
        const key = this.key(u, v);
        const side = this.sides.get(key);
        if (side) side.b = place;
        else this.sides.set(key, { u: Math.min(u, v), v: Math.max(u, v), a: place, b: null });
      });
    }
  }

  private key(u: number, v: number): number {
    return Math.min(u, v) * 1_000_003 + Math.max(u, v);
  }

  private corner([x, y]: Point): number {
    const [i, j] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    for (let di = -1; di <= 1; di++)
      for (let dj = -1; dj <= 1; dj++)
        for (const id of this.cells.get((i + di) * 65_536 + j + dj) ?? []) {
          const known = this.corners[id];
          if (known && Math.abs(known[0] - x) < NEAR && Math.abs(known[1] - y) < NEAR) return id;
        }
    const id = this.corners.push([x, y]) - 1;
    const cell = this.cells.get(i * 65_536 + j);
    if (cell) cell.push(id);
    else this.cells.set(i * 65_536 + j, [id]);
    return id;
  }

  private at(corner: number, sway: number): Point {
    const [x, y] = this.corners[corner] ?? [0, 0];
    return [x + sway * chance(corner, 1) * 0.6, y + sway * chance(corner, 2) * 0.6];
  }

  /** The points of a side after its first corner: straight along the edge of the map, swaying inside it. */
  private along(u: number, v: number, sway: number): Point[] {
    const side = this.sides.get(this.key(u, v));
    if (!side?.b) {
      const [p, q] = [this.at(u, 0), this.at(v, 0)];
      const on = (t: number): Point => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
      return [on(0.03), on(0.97)];
    }
    if (!sway) return [];
    const [a, b] = [this.at(side.u, sway), this.at(side.v, sway)];
    const [nx, ny] = [(a[1] - b[1]) / 28, (b[0] - a[0]) / 28];
    const points = [1, 2].map((step): Point => {
      const off = chance(side.u * 7 + step, side.v) * sway;
      return [a[0] + ((b[0] - a[0]) * step) / 3 + nx * off, a[1] + ((b[1] - a[1]) * step) / 3 + ny * off];
    });
    return u === side.u ? points : points.reverse();
  }

  private isRim(corner: number, loop: readonly number[], i: number): boolean {
    const before = loop[(i + loop.length - 1) % loop.length] ?? corner;
    const after = loop[(i + 1) % loop.length] ?? corner;
    return !this.sides.get(this.key(before, corner))?.b || !this.sides.get(this.key(corner, after))?.b;
  }

  /** One closed line round a field, through the middles of its points and bent at them. */
  private ring(loop: number[], sway: number): string {
    const points = loop.flatMap((corner, i): Point[] => {
      const next = loop[(i + 1) % loop.length] ?? corner;
      return [this.at(corner, this.isRim(corner, loop, i) ? 0 : sway), ...this.along(corner, next, sway)];
    });
    return bent(points, true);
  }

  /** The borders of a set of places: one path for each field that hangs together. */
  fields(places: ReadonlySet<Place>, sway: number): string[] {
    const left = new Set(places);
    const neighbours = this.neighbours();
    const out: string[] = [];
    for (const first of places) {
      if (!left.delete(first)) continue;
      const field = [first];
      for (const place of field)
        for (const next of neighbours.get(place) ?? []) if (left.delete(next)) field.push(next);
      out.push(this.outline(new Set(field), sway));
    }
    return out;
  }

  private known: Map<Place, Place[]> | null = null;
  private neighbours(): Map<Place, Place[]> {
    if (this.known) return this.known;
    const out = new Map<Place, Place[]>(this.list.map((p) => [p, []]));
    for (const { a, b } of this.sides.values())
      if (b) {
        out.get(a)?.push(b);
        out.get(b)?.push(a);
      }
    return (this.known = out);
  }

  private outline(field: ReadonlySet<Place>, sway: number): string {
    const next = new Map<number, number>();
    for (const place of field) {
      const ids = this.cornersOf.get(place) ?? [];
      ids.forEach((u, i) => {
        const v = ids[(i + 1) % ids.length] ?? u;
        const side = this.sides.get(this.key(u, v));
        const other = side?.a === place ? side.b : side?.a;
        if (!other || !field.has(other)) next.set(u, v);
      });
    }
    let d = "";
    for (const start of next.keys()) {
      const loop: number[] = [];
      for (let at: number | undefined = start; at !== undefined && next.has(at);) {
        loop.push(at);
        const to: number | undefined = next.get(at);
        next.delete(at);
        at = to;
      }
      if (loop.length > 2) d += this.ring(loop, sway);
    }
    return d;
  }

  /** Hexsides joined end to end: rivers, borders, ridges. */
  lines(pairs: readonly (readonly [Place, Place])[], sway: number): string[] {
    const wanted = new Map<number, Set<number>>();
    const join = (u: number, v: number): void => {
      const set = wanted.get(u);
      if (set) set.add(v);
      else wanted.set(u, new Set([v]));
    };
    for (const [a, b] of pairs) {
      const side = this.between(a, b);
      if (!side) continue;
      join(side.u, side.v);
      join(side.v, side.u);
    }
    const out: string[] = [];
    const walk = (start: number): void => {
      const chain = [start];
      for (let at = start; ;) {
        const to: number | undefined = wanted.get(at)?.values().next().value;
        if (to === undefined) break;
        wanted.get(at)?.delete(to);
        wanted.get(to)?.delete(at);
        chain.push(to);
        at = to;
        if ((wanted.get(at)?.size ?? 0) !== 1 || chain.length > PIECE) break;
      }
      if (chain.length > 1) out.push(this.chain(chain, sway));
    };
    const ends = [...wanted.keys()].filter((c) => wanted.get(c)?.size !== 2);
    for (const corner of ends) while (wanted.get(corner)?.size) walk(corner);
    for (const corner of wanted.keys()) while (wanted.get(corner)?.size) walk(corner);
    return out;
  }

  private between(a: Place, b: Place): Side | null {
    const ids = this.cornersOf.get(a) ?? [];
    for (const [i, u] of ids.entries()) {
      const side = this.sides.get(this.key(u, ids[(i + 1) % ids.length] ?? u));
      if (side && (side.a === b || side.b === b)) return side;
    }
    return null;
  }

  private chain(corners: number[], sway: number): string {
    const points = corners.flatMap((corner, i): Point[] => {
      const next = corners[i + 1];
      return [this.at(corner, sway), ...(next === undefined ? [] : this.along(corner, next, sway))];
    });
    return sway ? bent(points, false) : `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`;
  }

  /** The grid: every side once, in paths of a few dozen. */
  grid(wanted: (a: Place, b: Place | null) => boolean): string[] {
    const out: string[] = [];
    let d: string[] = [];
    for (const { u, v, a, b } of this.sides.values()) {
      if (!wanted(a, b)) continue;
      const [p, q] = [this.corners[u] ?? [0, 0], this.corners[v] ?? [0, 0]];
      d.push(`M${n(p[0])} ${n(p[1])}L${n(q[0])} ${n(q[1])}`);
      if (d.length >= PIECE) {
        out.push(d.join(""));
        d = [];
      }
    }
    if (d.length) out.push(d.join(""));
    return out;
  }
}

/** A line through the middles between points, bent at the points. */
function bent(points: Point[], closed: boolean): string {
  const middle = (p: Point, q: Point): string => `${n((p[0] + q[0]) / 2)} ${n((p[1] + q[1]) / 2)}`;
  const [first, second] = points;
  const last = points.at(-1);
  if (!first || !second || !last) return "";
  if (closed) {
    const bends = points.map((p, i) => `Q${n(p[0])} ${n(p[1])} ${middle(p, points[(i + 1) % points.length] ?? p)}`);
    return `M${middle(last, first)}${bends.join("")}Z`;
  }
  const bends = points.slice(1, -1).map((p, i) => `Q${n(p[0])} ${n(p[1])} ${middle(p, points[i + 2] ?? p)}`);
  return `M${n(first[0])} ${n(first[1])}${bends.join("")}L${n(last[0])} ${n(last[1])}`;
}
