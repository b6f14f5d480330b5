"""Who may see and do what: seats by their secrets, spectators, and the limits that count by seat or request."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar import Request

from grognard.server.commands import own_side
from grognard.server.desk import token_hash
from grognard.server.errors import Fault
from grognard.server.limits import Buckets, address
from grognard.server.settings import Settings
from grognard.server.table import Table


class Sockets:
    """How many live sockets each address holds."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()


class Access:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        a_minute = settings.creations_a_minute
        self._creating = Buckets(a_minute / 60, a_minute, settings.clock)
        self._talking = Buckets(settings.talk_a_minute / 60, settings.talk_a_minute, settings.clock)

    def may_create(self, request: Request[Any, Any, Any]) -> None:
        self._take(self._creating, address(request.scope, self._settings.proxies), "Too many matches at once.")

    def may_talk(self, token: str | None) -> None:
        self._take(self._talking, token_hash(token) or "", "Too much talk at once.")

    @staticmethod
    def _take(buckets: Buckets, key: str, error: str) -> None:
        wait = buckets.take(key)
        if wait:
            raise Fault("too_many", error, hint="Wait a moment.", wait=int(wait) + 1)

    @staticmethod
    def held(table: Table, token: str | None) -> list[str]:
        """The sides of the asker; refuses a wrong secret, and spectators where they aren't wanted."""
        held = table.held_by(token_hash(token))
        if token is not None and not held:
            raise Fault(
                "no_seat", "That secret fits no seat of this match.", hint="Use the link that was given to you."
            )
        if not held and not table.row.spectators:
            raise Fault("not_yours", "This match is closed to spectators.")
        return held

    @staticmethod
    def viewpoint(table: Table, held: list[str], side: str | None) -> str | None:
        """Through whose eyes the asker looks: None is a spectator's."""
        if not held:
            if side is not None:
                raise Fault("not_yours", "You hold no side here.", where="side")
            return None
        return own_side(table, held, side)

    def eyes(self, table: Table, held: list[str], side: str | None) -> str | None:
        """The same for what may be looked back at: who names no side when the match is over is shown everything."""
        return None if table.status == "over" and side is None else self.viewpoint(table, held, side)
