// The upper drawing: stacks of counters, markers on places, and the marks that say what may be done.
import type { Mark, Piece } from "../wire/types";
import { counterKey, counterName, drawCounter, inkOf, markWord, SIDE, symbolOf } from "./counter";
import { HEX, type BoardModel, type Place } from "./model";
import { globe, ringPath } from "./orrery";
import { el, group, n, pathOf, type Point } from "./svg";
import { SITES } from "./names";
import { bestSpot, boxAt, textBox, textWidth, type Box } from "./writing";
import { drawZones, scaleHatches, type Zone } from "./zones";

export interface Highlights {
  /** What may be chosen. */
  pieces: ReadonlySet<string>;
  places: ReadonlySet<string>;
  /** What may be aimed at. */
  targets: ReadonlySet<string>;
  /** What has been picked so far. */
  picked: ReadonlySet<string>;
  /** A short text at a place: a cost. */
  costs: ReadonlyMap<string, string>;
  /** Places lit up by the log or by a question. */
  lit: ReadonlySet<string>;
  paths: { points: string[]; kind: string }[];
}

export const NOTHING: Highlights = {
  pieces: new Set(),
  places: new Set(),
  targets: new Set(),
  picked: new Set(),
  costs: new Map(),
  lit: new Set(),
  paths: [],
};

/** Letters beside a planet at full size. */
const GLOBE_NAME = 11;

interface Spot {
  x: number;
  y: number;
  scale: number;
}

export class Overlay {
  readonly root = group("overlay");
  private readonly hatches = el("defs");
  private readonly zones = group("zones");
  private lift = 1;
  private readonly under = group("under");
  private readonly markers = group("markers");
  private readonly globes = group("globes");
  private readonly units = group("units");
  private readonly trails = group("trails");
  private readonly over = group("over");
  private readonly cursorMark = group("cursor");
  private readonly drawn = new Map<string, { node: SVGGElement; key: string; spot: string }>();
  private readonly spots = new Map<string, Spot>();
  private pieces = new Map<string, Piece>();
  /** In which place each piece stood before: shuffling within one is no move. */
  private stood = new Map<string, string>();
  private stacks = new Map<string, Piece[]>();
  private moved = new Map<string, Point>();
  /** Where pieces stood before the view now shown. */
  private left = new Map<string, Point>();
  /** Do pieces glide to their places, or jump? */
  private gliding = false;
  /** Pieces that lie on top of their stacks: what is asked about before what may be chosen. */
  private raised: ReadonlyMap<string, number> = new Map();

  constructor(private readonly board: BoardModel) {
    this.root.append(
      this.hatches,
      this.zones,
      this.globes,
      this.under,
      this.markers,
      this.units,
      this.trails,
      this.over,
      this.cursorMark,
    );
  }

  /** Where a place is now: places that travel (planets) are moved by the view. */
  at = (p: Place): Point => this.moved.get(p.id) ?? [p.x, p.y];

  /** Places that travel (planets): where each is now; those not named are not on the map. */
  travel(moved: Map<string, Point>): void {
    this.moved = moved;
    const discs = new Map([...this.globes.children].map((c) => [c.getAttribute("data-place") ?? "", c as SVGGElement]));
    for (const [id, disc] of discs) if (!moved.has(id)) disc.remove();
    for (const [id, [x, y]] of moved) {
      const place = this.board.places.get(id);
      if (!place) continue;
      let disc = discs.get(id);
      if (!disc) {
        const name = el("text", { class: "globename" }, [place.name]);
        disc = el("g", { class: "travels", "data-place": id }, [globe(id, place.r), name]);
        this.globes.append(disc);
      }
      disc.style.transform = `translate(${n(x)}px, ${n(y)}px)`;
    }
    this.nameGlobes();
  }

  /** Names of planets each on the first side that is free. */
  private nameGlobes(): void {
    if (!this.moved.size) return;
    const discs = [...this.moved.values()].map(([x, y]) => boxAt(x, y, 16, 16));
    const taken: Box[] = [...discs, ...this.counters()];
    const font = GLOBE_NAME * this.lift;
    for (const disc of this.globes.children) {
      const id = disc.getAttribute("data-place") ?? "";
      const [x = 0, y = 0] = this.moved.get(id) ?? [];
      const place = this.board.places.get(id);
      const name = disc.querySelector(".globename");
      if (!place || !name) continue;
      const half = (textWidth(place.name) * font) / 2 + place.r + 4;
      const [up, down] = [-place.r - 6, place.r + font + 4];
      const spots = [
        [0, up],
        [0, down],
        [half, font * 0.35],
        [-half, font * 0.35],
        [half * 0.8, up],
        [-half * 0.8, up],
        [half * 0.8, down],
        [-half * 0.8, down],
      ].map(([dx = 0, dy = 0]) => textBox(place.name, x + dx, y + dy, font));
      const box = spots[bestSpot(spots, taken).at];
      if (!box) continue;
      taken.push(box);
      name.setAttribute("font-size", n(font));
      name.setAttribute("x", n((box.x0 + box.x1) / 2 - x));
      name.setAttribute("y", n(box.y1 - font * 0.2 - y));
    }
  }

