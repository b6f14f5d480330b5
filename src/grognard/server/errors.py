"""Refusals of the server, all in one shape: a plain sentence, a code, the rule, where it went wrong, what to do."""

from __future__ import annotations

from grognard.server.wire import Error

STATUS = {
    "bad_input": 400,
    "no_seat": 401,
    "not_yours": 403,
    "foreign": 403,
    "unknown": 404,
    "no_method": 405,
    "too_slow": 408,
    "stale": 409,
    "not_now": 409,
    "too_large": 413,
    "illegal": 422,
    "too_many": 429,
    "broken": 500,
    "no_store": 503,
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
        allow: str | None = None,
    ) -> None:
        super().__init__(error)
        self.body = Error(error=error, code=code, hint=hint, where=where, rule=rule, step=step)
        self.headers = {} if wait is None else {"Retry-After": str(wait)}
        if allow is not None:
            self.headers["Allow"] = allow

    @property
    def status(self) -> int:
        return STATUS[self.body.code]


def stale(step: int) -> Fault:
    return Fault("stale", "The game has moved on since you saw it.", hint="Read the state again.", step=step)
