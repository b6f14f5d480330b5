"""The data files of a game's package: read by name, and blamed by file, line and field when something is wrong."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from grognard.core.words import GrognardError


class Table(dict[str, Any]):
    """An object of a data file. A field that is asked for and missing is told with file and place."""

    def __init__(self, where: str, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.where = where

    def __missing__(self, key: str) -> Any:
        raise GrognardError(f"{self.where}: {key!r} is missing; there are {', '.join(self)}")


def parse_toml(text: str) -> dict[str, Any]:
    """Whatever is wrong with it is a ValueError, and says no more than fits a line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError as error:
        raise ValueError(str(error).partition(";")[0]) from None


def read_text(game: str, *path: str) -> str:
    return files(f"grognard.games.{game}").joinpath(*path).read_text(encoding="utf-8")


def read_data(game: str, *path: str) -> Table:
    """A TOML or JSON file of the package, by its ending."""
    name = "/".join((game, *path))
    text = read_text(game, *path)
    try:
        data = parse_toml(text) if name.endswith(".toml") else json.loads(text)
    except ValueError as error:  # both name line and column
        raise GrognardError(f"{name}: {error}") from None
    if not isinstance(data, dict):
        raise GrognardError(f"{name}: expected an object, found a {type(data).__name__}")
    table: Table = _named(data, name, ":")
    return table


def read_folder(game: str, folder: str) -> dict[str, Table]:
    """The JSON files of a folder by their names, in the order of these."""
    names = sorted(f.name for f in files(f"grognard.games.{game}").joinpath(folder).iterdir())
    return {name[:-5]: read_data(game, folder, name) for name in names if name.endswith(".json")}


def _named(value: Any, where: str, mark: str) -> Any:
    if isinstance(value, dict):
        return Table(where, {key: _named(one, f"{where}{mark} {key}", ",") for key, one in value.items()})
    if isinstance(value, list):
        return [_named(one, f"{where} {n}", ",") for n, one in enumerate(value, start=1)]
    return value
