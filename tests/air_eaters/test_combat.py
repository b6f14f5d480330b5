"""8.0, 9.0, 29.0 to 31.3: combat and orbital bombardment."""

from __future__ import annotations

import pytest

from grognard.games.air_eaters import charts

from .table import Ground, V, site

T = V["type"].index
INDUSTRY = charts.INDUSTRY_COLUMN


def cells(env: int, firing: str, targets: str) -> list[int]:
    row = charts.COMBAT[env][T[firing]]
    return [row[INDUSTRY if t == "iu" else T[t]] for t in targets.split()]


SPACE_TARGETS = "ln esc tr itr corv dd ftr ns ms ca qs bb"


@pytest.mark.parametrize(
    ("firing", "rolls"),
    [
        ("esc corv", [4] * 5 + [2] * 2 + [1] * 3 + [0] * 2),
        ("dd", [5] * 5 + [3] * 2 + [1] * 3 + [0] * 2),
        ("ns ca ftr", [6] * 5 + [5] * 2 + [2] * 3 + [1] * 2),
        ("qs bb", [6] * 5 + [6] * 2 + [4] * 3 + [3] * 2),
    ],
)
def test_8_1_the_space_table_cell_by_cell(firing: str, rolls: list[int]) -> None:
    for kind in firing.split():
        assert cells(charts.IN_SPACE, kind, SPACE_TARGETS) == rolls


LAND_TARGETS = "base ac cw ln army dt bi sf isf corv tr iu"


@pytest.mark.parametrize(
    ("firing", "rolls"),
    [
        ("cw", [3, 3, 3, 3, 0, 3, 1, 3, 3, 6, 6, 3]),
        ("army", [1, 1, 1, 6, 0, 3, 1, 1, 1, 6, 6, 6]),
        ("dt", [3, 3, 3, 3, 0, 3, 3, 0, 0, 6, 6, 3]),
        ("bi", [3, 3, 3, 6, 0, 3, 3, 0, 0, 6, 6, 6]),
    ],
)
def test_8_1_the_land_table_cell_by_cell(firing: str, rolls: list[int]) -> None:
    assert cells(charts.ON_LAND, firing, LAND_TARGETS) == rolls


@pytest.mark.parametrize(
    ("firing", "rolls"), [("cw", [3] * 6), ("sf", [1, 1, 1, 3, 3, 1]), ("isf", [3, 3, 3, 6, 6, 3])]
)
def test_8_1_the_underwater_table_cell_by_cell(firing: str, rolls: list[int]) -> None:
    assert cells(charts.UNDERWATER, firing, "base ac cw ln sf isf") == rolls


def test_8_1_unarmed_types_have_no_line() -> None:
    for kind in ("ms", "ln", "base", "ac", "tr", "itr"):
        assert all(set(table[T[kind]]) == {-1} for table in charts.COMBAT)


def test_8_1_example_crawler_and_bounce_infantry() -> None:
    ground = Ground()
    ground.put("earth_1816", "cw_1", "bi_1")
    ground.go("aliens_fire")
    ground.play("fire cw_1")
    assert ground.match.odds("alien", "at bi_1") == pytest.approx({"destroyed": 1 / 6, "no effect": 5 / 6})
    ground.dice(2)
    ground.play("at bi_1")
    assert ground.alive("bi_1")
    ground.play("fire bi_1")
    assert ground.match.odds("terran", "at cw_1") == pytest.approx({"destroyed": 0.5, "no effect": 0.5})
    ground.dice(3)
    ground.play("at cw_1")
    assert not ground.alive("cw_1")


def test_8_2_the_hex_decides_the_environment() -> None:
    ground = Ground()
    ground.put("earth_2416", "cw_1", "sf_1")  # sea
    ground.put("earth_1816", "cw_2", "sf_2")  # part sea
    ground.go("terrans_fire")
    assert ground.texts() == ["fire sf_1", "done"]
    ground.refused("fire sf_2", "8.2", "can't attack")
    ground.dice(1)
    ground.play("fire sf_1", "at cw_1")
    assert not ground.alive("cw_1")
    assert ground.s.deeds[0] & charts.UNDERWATER_COMBAT and ground.s.deeds[0] & charts.ALIEN_DESTROYED_UNDERWATER


