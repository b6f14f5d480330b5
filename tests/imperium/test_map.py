"""Game Board, and the counters (Game Components; Starships; Troops)."""

from __future__ import annotations

import pytest

from grognard.games.imperium import facts
from grognard.games.imperium.facts import PIECES, PLACE, ROUTES, SYSTEMS, part_of


def size(bits: int) -> int:
    return bits.bit_count()


def test_there_are_45_systems_and_58_routes_that_run_both_ways() -> None:
    assert SYSTEMS == 45
    ends = [(a, b) for a in range(SYSTEMS) for b in ROUTES[a]]
    assert len(ends) == 2 * 58
    assert all((b, a) in ends for a, b in ends)


def test_without_sirius_and_nusku_the_net_falls_into_three_parts() -> None:
    gone = 1 << PLACE["sirius"] | 1 << PLACE["nusku_dushaam"]
    parts = {size(part_of(PLACE[name], gone)) for name in ("sol", "dingir", "lagash_amarku")}
    assert parts == {21, 16, 5}
    assert size(part_of(PLACE["sol"], 0)) == 44


def test_luuru_has_no_route() -> None:
    assert ROUTES[PLACE["luuru"]] == ()


def test_twelve_boxes_are_primary() -> None:
    names = {facts.PLACES.ids[b].removesuffix("_surface") for b in facts.PRIMARY}
    assert names == {
        "sol", "alpha_centauri_a", "alpha_centauri_b", "mirabilis", "amarku", "lagash", "nusku", "tau_ceti",
        "epsilon_eridani", "dingir", "gashidda", "ishkur",
    }  # fmt: skip


def test_three_stellar_hexes_have_two_boxes_and_two_have_none() -> None:
    two = {facts.PLACES.ids[star] for star in range(SYSTEMS) if len(facts.STAR_BOXES[star]) == 2}
    none = {facts.PLACES.ids[star] for star in facts.pieces_in(facts.TERTIARY)}
    assert two == {"alpha_centauri", "nusku_dushaam", "lagash_amarku"}
    assert none == {"sirius", "altair"}


def test_a_parsec_is_two_hexes() -> None:
    """Barnard's Star and Agidda lie two parsecs apart: four hexes, and never fewer."""
    seen = {PLACE["barnards_star"]}
    steps = 0
    while PLACE["agidda"] not in seen:
        seen |= {n for place in seen for n in facts.HEX_NEXT[place]}
        steps += 1
    assert steps == 4


def test_every_hex_knows_its_neighbours() -> None:
    for place, near in enumerate(facts.HEX_NEXT):
        assert all(place in facts.HEX_NEXT[other] for other in near)
    assert len(facts.HEX_NEXT[PLACE["sol"]]) == 6


def test_imperial_forces_enter_at_four_systems() -> None:
    assert {facts.PLACES.ids[e] for e in facts.ENTRIES} == {"dingir", "kinunir", "gashidda", "ishkur"}


def test_stars_that_can_be_terraformed_are_secondary_and_not_of_class_m() -> None:
    names = {facts.PLACES.ids[b].removesuffix("_surface") for b in facts.TERRAFORMABLE}
    assert names == {
        "procyon", "sarpedon", "zaggisi", "epsilon_indi", "ninkhur_sagga", "mukhaldim", "dushaam", "ishimshulgi",
    }  # fmt: skip


