// What can be laid over the board: the areas the game tells of, what the board says of its places, and what is held.
import type { BoardModel } from "../board/model";
import type { Zone } from "../board/zones";
import type { Areas, View } from "../wire/types";

export interface Layer {
  id: string;
  kind: string;
  /** Whose it is; of nobody where the board itself says it. */
  side: string | null;
  zones: Zone[];
}

/** The kinds of area a game may tell of, in the order they are offered. */
export const KINDS = ["zone", "supply", "reach", "detection", "fire", "air", "connection", "victory"];

const known = new WeakMap<BoardModel, Layer[]>();

/** What the board itself tells of its places: worked out once. */
function fixed(board: BoardModel): Layer[] {
  const kept = known.get(board);
  if (kept) return kept;
  const flags = new Map<string, string[]>();
  const add = (key: string, id: string): void => {
    const list = flags.get(key);
    if (list) list.push(id);
    else flags.set(key, [id]);
  };
  for (const p of board.list) {
    if (typeof p.raw["points"] === "number" && p.raw["points"] > 0) add("points", p.id);
    for (const [key, value] of Object.entries(p.raw)) if (value === true) add(key, p.id);
  }
  const out = [...flags].map(([kind, places]) => ({ id: kind, kind, side: null, zones: [{ places, kind }] }));
  known.set(board, out);
  return out;
}

/** Everything that may be switched on, kind by kind and side by side. */
export function layers(board: BoardModel, view: View, areas: Areas["areas"]): Layer[] {
  const told = new Map<string, Layer>();
  const add = (kind: string, side: string, places: string[]): void => {
    const id = `${kind} ${side}`;
    const layer = told.get(id) ?? { id, kind, side, zones: [] };
    layer.zones.push({ kind, side, places });
    told.set(id, layer);
  };
  for (const area of areas) if (area.places.length) add(area.kind, area.side, area.places);
  const held = new Map<string, string[]>();
  for (const mark of view.marks)
    if (mark.kind === "control" && mark.side) held.set(mark.side, [...(held.get(mark.side) ?? []), mark.at]);
  for (const [side, places] of held) add("control", side, places);
  const rank = (kind: string): number => (KINDS.includes(kind) ? KINDS.indexOf(kind) : KINDS.length);
  return [...[...told.values()].sort((a, b) => rank(a.kind) - rank(b.kind)), ...fixed(board)];
}
