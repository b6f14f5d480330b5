"""Scenarios: set-up, objectives, points, victory, figures; documents of one's own."""

from __future__ import annotations

import pytest

from grognard.games.grav_armor.documents import NAMES, template
from grognard.games.grav_armor.game import build
from grognard.games.grav_armor.scenario import points
from grognard.games.grav_armor.state import HOLD

from .table import actions, game, number, play, refused, start_phase, state, table, where


def test_there_are_five_scenarios_each_with_its_own_terrain_key() -> None:
    scenarios = build().scenarios
    assert tuple(scenarios) == NAMES and len(NAMES) == 5
    keys = [game().ground(name).key for name in NAMES]
    assert len({tuple((t.name, t.value) for t in key.values()) for key in keys}) == 5


@pytest.mark.parametrize(
    ("name", "sections"), [(NAMES[0], 4), (NAMES[1], 2), (NAMES[2], 6), (NAMES[3], 4), (NAMES[4], 6)]
)
def test_layouts_have_the_sections_the_sources_name(name: str, sections: int) -> None:
    assert sum(len([x for x in row if x]) for row in game().scenarios[name].data["layout"]) == sections


def test_wendarst_has_the_values_of_the_rulebooks_examples() -> None:
    key = game().ground("raid_on_wendarst").key
    volcanic, plains = key["brown"], key["yellow"]
    assert (volcanic.value, volcanic.costs["grav"], volcanic.lethal) == (3, 2, ("hover", "infantry"))
    assert plains.value == 0


def test_on_lerbeh_the_lines_are_ravines_and_elsewhere_nothing() -> None:
    ground = game().ground("relief_of_the_42nd")
    here = ground.map.place("4-0607")
    assert ground.terrain[here].name == "Ravines" and ground.worth[0][here] == 2 and ground.worth[1][here] == 1
    ground = game().ground("raid_on_wendarst")
    assert ground.terrain[ground.map.place("4-0607")].name == "Solid plains"


def test_on_the_ice_plains_hide_nobody_and_mountains_slow() -> None:
    key = game().ground("ice_world").key
    assert key["yellow"].value == 0 and key["brown"].costs["grav"] > key["yellow"].costs["grav"]


def test_the_meatgrinder_has_three_forts_with_two_weapon_systems_and_high_values() -> None:
    ground = game().ground("the_meatgrinder")
    assert {ground.pieces.ids[f] for f in ground.weapons_of} == {"fort_alpha", "fort_beta", "fort_gamma"}
    assert all(len(w) == 2 for w in ground.weapons_of.values())
    assert min(t.value for t in ground.key.values()) >= 2


def test_the_sector_capital_has_cities_drop_ships_fighters_jump_infantry_and_ortillery() -> None:
    ground = game().ground("sector_capital")
    kinds = {ground.kind[d.piece].id for d in ground.dealt}
    assert {"ds8", "fl6", "j_inf", "ortillery_beam"} <= kinds and ground.cities.bit_count() >= 5


def test_units_are_set_up_where_the_scenario_says_and_may_be_shifted_within_their_area() -> None:
    match = game().new("raid_on_wendarst", seed=1)
    assert match.to_act == ("imperial",)
    assert where(match, "i_nu3_1") == "5-0709"
    play(match, "shift i_nu3_1")
    assert refused(match, "set 4-0101") == "Scenarios/Forces/3"
    play(match, "set 5-0611")
    assert where(match, "i_nu3_1") == "5-0611"
    play(match, "done")
    assert match.to_act == ("league",)


def test_a_unit_that_cannot_be_shifted_is_refused_by_its_own_reason() -> None:
    match = game().new("sector_capital", seed=1)
    for unit, said in (("i_zeta7_1", "not one of your"), ("l_m_mil_1", "no area to choose from")):
        refusal = match.why_not("league", f"shift {unit}")
        assert refusal is not None and refusal.rule == "Scenarios/Forces/3" and said in str(refusal.template)
    play(match, "orders", "done")
    assert refused(match, "orders") == "Turn/Move and Fire"


def test_no_unit_is_set_up_where_the_enemy_stands() -> None:
    text = template("raid_on_wendarst").replace('name = "raid_on_wendarst"', 'name = "sixth"', 1)
    last = '[[forces]]\nside = "league"\ntype = "nu3"\nat = ["5-0401"]\narea = "works"\n'
    match = build([text + last]).new("sixth", seed=1)
    play(match, "done", "shift l_nu3_1")
    assert refused(match, "set 5-0804") == "Movement/Enemy Units"
    assert "set 5-0805" in actions(match)


def test_infantry_may_begin_inside_a_carrier() -> None:
    match = game().new("raid_on_wendarst", {"free_setup": False}, 1)
    assert state(match).on[number(match, "l_a_inf_1")] == number(match, "l_aza3_1")


