"""Positions as documents: any state as editable JSON with ids for numbers, and back, with errors by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Dice
from grognard.core.nodes import Choice
from grognard.core.result import Result
from grognard.core.state import Field, FlatState
from grognard.core.words import GrognardError

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.core.match import Match

FORMAT = "grognard position 1"


class BadPosition(GrognardError):
    """A position that can't be; the text names the field."""


def write_position(match: Match) -> dict[str, Any]:
    s, game = match.state, match.game
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": game.name,
        "edition": game.edition,
        "scenario": match.scenario,
        "options": match.setup.options,
        "sides": {seat: [game.sides[i] for i in held] for seat, held in match.setup.seats.items()},
        "seed": s.dice.seed,
        "draws": s.draws,
        "reveals": s.reveals,
        "turn": s.turn,
        "phase": s.phase,
        "stack": [[game.nodes[f[0]].name, *f[1:]] for f in s.stack],
    }
    if game.documents:
        document["documents"] = list(game.documents)
    if s.forced:
        document["forced"] = s.forced[:]
    if s.result is not None:
        document["result"] = s.result.as_dict()
    if match.arranged:
        document["arranged"] = True
    document["fields"] = _fields(game, s)
    return document


def _fields(game: Game[Any], s: FlatState) -> dict[str, Any]:
    """Single values, then a table for each index: only what differs from the default is written."""
    out: dict[str, Any] = {}
    tables: dict[str, dict[str, dict[str, Any]]] = {}
    for field in game.State.FIELDS:
        value = getattr(s, field.name)
        if field.per is None:
            if value != field.default:
                out[field.name] = _text(game, field, value)
        elif isinstance(field.per, int):
            if any(v != field.default for v in value):
                out[field.name] = [_text(game, field, v) for v in value]
        else:
            ids = game.vocab[field.per].ids
            table = tables.setdefault(field.per, {})
            for number, v in enumerate(value):
                if v != field.default:
                    table.setdefault(ids[number], {})[field.name] = _text(game, field, v)
    for per, table in tables.items():
        if table:
            out[f"each {per}"] = table
    return out


def _text(game: Game[Any], field: Field, value: int) -> Any:
    of = field.of
    if of == "int":
        return value
    if of == "flag":
        return bool(value) if value in (0, 1) else value
    if of.startswith("bits:"):
        words = game.vocab[of[5:]]
        return [words.ids[i] for i in range(len(words)) if value >> i & 1]
    return game.vocab[of].id(value)


def match_from_position(game: Game[Any], document: Mapping[str, Any]) -> Match:
    from grognard.core.match import Match

    if not isinstance(document, Mapping):
        raise BadPosition("a position is a JSON object")
    if document.get("format") != FORMAT:
        raise BadPosition(f"format: expected {FORMAT!r}, found {document.get('format')!r}")
    if document.get("game") != game.name:
        raise BadPosition(f"game: this is a position of {document.get('game')!r}, not of {game.name!r}")
    edition = _int(document, "edition", 1, 1 << 20)
    if edition > game.edition:
        raise BadPosition(
            f"edition: the position follows edition {edition} of the rules; this program knows up to {game.edition}"
        )
    known = {
        "format",
        "game",
        "edition",
        "scenario",
        "options",
        "sides",
        "seed",
        "draws",
        "reveals",
        "turn",
        "phase",
        "stack",
        "forced",
        "result",
        "arranged",
        "fields",
        "documents",
    }
    for key in document:
        if key not in known:
            raise BadPosition(f"{key}: no such field; known are {', '.join(sorted(known))}")
    scenario = game._scenario(document.get("scenario", ""))
    options = document.get("options", {})
    sides = document.get("sides")
    if not isinstance(options, Mapping) or not (sides is None or isinstance(sides, Mapping)):
        raise BadPosition("options and sides: expected objects")
    setup = game.make_setup(scenario, game.resolve_options(scenario, options), sides)
    s = game.new_state(setup, Dice(str(document.get("seed", "0"))))
    s.draws = _int(document, "draws", 0, 1 << 60)
    s.reveals = _int(document, "reveals", 0, 1 << 60)
    s.turn = _int(document, "turn", 0, 1 << 20)
    s.phase = _int(document, "phase", -1, len(setup.sequence) - 1)
    s.stack = _stack(game, document.get("stack", []))
    s.forced = [int(v) for v in document.get("forced", [])]
    s.result = _result(document.get("result"))
    _read_fields(game, s, document.get("fields", {}))
    for problem in game.check(s):
        raise BadPosition(f"position: {problem}")
    match = Match(game, s)
    match.arranged = bool(document.get("arranged", False))
    if s.result is None and not s.stack:
        raise BadPosition("stack: empty, but the game has no result")
    match._advance()
    match.remember()
    match.header["position"] = write_position(match)
    return match


