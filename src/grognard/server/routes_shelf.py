"""Routes of the shelf: the same for everybody, answered with an ETag so that a browser asks once."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from litestar import Response, Router, get

import grognard
from grognard.server.given import REFUSALS, Asked, Lang, Path, Started, TheDesk, TheLibrary, TheSettings, Words
from grognard.server.wire import BotCard, ChartName, Clause, GameCard, GameInfo, Health, Lesson, LessonCard, Prose

_encoder = msgspec.json.Encoder(enc_hook=str)


def kept(request: Asked, body: Any) -> Response[Any]:
    """An answer that may be kept by the browser as long as its hash stays the same."""
    content = _encoder.encode(body)
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(content, headers=headers, media_type="application/json")


@get("/health", responses=REFUSALS)
async def health(desk: TheDesk, settings: TheSettings, started: Started) -> Health:
    uptime = settings.clock() - started
    return Health("ok", grognard.__version__, desk.store.kind, await desk.store.count(), round(uptime, 1))


@get("/games", sync_to_thread=False, responses=REFUSALS)
def games(request: Asked, library: TheLibrary, lang: Lang = "en") -> Response[list[GameCard]]:
    return kept(request, [library.card(name, lang) for name in library.names()])


@get("/games/{game:str}", sync_to_thread=False, responses=REFUSALS)
def game_info(request: Asked, library: TheLibrary, game: Path, lang: Lang = "en") -> Response[GameInfo]:
    return kept(request, library.info(game, lang))


@get("/games/{game:str}/board", sync_to_thread=False, responses=REFUSALS)
def board(request: Asked, library: TheLibrary, game: Path, scenario: Words = "") -> Response[dict[str, Any]]:
    return kept(request, library.board(game, scenario))


@get("/games/{game:str}/charts", sync_to_thread=False, responses=REFUSALS)
def charts(request: Asked, library: TheLibrary, game: Path) -> Response[list[ChartName]]:
    return kept(request, library.charts(game))


@get("/games/{game:str}/charts/{name:str}", sync_to_thread=False, responses=REFUSALS)
def chart(request: Asked, library: TheLibrary, game: Path, name: Path) -> Response[dict[str, Any]]:
    return kept(request, library.chart(game, name))


@get("/games/{game:str}/notes", sync_to_thread=False, responses=REFUSALS)
def notes(request: Asked, library: TheLibrary, game: Path) -> Response[Prose]:
    return kept(request, Prose(library.game(game).notes))


@get("/games/{game:str}/rules", sync_to_thread=False, responses=REFUSALS)
def rules(request: Asked, library: TheLibrary, game: Path) -> Response[list[Clause]]:
    return kept(request, library.rules(game))


@get("/games/{game:str}/lessons", sync_to_thread=False, responses=REFUSALS)
def lessons(request: Asked, library: TheLibrary, game: Path) -> Response[list[LessonCard]]:
    return kept(request, library.lessons(game))


@get("/games/{game:str}/lessons/{lesson:str}", sync_to_thread=False, responses=REFUSALS)
def lesson(request: Asked, library: TheLibrary, game: Path, lesson: Path) -> Response[Lesson]:
    return kept(request, library.lesson(game, lesson))


@get("/bots", sync_to_thread=False, responses=REFUSALS)
def bots(request: Asked, library: TheLibrary) -> Response[list[BotCard]]:
    return kept(request, library.bot_cards())


@get("/languages", sync_to_thread=False, responses=REFUSALS)
def languages(request: Asked, library: TheLibrary) -> Response[list[str]]:
    return kept(request, library.languages())


router = Router(
    "/",
    route_handlers=[health, games, game_info, board, charts, chart, notes, rules, lessons, lesson, bots, languages],
    tags=["shelf"],
)
