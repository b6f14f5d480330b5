import { expect, test } from "vitest";
import { strengths, sumOf } from "../src/table/odds";

const line = (value: number, rule: string) => ({ value, reason: "", rule });

test("a ratio sets the defenders' lines against the attackers', halvings and terrain on their own side", () => {
  const ledger = [line(10, "13.0"), line(-5, "9.21"), line(-4, "13.21"), line(2, "9.21"), line(-4, "13.3")];
  expect(strengths(ledger, "13.21")).toEqual({ attack: 5, defence: 6 });
  expect(sumOf(ledger)).toBe(-1);
});

test("a ledger without defenders is no ratio", () => {
  expect(strengths([line(1, "8.1")], "13.21")).toBeNull();
});
