// One counter: a coloured square, symbol above, factors below, and its status as shapes in fixed corners.
import { names, same } from "virtual:symbols";
import type { Piece } from "../wire/types";
import type { BoardModel } from "./model";
import { el } from "./svg";

/** A counter is drawn in a square of this side and scaled where it is put. */
export const SIDE = 48;

const known = new Set(names);

/** The sprite's name for what a game calls its symbol, or null where letters must do. */
export function symbolOf(word: string | undefined, atSea = false): string | null {
  if (!word) return null;
  const name = (atSea && same[`sea:${word}`]) || (known.has(word) ? word : same[word]);
  return name && known.has(name) ? `s-${name.replace(/[^a-z0-9]+/g, "-")}` : null;
}

export interface Ink {
  field: string;
  ink: string;
}

const OWN_FIELDS = ["#b9c4a1", "#d7b08a", "#a9bfd4", "#d9c878", "#c9a7b8", "#9fc0b4"];

export function inkOf(board: BoardModel, side: string): Ink {
  const known = board.sides[side];
  const index = Object.keys(board.sides).indexOf(side);
  return {
    field: known?.color ?? OWN_FIELDS[(index < 0 ? side.length : index) % OWN_FIELDS.length] ?? "#ccc",
    ink: known?.ink ?? "#17191c",
  };
}

/** A side's pieces may come in several forces, each with a colour of its own. */
function inkOfPiece(board: BoardModel, piece: Piece): Ink {
  const force = (piece as { force?: unknown }).force;
  const known = typeof force === "string" ? board.forces[force] : undefined;
  return known?.color ? { field: known.color, ink: known.ink ?? "#17191c" } : inkOf(board, piece.side);
}

/** Each side has a rim of its own, so that sides can be told apart without colour: plain, framed, railed, dashed. */
const RIMS = ["", "M2.2 2.2H45.8V45.8H2.2Z", "M2.2 4V44M45.8 4V44", "M2.2 2.2H45.8V45.8H2.2Z"];

function rim(board: BoardModel, side: string): SVGElement[] {
  const index = Math.max(0, Object.keys(board.sides).indexOf(side)) % RIMS.length;
  const d = RIMS[index];
  return d ? [el("path", { class: `c-rim c-rim${index}`, d })] : [];
}

/** Letters that stand for a type where there is no drawing: the game's short name or the id's own letters. */
function lettersOf(board: BoardModel, piece: Piece): string {
  const short = board.types[piece.type]?.["short"];
  if (typeof short === "string") return short;
  const id = piece.type.replace(/[^a-z0-9]/gi, "");
  return id.length <= 4 ? id.toUpperCase() : id.slice(0, 3).toUpperCase();
}

function factorText(board: BoardModel, piece: Piece): string {
  const form = board.types[piece.type]?.factors;
  if (typeof form === "string" && /\{(\d*|name)\}/.test(form)) {
    let next = 0;
    return form.replace(/\{(\d*|name)\}/g, (_, at: string) =>
      at === "name" ? piece.name || (piece.factors[0] ?? "") : (piece.factors[at === "" ? next++ : Number(at)] ?? ""),
    );
  }
  return piece.factors.join("-");
}

/** Letters this wide on average, in parts of their size. */
const LETTER = 0.5;

function factors(text: string, y: number): SVGElement {
  const size = text.length > 9 ? 9.5 : text.length > 7 ? 11 : text.length > 5 ? 13 : 15;
  return el("text", { class: "c-factors", x: 24, y, "font-size": size }, [text]);
}

/** The upper row begins at the left and ends before the corner where statuses and counts stand. */
function upperFactors(text: string): SVGElement {
  const size = text.length > 6 ? 11 : 12.5;
  const room = 31.5;
  const squeeze = text.length * size * LETTER > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
  return el("text", { class: "c-factors c-upper", x: 4.4, y: 12.9, "font-size": size, ...squeeze }, [text]);
}

interface MarkShape {
  kind: string;
  value: string;
}

/** `loss:25` and `inertia_3` carry a value; the rest is a word. */
export function readMark(mark: string): MarkShape {
  const split = mark.match(/^([a-z_]+?)[:_ ]?([+-]?\d+%?)$/i);
  if (split?.[1]) return { kind: split[1], value: split[2] ?? "" };
  const [kind = mark, value = ""] = mark.split(":");
  return { kind, value };
}

export function markWord(mark: string): string {
  const { kind, value } = readMark(mark);
  const word = kind.replace(/_/g, " ");
  return value ? `${word} ${value}` : word;
}

