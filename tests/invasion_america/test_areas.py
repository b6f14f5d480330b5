"""What is laid over the board: zones, supply, reach, attacks, air cover, victory hexes, threats."""

from typing import Any

from .ground import BEACH, BLOCKED, CUBA, HARBOUR, MEXICO, PORT, URBAN, arrange, at, east, game, reached, real, texts

PLAIN = (20, 34)


def area(match: Any, kind: str, side: str, viewer: str | None = None) -> set[str]:
    found = [a for a in match.areas(viewer) if (a["kind"], a["side"]) == (kind, side)]
    return set(found[0]["places"]) if found else set()


def around(spot: tuple[int, int]) -> set[str]:
    index = game().vocab["place"].index
    return {game().places[p] for p in game().theatre.near[index[at(*spot)]]}


def test_11_0_zones_of_either_side() -> None:
    match = arrange({"usa_i1": PLAIN, "usa_m1": (30, 34), "esc_i1": (30, 38)}, "us_movement")
    assert area(match, "zone", "us") == around(PLAIN)  # militia have none
    assert area(match, "zone", "esc") == around((30, 38))


def test_9_1_hexes_in_supply() -> None:
    match = arrange({"esc_i1": PORT, "usa_i1": PLAIN}, "us_movement")
    fed = area(match, "supply", "esc")
    assert {at(*PORT), at(20, 20)} <= fed
    assert at(*PLAIN) not in fed and not fed & around(PLAIN)
    assert area(match, "supply", "sau") == set()


def test_10_0_reach_is_that_of_all_units_together() -> None:
    match = arrange({"usa_i1": PLAIN, "usa_i2": (30, 34), "esc_i1": (21, 34)}, "us_movement")
    expected = {p for name, spot in (("usa_i1", PLAIN), ("usa_i2", (30, 34))) for p in reached(match, name, spot, 8)}
    assert area(match, "reach", "us") == {game().places[p] for p in expected}
    for unit in ("usa_i1", "usa_i2"):
        match.play("us", f"move {unit}")
        ends = {text.split()[1] for text in texts(match, "us") if text.startswith("to ")}
        assert ends <= area(match, "reach", "us")
        match.undo("us")


def test_7_0_reach_from_aboard_is_over_the_beach() -> None:
    match = arrange({"esc_am1": BEACH, "esc_i1": "esc_am1", "esc_t1": (22, 9), "esc_i2": "esc_t1"}, "esc_movement")
    match.play("esc", "move esc_i1")
    ends = {text.split()[1] for text in texts(match, "esc") if text.startswith("to ")}
    assert area(match, "reach", "esc") == ends
    held = arrange({"esc_am1": BEACH, "esc_i1": "esc_am1", "usa_i1": east(BEACH)}, "esc_movement")
    assert area(held, "reach", "esc") == {at(*BEACH)}  # it stops in the zone it lands in


def test_13_11_and_14_12_what_can_be_attacked() -> None:
    match = arrange({"usa_i1": BLOCKED, "usa_lrb1": PLAIN, "esc_cv1": (5, 5)}, "us_combat")
    assert area(match, "fire", "us") == around(BLOCKED) - {at(*east(BLOCKED))}
    air = area(match, "air", "us")
    assert at(20, 24) in air and at(20, 23) not in air and at(*PLAIN) not in air
    assert at(5, 11) in area(match, "air", "esc")


def test_18_4_victory_hexes_by_holder() -> None:
    match = arrange({"esc_i1": URBAN}, "us_movement", control={URBAN: "esc"})
    assert area(match, "victory", "esc") == {at(*URBAN)}
    assert {at(*HARBOUR), at(*MEXICO)} <= area(match, "victory", "us")


def test_threats_come_from_the_enemies_of_who_stands_there() -> None:
    units = {"usa_i1": PLAIN, "usa_i2": east(PLAIN), "usa_lrb1": (25, 34), "esc_i1": (19, 34), "esc_cas1": (16, 34)}
    match = arrange({**units, "esc_cas2": CUBA, "esc_s1": (20, 35)}, "us_combat")
    assert match.threats("us", at(*PLAIN)) == ["esc_i1", "esc_cas1"]
    assert match.threats(None, at(19, 34)) == ["usa_i1", "usa_lrb1"]
    assert match.threats("esc", at(18, 34)) == ["usa_lrb1", "esc_i1", "esc_cas1"]  # nobody there: anybody's


def test_15_0_an_assault_threatens_its_beach() -> None:
    match = arrange({"esc_am1": BEACH, "esc_i1": "esc_am1", "usa_i1": BEACH}, "esc_combat")
    assert match.threats("us", at(*BEACH)) == ["esc_i1", "esc_am1"]
    assert area(match, "fire", "esc") == {at(*BEACH)}


def test_18_32_areas_and_threats_tell_no_strength() -> None:
    match = real().new("inland_campaign", {}, 3)
    for side in ("esc", "sau", "pal", "us", "us"):
        assert match.to_act[0] == side
        match.play(side, "deploy rest")
        match.play(side, "done")
    other = match.determinize("us", 5)
    assert match.areas("us") == other.areas("us")
    for spot in ("s3043", "n0146", "s2334", "s3410"):
        assert match.threats("us", spot) == other.threats("us", spot)
