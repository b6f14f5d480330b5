"""Who listens to what: live subscribers of this process, and the channel on which processes tell each other."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

from grognard.server.store import CHANNEL
from grognard.server.wire import LiveHere, LiveMessage, LiveUpdate, Update

log = logging.getLogger("grognard.server")
Key = tuple[str | None, str]
QUEUE = 2000  # updates a slow client may lag behind before it is cut off and has to come back with `since`


class Listener:
    """One live socket: which match, through whose eyes, and what is still to be sent."""

    def __init__(self, match: str, held: list[str], key: Key) -> None:
        self.match = match
        self.held = held
        self.key = key
        self.queue: asyncio.Queue[LiveMessage | None] = asyncio.Queue(QUEUE)

    def put(self, message: LiveMessage | None) -> None:
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)  # ends the socket


class Hub:
    """Local fan-out."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = defaultdict(list)

    def add(self, listener: Listener) -> None:
        self._listeners[listener.match].append(listener)
        self.here(listener.match)

    def remove(self, listener: Listener) -> None:
        listeners = self._listeners.get(listener.match, [])
        if listener in listeners:
            listeners.remove(listener)
        if listeners:
            self.here(listener.match)
        else:
            self._listeners.pop(listener.match, None)

    def keys(self, match: str) -> set[Key]:
        return {one.key for one in self._listeners.get(match, ())}

    def has(self, match: str) -> bool:
        return match in self._listeners

    def here(self, match: str) -> None:
        """Tell all who is there now: the sides of the seats, and how many only watch."""
        listeners = self._listeners[match]
        sides = sorted({side for one in listeners for side in one.held})
        message = LiveHere(sides, sum(not one.held for one in listeners))
        for one in listeners:
            one.put(message)

    def publish(self, match: str, updates: dict[Key, Update]) -> None:
        for one in self._listeners.get(match, ()):
            if one.key in updates:
                one.put(LiveUpdate(updates[one.key]))

    def close(self) -> None:
        for listeners in self._listeners.values():
            for one in listeners:
                one.put(None)


Told = Callable[[str, int], Awaitable[None]]


class Bus:
    """PostgreSQL's LISTEN on one fixed channel. A notification is a hint: what is missing is read from the store."""

    def __init__(self, url: str, told: Told) -> None:
        self._url = url.replace("+asyncpg", "")
        self._told = told
        self._task: asyncio.Task[None] | None = None
        self._pending: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        import asyncpg  # type: ignore[import-untyped]

        pause = 0.5
        while True:
            try:
                connection = await asyncpg.connect(self._url)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda *_, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, self._heard)
                pause = 0.5
                await self._told("", 0)  # whatever was said while nobody listened
                try:
                    await lost.wait()
                finally:
                    await connection.close(timeout=2)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("the notification channel is down: %s", error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, 10)

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        match, _, seq = payload.rpartition(":")
        task = asyncio.create_task(self._call(match, int(seq)))
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    async def _call(self, match: str, seq: int) -> None:
        try:
            await self._told(match, seq)
        except Exception:
            log.exception("catching up with %s failed", match)