function markShapes(marks: readonly string[], ink: Ink, upper: boolean): SVGElement[] {
  const shapes: SVGElement[] = [];
  let pills = 0;
  for (const mark of marks) {
    const { kind, value } = readMark(mark);
    switch (kind) {
      case "moved":
        shapes.push(el("path", { class: "m-moved", d: "M35 -.6H48.6V13Z" }));
        break;
      case "fired":
        shapes.push(el("path", { class: "m-fired", d: "M-.6 17L8 24L-.6 31Z" }));
        break;
      case "disrupted":
        shapes.push(el("path", { class: "m-band", d: "M0 36L36 0H46L0 46Z", fill: ink.ink }));
        break;
      case "neutralised":
      case "neutralized":
        shapes.push(
          el("rect", { width: SIDE, height: SIDE, rx: 3, fill: "#8b8d90", opacity: 0.75 }),
          el("rect", { x: 4, y: 21, width: 40, height: 6, fill: ink.ink }),
        );
        break;
      case "out_of_supply":
      case "unsupplied":
        shapes.push(
          el("circle", { class: "m-pill", cx: 3, cy: 42, r: 8 }),
          el("path", {
            class: "m-cup",
            d: "M-1 38H7L5.6 43.5Q3 46 .4 43.5ZM3 45V47.4M.6 47.6H5.4M3.6 38L2 40.6L4 42L2.6 44.4",
          }),
        );
        break;
      case "deployed": // the face that all counters show
        break;
      case "undeployed":
        pills += 1;
        shapes.push(
          el("circle", { class: "m-pill", cx: 44, cy: 24, r: 7.5 }),
          el("path", { class: "m-down", d: "M40 21.5H48L44 28Z" }),
        );
        break;
      case "untried":
        shapes.push(el("text", { class: "m-untried", x: 37.5, y: 14.5, fill: ink.ink }, ["?"]));
        break;
      case "loss":
      case "losses":
        shapes.push(
          el("rect", { x: 0, y: 0, width: 9, height: SIDE, fill: "#1a1a1a" }),
          el("text", { class: "m-loss", x: -24, y: 7, transform: "rotate(-90)" }, [value]),
        );
        break;
      default: {
        const text =
          value ||
          (
            kind
              .split("_")
              .map((w) => w[0])
              .join("")
              .slice(0, 2) || "?"
          ).toUpperCase();
        // At the left, or at the right where a row of factors stands above.
        const y = (upper ? 21 : 5) + pills++ * 11;
        const w = Math.max(11, text.length * 6 + 5);
        const x = upper ? SIDE + 3 - w : -3;
        shapes.push(
          el("rect", { class: "m-pill", x, y: y - 6, width: w, height: 11, rx: 2 }),
          el("text", { class: "m-pilltext", x: x + w / 2, y: y + 2.8 }, [text]),
        );
      }
    }
  }
  return shapes;
}

/** Everything the drawing depends on: as long as this stays the same, the old drawing stands. */
export const counterKey = (p: Piece): string =>
  `${p.type}|${p.side}|${p.hidden ? 1 : 0}|${p.name}|${p.factors.join("-")}|${p.marks.join(",")}`;

export function drawCounter(board: BoardModel, piece: Piece): SVGGElement {
  const ink = inkOfPiece(board, piece);
  const parts: SVGElement[] = [
    el("rect", { class: "c-thick", x: 1.4, y: 1.8, width: SIDE, height: SIDE, rx: 3.5 }),
    el("rect", { class: "c-field", width: SIDE, height: SIDE, rx: 3.5, fill: ink.field }),
    ...rim(board, piece.side),
  ];
  let upper = false;
  if (piece.hidden) {
    const emblem = board.sides[piece.side]?.emblem ?? "";
    const drawn = symbolOf(emblem);
    parts.push(el("rect", { x: 4, y: 4, width: 40, height: 40, rx: 2, fill: "none", stroke: ink.ink, opacity: 0.55 }));
    parts.push(
      drawn
        ? el("use", { href: `#${drawn}`, x: 6, y: 12, width: 36, height: 24 })
        : el("text", { class: "c-emblem", x: 24, y: 33 }, [emblem.length <= 2 && emblem ? emblem : "?"]),
    );
  } else {
    const drawn = symbolOf(board.types[piece.type]?.symbol, board.kind === "hexmap") ?? symbolOf(piece.type);
    // "4-6B-4 / 2-5": factors in two rows, above and below the symbol.
    const [first = "", second] = factorText(board, piece).split(" / ");
    const [above, below] = second === undefined ? ["", first] : [first, second];
    const y = above ? 14.5 : below ? 5 : 9;
    const tall = above ? 18 : below ? 25 : 31;
    const style = `--dy:${24 - y - tall / 2}px`;
    if (drawn) parts.push(el("use", { class: "c-symbol", href: `#${drawn}`, x: 5, y, width: 38, height: tall, style }));
    else parts.push(el("text", { class: "c-letters", x: 24, y: y + tall * 0.8 }, [lettersOf(board, piece)]));
    upper = Boolean(above);
    if (above) parts.push(upperFactors(above));
    if (below) parts.push(factors(below, 44.5));
  }
  parts.push(...markShapes(piece.marks, ink, upper));
  const body = el(
    "g",
    {
      class: piece.marks.includes("undeployed") ? "counter-body down" : "counter-body",
      style: `color:${ink.ink};--field:${ink.field}`,
    },
    parts,
  );
  return body;
}

/** What a screen reader says of a counter; the printed factors stand in it. */
export function counterName(board: BoardModel, piece: Piece): string {
  const side = board.sides[piece.side]?.name ?? piece.side;
  const rows = piece.hidden ? [] : factorText(board, piece).split(" / ");
  const factors = rows.filter((row) => row !== piece.name).join(" / ");
  return [piece.name, factors, side, ...piece.marks.map(markWord)].filter(Boolean).join(", ");
}
