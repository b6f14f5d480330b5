"""25.0 to 27.0: Martian moons, Free Asteroids, besieged planets."""

from __future__ import annotations

from grognard.games.air_eaters import asteroids, charts, conversion, economy, world

from .table import Ground, V, body, place, site


def at_mars() -> Ground:
    ground = Ground("advanced")
    ground.put("mars_orbit", "ms_1", "ms_2")
    ground.put("mars_1212", "dt_1", "cw_1")
    return ground


def test_25_1_both_motherships_at_mars_push_a_moon_and_stay() -> None:
    ground = at_mars()
    ground.go("aliens_move")
    assert set(ground.texts()) == {"push deimos", "push phobos", "done"}
    ground.play("push deimos")
    ground.refused("to earth_1716", "25.1")
    ground.dice(6, 6, 6, 6)
    ground.play("to mars_1212")
    assert ground.s.body_at[body("deimos")] == -1
    assert not any(t.startswith("move ms") for t in ground.texts())


def test_25_1_and_26_1_the_question_says_what_is_pushed_and_by_which_rule() -> None:
    for ground, number, word in ((at_mars(), "25.1", "moon"), (belt(), "26.1", "asteroid")):
        ground.go("aliens_move")
        assert ground.match.decision("alien").rule == number and word in ground.prompt
        ground.play(ground.texts()[0])
        assert ground.match.decision("alien").rule == number


def test_26_2_the_ships_are_warned_of_an_asteroid_without_a_guide() -> None:
    ground = belt()
    ground.go("aliens_move")
    ground.play("push asteroid_1")
    goal = ground.texts()[0]
    ground.play(goal)
    assert "has no guide" in ground.prompt
    ground.play("move ms_1", "cruise", goal)
    assert "has no guide" not in ground.prompt


def test_25_1_one_mothership_is_not_enough() -> None:
    ground = at_mars()
    ground.put("venus_orbit", "ms_2")
    ground.go("aliens_move")
    assert ground.name == "crawlers_move"
    ground.refused("push deimos", "5.1")


def test_25_2_a_die_for_each_unit_and_industrial_unit_in_the_hex() -> None:
    ground = at_mars()
    ground.devastate("mars_1212", 1)
    ground.go("aliens_move")
    ground.dice(3, 3, 4)  # the IU that stands, the tank, the Crawler
    ground.play("push phobos", "to mars_1212")
    assert ground.s.devastated[site("mars_1212")] == 2
    assert not ground.alive("dt_1") and ground.alive("cw_1")


def belt() -> Ground:
    ground = Ground("advanced")
    ground.put("f_12", "ms_1", "ms_2")
    ground.put("earth_orbit", "ns_1")
    return ground


def test_26_1_motherships_in_one_belt_space_free_an_asteroid() -> None:
    ground = belt()
    ground.go("aliens_move")
    assert ground.texts() == ["push asteroid_1", "done"]
    ground.play("push asteroid_1")
    inner = [V["place"].ids[p] for p in world.inwards(place("f_12"))]
    ground.play(f"to {inner[0]}")
    assert ground.s.body_at[body("asteroid_1")] == place(inner[0])
    assert ground.s.body_inertia[body("asteroid_1")] == -1
    # the Motherships may move as usual, and one of them must guide
    ground.play("move ms_1", "cruise", f"to {inner[0]}", "done")
    assert ground.s.body_at[body("asteroid_1")] >= 0


def test_26_1_only_in_the_belt() -> None:
    ground = Ground("advanced")
    ground.put("e_5", "ms_1", "ms_2")
    ground.go("aliens_move")
    assert ground.name == "ships_move"


def test_26_2_an_asteroid_without_a_guide_is_lost() -> None:
    ground = belt()
    ground.go("aliens_move")
    ground.play("push asteroid_1")
    ground.play(ground.texts()[0], "done")
    assert ground.s.body_at[body("asteroid_1")] == -1
    other = Ground("advanced")
    other.put("venus_orbit", "ms_1")
    other.bodies(asteroid_1="e_8")
    other.s.body_inertia[body("asteroid_1")] = -1
    other.go("aliens_move")
    assert other.s.body_at[body("asteroid_1")] == -1


def test_26_2_another_ship_may_take_over_the_guidance() -> None:
    ground = Ground("advanced")
    ground.put("e_8", "ms_1")
    ground.put("mars_orbit", "ns_1")
    ground.bodies(asteroid_1="e_8")
    ground.s.body_inertia[body("asteroid_1")] = -1
    ground.go("aliens_move")
    goal = ground.texts()[0].split()[1]
    ground.play(f"to {goal}", "move ns_1", "cruise", f"to {goal}", "done")
    assert V["place"].id(ground.s.body_at[body("asteroid_1")]) == goal


