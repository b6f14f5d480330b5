"""What runs in a bot's own process: it keeps the matches it plays in, catches up, and lets the bot choose."""

from __future__ import annotations

import os
import signal
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from grognard import bots
from grognard.core import Match, Rng, Seat
from grognard.core.match import Input
from grognard.server.library import Library
from grognard.server.store import MatchRow
from grognard.server.table import begin, feed

KEPT = 32  # matches a worker remembers
STRETCH = 0.25  # seconds after which a worker hands over what it has chosen so far
MOST = 40  # and moves


@dataclass(frozen=True, slots=True)
class Job:
    row: MatchRow
    shares: list[str]
    inputs: list[Input]
    side: str
    bot: str
    seconds: float


def serve(pipe: Connection, extra: Mapping[str, str]) -> None:
    """Answer jobs until the pipe closes: a list of action texts, or what went wrong as a string."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)  # people's clicks go first
    library = Library(extra)
    kept: OrderedDict[str, Match] = OrderedDict()
    while True:
        try:
            job: Job = pipe.recv()
        except EOFError:
            return
        try:
            answer: Any = choose(job, library, kept)
        except Exception as error:
            kept.clear()
            answer = f"{type(error).__name__}: {error}"
        pipe.send(answer)


def choose(job: Job, library: Library, kept: OrderedDict[str, Match]) -> list[str]:
    """The bot's next moves, as long as it alone must decide and its stretch lasts."""
    match = _caught_up(job, library, kept)
    bot = bots.make(job.bot)
    chosen: list[str] = []
    started = time.monotonic()
    while match.to_act == (job.side,) or (not chosen and job.side in match.to_act):
        rng = Rng(f"{job.row.secret} bot {job.side} {len(match.inputs)}")
        action = bot.choose(Seat(match, job.side, rng, job.seconds))
        match.play(job.side, action)
        chosen.append(action.text)
        if len(chosen) >= MOST or time.monotonic() - started > STRETCH:
            break
    return chosen


def _caught_up(job: Job, library: Library, kept: OrderedDict[str, Match]) -> Match:
    match = kept.pop(job.row.id, None)
    if match is None:
        match = begin(library.game(job.row.game), job.row, job.shares)
    same = 0
    for ours, theirs in zip(match.inputs, job.inputs, strict=False):
        if ours != theirs:
            break
        same += 1
    if same < len(match.inputs):
        match.rewind(same)
    for item in job.inputs[same:]:
        feed(match, item)
    kept[job.row.id] = match
    if len(kept) > KEPT:
        kept.popitem(last=False)
    return match
