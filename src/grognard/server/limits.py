"""What surrounds every request: how often and how slowly one address may ask, from which site, and what the browser may
load."""

from __future__ import annotations

import asyncio
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
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
BODY_SECONDS = 30.0  # in which a request has to be there
_READING = {"GET", "HEAD", "OPTIONS"}


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


def _header(scope: Scope, wanted: bytes) -> str | None:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), None)


def address(scope: Scope, proxies: Iterable[str]) -> str:
    """Who asks. The forwarded address is believed only from a proxy that the settings name."""
    client = scope.get("client")
    host = client[0] if client else "?"
    if host in proxies:
        return (_header(scope, b"x-forwarded-for") or "").rpartition(",")[2].strip() or host
    return host


def is_foreign(scope: Scope, settings: Settings) -> bool:
    """Whether a page of another site asks. A browser says whose page it is; who says nothing is no browser."""
    origin = _header(scope, b"origin")
    if origin is None or origin.lower() in settings.origins:
        return False
    names = {_header(scope, b"host")}
    if scope.get("client") and scope["client"][0] in settings.proxies:  # type: ignore[index]
        names.add(_header(scope, b"x-forwarded-host"))
    return _site(origin.partition("://")[2]) not in {_site(name) for name in names if name}


def _site(host: str) -> str:
    return host.lower().removesuffix(":80").removesuffix(":443")


def guard(settings: Settings, buckets: Buckets) -> Callable[[ASGIApp], ASGIApp]:
    """The middleware: refuse who asks too often or from elsewhere, add the headers to every answer."""

    def refusal(scope: Scope) -> Fault | None:
        wait = buckets.take(address(scope, settings.proxies))
        if wait:
            return Fault("too_many", "Too many requests.", hint="Wait a moment.", wait=int(wait) + 1)
        if scope.get("method", "") not in _READING and is_foreign(scope, settings):
            hint = "Behind a proxy, set GROGNARD_ORIGINS to the address people use."
            return Fault("foreign", "Pages of other sites may not act here.", hint=hint)
        return None

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

            fault = refusal(scope)
            if kind == "websocket":
                await (_shut(receive, send) if fault else app(scope, receive, send))
            elif fault:
                await _refuse(with_headers, fault)
            else:
                if scope["method"] == "HEAD":  # type: ignore[typeddict-item]
                    scope = {**scope, "method": "GET"}  # type: ignore[assignment]
                await app(scope, _patiently(receive), with_headers)

        return run

    return wrap


def _patiently(receive: Receive) -> Receive:
    """Wait for a request's body, but not for ever."""
    until = asyncio.get_running_loop().time() + BODY_SECONDS

    async def patient() -> Any:
        try:
            async with asyncio.timeout_at(until):
                return await receive()
        except TimeoutError:
            raise Fault("too_slow", f"The request was not there after {BODY_SECONDS:.0f} s.") from None

    return patient


async def _shut(receive: Any, send: Any) -> None:
    """A socket of one who may not ask is not opened at all."""
    await receive()
    await send({"type": "websocket.close", "code": 4429})


async def _refuse(send: Any, fault: Fault) -> None:
    headers = [
        (b"content-type", b"application/json"),
        *((k.lower().encode(), v.encode()) for k, v in fault.headers.items()),
    ]
    await send({"type": "http.response.start", "status": fault.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(fault.body)})
