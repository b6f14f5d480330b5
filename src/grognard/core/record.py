"""Match records: a header and one action a line, readable in a diff; comments begin with #."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Dice, commitment, mixed_seed
from grognard.core.match import ACT, DICE, OFFER, RESIGN, Match
from grognard.core.position import BadPosition
from grognard.core.words import GrognardError, Illegal, short, wrong_format

if TYPE_CHECKING:
    from grognard.core.game import Game

FORMAT = "grognard record 1"
_KEYS = (
    "game",
    "edition",
    "scenario",
    "options",
    "sides",
    "seed",
    "commitment",
    "secret",
    "shares",
    "position",
    "title",
    "documents",
)


class BadRecord(GrognardError):
    """A record that can't be read; the text names the line."""


def write_record(match: Match) -> str:
    game, setup = match.game, match.setup
    seats = {seat: [game.sides[i] for i in held] for seat, held in setup.seats.items()}
    head: dict[str, Any] = {
        "game": game.name,
        "edition": game.edition,
        "scenario": match.scenario,
        "options": _compact(setup.options),
        "sides": _compact(seats),
        "seed": match.state.dice.seed,
    }
    if game.documents:
        head["documents"] = _compact(game.documents)
    for key in ("commitment", "secret", "shares", "position", "title"):
        if key in match.header:
            value = match.header[key]
            head[key] = " ".join(value.split()) if isinstance(value, str) else _compact(value)
    lines = [FORMAT, *(f"{key}: {value}" for key, value in head.items()), ""]
    for kind, side, numbers in match.inputs:
        if kind == ACT:
            lines.append(f"{game.sides[side]}: {game.verbs.print(numbers, game.vocab)}")
        elif kind == DICE:
            lines.append("! dice " + " ".join(map(str, numbers)))
        elif kind == RESIGN:
            lines.append(f"! resign {game.sides[side]}")
        elif kind == OFFER:
            lines.append(f"! draw {game.sides[side]}")
    return "\n".join(lines) + "\n"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def read_header(text: str) -> tuple[dict[str, Any], list[tuple[int, str]]]:
    """The header and the numbered lines of the body."""
    head, _, body = _parts(text)
    return head, body


def _parts(text: str) -> tuple[dict[str, Any], dict[str, int], list[tuple[int, str]]]:
    """The header, the line of each of its keys, and the numbered lines of the body. Any line ends will do."""
    if not isinstance(text, str):
        raise BadRecord(f"a record is text, not {type(text).__name__}")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not text.strip():
        raise BadRecord("the record is empty")
    if lines[0].strip() != FORMAT:
        raise BadRecord(f"line 1: {wrong_format(FORMAT, lines[0].strip())}")
    head: dict[str, Any] = {}
    where: dict[str, int] = {}
    number = 1
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            break
        if line.lstrip().startswith("#"):
            continue
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon or key not in _KEYS:
            raise BadRecord(f"line {number}: expected one of {', '.join(_KEYS)} and a colon, found {short(line)}")
        if key in head:
            raise BadRecord(f"line {number}: {key} stands twice")
        head[key] = _value(number, key, value.strip())
        where[key] = number
    if "seed" not in head and "commitment" in head:
        raise BadRecord(f"line {where['commitment']}: only the commitment stands here: the seed is told at the end")
    for key in ("game", "edition", "scenario", "seed"):
        if key not in head:
            raise BadRecord(f"header: {key} is missing")
    body = [
        (n, s.strip())
        for n, s in enumerate(lines[number:], start=number + 1)
        if s.strip() and not s.lstrip().startswith("#")
    ]
    return head, where, body


def _value(number: int, key: str, value: str) -> Any:
    if key == "edition":
        if not value.isdecimal() or len(value) > 9:
            raise BadRecord(f"line {number}: edition is a number, not {short(value)}")
        return int(value)
    if key not in ("options", "sides", "shares", "position", "documents"):
        return value
    try:
        found = json.loads(value)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"line {number}: {key} is not JSON: {error}") from None
    if key in ("shares", "documents"):
        if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
            raise BadRecord(f"line {number}: {key} must be a JSON list of texts")
    elif not isinstance(found, dict):
        raise BadRecord(f"line {number}: {key} must be a JSON object")
    return found


