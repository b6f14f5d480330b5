"""8.1, 9.1, 11.4, 22.1, 25.2, 31.5, 37.6: what `odds` says is what the dice do, by every roll there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest

from grognard.games.air_eaters import charts

from .table import Ground, V, body

Reading = Callable[[Ground, int], str]


def every_roll(make: Callable[[], Ground], action: str, dice: int, then: str, read: Reading) -> None:
    """Plays an action with every roll of so many dice and compares the outcomes with the odds told before."""
    ground = make()
    side = ground.match.to_act[0]
    told = ground.match.odds(side, action)
    before = ground.match.figures()["devastated_ius"]
    count: Counter[str] = Counter()
    for rolls in product(range(1, 7), repeat=dice):
        trial = make()
        trial.dice(*rolls)
        trial.play(action, side=side)
        if then and side in trial.match.to_act:
            trial.play(then, side=side)
        count[read(trial, int(before))] += 1
    assert told == pytest.approx({outcome: n / 6**dice for outcome, n in count.items()})


def alive(name: str) -> Reading:
    return lambda ground, _: "no effect" if ground.alive(name) else "destroyed"


def devastation(ground: Ground, before: int) -> str:
    return "devastated" if ground.figures()["devastated_ius"] > before else "no effect"


def lost(*units: str) -> Reading:
    def read(ground: Ground, before: int) -> str:
        gone = sum(not ground.alive(u) for u in units)
        return f"{gone + int(ground.figures()['devastated_ius']) - before} lost"

    return read


def duel(firer: str, target: str, at: str = "mars_orbit", phase: str = "aliens_fire") -> Callable[[], Ground]:
    def make() -> Ground:
        ground = Ground()
        ground.put(at, firer, target)
        ground.go(phase)
        ground.play(f"fire {firer}")
        return ground

    return make


@pytest.mark.parametrize(
    ("firer", "target", "at", "phase"),
    [
        ("esc_1", "corv_1", "mars_orbit", "aliens_fire"),
        ("ns_1", "bb_1", "c_3", "aliens_fire"),
        ("cw_1", "bi_1", "earth_1816", "aliens_fire"),
        ("cw_1", "isf_1", "earth_2416", "aliens_fire"),
        ("sf_1", "ln_1", "earth_2416", "terrans_fire"),
        ("army_1", "ln_1", "earth_1816", "terrans_fire"),
        ("corv_1", "qs_1", "mars_orbit", "terrans_fire"),  # hopeless
    ],
)
def test_8_1_odds_of_an_attack(firer: str, target: str, at: str, phase: str) -> None:
    every_roll(duel(firer, target, at, phase), f"at {target}", 1, "", alive(target))


def test_8_4_odds_against_industry() -> None:
    def make() -> Ground:
        ground = Ground()
        ground.put("earth_1716", "cw_1")
        ground.go("aliens_fire")
        ground.play("fire cw_1")
        return ground

    every_roll(make, "hit earth_1716", 1, "", devastation)


@pytest.mark.parametrize(("action", "read"), [("at dt_1", alive("dt_1")), ("hit mars_1212", devastation)])
def test_9_1_odds_of_a_bombardment(action: str, read: Reading) -> None:
    def make() -> Ground:
        ground = Ground()
        ground.put("mars_orbit", "ns_1")
        ground.put("mars_1212", "dt_1")
        ground.go("bombardment")
        ground.play("bombard ns_1")
        return ground

    every_roll(make, action, 1, "", read)


@pytest.mark.parametrize("deeds", [0, charts.SPACE_COMBAT])
def test_11_4_odds_and_modifiers_of_research(deeds: int) -> None:
    def make() -> Ground:
        ground = Ground()
        ground.put("venus_orbit", "ms_1")
        ground.s.deeds[0] = deeds
        ground.go("terran_production")
        return ground

    def read(ground: Ground, _: int) -> str:
        return "success" if ground.s.researched[0] >> V["project"].index["dd"] & 1 else "failure"

    every_roll(make, "research dd", 1, "done", read)
    lines = make().match.ledger("terran", "research dd")
    assert [(m.value, m.rule) for m in lines] == ([(1, "11.4")] if deeds else [])


def test_22_1_odds_of_production() -> None:
    def make() -> Ground:
        ground = Ground("intermediate")
        ground.put("mars_1212", "base_1", deployed=True)
        ground.go("alien_production")
        ground.play("produce base_1")
        return ground

    every_roll(make, "make cw", 1, "", lambda ground, _: "produced" if ground.alive("cw_1") else "no effect")


def test_25_2_odds_of_a_moon() -> None:
    def make() -> Ground:
        ground = Ground("advanced")
        ground.put("mars_orbit", "ms_1", "ms_2")
        ground.put("mars_1412", "dt_1", "cw_1")
        ground.go("aliens_move")
        ground.play("push deimos")
        return ground

    every_roll(make, "to mars_1412", 3, "", lost("dt_1", "cw_1"))  # one Industrial Unit, a tank, a Crawler


@pytest.mark.parametrize(("ship", "dice"), [("ns_1", 2), ("qs_1", 1)])
def test_31_5_odds_of_a_crash(ship: str, dice: int) -> None:
    def make() -> Ground:
        ground = Ground("intermediate", landing_ships=True)
        ground.put("mercury_orbit", ship)
        ground.put("mercury_1312", "dt_1")
        ground.put("mercury_1311", "dt_2")  # beside it
        ground.go("aliens_move")
        ground.play(f"crash {ship}")
        return ground

    every_roll(make, "to mercury_1312", dice, "", lost("dt_1", "dt_2"))


def test_37_6_odds_of_prospecting() -> None:
    def make() -> Ground:
        ground = Ground("expansion")
        for n in range(1, 5):
            ground.s.body_at[V["body"].index[f"mining_base_{n}"]] = -1
            ground.s.exists[V["site"].index[f"mining_base_{n}"]] = 0
        ground.put("mars_1212", "dt_12", side="mars")
        ground.go("mars_produces")
        return ground

    def read(ground: Ground, _: int) -> str:
        return "a mining base" if any(at >= 0 for at in ground.s.body_at[14:]) else "nothing"

    every_roll(make, "prospect", 3, "done", read)


def test_no_odds_where_no_dice_follow() -> None:
    ground = Ground("advanced")
    ground.put("mars_orbit", "corv_1")
    ground.go("terrans_move")
    ground.play("done", "move corv_1")
    assert ground.match.odds("terran", "to d_4") is None


@pytest.mark.parametrize("second", ["", "mercury_1412"])
def test_26_7_odds_of_guided_asteroids(second: str) -> None:
    """One asteroid, or two that come down side by side: what lies beside both must survive both."""

    def make() -> Ground:
        ground = Ground("advanced")
        ground.put("b_1", "ns_1")
        ground.bodies(asteroid_1="b_1", **({"asteroid_2": "b_1"} if second else {}))
        ground.s.body_inertia[body("asteroid_1")] = ground.s.body_inertia[body("asteroid_2")] = -1
        ground.devastate("mercury_1312")
        ground.devastate("mercury_1512")
        ground.put("mercury_1413", "cw_1")
        ground.put("mercury_1513", "dt_1")
        ground.put("mercury_1411" if second else "mercury_1313", "dt_2")
        ground.go("aliens_move")
        ground.play("done", "to mercury_1413")
        if second:
            ground.play(f"to {second}")
        ground.put("e_1", "esc_1")  # so that there is something to be done with
        assert ground.match.odds("alien", "done") is None  # no guide is there yet
        ground.play("move ns_1", "to mercury_orbit")
        return ground

    every_roll(make, "done", 3 if second else 2, "", lost("cw_1", "dt_1", "dt_2"))


def test_26_7_odds_are_told_with_the_last_move_too() -> None:
    def make() -> Ground:
        ground = Ground("advanced")
        ground.put("b_1", "ns_1")
        ground.bodies(asteroid_1="b_1")
        ground.s.body_inertia[body("asteroid_1")] = -1
        ground.put("mercury_1413", "cw_1")
        ground.put("mercury_1513", "dt_1")
        ground.put("mercury_1313", "dt_2")
        ground.devastate("mercury_1312")
        ground.devastate("mercury_1512")
        ground.go("aliens_move")
        ground.play("done", "to mercury_1413", "move ns_1")
        assert ground.match.odds("alien", "to earth_orbit") is None  # no guide: nothing hits
        return ground

    every_roll(make, "to mercury_orbit", 2, "", lost("cw_1", "dt_1", "dt_2"))


@pytest.mark.parametrize("inertia", [0, -1])
def test_35_4_odds_of_where_each_quasarship_goes(inertia: int) -> None:
    """A ship beside one mining base, and one that is about to drift to another: both are passed by."""
    ground = Ground("quasarship_assault", inertia=True)
    ground.put("f_7", "corv_1", side="terran")
    ground.put("mars_orbit", "corv_3", side="terran")
    ground.put("g_12", "corv_2", side="terran", inertia=inertia)
    ground.bodies(mining_base_2="f_9")
    ground.put("l_48", "qs_1", side="alien")
    ground.devastate("mercury_1312")
    ground.devastate("mercury_1512")
    ground.go("terrans_move")
    while "space_movement" not in ground.name:
        ground.play("done")
    told = ground.match.odds("terran", "done")
    assert told is not None and "F-7" not in told and ("F-9" in told) == (not inertia)
    count: Counter[str] = Counter()
    for roll in range(1, 7):
        for base in range(1, 13):
            trial = ground.match.copy()
            trial.force_dice([roll, base])
            trial.play("terran", "done")
            count[next(e.text for e in trial.events() if "goes to" in e.text).split("goes to ")[1]] += 1
    assert told == pytest.approx({outcome: n / 72 for outcome, n in count.items()})
    for name in ("corv_1", "corv_2"):
        assert ground.match.odds("terran", f"move {name}") is None
        ground.play(f"move {name}")
        ground.play(next(t for t in ground.texts() if t[3] in "fg"))
    ground.play("move corv_3")
    told = ground.match.odds("terran", "to d_4")
    ground.dice(2)
    assert told is not None and sum(told.values()) == pytest.approx(1)
    ground.play("to d_4")
    assert ground.phase != "terrans_move"
