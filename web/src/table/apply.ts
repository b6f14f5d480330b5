// Putting an update onto a state, exactly as docs/wire.md says.
import type { Piece, State, Update, View, WirePiece } from "../wire/types";

/** The server leaves out what is empty; the table likes it there. */
const whole = (p: WirePiece): Piece => ({ ...p, factors: p.factors ?? [], marks: p.marks ?? [] });

export function wholeView(view: View | null): View | null {
  return view ? { ...view, pieces: view.pieces.map(whole), marks: view.marks ?? [] } : view;
}

export function changeView(view: View | null, update: Update): View | null {
  const { set, pieces, gone } = update.change;
  if (!view) {
    // Before everybody has joined there is nothing to see; with the last one the view comes whole.
    if (!("phase" in set)) return null;
    return { ...(set as unknown as View), pieces: pieces.map(whole) };
  }
  const next = { ...view, ...(set as Partial<View>) };
  if (pieces.length || gone.length) {
    const byId = new Map<string, Piece>(view.pieces.map((p) => [p.id, p]));
    for (const id of gone) byId.delete(id);
    for (const piece of pieces) byId.set(piece.id, whole(piece));
    next.pieces = [...byId.values()];
  }
  return next;
}

export function applyUpdate(state: State, update: Update): State {
  const events = [...state.events.filter((e) => e.n < update.keep), ...update.events];
  return {
    ...state,
    seq: update.seq,
    step: update.step,
    actions: update.actions,
    status: update.status,
    to_act: update.to_act,
    decision: update.decision,
    undo: update.undo,
    asks: update.asks,
    apart: update.apart,
    seats: update.seats ?? state.seats,
    talk: update.talk ? [...state.talk, update.talk] : state.talk,
    result: update.result,
    view: changeView(state.view, update),
    events,
    event_total: Math.max(update.keep, 0) + update.events.length,
  };
}
