"""The desk: keeps tables in memory, runs commands on them one at a time, stores what they did and tells who listens."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from grognard.server.commands import Command, Repeat
from grognard.server.errors import Fault, stale
from grognard.server.hub import Bus, Hub, Key
from grognard.server.library import Library
from grognard.server.rows import Entry, MatchRow, SeatRow
from grognard.server.settings import Settings
from grognard.server.store import Conflict, Store
from grognard.server.table import Table
from grognard.server.wire import MatchCard, Result, Seat, Update, Updates

_MATCH = re.compile(r"[A-Za-z0-9]{1,16}")
FAR_BEHIND = 200  # entries; who is further behind gets the whole state


def token_hash(token: str | None) -> str | None:
    """Secrets are stored only as hashes: a stolen store opens no seat."""
    return None if token is None else hashlib.sha256(token.encode()).hexdigest()


class Desk:
    def __init__(self, settings: Settings, store: Store, library: Library) -> None:
        self.settings = settings
        self.store = store
        self.library = library
        self.hub = Hub()
        self.bus = Bus(settings.database, self.catch_up) if store.is_postgres else None
        self.after: Callable[[Table, bool], None] = lambda table, mine: None  # the bots' turn to look
        self.expect_bots: Callable[[str, str], None] = lambda match, game: None  # a match with bots has been made
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}

    def now(self) -> int:
        return int(self.settings.clock())

    # --- tables

    async def table(self, match: str) -> Table:
        """The table of that match, from memory or the store."""
        found = self._tables.get(match)
        if found is not None:
            self._tables.move_to_end(match)
            return found
        if not _MATCH.fullmatch(match):
            raise Fault("unknown", "There is no such match.")
        try:
            async with self._loading.setdefault(match, asyncio.Lock()):
                if match not in self._tables:
                    self._tables[match] = await self._load(match)
        finally:
            self._loading.pop(match, None)
        table = self._tables[match]
        self._shrink()
        self.after(table, False)
        return table

    async def _load(self, match: str) -> Table:
        found = await self.store.match(match)
        if found is None:
            raise Fault("unknown", "There is no such match.", where=match)
        row, seats = found
        entries = await self.store.entries(match)
        snapshot = await self.store.snapshot(match)
        game = await asyncio.to_thread(self.library.game, row.game, row.start.get("documents", ()))
        return await asyncio.to_thread(Table.restore, game, row, seats, entries, snapshot)

    def _shrink(self) -> None:
        spare = [m for m, t in self._tables.items() if not self.hub.has(m) and not t.lock.locked()]
        for match in spare[: max(0, len(self._tables) - self.settings.tables)]:
            del self._tables[match]

    @asynccontextmanager
    async def at(self, match: str) -> AsyncIterator[Table]:
        """The table, held still."""
        while True:
            table = await self.table(match)
            async with table.lock:
                if self._tables.get(match) is not table:
                    continue
                if self.bus is not None and await self.store.head(match) > table.seq:
                    await self._continue(table)  # another process was faster than its notification
                yield table
                return

    # --- commands

    async def run(self, match: str, token: str | None, command: Command, lang: str, **seat: str) -> Update:
        """Check, carry out, store, tell; the answer is for the side that the command was about."""
        async with self.at(match) as table:
            held, lang = table.held_by(token_hash(token)), table.tongue(lang)
            if token is not None and not held:
                raise Fault("no_seat", "That secret fits no seat of this match.")
            try:
                entries = command(table, held)
            except Repeat as repeat:
                return self.again(table, repeat.entry, (repeat.side, lang))
            if not entries:
                raise Fault("not_now", "There is nothing to do.")
            key = (entries[0].side, lang)
            return (await self._carry_out(table, entries, {key}, seat))[key]

    async def bot_plays(self, table: Table, plays: list[Command], side: str) -> int:
        """Several moves of a bot, one after the other; how many were taken before the match went another way."""
        for number, command in enumerate(plays):
            async with self.at(table.row.id) as present:
                try:
                    await self._carry_out(present, command(present, [side]), set(), {})
                except (Fault, Repeat):
                    return number
        return len(plays)

    async def _carry_out(
        self, table: Table, entries: list[Entry], keys: set[Key], seat: dict[str, str]
    ) -> dict[Key, Update]:
        match, before = table.row.id, table.seq
        at = self.now()
        entries = [replace(e, at=at) for e in entries]
        everyone = keys | self.hub.keys(match)
        changed: list[SeatRow] = []
        if entries[0].type == "join":
            changed = self._seated(table, entries, seat)
        told: list[dict[Key, Update]] = []
        try:
            told = [table.advance(entry, everyone) for entry in entries]
            snapshot = table.snapshot_due(self.settings.snapshot_every)
            values = {"seq": table.seq, "step": table.step, "status": table.status, "face": table.face(), "last": at}
            await asyncio.shield(self.store.append(match, before, entries, values, changed, snapshot))
        except Conflict:
            self._tables.pop(match, None)
            raise stale((await self._recover(match, before)).step) from None
        except BaseException:
            self._tables.pop(match, None)  # what stands in memory may not be what is stored
            raise
        for updates in told:
            self.hub.publish(match, updates)
        self.after(table, True)
        return told[-1]

    async def _recover(self, match: str, seq: int) -> Table:
        """Read the match anew and tell the listeners what they have missed since `seq`."""
        table = await self.table(match)
        earlier, keys = table.earlier(seq), self.hub.keys(match)
        for entry in table.entries:
            if entry.seq > seq:
                self.hub.publish(match, earlier.advance(entry, keys))
        return table

    @staticmethod
    def _seated(table: Table, entries: list[Entry], seat: dict[str, str]) -> list[SeatRow]:
        """Name and share go to the seats that join; the share counts once."""
        joining = {int(e.text) for e in entries}
        first = min(joining)
        out = []
        for number, row in enumerate(table.seats):
            if row.number in joining:
                mix = seat.get("mix", "") if row.number == first else ""
                table.seats[number] = replace(row, mix=mix, name=seat.get("name") or row.name)
                out.append(replace(table.seats[number], joined=True))
        return out

    def again(self, table: Table, entry: Entry, key: Key) -> Update:
        """The update that an entry made already brought, told once more."""
        if entry.seq <= table.first:  # it lies before the saved state from which the match was resumed
            raise stale(table.step)
        return table.earlier(entry.seq - 1).advance(entry, {key})[key]

    def missed(self, table: Table, since: int, held: list[str], key: Key) -> Updates:
        """What came after `since`: as updates, or as a whole state where that is too much."""
        if not table.first <= since <= table.seq or table.seq - since > FAR_BEHIND:
            return Updates([], table.state(key[0], held, key[1]))
        if since == table.seq:
            return Updates([], None)
        key = (key[0], table.tongue(key[1]))
        earlier = table.earlier(since)
        return Updates([earlier.advance(e, {key})[key] for e in table.entries if e.seq > since], None)

    # --- other processes

    async def catch_up(self, match: str, seq: int) -> None:
        """Another process has continued a match (or, with no name, anything may have happened)."""
        for name in [match] if match else list(self._tables):
            table = self._tables.get(name)
            if table is None or (match and table.seq >= seq):
                continue
            async with table.lock:
                if table.seq < seq or not match:
                    await self._continue(table)

    async def _continue(self, table: Table) -> None:
        """Take in, and tell, what another process has stored."""
        for entry in await self.store.entries(table.row.id, table.seq):
            if entry.type == "join":
                await self._reseat(table)
            self.hub.publish(table.row.id, table.advance(entry, self.hub.keys(table.row.id)))
        self.after(table, False)

    async def _reseat(self, table: Table) -> None:
        """Names and shares of those who joined elsewhere."""
        found = await self.store.match(table.row.id)
        if found is not None:
            joined = {s.number: s.joined for s in table.seats}
            table.seats = [replace(s, joined=joined[s.number]) for s in found[1]]

    # --- lists

    def card(self, row: MatchRow, seats: list[SeatRow], held: list[str]) -> MatchCard:
        face = row.face
        to_act = list(face["to_act"])
        return MatchCard(
            match=row.id,
            game=row.game,
            scenario=row.scenario,
            title=row.title,
            pace=row.pace,  # type: ignore[arg-type]
            status=row.status,  # type: ignore[arg-type]
            seats=[Seat(s.sides, "bot" if s.holder == "bot" else "person", s.name, s.bot, s.joined) for s in seats],
            turn=face["turn"],
            phase=face["phase"],
            to_act=to_act,
            seq=row.seq,
            step=row.step,
            started=row.started,
            last=row.last,
            result=Result(**face["result"]) if face["result"] else None,
            sides=held,
            your_turn=any(s in held for s in to_act),
        )
