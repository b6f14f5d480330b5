"""The games. Each package has a module `game` with `build() -> Game`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from inspect import signature
from typing import Any

from grognard.core import Game, GrognardError
from grognard.core.words import short


def games() -> list[str]:
    """The names of the games that this program has."""
    return sorted(p.name for p in files("grognard.games").iterdir() if p.is_dir() and (p / "game.py").is_file())


@cache
def load(name: str, documents: tuple[str, ...] = ()) -> Game[Any]:
    """The game of that name; `documents` are scenarios of one's own, as text, where the game takes them."""
    if name not in games():
        raise GrognardError(f"there is no game {short(name)}; there are {', '.join(games())}")
    build = import_module(f"grognard.games.{name}.game").build
    if not documents:
        game: Game[Any] = build()
        return game
    if not signature(build).parameters:
        raise GrognardError(f"{load(name).title} takes no scenarios of one's own")
    game = build(documents)
    game.documents = documents
    return game
