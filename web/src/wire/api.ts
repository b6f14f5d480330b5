// Talking to the server: one function a route (docs/wire.md). Commands go by POST, news comes over the socket in live.ts.
import type {
  Areas,
  BotCard,
  Created,
  GameCard,
  GameEvent,
  GameInfo,
  Lesson,
  MatchCard,
  MatchInfo,
  Moment,
  MomentMark,
  Odds,
  RawBoard,
  ScenarioCard,
  State,
  Threats,
  Ways,
  Update,
  Why,
  WireError,
  Action,
} from "./types";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: WireError,
  ) {
    super(body.error);
  }
}

let language = "en";
export const speak = (code: string): void => void (language = code);

type Query = Record<string, string | number | null | undefined>;

async function call<T>(
  method: string,
  path: string,
  query: Query = {},
  body?: unknown,
  token?: string | null,
): Promise<T> {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== "") params.set(key, String(value));
  if (language !== "en") params.set("lang", language);
  const url = `/api${path}${params.size ? `?${params}` : ""}`;
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused(0, { error: "offline", code: "offline", hint: null, where: null, rule: null, step: null });
  }
  if (answer.ok) return (await answer.json()) as T;
  let refusal: WireError;
  try {
    refusal = (await answer.json()) as WireError;
  } catch {
    refusal = { error: answer.statusText, code: "broken", hint: null, where: null, rule: null, step: null };
  }
  throw new Refused(answer.status, refusal);
}

const get = <T>(path: string, query: Query = {}, token?: string | null): Promise<T> =>
  call<T>("GET", path, query, undefined, token);
const post = <T>(path: string, body: unknown, token?: string | null): Promise<T> =>
  call<T>("POST", path, {}, body, token);

/** Shelf answers change with the server only, so each is asked for once a visit. */
const kept = new Map<string, Promise<unknown>>();
function shelf<T>(path: string, query: Query = {}): Promise<T> {
  const key = `${language} ${path} ${JSON.stringify(query)}`;
  let answer = kept.get(key) as Promise<T> | undefined;
  if (!answer) {
    answer = get<T>(path, query);
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
  }
  return answer;
}

export interface SeatWish {
  sides: string[];
  holder: "me" | "link" | "bot";
  name?: string;
  bot?: string;
}
export interface MatchWish {
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  pace: "live" | "by_turn";
  title: string;
  listed: boolean;
  spectators: boolean;
  seats: SeatWish[];
  /** Scenarios of one's own, as text. */
  documents?: string[];
}

export const games = (): Promise<GameCard[]> => shelf("/games");
export const game = (id: string): Promise<GameInfo> => shelf(`/games/${id}`);
export const board = async (id: string, scenario: string): Promise<RawBoard> => ({
  kind: "none",
  size: [1, 1],
  places: [],
  ...(await shelf<Partial<RawBoard>>(`/games/${id}/board`, { scenario })),
});
/** The board of a match: the shelf's, unless it plays a scenario of its players' own. */
export const boardOf = async (match: string, token: string | null): Promise<RawBoard> => ({
  kind: "none",
  size: [1, 1],
  places: [],
  ...(await get<Partial<RawBoard>>(`/matches/${match}/board`, {}, token)),
});
export const ownScenarios = (id: string, documents: string[]): Promise<ScenarioCard[]> =>
  post(`/games/${id}/scenarios`, { documents });
export const charts = (id: string): Promise<{ name: string; title: string }[]> => shelf(`/games/${id}/charts`);
export const chart = (id: string, name: string): Promise<unknown> => shelf(`/games/${id}/charts/${name}`);
export const notes = (id: string): Promise<{ text: string }> => shelf(`/games/${id}/notes`);
export const rules = (id: string): Promise<{ clause: string; text: string; where: string }[]> =>
  shelf(`/games/${id}/rules`);
export const lesson = (id: string, name: string): Promise<Lesson> => shelf(`/games/${id}/lessons/${name}`);
export const bots = (): Promise<BotCard[]> => shelf("/bots");

