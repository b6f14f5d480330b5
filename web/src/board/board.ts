// The board behind one interface: build it, give it views, move pieces, light things up; it reports what was pointed at.
import { svg as sprite } from "virtual:symbols";
import type { Mark, Piece, RawBoard } from "../wire/types";
import { Camera, type Look } from "./camera";
import { counterName, drawCounter, SIDE } from "./counter";
import { Finder, HEX, model, type BoardModel, type Place } from "./model";
import { NOTHING, Overlay, type Highlights } from "./overlay";
import { lightRoutes } from "./starmap";
import { drawNow, el, type Point } from "./svg";
import { drawTerrain } from "./terrain";
import { LIFTS, tierOf } from "./tiers";
import { stepAside } from "./writing";
import type { Zone } from "./zones";

export type { Highlights } from "./overlay";
export type { Zone } from "./zones";
export { NOTHING } from "./overlay";

/** How much larger counters are drawn on a map seen from far off, as in board.css. */
const FAR = 1.6;

export interface Pointed {
  piece: string | null;
  place: string | null;
}

export interface Hooks {
  tap(at: Pointed): void;
  hover(at: Pointed): void;
  /** May this piece be dragged? */
  canLift(piece: string): boolean;
  dropped(piece: string, onto: Pointed): void;
  /** The cursor moved by keyboard to a place. */
  cursor(place: string): void;
  /** Enter on the place under the keyboard's cursor, and the piece on top there. */
  enter(at: Pointed): void;
  /** What of the place under the keyboard's cursor? */
  wonder(place: string): void;
  /** Another part of the board is seen. */
  looked?(): void;
}

/** The edges of the window. */
export const EDGES = ["up", "down", "left", "right"] as const;
export type Edge = (typeof EDGES)[number];

/** Below this zoom counters show no factors. */
const LEGIBLE = 23 / 31;

/** Places that travel: the game's view says where each is now. */
export type Travel = Map<string, Point>;

export class Board {
  readonly model: BoardModel;
  private readonly world: HTMLDivElement;
  private readonly upper: SVGSVGElement;
  private readonly overlay: Overlay;
  private readonly camera: Camera;
  private finder: Finder;
  private at: Place | null = null;
  private offered: Highlights = NOTHING;
  private hovered: Pointed = { piece: null, place: null };
  private lifted: string | null = null;
  private ghost: SVGGElement | null = null;
  private readonly watch: ResizeObserver;
  private fitted = false;
  animate = true;