  stackAt(place: string): Piece[] {
    return this.stacks.get(place) ?? [];
  }

  piece(id: string): Piece | undefined {
    return this.pieces.get(id);
  }

  /** What the counters cover, drawn so many times as large as at full size. */
  counters(times = 1): Box[] {
    const half = SIDE / 2;
    return [...this.spots.values()].map(({ x, y, scale }) =>
      boxAt(x + half * scale, y + half * scale, SIDE * scale * times, SIDE * scale * times),
    );
  }

  spotOf(piece: string): Spot | undefined {
    return this.spots.get(piece);
  }

  show(pieces: readonly Piece[], marks: readonly Mark[], animate: boolean): string[] {
    this.stood = new Map([...this.pieces].map(([id, p]) => [id, p.at]));
    this.pieces = new Map(pieces.map((p) => [p.id, p]));
    this.stacks = new Map();
    const lifted = new Set<string>();
    for (const p of pieces) {
      if (!this.board.places.has(p.at)) {
        if (p.on) lifted.add(p.id);
        continue;
      }
      const stack = this.stacks.get(p.at);
      if (stack) stack.push(p);
      else this.stacks.set(p.at, [p]);
    }
    this.gliding = animate;
    const moved = this.layOut(animate);
    for (const id of moved) this.trail(id);
    this.drawMarks(marks);
    this.nameGlobes();
    return moved;
  }

  /** Puts every piece in its spot and draws it; answers which came from another place. */
  private layOut(animate: boolean): string[] {
    const moved: string[] = [];
    const seen = new Set<string>();
    const order: SVGGElement[] = [];
    this.left = new Map([...this.spots.keys()].map((id) => [id, this.where(id) ?? [0, 0]]));
    this.spots.clear();
    for (const [id, stack] of this.stacks) {
      const place = this.board.places.get(id);
      if (!place) continue;
      this.place(place, stack, (piece, spot, depth, total) => {
        seen.add(piece.id);
        this.spots.set(piece.id, spot);
        order.push(this.put(piece, spot, depth, total, animate, moved));
      });
    }
    for (const [id, old] of this.drawn)
      if (!seen.has(id)) {
        old.node.remove();
        this.drawn.delete(id);
      }
    let next = this.units.firstChild;
    for (const node of order)
      if (node === next) next = next.nextSibling;
      else this.units.insertBefore(node, next);
    return moved;
  }

  /** Lays on top of their stacks the pieces in question, over those that may be chosen. */
  private raise(h: Highlights): void {
    const wanted = new Map<string, number>();
    for (const [rank, ids] of [h.pieces, h.targets, h.lit, h.picked].entries())
      for (const id of ids) if (this.pieces.has(id)) wanted.set(id, rank < 2 ? 1 : 2);
    const changed = [...new Set([...wanted.keys(), ...this.raised.keys()])].filter(
      (id) => wanted.get(id) !== this.raised.get(id),
    );
    this.raised = wanted;
    if (!changed.some((id) => (this.stacks.get(this.pieces.get(id)?.at ?? "")?.length ?? 0) > 1)) return;
    // In the same places, so nothing has moved and no line is drawn after it.
    this.stood = new Map([...this.pieces].map(([id, p]) => [id, p.at]));
    this.layOut(this.gliding);
  }

  /** A dotted line from where a piece was to where it is; it fades by itself. */
  private trail(id: string): void {
    const from = this.left.get(id);
    const to = this.where(id);
    if (!from || !to || Math.hypot(to[0] - from[0], to[1] - from[1]) < HEX) return;
    if (this.trails.childElementCount > 24) this.trails.firstElementChild?.remove();
    const path = el("path", { class: "trail", d: pathOf([from, to], false), "marker-end": "url(#arrow)" });
    path.addEventListener("animationend", () => path.remove());
    this.trails.append(path);
  }