def test_8_2_a_crawler_attacks_submarines_in_a_part_sea_hex_on_land() -> None:
    ground = Ground()
    ground.put("earth_1816", "cw_2", "isf_2")
    ground.go("aliens_fire")
    ground.dice(3)
    ground.play("fire cw_2", "at isf_2")
    assert not ground.alive("isf_2")


# The rulebook's example: an Escort and a Mothership against three Corvettes.


def test_8_3_example_one_escort_three_corvettes_and_a_mothership() -> None:
    ground = Ground()
    ground.put("mars_orbit", "esc_1", "ms_1", "corv_1", "corv_2", "corv_3")
    ground.go("aliens_fire")
    assert ground.texts() == ["fire esc_1", "done"]  # the Mothership is unarmed
    ground.dice(5)
    ground.play("fire esc_1", "at corv_1")
    assert ground.alive("corv_1")
    ground.dice(5)
    ground.play("fire corv_1", "at esc_1")
    ground.dice(4)
    ground.play("fire corv_2", "at esc_1")
    assert not ground.alive("esc_1")
    ground.refused("fire corv_2", "8.3", "fired")
    ground.play("fire corv_3")
    assert ground.texts() == ["at ms_1"]
    ground.dice(1)
    ground.play("at ms_1")
    assert not ground.alive("ms_1")


def test_8_3_a_unit_fires_only_where_it_is() -> None:
    ground = Ground()
    ground.put("mars_orbit", "corv_1", "esc_1")
    ground.put("d_4", "esc_2")
    ground.go("terrans_fire")
    ground.play("fire corv_1")
    ground.refused("at esc_2", "8.3", "not where")


def test_8_4_a_crawler_devastates_one_industrial_unit_on_1_to_3() -> None:
    ground = Ground()
    ground.put("earth_1716", "cw_1", "cw_2")
    ground.go("aliens_fire")
    ground.play("fire cw_1")
    assert ground.match.odds("alien", "hit earth_1716") == pytest.approx({"devastated": 0.5, "no effect": 0.5})
    ground.dice(3)
    ground.play("hit earth_1716")
    ground.dice(4)
    ground.play("fire cw_2", "hit earth_1716")
    assert ground.s.devastated[site("earth_1716")] == 1
    assert ground.figures()["terran_production"] == 52


def test_8_5_a_mothership_takes_everything_aboard_with_it() -> None:
    ground = Ground()
    ground.put("mars_orbit", "ms_1", "ca_1")
    ground.put("mothership_one", "cw_1", "cw_2")
    ground.put("mothership_two", "cw_3")
    ground.put("venus_orbit", "ms_2")
    ground.go("terrans_fire")
    ground.dice(2)
    ground.play("fire ca_1", "at ms_1")
    assert not any(ground.alive(u) for u in ("ms_1", "cw_1", "cw_2")) and ground.alive("cw_3")


def test_8_5_a_transport_takes_its_passenger_with_it() -> None:
    ground = Ground()
    ground.put("mars_orbit", "tr_1", "esc_1")
    ground.aboard("tr_1", "dt_1")
    ground.go("aliens_fire")
    ground.play("fire esc_1")
    ground.refused("at dt_1", "8.5", "passenger")
    ground.dice(4)
    ground.play("at tr_1")
    assert not ground.alive("tr_1") and not ground.alive("dt_1")


def test_8_6_transports_do_not_attack() -> None:
    ground = Ground()
    ground.put("mars_orbit", "tr_1", "itr_1", "corv_1", "ln_1")
    ground.go("terrans_fire")
    assert ground.texts() == ["fire corv_1", "done"]
    ground.refused("fire tr_1", "8.6", "do not attack")


def test_8_1_armies_stand_against_crawlers_but_for_the_option() -> None:
    ground = Ground()
    ground.put("earth_1816", "cw_1", "army_1")
    ground.go("aliens_fire")
    assert ground.phase == "terrans_fire"
    other = Ground(crawlers_destroy_armies=True)
    other.put("earth_1816", "cw_1", "army_1")
    other.go("aliens_fire")
    other.dice(3)
    other.play("fire cw_1", "at army_1")
    assert not other.alive("army_1")


