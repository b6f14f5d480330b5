// A summit as far as the reader may know it: who sits at the table, what is on it and how it was answered.
import type { GameEvent, View } from "../wire/types";

/** The view's `extra.summit`. */
export interface Summit {
  caller: string;
  guests: string[];
  /** False while the caller is still inviting. */
  begun: boolean;
  secret: boolean;
  topic: string;
  /** Who has still to answer. */
  asked: string[];
}
export type Answer = "agreed" | "amended" | "declined";
export interface Matter {
  text: string;
  answers: Map<string, Answer>;
}

const ANSWERS = new Set<string>(["agreed", "amended", "declined"] satisfies Answer[]);
const ENDS = new Set(["summit", "adjourned"]);

export const summitOf = (view: View | null): Summit | null => (view?.extra["summit"] ?? null) as Summit | null;

/** What has been brought up at the present summit, up to a moment, since the reader has sat there. */
export function matters(log: GameEvent[], mine: string[], until: number): Matter[] {
  let out: Matter[] = [];
  for (const e of log) {
    if (e.actions > until) break;
    const named = e.args[0]?.id ?? "";
    if (ENDS.has(e.kind) || (e.kind === "invited" && mine.includes(named))) out = [];
    else if (e.kind === "topic") out.push({ text: e.text, answers: new Map() });
    else if (ANSWERS.has(e.kind)) out.at(-1)?.answers.set(named, e.kind as Answer);
  }
  return out;
}

/** Whom talk goes to by itself after those who talk apart have changed; never to more than was meant while it is written. */
export function addressed(to: string, before: string, now: string, writing: boolean): string {
  if (to !== before) return to;
  const meant = to.split(",");
  const fewer = now !== "" && (to === "" || now.split(",").every((side) => meant.includes(side)));
  return writing && !fewer ? to : now;
}
