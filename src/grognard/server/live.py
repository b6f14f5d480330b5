"""The live socket: hello, what was missed, then every update as it comes. Commands don't come this way."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from grognard.server.access import Access
from grognard.server.desk import Desk
from grognard.server.errors import Fault
from grognard.server.given import Path, TheAccess, TheDesk, TheSettings, TheSockets
from grognard.server.hub import Listener
from grognard.server.limits import Buckets, address
from grognard.server.wire import FromClient, Hello, LiveError, LiveHello, LivePong, LiveUpdate

HELLO_SECONDS = 10
LARGEST = 4096
MESSAGES_A_SECOND = 5
CODES = {"bad_input": 4400, "no_seat": 4401, "not_yours": 4403, "unknown": 4404, "too_many": 4429}
Socket = WebSocket[Any, Any, Any]
_decode = msgspec.json.Decoder(FromClient).decode


@websocket("/matches/{match:str}/live")
async def live(
    socket: Socket, match: Path, desk: TheDesk, access: TheAccess, settings: TheSettings, sockets: TheSockets
) -> None:
    await socket.accept()
    who = address(socket.scope, settings.proxies)
    sockets.held[who] += 1
    try:
        if sockets.held[who] > settings.sockets:
            raise Fault("too_many", "Too many live connections from one address.", hint="Close some.")
        await _Session(socket, match, desk, access).run()
    except Fault as fault:
        await _close(socket, CODES.get(fault.body.code, 4400), fault)
    except TimeoutError:
        await _close(socket, 4408, Fault("bad_input", "No hello came.", hint="Say hello first."))
    except msgspec.MsgspecError as error:
        await _close(socket, 4400, Fault("bad_input", f"The message can't be read: {error}."))
    except WebSocketDisconnect:
        pass
    finally:
        sockets.held[who] -= 1
        if not sockets.held[who]:
            del sockets.held[who]


async def _close(socket: Socket, code: int, fault: Fault | None = None) -> None:
    try:
        if fault is not None:
            message = LiveError(fault.body.error, fault.body.code, fault.body.hint)
            await socket.send_text(msgspec.json.encode(message).decode())
        await socket.close(code=code, reason=fault.body.error[:100] if fault else "")
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone already


class _Session:
    def __init__(self, socket: Socket, match: str, desk: Desk, access: Access) -> None:
        self._socket, self._match, self._desk, self._access = socket, match, desk, access
        self._pace = Buckets(MESSAGES_A_SECOND, 4 * MESSAGES_A_SECOND, time.monotonic)

    async def run(self) -> None:
        first = await asyncio.wait_for(self._receive(), HELLO_SECONDS)
        if first.hello is None:
            raise Fault("bad_input", "The first message must be a hello.")
        listener = await self._enter(first.hello)
        sender = asyncio.create_task(self._send(listener))
        reader = asyncio.create_task(self._read(listener))
        try:
            done, _ = await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            if sender in done:
                await _close(self._socket, 1012)
        finally:
            self._desk.hub.remove(listener)
            for task in (sender, reader):
                task.cancel()
            await asyncio.gather(sender, reader, return_exceptions=True)

    async def _receive(self) -> FromClient:
        text = await self._socket.receive_text()
        if len(text) > LARGEST:
            raise Fault("bad_input", f"A message may have {LARGEST} characters.")
        message = _decode(text)
        if sum(x is not None for x in (message.hello, message.side, message.ping)) != 1:
            raise Fault("bad_input", "A message has exactly one of hello, side and ping.")
        return message

    async def _enter(self, hello: Hello) -> Listener:
        """Greet, tell what was missed and listen, with nothing in between."""
        async with self._desk.at(self._match) as table:
            held = self._access.held(table, hello.token)
            key = (self._access.viewpoint(table, held, hello.side), table.tongue(hello.lang))
            listener = Listener(self._match, held, key)
            if hello.since is None:
                listener.put(LiveHello(table.seq, table.state(key[0], held, key[1])))
            else:
                missed = self._desk.missed(table, hello.since, held, key)
                listener.put(LiveHello(table.seq, missed.state))
                for update in missed.updates:
                    listener.put(LiveUpdate(update))
            table.reader(*key)  # so that the next change can be told against what is known now
            self._desk.hub.add(listener)
            return listener

    async def _send(self, listener: Listener) -> None:
        while (message := await listener.queue.get()) is not None:
            await self._socket.send_text(msgspec.json.encode(message).decode())

    async def _read(self, listener: Listener) -> None:
        while True:
            message = await self._receive()
            if self._pace.take(""):
                raise Fault("too_many", "Too many messages at once.")
            if message.ping is not None:
                listener.put(LivePong())
            elif message.side is not None:
                async with self._desk.at(self._match) as table:
                    listener.key = (self._access.viewpoint(table, listener.held, message.side), listener.key[1])
                    state = table.state(listener.key[0], listener.held, listener.key[1])
                    listener.put(LiveHello(table.seq, state))
            else:
                raise Fault("bad_input", "Hello has been said already.")
