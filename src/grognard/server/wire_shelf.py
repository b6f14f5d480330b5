"""What the wire tells of the games before anyone plays: the types of the shelf."""

from __future__ import annotations

from msgspec import Struct, field

from grognard.server.wire import Track


class Health(Struct):
    status: str
    version: str
    store: str
    matches: int
    uptime: float


class Named(Struct):
    id: str
    name: str


class ScenarioCard(Struct):
    id: str
    title: str
    text: str
    rule: str
    sides: list[str]
    players: tuple[int, int]
    turns: int
    minutes: int
    weight: str
    aim: str


class GameCard(Struct):
    id: str
    title: str
    text: str
    sides: list[Named]
    scenarios: list[ScenarioCard]
    players: tuple[int, int]
    minutes: tuple[int, int]


class Option(Struct):
    id: str
    title: str
    text: str
    default: bool | int | str
    values: list[bool | int | str]
    rule: str
    scenarios: list[str]
    conflicts: list[str]
    requires: list[str]


class LessonCard(Struct):
    id: str
    title: str
    rule: str


class VerbForm(Struct):
    form: str
    title: str


class GameInfo(GameCard):
    edition: int
    options: list[Option]
    figures: list[str]
    track: list[Track]
    charts: list[str]
    lessons: list[LessonCard]
    bots: list[str]
    pieces: list[Named]
    places: list[Named]
    types: list[Named]
    own: bool  # does it take scenarios of one's own?
    verbs: list[VerbForm]


class Lesson(LessonCard):
    text: str
    tries: list[str] = field(name="try")
    scenario: str = ""


class ChartName(Struct):
    name: str
    title: str


class Prose(Struct):
    text: str


class Clause(Struct):
    clause: str
    text: str
    where: str


class BotCard(Struct):
    name: str
    title: str
    text: str
