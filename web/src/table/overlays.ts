// What can be laid over the board: read off what the game itself says of places, never worked out by rules.
import type { BoardModel } from "../board/model";
import type { View } from "../wire/types";

export interface Layer {
  id: string;
  title: string;
  zones: { places: string[]; kind: string; side?: string }[];
}

const words = (name: string): string => {
  const text = name.replace(/_/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};
const texts = (v: unknown): string[] => (Array.isArray(v) ? v.filter((x): x is string => typeof x === "string") : []);
const record = (v: unknown): Record<string, unknown> =>
  typeof v === "object" && v !== null && !Array.isArray(v) ? (v as Record<string, unknown>) : {};

const known = new WeakMap<BoardModel, Layer[]>();

/** What the board itself tells of its places: worked out once. */
function fixed(board: BoardModel): Layer[] {
  const kept = known.get(board);
  if (kept) return kept;
  const out: Layer[] = [];
  const worth = board.list.filter((p) => typeof p.raw["points"] === "number" && p.raw["points"] > 0).map((p) => p.id);
  if (worth.length) out.push({ id: "points", title: words("points"), zones: [{ places: worth, kind: "points" }] });
  const flags = new Map<string, string[]>();
  for (const p of board.list)
    for (const [key, value] of Object.entries(p.raw))
      if (value === true) flags.set(key, [...(flags.get(key) ?? []), p.id]);
  for (const [key, places] of flags) out.push({ id: key, title: words(key), zones: [{ places, kind: key }] });
  known.set(board, out);
  return out;
}

/** Layers a view offers: its own `extra.overlays`, places listed by side, controlled and worth points, kinds of places. */
export function layers(board: BoardModel, view: View, nameOf: (side: string) => string): Layer[] {
  const out: Layer[] = [];
  const isSide = (name: string): boolean => name in board.sides || view.sides.includes(name);
  for (const item of Array.isArray(view.extra["overlays"]) ? view.extra["overlays"] : []) {
    const o = record(item);
    const side = typeof o["side"] === "string" ? { side: o["side"] } : {};
    out.push({
      id: String(o["id"] ?? o["title"]),
      title: String(o["title"] ?? o["id"]),
      zones: [{ places: texts(o["places"]), kind: String(o["kind"] ?? "area"), ...side }],
    });
  }
  for (const [key, value] of Object.entries(view.extra)) {
    const bySide = Object.entries(record(value)).filter(
      ([side, list]) => isSide(side) && texts(list).some((id) => board.places.has(id)),
    );
    if (bySide.length)
      for (const [side, list] of bySide)
        out.push({
          id: `${key} ${side}`,
          title: `${words(key)}: ${nameOf(side)}`,
          zones: [{ places: texts(list), kind: key, side }],
        });
    const plain = texts(value).filter((id) => board.places.has(id));
    if (plain.length) out.push({ id: key, title: words(key), zones: [{ places: plain, kind: key }] });
    const placed = (Array.isArray(value) ? value : []).map(record).filter((o) => texts(o["places"]).length);
    if (placed.length && key !== "overlays")
      out.push({
        id: key,
        title: words(key),
        zones: placed.map((o) => ({
          places: texts(o["places"]),
          kind: key,
          ...(typeof o["holder"] === "string" ? { side: o["holder"] } : {}),
        })),
      });
  }
  const held = new Map<string, string[]>();
  for (const mark of view.marks)
    if (mark.kind === "control" && mark.side) held.set(mark.side, [...(held.get(mark.side) ?? []), mark.at]);
  if (held.size)
    out.push({
      id: "control",
      title: words("control"),
      zones: [...held].map(([side, places]) => ({ places, kind: "control", side })),
    });
  out.push(...fixed(board));
  const stands = view.sides.map((side) => ({
    side,
    kind: "stands",
    places: [...new Set(view.pieces.filter((p) => p.side === side && board.places.has(p.at)).map((p) => p.at))],
  }));
  for (const zone of stands)
    if (zone.places.length) out.push({ id: `stands ${zone.side}`, title: nameOf(zone.side), zones: [zone] });
  return out;
}
