// A turn of the others told step by step: it can be paused, stepped through, skipped and shown again.
import type { GameEvent, Update } from "../wire/types";
import { likes } from "./settings.svelte";

const STEP = 420;
const MANY = 30;

/** Is there something to see or to read in this step? */
export function worthTelling(update: Update): boolean {
  return update.change.pieces.length > 0 || update.change.gone.length > 0 || update.events.some((e) => e.level >= 3);
}

export class Story {
  /** What has happened and is not yet shown. */
  queue = $state.raw<Update[]>([]);
  now = $state.raw<GameEvent | null>(null);
  /** A story runs: from its first step until its last has stood long enough to be read. */
  active = $state(false);
  paused = $state(false);
  /** The moment before the last story, so that it can be shown again. */
  from = $state.raw<number | null>(null);
  private timer = 0;

  constructor(
    private readonly show: (update: Update) => void,
    private readonly done: () => void,
  ) {}

  /** One more step; `moment` is where the table stands before it. */
  add(update: Update, moment: number): void {
    if (!this.active) {
      this.from = moment;
      this.active = true;
    }
    this.queue = [...this.queue, update];
    if (!this.timer && !this.paused) this.next();
  }

  private next(): void {
    const [first, ...rest] = this.queue;
    this.timer = 0;
    if (!first) {
      this.end();
      return;
    }
    this.queue = rest;
    this.tell(first);
    const wait = worthTelling(first) ? (STEP / likes.pace) * (rest.length > MANY ? 0.35 : 1) : 0;
    this.timer = window.setTimeout(() => this.next(), wait);
  }

  private tell(update: Update): void {
    this.show(update);
    this.now = update.events.findLast((e) => e.level >= 2) ?? this.now;
  }

  pause(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.next();
  }

  /** One step on, by hand. */
  step(): void {
    this.pause();
    for (const update of this.queue) {
      this.queue = this.queue.slice(1);
      this.tell(update);
      if (worthTelling(update)) break;
    }
    if (!this.queue.length) this.end();
  }

  /** Straight to where the table stands now. */
  skip(): void {
    const all = this.queue;
    this.queue = [];
    for (const update of all) this.show(update);
    if (this.active) this.end();
  }

  /** Forget what has not been told: the whole state has been read anew. */
  drop(): void {
    this.queue = [];
    if (this.active) this.end(false);
  }

  private end(settle = true): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.active = false;
    this.paused = false;
    this.now = null;
    if (settle) this.done();
  }
}
