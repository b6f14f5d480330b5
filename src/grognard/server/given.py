"""What a route is given: the server's own parts by name, and the parts of the request that many routes share."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, QueryParameter

from grognard.server.access import Access, Sockets
from grognard.server.desk import Desk
from grognard.server.errors import Fault
from grognard.server.settings import Settings
from grognard.server.setup import Setup
from grognard.server.shelf import Shelf
from grognard.server.wire import Error

REFUSALS = {
    status: ResponseSpec(Error, description="Refused", generate_examples=False)
    for status in (400, 401, 403, 404, 408, 409, 413, 422, 429)
}


class Asked(Request[Any, Any, Any]):
    """A request whose body may be anything at all."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise Fault("bad_input", "The body is not in UTF-8.", where="body") from None
        except RecursionError:
            raise Fault("bad_input", "The body is nested too deeply.", where="body") from None


TheDesk = NamedDependency[Desk]
TheSetup = NamedDependency[Setup]
TheShelf = NamedDependency[Shelf]
TheSettings = NamedDependency[Settings]
TheAccess = NamedDependency[Access]
TheSockets = NamedDependency[Sockets]
Started = NamedDependency[float]
AToken = NamedDependency[str | None]

Path = FromPath[str]
Lang = FromQuery[str]
Optional = FromQuery[str | None]
Words = FromQuery[str]
ActionText = Annotated[str, QueryParameter(min_length=1, max_length=200)]
Count = Annotated[int, QueryParameter(ge=0, le=2**31)]
Maybe = Annotated[int | None, QueryParameter(ge=0, le=2**31)]
Limit = Annotated[int, QueryParameter(ge=1, le=100)]
Search = Annotated[str, QueryParameter(max_length=80)]
