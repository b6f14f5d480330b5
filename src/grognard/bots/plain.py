"""The plainest bot: any legal action."""

from __future__ import annotations

from grognard.bots.base import Bot
from grognard.core import Seat
from grognard.core.decision import Action


class RandomBot(Bot):
    name = "random"
    title = "Dice"
    about = "Plays any legal action. Good for trying things out."

    def choose(self, seat: Seat) -> Action:
        return seat.decision.sample(seat.rng)
