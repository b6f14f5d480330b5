"""The games. Each package has a module `game` with `build() -> Game`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from inspect import signature
from typing import Any

from grognard.core import Game, GrognardError
from grognard.core.words import short


def games() -> list[str]:
    """The names of the games that this program has."""
    return sorted(p.name for p in files("grognard.games").iterdir() if p.is_dir() and (p / "game.py").is_file())


def load(name: str, documents: Iterable[str] = ()) -> Game[Any]:
    """The game of that name; `documents` are scenarios of one's own, as text, where the game takes them."""
    if name not in games():
        raise GrognardError(f"there is no game {short(name)}; there are {', '.join(games())}")
    if isinstance(documents, (str, bytes)) or not all(isinstance(text, str) for text in documents):
        raise GrognardError(f"documents: expected a list of texts, found {short(documents)}")
    own = tuple(documents)
    return _with_documents(name, own) if own else _packaged(name)


@cache
def _packaged(name: str) -> Game[Any]:
    game: Game[Any] = import_module(f"grognard.games.{name}.game").build()
    return game


def takes_documents(name: str) -> bool:
    """Does this game take scenarios of one's own?"""
    return bool(signature(import_module(f"grognard.games.{name}.game").build).parameters)


@lru_cache(maxsize=8)
def _with_documents(name: str, documents: tuple[str, ...]) -> Game[Any]:
    build = import_module(f"grognard.games.{name}.game").build
    if not takes_documents(name):
        raise GrognardError(f"{_packaged(name).title} takes no scenarios of one's own")
    game: Game[Any] = build(documents)
    game.documents = documents
    return game
