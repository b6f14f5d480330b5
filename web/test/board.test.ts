import { describe, expect, it } from "vitest";
import { drawCounter, readMark, symbolOf } from "../src/board/counter";
import { Finder, HEX, hexCorners, model } from "../src/board/model";
import { sector } from "../src/board/svg";
import { Net } from "../src/board/ground";
import { boxAt, keep, nameAt, stepAside, textBox, textWidth } from "../src/board/writing";
import type { RawBoard } from "../src/wire/types";

function field(flat: boolean): RawBoard {
  const places = [];
  for (let row = 0; row < 12; row++)
    for (let col = 0; col < 10; col++) {
      const [a, b] = [Math.sqrt(3) * (col + (row % 2 ? 0.5 : 0)), 1.5 * row];
      places.push({
        id: `h${col}_${row}`,
        x: flat ? b : a,
        y: flat ? a : b,
        r: 1,
        shape: "hex",
        terrain: row < 6 ? "sea" : "clear",
      });
    }
  return { kind: "hexmap", size: [20, 20], places };
}

describe("the model", () => {
  it("scales every map so that hexes are equally large", () => {
    const small = model(field(false));
    const big = model({
      ...field(false),
      places: field(false).places.map((p) => ({ ...p, x: p.x * 40, y: p.y * 40, r: 40 })),
      size: [800, 800],
    });
    expect(small.list[0]?.r).toBeCloseTo(HEX);
    expect(big.list[0]?.r).toBeCloseTo(HEX);
    expect(big.list[37]?.x).toBeCloseTo(small.list[37]?.x ?? 0);
  });
  it.each([true, false])("reads off the map how hexes stand (flat %s)", (flat) => {
    const m = model(field(flat));
    const p = m.list[0];
    expect(p?.outline?.[0]).toEqual(hexCorners(p?.x ?? 0, p?.y ?? 0, HEX, flat)[0]);
  });
  it("finds the hexsides neighbours share: three a hex within the field", () => {
    const net = new Net(model(field(false)).list);
    expect([...net.sides.values()].filter((s) => s.b).length).toBe(9 * 12 + 11 * (10 + 9));
  });
  it("draws a field of terrain as one line round it, and its islands as others", () => {
    const list = model(field(false)).list;
    const net = new Net(list);
    expect(net.fields(new Set(list), 0)).toHaveLength(1);
    expect(net.fields(new Set(list), 0)[0]?.match(/M/g)).toHaveLength(1);
    const middle = list.find((p) => net.fields(new Set(list.filter((q) => q !== p)), 3)[0]?.match(/M/g)?.length === 2);
    expect(middle).toBeDefined();
  });
  it("gives two fields the very same border, wherever it wanders", () => {
    const [west, east] = model(field(false)).list;
    if (!west || !east) throw new Error("no hexes");
    const net = new Net([west, east]);
    expect(net.lines([[west, east]], 4)).toEqual(net.lines([[east, west]], 4));
  });
});

describe("the finder", () => {
  const m = model(field(false));
  const finder = new Finder(m.list, (p) => [p.x, p.y]);
  it("finds the hex under any point within it, near its corners too", () => {
    for (const p of m.list)
      for (const [cx, cy] of p.outline ?? [])
        expect(finder.find(p.x + (cx - p.x) * 0.97, p.y + (cy - p.y) * 0.97)?.id).toBe(p.id);
  });
  it("finds nothing off the map", () => {
    expect(finder.find(-200, -200)).toBeNull();
  });
  it("steps from hex to hex by arrow key", () => {
    const from = m.places.get("h4_4");
    expect(from && finder.step(from, 1, 0)?.id).toBe("h5_4");
    expect(from && ["h3_3", "h4_3"].includes(finder.step(from, 0, -1)?.id ?? "")).toBe(true);
  });
});

describe("counters", () => {
  it("tell four sides apart by their rim, without colour", () => {
    const raw: RawBoard = {
      kind: "hexmap",
      size: [1, 1],
      places: [],
      sides: Object.fromEntries(["us", "esc", "sau", "pal"].map((id) => [id, { name: id, color: "#444" }])),
    };
    const board = model(raw);
    const rims = Object.keys(board.sides).map((side) => {
      const piece = { id: "x", type: "infantry", side, at: "", name: "", factors: ["4", "8"], marks: [] };
      const rim = drawCounter(board, piece).querySelector(".c-rim");
      return rim ? `${rim.getAttribute("class")} ${rim.getAttribute("d")}` : "plain";
    });
    expect(new Set(rims).size).toBe(4);
  });
  it("reads marks with and without a value", () => {
    expect(readMark("moved")).toEqual({ kind: "moved", value: "" });
    expect(readMark("loss:25%")).toEqual({ kind: "loss", value: "25%" });
    expect(readMark("inertia_3")).toEqual({ kind: "inertia", value: "3" });
  });
  it("knows its drawings by the games' words, and says so when it doesn't", () => {
    expect(symbolOf("ship:cruiser")).toBe("s-ship-cruiser");
    expect(symbolOf("grav")).toBe("s-gravtank");
    expect(symbolOf("no such thing")).toBeNull();
  });
  it("draws a whole ring where a space is the whole turn", () => {
    expect(sector(0, 0, 10, 20, 0, 1).match(/A/g)?.length).toBe(4);
    expect(sector(0, 0, 10, 20, 0, 0.25).match(/A/g)?.length).toBe(2);
  });
});

describe("names", () => {
  it("are as wide as their letters", () => {
    // As Chromium measures them in Archivo Narrow, 600: with spacing and outline they take more, but not much.
    for (const [name, wide] of Object.entries({ Omaha: 2.78, Milwaukee: 4.1, "St. Louis": 3.46, Washington: 4.66 })) {
      expect(textWidth(name)).toBeGreaterThan(wide);
      expect(textWidth(name)).toBeLessThan(wide * 1.25);
    }
  });
  it("step aside for counters and come back when these have gone", () => {
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const spots = [textBox("Denver", 0, 20, 10), textBox("Denver", 0, -20, 10)].map((box) => ({
      box,
      lines: ["Denver"],
    }));
    const name = nameAt(spots, 0, 10);
    keep(group, { names: [name], fixed: [] });
    const height = (): number => Number(group.querySelector("tspan")?.getAttribute("y"));
    expect(height()).toBeCloseTo(20);
    stepAside(group, [boxAt(0, 20, 30, 30)]);
    expect(height()).toBeCloseTo(-20);
    expect(group.textContent).toBe("Denver");
    stepAside(group, [boxAt(200, 20, 30, 30)]);
    expect(height()).toBeCloseTo(20);
  });
});
