"""Chapter 17: the garrison of the annexation, partisans, winter."""

from typing import Any

import pytest

from grognard.games.invasion_america.paths import allowance
from grognard.games.invasion_america.special import garrison
from grognard.games.invasion_america.strength import halvings
from grognard.games.invasion_america.supply import is_fed

from .ground import arrange, at, deploy_all, game, piece, place, reached, real, texts, where, why
from .test_combat import FED, PLAIN, fight


def thin(count: int, die: int) -> Any:
    units = {f"usa_i{i + 1}": (42 + i, 20) for i in range(count)} | {"usa_a1": (30, 30), "usa_i20": "destroyed_usa"}
    match = arrange(units, "us_mechanized", garrison=True)
    match.force_dice([die])
    from .ground import begin

    begin(match, "us_replacements")
    return match


def test_17_1_a_thin_garrison_is_rolled_for() -> None:
    assert thin(4, 4).state.cut_off and not thin(4, 3).state.cut_off
    assert not thin(7, 6).state.cut_off


def test_17_1_cut_off_units_stay_out_of_supply_for_good() -> None:
    match = thin(2, 6)
    assert not is_fed(match.state, piece("usa_i1")) and is_fed(match.state, piece("usa_a1"))
    match.state.put(piece("usa_a1"), place((42, 22)))
    assert not is_fed(match.state, piece("usa_a1"))


def test_17_1_eight_units_must_be_set_up_there() -> None:
    match = real().new("three_pronged_invasion", {}, 5)
    deploy_all(match)
    assert (garrison(match.state) or 0) >= 8


def test_17_1_the_rule_taken_by_option_brings_its_garrison_along() -> None:
    for scenario in ("inland_campaign", "northern_gate"):  # where the US order knows no annexation
        match = real().new(scenario, {"garrison": True}, 2)
        deploy_all(match)
        assert garrison(match.state) == 8
        assert all(match.state.at[p] >= 0 for job in match.setup.jobs for p in job.pieces)
    match = real().new("partisan_revolt", {"garrison": True}, 2)  # lent units stand by the occupiers nevertheless
    deploy_all(match)
    assert all(match.state.at[p] >= 0 for job in match.setup.jobs for p in job.pieces)


def test_17_2_partisans_are_militia_by_option() -> None:
    match = arrange({"usa_m1": (20, 34)}, "us_movement", partisans=True)
    assert match.state.partisans
    unit = next(p for p in match.view("us")["pieces"] if p["id"] == "usa_m1")
    assert "partisan" in unit["marks"]


def test_17_21_partisans_ignore_zones() -> None:
    units = {"usa_m1": (20, 34), "esc_a1": (22, 33)}
    match = arrange(units, "us_movement", partisans=True)
    found = reached(match, "usa_m1", (20, 34), 4)
    assert found.get(place((23, 34))) == 3
    match = arrange(units, "us_movement")
    assert place((23, 34)) not in reached(match, "usa_m1", (20, 34), 3)


def test_17_22_partisans_need_no_supply() -> None:
    units: dict[str, Any] = {"usa_m1": (20, 34)}
    match = arrange(units, "us_movement", partisans=True)
    match.state.cut_off = 1
    assert is_fed(match.state, piece("usa_m1"))


def test_17_31_losses_in_winter_north_of_the_line_are_final() -> None:
    north = (20, 44)
    units = {**FED, "esc_a1": ((19, 44), 10), "usa_i1": (north, 2)}
    match = arrange(units, "esc_combat", turn=9, weather=True)
    fight(match, "esc", north, ["esc_a1"], 1)
    assert match.state.at[piece("usa_i1")] == -1
    match = arrange({**FED, "esc_a1": ((19, 34), 10), "usa_i1": (PLAIN, 2)}, "esc_combat", turn=9, weather=True)
    fight(match, "esc", PLAIN, ["esc_a1"], 1)
    assert where(match, "usa_i1") == "destroyed_usa"


def test_17_31_of_several_hexes_all_must_lie_north_of_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game().theatre, "winter", 1 << place((19, 33)))  # the line bends: the hex north of it is free
    units = {"esc_a1": ((19, 34), 10), "esc_a2": ((19, 34), 10), "usa_i1": (PLAIN, 2), "usa_i2": ((19, 33), 2)}
    match = arrange({**FED, **units}, "esc_combat", turn=9, weather=True)
    fight(match, "esc", PLAIN, ["esc_a1", "esc_a2"], 1, also=[(19, 33)])
    assert where(match, "usa_i1") == where(match, "usa_i2") == "destroyed_usa"


def test_17_32_winter_halves_movement_and_strength_and_again_without_supply() -> None:
    units = {"esc_a1": ((20, 44), 10), "usa_a1": ((30, 44), 8)}
    match = arrange(units, "esc_supply", turn=10, weather=True)
    assert halvings(match.state, piece("usa_a1")) == 1 and halvings(match.state, piece("esc_a1")) == 2
    assert allowance(match.state, piece("usa_a1")) == 4 and allowance(match.state, piece("esc_a1")) == 2


def test_17_33_november_to_february() -> None:
    setup = real().new("campaign_game", {}, 1).setup
    assert [turn for turn in range(1, 25) if setup.is_winter(turn)] == [9, 10, 11, 12, 21, 22, 23, 24]
    assert not real().new("three_pronged_invasion", {}, 1).setup.is_winter(9)


def test_17_33_the_month_is_shown() -> None:
    match = arrange({"usa_a1": (20, 34)}, "us_movement", turn=9, weather=True)
    extra = match.view("us")["extra"]
    assert extra["month"] == "November" and extra["winter"]
    assert texts(match, "us") and why(match, "us", f"to {at(1, 1)}")


def test_17_32_winter_halves_the_points_of_rail_units_too() -> None:
    units: dict[str, Any] = {"usa_rr1": (20, 44), "usa_rr2": (20, 30)}
    match = arrange(units, "us_rail", turn=10, weather=True)
    match.play("us", "rail usa_rr1")
    assert "30 movement points" in match.decision("us").prompt
    match.undo("us")
    match.play("us", "rail usa_rr2")
    assert "60 movement points" in match.decision("us").prompt


def test_17_31_what_was_seen_of_the_lost_stays_known() -> None:
    north = (20, 44)
    units = {**FED, "esc_a1": ((19, 44), 10), "esc_a2": ((19, 44), 10), "usa_i1": north, "usa_i2": (20, 34)}
    match = arrange(units, "esc_combat", turn=9, weather=True)
    strength = match.state.strength[piece("usa_i1")]
    fight(match, "esc", north, ["esc_a1", "esc_a2"], 1)
    assert match.state.at[piece("usa_i1")] == -1
    for seed in range(8):
        assert match.determinize("us", seed).state.strength[piece("usa_i1")] == strength
