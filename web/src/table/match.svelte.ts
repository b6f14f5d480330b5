// A match at this screen: its state, what has been picked, and the way an action goes from a click to the server.
import { Refused, Table } from "../wire/api";
import * as api from "../wire/api";
import { Live } from "../wire/live";
import type {
  Action,
  GameEvent,
  GameInfo,
  MatchInfo,
  Moment,
  MomentMark,
  Odds,
  RawBoard,
  State,
  Update,
  View,
} from "../wire/types";
import { language, t } from "../words/index.svelte";
import { applyUpdate, wholeView } from "./apply";
import { offer, type Known } from "./picking";
import { keepSeat, likes } from "./settings.svelte";

export interface Said {
  text: string;
  rule: string | null;
  bad: boolean;
  /** Changes each time, so that the same refusal shakes again. */
  n: number;
}

const STORY = 420;

export class MatchStore {
  state = $state.raw<State | null>(null);
  info = $state.raw<MatchInfo | null>(null);
  game = $state.raw<GameInfo | null>(null);
  board = $state.raw<RawBoard | null>(null);
  picked = $state.raw<string[]>([]);
  pending = $state.raw<Action | null>(null);
  odds = $state.raw<Odds | null>(null);
  said = $state.raw<Said | null>(null);
  lit = $state.raw<string[]>([]);
  story = $state.raw<GameEvent | null>(null);
  busy = $state(false);
  linked = $state(true);
  here = $state.raw<{ sides: string[]; watching: number }>({ sides: [], watching: 0 });
  moment = $state.raw<Moment | null>(null);
  moments = $state.raw<MomentMark[]>([]);
  failed = $state<string | null>(null);
  queue = $state.raw<Update[]>([]);
  curtain = $state<string | null>(null);
  forced = $state<string | null>(null);
  readonly table: Table;
  private live: Live | null = null;
  private timer = 0;
  private quiet = false;
  private said_n = 0;
  private passing = -1;
  private peeking = 0;
  private recapFrom = 0;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    this.table = new Table(id, token);
    this.recapFrom = Number(localStorage.getItem(`seen:${id}`) ?? -1);
  }

  get view(): View | null {
    return this.moment?.view ?? this.state?.view ?? null;
  }
  get side(): string | null {
    return this.state?.side ?? null;
  }
  /** The decision as long as the table shows now, not a past moment or a story still being told. */
  get actions(): Action[] {
    return this.moment || this.queue.length ? [] : (this.state?.decision?.actions ?? []);
  }
  readonly known: Known = {
    isPiece: (id) => this.pieceIds.has(id),
    isPlace: (id) => this.placeIds.has(id),
  };
  readonly pieceIds = $derived(new Set([...(this.game?.pieces ?? []), ...(this.view?.pieces ?? [])].map((p) => p.id)));
  readonly placeIds = $derived(new Set((this.board?.places ?? []).map((p) => p.id)));
  readonly offered = $derived(offer(this.actions, this.picked, this.known));

  get sinceMine(): GameEvent[] {
    return (this.state?.events ?? []).filter((e) => e.n >= this.recapFrom && e.level >= 2);
  }

  async open(): Promise<void> {
    try {
      const info = await this.table.info();
      const [game, board] = await Promise.all([api.game(info.game), api.board(info.game, info.scenario)]);
      let state = await this.table.state();
      const me = state.seats.find((s) => s.sides.some((side) => state.sides.includes(side)));
      if (this.token && me && !me.joined) state = await this.table.join(randomText(), likes.name || undefined);
      this.info = info;
      this.game = game;
      this.board = board;
      this.take(state);
    } catch (problem) {
      this.failed = problem instanceof Refused && problem.status === 404 ? t("error_unknown") : message(problem);
      return;
    }
    this.live = new Live(this.id, this.token, language.code, {
      state: (s) => this.take(s),
      update: (u) => void this.hear(u),
      here: (sides, watching) => (this.here = { sides, watching }),
      link: (on) => (this.linked = on),
      refused: (reason) => this.say(reason, null, true),
      seq: () => this.queue.at(-1)?.seq ?? this.state?.seq ?? null,
    });
    this.live.side = this.state?.side ?? null;
    this.live.open();
  }

  close(): void {
    window.clearTimeout(this.timer);
    this.live?.close();
  }

  private take(state: State): void {
    this.queue = [];
    this.state = { ...state, view: wholeView(state.view) };
    // A browser that has not seen this match: since the last thing that was our own doing.
    if (this.recapFrom < 0)
      this.recapFrom = 1 + (state.events.findLast((e) => e.side !== null && state.sides.includes(e.side))?.n ?? -1);
    this.unpick();
    this.settle();
  }

  private async hear(update: Update): Promise<void> {
    const last = this.queue.at(-1)?.seq ?? this.state?.seq ?? 0;
    if (!this.state || update.seq <= last) return;
    if (update.seq > last + 1) {
      const missed = await this.table.updates(last, this.side);
      if (missed.state) this.take(missed.state);
      else for (const u of missed.updates) this.enqueue(u);
      return;
    }
    this.enqueue(update);
  }

  private enqueue(update: Update): void {
    const last = this.queue.at(-1)?.seq ?? this.state?.seq ?? 0;
    if (update.seq <= last) return;
    const story = likes.animate && likes.pace > 0 && !document.hidden && !this.moment;
    if (!this.queue.length && (!story || !worthTelling(update) || this.isMine(update))) {
      this.applyOne(update);
      return;
    }
    this.queue = [...this.queue, update];
    if (!this.timer) this.next();
  }

  private isMine(update: Update): boolean {
    return !update.bot && update.side !== null && (this.state?.sides.includes(update.side) ?? false);
  }

  /** Tells a bot's turn step by step; a long one is told faster. */
  private next(): void {
    const [first, ...rest] = this.queue;
    this.timer = 0;
    if (!first) return;
    this.queue = rest;
    this.applyOne(first);
    this.story = first.events.findLast((e) => e.level >= 2) ?? this.story;
    this.lit = this.story ? this.story.args.map((a) => a.id) : [];
    if (!rest.length) {
      this.settle();
      return;
    }
    const wait = worthTelling(first) ? (STORY / likes.pace) * (rest.length > 30 ? 0.35 : 1) : 0;
    this.timer = window.setTimeout(() => this.next(), wait);
  }

  skip(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    const all = this.queue;
    this.queue = [];
    for (const update of all) this.applyOne(update);
  }

  private applyOne(update: Update): void {
    if (!this.state) return;
    const side = this.state.side;
    this.state = applyUpdate(this.state, update);
    if (update.action !== null && this.isMine(update)) {
      this.recapFrom = this.state.event_total;
      localStorage.setItem(`seen:${this.id}`, String(this.recapFrom));
    }
    if (update.side === side || update.step !== this.state.step || update.decision) this.unpick();
    if (!this.queue.length) this.settle();
  }

  /** After the dust: look through the eyes of whoever decides next here, and pass forced choices. */
  private settle(): void {
    const state = this.state;
    if (!state || this.queue.length) return;
    if (state.status === "live" && state.sides.length > 1 && (!state.side || !state.to_act.includes(state.side))) {
      const next = state.to_act.find((side) => state.sides.includes(side));
      if (next) {
        void this.look(next);
        return;
      }
    }
    void this.passForced();
  }

  async look(side: string): Promise<void> {
    if (this.live) this.live.side = side;
    const state = await this.table.state(side);
    const hides = state.view?.pieces.some((p) => p.hidden) ?? false;
    if (hides && this.state?.side && this.state.side !== side && this.people() > 1) this.curtain = side;
    this.take(state);
    this.live?.look(side);
  }

  /** How many sides people play at this screen. */
  private people(): number {
    return this.state?.sides.length ?? 0;
  }

  private async passForced(): Promise<void> {
    const state = this.state;
    const only = state?.decision?.actions.length === 1 ? state.decision.actions[0] : undefined;
    if (!state || !only || !likes.autoPass || this.quiet || this.moment || this.busy || this.info?.sandbox) return;
    const side = state.decision?.side;
    if (!side || !state.sides.includes(side)) return;
    const step = state.step;
    if (this.passing === step) return;
    this.passing = step;
    await new Promise((r) => window.setTimeout(r, likes.animate ? 260 : 0));
    if (this.state?.step !== step || this.quiet || this.pending || this.busy) return;
    const odds = await this.table.odds(side, only.text);
    if (this.state?.step !== step) return;
    if (odds.outcomes && likes.confirmDice) {
      this.pending = only;
      this.odds = odds;
      return;
    }
    this.forced = only.label;
    await this.send(only);
  }

  unpick(): void {
    this.picked = [];
    this.pending = null;
    this.odds = null;
  }

  pick(id: string): void {
    this.forced = null;
    this.pending = null;
    this.odds = null;
    this.said = null;
    this.picked = this.picked.includes(id) ? this.picked.filter((p) => p !== id) : [...this.picked, id];
  }

  /** Show what an action would bring; play it unless dice follow and the player wants to be asked. */
  async aim(action: Action, sure = false): Promise<void> {
    const side = this.state?.decision?.side ?? this.side;
    if (this.busy) return;
    this.unpeek();
    this.quiet = false;
    this.forced = null;
    if (sure || this.pending?.text === action.text || !likes.confirmDice) {
      await this.send(action);
      return;
    }
    try {
      const odds = await this.table.odds(side, action.text);
      if (odds.outcomes) {
        this.pending = action;
        this.odds = odds;
        this.said = null;
      } else await this.send(action);
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** Odds of an action pointed at, without choosing it. */
  peek(action: Action): void {
    window.clearTimeout(this.peeking);
    if (this.pending) return;
    const step = this.state?.step;
    this.peeking = window.setTimeout(() => {
      const still = (): boolean => !this.pending && !this.busy && this.state?.step === step;
      if (!still()) return;
      this.table
        .odds(this.state?.decision?.side ?? this.side, action.text)
        .then((odds) => {
          if (still()) this.odds = odds.outcomes || odds.ledger.length ? odds : null;
        })
        .catch(() => undefined);
    }, 140);
  }

  unpeek(): void {
    window.clearTimeout(this.peeking);
    if (!this.pending) this.odds = null;
  }

  private async send(action: Action | string): Promise<void> {
    const state = this.state;
    const side = state?.decision?.side ?? state?.side;
    if (!state || !side || this.busy) return;
    this.busy = true;
    this.said = null;
    try {
      await this.hear(await this.table.play(side, typeof action === "string" ? action : action.text, state.step));
    } catch (problem) {
      this.complain(problem);
    } finally {
      this.busy = false;
    }
    this.settle();
  }

  /** A typed action. */
  async command(text: string): Promise<boolean> {
    const typed = text.trim().toLowerCase();
    const known = this.actions.find((a) => a.text === typed || a.label.toLowerCase() === typed);
    if (known) {
      await this.aim(known);
      return true;
    }
    await this.ask(typed);
    return false;
  }

  /** Why not? */
  async ask(text: string): Promise<void> {
    try {
      const why = await this.table.why(this.state?.decision?.side ?? this.side, text);
      this.say(why.legal ? t("legal_now") : (why.reason ?? t("not_legal")), why.rule, !why.legal);
    } catch (problem) {
      this.complain(problem);
    }
  }

  async undo(to: number | null = null): Promise<void> {
    const state = this.state;
    const side = state?.side;
    if (!state || !side) return;
    if (this.pending || this.picked.length) {
      this.unpick();
      return;
    }
    this.quiet = true;
    await this.command_(() => this.table.undo(side, state.step, to));
  }
  async answer(agree: boolean): Promise<void> {
    const state = this.state;
    const ask = state?.asks[0];
    const side = ask?.open.find((s) => state?.sides.includes(s));
    if (state && side) await this.command_(() => this.table.answer(side, state.step, agree));
  }
  resign = (): Promise<void> => this.command_(() => this.table.resign(this.side ?? "", this.state?.step ?? 0));
  draw = (): Promise<void> => this.command_(() => this.table.draw(this.side ?? "", this.state?.step ?? 0));
  talk = (text: string): Promise<void> => this.command_(() => this.table.talk(text));

  private async command_(act: () => Promise<Update>): Promise<void> {
    try {
      await this.hear(await act());
    } catch (problem) {
      this.complain(problem);
    }
  }

  private complain(problem: unknown): void {
    if (problem instanceof Refused) {
      if (problem.body.code === "stale") void this.table.state(this.side).then((s) => this.take(s));
      const text = problem.body.code === "stale" ? t("error_stale") : message(problem);
      this.say(text, problem.body.rule, true);
    } else this.say(message(problem), null, true);
  }

  say(text: string, rule: string | null, bad: boolean): void {
    this.said = { text, rule, bad, n: ++this.said_n };
  }

  // Looking back.

  async goTo(at: number): Promise<void> {
    const now = this.state?.actions ?? 0;
    if (!this.moments.length) this.moments = await this.table.moments(this.side);
    try {
      const moment = await this.table.at(Math.max(0, Math.min(at, now)), this.side);
      this.moment = { ...moment, view: wholeView(moment.view) ?? moment.view };
    } catch (problem) {
      this.complain(problem);
    }
  }

  leaveReplay(): void {
    this.moment = null;
    this.moments = [];
  }

  async branch(): Promise<string | null> {
    try {
      const made = await api.branch(this.id, this.moment?.at ?? null, this.token);
      keepSeat(made.match, made.token);
      return made.match;
    } catch (problem) {
      this.complain(problem);
      return null;
    }
  }

  name(side: string | null | undefined): string {
    if (!side) return "";
    return this.game?.sides.find((s) => s.id === side)?.name ?? this.board?.sides?.[side]?.name ?? side;
  }
}

function worthTelling(update: Update): boolean {
  return update.change.pieces.length > 0 || update.change.gone.length > 0 || update.events.some((e) => e.level >= 3);
}

export function message(problem: unknown): string {
  if (problem instanceof Refused) {
    if (problem.body.code === "offline") return t("offline");
    return [problem.body.error, problem.body.hint].filter(Boolean).join(" ");
  }
  return String(problem);
}

export function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}