def test_26_3_inertia_and_voluntary_gravity() -> None:
    spaces = {V["place"].ids[p] for p in asteroids.asteroid_spaces(place("f_12"), -1)}
    rings = {name[0] for name in spaces}
    assert rings == {"e", "d"}
    ground = Ground("advanced")
    ground.put("f_12", "ms_1")
    ground.bodies(asteroid_1="f_12", mars="d_1")
    ground.s.body_inertia[body("asteroid_1")] = -1
    ground.go("aliens_move")
    goal = next(t for t in ground.texts() if t.startswith("to d_"))
    ground.play(goal)
    assert ground.s.body_inertia[body("asteroid_1")] == -2


def test_26_4_a_mothership_that_guides_in_empty_space_does_not_produce() -> None:
    ground = Ground("advanced")
    ground.put("e_8", "ms_1")
    ground.put("mothership_one", "base_1", deployed=True)
    ground.bodies(asteroid_1="e_8")
    ground.go("alien_production")
    assert ground.phase != "alien_production"


def test_26_5_a_guided_asteroid_may_destroy_a_mining_base_and_itself() -> None:
    ground = Ground("advanced")
    ground.put("g_9", "ns_1")
    ground.put("venus_orbit", "ms_1")
    ground.bodies(asteroid_1="g_9", mining_base_1="f_7")
    ground.s.body_inertia[body("asteroid_1")] = -1
    ground.go("aliens_move")
    # the middle of G-9 lies at 17/48 of the circle: in F-7
    ground.play("to f_7", "move ns_1", "cruise", "to f_7", "done")
    assert ground.name == "hit_base"
    ground.play("hit mining_base_1")
    assert ground.s.devastated[site("mining_base_1")] == 1 and ground.s.body_at[body("asteroid_1")] == -1
    assert ground.alive("ns_1")


# The rulebook's example: an asteroid on hex 1716, guided by a Novaship.


def test_26_7_example_the_asteroid_hits_1716_and_its_neighbours() -> None:
    ground = Ground("advanced")
    ground.bodies(asteroid_1="e_8", earth="c_3")
    ground.put("e_8", "ns_1")
    ground.put("earth_1816", "army_1")
    ground.put("earth_1716", "dt_1", "cw_1")
    ground.put("venus_orbit", "ms_1")
    ground.s.body_inertia[body("asteroid_1")] = -1
    ground.go("aliens_move")
    ground.play("done")  # the Crawler stays
    assert "to earth_1716" in ground.texts()  # inertia one, gravity one
    ground.play("to earth_1716", "move ns_1", "to earth_orbit")
    # neighbours in order: 1817 (3 IUs), 1717 (3), 1616 (1), the Army, 1615 (1), 1715 (1)
    order = [V["place"].ids[p] for p in sorted(world.NEAR[place("earth_1716")])]
    assert order == [f"earth_{n}" for n in ("1717", "1817", "1616", "1816", "1615", "1715")]
    ground.dice(1, 2, 4, 3, 5, 6, 4, 3, 1, 6)
    ground.play("done")
    devastated = {V["site"].ids[i]: n for i, n in enumerate(ground.s.devastated) if n}
    assert devastated == {"earth_1716": 3, "earth_1717": 2, "earth_1817": 1, "earth_1615": 1}
    assert not ground.alive("army_1") and not ground.alive("dt_1") and not ground.alive("cw_1")
    assert ground.alive("ns_1") and ground.s.body_at[body("asteroid_1")] == -1


def test_26_6_without_a_guide_in_orbit_the_asteroid_misses() -> None:
    ground = Ground("advanced")
    ground.bodies(asteroid_1="e_8", earth="c_3")
    ground.put("e_8", "ns_1")
    ground.put("venus_orbit", "ms_1")
    ground.s.body_inertia[body("asteroid_1")] = -1
    ground.go("aliens_move")
    ground.play("to earth_1716", "done")
    assert ground.figures()["devastated_ius"] == 0 and ground.s.body_at[body("asteroid_1")] == -1


def test_26_6_with_its_guide_in_the_space_instead_it_stays_and_hits_nothing() -> None:
    ground = Ground("advanced")
    ground.bodies(asteroid_1="e_8", earth="c_3")
    ground.put("e_8", "ns_1", "ns_2")
    ground.s.body_inertia[body("asteroid_1")] = -1
    ground.go("aliens_move")
    ground.play("to earth_1716", "move ns_1", "cruise", "to c_3", "done")
    assert ground.figures()["devastated_ius"] == 0
    assert ground.s.body_at[body("asteroid_1")] == place("c_3") and ground.s.body_inertia[body("asteroid_1")] == -2
    assert ground.s.impact[body("asteroid_1")] == -1


def test_26_6_an_asteroid_may_stay_in_space_and_in_a_1_falls_into_the_sun() -> None:
    ground = Ground("advanced")
    ground.bodies(asteroid_1="b_1")
    ground.put("b_1", "ns_1")
    ground.put("venus_orbit", "ms_1")
    ground.s.body_inertia[body("asteroid_1")] = -1
    ground.go("aliens_move")
    assert "to mercury_1312" in ground.texts()
    ground.play("to a_1", "move ns_1", "cruise", "to a_1", "done")
    assert ground.s.body_at[body("asteroid_1")] == -1
    assert "Free Asteroid 1 falls into the Sun" in ground.log()


