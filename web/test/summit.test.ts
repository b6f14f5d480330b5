import { describe, expect, it } from "vitest";
import { addressed, matters } from "../src/table/summit";
import type { GameEvent } from "../src/wire/types";

let n = 0;
const event = (kind: string, id: string): GameEvent => ({
  n: n++,
  actions: n,
  kind,
  level: 2,
  text: `${id} ${kind}`,
  rule: "",
  args: [{ slot: "side", type: "side", id }],
  side: null,
});

describe("what was brought up at a summit", () => {
  const log = [
    event("topic", "esc"),
    event("summit", "us"),
    event("topic", "us"),
    event("agreed", "pal"),
    event("topic", "us"),
    event("amended", "pal"),
    event("invited", "sau"),
    event("declined", "sau"),
  ];
  it("begins with the summit and follows each answer", () => {
    const found = matters(log, ["pal"], 99).map((m) => [...m.answers]);
    expect(found).toEqual([
      [["pal", "agreed"]],
      [
        ["pal", "amended"],
        ["sau", "declined"],
      ],
    ]);
  });
  it("ends at the moment that is looked at", () => {
    expect(matters(log, ["pal"], log[3]?.actions ?? 0)).toHaveLength(1);
  });
  it("is no more than what one has sat through", () => {
    expect(matters(log, ["sau"], 99)).toEqual([]);
  });
  it("is over with the summit", () => {
    expect(matters([...log, event("adjourned", "")], ["pal"], 99)).toEqual([]);
  });
});

describe("whom talk is addressed to", () => {
  it("follows those who talk apart", () => {
    expect(addressed("", "", "a,b", false)).toBe("a,b");
    expect(addressed("a,b", "a,b", "", false)).toBe("");
  });
  it("never reaches more people than when it was begun", () => {
    expect(addressed("a,b", "a,b", "", true)).toBe("a,b");
    expect(addressed("a,b", "a,b", "a,b,c", true)).toBe("a,b");
    expect(addressed("a,b,c", "a,b,c", "a,b", true)).toBe("a,b");
    expect(addressed("", "", "a,b", true)).toBe("a,b");
  });
  it("is left alone where it was chosen", () => {
    expect(addressed("c", "a,b", "", false)).toBe("c");
  });
});
