"""What goes over the wire, as types: docs/wire.md in code. The OpenAPI schema and the client's types come from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Id = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9_.-]+$")]
Name = Annotated[str, Meta(max_length=40)]
Title = Annotated[str, Meta(max_length=80)]
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
Scenarios = Annotated[list[Annotated[str, Meta(max_length=20_000)]], Meta(max_length=4)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
Token = Annotated[str, Meta(min_length=8, max_length=64)]
Pace = Literal["live", "by_turn"]
Holder = Literal["me", "link", "bot"]
Status = Literal["waiting", "live", "over"]
UndoKind = Literal["free", "ask", "no"]
EntryType = Literal["join", "play", "undo", "ask", "answer", "draw", "resign", "talk", "dice"]


class Ask(Struct, forbid_unknown_fields=True):
    """The base of request bodies: an unknown field is an error, not silence."""


# --- errors


class Error(Struct):
    error: str
    code: str
    hint: str | None = None
    where: str | None = None
    rule: str | None = None
    step: int | None = None


# --- setting up


class SeatWish(Ask):
    sides: list[Id]
    holder: Holder = "me"
    name: Name = ""
    bot: Id | None = None


class NewMatch(Ask):
    game: Id
    scenario: Id
    options: dict[str, bool | int | str] = {}
    pace: Pace = "live"
    title: Title = ""
    listed: bool = False
    spectators: bool = True
    seats: Annotated[list[SeatWish], Meta(max_length=8)] | None = None
    documents: Scenarios = []  # scenarios of one's own, as text


class OwnScenarios(Ask):
    documents: Scenarios


class NewFromRecord(Ask):
    record: str


class NewFromPosition(Ask):
    game: Id
    position: dict[str, Any]


class Branch(Ask):
    at: Number | None = None
    side: Id | None = None


class Link(Struct):
    sides: list[str]
    token: str


class Created(Struct):
    match: str
    token: str  # "" where the maker holds no seat
    sides: list[str]
    links: list[Link]
    commitment: str


class Join(Ask):
    mix: Annotated[str, Meta(max_length=64)] | None = None
    name: Name | None = None


class Tokens(Ask):
    tokens: Annotated[list[Token], Meta(max_length=100)]


# --- at the table


class Seat(Struct):
    sides: list[str]
    holder: Literal["person", "bot"]
    name: str
    bot: str | None
    joined: bool


class Result(Struct):
    winner: str | None
    level: str
    reason: str


class MatchCard(Struct):
    match: str
    game: str
    scenario: str
    title: str
    pace: Pace
    status: Status
    seats: list[Seat]
    turn: int
    phase: str
    to_act: list[str]
    seq: int
    step: int
    started: int
    last: int
    result: Result | None
    sides: list[str]
    your_turn: bool


class Reveal(Struct):
    seed: str
    mixes: list[str]


class Origin(Struct):
    match: str
    at: int


class MatchInfo(MatchCard):
    options: dict[str, bool | int | str]
    commitment: str
    reveal: Reveal | None
    arranged: bool
    sandbox: bool
    origin: Origin | None
    scenario_title: str  # this and the next as the scenario's document has them: one of one's own is on no shelf
    aim: str


class Arg(Struct, gc=False):
    slot: str
    type: str
    id: str


class Action(Struct, gc=False):
    text: str
    label: str
    verb: str
    args: list[Arg]


class Decision(Struct):
    side: str
    prompt: str
    about: list[Arg]
    rule: str
    phase: str
    actions: list[Action]


class Event(Struct, gc=False):
    n: int
    actions: int
    kind: str
    level: int
    text: str
    rule: str
    args: list[Arg]
    side: str | None


class Request(Struct):
    """Something asked of the others: to take moves back, or to agree on a draw."""

    kind: Literal["undo", "draw"]
    by: str
    to: int | None
    agreed: list[str]
    open: list[str]


class Talk(Struct):
    seq: int
    at: int
    name: str
    sides: list[str]
    text: str
    to: list[str] | None


class Track(Struct):
    name: str
    title: str
    under: str
    side: str


class PhaseNow(Struct):
    name: str
    title: str
    rule: str
    index: int
    track: list[Track]


class Piece(Struct, omit_defaults=True):
    id: str
    type: str
    side: str
    at: str
    name: str
    factors: list[str] = []
    marks: list[str] = []
    on: str | None = None
    hidden: bool = False


class Mark(Struct, omit_defaults=True):
    at: str
    kind: str
    value: int | str | None = None
    side: str | None = None


class View(Struct):
    """What one side may know. Made by the kernel as a plain dict of this shape."""

    game: str
    scenario: str
    options: dict[str, Any]
    edition: int
    actions: int
    arranged: bool
    turn: int
    phase: PhaseNow
    sides: list[str]
    to_act: list[str]
    viewer: str | None
    figures: dict[str, float]
    result: dict[str, str | None] | None
    pieces: list[Piece]
    marks: list[Mark]
    extra: dict[str, Any]


class State(Struct):
    match: str
    seq: int
    step: int
    actions: int
    status: Status
    side: str | None
    sides: list[str]
    to_act: list[str]
    waiting_for: list[str]
    view: View | None
    decision: Decision | None
    events: list[Event]
    event_total: int
    undo: UndoKind
    asks: list[Request]
    seats: list[Seat]
    apart: list[str]
    talk: list[Talk]
    result: Result | None


class Change(Struct):
    """How a view differs from the one before: keys replaced, pieces replaced by id, pieces gone."""

    set: dict[str, Any]
    pieces: list[Piece]
    gone: list[str]


class Update(Struct):
    seq: int
    step: int
    actions: int
    type: EntryType
    side: str | None
    action: str | None
    at: int
    bot: bool
    keep: int
    events: list[Event]
    change: Change
    status: Status
    to_act: list[str]
    decision: Decision | None
    undo: UndoKind
    asks: list[Request]
    apart: list[str]
    talk: Talk | None
    seats: list[Seat] | None
    result: Result | None


class Updates(Struct):
    updates: list[Update]
    state: State | None


class Play(Ask):
    action: ActionText
    expect: Number
    side: Id | None = None


class Undo(Ask):
    expect: Number
    side: Id | None = None
    to: Number | None = None


class Answer(Ask):
    expect: Number
    agree: bool
    side: Id | None = None


class Act(Ask):
    expect: Number
    side: Id | None = None


class Say(Ask):
    """`to` null: to everybody; left out: to those the game has the speaker talk apart with, else to everybody."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    to: Annotated[list[Id], Meta(min_length=1, max_length=8)] | UnsetType | None = UNSET
    side: Id | None = None
    nonce: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


