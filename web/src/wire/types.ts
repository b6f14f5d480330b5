// The shapes that travel between client and server: generated from the server's schema (`npm run types`), named here.
import type { components } from "./schema";

type Wire = components["schemas"];
export type ScenarioCard = Wire["ScenarioCard"];
export type GameCard = Wire["GameCard"];
export type GameInfo = Wire["GameInfo"];
export type Option = Wire["Option"];
export type Lesson = Wire["Lesson"];
export type LessonCard = Wire["LessonCard"];
export type BotCard = Wire["BotCard"];
export type Created = Wire["Created"];
export type MatchCard = Wire["MatchCard"];
export type MatchInfo = Wire["MatchInfo"];
export type MomentMark = Wire["MomentMark"];
export type Seat = Wire["Seat"];
export type Arg = Wire["Arg"];
export type Action = Wire["Action"];
export type Decision = Wire["Decision"];
export type Talk = Wire["Talk"];
export type Result = Wire["Result"];
export type Mark = Wire["Mark"];
export type Area = Wire["Area"];
export type Areas = Wire["Areas"];
export type Threats = Wire["Threats"];
export type Ways = Wire["Ways"];
export type Way = Wire["Way"];
export type Odds = Wire["Odds"];
export type LedgerLine = Wire["LedgerLine"];
export type Clause = Wire["Clause"];
export type GameEvent = Wire["Event"];
export type Ask = Wire["Request"];
export type TrackStep = Wire["Track"];
export type Phase = Wire["PhaseNow"];
export type Why = Wire["Why"];
export type WirePiece = Wire["Piece"];
export type WireView = Wire["View"];
export type Change = Wire["Change"];
export type Status = State["status"];

/** Every refusal has this shape, whatever its status. */
export interface WireError {
  error: string;
  code: string;
  hint: string | null;
  where: string | null;
  rule: string | null;
  step: number | null;
}

/** On the wire what is empty may be left out; at the table it is there. */
export type Piece = WirePiece & { factors: string[]; marks: string[] };
export type View = Omit<WireView, "pieces"> & { pieces: Piece[] };
export type State = Omit<Wire["State"], "view"> & { view: View | null };
export type Moment = Omit<Wire["Moment"], "view"> & { view: View };
export type Update = Wire["Update"];

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
  points?: number[][] | number;
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
  forces?: Record<string, RawSide>;
  insets?: RawInset[];
  /** What the figures of the scoreboard are called. */
  figures?: Record<string, string>;
  [more: string]: unknown;
}
