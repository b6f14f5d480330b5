// Areas and threats of the table as it stands: asked of the server when somebody wants to see them.
import type { Areas } from "../wire/types";
import type { MatchStore } from "./match.svelte";

export class AreaStore {
  told = $state.raw<Areas["areas"]>([]);
  /** Which pieces could hit the place asked about. */
  threats = $state.raw<{ place: string; pieces: string[] } | null>(null);
  private asked = "";

  constructor(private readonly match: MatchStore) {}

  /** What the answer depends on: who looks, and at which moment. */
  private get key(): string {
    const { match } = this;
    return `${match.side ?? ""} ${match.moment?.at ?? match.state?.step ?? ""}`;
  }

  /** Ask again where the table has changed since. */
  async refresh(): Promise<void> {
    const key = this.key;
    if (this.asked === key) return;
    this.asked = key;
    try {
      const answer = await this.match.table.areas(this.match.side, this.match.moment?.at ?? null);
      if (this.asked === key) this.told = answer.areas;
    } catch (problem) {
      this.asked = "";
      this.match.complain(problem);
    }
  }

  /** What could hit this place? A second time puts it away. */
  async threaten(place: string): Promise<void> {
    if (this.threats?.place === place) {
      this.threats = null;
      return;
    }
    try {
      const answer = await this.match.table.threats(place, this.match.side, this.match.moment?.at ?? null);
      this.threats = { place, pieces: answer.pieces };
    } catch (problem) {
      this.match.complain(problem);
    }
  }
}
