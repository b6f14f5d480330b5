// From a list of legal actions to what can be clicked: the client knows no rules, it only narrows the list.
import type { Action, Arg } from "../wire/types";

export interface Known {
  isPiece(id: string): boolean;
  isPlace(id: string): boolean;
}

export interface Offer {
  /** The actions that still fit what has been picked. */
  rest: Action[];
  pieces: Set<string>;
  places: Set<string>;
  targets: Set<string>;
  costs: Map<string, string>;
}

const AIM = /target|against|victim|enemy|^at$/;
const COST = /cost|mp|points|price/;

/** The arguments of an action that stand on the board, in order. */
export function onBoard(action: Action, known: Known): Arg[] {
  return action.args.filter((a) => known.isPiece(a.id) || known.isPlace(a.id));
}

function fits(action: Action, picked: readonly string[]): boolean {
  return picked.every((id) => action.args.some((a) => a.id === id));
}

export function offer(actions: readonly Action[], picked: readonly string[], known: Known): Offer {
  const out: Offer = { rest: [], pieces: new Set(), places: new Set(), targets: new Set(), costs: new Map() };
  for (const action of actions) {
    if (!fits(action, picked)) continue;
    out.rest.push(action);
    const args = onBoard(action, known);
    const next = args.findIndex((a) => !picked.includes(a.id));
    const arg = args[next];
    if (!arg) continue;
    if (known.isPlace(arg.id) && !known.isPiece(arg.id)) {
      out.places.add(arg.id);
      if (AIM.test(arg.slot)) out.targets.add(arg.id);
      const cost = action.args.find((a) => a.type === "int" && COST.test(a.slot));
      if (cost) out.costs.set(arg.id, cost.id);
    } else if (next > 0 || AIM.test(arg.slot)) out.targets.add(arg.id);
    else out.pieces.add(arg.id);
  }
  return out;
}

/** What a click on a piece or place means, given what is offered. */
export function meant(
  at: { piece: string | null; place: string | null },
  stack: readonly string[],
  offered: Offer,
  picked: readonly string[],
): { pick: string } | { open: string[] } | null {
  const can = (id: string): boolean => offered.pieces.has(id) || offered.targets.has(id);
  const inPlace = stack.filter(can);
  const placeToo = at.place !== null && (offered.places.has(at.place) || offered.targets.has(at.place));
  if (placeToo && picked.length && at.place) return { pick: at.place };
  if (at.piece && can(at.piece) && inPlace.length <= 1) return { pick: at.piece };
  if (inPlace.length > 1) return { open: inPlace };
  const only = inPlace[0];
  if (only) return { pick: only };
  if (placeToo && at.place) return { pick: at.place };
  // A stack that was opened by hand names a piece that other rules of thumb would pass over.
  if (at.piece && offered.rest.some((a) => a.args.some((arg) => arg.id === at.piece)) && !picked.includes(at.piece))
    return { pick: at.piece };
  return null;
}

/** The text of the action a click would have meant, had it been legal: a question for `why`. */
export function wish(
  at: { piece: string | null; place: string | null },
  offered: Offer,
  picked: readonly string[],
  known: Known,
): string | null {
  for (const action of offered.rest) {
    const args = onBoard(action, known);
    const next = args.find((a) => !picked.includes(a.id));
    if (!next) continue;
    const wantsPlace = known.isPlace(next.id) && !known.isPiece(next.id);
    const id = wantsPlace ? at.place : at.piece;
    if (!id) continue;
    const words = action.text.split(" ");
    const i = words.indexOf(next.id);
    if (i < 0) continue;
    words[i] = id;
    return words.join(" ");
  }
  return null;
}

/** `done` and its kin: the one action without arguments that ends the decision. */
export function primary(actions: readonly Action[]): Action | null {
  const plain = actions.filter((a) => a.args.length === 0);
  return plain.find((a) => a.verb === "done") ?? (plain.length === 1 && actions.length > 1 ? (plain[0] ?? null) : null);
}

export interface Shelf {
  verb: string;
  title: string;
  actions: Action[];
}

/** The list by verb, in the order the game gives. */
export function byVerb(actions: readonly Action[]): Shelf[] {
  const shelves = new Map<string, Shelf>();
  for (const action of actions) {
    const verb = action.verb.split(" ")[0] ?? action.verb;
    const shelf = shelves.get(verb);
    if (shelf) shelf.actions.push(action);
    else shelves.set(verb, { verb, title: verb.replace(/_/g, " "), actions: [action] });
  }
  return [...shelves.values()];
}

/** A letter a action, from its own words where free; `?`, `/` and digits are kept for the table. */
export function letters(actions: readonly Action[], max = 24): Map<string, string> {
  const out = new Map<string, string>();
  const used = new Set<string>();
  for (const action of actions.slice(0, max)) {
    const own = (action.label + " abcdefghijklmnopqrstuvwxyz").toLowerCase().replace(/[^a-z]/g, "");
    for (const letter of own)
      if (!used.has(letter)) {
        used.add(letter);
        out.set(action.text, letter);
        break;
      }
  }
  return out;
}

/** Type-ahead: actions whose text or label holds every word typed, beginnings first. */
export function complete(actions: readonly Action[], typed: string): Action[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [...actions];
  const scored = actions
    .map((action) => {
      const hay = `${action.text} ${action.label}`.toLowerCase();
      if (!words.every((w) => hay.includes(w))) return null;
      return { action, score: action.text.startsWith(typed.toLowerCase()) ? 0 : 1 };
    })
    .filter((x): x is { action: Action; score: number } => x !== null);
  scored.sort((a, b) => a.score - b.score);
  return scored.map((x) => x.action);
}
