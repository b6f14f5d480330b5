"""Scenario documents of one's own: taken whole, or refused by line and field."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.grav_armor.documents import NAMES, line_of, template
from grognard.games.grav_armor.equipment import BadScenario
from grognard.games.grav_armor.game import build

from .table import actions, document


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_document_can_be_copied_to_make_another(name: str) -> None:
    text = template(name).replace(f'name = "{name}"', 'name = "my_own"', 1)
    match = build([text]).new("my_own", seed=2)
    assert match.to_act and actions(match)


def test_a_game_of_a_scenario_of_ones_own_is_kept_in_its_record() -> None:
    match = grognard.load("grav_armor", (document(),)).new("proving_ground", seed=2)
    match.play(match.to_act[0], "done")
    again = grognard.open_record(match.save())
    assert again.scenario == "proving_ground" and again.digest() == match.digest()


@pytest.mark.parametrize("systems", [["missiles"], ["gatling"], ["gatling", "missiles"]])
def test_a_document_says_which_weapon_systems_a_fort_has(systems: list[str]) -> None:
    force = '[[forces]]\nside = "imperial"\ntype = "fort"\nname = "beta"\nat = ["5-0908"]\n'
    the_game = build([f"{document('forts')}\n{force}weapons = {systems}".replace("'", '"')])
    ground, index = the_game.ground("forts"), the_game.vocab["piece"].index
    assert ground.weapons_of[index["fort_beta"]] == tuple(index[f"beta_{name}"] for name in systems)
    match = the_game.new("forts", seed=2)
    assert sum(p["id"].startswith("beta_") for p in match.view(None)["pieces"]) == len(systems)


def test_a_document_says_what_forts_and_ortillery_are_worth() -> None:
    """As on a scenario's sheet: EW, attack and range of each weapon system, EW and attack of each battery."""
    fort = '[[forces]]\nside = "imperial"\ntype = "fort"\nname = "beta"\nat = ["5-0908"]\ndefense = 6\n'
    fort += 'weapons = ["gatling", { type = "missiles", ew = 5, attack = 8, range = 6 }]\n'
    battery = '[[forces]]\nside = "league"\ntype = "ortillery_missile"\nat = "orbit"\new = 2\nattack = 9\n'
    the_game = build([f"{document('forts')}\n{fort}{battery}"])
    factors = {p["id"]: p["factors"] for p in the_game.new("forts", seed=2).view(None)["pieces"]}
    assert factors["fort_beta"][3] == "6"
    assert factors["beta_missiles"][:3] == ["5", "8M", "6"] and factors["beta_gatling"][:3] == ["3", "6G", "2"]
    assert factors["l_ortillery_missile_1"][:2] == ["2", "9M"] and factors["alpha_missiles"][:3] == ["3", "7M", "4"]


def test_a_copy_needs_a_name_of_its_own() -> None:
    with pytest.raises(BadScenario, match=r"line 3, name: there is a scenario 'raid_on_wendarst' already"):
        build([template("raid_on_wendarst").partition("\n")[2]])


FORCE = '[[forces]]\nside = "imperial"\ntype = "{type}"\nat = {at}'


