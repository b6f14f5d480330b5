"""Routes of the shelf: the same for everybody, answered with an ETag so that a browser asks once."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get

import grognard
from grognard.server.given import REFUSALS, Asked, Lang, Path, Started, TheDesk, TheSettings, TheShelf, Words
from grognard.server.wire_shelf import BotCard, ChartName, Clause, GameCard, GameInfo, Health, Lesson, LessonCard, Prose


@get("/health", responses=REFUSALS)
async def health(desk: TheDesk, settings: TheSettings, started: Started) -> Health:
    uptime = settings.clock() - started
    return Health("ok", grognard.__version__, desk.store.kind, await desk.store.count(), round(uptime, 1))


@get("/games", sync_to_thread=False, responses=REFUSALS)
def games(request: Asked, shelf: TheShelf, lang: Lang = "en") -> Response[list[GameCard]]:
    lang = shelf.language(lang)
    return shelf.answer(request, lambda: [shelf.library.card(name, lang) for name in shelf.library.names()], lang)


@get("/games/{game:str}", sync_to_thread=False, responses=REFUSALS)
def game_info(request: Asked, shelf: TheShelf, game: Path, lang: Lang = "en") -> Response[GameInfo]:
    lang = shelf.language(lang)
    return shelf.answer(request, lambda: shelf.library.info(game, lang), lang)


@get("/games/{game:str}/board", sync_to_thread=False, responses=REFUSALS)
def board(
    request: Asked, shelf: TheShelf, game: Path, scenario: Words = "", lang: Lang = "en"
) -> Response[dict[str, Any]]:
    lang = shelf.language(lang)
    return shelf.answer(request, lambda: shelf.library.board(game, scenario, lang), f"{lang} {scenario}")


@get("/games/{game:str}/charts", sync_to_thread=False, responses=REFUSALS)
def charts(request: Asked, shelf: TheShelf, game: Path, lang: Lang = "en") -> Response[list[ChartName]]:
    lang = shelf.language(lang)
    return shelf.answer(request, lambda: shelf.library.charts(game, lang), lang)


@get("/games/{game:str}/charts/{name:str}", sync_to_thread=False, responses=REFUSALS)
def chart(request: Asked, shelf: TheShelf, game: Path, name: Path, lang: Lang = "en") -> Response[dict[str, Any]]:
    lang = shelf.language(lang)
    return shelf.answer(request, lambda: shelf.library.chart(game, name, lang), lang)


@get("/games/{game:str}/notes", sync_to_thread=False, responses=REFUSALS)
def notes(request: Asked, shelf: TheShelf, game: Path) -> Response[Prose]:
    return shelf.answer(request, lambda: Prose(shelf.library.game(game).notes))


@get("/games/{game:str}/rules", sync_to_thread=False, responses=REFUSALS)
def rules(request: Asked, shelf: TheShelf, game: Path) -> Response[list[Clause]]:
    return shelf.answer(request, lambda: shelf.library.rules(game))


@get("/games/{game:str}/lessons", sync_to_thread=False, responses=REFUSALS)
def lessons(request: Asked, shelf: TheShelf, game: Path, lang: Lang = "en") -> Response[list[LessonCard]]:
    lang = shelf.language(lang)
    return shelf.answer(request, lambda: shelf.library.lessons(game, lang), lang)


@get("/games/{game:str}/lessons/{lesson:str}", sync_to_thread=False, responses=REFUSALS)
def lesson(request: Asked, shelf: TheShelf, game: Path, lesson: Path, lang: Lang = "en") -> Response[Lesson]:
    lang = shelf.language(lang)
    return shelf.answer(request, lambda: shelf.library.lesson(game, lesson, lang), lang)


@get("/bots", sync_to_thread=False, responses=REFUSALS)
def bots(request: Asked, shelf: TheShelf, lang: Lang = "en") -> Response[list[BotCard]]:
    lang = shelf.language(lang)
    return shelf.answer(request, lambda: shelf.library.bot_cards(lang), lang)


@get("/languages", sync_to_thread=False, responses=REFUSALS)
def languages(request: Asked, shelf: TheShelf) -> Response[list[str]]:
    return shelf.answer(request, lambda: shelf.library.languages)


router = Router(
    "/",
    route_handlers=[health, games, game_info, board, charts, chart, notes, rules, lessons, lesson, bots, languages],
    tags=["shelf"],
    opt={"packed": True},
)
