"""What runs in a bot's own process: it keeps the matches it plays in, catches up, and lets the bot choose."""

from __future__ import annotations

import os
import signal
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from grognard import bots
from grognard.core import Match, Rng, Seat
from grognard.core.match import Input
from grognard.server.library import Library
from grognard.server.rows import MatchRow
from grognard.server.table import begin, feed

KEPT = 32  # matches a worker remembers
STRETCH = 0.25  # seconds after which a worker hands over what it has chosen so far
MOST = 40  # and moves
READY = "ready"


@dataclass(frozen=True, slots=True)
class Job:
    row: MatchRow
    shares: list[str]
    inputs: list[Input]
    side: str
    bot: str
    seconds: float

    @property
    def key(self) -> str:
        """One match may be followed from its start or from a saved state."""
        return f"{self.row.id} {self.row.start.get('kind')}"


def serve(pipe: Connection, extra: Mapping[str, str]) -> None:
    """Answer until the pipe closes: to the name of a game READY, when it has been read; to a job READY, when the match
    stands where the job does, and then a list of action texts. What goes wrong is said as a string instead."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # people's clicks go first
    library = Library(extra)
    kept: OrderedDict[str, Match] = OrderedDict()
    while True:
        try:
            asked: Job | str = pipe.recv()
            if isinstance(asked, str):
                pipe.send(_tried(library.game, asked) or READY)
            else:
                _answer(pipe, asked, library, kept)
        except (EOFError, OSError):
            return  # the server is gone


def _answer(pipe: Connection, job: Job, library: Library, kept: OrderedDict[str, Match]) -> None:
    answer: Any = _tried(_catch_up, job, library, kept)
    if answer is None:
        pipe.send(READY)
        try:
            answer = choose(job, kept[job.key])
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
    if isinstance(answer, str):
        kept.clear()
    pipe.send(answer)


def _tried(work: Callable[..., object], *given: object) -> str | None:
    try:
        work(*given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def choose(job: Job, match: Match) -> list[str]:
    """The bot's next moves, as long as it alone must decide and its stretch lasts."""
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


def _catch_up(job: Job, library: Library, kept: OrderedDict[str, Match]) -> None:
    """Bring what is remembered of the match to where the job stands."""
    match = kept.pop(job.key, None)
    if match is None:
        match = begin(library.game(job.row.game, job.row.start.get("documents", ())), job.row, job.shares)
    same = 0
    for ours, theirs in zip(match.inputs, job.inputs, strict=False):
        if ours != theirs:
            break
        same += 1
    if same < len(match.inputs):
        match.rewind(same)
    for item in job.inputs[same:]:
        feed(match, item)
    kept[job.key] = match
    if len(kept) > KEPT:
        kept.popitem(last=False)
