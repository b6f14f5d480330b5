import { beforeEach, describe, expect, it } from "vitest";
import { counterName, drawCounter } from "../src/board/counter";
import { model } from "../src/board/model";
import { NOTHING, Overlay } from "../src/board/overlay";
import { starmap } from "../src/board/starmap";
import { drawNow, el } from "../src/board/svg";
import { textWidth } from "../src/board/writing";
import type { Piece, RawBoard } from "../src/wire/types";

const BOARD: RawBoard = {
  kind: "hexmap",
  size: [10, 10],
  places: [
    { id: "here", x: 2, y: 2, r: 1, shape: "hex" },
    { id: "there", x: 6, y: 2, r: 1, shape: "hex" },
  ],
  types: { tank: { factors: "{name} / {0}" } },
};
const unit = (id: string, at = "here"): Piece => ({
  id,
  type: "tank",
  side: "red",
  at,
  name: `DT ${id}`,
  factors: ["1"],
  marks: [],
});

describe("a stack", () => {
  let overlay: Overlay;
  const drawn = (): (string | null)[] =>
    [...overlay.root.querySelectorAll(".unit")].map((node) => node.getAttribute("data-piece"));
  beforeEach(() => {
    overlay = new Overlay(model(BOARD));
    overlay.show([unit("a"), unit("b"), unit("c"), unit("d", "there")], [], false);
  });

  it("shows its pieces in the order of the view, the last on top with their number", () => {
    expect(drawn()).toEqual(["a", "b", "c", "d"]);
    expect(overlay.root.querySelector("[data-piece=c] .c-counttext")?.textContent).toBe("3");
  });
  it("has what may be chosen on top, and above that what is asked about", () => {
    const top = overlay.spotOf("c");
    overlay.highlight({ ...NOTHING, pieces: new Set(["a"]) });
    expect(drawn()).toEqual(["b", "c", "a", "d"]);
    expect(overlay.spotOf("a")).toEqual(top);
    expect(overlay.root.querySelector("[data-piece=a] .c-counttext")?.textContent).toBe("3");
    expect(overlay.root.querySelector("[data-piece=c] .c-counttext")).toBeNull();
    overlay.highlight({ ...NOTHING, pieces: new Set(["a"]), picked: new Set(["b"]) });
    expect(drawn()).toEqual(["c", "a", "b", "d"]);
  });
  it("is laid anew without gliding for those who want no movement", () => {
    overlay.highlight({ ...NOTHING, pieces: new Set(["a"]) });
    expect(overlay.root.querySelectorAll(".glide")).toHaveLength(0);
    overlay.show([unit("a"), unit("b"), unit("c"), unit("d", "there")], [], true);
    overlay.highlight({ ...NOTHING, pieces: new Set(["b"]) });
    expect(overlay.root.querySelectorAll(".glide").length).toBeGreaterThan(0);
  });
  it("lies as before when the question has passed, and no piece has moved for it", () => {
    overlay.highlight({ ...NOTHING, pieces: new Set(["a"]) });
    overlay.highlight(NOTHING);
    expect(drawn()).toEqual(["a", "b", "c", "d"]);
    expect(overlay.stackAt("here").map((p) => p.id)).toEqual(["a", "b", "c"]);
    expect(overlay.root.querySelectorAll(".trail")).toHaveLength(0);
    const still = [unit("a"), unit("b"), unit("c"), unit("d", "there")];
    expect(overlay.show(still, [], true)).toEqual([]);
  });
});

describe("a counter", () => {
  it("carries the name that lists call it by, its factors apart, and is read out with both once", () => {
    const board = model(BOARD);
    const overlay = new Overlay(board);
    overlay.show([unit("7")], [], false);
    const rows = [...overlay.root.querySelectorAll("[data-piece='7'] .c-factors")].map((row) => row.textContent);
    expect(rows).toEqual(["DT 7", "1"]);
    expect(counterName(board, unit("7"))).toBe("DT 7, 1, red");
  });
  it("lies face-down in a shape of its own, and face-up without a sign", () => {
    const board = model(BOARD);
    const shapes = (mark: string): number => drawCounter(board, { ...unit("7"), marks: [mark] }).childElementCount;
    const down = drawCounter(board, { ...unit("7"), marks: ["undeployed"] });
    expect(down.classList.contains("down")).toBe(true);
    expect(down.querySelector(".m-down")).not.toBeNull();
    expect(shapes("deployed")).toBe(drawCounter(board, unit("7")).childElementCount);
  });
  it("bears its inertia with its sign", () => {
    const tab = (mark: string): string | null | undefined =>
      drawCounter(model(BOARD), { ...unit("7"), marks: [mark] }).querySelector(".m-pilltext")?.textContent;
    expect([tab("inertia+2"), tab("inertia-3")]).toEqual(["+2", "-3"]);
  });
});

describe("names of stars", () => {
  const hexes = field();
  function field(): RawBoard["places"] {
    return Array.from({ length: 100 }, (_, i) => ({
      id: `h${i}`,
      x: Math.sqrt(3) * ((i % 10) + (Math.floor(i / 10) % 2) / 2 + 1),
      y: 1.5 * Math.floor(i / 10) + 1,
      r: 1,
      shape: "hex",
    }));
  }
  const stars = [
    { id: "west", name: "Ishimshulgi", x: 0.7, y: 7, r: 0.4, shape: "star" },
    { id: "near", name: "Peraspera", x: 9, y: 7, r: 0.4, shape: "star" },
    { id: "by", name: "Midway", x: 10, y: 7, r: 0.4, shape: "star" },
  ];
  it.each([0, 1, 2, 3, 4, 5])("stay on the map and off other stars, at step %i of the zoom", (step) => {
    const board = model({ kind: "starmap", size: [20, 17], places: [...hexes, ...stars] });
    const drawn = el("g", {}, starmap(board));
    const tier = drawn.querySelector(`.tier${step}`);
    if (!tier) throw new Error("no names");
    drawNow(tier);
    const texts = [...tier.querySelectorAll("text")];
    if (step < 3) expect(texts.length).toBe(3);
    for (const text of texts) {
      const font = Number(text.getAttribute("font-size"));
      for (const line of text.querySelectorAll("tspan")) {
        const [x, y] = [Number(line.getAttribute("x")), Number(line.getAttribute("y"))];
        const half = (textWidth(line.textContent ?? "") * font) / 2;
        expect(x - half).toBeGreaterThan(-0.1);
        expect(x + half).toBeLessThan(board.width + 0.1);
        for (const star of board.list.filter((p) => p.shape === "star"))
          expect(Math.abs(star.x - x) < half && star.y < y && star.y > y - font * 0.7).toBe(false);
      }
    }
  });
});
