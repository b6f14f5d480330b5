"""The application: settings in, an ASGI app out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import grognard
from grognard.server import answers, errors, live, pages, routes_setup, routes_shelf, routes_table
from grognard.server.access import Access, Sockets
from grognard.server.bots import Bots
from grognard.server.desk import Desk
from grognard.server.given import Asked
from grognard.server.library import Library
from grognard.server.limits import Buckets, guard
from grognard.server.migrate import upgrade
from grognard.server.settings import Settings
from grognard.server.setup import Setup
from grognard.server.shelf import Shelf
from grognard.server.store import Store

LARGEST_BODY = 64 * 1024


def token_of(request: Request[Any, Any, Any]) -> str | None:
    """The seat's secret, from the Authorization header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return None
    if scheme.lower() != "bearer" or not 8 <= len(token) <= 64:
        raise errors.Fault("no_seat", "The Authorization header must be 'Bearer' and a seat's secret.")
    return token


def create_app(settings: Settings | None = None) -> Litestar:
    settings = settings or Settings.from_environment()
    library = Library(settings.extra_games, settings.rules)
    shelf = Shelf(library)
    access, sockets, started = Access(settings), Sockets(), settings.clock()
    desk: Desk | None = None

    def the_desk() -> Desk:
        assert desk is not None, "the application has not been started"
        return desk

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        nonlocal desk
        await asyncio.to_thread(upgrade, settings.database)
        store = Store(settings.database)
        desk = Desk(settings, store, library)
        bots = Bots(desk, settings.extra_games)
        if desk.bus is not None:
            desk.bus.start()
        resuming = asyncio.create_task(bots.resume())
        try:
            yield
        finally:
            resuming.cancel()
            desk.hub.close()
            if desk.bus is not None:
                await desk.bus.stop()
            await bots.stop()
            await store.close()

    buckets = Buckets(settings.requests_a_second, settings.burst, settings.clock)
    api = Router(
        "/api",
        route_handlers=[routes_shelf.router, routes_setup.router, routes_table.router, live.live],
        dependencies={"token": Provide(token_of, sync_to_thread=False)},
    )
    app = Litestar(
        route_handlers=[api, pages.page],
        lifespan=[running],
        request_class=Asked,
        exception_handlers=answers.HANDLERS,
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=2000, gzip_compress_level=5, exclude_opt_key="packed"
        ),
        dependencies={
            "desk": Provide(the_desk, sync_to_thread=False),
            "setup": Provide(lambda: Setup(the_desk()), sync_to_thread=False),
            "settings": Provide(lambda: settings, sync_to_thread=False),
            "shelf": Provide(lambda: shelf, sync_to_thread=False),
            "access": Provide(lambda: access, sync_to_thread=False),
            "sockets": Provide(lambda: sockets, sync_to_thread=False),
            "started": Provide(lambda: started, sync_to_thread=False),
        },
        openapi_config=OpenAPIConfig(
            title="Grognard",
            version=grognard.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=False,
        ),
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = guard(settings, buckets)(app.asgi_handler)  # around everything, unknown paths too
    return app
