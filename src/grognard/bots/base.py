"""The interface of a bot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grognard.core import Seat
from grognard.core.decision import Action


class Bot:
    """Chooses for one seat. All it may know, it asks the seat."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    about: ClassVar[str] = ""

    def choose(self, seat: Seat) -> Action:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class BotInfo:
    name: str
    title: str
    about: str
    kind: type[Bot]
