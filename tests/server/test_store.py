"""The store on both engines: appends that must follow on, saved states, migrations; a server killed without warning."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from core import tiny
from grognard.server.app import create_app
from grognard.server.migrate import commands, upgrade
from grognard.server.store import Conflict, Entry, MatchRow, SeatRow, Snapshot, Store
from grognard.server.table import Table
from server.helpers import Player, make, settings_for
from server.process import Server

BOTH = pytest.mark.parametrize("new_database", ["sqlite", "postgresql"], indirect=True)
GAME = tiny.build()


def a_row(**more: Any) -> MatchRow:
    values: dict[str, Any] = {
        **{"id": "m1", "game": "tiny", "scenario": "duel", "options": {}, "title": "", "pace": "live"},
        **{"listed": True, "spectators": True, "sandbox": False, "status": "live", "edition": 1},
        **{"start": {"kind": "new", "begun": True}, "origin": None, "secret": "s", "commitment": "c"},
        **{"seq": 0, "step": 0, "face": {"turn": 1}, "started": 1, "last": 1},
    }
    return MatchRow(**{**values, **more})


SEATS = [SeatRow(n, [s], "person", None, s, f"hash{n}", "", True) for n, s in enumerate(("red", "blue"))]


def plays(*texts: str) -> list[Entry]:
    out = []
    for n, text in enumerate(texts, start=1):
        side, _, action = text.partition(" ")
        out.append(Entry(n, n, n - 1, "play", side, action, None, False, 7))
    return out


@BOTH
def test_entries_follow_one_another_or_are_refused(new_database: str) -> None:
    async def work() -> None:
        store = Store(new_database)
        await store.add_match(a_row(), SEATS)
        first, second = plays("red bid 1", "blue bid 0")
        await store.append("m1", 0, [first], {"seq": 1, "step": 1, "last": 9})
        with pytest.raises(Conflict):
            await store.append("m1", 0, [first], {"seq": 1, "step": 1})
        await store.append("m1", 1, [second], {"seq": 2, "step": 2})
        assert await store.entries("m1") == [first, second]
        assert await store.entries("m1", 1) == [second]
        found = await store.match("m1")
        assert found is not None
        assert (found[0].seq, found[0].last, found[1]) == (2, 9, SEATS)
        await store.close()

    upgrade(new_database)
    asyncio.run(work())


@BOTH
def test_what_talk_is_addressed_to_is_kept(new_database: str) -> None:
    talk = [
        Entry(1, 0, 0, "talk", "red", "to all", None, False, 7),
        Entry(2, 0, 0, "talk", "red", "to one", None, False, 7, ["blue"], "n1"),
    ]

    async def work() -> None:
        store = Store(new_database)
        await store.add_match(a_row(), SEATS)
        await store.append("m1", 0, talk, {"seq": 2})
        assert await store.entries("m1") == talk
        await store.close()

    upgrade(new_database)
    asyncio.run(work())


@BOTH
def test_talk_of_an_older_store_stays_for_everybody(new_database: str) -> None:
    async def work(begin: bool) -> list[Entry]:
        store = Store(new_database)
        if begin:
            await store.add_match(a_row(), SEATS, [Entry(1, 0, 0, "talk", "red", "hello", None, False, 7)])
        found = await store.entries("m1")
        await store.close()
        return found

    upgrade(new_database)
    [before] = asyncio.run(work(True))
    commands(new_database).downgrade("0001")
    upgrade(new_database)
    assert asyncio.run(work(False)) == [before] and before.to is None


@BOTH
def test_a_failed_append_leaves_nothing_behind(new_database: str) -> None:
    async def work() -> None:
        store = Store(new_database)
        await store.add_match(a_row(), SEATS)
        [entry] = plays("red bid 1")
        with pytest.raises(Conflict):
            await store.append("m1", 0, [entry, entry], {"seq": 2})
        assert await store.entries("m1") == []
        found = await store.match("m1")
        assert found is not None
        assert found[0].seq == 0
        await store.close()

    upgrade(new_database)
    asyncio.run(work())


@BOTH
def test_many_writers_at_once_lose_nothing(new_database: str) -> None:
    async def work() -> None:
        store = Store(new_database)
        names = [f"m{n}" for n in range(6)]
        for name in names:
            await store.add_match(a_row(id=name), [])

        async def one(name: str) -> None:
            for entry in plays(*["red bid 1"] * 20):
                await store.append(name, entry.seq - 1, [entry], {"seq": entry.seq})

        await asyncio.gather(*(one(name) for name in names))
        assert [len(await store.entries(name)) for name in names] == [20] * 6
        await store.close()

    upgrade(new_database)
    asyncio.run(work())


@BOTH
def test_the_migrations_make_the_tables_that_the_code_knows(new_database: str) -> None:
    upgrade(new_database)
    commands(new_database).check()


def test_a_store_is_copied_before_it_is_upgraded(new_database: str) -> None:
    upgrade(new_database)
    file = Path(new_database.removeprefix("sqlite:///"))
    upgrade(new_database)
    assert not Path(f"{file}.before-upgrade").exists()
    commands(new_database).downgrade("base")
    upgrade(new_database)
    assert Path(f"{file}.before-upgrade").exists()


@BOTH
def test_a_whole_match_over_either_engine(new_database: str) -> None:
    with TestClient(create_app(settings_for(new_database, snapshot_every=3))) as client:
        red, blue = make(client, "me", "link", listed=True)
        red.play("bid 3")
        blue.play("bid 1")
        for _ in range(7):
            red.play("move r1 to p1")
            red.play("move r1 to p0")
        before = red.state()
    with TestClient(create_app(settings_for(new_database, snapshot_every=3))) as client:
        again = Player(client, red.match, red.token)
        assert again.state() == before
        again.post("/resign", {"expect": before["step"]})
        assert client.get("/api/matches").json()[0]["result"]["winner"] == "blue"


# --- saved states


def test_a_table_is_restored_from_its_entries() -> None:
    entries = plays("red bid 3", "blue bid 0", "red move r1 to p1")
    table = Table.build(GAME, a_row(), SEATS, entries[:2])
    saved = table.snapshot_due(1)
    assert saved is not None
    whole = Table.restore(GAME, a_row(), SEATS, entries, saved)
    assert (whole.base, whole.actions, whole.saved) == (0, 3, 2)


def test_a_saved_state_serves_where_the_entries_no_longer_replay() -> None:
    entries = plays("red bid 3", "blue bid 0", "red move r1 to p1", "red move r2 to p1")
    before = Table.build(GAME, a_row(), SEATS, entries[:2])
    saved = before.snapshot_due(1)
    assert saved is not None
    saved.digest = "of another edition of the rules"
    table = Table.restore(GAME, a_row(), SEATS, entries, saved)
    assert (table.base, table.actions, table.seq, table.step) == (2, 4, 4, 4)
    state = table.state("red", ["red"], "en")
    assert state.actions == 4
    assert state.events[-1].actions == 4
    assert table.match is not None
    whole = Table.build(GAME, a_row(), SEATS, entries)
    assert whole.match is not None
    assert table.match.digest() == whole.match.digest()


def test_a_saved_state_that_was_undone_is_saved_anew() -> None:
    table = Table.build(GAME, a_row(), SEATS, plays("red bid 3", "blue bid 0"))
    assert isinstance(table.snapshot_due(2), Snapshot)
    assert table.snapshot_due(2) is None
    table.absorb(Entry(3, 3, 2, "undo", "red", "", 1, False, 7))
    again = table.snapshot_due(2)
    assert again is not None
    assert again.actions == 1


def test_a_match_is_read_only_in_languages_that_there_are() -> None:
    """Whatever `lang` says, the views kept for readers are those of a side in a language of the game."""
    table = Table.build(GAME, a_row(), SEATS, [])
    first = table.state("red", ["red"], "en")
    for n in range(50):
        assert table.state("red", ["red"], f"x{n}") == first
    assert list(table.readers) == [("red", "en")]


# --- killed


@BOTH
def test_a_killed_server_loses_no_accepted_action(new_database: str) -> None:
    """Moves go in as fast as they can; the process is killed amid them, twice; what was answered is there."""
    rng = random.Random(11)
    server = Server(new_database)
    server.start()
    try:
        match, [token] = server.new("me", "me")
        server.post(f"/api/matches/{match}/play", token, {"action": "bid 1", "expect": 0, "side": "red"})
        server.post(f"/api/matches/{match}/play", token, {"action": "bid 0", "expect": 1, "side": "blue"})
        accepted = 2
        for _ in range(2):
            killer = threading.Timer(rng.uniform(0, 0.1), server.kill)
            accepted = _play_until_it_breaks(server, match, token, accepted, killer)
            killer.join()
            server.start()
            state = server.state(match, token, "red")
            assert accepted <= state["actions"] <= accepted + 1  # the last may be stored without its answer
            accepted = state["actions"]
        assert accepted > 20
    finally:
        server.stop()


def _play_until_it_breaks(server: Server, match: str, token: str, accepted: int, killer: threading.Timer) -> int:
    """The killer sets out when ten moves have been taken, however slow the machine."""
    until, then = time.monotonic() + 60, accepted + 10
    while time.monotonic() < until:
        if accepted == then:
            killer.start()
        action = f"move r1 to p{(accepted + 1) % 2}"
        body = {"action": action, "expect": accepted, "side": "red"}
        try:
            server.post(f"/api/matches/{match}/play", token, body)
        except httpx.TransportError:
            return accepted
        accepted += 1
    raise AssertionError("the server was not killed")
