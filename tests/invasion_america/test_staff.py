"""The staff's judgement: what it embarks, where it lands, what it keeps supplied, which attacks it makes."""

from typing import Any

from grognard.bots import make
from grognard.core import Match, Rng, Seat
from grognard.games.invasion_america.forces import ESC, PAL, US

from .ground import BEACH, PORT, SUPPLY, URBAN, arrange, at, deploy_all, game, real, where


def worth(match: Match) -> float:
    return game().evaluate(match.state, ESC)


def after(match: Match, *actions: str) -> Match:
    trial = match.copy()
    for action in actions:
        trial.play("esc", action)
    return trial


def test_fleets_are_set_up_in_port_with_troops_aboard() -> None:
    match = real().new("three_pronged_invasion", {}, 3)
    deploy_all(match)
    s, forces, theatre = match.state, real().forces, real().theatre
    for side in (1, 2, 3):
        ships = [p for p in real().carriers_of[side] if s.is_on_map(p)]
        harbours = theatre.port | 1 << theatre.holding
        assert all(harbours >> s.at[ship] & 1 for ship in ships)
        assert all(s.cargo(ship) for ship in ships if forces.is_landing[ship])


def test_rails_are_set_up_on_the_net() -> None:
    match = real().new("three_pronged_invasion", {}, 3)
    deploy_all(match)
    assert all(real().theatre.rail_net >> match.state.at[p] & 1 for p in real().rails if match.state.is_on_map(p))


def test_a_loaded_landing_ship_is_best_on_a_free_beach() -> None:
    fleet: dict[str, Any] = {"esc_am1": (12, 4), "esc_a1": "esc_am1", "usa_i1": (40, 40)}
    match = arrange(fleet, "esc_naval")
    beach = after(match, "sail esc_am1", f"to {at(*BEACH)}")
    assert worth(beach) > worth(match) >= worth(after(match, "sail esc_am1", f"to {at(18, 7)}"))
    held = arrange(fleet | {f"usa_a{n}": BEACH for n in (1, 2, 3)}, "esc_naval")
    assert worth(after(held, "sail esc_am1", f"to {at(*BEACH)}")) < worth(beach)  # nobody storms an armored corps


def test_troops_that_wait_overseas_go_aboard_from_the_first_to_the_last() -> None:
    troops = {f"pal_i{n}": "pal_box" for n in (1, 2, 3)}
    match = arrange({"pal_t1": "pal_box", **troops, "usa_i1": (40, 40)}, "pal_movement")
    before = game().evaluate(match.state, PAL)
    for unit in troops:
        match.play("pal", f"move {unit}")
        match.play("pal", "board pal_t1")
        now = game().evaluate(match.state, PAL)
        assert now > before
        before = now


def test_carriers_go_where_enemies_are_in_range() -> None:
    match = arrange({"esc_cv1": (5, 4), "usa_i1": BEACH}, "esc_naval")
    assert worth(after(match, "sail esc_cv1", f"to {at(25, 8)}")) > worth(match)


def test_nobody_leaves_the_only_port_that_feeds_the_others() -> None:
    units = {"esc_i1": PORT, "esc_a1": (21, 14), "esc_a2": (22, 14), "usa_i1": (40, 40)}
    match = arrange(units, "esc_movement")
    assert worth(after(match, "move esc_i1", f"to {at(21, 11)}")) < worth(match)
    second = arrange({**units, "esc_i2": PORT}, "esc_movement")
    assert worth(after(second, "move esc_i1", f"to {at(21, 11)}")) > worth(second) - 1


def test_an_attack_is_thought_through_to_good_odds_and_never_made_against_them() -> None:
    units: dict[str, Any] = {f"esc_i{n}": ((20, 34), 4) for n in (1, 2, 3)}
    match = arrange(units | {"usa_i1": ((21, 34), 4)}, "esc_combat")
    match.play("esc", f"attack {at(21, 34)}")
    thought = []
    for _ in range(4):
        [code] = game().follow(match.state, ESC, match.decision("esc").codes)
        thought.append(game().verbs.print(code, game().vocab))
        if thought[-1] != "resolve":
            match.play_code(ESC, code)
    assert thought == ["with esc_i1", "with esc_i2", "with esc_i3", "resolve"]
    weak = arrange({"esc_i1": ((20, 34), 4), "usa_a1": ((21, 34), 8)}, "esc_combat")
    weak.play("esc", f"attack {at(21, 34)}")
    weak.play("esc", "with esc_i1")
    assert game().follow(weak.state, ESC, weak.decision("esc").codes) == []


def test_a_greedy_invader_lands_at_once_and_stays_supplied() -> None:
    match = real().new("northern_gate", {}, 5)
    bot = make("greedy")
    deploy_all(match)
    number = 0
    while match.state.turn == 1 and match.to_act == ("esc",):
        match.play("esc", bot.choose(Seat(match, "esc", Rng(f"landing {number}"))))
        number += 1
    s = match.state
    land = [p for p in real().forces.of_side[ESC] if real().forces.is_land[p] and s.is_on_map(p) and s.aboard[p] < 0]
    ashore = [p for p in land if real().staff.continent >> s.at[p] & 1]
    assert len(ashore) >= 6
    assert sum(s.short >> p & 1 for p in ashore) <= len(ashore) // 2


def test_a_train_takes_a_unit_from_the_rear_to_a_city_that_lies_open() -> None:
    """Once a train is chosen, its freight and its goal are thought through to the end."""
    units: dict[str, Any] = {"usa_rr1": (30, 33), "usa_i1": (30, 33), "usa_i2": URBAN, "esc_i1": (31, 23)}
    match = arrange(units, "us_rail")
    bot = make("greedy")
    told = []
    while match.phase_title() == "Rail Movement" and len(told) < 12:
        told.append(bot.choose(Seat(match, "us", Rng(f"rail {len(told)}"))).text)
        match.play("us", told[-1])
    assert told[:2] == ["rail usa_rr1", "carry usa_i1"]
    assert where(match, "usa_i1") == at(*SUPPLY)
    assert where(match, "usa_i2") == at(*URBAN)  # who is alone in a city stays


def test_where_two_sides_stand_in_one_hex_each_has_its_own() -> None:
    storm = arrange({"esc_am1": BEACH, "esc_a1": "esc_am1", "usa_i1": BEACH}, "esc_combat")
    staff = game().staff
    assert staff.value(storm.state)[US] == staff.value(arrange({"usa_i1": BEACH}, "esc_combat").state)[US]


def test_an_island_is_no_foothold() -> None:
    names = real().vocab["place"].names
    island, harbour = (names.index(name) for name in ("St. John's (n)1155", "Halifax (n)0550"))
    assert real().theatre.areas["canada"] >> island & 1 and not real().staff.continent >> island & 1
    assert real().staff.continent >> harbour & 1


def test_cargo_is_worth_less_where_nobody_can_land() -> None:
    units: dict[str, Any] = {"esc_t1": PORT, "esc_a1": "esc_t1", "esc_i1": PORT, "esc_i2": PORT, "usa_i1": (40, 40)}
    free = arrange({**units, "esc_i3": (21, 11)}, "esc_movement").state
    full = arrange({**units, "esc_i3": PORT}, "esc_movement").state
    staff = game().staff
    there, crowded = (staff.fleet(s, ESC, staff.outlook(s, ESC)) for s in (free, full))
    assert there > crowded
