// A match at this screen: its state, what has been picked, and the way an action goes from a click to the server.
import { model } from "../board/model";
import { Refused, Table } from "../wire/api";
import * as api from "../wire/api";
import { insist } from "../wire/insist";
import { Live } from "../wire/live";
import type {
  Action,
  Ask,
  Decision,
  GameEvent,
  GameInfo,
  MatchInfo,
  Moment,
  RawBoard,
  State,
  Update,
  View,
} from "../wire/types";
import { language, t } from "../words/index.svelte";
import { applyUpdate, wholeView } from "./apply";
import { Forecasts, isRisky, type Forecast } from "./forecast.svelte";
import { Past } from "./past.svelte";
import { points, WayStore } from "./ways.svelte";
import { offer, primary, type Known } from "./picking";
import { message, randomText } from "./plain";
import { keepSeat, likes } from "./settings.svelte";
import { Story } from "./story.svelte";

export { message, randomText } from "./plain";

export interface Said {
  text: string;
  rule: string | null;
  bad: boolean;
  /** Changes each time, so that the same refusal shakes again. */
  n: number;
}

export class MatchStore {
  state = $state.raw<State | null>(null);
  info = $state.raw<MatchInfo | null>(null);
  game = $state.raw<GameInfo | null>(null);
  board = $state.raw<RawBoard | null>(null);
  picked = $state.raw<string[]>([]);
  said = $state.raw<Said | null>(null);
  lit = $state.raw<string[]>([]);
  /** The step at which a move of ours is on its way. News over the socket may bring the next step before the answer does. */
  private sent: number | null = $state(null);
  linked = $state(true);
  /** A command is on its way again and again, over a broken line. */
  trying = $state(false);
  here = $state.raw<{ sides: string[]; watching: number }>({ sides: [], watching: 0 });
  older = $state.raw<GameEvent[]>([]);
  failed = $state<string | null>(null);
  curtain = $state<string | null>(null);
  forced = $state<string | null>(null);
  /** Lines of talk by others that have not been looked at. */
  unread = $state(0);
  /** Nothing has been done here since the page was opened: a reader of the recap, perhaps. */
  fresh = $state(true);
  readonly table: Table;
  readonly story: Story;
  readonly past: Past;
  private readonly odds: Forecasts;
  readonly ways: WayStore;
  private live: Live | null = null;
  private quiet = false;
  private said_n = 0;
  private passing = -1;
  private recapFrom = $state(0);
  private closed = false;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    this.table = new Table(id, token);
    this.recapFrom = Number(localStorage.getItem(`seen:${id}`) ?? -1);
    this.story = new Story(
      (update) => this.applyOne(update),
      () => this.settle(),
    );
    this.odds = new Forecasts(
      this.table,
      () => this.state?.decision?.side ?? this.side,
      () => this.state?.step,
    );
    this.ways = new WayStore(
      this.table,
      () => this.state?.decision?.side ?? this.side,
      () => this.state?.step,
    );
    this.past = new Past(
      this.table,
      () => this.side,
      (problem) => this.complain(problem),
    );
  }

  private get busy(): boolean {
    return this.sent !== null && this.sent === this.state?.step;
  }
  get moment(): Moment | null {
    return this.past.moment;
  }
  get view(): View | null {
    return this.moment?.view ?? this.state?.view ?? null;
  }
  get side(): string | null {
    return this.state?.side ?? null;
  }
  /** The decision as long as the table shows now, not a past moment or a story still being told. */
  get decision(): Decision | null {
    return this.moment || this.story.queue.length ? null : (this.state?.decision ?? null);
  }
  get actions(): Action[] {
    return this.decision?.actions ?? [];
  }
  /** The reader may speak up here, but nobody waits for it: nothing is done for him by Enter or by itself. */
  get unasked(): boolean {
    const side = this.decision?.side;
    return side !== undefined && !this.state?.to_act.includes(side);
  }
  /** The action that waits for a second click, because dice follow. */
  get pending(): Action | null {
    return this.odds.pending;
  }
  get forecast(): Forecast | null {
    return this.odds.main;
  }
  get glimpse(): Forecast | null {
    return this.odds.glimpse;
  }
  readonly known: Known = {
    isPiece: (id) => this.pieceIds.has(id),
    isPlace: (id) => this.placeIds.has(id),
    kindOf: (id) => this.kinds.get(id) ?? "",
  };
  readonly pieceIds = $derived(new Set([...(this.game?.pieces ?? []), ...(this.view?.pieces ?? [])].map((p) => p.id)));
  readonly placeIds = $derived(new Set((this.board?.places ?? []).map((p) => p.id)));
  private readonly kinds = $derived(
    new Map([
      ...(this.board?.places ?? []).map((p) => [p.id, `place ${p.shape ?? "hex"} ${p.group ?? ""}`] as const),
      ...(this.view?.pieces ?? []).map((p) => [p.id, `piece ${p.side}`] as const),
    ]),
  );
  readonly model = $derived(this.board ? model(this.board) : null);
  readonly offered = $derived(offer(this.actions, this.picked, this.known, (a) => this.costOf(a)));
  /** The whole log as far as it has been read, oldest first. */
  readonly log = $derived.by(() => {
    const now = this.state?.events ?? [];
    const first = now[0]?.n ?? 0;
    return [...this.older.filter((e) => e.n < first), ...now];
  });

  get sinceMine(): GameEvent[] {
    return this.log.filter((e) => e.n >= this.recapFrom && e.level >= 1);
  }
  /** Is anybody at the table whose consent must be asked? */
  get others(): boolean {
    const mine = this.state?.sides ?? [];
    return this.state?.seats.some((s) => s.holder === "person" && !s.sides.some((x) => mine.includes(x))) ?? false;
  }

  async open(): Promise<void> {
    this.failed = null;
    try {
      // The state takes the server longest: it is not waited for before the rest is asked.
      const asked = this.table.state();
      asked.catch(() => undefined);
      const info = await this.table.info();
      const game = await api.game(info.game);
      const printed = game.scenarios.some((s) => s.id === info.scenario);
      const board = await (printed ? api.board(info.game, info.scenario) : api.boardOf(this.id, this.token));
      let state = await asked;
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
    if (this.closed) return;
    this.live = new Live(this.id, this.token, language.code, {
      state: (s) => this.take(s),
      update: (u) => void this.hear(u),
      here: (sides, watching) => (this.here = { sides, watching }),
      link: (on) => {
        if (on && !this.linked && this.said?.text === t("offline")) this.said = null;
        this.linked = on;
      },
      refused: (reason) => this.say(reason, null, true),
      seq: () => this.story.queue.at(-1)?.seq ?? this.state?.seq ?? null,
    });
    this.live.side = this.state?.side ?? null;
    this.live.open();
  }

  close(): void {
    this.closed = true;
    this.story.drop();
    this.live?.close();
  }

  private take(state: State): void {
    this.story.drop();
    this.state = { ...state, view: wholeView(state.view) };
    // A browser that has not seen this match: since the last thing that was our own doing.
    if (this.recapFrom < 0)
      this.recapFrom = 1 + (state.events.findLast((e) => e.side !== null && state.sides.includes(e.side))?.n ?? -1);
    this.unpick();
    this.settle();
  }

  private async hear(update: Update): Promise<void> {
    const last = this.story.queue.at(-1)?.seq ?? this.state?.seq ?? 0;
    if (!this.state || update.seq <= last) return;
    if (update.seq === last + 1) {
      this.enqueue(update);
      return;
    }
    try {
      const missed = await this.table.updates(last, this.side);
      if (missed.state) this.take(missed.state);
      else for (const u of missed.updates) this.enqueue(u);
    } catch (problem) {
      this.complain(problem);
    }
  }

  private enqueue(update: Update): void {
    const last = this.story.queue.at(-1)?.seq ?? this.state?.seq ?? 0;
    if (update.seq <= last) return;
    const told = likes.animate && likes.pace > 0 && !document.hidden && !this.moment && !this.isMine(update);
    if (this.story.active || (told && isMove(update))) this.story.add(update, this.state?.actions ?? 0);
    else this.applyOne(update);
  }

  private isMine(update: Update): boolean {
    return !update.bot && update.side !== null && (this.state?.sides.includes(update.side) ?? false);
  }

  private applyOne(update: Update): void {
    if (!this.state) return;
    const { side, step, asks } = this.state;
    this.state = applyUpdate(this.state, update);
    this.hearAnswer(asks, update);
    if (update.talk && !this.isMine(update)) this.unread++;
    // What was passed for the reader has been told once others have acted after it.
    if (update.type === "play" && !this.isMine(update)) this.forced = null;
    if ((this.older.at(-1)?.n ?? -1) >= update.keep) this.older = this.older.filter((e) => e.n < update.keep);
    if (this.isMine(update) && update.type === "play") {
      this.fresh = false;
      this.recapFrom = this.state.event_total;
      localStorage.setItem(`seen:${this.id}`, String(this.recapFrom));
      if (!this.story.active) this.story.from = null;
    }
    if (this.story.active) this.lit = update.events.findLast((e) => e.level >= 2)?.args.map((a) => a.id) ?? this.lit;
    if (update.side === side || update.step !== step) this.unpick();
    if (!this.story.queue.length) this.settle();
  }

  /** A question of ours that an answer has taken off the table was answered with a no. */
  private hearAnswer(before: Ask[], { type, side, asks }: Update): void {
    const mine = (id: string): boolean => this.state?.sides.includes(id) ?? false;
    if (type !== "answer" || !side || mine(side)) return;
    if (before.some((ask) => mine(ask.by) && !asks.some((a) => a.kind === ask.kind && a.by === ask.by)))
      this.say(t("said_no", { who: this.name(side) }), null, false);
  }

  /** After the dust: look through the eyes of whoever decides next here, and pass forced choices. */
  private settle(): void {
    const state = this.state;
    if (!state || this.story.queue.length) return;
    if (!this.story.active) this.lit = [];
    if (state.status === "live" && state.sides.length > 1 && (!state.side || !state.to_act.includes(state.side))) {
      const next = state.to_act.find((side) => state.sides.includes(side));
      if (next) {
        void this.look(next);
        return;
      }
    }
    void this.odds.stand(this.moment || this.unasked ? null : primary(this.actions));
    void this.ways.learn(this.actions);
    void this.passForced();
  }

  async look(side: string): Promise<void> {
    if (this.live) this.live.side = side;
    let state: State;
    try {
      state = await this.table.state(side);
    } catch (problem) {
      this.complain(problem);
      return;
    }
    const hides = state.view?.pieces.some((p) => p.hidden) ?? false;
    if (hides && this.state?.side && this.state.side !== side && state.sides.length > 1) this.curtain = side;
    this.older = [];
    this.take(state);
    this.live?.look(side);
  }

  private async passForced(): Promise<void> {
    const state = this.state;
    const only = state?.decision?.actions.length === 1 ? state.decision.actions[0] : undefined;
    if (!state || !only || !likes.autoPass || this.quiet || this.moment || this.busy || this.info?.sandbox) return;
    const side = state.decision?.side;
    if (!side || this.unasked || !state.sides.includes(side)) return;
    const step = state.step;
    if (this.passing === step) return;
    this.passing = step;
    await new Promise((r) => window.setTimeout(r, likes.animate ? 260 : 0));
    const still = (): boolean =>
      this.state?.step === step && !this.quiet && !this.pending && !this.busy && !this.moment;
    if (!still()) return;
    try {
      const odds = await this.table.odds(side, only.text, step);
      if (!still()) return;
      if (isRisky(odds) && likes.confirmDice) {
        this.odds.hold(only, odds);
        return;
      }
    } catch (problem) {
      this.complain(problem);
      return;
    }
    await this.send(only);
    this.forced = only.label;
  }

  unpick(): void {
    this.picked = [];
    this.odds.drop();
  }

  pick(id: string): void {
    this.forced = null;
    this.odds.drop();
    this.said = null;
    this.picked = this.picked.includes(id) ? this.picked.filter((p) => p !== id) : [...this.picked, id];
  }

  /** Show what an action would bring; play it unless dice follow and the player wants to be asked. */
  async aim(action: Action, sure = false): Promise<void> {
    const step = this.state?.step;
    if (this.busy) return;
    this.odds.unpeek();
    this.quiet = false;
    this.forced = null;
    if (sure || this.pending?.text === action.text || !likes.confirmDice) {
      await this.send(action);
      return;
    }
    if (this.trying) return;
    const odds = await this.reach(() => this.odds.of(action));
    // Two quick clicks: the first has been played already.
    if (!odds || this.state?.step !== step || this.busy) return;
    if (isRisky(odds)) {
      this.odds.hold(action, odds);
      this.said = null;
    } else await this.send(action);
  }

  /** What a move costs, where the game has told. */
  costOf(action: Action): string | null {
    const way = this.ways.known.get(action.text);
    return way ? points(way.cost) : null;
  }

  /** What a move leads to beyond its cost, in a few words, where the game has told. */
  leads(action: Action): string {
    return this.ways.known.get(action.text)?.notes[0] ?? "";
  }

  peek = (action: Action): void => {
    this.ways.show(action);
    this.odds.peek(action);
  };
  unpeek = (): void => {
    this.ways.show(null);
    this.odds.unpeek();
  };

  private async send(action: Action): Promise<void> {
    const state = this.state;
    const side = state?.decision?.side ?? state?.side;
    if (!state || !side || this.busy) return;
    this.sent = state.step;
    this.said = null;
    await this.insist(() => this.table.play(side, action.text, state.step));
    if (this.sent === state.step) this.sent = null;
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
    if (!state || !side || this.moment) return;
    if (this.pending || this.picked.length) {
      this.unpick();
      return;
    }
    if (state.undo === "no") {
      this.say(t("nothing_to_take_back"), null, false);
      return;
    }
    this.quiet = true;
    await this.insist(() => this.table.undo(side, state.step, to));
  }
  async answer(agree: boolean): Promise<void> {
    const state = this.state;
    const ask = state?.asks.find((a) => a.open.some((s) => state.sides.includes(s)));
    const side = ask?.open.find((s) => state?.sides.includes(s));
    if (state && side) await this.insist(() => this.table.answer(side, state.step, agree));
  }
  resign = (side: string): Promise<void> => this.insist(() => this.table.resign(side, this.state?.step ?? 0));
  draw = (): Promise<void> => this.insist(() => this.table.draw(this.side ?? "", this.state?.step ?? 0));
  /** Say something to those sides, or to everybody; answers why it was not taken. */
  async talk(text: string, to: string[] | null): Promise<string | null> {
    const [side, nonce] = [this.side, randomText()];
    try {
      const update = await this.persist(
        () => this.table.talk(side, text, to, nonce),
        () => this.closed,
      );
      if (update) await this.hear(update);
      return null;
    } catch (problem) {
      this.complain(problem);
      return message(problem);
    }
  }

  /** Carry a command to the server, over a broken line too. */
  private async insist(act: () => Promise<Update>): Promise<void> {
    const update = await this.reach(act);
    if (update) await this.hear(update);
  }

  /** Ask the server until it answers, or until news over the socket has made the question idle. */
  private async reach<T>(act: () => Promise<T>): Promise<T | null> {
    const step = this.state?.step;
    try {
      return await this.persist(act, () => this.closed || this.state?.step !== step);
    } catch (problem) {
      this.complain(problem);
      return null;
    }
  }

  private async persist<T>(act: () => Promise<T>, givenUp: () => boolean): Promise<T | null> {
    try {
      return await insist(act, () => (this.trying = true), givenUp);
    } finally {
      if (this.trying) this.live?.wake();
      this.trying = false;
    }
  }

  complain(problem: unknown): void {
    if (problem instanceof Refused) {
      const stale = problem.body.code === "stale";
      if (stale)
        this.table
          .state(this.side)
          .then((s) => this.take(s))
          .catch(() => undefined);
      this.say(stale ? t("error_stale") : message(problem), problem.body.rule, true);
    } else this.say(message(problem), null, true);
  }

  say(text: string, rule: string | null, bad: boolean): void {
    this.said = { text, rule, bad, n: ++this.said_n };
  }

  // Looking back.

  goTo = async (at: number): Promise<void> => {
    await this.past.go(at, this.state?.actions ?? 0);
    if (this.moment) await this.readLog();
  };

  /** The last story once more, from its beginning. */
  again = async (from: number | null = this.story.from): Promise<void> => {
    if (from === null) return;
    this.story.skip();
    await this.past.film(from, this.state?.actions ?? 0);
    await this.readLog();
  };

  /** The log's beginning, which a state leaves out. */
  async readLog(): Promise<void> {
    const first = this.state?.events[0]?.n ?? 0;
    const side = this.side;
    try {
      while ((this.older.at(-1)?.n ?? -1) + 1 < first && side === this.side) {
        const got = await this.table.log((this.older.at(-1)?.n ?? -1) + 1, side);
        if (!got.events.length) break;
        this.older = [...this.older, ...got.events];
      }
    } catch (problem) {
      this.complain(problem);
    }
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

  /** As on the board, where that is shorter: "S.A.U.". */
  shortName(side: string): string {
    const [long, own] = [this.name(side), this.board?.sides?.[side]?.name ?? ""];
    return own && own.length < long.length ? own : long;
  }
}

const isMove = (update: Update): boolean => update.type === "play" || update.type === "undo";
