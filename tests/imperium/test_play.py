"""Whole games: fuzzing, bots, the view, the board, the length of random play."""

from __future__ import annotations

import json
import random

import pytest

from grognard.bots import make
from grognard.core import BadPosition, Match, Seat
from grognard.core.fuzz import fuzz
from grognard.core.words import slots
from grognard.games.imperium import appeals, facts

from .stars import act, game, listed, refused, state, table


@pytest.mark.parametrize("scenario", ["first_war", "campaign"])
def test_random_games_keep_every_promise(scenario: str) -> None:
    report = fuzz(game(), [scenario], games=3, seed=40, steps=700)
    assert not report.failures, report.failures[0].problem


def test_every_option_plays() -> None:
    options = {"homeworlds": True, "terraforming": True, "restricted_ships": True, "wars": 2}
    report = fuzz(game(), ["campaign"], games=1, seed=7, steps=900, options=options)
    assert not report.failures, report.failures[0].problem


def test_greedy_bots_finish_a_war_within_eight_turns() -> None:
    m = game().new("first_war", seed=3)
    act(m, "recommended", "recommended")
    bots = {side: make("greedy") for side in m.sides}
    for bot in bots.values():
        bot.widest, bot.tries, bot.worlds = 24, 120, 1  # type: ignore[attr-defined]
    for _ in range(4000):
        if not m.to_act:
            break
        side = m.to_act[0]
        m.play(side, bots[side].choose(Seat(m, side, seconds_left=4.0)))
    else:
        pytest.fail(f"no end after 4000 decisions, turn {state(m).turn}")
    assert m.result is not None and state(m).turn <= 8


def test_random_wars_end_within_eight_turns() -> None:
    rng = random.Random(5)
    for seed in range(6):
        m = game().new("first_war", seed=seed)
        while m.result is None:
            side = m.deciders()[0]
            m.play_code(side, rng.choice(m.decision(m.game.sides[side]).codes))
        assert state(m).turn <= 8 and m.result.winner in m.sides


def test_the_judgement_is_zero_sum() -> None:
    m = table("terran_combat_1", {"t_cl1": "hades", "i_dd1": "hades"}, marks={"entered": ["t_cl1"]})
    one, other = (game().evaluate(state(m), side) for side in (0, 1))
    assert one == pytest.approx(-other)


def test_the_view_shows_all_counters_on_the_table_to_everybody() -> None:
    m = table("terran_movement_1", {"t_tr1": "hades", "i_dd1": "replacement_track"}, aboard={"t_troop_1": "t_tr1"})
    view = m.view("terran")
    pieces = {p["id"]: p for p in view["pieces"]}
    assert pieces["t_troop_1"]["at"] == "hades" and pieces["t_troop_1"]["on"] == "t_tr1"
    assert pieces["i_dd1"]["at"] == "replacement_track"
    mine, theirs = (json.dumps(m.view(side)["pieces"]) for side in m.sides)
    assert mine == theirs


def test_the_board_draws_every_place_that_a_counter_can_stand_on() -> None:
    board = game().board()
    drawn = {place["id"] for place in board["places"]}
    assert set(game().places) - drawn == {"aboard"}
    assert {edge["a"] for edge in board["edges"]} <= drawn
    assert set(board["types"]) == set(game().piece_types)
    assert all(place["terrain"] in board["terrains"] for place in board["places"])
    spots = [(p["x"], p["y"]) for p in board["places"] if p["shape"] in ("star", "box")]
    assert len(spots) == len(set(spots))


def test_the_figures_of_the_issue() -> None:
    figures = table("terran_movement_1", {"t_sc1": "sol"}).figures()
    assert set(figures) == {
        "turn", "war", "glory", "glory_win", "glory_loss", "terran_ru", "imperial_ru", "terran_income",
        "imperial_income", "terran_worlds", "terran_outposts", "imperial_worlds", "imperial_outposts",
    }  # fmt: skip


def test_refusals_say_why_in_plain_words() -> None:
    m = table("terran_movement_1", {"t_sc1": "sol", "i_dd1": "hades"})
    for text in ("take i_dd1", "take t_w1", "take t_sc2", "fleet sol", "jump junction", "fire t_sc1 at i_dd1"):
        refusal = m.why_not("terran", text)
        assert refusal is not None and refusal.rule and refusal.reason[0].isalpha()
    assert refused(m, "take t_w1") == "Transportation/Cargo"


