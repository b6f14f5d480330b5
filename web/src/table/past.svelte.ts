// Looking back at a match: any moment of it, turn by turn, or as a film.
import type { Moment, MomentMark } from "../wire/types";
import type { Table } from "../wire/api";
import { wholeView } from "./apply";

export class Past {
  moment = $state.raw<Moment | null>(null);
  marks = $state.raw<MomentMark[]>([]);
  /** The film runs. */
  playing = $state(false);
  /** The film ends where the table stands now, and then we are back there. */
  private homeward = false;
  private asked = 0;

  constructor(
    private readonly table: Table,
    private readonly side: () => string | null,
    private readonly complain: (problem: unknown) => void,
  ) {}

  /** The first moment there is: sandboxes begin in the middle of another match. */
  get first(): number {
    return this.marks[0]?.at ?? 0;
  }

  async go(at: number, last: number): Promise<void> {
    const mine = ++this.asked;
    try {
      if (!this.marks.length) this.marks = await this.table.moments(this.side());
      const moment = await this.table.at(Math.max(this.first, Math.min(at, last)), this.side());
      if (mine === this.asked) this.moment = { ...moment, view: wholeView(moment.view) ?? moment.view };
    } catch (problem) {
      this.playing = false;
      this.complain(problem);
    }
  }

  /** Show everything from a moment until now once more, then come back to now. */
  async film(from: number, last: number): Promise<void> {
    await this.go(from, last);
    this.homeward = true;
    this.playing = this.moment !== null;
  }

  pause(): void {
    this.playing = false;
    this.homeward = false;
  }

  /** The film has come to its end. */
  ended(): void {
    if (this.homeward) this.leave();
    else this.pause();
  }

  leave(): void {
    this.asked++;
    this.moment = null;
    this.marks = [];
    this.pause();
  }
}
