// What the lines of a ledger come to.
import type { Odds } from "../wire/types";

type Ledger = Odds["ledger"];

export const sumOf = (lines: Ledger): number =>
  lines.reduce((sum, line) => sum + (typeof line.value === "number" ? line.value : 0), 0);

/** Where odds are a ratio no difference is taken: the lines from the first defender on, known by their rule, stand against the others. */
export function strengths(lines: Ledger, defenders: string): { attack: number; defence: number } | null {
  const at = lines.findIndex((line) => line.rule === defenders);
  return at < 0 ? null : { attack: sumOf(lines.slice(0, at)), defence: -sumOf(lines.slice(at)) };
}
