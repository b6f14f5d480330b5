"""Chapter 14: air strikes, combined attacks, air superiority."""

from .ground import BEACH, FOREST, arrange, at, east, piece, texts, where, why
from .test_combat import FED, PLAIN, fight


def test_14_11_air_units_strike_from_afar_ships_too() -> None:
    match = arrange({"usa_lrb1": (20, 20), "esc_cv1": (20, 9), "esc_i1": (20, 28)}, "us_combat")
    assert {f"attack {at(20, 28)}", f"attack {at(20, 9)}"} & set(texts(match, "us")) == {f"attack {at(20, 28)}"}
    match = arrange({"usa_cas1": (20, 12), "esc_t1": (20, 9)}, "us_combat")
    assert f"attack {at(20, 9)}" in texts(match, "us")


def test_14_12_range_counts_the_target_hex() -> None:
    for column, legal in ((23, True), (24, False)):
        match = arrange({"usa_cas1": PLAIN, "esc_i1": (column, 34), "usa_i1": east((column, 34))}, "us_combat")
        match.play("us", f"attack {at(column, 34)}")
        assert (why(match, "us", "with usa_cas1") == "") is legal
        if not legal:
            assert why(match, "us", "with usa_cas1") == "14.12"


def test_14_13_from_afar_alone_one_hex_only() -> None:
    units = {"usa_cas1": (20, 31), "esc_i1": PLAIN, "esc_i2": (21, 34)}
    match = arrange(units, "us_combat")
    match.play("us", f"attack {at(*PLAIN)}")
    match.play("us", "with usa_cas1")
    assert why(match, "us", f"also {at(21, 34)}") == "14.13"
    units = {"usa_cas1": (19, 34), "usa_lrb1": (15, 36), "usa_a1": (20, 33), "esc_i1": PLAIN, "esc_i2": (19, 33)}
    match = arrange(units, "us_combat")
    match.play("us", f"attack {at(*PLAIN)}")
    match.play("us", "with usa_cas1")
    match.play("us", f"also {at(19, 33)}")
    assert why(match, "us", "with usa_lrb1") == "14.13"  # aircraft beside the enemy are no land units
    match.play("us", "with usa_a1")
    assert why(match, "us", "with usa_lrb1") == ""


def test_14_14_air_units_attack_once() -> None:
    match = arrange({"usa_cas1": ((20, 31), 3), "esc_i1": (PLAIN, 6), "esc_i2": ((21, 33), 6)}, "us_combat")
    fight(match, "us", PLAIN, ["usa_cas1"], 3)
    while match.to_act and match.decision(match.to_act[0]).name != "attack" and match.phase_title() == "Combat":
        side = match.to_act[0]
        match.play(side, match.decision(side).actions[0])
    assert match.phase_title() != "Combat" or why(match, "us", f"attack {at(21, 33)}") == "13.11"


def test_14_15_attackers_in_the_air_suffer_every_result() -> None:
    match = arrange({"usa_cas1": ((20, 31), 3), "esc_i1": (PLAIN, 6), "esc_a1": (PLAIN, 10)}, "us_combat")
    log = fight(match, "us", PLAIN, ["usa_cas1"], 6)
    assert "Ae" in log and where(match, "usa_cas1") == "destroyed_usa"


def test_14_16_no_terrain_against_air_units() -> None:
    units = {**FED, "esc_i1": ((FOREST[0] - 1, 20), 6), "esc_cas1": ((FOREST[0] - 2, 20), 4), "usa_i1": (FOREST, 2)}
    match = arrange(units, "esc_combat")
    assert "10 against 2" in fight(match, "esc", FOREST, ["esc_i1", "esc_cas1"], 1)


def test_14_22_in_a_combined_attack_range_to_one_hex_is_enough() -> None:
    units = {"usa_a1": (19, 34), "usa_cas1": (23, 34), "esc_i1": (PLAIN, 2), "esc_i2": ((19, 33), 2)}
    units["usa_cas1"] = (22, 36)
    match = arrange(units, "us_combat")
    match.play("us", f"attack {at(*PLAIN)}")
    match.play("us", "with usa_a1")
    match.play("us", f"also {at(19, 33)}")
    assert why(match, "us", "with usa_cas1") == ""


def test_14_31_adjacent_air_units_may_strike_others_in_range() -> None:
    match = arrange({"usa_cas1": (19, 34), "esc_i1": PLAIN, "esc_i2": (22, 34)}, "us_combat")
    assert {f"attack {at(*PLAIN)}", f"attack {at(22, 34)}"} <= set(texts(match, "us"))


def test_14_32_an_adjacent_air_unit_must_be_adjacent_to_all() -> None:
    units = {"usa_a1": (19, 34), "usa_cas1": (20, 35), "esc_i1": (PLAIN, 2), "esc_i2": ((19, 33), 2)}
    match = arrange(units, "us_combat")
    match.play("us", f"attack {at(*PLAIN)}")
    match.play("us", "with usa_a1")
    match.play("us", f"also {at(19, 33)}")
    assert why(match, "us", "with usa_cas1") == "14.32"


def test_14_41_air_units_defend_only_with_their_stack() -> None:
    units = {**FED, "esc_a1": ((19, 34), 10), "usa_i1": (PLAIN, 3), "usa_cas1": ((21, 34), 5)}
    match = arrange(units, "esc_combat")
    assert "10 against 3" in fight(match, "esc", PLAIN, ["esc_a1"], 1)