  constructor(
    private readonly frame: HTMLElement,
    raw: RawBoard,
    private readonly hooks: Hooks,
  ) {
    sprites();
    this.model = model(raw);
    this.overlay = new Overlay(this.model);
    this.finder = new Finder(this.model.list, this.overlay.at);
    const { width, height } = this.model;
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    const lower = el("svg", { ...size, class: "terrain", "aria-hidden": "true" }, drawTerrain(this.model));
    const arrow = el(
      "marker",
      { id: "arrow", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto" },
      [el("path", { d: "M0 0L10 5L0 10Z", class: "arrowhead" })],
    );
    this.upper = el("svg", { ...size, class: "pieces", role: "presentation" }, [
      el("defs", {}, [arrow]),
      this.overlay.root,
    ]);
    this.overlay.write(lower.querySelectorAll(".names, .starnames"));
    this.world = document.createElement("div");
    this.world.className = `world kind-${this.model.kind}`;
    this.world.append(lower, this.upper);
    frame.replaceChildren(this.world);
    this.camera = new Camera(frame, this.world, width, height, {
      tap: (x, y, target) => this.tap(x, y, target),
      lift: (x, y, target) => this.lift(x, y, target),
      drag: (x, y) => this.drag(x, y),
      drop: (x, y, done) => this.drop(x, y, done),
      hover: (x, y, target) => this.hover(x, y, target),
      changed: (look) => {
        this.detail(look);
        this.hooks.looked?.();
      },
    });
    frame.addEventListener("keydown", this.key);
    this.watch = new ResizeObserver(() => {
      if (!this.fitted) this.fit(false);
    });
    this.watch.observe(frame);
  }

  close(): void {
    this.watch.disconnect();
    this.camera.close();
    this.frame.removeEventListener("keydown", this.key);
    this.frame.replaceChildren();
  }

  view(
    pieces: readonly Piece[],
    marks: readonly Mark[],
    travel: Travel | null = null,
    animate = this.animate,
  ): string[] {
    if (travel) {
      this.overlay.travel(travel);
      this.finder = new Finder(this.model.list, this.overlay.at);
    }
    const moved = this.overlay.show(pieces, marks, animate);
    this.clearNames();
    return moved;
  }

  /** Names make room for the counters. */
  private clearNames(): void {
    const { detail, tier } = this.world.dataset;
    const counters = this.overlay.counters(detail === "far" && this.model.kind === "hexmap" ? FAR : 1);
    for (const names of this.world.querySelectorAll(`.tier${tier}`)) stepAside(names, counters);
  }

  highlight(h: Highlights): void {
    this.offered = h;
    this.overlay.highlight(h);
  }

  /** Areas to lay over the ground. */
  lay(zones: readonly Zone[]): void {
    this.overlay.lay(zones);
  }

  /** Show which systems each side's net reaches. */
  routes(nets: unknown): void {
    if (this.model.kind === "starmap" && typeof nets === "object" && nets !== null)
      lightRoutes(this.world, this.model, nets as Record<string, string[]>);
  }

  /** Tell results where they happened. */
  tell(results: readonly { id: string; text: string }[]): void {
    const lines = new Map<string, number>();
    for (const { id, text } of results.slice(-8)) {
      const line = lines.get(id) ?? 0;
      lines.set(id, line + 1);
      this.overlay.note(id, text, line);
    }
  }

  stackAt(place: string): Piece[] {
    return this.overlay.stackAt(place);
  }

  fit(smooth = true): void {
    const box = this.frame.getBoundingClientRect();
    if (!box.width) return;
    const view = this.model.raw["view"];
    const part = Array.isArray(view) && view.length === 4 ? view.map((v) => Number(v) * this.model.scale) : null;
    const [x = 0, y = 0, w = 0, h = 0] = part ?? [];
    this.camera.fit(part ? { x, y, w, h } : null, smooth);
    this.fitted = true;
  }

  zoom(factor: number): void {
    this.camera.zoom(factor, undefined, undefined, true);
  }

  /** Bring pieces or places into sight, without moving when they are. */
  reveal(ids: readonly string[]): void {
    const points = ids.map((id) => this.overlay.where(id)).filter((p): p is Point => p !== null);
    if (!points.length || points.every(([x, y]) => this.camera.sees(x, y))) return;
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const box = this.frame.getBoundingClientRect();
    const fits = (x1 - x0) * this.camera.look.k < box.width * 0.8 && (y1 - y0) * this.camera.look.k < box.height * 0.8;
    if (fits) this.camera.centre((x0 + x1) / 2, (y0 + y1) / 2);
    else this.camera.fit({ x: x0 - 60, y: y0 - 60, w: x1 - x0 + 120, h: y1 - y0 + 120 }, true);
  }

  /** Which of some pieces and places lie out of sight, by the edge of the window beyond which they lie. */
  beyond(ids: Iterable<string>): Record<Edge, string[]> {
    const out: Record<Edge, string[]> = { up: [], down: [], left: [], right: [] };
    const { width, height } = this.frame.getBoundingClientRect();
    if (!width || !this.fitted) return out;
    for (const id of ids) {
      const [x, y] = this.onScreen(id) ?? [0, 0];
      const by: Record<Edge, number> = { up: -y, down: y - height, left: -x, right: x - width };
      const edge = EDGES.reduce((a, b) => (by[b] > by[a] ? b : a));
      if (by[edge] > 0) out[edge].push(id);
    }
    return out;
  }

  /** Bring what is asked about before the eye: on a map seen from far off, near enough to be told apart; where counters
   * must be compared, near enough for their factors. */
  attend(all: readonly string[], compare = false): void {
    const ids = all.filter((id) => !this.isBeside(id));
    const points = ids.map((id) => this.overlay.where(id)).filter((p): p is Point => p !== null);
    if (!points.length) return;
    if (!this.fitted) this.fit(false);
    const { k } = this.camera.look;
    if (this.model.kind !== "hexmap" || (compare ? k >= LEGIBLE : HEX * k >= 11)) {
      this.reveal(ids);
      return;
    }
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    const around = HEX * 9;
    const box = {
      x: x - around,
      y: y - around,
      w: Math.max(...xs) - x + 2 * around,
      h: Math.max(...ys) - y + 2 * around,
    };
    this.camera.fit(box, this.animate, 0.9);
  }

  /** On a small screen the whole map is too small to touch: begin where most of what may be done is. */
  focus(ids: readonly string[]): void {
    const inField = ids.filter((id) => !this.isBeside(id));
    const points = (inField.length ? inField : ids)
      .map((id) => this.overlay.where(id))
      .filter((p): p is Point => p !== null);
    const least = this.model.kind === "starmap" ? 0.62 : 0.8;
    if (!this.fitted) this.fit(false);
    const first = points[0];
    if (!first || this.camera.look.k >= least) return;
    const box = this.frame.getBoundingClientRect();
    const [w, h] = [box.width / least / 2 - 30, box.height / least / 2 - 30];
    const near = ([x, y]: Point): Point[] =>
      points.filter(([a, b]) => Math.abs(a - x) < w / 1.4 && Math.abs(b - y) < h / 1.4);
    const most = points.map(near).reduce((a, b) => (b.length > a.length ? b : a));
    const middle = (i: 0 | 1): number => (Math.min(...most.map((p) => p[i])) + Math.max(...most.map((p) => p[i]))) / 2;
    this.camera.centre(middle(0), middle(1), false, least);
  }

  /** Is a place, or the place of a piece, one of the wide boxes beside the map? An orrery has none: its boxes are orbits. */
  private isBeside(id: string): boolean {
    if (this.model.kind === "orrery") return false;
    const place = this.model.places.get(this.overlay.piece(id)?.at ?? id);
    return place?.shape === "box" && place.w > 70;
  }

  /** Where a choice of places would be too small to hit, or is mostly out of sight, go there. */
  approach(ids: readonly string[]): void {
    const points = ids.map((id) => this.overlay.where(id)).filter((p): p is Point => p !== null);
    const first = this.model.places.get(ids[0] ?? "");
    if (!this.fitted) this.fit(false);
    const seen = points.filter(([x, y]) => this.camera.sees(x, y, 0)).length;
    const small = first && Math.min(first.w, first.h) * this.camera.look.k <= 22;
    if (!points.length || !(small || seen < points.length / 2)) return;
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    const [w, h] = [Math.max(...xs) - x, Math.max(...ys) - y];
    if (w > this.model.width * 0.7 || h > this.model.height * 0.7) return;
    this.camera.fit({ x: x - 90, y: y - 90, w: w + 180, h: h + 180 }, this.animate, 1.2);
  }

  /** Where a piece or place is in the window, for things laid beside it. */
  onScreen(id: string): Point | null {
    const p = this.overlay.where(id);
    if (!p) return null;
    const { k, x, y } = this.camera.look;
    return [p[0] * k + x, p[1] * k + y];
  }

  private isOffered(place: string): boolean {
    return this.offered.places.has(place) || this.offered.targets.has(place);
  }

  /** A tap on a planet that is no answer to anything opens its map. */
  private tap(x: number, y: number, target: Element | null): void {
    const at = this.pointed(x, y, target);
    const body = target?.closest<SVGElement>(".travels")?.dataset["place"];
    if (body && !at.piece && !this.isOffered(at.place ?? "") && this.open(body)) return;
    this.hooks.tap(at);
  }

  /** The map and orbit box of a planet, brought before the eye. */
  open(body: string): boolean {
    const parts = this.model.list.filter((p) => p.group === body && p.id !== body);
    if (!parts.length) return false;
    const [x0, y0] = [Math.min(...parts.map((p) => p.x - p.w / 2)), Math.min(...parts.map((p) => p.y - p.h / 2))];
    const [x1, y1] = [Math.max(...parts.map((p) => p.x + p.w / 2)), Math.max(...parts.map((p) => p.y + p.h / 2))];
    this.camera.fit({ x: x0 - 30, y: y0 - 40, w: x1 - x0 + 60, h: y1 - y0 + 80 }, this.animate, 2.2);
    return true;
  }

  private pointed(clientX: number, clientY: number, target: Element | null): Pointed {
    const piece = target?.closest("[data-piece]")?.getAttribute("data-piece") ?? null;
    if (piece) return { piece, place: this.overlay.piece(piece)?.at ?? null };
    const [x, y] = this.camera.toWorld(clientX, clientY);
    const found = this.finder.find(x, y);
    // A planet hides the space it is in; where the space is what may be chosen, the space is meant.
    const under = found?.shape === "star" && !this.isOffered(found.id) ? this.finder.find(x, y, found) : null;
    return { piece: null, place: (under && this.isOffered(under.id) ? under : found)?.id ?? null };
  }

  private detail(look: Look): void {
    const px = HEX * look.k;
    const level = px < 11 ? "far" : px < 19 ? "mid" : "near";
    const tier = tierOf(look.k);
    const counter = 31 * look.k * (level === "far" && this.model.kind === "hexmap" ? FAR : 1);
    const data = this.world.dataset;
    const counters = counter < 31 * LEGIBLE ? "small" : "whole";
    if (data["counters"] !== counters) data["counters"] = counters;
    const stepped = data["tier"] !== String(tier);
    if (stepped) {
      data["tier"] = String(tier);
      this.world.style.setProperty("--lift", String(LIFTS[tier] ?? 1));
      this.overlay.scale(LIFTS[tier] ?? 1);
      for (const names of this.world.querySelectorAll(`.tier${tier}`)) drawNow(names);
    }
    if (data["detail"] === level) {
      if (stepped) this.clearNames();
      return;
    }
    data["detail"] = level;
    this.clearNames();
    if (level !== "far") drawNow(this.world.querySelector(".textures"));
    // Light and shade take a while: the map is shown first.
    const shade = (): void => drawNow(this.world.querySelector(".relief"));
    window.requestAnimationFrame(() => window.setTimeout(shade, 60));
    if (level === "near") drawNow(this.world.querySelector(".numbers"));
  }

  private hover(clientX: number, clientY: number, target: Element | null): void {
    const at = this.pointed(clientX, clientY, target);
    if (at.piece === this.hovered.piece && at.place === this.hovered.place) return;
    this.hovered = at;
    this.overlay.hover(at.place ? (this.model.places.get(at.place) ?? null) : null);
    this.hooks.hover(at);
  }

  private lift(_x: number, _y: number, target: Element | null): boolean {
    const piece = target?.closest("[data-piece]")?.getAttribute("data-piece");
    if (!piece || !this.hooks.canLift(piece)) return false;
    const shown = this.overlay.piece(piece);
    const spot = this.overlay.spotOf(piece);
    if (!shown || !spot) return false;
    this.lifted = piece;
    this.ghost = el("g", { class: "ghost" }, [drawCounter(this.model, shown)]);
    this.ghost.dataset["scale"] = String(spot.scale);
    this.upper.append(this.ghost);
    return true;
  }

  private drag(clientX: number, clientY: number): void {
    if (!this.ghost) return;
    const [x, y] = this.camera.toWorld(clientX, clientY);
    const s = Number(this.ghost.dataset["scale"]) * 1.12;
    this.ghost.setAttribute("transform", `translate(${x - (SIDE * s) / 2} ${y - (SIDE * s) / 2}) scale(${s})`);
    const place = this.finder.find(x, y);
    this.overlay.hover(place);
  }

  private drop(clientX: number, clientY: number, done: boolean): void {
    this.ghost?.remove();
    this.ghost = null;
    const piece = this.lifted;
    this.lifted = null;
    if (!done || !piece) return;
    const target = document.elementsFromPoint(clientX, clientY).find((e) => e.closest("[data-piece]")) ?? null;
    const onto = this.pointed(clientX, clientY, target);
    if (onto.piece === piece) onto.piece = null;
    this.hooks.dropped(piece, onto);
  }

  /** What the keyboard's cursor does with a key; others are let through. */
  readonly key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows: Record<string, [number, number]> = {
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
    };
    const way = arrows[event.key];
    if (way) {
      event.preventDefault();
      event.stopPropagation();
      const from = this.at ?? this.choices()[0] ?? this.nearestToCentre();
      const next = this.at && from ? this.finder.step(from, ...way) : from;
      if (next) this.goTo(next.id);
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      event.stopPropagation();
      const all = this.choices();
      const at = all.findIndex((place) => place === this.at);
      const next = event.key === "PageDown" ? (all[at + 1] ?? all[0]) : at > 0 ? all[at - 1] : all.at(-1);
      if (next) this.goTo(next.id);
    } else if (((event.key === "Enter" && !event.shiftKey) || event.key === " ") && this.at) {
      event.preventDefault();
      event.stopPropagation();
      const top = this.overlay.stackAt(this.at.id).at(-1);
      this.hooks.enter({ piece: top?.id ?? null, place: this.at.id });
    } else if (event.key === "?" && this.at) {
      event.preventDefault();
      event.stopPropagation();
      this.hooks.wonder(this.at.id);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
  };

  /** The places where something may be chosen, in reading order. */
  private choices(): Place[] {
    const { pieces, places, targets } = this.offered;
    const ids = new Set([...pieces, ...places, ...targets].map((id) => this.overlay.piece(id)?.at ?? id));
    const found = [...ids].map((id) => this.model.places.get(id)).filter((p): p is Place => p !== undefined);
    const at = new Map(found.map((p) => [p, this.overlay.at(p)] as const));
    const [x, y] = [(p: Place) => at.get(p)?.[0] ?? 0, (p: Place) => at.get(p)?.[1] ?? 0];
    return found.sort((a, b) => y(a) - y(b) || x(a) - x(b));
  }

  private nearestToCentre(): Place | null {
    const box = this.frame.getBoundingClientRect();
    const [x, y] = this.camera.toWorld(box.left + box.width / 2, box.top + box.height / 2);
    let best: Place | null = null;
    let near = Infinity;
    for (const p of this.model.list) {
      const [px, py] = this.overlay.at(p);
      const d = Math.hypot(px - x, py - y);
      if (d < near) [near, best] = [d, p];
    }
    return best;
  }

  /** Put the keyboard's cursor on a place. */
  goTo(place: string): void {
    this.at = this.model.places.get(place) ?? null;
    this.overlay.cursor(this.at);
    if (!this.at) return;
    const [x, y] = this.overlay.at(this.at);
    if (!this.camera.sees(x, y, 60)) this.camera.centre(x, y);
    this.hooks.cursor(place);
  }

  describe(place: string): string {
    const p = this.model.places.get(place);
    if (!p) return "";
    const stack = this.overlay.stackAt(place).map((piece) => counterName(this.model, piece));
    const ground = this.model.terrains[p.terrain]?.name ?? p.terrain.replace(/_/g, " ");
    const told = p.name || p.label || p.id;
    const more = [p.label, ground].filter((word) => !told.toLowerCase().includes(word.toLowerCase()));
    return [told, ...more, ...stack].filter(Boolean).join("; ");
  }
}

export { NOTHING as nothing };

/** The symbols stand once in the page. */
export function sprites(): void {
  if (document.getElementById("symbols")) return;
  const holder = document.createElement("div");
  holder.id = "symbols";
  holder.hidden = true;
  holder.innerHTML = sprite;
  document.body.append(holder);
}
