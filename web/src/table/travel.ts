// Places that travel: the view's `extra.places` may give a place the position of another (a planet on its ring).
import type { BoardModel } from "../board/model";
import type { Point } from "../board/svg";
import type { View } from "../wire/types";

export function travelOf(board: BoardModel, view: View): Map<string, Point> | null {
  const said = view.extra["at"] ?? view.extra["planets"];
  if (!said || typeof said !== "object") return null;
  const out = new Map<string, Point>();
  for (const [id, where] of Object.entries(said as Record<string, unknown>)) {
    const target = typeof where === "string" ? board.places.get(where) : undefined;
    if (target && board.places.has(id)) out.set(id, [target.x, target.y]);
  }
  return out.size ? out : null;
}
