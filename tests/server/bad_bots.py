"""The tiny game, and bots that go wrong in every way: a process that reads this game has them on its list."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

from core import tiny
from grognard import bots
from grognard.core import Game


class Bad:
    """Plays nothing at all."""

    def choose(self, seat: Any) -> Any:
        return None


class Dies(Bad):
    def choose(self, seat: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Hangs(Bad):
    def choose(self, seat: Any) -> Any:
        time.sleep(600)


class Raises(Bad):
    def choose(self, seat: Any) -> Any:
        raise ValueError("no idea")


class Ends(Bad):
    def choose(self, seat: Any) -> Any:
        raise SystemExit(3)


class Cheats(Bad):
    def choose(self, seat: Any) -> Any:
        return "bid 99"


def build() -> Game[Any]:
    for kind in (Bad, Dies, Hangs, Raises, Ends, Cheats):
        name = kind.__name__.lower()
        bots.BOTS[name] = bots.BotInfo(name, kind.__name__, "", kind)
    return tiny.build()
