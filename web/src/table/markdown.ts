// The little Markdown our notes use, read into plain blocks; nothing of it is ever put into the page as HTML.

export interface Span {
  text: string;
  style: "" | "b" | "i" | "code";
}
export type Block =
  | { kind: "h"; level: number; spans: Span[] }
  | { kind: "p"; spans: Span[] }
  | { kind: "ul" | "ol"; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  | { kind: "pre"; text: string };

export function spans(text: string): Span[] {
  const out: Span[] = [];
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  for (const part of plain.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/)) {
    if (!part) continue;
    if (part.startsWith("**")) out.push({ text: part.slice(2, -2), style: "b" });
    else if (part.startsWith("`")) out.push({ text: part.slice(1, -1), style: "code" });
    else if (part.startsWith("*") && part.endsWith("*") && part.length > 2)
      out.push({ text: part.slice(1, -1), style: "i" });
    else out.push({ text: part, style: "" });
  }
  return out;
}

const cells = (line: string): Span[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((c) => spans(c.trim()));

export function blocks(text: string): Block[] {
  const out: Block[] = [];
  const lines = text.split("\n");
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? "";
    const heading = /^(#{1,6})\s+(.*)/.exec(line);
    if (!line.trim()) i++;
    else if (heading) {
      out.push({ kind: "h", level: heading[1]?.length ?? 1, spans: spans(heading[2] ?? "") });
      i++;
    } else if (line.startsWith("```") || /^ {4}\S/.test(line)) {
      const fence = line.startsWith("```");
      const code: string[] = [];
      if (fence) i++;
      while (i < lines.length && (fence ? !lines[i]?.startsWith("```") : /^( {4}|$)/.test(lines[i] ?? "")))
        code.push((lines[i++] ?? "").replace(/^ {4}/, ""));
      if (fence) i++;
      out.push({ kind: "pre", text: code.join("\n").trimEnd() });
    } else if (line.trim().startsWith("|")) {
      const rows: string[] = [];
      while (i < lines.length && lines[i]?.trim().startsWith("|")) rows.push(lines[i++] ?? "");
      const body = rows.filter((r) => !/^[\s|:-]+$/.test(r));
      out.push({ kind: "table", head: cells(body[0] ?? ""), rows: body.slice(1).map(cells) });
    } else if (/^\s*([-*]|\d+\.)\s/.test(line)) {
      const kind = /^\s*\d/.test(line) ? "ol" : "ul";
      const items: string[] = [];
      while (i < lines.length && lines[i]?.trim()) {
        const item = /^\s*(?:[-*]|\d+\.)\s+(.*)/.exec(lines[i] ?? "");
        if (item) items.push(item[1] ?? "");
        else if (items.length) items[items.length - 1] += ` ${lines[i]?.trim()}`;
        i++;
      }
      out.push({ kind, items: items.map(spans) });
    } else {
      const words: string[] = [];
      while (i < lines.length && lines[i]?.trim() && !/^(#|```|\||\s*[-*]\s)/.test(lines[i] ?? ""))
        words.push((lines[i++] ?? "").trim());
      if (!words.length) words.push((lines[i++] ?? "").trim());
      out.push({ kind: "p", spans: spans(words.join(" ")) });
    }
  }
  return out;
}
