import { describe, expect, it } from "vitest";
import { grid } from "../src/table/charts";
import { blocks, spans } from "../src/table/markdown";
import { de } from "../src/words/de";
import { en } from "../src/words/en";

describe("translations", () => {
  const keys = Object.keys(en) as (keyof typeof en)[];
  const slots = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
  it("has every word in German", () => {
    expect(Object.keys(de).sort()).toEqual([...keys].sort());
  });
  it("fills the same blanks in both languages", () => {
    for (const key of keys) expect([key, slots(de[key])]).toEqual([key, slots(en[key])]);
  });
  it("has no word that nobody says", () => {
    const source = Object.values(
      import.meta.glob("../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" }),
    )
      .map(String)
      .filter((text) => !text.includes("tagline:"))
      .join();
    const built = ["area_"]; // `area_${kind}`
    const silent = keys.filter(
      (k) => !built.some((b) => k.startsWith(b)) && !new RegExp(`["'\`]${k}["'\`]`).test(source),
    );
    expect(silent).toEqual([]);
  });
  it("is really translated", () => {
    const same = keys.filter((k) => de[k] === en[k] && en[k].length > 4);
    expect(same.length).toBeLessThan(8);
  });
});

describe("markdown", () => {
  it("reads headings, lists, tables and plain text, and never HTML", () => {
    const read = blocks(
      "# Notes\n\nA **bold** <b>word</b>\nruns on.\n\n- one\n- two\n  more\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    );
    expect(read.map((b) => b.kind)).toEqual(["h", "p", "ul", "table"]);
    expect(read[1]).toMatchObject({
      spans: [{ text: "A " }, { text: "bold", style: "b" }, { text: " <b>word</b> runs on." }],
    });
    expect(read[2]).toMatchObject({ items: [[{ text: "one" }], [{ text: "two more" }]] });
    expect(read[3]).toMatchObject({ rows: [[[{ text: "1" }], [{ text: "2" }]]] });
  });
  it("keeps the words of links and drops their targets", () => {
    expect(spans("see [the rules](javascript:alert(1))")[0]?.text).not.toContain("javascript");
  });
});

describe("charts", () => {
  it("reads rows and columns", () => {
    expect(grid({ columns: ["1:1", "2:1"], rows: { "1": ["A", "B"], "2": ["C", "D"] } })).toEqual({
      head: ["", "1:1", "2:1"],
      rows: [
        ["1", "A", "B"],
        ["2", "C", "D"],
      ],
    });
  });
  it("reads a list of records and a record of records", () => {
    expect(grid([{ a: 1, b: 2 }, { a: 3 }])).toEqual({
      head: ["a", "b"],
      rows: [
        [1, 2],
        [3, ""],
      ],
    });
    expect(grid({ x: { a: 1 }, y: { a: 2 } })?.rows).toEqual([
      ["x", 1],
      ["y", 2],
    ]);
  });
  it("leaves deeper things to be shown part by part", () => {
    expect(grid({ x: { a: { b: 1 } } })).toBeNull();
  });
});