class Why(Struct):
    action: str
    legal: bool
    reason: str
    rule: str


class Outcome(Struct):
    text: str
    chance: float


class LedgerLine(Struct):
    value: int | float
    reason: str
    rule: str


class Odds(Struct):
    action: str
    outcomes: list[Outcome] | None
    ledger: list[LedgerLine]


class Refused(Struct):
    action: str
    reason: str
    rule: str


class Acts(Struct):
    actions: list[Action]
    why: list[Refused]


class Area(Struct):
    """Places of one kind for one side, to be laid over the board."""

    kind: Literal["zone", "supply", "reach", "detection", "fire", "air", "connection", "victory"]
    side: str
    places: list[str]


class Areas(Struct):
    at: int
    areas: list[Area]


class Threats(Struct):
    at: int
    place: str
    pieces: list[str]


class Way(Struct):
    """A move on offer: its text, what it costs in movement points, the places it leads over, what else it does."""

    action: str
    cost: float
    path: list[str]
    notes: list[str]


class Ways(Struct):
    step: int
    ways: list[Way]


class Log(Struct):
    events: list[Event]
    total: int


class Record(Struct):
    record: str
    complete: bool
    name: str


class Moment(Struct):
    at: int
    of: int
    view: View
    event_total: int


class MomentMark(Struct):
    at: int
    turn: int
    phase: str
    side: str | None


# --- live


class Hello(Ask):
    token: Token | None = None
    side: Id | None = None
    since: Number | None = None
    lang: Annotated[str, Meta(max_length=5)] = "en"


class FromClient(Ask):
    """One message of the socket: exactly one of the fields is given."""

    hello: Hello | None = None
    side: Id | None = None
    ping: int | None = None


class LiveHello(Struct, tag_field="type", tag="hello"):
    seq: int
    state: State | None


class LiveUpdate(Struct, tag_field="type", tag="update"):
    update: Update


class LiveHere(Struct, tag_field="type", tag="here"):
    sides: list[str]
    watching: int


class LiveError(Struct, tag_field="type", tag="error"):
    error: str
    code: str
    hint: str | None = None


class LivePong(Struct, tag_field="type", tag="pong"):
    pass


LiveMessage = LiveHello | LiveUpdate | LiveHere | LiveError | LivePong
