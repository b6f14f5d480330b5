"""Limits and headers around every request: how often one address may ask, and what the browser may load."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.errors import Fault
from grognard.server.settings import Settings

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Buckets:
    """Token buckets by key: `rate` a second, `burst` at once. The oldest keys are forgotten."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float], most: int = 20_000) -> None:
        self._rate, self._burst, self._clock, self._most = rate, burst, clock, most
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """0 where there was one to take; else the seconds until there is."""
        now = self._clock()
        level, then = self._levels.pop(key, (self._burst, now))
        level = min(self._burst, level + max(0.0, now - then) * self._rate)
        wait = 0.0 if level >= 1 else (1 - level) / self._rate
        self._levels[key] = (level if wait else level - 1, now)
        if len(self._levels) > self._most:
            self._levels.popitem(last=False)
        return wait


def address(scope: Scope, proxies: Iterable[str]) -> str:
    """Who asks. The forwarded address is believed only from a proxy that the settings name."""
    client = scope.get("client")
    host = client[0] if client else "?"
    if host in proxies:
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                return value.decode("latin-1").rpartition(",")[2].strip() or host
    return host


def guard(settings: Settings, buckets: Buckets) -> Callable[[ASGIApp], ASGIApp]:
    """The middleware: refuse who asks too often, add the headers to every answer."""

    def wrap(app: ASGIApp) -> ASGIApp:
        async def run(scope: Scope, receive: Receive, send: Send) -> None:
            kind = str(scope["type"])
            if kind not in {"http", "websocket"}:
                await app(scope, receive, send)
                return

            async def with_headers(message: Message) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = [*message.get("headers", ()), *HEADERS]
                await send(message)

            wait = buckets.take(address(scope, settings.proxies))
            if kind == "websocket":
                await (_shut(receive, send) if wait else app(scope, receive, send))
            elif wait:
                await _refuse(
                    with_headers, Fault("too_many", "Too many requests.", hint="Wait a moment.", wait=int(wait) + 1)
                )
            else:
                await app(scope, receive, with_headers)

        return run

    return wrap


async def _shut(receive: Any, send: Any) -> None:
    """A socket of one who asks too often is not opened at all."""
    await receive()
    await send({"type": "websocket.close", "code": 4429})


async def _refuse(send: Any, fault: Fault) -> None:
    headers = [
        (b"content-type", b"application/json"),
        *((k.lower().encode(), v.encode()) for k, v in fault.headers.items()),
    ]
    await send({"type": "http.response.start", "status": fault.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(fault.body)})