  /** A result told on the spot; it rises and fades. */
  note(id: string, text: string, line: number): void {
    const at = this.where(id);
    if (!at) return;
    const size = 11;
    const width = Math.min(text.length, 40) * size * 0.47 + 12;
    const label = el("g", { class: "note" }, [
      el("rect", { x: n(-width / 2), y: -10, width: n(width), height: 17, rx: 3 }),
      el("text", { y: 3, "font-size": size }, [text.length > 40 ? `${text.slice(0, 39)}…` : text]),
    ]);
    const holder = el("g", { transform: `translate(${n(at[0])} ${n(at[1] - 26 - line * 19)})` }, [label]);
    label.addEventListener("animationend", () => holder.remove());
    this.trails.append(holder);
  }

  /** Lays a place's pieces out: single counters where there is room, else stacks by side and, in boxes, by type. */
  private place(place: Place, stack: Piece[], put: (p: Piece, s: Spot, depth: number, total: number) => void): void {
    const [x, y] = this.at(place);
    const roomy = (place.shape === "box" && place.w >= 60) || place.shape === "area";
    const side = this.counterSide(place);
    const step = side + 5;
    // A box is written on at its head.
    const head = place.h > 60 ? 24 : 4;
    const columns = roomy ? Math.max(1, Math.floor((place.w - 6) / step)) : 1;
    const rows = roomy ? Math.max(1, Math.floor((place.h - head) / step)) : 1;
    const piles: Piece[][] = [];
    const pileBy = (key: (p: Piece) => string): void => {
      piles.length = 0;
      const index = new Map<string, Piece[]>();
      for (const p of stack) {
        const k = key(p);
        const pile = index.get(k);
        if (pile) pile.push(p);
        else {
          const fresh = [p];
          index.set(k, fresh);
          piles.push(fresh);
        }
      }
    };
    const capacity = columns * rows;
    if (roomy && stack.length <= capacity) pileBy((p) => p.id);
    else if (roomy) {
      pileBy((p) => `${p.side} ${p.type} ${p.marks.join()}`);
      if (piles.length > capacity) pileBy((p) => `${p.side} ${p.type}`);
      if (piles.length > capacity) pileBy((p) => p.side);
    } else pileBy((p) => p.side);
    const across = roomy ? Math.min(columns, piles.length) : piles.length;
    const down = Math.ceil(piles.length / across);
    const squeeze = roomy ? Math.min(1, (place.w - 4) / (across * step), (place.h - head) / (down * step)) : 1;
    const gap = roomy ? step * squeeze : piles.length > 1 ? side * 0.78 : 0;
    const s = (side * (roomy ? squeeze : piles.length > 1 ? 0.78 : 1)) / SIDE;
    const top = roomy && place.h > 60 ? head / 2 - 2 : 0;
    const rank = (p: Piece): number => this.raised.get(p.id) ?? 0;
    for (const pile of piles) pile.sort((a, b) => rank(a) - rank(b));
    piles.forEach((pile, i) => {
      const px = x + ((i % across) - (across - 1) / 2) * gap;
      const py = y + top + (Math.floor(i / across) - (down - 1) / 2) * gap;
      pile.forEach((piece, depth) => {
        const edge = Math.min(depth, 4) - Math.min(pile.length - 1, 4) / 2;
        put(
          piece,
          { x: px + edge * 3 * s * 1.4 - (SIDE * s) / 2, y: py - edge * 3 * s * 1.4 - (SIDE * s) / 2, scale: s },
          depth,
          pile.length,
        );
      });
    });
  }

  private counterSide(place: Place): number {
    if (place.shape === "hex") return place.r * 1.12;
    if (place.shape === "star" && this.board.kind === "starmap") return HEX * 1.36;
    if (place.shape === "ring" || place.shape === "star") return Math.max(15, Math.min(28, place.r * 1.1));
    const most = this.board.kind === "hexmap" ? 30 : 36;
    return Math.max(16, Math.min(most, place.h * 0.76, place.w * 0.76));
  }