export const create = (wish: MatchWish): Promise<Created> => post("/matches", wish);
export const join = (match: string, token: string, mix: string, name?: string): Promise<State> =>
  post(`/matches/${match}/join`, name ? { mix, name } : { mix }, token);
export const importRecord = (record: string): Promise<Created> => post("/matches/import", { record });
export const playLesson = (id: string, name: string): Promise<Created> => post(`/games/${id}/lessons/${name}/play`, {});
export const branch = (match: string, at: number | null, token: string | null): Promise<Created> =>
  post(`/matches/${match}/branch`, { at, side: null }, token);
export const mine = (tokens: string[]): Promise<MatchCard[]> => post("/matches/mine", { tokens });
export const listed = (): Promise<MatchCard[]> => get("/matches", { limit: 20 });

/** One match as seen from one chair. */
export class Table {
  constructor(
    readonly match: string,
    readonly token: string | null,
  ) {}
  private path(rest: string): string {
    return `/matches/${this.match}${rest}`;
  }
  private get<T>(rest: string, query: Query = {}): Promise<T> {
    return get<T>(this.path(rest), query, this.token);
  }
  private post<T>(rest: string, body: unknown): Promise<T> {
    return post<T>(this.path(rest), body, this.token);
  }
  info = (): Promise<MatchInfo> => this.get("");
  state = (side?: string | null): Promise<State> => this.get("/state", { side });
  join = (mix: string, name?: string): Promise<State> => join(this.match, this.token ?? "", mix, name);
  play = (side: string, action: string, expect: number): Promise<Update> =>
    this.post("/play", { side, action, expect });
  undo = (side: string, expect: number, to: number | null = null): Promise<Update> =>
    this.post("/undo", { side, expect, to });
  answer = (side: string, expect: number, agree: boolean): Promise<Update> =>
    this.post("/answer", { side, expect, agree });
  draw = (side: string, expect: number): Promise<Update> => this.post("/draw", { side, expect });
  resign = (side: string, expect: number): Promise<Update> => this.post("/resign", { side, expect });
  /** `nonce` tells a repeat over a broken line from the same words said once more. */
  talk = (side: string | null, text: string, to: string[] | null, nonce: string): Promise<Update> =>
    this.post("/talk", { side, text, to, nonce });
  why = (side: string | null, action: string): Promise<Why> => this.get("/why", { side, action });
  /** `expect`: the step it is asked for; when that has passed meanwhile, the answer is empty. */
  odds = (side: string | null, action: string, expect?: number): Promise<Odds> =>
    this.get("/odds", { side, action, expect });
  acts = (query: {
    side?: string | null;
    place?: string;
    piece?: string;
  }): Promise<{ actions: Action[]; why: { action: string; reason: string; rule: string | null }[] }> =>
    this.get("/acts", query);
  /** What each move on offer costs, and the places it leads over. */
  ways = (side: string | null): Promise<Ways> => this.get("/ways", { side });
  updates = (since: number, side?: string | null): Promise<{ updates: Update[]; state: State | null }> =>
    this.get("/updates", { since, side });
  log = (since: number, side?: string | null): Promise<{ events: GameEvent[]; total: number }> =>
    this.get("/log", { since, side });
  record = (side?: string | null): Promise<{ record: string; complete: boolean; name: string }> =>
    this.get("/record", { side });
  at = (actions: number, side?: string | null): Promise<Moment> => this.get(`/at/${actions}`, { side });
  /** What may be laid over the board now, or (`at`) after so many moves. */
  areas = (side?: string | null, at?: number | null): Promise<Areas> => this.get("/areas", { side, at });
  /** The pieces that could hit a place now, or (`at`) after so many moves. */
  threats = (place: string, side?: string | null, at?: number | null): Promise<Threats> =>
    this.get("/threats", { place, side, at });
  moments = (side?: string | null): Promise<MomentMark[]> => this.get("/moments", { side });
}