def test_14_43_alone_on_the_ground_they_defend_at_half() -> None:
    match = arrange({**FED, "esc_a1": ((19, 34), 10), "usa_cas1": (PLAIN, 5)}, "esc_combat")
    assert "10 against 3" in fight(match, "esc", PLAIN, ["esc_a1"], 1)
    match = arrange({**FED, "esc_a1": ((19, 34), 10), "usa_cas1": (PLAIN, 5), "usa_i1": (PLAIN, 3)}, "esc_combat")
    assert "10 against 8" in fight(match, "esc", PLAIN, ["esc_a1"], 1)
    match = arrange({**FED, "esc_cas1": ((18, 34), 4), "usa_cas1": (PLAIN, 5)}, "esc_combat")
    assert "4 against 5" in fight(match, "esc", PLAIN, ["esc_cas1"], 4)


def test_14_43_carriers_count_as_aircraft_there_too() -> None:
    units = {"usa_i1": ((25, 11), 4), "sau_cas1": ((40, 40), 4), "esc_s1": BEACH, "esc_cv1": (BEACH, 6)}
    match = arrange(units, "us_combat")
    assert "4 against 9" in fight(match, "us", BEACH, ["usa_i1"], 1)  # supplies 6, the carrier's 6 halved
    match = arrange({**units, "esc_i1": (BEACH, 4)}, "us_combat")
    assert "4 against 16" in fight(match, "us", BEACH, ["usa_i1"], 1)


def test_14_44_air_units_gain_nothing_from_terrain() -> None:
    match = arrange(
        {**FED, "esc_i1": ((FOREST[0] - 1, 20), 6), "usa_cas1": (FOREST, 5), "usa_i1": (FOREST, 2)}, "esc_combat"
    )
    assert "6 against 9" in fight(match, "esc", FOREST, ["esc_i1"], 3)


def test_14_5_bombers_in_range_must_be_attacked_first() -> None:
    units = {
        **FED,
        "esc_cas1": ((18, 34), 4),
        "usa_i1": (PLAIN, 3),
        "usa_lrb1": ((25, 34), 6),
        "esc_a1": ((26, 34), 10),
    }
    match = arrange(units, "esc_combat")
    assert why(match, "esc", f"attack {at(*PLAIN)}") == "14.5"
    fight(match, "esc", (25, 34), ["esc_a1"], 4)
    while match.decision(match.to_act[0]).name != "attack":
        match.play(match.to_act[0], match.decision(match.to_act[0]).actions[0])
    assert why(match, "esc", f"attack {at(*PLAIN)}") == ""


def test_14_5_land_units_need_no_superiority() -> None:
    units = {**FED, "esc_a1": ((19, 34), 10), "esc_cas1": (18, 34), "usa_i1": PLAIN, "usa_lrb1": (25, 34)}
    match = arrange(units, "esc_combat")
    match.play("esc", f"attack {at(*PLAIN)}")
    assert why(match, "esc", "with esc_a1") == "" and why(match, "esc", "with esc_cas1") == "14.5"


def test_14_5_close_air_support_does_not_dispute() -> None:
    match = arrange({**FED, "esc_cas1": (18, 34), "usa_i1": PLAIN, "usa_cas1": (21, 34)}, "esc_combat")
    assert why(match, "esc", f"attack {at(*PLAIN)}") == ""


def test_14_51_air_units_too_may_win_the_superiority() -> None:
    units = {**FED, "esc_cas1": ((18, 34), 4), "esc_cas2": ((22, 34), 4), "usa_i1": PLAIN, "usa_lrb1": ((25, 34), 6)}
    match = arrange(units, "esc_combat")
    fight(match, "esc", (25, 34), ["esc_cas2"], 6)
    assert where(match, "usa_lrb1") == at(25, 34) and match.state.hit >> piece("usa_lrb1") & 1
    while match.decision(match.to_act[0]).name != "attack":
        match.play(match.to_act[0], match.decision(match.to_act[0]).actions[-1])
    assert why(match, "esc", f"attack {at(*PLAIN)}") == ""


def test_14_52_hexes_with_aircraft_are_always_open() -> None:
    units = {**FED, "esc_cas1": (18, 34), "usa_i1": PLAIN, "usa_cas1": PLAIN, "usa_lrb1": (25, 34)}
    match = arrange(units, "esc_combat")
    assert why(match, "esc", f"attack {at(*PLAIN)}") == ""


def test_14_0_carriers_fly_like_air_units() -> None:
    match = arrange({"esc_cv1": ((20, 9), 6), "usa_i1": ((20, 14), 3)}, "esc_combat")
    assert "6 against 3" in fight(match, "esc", (20, 14), ["esc_cv1"], 1)


def test_14_42_air_units_retreat_when_beaten() -> None:
    match = arrange({**FED, "esc_a1": ((19, 34), 10), "usa_cas1": (PLAIN, 5), "usa_i1": (PLAIN, 3)}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_a1"], 3)  # 1-1: D1
    match.play("us", texts(match, "us")[0])
    assert where(match, "usa_cas1") == where(match, "usa_i1") != at(*PLAIN)


def test_14_52_a_carrier_in_the_hex_opens_it_like_any_aircraft() -> None:
    units = {"esc_i1": (20, 10), "esc_cv1": (20, 10), "usa_cas1": (20, 12)}
    match = arrange(units, "us_combat")
    assert why(match, "us", f"attack {at(20, 10)}") == ""  # its own carrier must not make the hex unassailable
    match = arrange({**units, "esc_cv1": (21, 9)}, "us_combat")
    assert why(match, "us", f"attack {at(20, 10)}") == "14.5"


def test_14_5_bombers_that_stand_by_do_not_dispute() -> None:
    units = {"usa_cas1": (18, 34), "sau_i1": PLAIN, "sau_lrb1": (23, 34)}
    for players in (2, 3):  # in the game of two the S.A.U. does not function yet (19.35)
        match = arrange(units, "us_combat", scenario="european_invasion", players=players)
        assert (match.phase_title() == "Combat") is (players == 2)