def read_record(text: str, load: Callable[..., Game[Any]], stop: int | None = None) -> Match:
    """Replay a record, up to `stop` inputs where given. Errors name the line; nothing is half loaded."""
    head, where, body = _parts(text)
    try:
        documents = tuple(head.get("documents", ()))
        game = load(head["game"], documents) if documents else load(head["game"])
    except GrognardError as error:
        raise BadRecord(f"line {where['documents' if documents else 'game']}: {error}") from None
    if head["edition"] != game.edition:
        newer = head["edition"] > game.edition
        raise BadRecord(
            f"line {where['edition']}: the record follows edition {head['edition']} of the rules of {game.title}; this "
            + (
                f"program knows up to edition {game.edition}: use a newer one"
                if newer
                else f"program plays {game.edition}"
            )
        )
    if stop is not None and not 0 <= stop <= len(body):
        raise BadRecord(f"there is no moment {stop}: the record has {len(body)} lines of play")
    match = _begin(game, head, where)
    for number, line in body[:stop]:
        _replay(match, number, line)
    return match


def _begin(game: Game[Any], head: Mapping[str, Any], where: Mapping[str, int]) -> Match:
    try:
        if "position" in head:
            match = game.from_position(head["position"])
            match.state.dice = Dice(head["seed"])
        else:
            match = game.new(head["scenario"], head.get("options", {}), head["seed"], head.get("sides"))
    except BadPosition as error:
        raise BadRecord(f"line {where['position']}: position, {error}") from None
    except GrognardError as error:
        key = str(error).partition(":")[0]
        raise BadRecord(f"line {where[key]}: {error}" if key in where else f"header: {error}") from None
    for key in ("commitment", "secret", "shares", "title"):
        if key in head:
            match.header[key] = head[key]
    return match


def _replay(match: Match, number: int, line: str) -> None:
    try:
        if line.startswith("!"):
            _mark(match, number, line[1:].split())
            return
        side, colon, action = line.partition(":")
        if not colon:
            raise BadRecord(f"line {number}: expected 'side: action', found {short(line)}")
        match.play(side.strip(), action.strip())
    except Illegal as error:
        raise BadRecord(f"line {number}: {short(line)}: {error.reason} [{error.rule}]") from None
    except BadRecord:
        raise
    except GrognardError as error:
        raise BadRecord(f"line {number}: {error}") from None
    except Exception as error:  # a match that began from a position which no play leads to
        raise BadRecord(
            f"line {number}: {short(line)}: the rules can't carry this out ({type(error).__name__}: {error})"[:300]
        ) from error


def _mark(match: Match, number: int, words: list[str]) -> None:
    if words[:1] == ["dice"] and len(words) > 1 and all(w.isdecimal() and len(w) < 10 for w in words[1:]):
        match.force_dice([int(w) for w in words[1:]])
    elif words[:1] == ["resign"] and len(words) == 2:
        match.resign(words[1])
    elif words[:1] == ["draw"] and len(words) == 2:
        match.offer_draw(words[1])
    else:
        raise BadRecord(f"line {number}: expected '! dice N ...', '! resign SIDE' or '! draw SIDE'")


def verify_record(text: str, load: Callable[..., Game[Any]]) -> list[tuple[str, bool]]:
    """What can be proved of a record: each check in words and whether it holds."""
    head, _ = read_header(text)
    checks: list[tuple[str, bool]] = []
    match = read_record(text, load)
    checks.append((f"all {len(match.inputs)} lines replay under the rules", True))
    if "commitment" in head:
        secret = head.get("secret", "")
        checks.append(
            (
                "the table's secret fits the commitment it gave before the match",
                commitment(secret) == head["commitment"],
            )
        )
        checks.append(
            (
                "the seed is mixed from that secret and every player's share",
                mixed_seed(secret, head.get("shares", [])) == head["seed"],
            )
        )
    checks.append(("the dice are the seed's own, none was forced", not match.arranged))
    return checks