  private put(piece: Piece, spot: Spot, depth: number, total: number, animate: boolean, moved: string[]): SVGGElement {
    const key = `${counterKey(piece)}|${depth === total - 1 ? total : 0}`;
    const where = `translate(${n(spot.x)}px, ${n(spot.y)}px) scale(${n(spot.scale * 100) === "100" ? 1 : Math.round(spot.scale * 1000) / 1000})`;
    let old = this.drawn.get(piece.id);
    if (!old) {
      const node = el("g", { class: "unit", role: "img", "data-piece": piece.id });
      old = { node, key: "", spot: "" };
      this.drawn.set(piece.id, old);
    }
    if (old.key !== key) {
      old.node.replaceChildren(drawCounter(this.board, piece));
      if (depth === total - 1 && total > 1)
        old.node.append(
          el("circle", { class: "c-count", cx: 45, cy: 4, r: 8.5 }),
          el("text", { class: "c-counttext", x: 45, y: 8 }, [String(total)]),
        );
      old.node.setAttribute("aria-label", counterName(this.board, piece));
      old.key = key;
    }
    if (old.spot !== where) {
      if (old.spot && animate && this.stood.get(piece.id) !== piece.at) moved.push(piece.id);
      old.node.classList.toggle("glide", Boolean(old.spot) && animate);
      old.node.style.transform = where;
      old.spot = where;
    }
    return old.node;
  }

  private drawMarks(marks: readonly Mark[]): void {
    const byPlace = new Map<string, Mark[]>();
    for (const mark of marks) {
      const list = byPlace.get(mark.at);
      if (list) list.push(mark);
      else byPlace.set(mark.at, [mark]);
    }
    const out: SVGElement[] = [];
    for (const [id, list] of byPlace) {
      const place = this.board.places.get(id);
      if (!place) continue;
      const [x, y] = this.at(place);
      const roomy = place.shape === "box" || place.shape === "area";
      list.forEach((mark, i) => {
        // In a hex along the left side, where a counter leaves them in sight.
        const px = roomy ? x - place.w / 2 + 12 + i * 20 : x - place.r * 0.74 + Math.floor(i / 3) * place.r * 0.4;
        const py = roomy ? y + place.h / 2 - 12 : y - place.r * (0.38 - (i % 3) * 0.42);
        out.push(this.marker(mark, px, py, roomy ? 20 : place.r * 0.5));
      });
    }
    this.markers.replaceChildren(...out);
  }

  private marker(mark: Mark, x: number, y: number, size: number): SVGElement {
    const ink = mark.side ? inkOf(this.board, mark.side) : { field: "var(--marker)", ink: "var(--marker-ink)" };
    const drawn = symbolOf(mark.kind);
    const value = mark.value === undefined || mark.value === null ? "" : String(mark.value);
    const glyph = SITES[mark.kind];
    const short = value.length > 5 ? "" : value;
    const label = short || (drawn ? "" : mark.kind.slice(0, 1).toUpperCase());
    const node = el(
      "g",
      {
        class: `marker m-${mark.kind}`,
        transform: `translate(${n(x)} ${n(y)}) scale(${n(size / 20)})`,
        style: `color:${ink.ink};--field:${ink.field}`,
      },
      [
        el("title", {}, [markWord(value ? `${mark.kind}:${value}` : mark.kind)]),
        el("circle", { r: 9.5, fill: ink.field, class: "m-disc" }),
      ],
    );
    if (glyph && !short) node.append(el("path", { d: glyph, "fill-rule": "evenodd", fill: "currentColor" }));
    else if (drawn && !short) node.append(el("use", { href: `#${drawn}`, x: -8, y: -5.4, width: 16, height: 10.8 }));
    else
      node.append(
        el("text", { class: "m-value", y: 3.6, fill: ink.ink, "font-size": label.length > 2 ? 7.5 : 10 }, [label]),
      );
    return node;
  }