# --- orbital bombardment


def test_9_1_example_a_quasarship_rolls_1_4_3_6_and_devastates_two() -> None:
    ground = Ground()
    ground.put("earth_orbit", "qs_1")
    ground.go("bombardment")
    for roll in (1, 4, 3, 6):
        ground.play("bombard qs_1")
        assert "hit luna_1212" in ground.texts() and "hit earth_1716" in ground.texts()
        ground.dice(roll)
        ground.play("hit earth_1716")
    assert ground.s.devastated[site("earth_1716")] == 2
    assert ground.phase == "terran_production"


def test_9_1_a_novaship_attacks_twice_units_or_industry() -> None:
    ground = Ground()
    ground.put("mars_orbit", "ns_1", "corv_1")
    ground.put("mars_1212", "dt_1", "corv_2")
    ground.go("bombardment")
    ground.play("bombard ns_1")
    assert set(ground.texts()) == {"at dt_1", "at corv_2", *(f"hit mars_{n}" for n in (1212, 1412, 1513, 1713))}
    assert ground.match.odds("alien", "at corv_2") == pytest.approx({"destroyed": 1 / 3, "no effect": 2 / 3})
    assert ground.match.odds("alien", "at dt_1") == pytest.approx({"destroyed": 1 / 6, "no effect": 5 / 6})
    ground.dice(1)
    ground.play("at dt_1")
    ground.refused("bombard esc_1", "9.1")
    ground.dice(2)
    ground.play("bombard ns_1", "at corv_2")
    assert not ground.alive("dt_1") and not ground.alive("corv_2")
    assert ground.phase == "terran_production"


def test_9_2_terrans_need_a_one_with_one_two_or_four_attacks() -> None:
    ground = Ground()
    ground.put("jupiter_orbit", "dd_1", "ca_1", "bb_1", "corv_1", "ftr_1")
    ground.put("on_jupiter", "cw_1")
    ground.put("io_1111", "cw_2")
    ground.go("bombardment")
    assert [ground.s.shots[V["piece"].index[u]] for u in ("dd_1", "ca_1", "bb_1")] == [1, 2, 4]
    ground.refused("bombard corv_1", "9.2", "can't bombard")
    ground.play("bombard dd_1")
    assert ground.match.odds("terran", "at cw_1") == pytest.approx({"destroyed": 1 / 6, "no effect": 5 / 6})
    ground.dice(1)
    ground.play("at cw_1")
    ground.refused("bombard dd_1", "9.1", "all its attacks")
    assert not ground.alive("cw_1")


def test_9_1_firing_in_space_does_not_hinder_bombardment() -> None:
    ground = Ground()
    ground.put("mars_orbit", "ns_1", "corv_1")
    ground.go("aliens_fire")
    ground.dice(6)
    ground.play("fire ns_1", "at corv_1")
    assert ground.phase == "bombardment" and "bombard ns_1" in ground.texts()


def test_23_0_mining_bases_and_the_colony_are_destroyed_for_good() -> None:
    ground = Ground("intermediate")
    ground.put("earth_orbit", "esc_1")
    ground.put("f_2", "ns_1")
    ground.go("aliens_fire")
    ground.dice(4)
    ground.play("fire esc_1", "hit space_colony")
    assert ground.s.devastated[site("space_colony")] == 1
    ground.dice(3)
    ground.play("bombard ns_1")
    ground.dice(3)
    ground.play("hit mining_base_1")
    assert "mining_base_1" not in ground.match.view(None)["extra"]["planets"]
    assert ground.figures()["terran_production"] == 56


# --- simultaneous combat


def test_29_1_a_destroyed_advanced_unit_fires_before_it_goes() -> None:
    ground = Ground("intermediate", simultaneous_combat=True)
    ground.put("mars_orbit", "ca_1", "corv_1", "qs_1")
    ground.go("aliens_fire")
    ground.dice(4)
    ground.play("fire qs_1", "at ca_1")
    assert ground.alive("ca_1")
    ground.dice(1)
    ground.play("fire ca_1", "at qs_1")
    assert not ground.alive("qs_1")
    assert not ground.alive("ca_1")  # removed when the fire was over