def _int(document: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = document.get(key, max(low, 0))
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{key}: expected a whole number from {low} to {high}, found {value!r}")
    return value


def _stack(game: Game[Any], frames: Any) -> list[tuple[int, ...]]:
    if not isinstance(frames, list):
        raise BadPosition("stack: expected a list of frames")
    out: list[tuple[int, ...]] = []
    for number, frame in enumerate(frames):
        if not isinstance(frame, list) or not frame or frame[0] not in game.node_numbers:
            raise BadPosition(f"stack, frame {number}: expected [name, numbers...], found {frame!r}")
        if any(isinstance(v, bool) or not isinstance(v, int) for v in frame[1:]):
            raise BadPosition(f"stack, frame {number}: {frame[0]} takes whole numbers, found {frame[1:]!r}")
        out.append((game.node_numbers[frame[0]], *frame[1:]))
    if out and not isinstance(game.nodes[out[-1][0]], Choice) and len(out) > 256:
        raise BadPosition("stack: too deep")
    return out


def _result(found: Any) -> Result | None:
    if found is None:
        return None
    if not isinstance(found, Mapping) or set(found) != {"winner", "level", "reason"}:
        raise BadPosition("result: expected winner, level and reason")
    return Result(found["winner"], found["level"], found["reason"])


def _read_fields(game: Game[Any], s: FlatState, fields: Any) -> None:
    if not isinstance(fields, Mapping):
        raise BadPosition("fields: expected an object")
    by_name = {f.name: f for f in game.State.FIELDS}
    for key, value in fields.items():
        if key.startswith("each "):
            _read_table(game, s, by_name, key, value)
            continue
        field = by_name.get(key)
        if field is None or isinstance(field.per, str):
            raise BadPosition(f"fields.{key}: {game.title} has no such field")
        if field.per is None:
            setattr(s, key, _number(game, field, value, f"fields.{key}"))
        else:
            if not isinstance(value, list) or len(value) != field.per:
                raise BadPosition(f"fields.{key}: expected a list of {field.per}")
            setattr(s, key, [_number(game, field, v, f"fields.{key}[{i}]") for i, v in enumerate(value)])


def _read_table(game: Game[Any], s: FlatState, by_name: Mapping[str, Field], key: str, table: Any) -> None:
    per = key[5:]
    words = game.vocab.get(per)
    if words is None or not isinstance(table, Mapping):
        raise BadPosition(
            f"fields.{key}: expected 'each' and one of {', '.join(game.vocab)}, with an object of entries"
        )
    for name, row in table.items():
        if name not in words.index:
            raise BadPosition(f"fields.{key}.{name}: there is no {per} {name!r}")
        if not isinstance(row, Mapping):
            raise BadPosition(f"fields.{key}.{name}: expected an object")
        for column, value in row.items():
            field = by_name.get(column)
            if field is None or field.per != per:
                raise BadPosition(f"fields.{key}.{name}.{column}: a {per} has no {column!r}")
            getattr(s, column)[words.index[name]] = _number(game, field, value, f"fields.{key}.{name}.{column}")


def _number(game: Game[Any], field: Field, value: Any, where: str) -> int:
    of = field.of
    if of == "int":
        if isinstance(value, bool) or not isinstance(value, int) or not field.low <= value <= field.high:
            raise BadPosition(f"{where}: expected a whole number from {field.low} to {field.high}, found {value!r}")
        return value
    if of == "flag":
        if not isinstance(value, bool):
            raise BadPosition(f"{where}: expected true or false, found {value!r}")
        return int(value)
    if of.startswith("bits:"):
        if not isinstance(value, list):
            raise BadPosition(f"{where}: expected a list of {of[5:]} ids, found {value!r}")
        bits = 0
        for item in value:
            bits |= 1 << _index(game, of[5:], item, where)
        return bits
    return -1 if value == "none" else _index(game, of, value, where)


def _index(game: Game[Any], kind: str, value: Any, where: str) -> int:
    number = game.vocab[kind].index.get(value) if isinstance(value, str) else None
    if number is None:
        raise BadPosition(f"{where}: there is no {kind} {value!r}")
    return number
