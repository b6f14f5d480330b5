"""Positions as documents: any state as editable JSON with ids for numbers, and back, with errors by name."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grognard.core.dice import MOST_PIPS, Dice, are_dice
from grognard.core.result import Result
from grognard.core.state import Field, FlatState
from grognard.core.words import GrognardError, short, wrong_format

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.core.match import Match

FORMAT = "grognard position 1"
_DEEPEST = 256


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


def packed(document: Mapping[str, Any]) -> str:
    """A position as a short line of text, for a store: under 5 kB for every game."""
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    return base64.b85encode(zlib.compress(text.encode(), 9)).decode("ascii")


def unpacked(text: str) -> dict[str, Any]:
    try:
        document = json.loads(zlib.decompress(base64.b85decode(text)))
    except (ValueError, zlib.error) as error:
        raise BadPosition(f"this is no packed position: {error}") from None
    if not isinstance(document, dict):
        raise BadPosition("a position is a JSON object")
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


_KEYS = (
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
    "documents",
    "forced",
    "result",
    "arranged",
    "fields",
)


def match_from_position(game: Game[Any], document: Mapping[str, Any]) -> Match:
    """A match that goes on from a document. What can't be shown and played is refused, whatever is wrong with it."""
    from grognard.core.match import Match

    try:
        s = _read_state(game, document)
        match = Match(game, s)
        match.arranged = document.get("arranged", False)
        _set_going(match)
    except BadPosition:
        raise
    except GrognardError as error:
        raise BadPosition(str(error)) from None
    except Exception as error:  # the rules stumble over what no play leads to: the document's fault
        raise BadPosition(f"position: it doesn't hold together ({type(error).__name__}: {error})"[:300]) from error
    match.remember()
    match.header["position"] = write_position(match)
    return match


def _read_state(game: Game[Any], document: Mapping[str, Any]) -> FlatState:
    if not isinstance(document, Mapping):
        raise BadPosition("a position is a JSON object")
    if document.get("format") != FORMAT:
        raise BadPosition(f"format: {wrong_format(FORMAT, document.get('format'))}")
    if document.get("game") != game.name:
        raise BadPosition(f"game: this is a position of {short(document.get('game'))}, not of {game.name!r}")
    edition = _int(document, "edition", 1, 1 << 20)
    if edition > game.edition:
        raise BadPosition(
            f"edition: the position follows edition {edition} of the rules; this program knows up to {game.edition}"
        )
    for key in document:
        if key not in _KEYS:
            raise BadPosition(f"{str(key)[:40]}: no such field; known are {', '.join(_KEYS)}")
    scenario = game.scenario(document.get("scenario", ""))
    setup = game.make_setup(
        scenario, game.resolve_options(scenario, document.get("options", {})), document.get("sides")
    )
    seed = document.get("seed", "0")
    if not isinstance(seed, str) or not seed.isprintable():
        raise BadPosition(f"seed: expected a line of text, found {short(seed)}")
    s: FlatState = game.new_state(setup, Dice(seed))
    s.draws = _int(document, "draws", 0, 1 << 60)
    s.reveals = _int(document, "reveals", 0, 1 << 60)
    s.turn = _int(document, "turn", 0, 1 << 20)
    s.phase = _int(document, "phase", -1, len(setup.sequence) - 1)
    s.stack = _stack(game, document.get("stack", []))
    s.forced = _forced(document.get("forced", []))
    s.result = _result(game, document.get("result"))
    if not isinstance(document.get("arranged", False), bool):
        raise BadPosition(f"arranged: expected true or false, found {short(document['arranged'])}")
    _read_fields(game, s, document.get("fields", {}))
    return s


def _set_going(match: Match) -> None:
    """Run the steps on top of the stack; then whoever must decide must have something to see and to choose."""
    s, game = match.state, match.game
    for problem in game.check(s):
        raise BadPosition(f"position: {problem}")
    if s.result is None and not s.stack:
        raise BadPosition("stack: empty, but the game has no result")
    match.advance()
    match.view(None)
    try:
        match.must_go_on()
    except GrognardError as error:
        raise BadPosition(f"stack: {error}") from None
    for side in match.to_act:
        match.view(side)
        decision = match.decision(side)
        for code in {decision.codes[0], decision.codes[-1]}:
            trial = match.copy(log=False)
            trial.play_code(decision.side_number, code)
            trial.must_go_on()


