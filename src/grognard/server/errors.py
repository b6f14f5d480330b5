"""Refusals of the server, all in one shape: a plain sentence, a code, the rule, where it went wrong, what to do."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from grognard.server.wire import Error

log = logging.getLogger("grognard.server")

STATUS = {
    "bad_input": 400,
    "no_seat": 401,
    "not_yours": 403,
    "unknown": 404,
    "stale": 409,
    "not_now": 409,
    "too_large": 413,
    "illegal": 422,
    "too_many": 429,
    "broken": 500,
}


class Fault(Exception):
    """Something the server won't do, told to the one who asked."""

    def __init__(
        self,
        code: str,
        error: str,
        *,
        hint: str | None = None,
        where: str | None = None,
        rule: str | None = None,
        step: int | None = None,
        wait: int | None = None,
    ) -> None:
        super().__init__(error)
        self.body = Error(error=error, code=code, hint=hint, where=where, rule=rule, step=step)
        self.wait = wait

    @property
    def status(self) -> int:
        return STATUS[self.body.code]

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.wait is None else {"Retry-After": str(self.wait)}


def stale(step: int) -> Fault:
    return Fault("stale", "The game has moved on since you saw it.", hint="Read the state again.", step=step)


def _answer(fault: Fault) -> Response[Error]:
    return Response(fault.body, status_code=fault.status, headers=fault.headers, media_type="application/json")


def _on_fault(_: Request[Any, Any, Any], fault: Fault) -> Response[Error]:
    return _answer(fault)


def _on_validation(request: Request[Any, Any, Any], error: ValidationException) -> Response[Error]:
    where, why = None, error.detail
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        where, why = extra[0].get("key"), extra[0].get("message", why)
    return _answer(Fault("bad_input", f"The request can't be read: {why}.", where=where, hint="See docs/wire.md."))


def _on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Error]:
    if error.status_code == 413:
        return _answer(Fault("too_large", "That is more than this address takes.", hint="At most 64 kB; records 2 MB."))
    if error.status_code in {404, 405}:
        return _answer(Fault("unknown", f"There is nothing at {request.url.path} for {request.method}."))
    if error.status_code == 429:
        return _answer(Fault("too_many", "Too many requests.", wait=1))
    if error.status_code < 500:
        return _answer(Fault("bad_input", error.detail))
    return _on_crash(request, error)


def _on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[Error]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _answer(Fault("broken", "The server failed on this; the match is as it was.", hint="Try again."))


HANDLERS: ExceptionHandlersMap = {
    Fault: _on_fault,
    ValidationException: _on_validation,
    HTTPException: _on_http,
    Exception: _on_crash,
}
