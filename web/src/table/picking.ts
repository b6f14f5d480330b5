// From a list of legal actions to what can be clicked: the client knows no rules, it only narrows the list.
import type { Action, Arg } from "../wire/types";

export interface Known {
  isPiece(id: string): boolean;
  isPlace(id: string): boolean;
  /** What kind of thing it is (whose piece, what shape of place), to tell what a wrong click was meant for. */
  kindOf(id: string): string;
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

/** The arguments of an action that stand on the board, in order. */
export function onBoard(action: Action, known: Known): Arg[] {
  return action.args.filter((a) => known.isPiece(a.id) || known.isPlace(a.id));
}

function fits(action: Action, picked: readonly string[]): boolean {
  return picked.every((id) => action.args.some((a) => a.id === id));
}

export function offer(
  actions: readonly Action[],
  picked: readonly string[],
  known: Known,
  costOf: (action: Action) => string | null = () => null,
): Offer {
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
      const cost = costOf(action);
      if (cost !== null) out.costs.set(arg.id, cost);
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

/** The text of the action a click would have meant, had it been legal: a question for `why`. Of all that could be meant,
 * the one in which the thing clicked takes the place of something of its own kind. */
export function wish(
  at: { piece: string | null; place: string | null },
  offered: Offer,
  picked: readonly string[],
  known: Known,
): string | null {
  let best: string | null = null;
  for (const action of offered.rest) {
    for (const arg of onBoard(action, known)) {
      if (picked.includes(arg.id)) continue;
      const wantsPlace = known.isPlace(arg.id) && !known.isPiece(arg.id);
      const id = wantsPlace ? at.place : at.piece;
      const words = action.text.split(" ");
      const i = words.indexOf(arg.id);
      if (!id || i < 0 || words.includes(id)) continue;
      words[i] = id;
      if (known.kindOf(id) === known.kindOf(arg.id)) return words.join(" ");
      best ??= words.join(" ");
    }
  }
  return best;
}

/** `done` and its kin: the one action without arguments that ends the decision. */
export function primary(actions: readonly Action[]): Action | null {
  const plain = actions.filter((a) => a.args.length === 0);
  return plain.find((a) => a.verb === "done") ?? (plain.length === 1 && actions.length > 1 ? (plain[0] ?? null) : null);
}

export interface Shelf {
  key: string;
  title: string;
  /** All of its actions, and those shown. */
  all: Action[];
  shown: Action[];
}

const LEAST = 3;

/** The list in groups, in the order the game gives; a long one shows the beginning of each group, unless it was opened. */
export function shelve(
  actions: readonly Action[],
  groupOf: (action: Action) => { key: string; title: string },
  opened: ReadonlySet<string>,
  room: number,
): Shelf[] {
  const shelves = new Map<string, Shelf>();
  for (const action of actions) {
    const { key, title } = groupOf(action);
    const shelf = shelves.get(key);
    if (shelf) shelf.all.push(action);
    else shelves.set(key, { key, title, all: [action], shown: [] });
  }
  const out = [...shelves.values()];
  const share = Math.max(LEAST, Math.floor(room / Math.max(1, out.length)));
  const spare = out.reduce((sum, s) => sum + Math.max(0, share - s.all.length), 0);
  for (const shelf of out) {
    const most = actions.length <= room || opened.has(shelf.key) ? Infinity : share + (out.length > 1 ? spare : 0);
    // "1 more" takes as much room as the one.
    shelf.shown = shelf.all.length <= most + 1 ? shelf.all : shelf.all.slice(0, most);
  }
  return out;
}

/** A letter a action, from its own words where free; `?`, `/` and digits are kept for the table. */
export function letters(
  actions: readonly Action[],
  labelOf: (action: Action) => string = (a) => a.label,
  max = 24,
): Map<string, string> {
  const out = new Map<string, string>();
  const used = new Set<string>();
  for (const action of actions.slice(0, max)) {
    const own = (labelOf(action) + " abcdefghijklmnopqrstuvwxyz").toLowerCase().replace(/[^a-z]/g, "");
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