SHIPS = {
    "scout": ("1-1-1 1", "2-0-1 1"), "destroyer": ("2-2-2 2", "3-1-2 2"), "light_cruiser": ("2-4-3 3", "5-1-4 3"),
    "heavy_cruiser": ("5-5-5 4", "6-6-6 4"), "strike_cruiser": ("2-7-4 4", "0-8-5 4"),
    "attack_cruiser": ("7-5-5 4", None), "dreadnought": ("4-9-8 6", "10-9-7 6"),
    "improved_dreadnought": ("6-10-8 5", None), "battleship": ("7-12-9 5", "12-9-9 5"),
    "monitor": ("0-10-7 3", "9-0-8 3"), "terran_monitor": ("9-0-8 3", None), "missile_boat": (None, "0-6-1 1"),
    "mothership": ("0-0-1 1", "0-0-2 1"), "fighter": ("1-2-2 1", "2-1-2 1"), "transport": ("0-0-1 1", "0-0-1 1"),
    "tanker": ("0-0-1 1", "0-0-1 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", SHIPS)
def test_ship_codes(name: str) -> None:
    for side, printed in ((facts.IMPERIAL, SHIPS[name][0]), (facts.TERRAN, SHIPS[name][1])):
        found = {
            f"{facts.BEAM[p]}-{facts.MISSILE[p]}-{facts.SCREEN[p]} {facts.KEEP[p]}"
            for p in facts.pieces_in(facts.OF_TYPE[facts.TYPE[name]] & facts.OF_SIDE[side])
        }
        assert found == ({printed} if printed else set())


COSTS = {
    "outpost": (4, 1), "defense": (10, 1), "regular": (2, 1), "jump": (3, 1), "scout": (1, 1), "destroyer": (3, 1),
    "light_cruiser": (6, 1), "strike_cruiser": (10, 1), "heavy_cruiser": (12, 1), "attack_cruiser": (14, 1),
    "dreadnought": (16, 2), "improved_dreadnought": (18, 2), "battleship": (20, 2), "monitor": (6, 1),
    "missile_boat": (4, 1), "mothership": (7, 1), "fighter": (1, 1), "transport": (1, 1), "tanker": (2, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", COSTS)
def test_production_cost(name: str) -> None:
    kind = facts.TYPE[name]
    assert (facts.PRICE[kind], facts.TURNS[kind]) == COSTS[name]


def test_the_counter_mix() -> None:
    ships = [size(facts.SHIPS & facts.OF_SIDE[side]) for side in (0, 1)]
    outposts = [size(facts.OUTPOSTS & facts.OF_SIDE[side]) for side in (0, 1)]
    assert ships == [114, 114]
    assert outposts == [22, 20]
    assert [size(facts.WORLDS & facts.OF_SIDE[side]) for side in (0, 1)] == [11, 11]
    assert [size(facts.DEFENSES & facts.OF_SIDE[side]) for side in (0, 1)] == [11, 11]


def strengths(side: int, kind: str) -> list[int]:
    return sorted(facts.FORCE[p] for p in facts.pieces_in(facts.OF_TYPE[facts.TYPE[kind]] & facts.OF_SIDE[side]))


def test_the_strengths_of_troops() -> None:
    assert strengths(facts.TERRAN, "regular") == [2] * 6 + [3] * 3 + [4]
    assert strengths(facts.TERRAN, "jump") == [4, 4, 5, 6]
    assert strengths(facts.IMPERIAL, "regular") == [1] * 2 + [2] * 6 + [3] * 4
    assert strengths(facts.IMPERIAL, "jump") == [3, 4, 5, 6]


def test_no_attack_cruiser_for_terra_and_no_missile_boat_for_the_imperium() -> None:
    assert not any(i.startswith(("t_ca", "i_mb")) for i in PIECES.ids)
    assert sum(i.startswith("i_mt") for i in PIECES.ids) == 1


# Every route of ruling I1, written once.
ROUTE_LIST = """
sol: barnards_star alpha_centauri junction peraspera
proxima_centauri: alpha_centauri barnards_star junction
barnards_star: agidda
agidda: nusku_dushaam
junction: procyon hades midway
alpha_centauri: ember
peraspera: midway loki
ember: loki
loki: dismal
dismal: inferno
inferno: hades forlorn
forlorn: calgary
calgary: hades
hephaistos: hades procyon
procyon: sirius ys
ys: remulak sarpedon
sarpedon: mirabilis
sirius: markhashi epsilon_eridani
epsilon_eridani: tau_ceti
markhashi: shuruppak
tau_ceti: shuruppak
shuruppak: enki_kalamma epsilon_indi
enki_kalamma: gashidda shulgiili
gashidda: ishkur shulgiili
shulgiili: kinunir epsilon_indi
epsilon_indi: karkhar
karkhar: shulgi zaggisi
shulgi: dingir kinunir zaggisi
dingir: kinunir
zaggisi: apishal altair
apishal: nusku_dushaam altair
nusku_dushaam: ishimshulgi
ishimshulgi: lagash_amarku ninkhur_sagga
ninkhur_sagga: mukhaldim
mukhaldim: kagukhasaggan
"""


def test_the_routes_are_those_of_the_ruling_and_no_others() -> None:
    listed = set()
    for line in ROUTE_LIST.split("\n"):
        start, _, ends = line.partition(":")
        listed |= {frozenset((PLACE[start], PLACE[end])) for end in ends.split()}
    assert listed == {frozenset((a, b)) for a in range(SYSTEMS) for b in ROUTES[a]} and len(listed) == 58


MIX = {
    "world": (11, 11), "outpost": (22, 20), "defense": (11, 11), "regular": (10, 12), "jump": (4, 4),
    "transport": (11, 11), "tanker": (2, 2), "scout": (11, 11), "destroyer": (11, 11), "light_cruiser": (11, 11),
    "strike_cruiser": (11, 11), "heavy_cruiser": (11, 11), "attack_cruiser": (0, 5), "dreadnought": (5, 5),
    "improved_dreadnought": (0, 6), "battleship": (6, 6), "monitor": (11, 10), "terran_monitor": (0, 1),
    "missile_boat": (11, 0), "mothership": (2, 1), "fighter": (11, 12),
}  # fmt: skip


@pytest.mark.parametrize("name", MIX)
def test_how_many_counters_there_are_of_each_type(name: str) -> None:
    of_type = facts.OF_TYPE[facts.TYPE[name]]
    assert tuple(size(of_type & facts.OF_SIDE[side]) for side in (0, 1)) == MIX[name]
    assert set(MIX) == set(facts.TYPES.ids)


# Columns and rows of the stars in parsecs, from open maps of the region (ruling I3).
PARSECS = """
sol 1827 alpha_centauri 2027 barnards_star 1926 junction 1929 agidda 1824 procyon 1830 midway 2029 mirabilis 1332
sarpedon 1533 ember 2227 dismal 2330 forlorn 2132 kagukhasaggan 2325 peraspera 2028 hades 2030 hephaistos 1931
calgary 2031 inferno 2131 loki 2228 ys 1732 remulak 1833 sirius 1629 nusku_dushaam 1822 ishimshulgi 2021
lagash_amarku 2121 apishal 1622 zaggisi 1523 altair 1522 dingir 1222 kinunir 1224 gashidda 1127 ishkur 1129
shuruppak 1427 markhashi 1529 tau_ceti 1429 epsilon_eridani 1530 epsilon_indi 1526 shulgi 1324 shulgiili 1326
enki_kalamma 1327 karkhar 1424 ninkhur_sagga 2222 mukhaldim 2323 luuru 1234
"""


def test_stars_lie_two_hexes_to_the_parsec_apart_all_of_them() -> None:
    words = PARSECS.split()
    cubes = {}
    for name, hexagon in zip(words[::2], words[1::2], strict=True):
        column, row = int(hexagon[:2]), int(hexagon[2:])
        cubes[PLACE[name]] = column, row - (column + column % 2) // 2
    assert len(cubes) == SYSTEMS - 1  # Proxima is beside Alpha Centauri
    for star, (x, y) in cubes.items():
        steps = hexes_from(star)
        for other, (u, v) in cubes.items():
            assert steps[other] == 2 * max(abs(x - u), abs(y - v), abs(x + y - u - v))
    assert hexes_from(PLACE["proxima_centauri"])[PLACE["alpha_centauri"]] == 1


def hexes_from(start: int) -> dict[int, int]:
    steps = {start: 0}
    edge = [start]
    for place in edge:
        for other in facts.HEX_NEXT[place]:
            if other not in steps:
                steps[other] = steps[place] + 1
                edge.append(other)
    return steps
