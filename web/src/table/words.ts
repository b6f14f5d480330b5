// What actions are called at the table: their own labels, and headings for groups of them.
import type { BoardModel } from "../board/model";
import type { Action, GameInfo } from "../wire/types";
import { t } from "../words/index.svelte";

/** "done" has no words of its own in most games. */
export const labelOf = (action: Action): string => (action.text === "done" ? t("done") : action.label);

const SLOTS = /\{[^}]*\}/;
const EDGES = /^[\s:,–-]+|[\s:,–-]+$/g;

/** A verb up to its arguments: "Move {piece}" is "Move", "{piece} ziehen" is "Ziehen". */
function verbTitle(game: GameInfo | null, verb: string): string {
  const found = game?.verbs.find((v) => v.form.split(" ")[0] === verb && v.title && SLOTS.test(v.form));
  const parts = (found?.title ?? "").split(SLOTS).map((part) => part.replace(/\s+/g, " ").replace(EDGES, ""));
  const said = parts.find(Boolean);
  const text = said || verb.replace(/_/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Which group of the list an action stands in: its verb, and on boards of several maps the map. */
export function groupOf(
  game: GameInfo | null,
  board: BoardModel | null,
): (a: Action) => { key: string; title: string } {
  const maps = new Map((board?.insets ?? []).flatMap((i) => (i.id ? [[i.id, i.name ?? i.id] as const] : [])));
  const titles = new Map<string, string>();
  return (action) => {
    const verb = action.verb.split(" ")[0] ?? action.verb;
    if (!action.args.length) return { key: "plain", title: "" };
    let title = titles.get(verb);
    if (title === undefined) titles.set(verb, (title = verbTitle(game, verb)));
    const place = action.args.map((a) => board?.places.get(a.id)).find((p) => p);
    const map = place ? maps.get(place.group) : undefined;
    return map ? { key: `${verb} ${place?.group}`, title: `${title}: ${map}` } : { key: verb, title };
  };
}
