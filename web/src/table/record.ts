// A match as a file.
import type { MatchStore } from "./match.svelte";

export async function saveRecord(match: MatchStore): Promise<void> {
  try {
    const got = await match.table.record(match.side);
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([got.record], { type: "text/plain" }));
    a.download = got.name;
    a.click();
    window.setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
  } catch (problem) {
    match.complain(problem);
  }
}
