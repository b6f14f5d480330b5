"""The store: one set of SQLAlchemy Core statements, run by SQLite's one writer thread or by PostgreSQL through asyncpg.

The log of entries is the truth. An append names the `seq` it expects: two processes can't both continue a match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from grognard.server import tables
from grognard.server.rows import Entry, MatchRow, SeatRow, Snapshot
from grognard.server.trouble import Trouble, plainly

T = TypeVar("T")
Work = Callable[[Connection], T]


LOCKED = 5  # seconds to wait for another program that holds the SQLite file


class Conflict(Exception):
    """Somebody else has continued the match since it was read."""


class Runner(Protocol):
    """Where statements run. `write` is one transaction: all of it is kept, or nothing."""

    async def write(self, work: Work[T]) -> T: ...
    async def read(self, work: Work[T]) -> T: ...
    async def close(self) -> None: ...


def sqlite_file(url: str) -> str | None:
    """The file of a SQLite store; None for a store on a server."""
    with plainly():
        address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return None
    if address.database in {None, "", ":memory:"}:
        raise Trouble("A SQLite store needs a file: sqlite:///FILE")
    return address.database


class SqliteRunner:
    """WAL, every commit on disk before it is answered; one thread writes, one reads."""

    def __init__(self, url: str) -> None:
        self._engine: Engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": LOCKED})
        event.listen(self._engine, "connect", _tune)
        event.listen(self._engine, "begin", _begin)
        self._writer = ThreadPoolExecutor(1, "grognard-writer")
        self._reader = ThreadPoolExecutor(1, "grognard-reader")

    async def write(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._do, work)

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._look, work)

    def _do(self, work: Work[T]) -> T:
        with plainly(), self._engine.begin() as connection:
            return work(connection)

    def _look(self, work: Work[T]) -> T:
        with plainly(), self._engine.connect() as connection:
            return work(connection)

    async def close(self) -> None:
        self._writer.shutdown(wait=True)
        self._reader.shutdown(wait=True)
        self._engine.dispose()


def _tune(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # the driver's own begins are too late; _begin sends them
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={LOCKED * 1000}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


class PostgresRunner:
    """asyncpg under SQLAlchemy; notifications go out with the transaction that causes them."""

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)

    async def write(self, work: Work[T]) -> T:
        with plainly():
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

    async def read(self, work: Work[T]) -> T:
        with plainly():
            async with self._engine.connect() as connection:
                return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


CHANNEL = "grognard"  # the one NOTIFY channel; payload `match:seq`


class Store:
    """What the server asks of the store, in its own words."""

    def __init__(self, url: str) -> None:
        self.is_postgres = url.startswith("postgresql")
        self.kind = "postgresql" if self.is_postgres else "sqlite"
        self.runner: Runner = PostgresRunner(url) if self.is_postgres else SqliteRunner(url)

    async def close(self) -> None:
        await self.runner.close()

    async def add_match(self, row: MatchRow, seats: Iterable[SeatRow], entries: Iterable[Entry] = ()) -> None:
        def work(c: Connection) -> None:
            c.execute(insert(tables.match), asdict(row))
            for table, rows in ((tables.seat, seats), (tables.entry, entries)):
                if lines := [{"match": row.id, **asdict(one)} for one in rows]:
                    c.execute(insert(table), lines)

        await self.runner.write(work)

    async def match(self, match: str) -> tuple[MatchRow, list[SeatRow]] | None:
        def work(c: Connection) -> tuple[MatchRow, list[SeatRow]] | None:
            found = c.execute(select(tables.match).where(tables.match.c.id == match)).mappings().first()
            return None if found is None else (MatchRow(**found), _seats(c, match))

        return await self.runner.read(work)

    async def head(self, match: str) -> int:
        """The number of the last entry."""
        query = select(tables.match.c.seq).where(tables.match.c.id == match)
        return await self.runner.read(lambda c: int(c.execute(query).scalar_one()))

    async def entries(self, match: str, since: int = 0) -> list[Entry]:
        """The log after entry `since`."""
        t = tables.entry
        query = select(t).where(t.c.match == match, t.c.seq > since).order_by(t.c.seq)

        def work(c: Connection) -> list[Entry]:
            return [Entry(*row[1:]) for row in c.execute(query)]

        return await self.runner.read(work)

    async def append(
        self,
        match: str,
        expect: int,
        entries: list[Entry],
        values: dict[str, Any],
        seats: Iterable[SeatRow] = (),
        snapshot: Snapshot | None = None,
    ) -> None:
        """Add entries after `expect`; `values` are the match's columns that change with them. All or nothing."""
        t = tables.match
        guard = update(t).where(t.c.id == match, t.c.seq == expect).values(**values)
        lines = [{"match": match, **asdict(e)} for e in entries]

        def work(c: Connection) -> None:
            if c.execute(guard).rowcount != 1:
                raise Conflict(match)
            c.execute(insert(tables.entry), lines)
            for row in seats:
                c.execute(
                    update(tables.seat)
                    .where(tables.seat.c.match == match, tables.seat.c.number == row.number)
                    .values(name=row.name, mix=row.mix, joined=row.joined)
                )
            if snapshot is not None:
                c.execute(delete(tables.snapshot).where(tables.snapshot.c.match == match))
                c.execute(insert(tables.snapshot), {"match": match, **asdict(snapshot)})
            if self.is_postgres:
                c.execute(text("SELECT pg_notify(:c, :p)"), {"c": CHANNEL, "p": f"{match}:{entries[-1].seq}"})

        try:
            await self.runner.write(work)
        except IntegrityError as error:
            raise Conflict(match) from error

    async def snapshot(self, match: str) -> Snapshot | None:
        t = tables.snapshot
        query = select(t).where(t.c.match == match).order_by(t.c.seq.desc()).limit(1)

        def work(c: Connection) -> Snapshot | None:
            row = c.execute(query).first()
            return None if row is None else Snapshot(*row[1:])

        return await self.runner.read(work)

    async def listed(self, game: str | None, status: str | None, limit: int) -> list[tuple[MatchRow, list[SeatRow]]]:
        t = tables.match
        query = select(t).where(t.c.listed).order_by(t.c.last.desc(), t.c.id).limit(limit)
        if game:
            query = query.where(t.c.game == game)
        if status:
            query = query.where(t.c.status == status)
        return await self._cards(query)

    async def held_by(self, hashes: list[str]) -> list[tuple[MatchRow, list[SeatRow]]]:
        """The matches in which these tokens sit."""
        t, s = tables.match, tables.seat
        held = select(s.c.match).where(s.c.token_hash.in_(hashes))
        return await self._cards(select(t).where(t.c.id.in_(held)).order_by(t.c.last.desc(), t.c.id))

    async def _cards(self, query: Any) -> list[tuple[MatchRow, list[SeatRow]]]:
        def work(c: Connection) -> list[tuple[MatchRow, list[SeatRow]]]:
            rows = [MatchRow(**m) for m in c.execute(query).mappings()]
            return [(row, _seats(c, row.id)) for row in rows]

        return await self.runner.read(work)

    async def waiting_for_bots(self) -> list[str]:
        """Matches where a bot is due: they go on when the server starts."""
        t, s = tables.match, tables.seat
        query = (
            select(t.c.id, t.c.face, s.c.sides)
            .join(s, s.c.match == t.c.id)
            .where(t.c.status == "live", s.c.holder == "bot")
        )

        def work(c: Connection) -> list[str]:
            due = (match for match, face, sides in c.execute(query) if set(sides) & set(face["to_act"]))
            return list(dict.fromkeys(due))

        return await self.runner.read(work)

    async def count(self) -> int:
        query = select(func.count()).select_from(tables.match)
        return await self.runner.read(lambda c: int(c.execute(query).scalar_one()))


def _seats(c: Connection, match: str) -> list[SeatRow]:
    t = tables.seat
    rows = c.execute(select(t).where(t.c.match == match).order_by(t.c.number))
    return [SeatRow(*row[1:]) for row in rows]