def test_the_table_speaks_german() -> None:
    words = game().lexicon.catalogues["de"]
    for verb in game().verbs.verbs[1:]:
        assert verb.title in words
    for roll in range(2, 13):
        assert appeals.production_words(roll) in words and appeals.finance_words(roll) in words
    for phase in game().sequence:
        assert phase.title in words and phase.under in words
    for template, german in words.items():
        assert sorted(s.name for s in slots(template)) == sorted(s.name for s in slots(german)), template
    m = table("terran_movement_1", {"t_cl1": "sol"})
    act(m, "take t_cl1", "jump junction")
    last = list(m.events())[-1]
    assert last.render("de") == "Nach Junction: Leichter Kreuzer 1 (Terra)"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"stack": [["next_phase"], ["move", 7, 0]]}, "begins with a side"),
        ({"stack": [["next_phase"], ["move", 0]]}, "takes 2 numbers"),
        ({"stack": [["next_phase"], ["group", 0, 0]]}, "nothing to decide"),
        ({"stack": [["next_phase"], ["declare", 0]]}, "nothing to decide"),
        ({"fields": {"each piece": {"t_sc1": {"at": "moon"}}}}, "t_sc1.at: there is no place 'moon'"),
        ({"fields": {"each piece": {"t_o1": {"at": "aboard"}}}}, "t_o1: aboard, but on no ship"),
        ({"fields": {"disrupted": ["t_troop_1"]}}, "t_troop_1: only ships are disrupted"),
        ({"fields": {"glory": "high"}}, "fields.glory: expected a whole number"),
        ({"fields": {"conquered": ["t_w1"]}}, "t_w1: marked, but not in play"),
    ],
)
def test_a_bad_position_is_refused_by_name(change: dict[str, object], said: str) -> None:
    document = table("terran_movement_1", {"t_sc1": "sol"}).position()
    with pytest.raises(BadPosition, match=said):
        game().from_position({**document, **change})


def test_undo_takes_back_picks_but_no_dice() -> None:
    m = table("terran_movement_1", {"t_sc1": "sol"})
    before = m.digest()
    act(m, "take t_sc1", "jump junction")
    m.undo("terran")
    m.undo("terran")
    assert m.digest() == before
    assert "take t_sc1" in listed(m)


def test_lists_of_actions_stay_short() -> None:
    longest = 0
    rng = random.Random(9)
    for seed in range(4):
        m = game().new("first_war", seed=seed)
        while m.result is None:
            side = m.deciders()[0]
            codes = m.decision(m.game.sides[side]).codes
            longest = max(longest, len(codes))
            m.play_code(side, rng.choice(codes))
    assert longest < 200


def test_a_state_is_small_and_quickly_copied() -> None:
    m = game().new("first_war", seed=1)
    act(m, "recommended", "recommended")
    assert len(json.dumps(m.position()["fields"])) < 5000
    copy = state(m).copy()
    copy.put(facts.PIECE["t_sc1"], facts.PLACE["hades"])
    assert state(m).at[facts.PIECE["t_sc1"]] != facts.PLACE["hades"] and list(game().check(state(m))) == []


def test_no_refusal_stumbles_over_an_argument_that_is_nothing() -> None:
    vocab, verbs = game().vocab, game().verbs
    seen: set[str] = set()
    for seed in range(4):
        rng = random.Random(seed)
        m = game().new("campaign", {"terraforming": True, "wars": 2}, seed=seed)
        while m.result is None:
            side = m.to_act[0]
            decision = m.decision(side)
            if decision.name not in seen:
                seen.add(decision.name)
                for verb in verbs.verbs:
                    for last in (False, True):
                        code = (verb.number, *(len(vocab[kind]) - 1 if last else -1 for kind in verb.kinds))
                        text = verbs.print(code, vocab)
                        refusal = m.why_not(side, text)
                        assert code in decision.codes or (refusal is not None and refusal.rule), text
            m.play_code(m.deciders()[0], rng.choice(decision.codes))
    assert len(seen) > 18


def test_the_sequence_of_play_is_two_player_turns_of_seven_phases() -> None:
    phases = [(p.title, p.under, p.side) for p in game().sequence]
    war = [title for title, under, _ in phases if under != "Peace"]
    tail = (
        "First Movement",
        "First Combat",
        "Reaction Movement",
        "Reaction Combat",
        "Second Movement",
        "Second Combat",
    )
    for start, own, enemy in ((0, "Terran", "Imperial"), (7, "Imperial", "Terran")):
        names = [f"{own} Maintenance and Production"]
        names += [f"{enemy if 'Reaction' in name else own} {name}" for name in tail]
        assert war[start : start + 7] == names
    assert [under for _, under, _ in phases][:10] == ["Peace"] * 10


def chosen(m: Match) -> str:
    """What the greedy bot does."""
    side = m.to_act[0]
    bot = make("greedy")
    bot.tries, bot.worlds = 120, 1  # type: ignore[attr-defined]
    return bot.choose(Seat(m, side)).text


def test_bots_react_where_a_battle_promises_much_and_else_stay() -> None:
    at = {"i_cl1": "nusku_dushaam", "i_cl2": "nusku_dushaam", "t_sc1": "hades"}
    prey = {"t_cl1": "agidda", "t_tr1": "agidda", "t_tr2": "agidda", "t_cr1": "agidda"}
    many = {f"i_cs{n}": "nusku_dushaam" for n in range(1, 6)}
    assert chosen(table("terran_reaction_movement", {**at, **many, **prey})) == "react nusku_dushaam"
    assert chosen(table("terran_reaction_movement", at)) == "done"


def test_bots_do_not_cruise_into_deep_space_and_bring_the_tanker_to_sirius() -> None:
    m = table("imperial_movement_1", {"i_ao1": "epsilon_eridani", "t_sc1": "sol"})
    act(m, chosen(m))
    assert chosen(m) == "jump sirius"
