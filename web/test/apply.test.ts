import { describe, expect, it } from "vitest";
import { applyUpdate, wholeView } from "../src/table/apply";
import type { GameEvent, Piece, State, Update, View } from "../src/wire/types";

const event = (n: number): GameEvent => ({
  n,
  actions: n,
  kind: "x",
  level: 2,
  text: `e${n}`,
  rule: "",
  args: [],
  side: null,
});
const piece = (id: string, at: string): Piece => ({ id, type: "t", side: "a", at, name: id, factors: [], marks: [] });
const view = {
  turn: 1,
  pieces: [piece("p1", "x"), piece("p2", "x")],
  marks: [],
  figures: { turn: 1 },
} as unknown as View;
const state = {
  seq: 4,
  step: 2,
  actions: 2,
  events: [event(0), event(1), event(2)],
  event_total: 3,
  view,
  talk: [],
  seats: [],
} as unknown as State;
const update = (over: Partial<Update>): Update =>
  ({
    seq: 5,
    step: 3,
    actions: 3,
    type: "play",
    keep: 3,
    events: [],
    change: { set: {}, pieces: [], gone: [] },
    asks: [],
    talk: null,
    seats: null,
    result: null,
    ...over,
  }) as Update;

describe("applyUpdate", () => {
  it("adds events after those kept", () => {
    const next = applyUpdate(state, update({ keep: 3, events: [event(3)] }));
    expect(next.events.map((e) => e.n)).toEqual([0, 1, 2, 3]);
    expect(next.event_total).toBe(4);
  });
  it("lays the board out when the last player has joined", () => {
    const waiting = { ...state, view: null } as State;
    const early = applyUpdate(waiting, update({ type: "join" }));
    expect(early.view).toBeNull();
    const set = { turn: 1, phase: { index: 0 }, marks: [], figures: {} };
    const begun = applyUpdate(early, update({ type: "join", change: { set, pieces: [piece("p1", "x")], gone: [] } }));
    expect(begun.view?.turn).toBe(1);
    expect(begun.view?.pieces.map((p) => p.id)).toEqual(["p1"]);
  });
  it("takes events back when moves were taken back", () => {
    expect(applyUpdate(state, update({ type: "undo", keep: 1 })).events.map((e) => e.n)).toEqual([0]);
  });
  it("replaces, removes and keeps pieces", () => {
    const next = applyUpdate(
      state,
      update({ change: { set: { turn: 2 }, pieces: [piece("p1", "y"), piece("p3", "z")], gone: ["p2"] } }),
    );
    expect(next.view?.turn).toBe(2);
    expect(next.view?.pieces.map((p) => [p.id, p.at])).toEqual([
      ["p1", "y"],
      ["p3", "z"],
    ]);
    expect(state.view?.pieces.length).toBe(2);
  });
  it("fills in what the wire leaves out", () => {
    const bare = { pieces: [{ id: "p", type: "t", side: "a", at: "x", name: "P" }], marks: [] } as unknown as View;
    expect(wholeView(bare)?.pieces[0]).toMatchObject({ factors: [], marks: [] });
  });
});
