// The odds that stand beside a decision: those of the main action unasked, those of an action pointed at or about to be played.
import type { Table } from "../wire/api";
import type { Action, Odds } from "../wire/types";

/** The odds of one action, as shown before it is played. */
export interface Forecast {
  action: Action;
  odds: Odds;
}

const DWELL = 140;

/** Can it turn out in more than one way? What is certain needs no second click. */
export const isRisky = (odds: Odds): boolean => (odds.outcomes ?? []).filter((o) => o.chance > 0).length > 1;

export class Forecasts {
  private pointed = $state.raw<Forecast | null>(null);
  private standing = $state.raw<Forecast | null>(null);
  /** The action that waits for a second click, because dice follow. */
  pending = $state.raw<Action | null>(null);
  private timer = 0;
  private asked = 0;

  constructor(
    private readonly table: Table,
    private readonly side: () => string | null,
    private readonly step: () => number | undefined,
  ) {}

  /** Of the action that is to be played: the one held back, else the main one. */
  get main(): Forecast | null {
    return this.pending ? this.pointed : this.standing;
  }
  /** Of an action that is only pointed at. */
  get glimpse(): Forecast | null {
    return this.pending ? null : this.pointed;
  }

  async of(action: Action): Promise<Odds> {
    if (this.standing?.action === action) return this.standing.odds;
    return await this.table.odds(this.side(), action.text, this.step());
  }

  /** Hold an action back with its odds until it is confirmed. */
  hold(action: Action, odds: Odds): void {
    this.pending = action;
    this.pointed = { action, odds };
  }

  drop(): void {
    window.clearTimeout(this.timer);
    this.asked++;
    this.pending = null;
    this.pointed = null;
  }

  /** The main action's odds stand there unasked, and change as supporters are added. */
  async stand(main: Action | null): Promise<void> {
    const step = this.step();
    this.standing = null;
    if (!main) return;
    try {
      const odds = await this.table.odds(this.side(), main.text, step);
      if (this.step() === step && odds.outcomes) this.standing = { action: main, odds };
    } catch {
      // They were not asked for; when they are, the answer says what is wrong.
    }
  }

  /** Odds of an action pointed at, without choosing it. */
  peek(action: Action): void {
    window.clearTimeout(this.timer);
    if (this.pending || this.pointed?.action === action) return;
    const mine = ++this.asked;
    const step = this.step();
    this.timer = window.setTimeout(() => {
      this.of(action)
        .then((odds) => {
          if (mine === this.asked && !this.pending && this.step() === step)
            this.pointed = odds.outcomes || odds.ledger.length ? { action, odds } : null;
        })
        .catch(() => undefined);
    }, DWELL);
  }

  unpeek(): void {
    window.clearTimeout(this.timer);
    this.asked++;
    if (!this.pending) this.pointed = null;
  }
}
