// What the moves on offer cost and lead over: asked once for each decision that has places to go to.
import type { Table } from "../wire/api";
import type { Action, Way } from "../wire/types";

const HALF = "½";

/** Movement points as they are spoken: 2½, not 2.5. */
export function points(cost: number): string {
  const whole = Math.floor(cost);
  return cost === whole ? String(whole) : `${whole || ""}${HALF}`;
}

export class WayStore {
  /** By the action's text. */
  known = $state.raw<ReadonlyMap<string, Way>>(new Map());
  /** The way of the action that is pointed at. */
  shown = $state.raw<Way | null>(null);
  private asked = -1;

  constructor(
    private readonly table: Table,
    private readonly side: () => string | null,
    private readonly step: () => number | undefined,
  ) {}

  async learn(actions: readonly Action[]): Promise<void> {
    const step = this.step();
    if (step === undefined || step === this.asked) return;
    this.asked = step;
    this.known = new Map();
    this.shown = null;
    if (!actions.some((a) => a.args.some((arg) => arg.type === "place"))) return;
    try {
      const { ways } = await this.table.ways(this.side());
      if (this.step() === step) this.known = new Map(ways.map((w) => [w.action, w]));
    } catch {
      // Nobody has asked for them: without them the dots stay bare.
    }
  }

  show(action: Action | null): void {
    this.shown = (action && this.known.get(action.text)) ?? null;
  }
}