def test_26_7_venus_is_open_to_converters_after_a_hit() -> None:
    ground = Ground("advanced")
    ground.put("venus_orbit", "ms_1")
    ground.go("terran_production")
    asteroids.hit_by_asteroid(ground.s, place("venus_1418"))
    assert ground.s.venus_hit


def test_21_3_not_even_a_crash_opens_venus_in_the_intermediate_game() -> None:
    for scenario, falls in (("intermediate", 0), ("advanced", 1)):
        ground = Ground(scenario, landing_ships=True)
        ground.put("venus_orbit", "qs_1")
        ground.put("venus_1918", "ac_1", deployed=True)
        ground.go("aliens_move")
        ground.dice(6)
        ground.play("crash qs_1", "to venus_1418")
        assert conversion.rate(ground.s, charts.INDEX_VENUS) == falls


def test_26_6_a_pushed_asteroid_may_hit_a_planet_in_the_space_it_enters() -> None:
    ground = Ground("advanced")
    ground.put("h_1", "ms_1", "ms_2")
    inner = V["place"].ids[world.inwards(place("h_1"))[0]]
    ground.bodies(ceres=inner)
    ground.put("ceres_1111", "dt_1")
    ground.go("aliens_move")
    ground.play("push asteroid_1")
    assert ground.texts() == [f"to {inner}", "to ceres_1111"]
    ground.play("to ceres_1111", "move ms_1", "to ceres_orbit", "done")
    assert not ground.alive("dt_1") and ground.s.devastated[site("ceres_1111")] == 1
    assert ground.s.body_at[body("asteroid_1")] == -1


# --- besieged planets


def siege() -> Ground:
    ground = Ground("advanced")
    ground.put("venus_orbit", "ms_1")
    ground.put("mars_orbit", "esc_1")
    return ground


def test_27_1_warships_alone_in_orbit_besiege_a_planet() -> None:
    ground = siege()
    assert economy.besieged(ground.s, world.ON_MARS, 0)
    ground.put("mars_orbit", "corv_1")
    assert not economy.besieged(ground.s, world.ON_MARS, 0)
    other = Ground("advanced")
    other.put("mars_orbit", "ms_1", "ln_1")
    assert not economy.besieged(other.s, world.ON_MARS, 0)


def test_27_1_earth_is_never_besieged_but_luna_and_the_colony_are() -> None:
    ground = siege()
    ground.put("earth_orbit", "ns_1")
    assert not economy.besieged(ground.s, world.ON_EARTH, 0)
    assert economy.besieged(ground.s, world.ON_LUNA, 0)
    assert economy.site_besieged(ground.s, world.SPACE_COLONY, 0)


def test_27_1_any_alien_unit_besieges_a_mining_base() -> None:
    ground = siege()
    ground.put("f_2", "ln_1")
    assert economy.site_besieged(ground.s, site("mining_base_1"), 0)
    ground.put("f_2", "tr_1")
    assert not economy.site_besieged(ground.s, site("mining_base_1"), 0)


def test_27_2_besieged_industry_does_not_produce_and_mars_takes_no_units() -> None:
    ground = siege()
    ground.go("terran_production")
    assert ground.s.points[0] == 52 == ground.figures()["terran_production"]
    ground.play("build dt", "place dt")
    assert not any("mars" in t for t in ground.texts())


def test_27_0_is_no_rule_of_the_intermediate_game() -> None:
    ground = Ground("intermediate")
    ground.put("mars_orbit", "esc_1")
    assert not economy.besieged(ground.s, world.ON_MARS, 0)


def test_25_1_a_mothership_that_has_pushed_is_told_why_it_stays() -> None:
    ground = at_mars()
    ground.put("mars_orbit", "esc_1")
    ground.go("aliens_move")
    ground.dice(6, 6, 6, 6)
    ground.play("push deimos", "to mars_1212", "done")
    assert ground.name == "ships_move"
    ground.refused("move ms_1", "25.1", "pushed a moon")


def test_31_5_refusals_of_a_crash() -> None:
    ground = Ground("advanced", landing_ships=True)
    ground.put("mars_orbit", "ns_1", "esc_1")
    ground.put("e_8", "ns_2")
    ground.go("aliens_move")
    ground.refused("crash esc_1", "31.5", "only Novaships")
    ground.refused("crash ns_2", "31.5", "in orbit")
    ground.play("move ns_1", "to venus_orbit")
    ground.refused("crash ns_1", "31.5", "already moved")
    other = Ground("advanced")
    other.put("mars_orbit", "ns_1", "esc_1")
    other.go("aliens_move")
    other.refused("crash ns_1", "31.5", "option")
