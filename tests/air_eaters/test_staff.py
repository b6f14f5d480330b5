"""What the staff makes of positions, seen in what the greedy bot plays, and in whole games by seed."""

from __future__ import annotations

from grognard.bots import make
from grognard.core import Match, Rng, Seat
from grognard.games.air_eaters.state import State

from .table import GAME, Ground


def duel(scenario: str, seed: str, until: int = 99, tries: int = 60) -> Match:
    """The greedy bot against itself, by default with little thought; the same on any machine."""
    match: Match = GAME.new(scenario, {}, seed)
    bot = make("greedy")
    bot.worlds, bot.tries, bot.seconds = 1, tries, 1e6  # type: ignore[attr-defined]
    moves = 0
    while match.to_act and match.state.turn <= until:
        side = match.to_act[0]
        match.play(side, bot.choose(Seat(match, side, Rng(f"{seed} {side} {moves}"))))
        moves += 1
    return match


def lieutenant(ground: Ground, *names: str) -> list[str]:
    """What the greedy bot plays for the Aliens while the decisions have these names."""
    bot, played = make("greedy"), []
    while ground.match.to_act == ("alien",) and ground.name in names:
        played.append(bot.choose(Seat(ground.match, "alien")).text)
        ground.match.play("alien", played[-1])
    return played


def test_a_base_is_deployed_on_io_and_no_converter_where_it_does_nothing() -> None:
    ground = Ground("intermediate")
    ground.put("io_1211", "base_3", "ac_1")
    ground.go("alien_deployment")
    assert lieutenant(ground, "deploy")[0] == "deploy base_3"
    assert not ground.s.deployed[GAME.vocab["piece"].index["ac_1"]]


def test_the_opening_settles_io_and_the_sea_of_earth() -> None:
    state: State = duel("intermediate", "s1", until=1, tries=600).state  # type: ignore[assignment]
    places = GAME.vocab["place"].ids
    homes = {places[state.at[b]].split("_")[0] for b, up in enumerate(state.deployed) if up}
    assert {"io", "earth", "mothership"} <= homes


def test_aliens_have_converted_io_at_half_time() -> None:
    match = duel("intermediate", "staff 1", until=12)
    assert match.figures()["index_io"] == 0


def test_the_aliens_bring_crawlers_and_spread_them_on_io() -> None:
    match = duel("intermediate", "s1", until=3, tries=600)
    assert match.figures()["index_io"] <= 34  # two on the first turn, four on the second


def test_earth_can_put_the_revolt_down() -> None:
    match = duel("martian_revolt", "tune martian_revolt 7", tries=600)
    assert match.result is not None
    assert match.result.winner == "earth"
