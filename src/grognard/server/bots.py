"""Bots at the tables: they think in processes of their own, in a time budget; a legal move stands in for a failure."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any
from zlib import crc32

from grognard.core import Rng
from grognard.server import commands
from grognard.server.botworker import READY, Job, serve
from grognard.server.desk import Desk
from grognard.server.table import Table
from grognard.server.trouble import Trouble

log = logging.getLogger("grognard.server")
GRACE = 3.0  # seconds another process has for its bots before this one takes over
STORE_PAUSE = 5.0  # seconds until a bot tries again what the store has refused
SLACK = 2.0  # seconds over the budget after which a worker is ended
START = 20.0  # seconds a new worker has to import what it needs
CATCH_UP = 10.0  # seconds a worker has to read a game and to follow a match to where it stands
CATCH_UP_EACH = 0.01  # and for each move of it


class Worker:
    """One process and the pipe to it; started when first asked, started again when it had to be ended."""

    def __init__(self, extra: Mapping[str, str]) -> None:
        self._extra = dict(extra)
        self._process: Any = None
        self._pipe: Connection | None = None

    def ask(self, job: Job) -> list[str]:
        """Called in a thread. Raises TimeoutError or RuntimeError where no answer comes."""
        try:
            ready = self._exchange(job, CATCH_UP + len(job.inputs) * CATCH_UP_EACH)
            if ready != READY:
                raise RuntimeError(ready)
            answer = self._hear(job.seconds + SLACK)
        except TimeoutError:
            self.end()
            raise TimeoutError(f"{job.bot} took longer than its {job.seconds:g} s") from None
        except (EOFError, OSError):
            self.end()
            raise
        if isinstance(answer, str):
            raise RuntimeError(answer)
        moves: list[str] = answer
        return moves

    def warm(self, game: str) -> None:
        """Start the process and let it read the game, so that the first move need not wait for that."""
        try:
            self._exchange(game, CATCH_UP)
        except (TimeoutError, EOFError, OSError) as error:
            self.end()
            log.warning("a process for bots has not started: %s", error)

    def _exchange(self, message: Any, wait: float) -> Any:
        if self._process is None or not self._process.is_alive():
            self._start()
            wait += START
        assert self._pipe is not None
        self._pipe.send(message)
        return self._hear(wait)

    def _hear(self, wait: float) -> Any:
        pipe = self._pipe
        if pipe is None or not pipe.poll(wait):
            raise TimeoutError
        return pipe.recv()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, self._extra), name="grognard-bot", daemon=True)
        self._process.start()
        theirs.close()

    def end(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join(2)
        self._process = self._pipe = None


class Bots:
    """Looks after every table in memory at which a bot is due."""

    def __init__(self, desk: Desk, extra: Mapping[str, str]) -> None:
        self._desk = desk
        self._workers = [Worker(extra) for _ in range(max(1, desk.settings.bot_workers))]
        self._busy = [asyncio.Lock() for _ in self._workers]
        self._threads = ThreadPoolExecutor(len(self._workers), "grognard-bots")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        desk.after = self.look
        desk.expect_bots = self.warm

    def look(self, table: Table, mine: bool) -> None:
        """Start playing at this table if a bot must move there; `mine`: this process made the last move."""
        if table.row.id not in self._tasks and self._due(table) is not None:
            task = asyncio.create_task(self._play(table.row.id, 0.0 if mine else GRACE))
            self._tasks[table.row.id] = task

    def warm(self, match: str, game: str) -> None:
        """A match with bots has been made: let the process that will play in it start meanwhile."""
        key = f"warm {match}"
        self._tasks[key] = asyncio.create_task(self._warm(match, game))
        self._tasks[key].add_done_callback(lambda _: self._tasks.pop(key, None))

    async def _warm(self, match: str, game: str) -> None:
        number = self._number(match)
        async with self._busy[number]:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._workers[number].warm, game)

    def _number(self, match: str) -> int:
        """A match stays with one worker, which remembers it."""
        return crc32(match.encode()) % len(self._workers)

    @staticmethod
    def _due(table: Table) -> str | None:
        if table.status != "live":
            return None
        return next((side for side in table.to_act if table.bot_of(side)), None)

    async def _play(self, match: str, pause: float) -> None:
        try:
            while pause and await self._goes_on(match, pause):
                pass
            while await self._patiently(match):
                pass
        except Exception:
            log.exception("the bots of match %s have stopped", match)
        finally:
            self._tasks.pop(match, None)

    async def _goes_on(self, match: str, pause: float) -> bool:
        """Wait; whether another process has played on meanwhile, and so may be left to it."""
        before = (await self._desk.table(match)).seq
        await asyncio.sleep(pause)
        async with self._desk.at(match) as table:
            return table.seq != before and self._due(table) is not None

    async def _patiently(self, match: str) -> bool:
        """A stretch of moves; where the store can't take them now, a pause."""
        try:
            return await self._stretch(match)
        except Trouble as trouble:
            log.warning("the bots of match %s wait: %s", match, trouble)
            await asyncio.sleep(STORE_PAUSE)
            return True

    async def _stretch(self, match: str) -> bool:
        """One stretch of moves; False when no bot is due any more."""
        async with self._desk.at(match) as table:
            side = self._due(table)
            if side is None or table.match is None:
                return False
            job = Job(
                row=table.row,
                shares=[s.mix for s in table.seats if s.holder == "person"],
                inputs=table.match.inputs[:],
                side=side,
                bot=table.bot_of(side) or "",
                seconds=self._desk.settings.bot_seconds,
            )
            step = table.step
        moves = await self._think(job)
        plays = [commands.play(side, text, step + n, bot=True) for n, text in enumerate(moves)]
        if plays and await self._desk.bot_plays(table, plays, side):
            return True
        async with self._desk.at(match) as table:
            if table.step != step or table.match is None:
                return True  # somebody moved, or took back, meanwhile: think again
            move = table.match.decision(side).sample(Rng(f"{table.row.secret} stand-in {step}")).text
        return bool(await self._desk.bot_plays(table, [commands.play(side, move, step, bot=True)], side))

    async def _think(self, job: Job) -> list[str]:
        number = self._number(job.row.id)
        async with self._busy[number]:
            loop, why = asyncio.get_running_loop(), ""
            for _ in range(2):  # whose process has died may think once more, in a new one
                try:
                    return await loop.run_in_executor(self._threads, self._workers[number].ask, job)
                except (TimeoutError, RuntimeError) as error:
                    why = str(error)
                    break
                except (EOFError, OSError):
                    why = "its process has died, twice"
            log.warning("bot %s of match %s: %s; a legal move stands in", job.bot, job.row.id, why)
            return []

    async def resume(self) -> None:
        """After a start: matches in which a bot was due go on."""
        for match in await self._desk.store.waiting_for_bots():
            try:
                self.look(await self._desk.table(match), True)
            except Exception:
                log.exception("match %s can't go on", match)

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)