  outline(place: Place, grow = 0): string {
    const [x, y] = this.at(place);
    if (place.shape === "ring") return ringPath(this.board, place);
    if (place.outline) {
      const f = 1 + grow / Math.max(place.w, 1);
      return pathOf(place.outline.map(([px, py]) => [x + (px - place.x) * f, y + (py - place.y) * f] as const));
    }
    const r = place.r + grow / 2;
    return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`;
  }

  /** Areas laid under the counters. */
  lay(zones: readonly Zone[]): void {
    const drawn = drawZones(this.board, zones, (p, grow) => this.outline(p, grow), this.hatches);
    scaleHatches(this.hatches, this.lift);
    this.zones.replaceChildren(...drawn);
  }

  /** How much larger than at full size things are drawn that should keep their size on the screen. */
  scale(lift: number): void {
    this.lift = lift;
    scaleHatches(this.hatches, lift);
    this.nameGlobes();
  }

  /** What is written on the map lies over the areas and under the counters. */
  write(names: Iterable<Element>): void {
    this.zones.after(...names);
  }

  highlight(h: Highlights): void {
    this.raise(h);
    const under: SVGElement[] = [];
    for (const id of h.lit) {
      const place = this.board.places.get(id);
      if (!place) continue;
      const d = this.outline(place);
      under.push(el("path", { class: "h-litcase", d }), el("path", { class: "h-lit", d }));
    }
    const over: SVGElement[] = [];
    for (const id of h.places) {
      const place = this.board.places.get(id);
      if (!place) continue;
      const [x, y] = this.at(place);
      const picked = h.picked.has(id);
      under.push(el("path", { class: picked ? "h-place h-picked" : "h-place", d: this.outline(place, -3) }));
      const cost = h.costs.get(id);
      if (!picked && !h.targets.has(id)) {
        const r = cost ? 9 : 5;
        // Where counters stand, the dot stands beside them.
        const stands = this.stacks.has(id);
        const wide = place.shape === "box" && place.w > 70;
        const down = !stands ? 0 : place.shape === "hex" ? place.r * 0.72 : wide ? place.h / 2 - r - 3 : 0;
        const small = place.shape === "star" || place.shape === "ring";
        const left = stands && small ? this.counterSide(place) / 2 + r + 4 : 0; // clear of a ring
        over.push(el("circle", { class: "h-dot", cx: n(x - left), cy: n(y + down), r }));
        if (cost) over.push(el("text", { class: "h-cost", x: n(x - left), y: n(y + down + 3.8) }, [cost]));
      }
    }
    for (const id of h.targets) {
      const spot = this.spots.get(id);
      const place = this.board.places.get(id);
      if (spot)
        over.push(
          ...this.crosshair(
            spot.x + (SIDE * spot.scale) / 2,
            spot.y + (SIDE * spot.scale) / 2,
            (SIDE * spot.scale) / 2 + 4,
          ),
        );
      else if (place) {
        const [x, y] = this.at(place);
        over.push(
          el("path", { class: "h-target", d: this.outline(place, -2) }),
          // Around the counters that stand there, not over them.
          ...this.crosshair(x, y, this.stacks.has(id) ? this.counterSide(place) / 2 + 5 : Math.min(14, place.r * 0.5)),
        );
      }
    }
    for (const id of h.pieces) this.ring(id, "h-ring", over);
    for (const id of h.picked) {
      this.ring(id, "h-ring h-double", over, 5.6);
      this.ring(id, "h-ring h-inner", over, 1.4);
    }
    for (const id of h.lit) this.ring(id, "h-ring h-litring", over);
    for (const path of h.paths) {
      const points = path.points.map((id) => this.where(id)).filter((p): p is Point => p !== null);
      if (points.length > 1)
        over.push(
          el("path", { class: `h-path p-${path.kind}`, d: pathOf(points, false), "marker-end": "url(#arrow)" }),
        );
    }
    this.under.classList.toggle("many", h.places.size > 30);
    this.under.replaceChildren(...under);
    this.over.replaceChildren(...over);
  }

  /** The middle of a piece or a place. */
  where(id: string): Point | null {
    const spot = this.spots.get(id);
    if (spot) return [spot.x + (SIDE * spot.scale) / 2, spot.y + (SIDE * spot.scale) / 2];
    const place = this.board.places.get(id);
    return place ? this.at(place) : null;
  }

  private crosshair(x: number, y: number, r: number): SVGElement[] {
    return [
      el("path", {
        class: "h-cross",
        d: `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0M${n(x - r - 5)} ${n(y)}h7M${n(x + r - 2)} ${n(y)}h7M${n(x)} ${n(y - r - 5)}v7M${n(x)} ${n(y + r - 2)}v7`,
      }),
    ];
  }

  private ring(id: string, cls: string, out: SVGElement[], grow = 1.5): void {
    const spot = this.spots.get(id);
    if (!spot) return;
    const side = SIDE * spot.scale + 2 * grow;
    const box = {
      x: n(spot.x - grow),
      y: n(spot.y - grow),
      width: n(side),
      height: n(side),
      rx: n(3 * spot.scale + grow),
    };
    out.push(el("rect", { class: "h-case", ...box }), el("rect", { class: cls, ...box }));
  }

  /** The place under the pointer, faintly. */
  hover(place: Place | null): void {
    const old = this.root.querySelector(".h-hover");
    old?.remove();
    if (place) this.under.append(el("path", { class: "h-hover", d: this.outline(place) }));
  }

  cursor(place: Place | null): void {
    this.cursorMark.replaceChildren(...(place ? [el("path", { class: "h-cursor", d: this.outline(place, 1) })] : []));
  }
}
