"""Serving on this machine: flags, a port to listen on, the store made ready, and a clean end."""

from __future__ import annotations

import argparse
import errno
import logging
import socket
import threading
import time
import webbrowser
from typing import Any

import uvicorn

import grognard
from grognard.server.app import create_app
from grognard.server.claim import Claim, Taken
from grognard.server.migrate import upgrade
from grognard.server.settings import Settings
from grognard.server.trouble import Trouble

HEAD_SECONDS = 15  # in which the head of a request has to be there
NEAR = 20  # ports looked at after the one that was wished for


def flags(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m grognard.server",
        description="Serve Grognard's table to this machine's browsers. Ctrl+C ends it; matches are kept.",
        epilog="Everything else is set by variables of the environment, GROGNARD_...: docs/server.md lists them.",
    )
    parser.add_argument("--host", help="address to listen on (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, help="port (8377, or the next that is free; 0: any)")
    parser.add_argument("--database", help="sqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME")
    parser.add_argument("--bot-workers", type=int, dest="bot_workers", help="processes in which bots think (1)")
    parser.add_argument("--log-level", default="warning", choices=["debug", "info", "warning", "error"])
    parser.add_argument("--open", action="store_true", help="open the table in the browser")
    parser.add_argument("--version", action="version", version=f"grognard {grognard.__version__}")
    found = parser.parse_args(arguments)
    if found.port is not None and not 0 <= found.port <= 65535:
        parser.error("a port is a number from 0 to 65535")
    return found


def main(arguments: list[str] | None = None) -> None:
    given = vars(flags(arguments))
    level, show = given.pop("log_level"), given.pop("open")
    settings = Settings.from_environment(**given)
    logging.basicConfig(level=level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("websockets").setLevel(logging.WARNING)  # at debug it writes down whole messages, secrets too
    try:
        claim = Claim(settings.database)
        upgrade(settings.database)
    except Taken as taken:
        return _elsewhere(taken.address, settings, show)
    except Trouble as trouble:
        way_out = "Nothing was started. Put that right, or give another --database."
        raise SystemExit(f"{trouble} ({settings.place}). {way_out}") from None
    listener = listen(settings.host, settings.port, near="port" not in settings.given)
    config = uvicorn.Config(
        create_app(settings),
        log_level=level,
        ws_max_size=65536,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    here = address(settings.host, listener)
    claim.tell(here)
    try:
        _Server(config, here, show).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # it has closed in good order before this came up
    finally:
        listener.close()


def _elsewhere(address: str, settings: Settings, show: bool) -> None:
    """The store is served already: whoever only wants to play is sent there."""
    if not (show and address):
        raise SystemExit(
            f"Another Grognard serves this store ({settings.place}){f' on {address}' if address else ''}. "
            "End it first, or give another --database."
        )
    print(f"Grognard is already on {address}", flush=True)
    webbrowser.open(address)


class _Server(uvicorn.Server):
    """Says where it is once it can be asked, and hangs up on those who call and say nothing."""

    def __init__(self, config: uvicorn.Config, address: str, show: bool) -> None:
        super().__init__(config)
        self._address, self._show = address, show
        self._silent: dict[Any, tuple[Any, float]] = {}  # connections between requests: after which, since when

    async def on_tick(self, counter: int) -> bool:
        if not counter % 10:  # once a second
            self._hang_up(time.monotonic())
        return await super().on_tick(counter)

    def _hang_up(self, now: float) -> None:
        """Close connections on which no whole request's head has come for long, whatever else drips in."""
        silent = {}
        for one in list(self.server_state.connections):
            last = getattr(one, "cycle", self)  # a live socket has none, and is watched over by pings
            if last is None or getattr(last, "response_complete", False):
                after, since = self._silent.get(one, (self, now))
                silent[one] = (last, since if after is last else now)
                if now - silent[one][1] > HEAD_SECONDS and one.transport is not None:
                    one.transport.close()
        self._silent = silent

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            print(f"Grognard is on {self._address} (Ctrl+C ends it)", flush=True)
            if self._show:
                threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def listen(host: str, port: int, near: bool = False) -> socket.socket:
    """A socket on that port; where it is taken, on the next free one if `near`, else an end that suggests it."""
    try:
        family = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][0]
    except OSError:
        raise SystemExit(f"There is no address {host!r} on this machine to listen on.") from None
    for wished in range(port, port + NEAR):
        try:
            found = _bound(family, host, wished)
        except (OSError, OverflowError) as error:
            if getattr(error, "errno", 0) != errno.EADDRINUSE:
                raise SystemExit(f"Port {wished} of {host} can't be listened on: {_why(error)}.") from None
            continue
        if wished == port:
            return found
        if near:
            print(f"Port {port} is taken; using {wished}.", flush=True)
            return found
        found.close()
        raise SystemExit(f"Port {port} is taken, perhaps by another Grognard. Free is --port {wished}.")
    raise SystemExit(f"Ports {port} to {port + NEAR - 1} are all taken. Choose another with --port.")


def _bound(family: int, host: str, port: int) -> socket.socket:
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows would let two servers share the port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(256)
    except BaseException:
        found.close()
        raise
    return found


def _why(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).lower()


def address(host: str, listener: socket.socket) -> str:
    """Where a browser on this machine finds it."""
    port = listener.getsockname()[1]
    name = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"
