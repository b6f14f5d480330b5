"""What a viewer is shown of a match: the view, and what a table may lay over the board when asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.core.words import GrognardError, short

if TYPE_CHECKING:
    from grognard.core.match import Match


def view_of(match: Match, side: str | None, locale: str) -> dict[str, Any]:
    """A whitelist: what every game tells in common, then what the game says that these sides may know."""
    s, game, setup = match.state, match.game, match.setup
    sequence = setup.sequence
    word = game.lexicon.word
    phase = sequence[s.phase] if 0 <= s.phase < len(sequence) else None
    view: dict[str, Any] = {
        "game": game.name,
        "edition": game.edition,
        "scenario": match.scenario,
        "options": dict(setup.options),
        "actions": match.actions,
        "arranged": match.arranged,
        "turn": s.turn,
        "phase": {
            "name": phase.name if phase else "set_up",
            "title": match.phase_title(locale),
            "rule": phase.rule if phase else "",
            "index": s.phase,
            "track": [
                {"name": p.name, "title": word(p.title, locale), "under": word(p.under, locale), "side": p.side}
                for p in sequence
            ],
        },
        "sides": list(match.sides),
        "to_act": list(match.to_act),
        "viewer": side,
        "figures": match.figures(),
        "result": s.result.as_dict(lambda text: word(text, locale)) if s.result else None,
    }
    view.update(game.view(s, match.mask(side)))
    if locale in game.lexicon.catalogues:
        view["pieces"] = [{**p, "name": word(p["name"], locale)} if p.get("name") else p for p in view["pieces"]]
    return view


def areas_of(match: Match, side: str | None) -> list[dict[str, Any]]:
    game = match.game
    ids = game.places
    return [
        {
            "kind": area.kind,
            "side": game.sides[area.side],
            "places": [ids[p] for p in range(area.places.bit_length()) if area.places >> p & 1],
        }
        for area in game.areas(match.state, match.mask(side))
        if area.places
    ]


def threats_to(match: Match, side: str | None, place: str) -> list[str]:
    game = match.game
    number = game.vocab["place"].index.get(place)
    if number is None:
        raise GrognardError(f"{game.name}: there is no place {short(place)}")
    return [game.pieces[piece] for piece in game.threats(match.state, match.mask(side), number)]
