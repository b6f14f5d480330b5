// Reading charts of whatever shape a game gives into rows and columns.

export interface Grid {
  head: unknown[];
  rows: unknown[][];
}

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);
const isPlain = (v: unknown): boolean =>
  v === null || typeof v !== "object" || (Array.isArray(v) && v.every((x) => typeof x !== "object"));
const cell = (v: unknown): unknown => (Array.isArray(v) ? v.join(", ") : v);

/** A grid where the data is one: {columns, rows}, a list of records, a list of lists, or a record of records or lists. */
export function grid(data: unknown): Grid | null {
  if (Array.isArray(data)) {
    if (data.length && data.every(Array.isArray))
      return { head: [], rows: data.map((r) => (r as unknown[]).map(cell)) };
    if (data.length && data.every(isRecord)) {
      const keys = [...new Set(data.flatMap((r) => Object.keys(r as Record<string, unknown>)))];
      if (!data.every((r) => Object.values(r as Record<string, unknown>).every(isPlain))) return null;
      return { head: keys, rows: data.map((r) => keys.map((k) => cell((r as Record<string, unknown>)[k] ?? ""))) };
    }
    return null;
  }
  if (!isRecord(data)) return null;
  const rows = data["rows"] ?? data["cells"];
  const columns = data["columns"];
  if (rows && Array.isArray(columns)) {
    if (Array.isArray(rows)) {
      const names = data["row_names"];
      const body = rows.map((r, i) => {
        const list = Array.isArray(r) ? r : isRecord(r) ? Object.values(r) : [r];
        return Array.isArray(names) ? [names[i], ...list] : list;
      });
      const wide = body[0]?.length ?? 0;
      return { head: wide > columns.length ? ["", ...columns] : columns, rows: body.map((r) => r.map(cell)) };
    }
    if (isRecord(rows))
      return {
        head: ["", ...columns],
        rows: Object.entries(rows).map(([name, r]) => [
          name,
          ...(Array.isArray(r) ? r : isRecord(r) ? columns.map((c) => r[String(c)] ?? "") : [r]).map(cell),
        ]),
      };
  }
  const entries = Object.entries(data);
  if (
    entries.length > 1 &&
    entries.every(([, v]) => Array.isArray(v) && v.every((x) => x === null || typeof x !== "object"))
  )
    return { head: [], rows: entries.map(([name, v]) => [name, ...(v as unknown[])]) };
  if (entries.length > 1 && entries.every(([, v]) => isRecord(v) && Object.values(v).every(isPlain))) {
    const keys = [...new Set(entries.flatMap(([, v]) => Object.keys(v as Record<string, unknown>)))];
    return {
      head: ["", ...keys],
      rows: entries.map(([name, v]) => [name, ...keys.map((k) => cell((v as Record<string, unknown>)[k] ?? ""))]),
    };
  }
  return null;
}
