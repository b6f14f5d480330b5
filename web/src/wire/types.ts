// The shapes that travel between client and server (docs/wire.md), and the shape of a game's board as the games give it.

export interface ScenarioCard {
  id: string;
  title: string;
  text: string;
  rule: string;
  sides: string[];
  players: [number, number];
  turns: number;
  minutes: number;
  weight: string;
}
export interface Named {
  id: string;
  name: string;
}
export interface GameCard {
  id: string;
  title: string;
  text: string;
  sides: Named[];
  scenarios: ScenarioCard[];
  players: [number, number];
  minutes: [number, number];
}
export interface Option {
  id: string;
  title: string;
  text: string;
  default: boolean | number | string;
  values: (boolean | number | string)[];
  rule: string;
  scenarios: string[];
  conflicts: string[];
  requires: string[];
}
export interface LessonCard {
  id: string;
  title: string;
  rule: string;
}
export interface Lesson extends LessonCard {
  text: string;
  try: string[];
  scenario: string;
}
export interface TrackStep {
  name: string;
  title: string;
  under: string;
  side: string;
}
export interface GameInfo extends GameCard {
  edition: number;
  options: Option[];
  figures: string[];
  track: TrackStep[];
  charts: string[];
  lessons: LessonCard[];
  bots: string[];
  pieces: Named[];
  places: Named[];
  types: Named[];
  verbs: { form: string; title: string }[];
}
export interface BotCard {
  name: string;
  title: string;
  text: string;
}
export interface Seat {
  sides: string[];
  holder: "person" | "bot";
  name: string;
  bot: string | null;
  joined: boolean;
}
export interface MatchCard {
  match: string;
  game: string;
  scenario: string;
  title: string;
  pace: "live" | "by_turn";
  status: Status;
  seats: Seat[];
  turn: number;
  phase: string;
  to_act: string[];
  seq: number;
  step: number;
  started: number;
  last: number;
  result: Result | null;
  sides: string[];
  your_turn: boolean;
}
export interface MatchInfo extends MatchCard {
  options: Record<string, unknown>;
  commitment: string;
  reveal: { seed: string; mixes: string[] } | null;
  arranged: boolean;
  sandbox: boolean;
  origin: { match: string; at: number } | null;
}
export interface Created {
  match: string;
  token: string;
  sides: string[];
  links: { sides: string[]; token: string }[];
  commitment: string;
}
export type Status = "waiting" | "live" | "over";
export interface Arg {
  slot: string;
  type: string;
  id: string;
}
export interface Action {
  text: string;
  label: string;
  verb: string;
  args: Arg[];
}
export interface Decision {
  side: string;
  prompt: string;
  rule: string | null;
  phase: string;
  actions: Action[];
}
export interface GameEvent {
  n: number;
  actions: number;
  kind: string;
  level: number;
  text: string;
  rule: string | null;
  args: Arg[];
  side: string | null;
}
export interface Ask {
  kind: "undo" | "draw";
  by: string;
  to: number | null;
  agreed: string[];
  open: string[];
}
export interface Talk {
  seq: number;
  at: number;
  name: string;
  sides: string[];
  text: string;
}
export interface Result {
  winner: string | null;
  level: string;
  reason: string;
}
export interface Piece {
  id: string;
  type: string;
  side: string;
  at: string;
  name: string;
  factors: string[];
  marks: string[];
  on?: string | null;
  hidden?: boolean;
}
export interface Mark {
  at: string;
  kind: string;
  value?: number | string;
  side?: string;
}
export interface Phase {
  name: string;
  title: string;
  rule: string | null;
  index: number;
  track: TrackStep[];
}
export interface View {
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  edition: number;
  actions: number;
  arranged: boolean;
  sides: string[];
  turn: number;
  phase: Phase;
  to_act: string[];
  viewer: string | null;
  figures: Record<string, number>;
  result: Result | null;
  pieces: Piece[];
  marks: Mark[];
  extra: Record<string, unknown>;
}
export interface State {
  match: string;
  seq: number;
  step: number;
  actions: number;
  status: Status;
  side: string | null;
  sides: string[];
  to_act: string[];
  waiting_for: string[];
  view: View | null;
  decision: Decision | null;
  events: GameEvent[];
  event_total: number;
  undo: "free" | "ask" | "no";
  asks: Ask[];
  seats: Seat[];
  talk: Talk[];
  result: Result | null;
}
export interface Change {
  set: Record<string, unknown>;
  pieces: Piece[];
  gone: string[];
}
export interface Update {
  seq: number;
  step: number;
  actions: number;
  type: string;
  side: string | null;
  action: string | null;
  at: number;
  bot: boolean;
  keep: number;
  events: GameEvent[];
  change: Change;
  status: Status;
  to_act: string[];
  decision: Decision | null;
  undo: "free" | "ask" | "no";
  asks: Ask[];
  talk: Talk | null;
  seats: Seat[] | null;
  result: Result | null;
}
export interface LedgerLine {
  value: number | string;
  reason: string;
  rule: string | null;
}
export interface Odds {
  action: string;
  outcomes: { text: string; chance: number }[] | null;
  ledger: LedgerLine[];
}
export interface Why {
  action: string;
  legal: boolean;
  reason: string | null;
  rule: string | null;
}
export interface Moment {
  at: number;
  of: number;
  view: View;
  event_total: number;
}
export interface MomentMark {
  at: number;
  turn: number;
  phase: string;
  side: string | null;
}
export interface WireError {
  error: string;
  code: string;
  hint: string | null;
  where: string | null;
  rule: string | null;
  step: number | null;
}

/** What a game says of its board. Everything but ids and positions may be missing. */
export interface RawPlace {
  id: string;
  name?: string;
  label?: string;
  x: number;
  y: number;
  shape?: string;
  r?: number;
  w?: number;
  h?: number;
  points?: number[][];
  terrain?: string;
  group?: string;
  hint?: unknown;
  [more: string]: unknown;
}
export interface RawEdge {
  a: string;
  b: string;
  kind: string;
}
export interface RawTerrain {
  name?: string;
  fill?: string;
  dark?: string;
  pattern?: string;
}
export interface RawType {
  symbol?: string;
  factors?: string;
  name?: string;
  [more: string]: unknown;
}
export interface RawSide {
  color?: string;
  ink?: string;
  name?: string;
  emblem?: string;
}
export interface RawInset {
  id?: string;
  name?: string;
  x?: number;
  y?: number;
  w?: number;
  h?: number;
  [more: string]: unknown;
}
export interface RawBoard {
  kind: string;
  size: [number, number];
  places: RawPlace[];
  edges?: RawEdge[];
  terrains?: Record<string, RawTerrain>;
  legend?: unknown[];
  types?: Record<string, RawType>;
  sides?: Record<string, RawSide>;
  insets?: RawInset[];
  [more: string]: unknown;
}