def test_29_2_units_stacked_with_advanced_ones_are_covered_others_are_not() -> None:
    ground = Ground("intermediate", simultaneous_combat=True)
    ground.put("mars_orbit", "ca_1", "corv_1", "esc_1")
    ground.put("venus_orbit", "corv_2", "esc_2")
    ground.go("aliens_fire")
    ground.dice(1)
    ground.play("fire esc_1", "at corv_1")
    ground.dice(1)
    ground.play("fire esc_2", "at corv_2")
    assert ground.alive("corv_1") and not ground.alive("corv_2")
    assert "fire corv_1" in ground.texts()


# --- continuing combat


def fight() -> Ground:
    ground = Ground("intermediate", simultaneous_combat=True, continuing_combat=True)
    ground.put("mars_orbit", "corv_1", "tr_1", "esc_1")
    ground.aboard("tr_1", "dt_1")
    ground.go("aliens_fire")
    ground.dice(6)
    ground.play("fire esc_1", "at corv_1")
    ground.dice(6)
    ground.play("fire corv_1", "at esc_1")
    return ground


def test_30_1_the_first_round_is_an_ordinary_combat_phase() -> None:
    ground = fight()
    assert ground.name == "retreat" and ground.match.to_act == ("terran",)


def test_30_2_the_terrans_decide_first_and_all_must_go() -> None:
    ground = fight()
    ground.play("retreat")
    assert ground.name == "retreat_to"
    ground.refused("to venus_orbit", "30.2")
    ground.play("to mars_1212", "to d_4")
    assert ground.at("corv_1") == "d_4" and ground.at("tr_1") == "mars_1212" and ground.at("dt_1") == "mars_1212"
    assert ground.s.carrier[V["piece"].index["dt_1"]] == -1
    assert ground.phase != "terrans_fire"


def test_30_2_aliens_retreat_to_the_space_only() -> None:
    ground = fight()
    ground.play("stand")
    assert ground.match.to_act == ("alien",)
    ground.play("retreat")
    assert ground.at("esc_1") == "d_4"


def test_30_3_further_rounds_are_simultaneous_and_everybody_fires() -> None:
    ground = fight()
    ground.play("stand", "stand")
    assert ground.texts() == ["fire esc_1"]
    ground.refused("done", "30.3", "every unit")
    ground.dice(1)
    ground.play("fire esc_1", "at corv_1")
    assert ground.alive("corv_1")
    ground.dice(1)
    ground.play("fire corv_1", "at esc_1")
    assert not ground.alive("corv_1") and not ground.alive("esc_1")


def test_30_4_bombardment_follows_all_space_combat() -> None:
    ground = Ground("intermediate", simultaneous_combat=True, continuing_combat=True)
    ground.put("mars_orbit", "ns_1", "corv_1")
    ground.go("aliens_fire")
    ground.play("done")
    ground.dice(6)
    ground.play("fire corv_1", "at ns_1")
    ground.play("stand", "stand")
    ground.dice(1, 6)
    ground.play("fire ns_1", "at corv_1", "fire corv_1", "at ns_1")
    assert not ground.alive("corv_1") and ground.phase == "bombardment"
    assert "bombard ns_1" in ground.texts()


def test_31_3_an_army_attacks_a_lander_anywhere_on_earth() -> None:
    ground = Ground("intermediate", air_forces=True)
    ground.put("earth_2113", "ln_1")
    ground.put("earth_2416", "ln_2")  # even at sea
    ground.put("luna_1212", "ln_3")
    ground.put("earth_1716", "army_1")
    ground.go("terrans_fire")
    ground.play("fire army_1")
    assert set(ground.texts()) == {"at ln_1", "at ln_2"}
    ground.dice(6)
    ground.play("at ln_1")
    assert not ground.alive("ln_1")


def test_32_4_terrans_do_not_fire_at_terrans() -> None:
    ground = Ground("intermediate", terran_players=2)
    ground.put("earth_1716", "dt_1", "cw_1", side="earth")
    ground.put("earth_1716", "corv_1", side="colonist")
    ground.s.owner[V["piece"].index["cw_1"]] = V["side"].index["alien"]
    ground.go("terrans_fire")
    ground.play("fire dt_1")
    ground.refused("at corv_1", "32.4", "no enemy")


