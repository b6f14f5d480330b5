import { describe, expect, it } from "vitest";
import { complete, letters, meant, offer, primary, shelve, wish, type Known } from "../src/table/picking";
import type { Action } from "../src/wire/types";

const known: Known = {
  isPiece: (id) => /^[a-z]+\d$/.test(id),
  isPlace: (id) => id.startsWith("hex_"),
  kindOf: (id) => (id.startsWith("hex_") ? "place" : `piece ${id.startsWith("d") ? "theirs" : "ours"}`),
};
function action(text: string, slots: string[] = []): Action {
  const ids = text.split(" ").filter((w) => known.isPiece(w) || known.isPlace(w) || /^\d+$/.test(w));
  return {
    text,
    label: text.replace(/_/g, " "),
    verb: text.split(" ")[0] ?? "",
    args: ids.map((id, i) => ({
      slot: slots[i] ?? "x",
      type: known.isPiece(id) ? "piece" : known.isPlace(id) ? "place" : "int",
      id,
    })),
  };
}
const moves = [
  action("move cw1 hex_1"),
  action("move cw1 hex_2"),
  action("move cw2 hex_1"),
  action("fire cw2 at dt1"),
  action("done"),
];

describe("offer", () => {
  it("rings what may act first, and nothing else", () => {
    const o = offer(moves, [], known);
    expect([...o.pieces]).toEqual(["cw1", "cw2"]);
    expect(o.places.size + o.targets.size).toBe(0);
  });
  it("shows where a picked piece may go and what it may aim at", () => {
    expect([...offer(moves, ["cw1"], known).places]).toEqual(["hex_1", "hex_2"]);
    const o = offer(moves, ["cw2"], known);
    expect([...o.places]).toEqual(["hex_1"]);
    expect([...o.targets]).toEqual(["dt1"]);
  });
  it("takes picks in any order", () => {
    expect(offer(moves, ["hex_1"], known).rest.map((a) => a.text)).toEqual(["move cw1 hex_1", "move cw2 hex_1"]);
    expect([...offer(moves, ["hex_1"], known).pieces]).toEqual(["cw1", "cw2"]);
  });
  it("shows a cost where the game has told it", () => {
    const told = (a: { text: string }): string | null => (a.text === "to hex_1" ? "3" : null);
    const o = offer([action("to hex_1", ["place"]), action("to hex_2", ["place"])], [], known, told);
    expect(o.costs.has("hex_2")).toBe(false);
    expect(o.costs.get("hex_1")).toBe("3");
  });
  it("marks a first argument named target as a target", () => {
    expect([...offer([action("fire dt1", ["target"])], [], known).targets]).toEqual(["dt1"]);
  });
});

describe("meant", () => {
  const o = offer(moves, [], known);
  it("picks the only piece in a stack that can act, though another lies on top", () => {
    expect(meant({ piece: "zz9", place: "hex_5" }, ["cw1", "zz9"], o, [])).toEqual({ pick: "cw1" });
  });
  it("opens a stack in which several can act", () => {
    expect(meant({ piece: "cw1", place: "hex_5" }, ["cw1", "cw2"], o, [])).toEqual({ open: ["cw1", "cw2"] });
  });
  it("takes the place once a piece is picked, even under a counter", () => {
    expect(meant({ piece: "zz9", place: "hex_1" }, ["zz9"], offer(moves, ["cw1"], known), ["cw1"])).toEqual({
      pick: "hex_1",
    });
  });
  it("means nothing where nothing can be done", () => {
    expect(meant({ piece: null, place: "hex_9" }, [], o, [])).toBeNull();
  });
});

describe("wish", () => {
  it("asks about the action a wrong click would have been", () => {
    expect(wish({ piece: "zz9", place: "hex_9" }, offer(moves, [], known), [], known)).toBe("move zz9 hex_1");
    expect(wish({ piece: null, place: "hex_9" }, offer(moves, ["cw1"], known), ["cw1"], known)).toBe("move cw1 hex_9");
  });
  it("takes an enemy for a target and a friend for the one who acts", () => {
    const fire = [action("fire cw2 at dt1")];
    expect(wish({ piece: "dt7", place: "hex_9" }, offer(fire, [], known), [], known)).toBe("fire cw2 at dt7");
    expect(wish({ piece: "cw5", place: "hex_9" }, offer(fire, [], known), [], known)).toBe("fire cw5 at dt1");
  });
});

describe("the list", () => {
  it("finds the action that ends a decision", () => {
    expect(primary(moves)?.text).toBe("done");
    expect(primary([action("roll")])).toBeNull();
    expect(primary([action("move cw1 hex_1"), action("pass")])?.text).toBe("pass");
  });
  it("gives every action a letter of its own", () => {
    const map = letters(moves);
    expect(new Set(map.values()).size).toBe(moves.length);
  });
  it("completes what is typed, beginnings first", () => {
    expect(complete(moves, "fire").map((a) => a.text)).toEqual(["fire cw2 at dt1"]);
    expect(complete(moves, "hex 1 cw2").map((a) => a.text)).toEqual(["move cw2 hex_1"]);
    expect(complete(moves, "xyzzy")).toEqual([]);
  });
  it("groups in the game's order, and of a long list shows where each group begins", () => {
    const byVerb = (a: Action) => ({ key: a.verb, title: a.verb });
    const seen = (room: number, opened: string[] = []) =>
      shelve(moves, byVerb, new Set(opened), room).map((s) => [s.key, s.shown.length, s.all.length]);
    expect(seen(14)).toEqual([
      ["move", 3, 3],
      ["fire", 1, 1],
      ["done", 1, 1],
    ]);
    const many = Array.from({ length: 90 }, (_, i) => action(`move cw1 hex_${i}`));
    const long = (opened: string[]) => shelve([...many, action("done")], byVerb, new Set(opened), 14);
    expect(long([]).map((s) => s.shown.length)).toEqual([13, 1]);
    expect(long(["move"]).map((s) => s.shown.length)).toEqual([90, 1]);
  });
});
