"""Players that are programs. `make("greedy")` gives one; `names()` lists them."""

from __future__ import annotations

from grognard.bots.base import Bot, BotInfo
from grognard.bots.greedy import GreedyBot
from grognard.bots.plain import RandomBot
from grognard.core import GrognardError

__all__ = ["BOTS", "Bot", "BotInfo", "GreedyBot", "RandomBot", "make", "names"]

BOTS: dict[str, BotInfo] = {bot.name: BotInfo(bot.name, bot.title, bot.about, bot) for bot in (RandomBot, GreedyBot)}


def names() -> list[str]:
    return list(BOTS)


def make(name: str) -> Bot:
    """A fresh bot of that name."""
    if name not in BOTS:
        raise GrognardError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name].kind()