def test_8_6_and_9_refusals_name_what_a_unit_lacks() -> None:
    ground = Ground()
    ground.put("earth_1816", "tr_1", "corv_1", "cw_1")
    ground.put("mars_orbit", "corv_2", "dd_1", "esc_1", "ln_1", "ns_1")
    ground.put("mars_1212", "cw_2", "dt_1")
    ground.go("aliens_fire")
    ground.refused("fire ln_1", "8.1", "no weapons")
    ground.play("done")
    ground.refused("fire tr_1", "8.6", "Transports")
    ground.refused("fire corv_1", "8.2", "where it is")
    ground.play("done")
    assert ground.match.decision("alien").rule == "9.1"
    ground.refused("bombard esc_1", "9.1", "can't bombard")
    ground.play("done")
    assert ground.match.decision("terran").rule == "9.2"
    ground.refused("bombard corv_2", "9.2", "can't bombard")


def test_29_2_bounce_infantry_covers_on_land_and_improved_submarines_under_water() -> None:
    ground = Ground("intermediate", simultaneous_combat=True)
    ground.put("earth_1816", "bi_1", "dt_1", "tr_1", "cw_1", "cw_2")
    ground.put("earth_2416", "isf_1", "sf_1", "cw_3")
    ground.put("earth_1716", "isf_2", "dt_2", "cw_4")  # no sea hex: the submarine covers nobody there
    ground.go("aliens_fire")
    ground.dice(1, 1, 1, 1)
    ground.play("fire cw_1", "at dt_1", "fire cw_2", "at tr_1", "fire cw_3", "at sf_1", "fire cw_4", "at dt_2")
    assert ground.alive("dt_1") and ground.alive("sf_1")
    assert not ground.alive("tr_1")  # it would not fire anyway
    assert not ground.alive("dt_2")
    assert {"fire dt_1", "fire sf_1"} <= set(ground.texts())
    ground.play("done")
    assert not ground.alive("dt_1") and not ground.alive("sf_1")


def test_29_1_what_is_destroyed_already_is_no_target() -> None:
    ground = Ground("intermediate", simultaneous_combat=True)
    ground.put("mars_orbit", "ca_1", "corv_1", "esc_1", "esc_2")
    ground.go("aliens_fire")
    ground.dice(1)
    ground.play("fire esc_1", "at corv_1", "fire esc_2")
    assert ground.texts() == ["at ca_1"]
    ground.refused("at corv_1", "29.1", "destroyed already")


def test_31_3_a_lander_shot_at_sea_is_destroyed_underwater_but_that_is_no_underwater_combat() -> None:
    ground = Ground("intermediate", air_forces=True)
    ground.put("earth_2416", "ln_1", "ln_2")  # all sea
    ground.put("earth_2416", "sf_1")
    ground.put("earth_1716", "army_1")
    ground.go("terrans_fire")
    ground.play("fire army_1")
    assert ground.match.odds("terran", "at ln_1") == {"destroyed": 1.0}  # the Army's own table (8.1)
    ground.play("at ln_1")
    deeds = ground.s.deeds[0]
    assert deeds & charts.ALIEN_DESTROYED_UNDERWATER and not deeds & charts.UNDERWATER_COMBAT
    ground.dice(6)
    ground.play("fire sf_1", "at ln_2")
    assert ground.s.deeds[0] & charts.UNDERWATER_COMBAT


def test_30_2_where_nobody_can_fire_either_side_may_still_retreat() -> None:
    for answer in ("retreat", "stand"):
        ground = Ground("intermediate", continuing_combat=True)
        ground.put("mars_orbit", "ms_1", "tr_1")
        ground.aboard("tr_1", "dt_1")
        ground.go("aliens_fire")
        assert ground.name == "retreat" and ground.prompt.endswith("Nobody there can harm anybody")
        ground.play(answer)
        if answer == "retreat":
            ground.play("to mars_1212")
            assert ground.at("dt_1") == "mars_1212"
        else:
            ground.play("stand")  # the Aliens: that is all
            assert ground.at("tr_1") == "mars_orbit"
        assert ground.name != "retreat"