def test_an_objective_belongs_to_whoever_stood_there_alone_last() -> None:
    at = {"i_nu3_1": "5-0410", "l_aza3_1": "5-0803", "l_tau8_1": "4-0101"}
    match = table(at, scenario="raid_on_wendarst")
    s = state(match)
    assert s.holder[0] == 0
    play(match, "move l_aza3_1", "go 5-0804", "stop", "done")
    assert s.holder[0] == 1 and points(s)[1] >= 6
    assert any("holds" in e.text for e in match.events())


def test_losses_count_by_worth_and_a_unit_that_left_counts_as_lost() -> None:
    match = table({"i_nu3_1": "5-0410", "l_aza3_1": "4-0101", "l_tau8_1": "4-0401"}, scenario="raid_on_wendarst")
    before = points(state(match))
    play(match, "move l_aza3_1", "leave")
    assert points(state(match))[0] == before[0] + 2
    assert match.figures()["imperial_points"] == before[0] + 2


def test_units_brought_out_over_the_named_edge_are_not_lost_but_score() -> None:
    text = template("raid_on_wendarst").replace('name = "raid_on_wendarst"', 'name = "sixth"')
    text = text.replace("[victory]", '[victory]\nexit = { side = "league", edge = "edge_east", rate = 2 }')
    match = build([text]).new("sixth", {"free_setup": False}, 1)
    s = state(match)
    s.at[number(match, "l_tau8_1")] = match.game.vocab["place"].index["5-0905"]
    start_phase(match, "league")
    before = points(s)
    for text in ("done", "move l_tau8_1", "pass phase", "leave"):
        if text in actions(match):
            play(match, text)
    assert where(match, "l_tau8_1") == "evacuated"
    assert points(s) == (before[0], before[1] + 6)


def test_victory_goes_to_more_points_and_a_narrow_lead_is_a_draw() -> None:
    match = game().new("raid_on_wendarst", {"free_setup": False}, 1)
    while match.to_act:
        play(match, "done")
    assert match.result is not None
    imperial, league = points(state(match))
    lead = imperial - league
    expected = None if abs(lead) <= game().scenarios["raid_on_wendarst"].data["victory"]["draw"] else lead > 0
    assert match.result.winner == {None: None, True: "imperial", False: "league"}[expected]
    told = [e for e in match.events() if e.kind.name == "counted"]
    assert [e.render() for e in told] == [f"Points at the end: Imperial {imperial}, League {league}"]
    for line in (told[0].render("de"), match.view(None, "de")["result"]["reason"]):
        assert "punkte" in line.lower()


def test_figures_are_public_and_complete() -> None:
    match = game().new("sector_capital", seed=1)
    figures = match.figures()
    assert {
        "turn",
        "imperial_units",
        "league_units",
        "imperial_destroyed",
        "league_destroyed",
        "imperial_points",
        "league_points",
    } == set(figures)
    assert figures["imperial_destroyed"] == 0 and figures["imperial_units"] > 10


@pytest.mark.parametrize("name", NAMES)
def test_the_board_shows_every_hex_with_its_terrain_and_the_key(name: str) -> None:
    board = game().board(name)
    ground = game().ground(name)
    hexes = [p for p in board["places"] if p["shape"] == "hex"]
    assert len(hexes) == ground.map.n
    assert all(p["terrain"] in board["terrains"] for p in hexes)
    assert len(board["legend"]) == len(ground.key)
    assert all(0 <= p["x"] <= board["size"][0] and 0 <= p["y"] <= board["size"][1] for p in board["places"])


def test_a_position_that_cannot_be_is_refused_by_name() -> None:
    match = table({"i_nu3_1": "5-0410", "l_aza3_1": "5-0803"}, scenario="raid_on_wendarst")
    document = match.position()
    document["fields"]["each piece"]["l_aza3_1"]["at"] = "5-0410"
    with pytest.raises(Exception, match="both sides stand in one hex"):
        game().from_position(document)


def test_a_redrawn_world_hides_the_other_sides_orders_and_nothing_else() -> None:
    match = table({"i_nu3_1": "5-0207", "l_aza3_1": "4-0806", "l_tau8_1": "4-0101"}, scenario="raid_on_wendarst")
    state(match).order[number(match, "i_nu3_1")] = HOLD
    state(match).order[number(match, "l_tau8_1")] = 50
    seen = set()
    for seed in range(20):
        other = match.determinize("league", seed).state
        assert other.at == match.state.at and other.order[number(match, "l_tau8_1")] == 50
        seen.add(other.order[number(match, "i_nu3_1")])
    assert len(seen) > 3