def force(kind: str, at: str, more: str = "") -> str:
    return FORCE.format(type=kind, at=at) + (f"\n{more}" if more else "")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('layout = [["9"]]', r"layout: '9' is no section"),
        ('layout = [["4", "4"]]', "layout: section 4: laid twice"),
        ('layout = [["4", "5"], ["6"]]', "layout: a layout of sections needs rows of equal length"),
        ('turns = "many"', "turns: expected a whole number from 1 to 50, found 'many'"),
        ("turns = true", "turns: expected a whole number"),
        ('moves_first = "rebels"', "moves_first: expected imperial or league"),
        ('name = "My Own"', "name: expected a name of lower-case letters"),
        ("colour = 3", "colour: no such field"),
        ('cities = ["4-0101"]', "cities: the terrain key has no line for city"),
        ('cities = ["1-0101"]', "cities: '1-0101' is no hex of this map"),
        ("[terrain.pink]\nvalue = 1", "terrain.pink: expected one of"),
        ("[terrain.streak]\nvalue = 21", "terrain.streak.value: expected a whole number from 0 to 20"),
        ('[terrain.streak]\nvalue = 1\ngrav = "two"', "terrain.streak.grav: expected a whole number"),
        ("[terrain.streak]\nvalue = 1\nspecial = { foot = 2 }", "terrain.streak.special: 'foot' is no class"),
        ('[terrain.streak]\nvalue = 1\nlethal = ["fighter"]', "terrain.streak.lethal: 'fighter'"),
        ('[terrain.streak]\nvalue = 1\nfill = "red"', "terrain.streak.fill: expected a colour"),
        ("[terrain.streak]\ngrav = 1", "terrain.streak.value: is missing"),
        ('[entry]\nedge_west = ["5-0501"]', "entry.edge_west: not all of these hexes lie on that edge"),
        ('[entry]\nwest = ["4-0101"]', "entry: expected one of edge_north"),
        ('[[objectives]]\nname = "one"\nhexes = []', r"objectives\[1\].hexes: name one hex at least"),
        ('[[objectives]]\nname = "one"\nhexes = ["4-0101"]\npoints = [1]', r"objectives\[1\].points: expected two"),
        (force("zeta9", '"edge_west"'), r"type: there is no unit type 'zeta9'"),
        (force("zho1", '"edge_west"'), r"side: Zho 1 has no counters of this side"),
        (force("zeta5", '"edge_west"', "count = 3"), r"count: 3 wanted, 2 counters left"),
        (force("omi9", '["5-0410"]'), r"at: Omi 9 can't stand in 5-0410"),
        (force("omi9", '["1-0101"]'), r"at: '1-0101' is no hex of this map"),
        (force("omi9", '"orbit"'), r"at: Omi 9 has no way down from orbit"),
        (force("a_inf", '"orbit"'), r"at: A-Inf has no way down from orbit"),
        (force("ortillery_beam", '["4-0101"]'), r"at: ortillery stays in orbit"),
        (force("m_mil", '"edge_west"'), r"at: M-Mil can't come in over edge_west"),
        (force("omi9", '["4-0101"]', 'area = "nowhere"'), r"area: there is no area 'nowhere'"),
        (force("omi9", '"edge_west"', 'area = "nowhere"'), r"area: only units that begin on the map"),
        (force("omi9", '["4-0101"]', 'aboard = "aza3"'), r"say either at or aboard"),
        ('[[forces]]\nside = "imperial"\ntype = "omi9"\naboard = "aza3"', r"aboard: a carrier takes infantry only"),
        ('[[forces]]\nside = "imperial"\ntype = "fl6"\naboard = "ds8"', r"aboard: a drop-ship takes infantry and"),
        (
            '[[forces]]\nside = "imperial"\ntype = "fort"\nname = "omega"\nat = ["4-0101"]',
            r"name: expected one of alpha",
        ),
        ('[[forces]]\nside = "imperial"\ntype = "fort"\nname = "beta"\nat = ["4-0101", "4-0102"]', r"one hex"),
        (
            '[[forces]]\nside = "imperial"\ntype = "fort"\nname = "beta"\nat = ["4-0101"]\nweapons = []',
            r"weapons: expected",
        ),
        (
            '[[forces]]\nside = "imperial"\ntype = "fort"\nname = "beta"\nat = ["4-0101"]\n'
            'weapons = ["gatling", "gatling"]',
            r"weapons: each system once",
        ),
        (force("omi9", '["4-0101"]', 'weapons = ["missiles"]'), r"weapons: only forts have that"),
        (force("omi9", '["4-0101"]', "attack = 9"), r"attack: the counters say that"),
        (
            '[[forces]]\nside = "imperial"\ntype = "fort"\nname = "beta"\nat = ["4-0101"]\nattack = 9',
            r"attack: a fort's weapons have that",
        ),
        (
            '[[forces]]\nside = "imperial"\ntype = "fort"\nname = "beta"\nat = ["4-0101"]\n'
            'weapons = [{ type = "lance" }]',
            r"weapons.type: expected one of missiles, gatling",
        ),
        ('[[forces]]\nside = "imperial"\nkind = "omi9"\nat = ["4-0101"]', r"kind: no such field"),
    ],
)
def test_a_scenario_document_that_cannot_be_is_refused_by_line_and_field(wrong: str, said: str) -> None:
    lines = document("bad").splitlines()
    if wrong.startswith("["):
        if wrong.startswith("[[forces]]"):
            lines += wrong.splitlines()
        else:
            at = next(n for n, line in enumerate(lines) if line.startswith("[victory]"))
            lines[at:at] = wrong.splitlines()
    else:
        key = wrong.split(" =", maxsplit=1)[0]
        lines = [wrong, *(line for line in lines if not line.startswith(f"{key} ="))]
    with pytest.raises(BadScenario, match=said) as caught:
        build(["\n".join(lines)])
    told = str(caught.value)
    number = int(told.partition("line ")[2].partition(",")[0])
    near = "\n".join(lines[max(number - 1, 0) : number + 5])
    first = wrong.splitlines()[0]
    assert first in near or lines[number - 1] in wrong.splitlines(), told


@pytest.mark.parametrize(
    ("areas", "said"),
    [
        ('[areas.a]\nwithout = ["a"]', "an area can't be without itself"),
        ('[areas.a]\nwithout = ["b"]', "areas.b: there is no such area"),
        ("[areas.a]\nsections = [7]", "areas.a.sections: expected a list of sections"),
        ("[areas.a]\nradius = -1", "areas.a.radius: expected a whole number"),
    ],
)
def test_areas_are_checked(areas: str, said: str) -> None:
    use = '[[forces]]\nside = "imperial"\ntype = "omi9"\nat = ["4-0105"]\narea = "a"'
    with pytest.raises(BadScenario, match=said):
        build([f"{document('bad')}\n{areas}\n{use}"])


def test_a_document_that_is_no_toml_is_refused_by_line() -> None:
    with pytest.raises(BadScenario, match=r"line 2, column"):
        build(['name = "x"\nturns = = 3'])


def test_the_line_of_a_field_is_that_of_its_table_where_it_has_none_of_its_own() -> None:
    text = 'name = "x"\n\n[victory]\ndraw = 2\n\n[[forces]]\nside = "league"\n[[forces]]\ntype = "fort"\n'
    assert line_of(text, "name") == 1
    assert line_of(text, "victory.draw") == 4
    assert line_of(text, "victory.losses") == 3
    assert line_of(text, "forces[2] (imperial fort).type") == 9
    assert line_of(text, "forces[1].at") == 6
    assert line_of(text, "terrain") == 0
