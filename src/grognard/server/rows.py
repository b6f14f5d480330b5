"""The rows of the store as plain values: what the rest of the server, and the bots' processes, know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class SeatRow:
    number: int
    sides: list[str]
    holder: str  # "person" or "bot"
    bot: str | None
    name: str
    token_hash: str | None
    mix: str
    joined: bool


@dataclass(slots=True)
class MatchRow:
    id: str
    game: str
    scenario: str
    options: dict[str, Any]
    title: str
    pace: str
    listed: bool
    spectators: bool
    sandbox: bool
    status: str
    edition: int
    start: dict[str, Any]
    origin: dict[str, Any] | None
    secret: str
    commitment: str
    seq: int
    step: int
    face: dict[str, Any]
    started: int
    last: int


@dataclass(slots=True)
class Entry:
    seq: int
    step: int
    expect: int
    type: str
    side: str | None
    text: str
    keep: int | None
    bot: bool
    at: int
    to: list[str] | None = None  # talk: the sides it is addressed to; None: everybody
    nonce: str | None = None  # talk: tells a repeat from the same words once more


@dataclass(slots=True)
class Snapshot:
    seq: int
    actions: int
    edition: int
    digest: str
    position: str  # packed