def _int(document: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = document.get(key, max(low, 0))
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{key}: expected a whole number from {low} to {high}, found {short(value)}")
    return value


def _forced(found: Any) -> list[int]:
    if not are_dice(found):
        raise BadPosition(f"forced: expected a list of dice, each from 1 to {MOST_PIPS}, found {short(found)}")
    return list(found)


def _stack(game: Game[Any], frames: Any) -> list[tuple[int, ...]]:
    if not isinstance(frames, list) or len(frames) > _DEEPEST:
        raise BadPosition(f"stack: expected a list of at most {_DEEPEST} frames, found {short(frames)}")
    out: list[tuple[int, ...]] = []
    for number, frame in enumerate(frames):
        if not isinstance(frame, list) or not frame or not isinstance(frame[0], str):
            raise BadPosition(f"stack[{number}]: expected [name, numbers...], found {short(frame)}")
        if frame[0] not in game.node_numbers:
            raise BadPosition(f"stack[{number}]: {game.title} has no decision or step {short(frame[0])}")
        if any(isinstance(v, bool) or not isinstance(v, int) for v in frame[1:]):
            raise BadPosition(f"stack[{number}]: {frame[0]} takes whole numbers, found {short(frame[1:])}")
        out.append((game.node_numbers[frame[0]], *frame[1:]))
    return out


def _result(game: Game[Any], found: Any) -> Result | None:
    if found is None:
        return None
    if not isinstance(found, Mapping) or set(found) != {"winner", "level", "reason"}:
        raise BadPosition(f"result: expected winner, level and reason, found {short(found)}")
    winner, level, reason = found["winner"], found["level"], found["reason"]
    if not isinstance(level, str) or not isinstance(reason, str):
        raise BadPosition("result: level and reason are texts")
    if winner is not None and not (isinstance(winner, str) and set(winner.split("+")) <= set(game.sides)):
        raise BadPosition(f"result.winner: expected sides joined by + or null, found {short(winner)}")
    return Result(winner, level, reason)


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
            raise BadPosition(f"fields.{key[:40]}: {game.title} has no such field")
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
            f"fields.{key[:40]}: expected 'each' and one of {', '.join(game.vocab)}, with an object of entries"
        )
    for name, row in table.items():
        if name not in words.index:
            raise BadPosition(f"fields.{key}.{name[:40]}: there is no {per} {short(name)}")
        if not isinstance(row, Mapping):
            raise BadPosition(f"fields.{key}.{name}: expected an object")
        for column, value in row.items():
            field = by_name.get(column)
            if field is None or field.per != per:
                raise BadPosition(f"fields.{key}.{name}.{column[:40]}: a {per} has no {short(column)}")
            getattr(s, column)[words.index[name]] = _number(game, field, value, f"fields.{key}.{name}.{column}")


def _number(game: Game[Any], field: Field, value: Any, where: str) -> int:
    of = field.of
    if of == "int":
        if isinstance(value, bool) or not isinstance(value, int) or not field.low <= value <= field.high:
            raise BadPosition(
                f"{where}: expected a whole number from {field.low} to {field.high}, found {short(value)}"
            )
        return value
    if of == "flag":
        if not isinstance(value, bool):
            raise BadPosition(f"{where}: expected true or false, found {short(value)}")
        return int(value)
    if of.startswith("bits:"):
        if not isinstance(value, list):
            raise BadPosition(f"{where}: expected a list of {of[5:]} ids, found {short(value)}")
        bits = 0
        for item in value:
            bits |= 1 << _index(game, of[5:], item, where)
        return bits
    return -1 if value == "none" else _index(game, of, value, where)


def _index(game: Game[Any], kind: str, value: Any, where: str) -> int:
    number = game.vocab[kind].index.get(value) if isinstance(value, str) else None
    if number is None:
        raise BadPosition(f"{where}: there is no {kind} {short(value)}")
    return number
