"""How refusals and failures are answered: whatever goes wrong in a request comes out in the one shape of `Error`."""

from __future__ import annotations

import logging
import re
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from grognard.server.errors import Fault
from grognard.server.trouble import Trouble
from grognard.server.wire import Error

READ = "See docs/wire.md."
log = logging.getLogger("grognard.server")


def _answer(fault: Fault) -> Response[Error]:
    return Response(fault.body, status_code=fault.status, headers=fault.headers, media_type="application/json")


def _on_fault(_: Request[Any, Any, Any], fault: Fault) -> Response[Error]:
    return _answer(fault)


def _on_validation(request: Request[Any, Any, Any], error: ValidationException) -> Response[Error]:
    where, why = None, error.detail
    extra = error.extra
    missing = re.match(r"Missing required \w+ parameter '(\w+)'", why)
    if missing:
        where, why = missing[1], f"`{missing[1]}` is missing"
    elif isinstance(extra, list) and extra and isinstance(extra[0], dict):
        where, why = extra[0].get("key"), extra[0].get("message", why)
        where, why = ("body" if where == "data" else where), ("the body is empty" if why == "'data'" else why)
    return _answer(Fault("bad_input", f"The request can't be read: {why}.", where=where, hint=READ))


def _on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Error]:
    if error.status_code == 413:
        return _answer(Fault("too_large", "That is more than this address takes.", hint="At most 64 kB; records 2 MB."))
    if error.status_code == 405:
        allow = next((v for k, v in (error.headers or {}).items() if k.lower() == "allow"), None)
        return _answer(Fault("no_method", f"{request.url.path} takes no {request.method}.", allow=allow))
    if error.status_code == 404:
        return _answer(Fault("unknown", f"There is nothing at {request.url.path} for {request.method}."))
    if error.status_code == 429:
        return _answer(Fault("too_many", "Too many requests.", wait=1))
    if error.status_code < 500:
        return _answer(Fault("bad_input", f"The request can't be read: {error.detail}.", where="body", hint=READ))
    return _on_crash(request, error)


def _on_trouble(request: Request[Any, Any, Any], trouble: Trouble) -> Response[Error]:
    log.error("%s %r: %s", request.method, request.url.path, trouble)
    return _answer(Fault("no_store", f"{trouble}.", hint="Try again later; what was answered before is kept.", wait=5))


def _on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[Error]:
    log.error("%s %r failed", request.method, request.url.path, exc_info=error)
    return _answer(Fault("broken", "The server failed on this; the match is as it was.", hint="Try again."))


HANDLERS: ExceptionHandlersMap = {
    Fault: _on_fault,
    Trouble: _on_trouble,
    ValidationException: _on_validation,
    HTTPException: _on_http,
    Exception: _on_crash,
}
