"""Writes the lessons of The Air-Eaters Strike Back: the rulebook's worked examples as positions to play through.

python tools/air_eaters_lessons/build.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import grognard

OUT = Path(__file__).resolve().parents[2] / "src/grognard/games/air_eaters/lessons"
GAME = grognard.load("air_eaters")

BODIES = {
    "mercury": "a_1", "venus": "b_2", "earth": "c_3", "mars": "d_4", "ceres": "g_6", "pallas": "g_3", "vesta": "g_4",
    "jupiter": "l_1",
}  # fmt: skip
INTERMEDIATE = {
    **BODIES, "trojans_1": "l_41", "trojans_2": "l_9", "mining_base_1": "f_2", "mining_base_2": "f_4",
    "mining_base_3": "f_7", "mining_base_4": "f_9",
}  # fmt: skip
ALIEN_TYPES = GAME.piece_types[12:]
INDEX = {"venus": 15, "earth": 20, "mars": 25, "io": 40}


def position(
    scenario: str,
    phase: str,
    units: dict[str, str],
    *,
    turn: int = 2,
    bodies: dict[str, str] | None = None,
    marks: dict[str, dict[str, Any]] | None = None,
    forced: list[int] | None = None,
    fields: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A position document at the start of a phase. `marks` adds to a piece's fields."""
    match = GAME.new(scenario, {}, seed=1)
    names = [p.name for p in match.setup.sequence]
    pieces: dict[str, dict[str, Any]] = {}
    for name, at in units.items():
        alien = name.rsplit("_", 1)[0] in ALIEN_TYPES
        pieces[name] = {"at": at, "owner": "alien" if alien else match.sides[0], **(marks or {}).get(name, {})}
    sites = {name: {"exists": True} for name in GAME.vocab["site"].ids if "_" in name and not name.startswith("mining")}
    if scenario == "introductory":
        del sites["space_colony"]
    where = bodies if bodies is not None else BODIES if scenario == "introductory" else INTERMEDIATE
    for name in where:
        if name.startswith("mining_base"):
            sites[name] = {"exists": True}
    document: dict[str, Any] = {
        "format": "grognard position 1",
        "game": "air_eaters",
        "edition": 1,
        "scenario": scenario,
        "options": {},
        "seed": "lesson",
        "turn": turn,
        "phase": names.index(phase) - 1,
        "stack": [["next_phase"]],
        "arranged": True,
        "fields": {
            "each piece": pieces,
            "each body": {name: {"body_at": at} for name, at in where.items()},
            "each site": sites,
            "each index": {name: {"index": value} for name, value in INDEX.items()},
            **(fields or {}),
        },
    }
    if forced:
        document["forced"] = forced
    return document


LESSONS: list[dict[str, Any]] = [
    {
        "id": "1_crawler_and_infantry",
        "title": "A Crawler meets Bounce Infantry",
        "rule": "8.1",
        "text": "The Crawler fires first and needs a 1 on the land table, Crawler against Bounce Infantry. It rolls a 2. The "
        "infantry is still there to fire back: it needs 1 to 3, and rolls a 3.",
        "try": ["fire cw_1", "at bi_1", "fire bi_1", "at cw_1"],
        "side": "alien",
        "position": position(
            "introductory", "aliens_fire", {"cw_1": "earth_1816", "bi_1": "earth_1816"}, forced=[2, 3]
        ),
    },
    {
        "id": "2_one_escort_three_corvettes",
        "title": "One attack after the other",
        "rule": "8.3",
        "text": "An Escort and a Mothership meet three Corvettes. The Escort misses one of them. The first Corvette misses the "
        "Escort, the second destroys it, so the third is free to fire at the Mothership. Each target is named only when it is "
        "fired at.",
        "try": [
            "fire esc_1",
            "at corv_1",
            "fire corv_1",
            "at esc_1",
            "fire corv_2",
            "at esc_1",
            "fire corv_3",
            "at ms_1",
        ],  # fmt: skip
        "side": "alien",
        "position": position(
            "introductory",
            "aliens_fire",
            dict.fromkeys(("esc_1", "ms_1", "corv_1", "corv_2", "corv_3"), "mars_orbit"),
            forced=[5, 6, 2, 4],
        ),
    },
    {
        "id": "3_transport_to_luna",
        "title": "A Transport takes a tank to Luna",
        "rule": "6.7",
        "text": "Transport and tank stand in the same hex. The Transport loads, lifts off and lands on Luna in one go, because "
        "Earth and Luna share an orbit box. There it must unload, and neither of them moves on this turn.",
        "try": ["done", "move tr_1", "load dt_1", "to luna_1212"],
        "side": "terran",
        "position": position("introductory", "terrans_move", {"tr_1": "earth_1716", "dt_1": "earth_1716"}),
    },
    {
        "id": "4_lander_at_jupiter",
        "title": "A Lander in orbit around Jupiter",
        "rule": "6.10",
        "text": "Two Motherships and a Lander share the orbit. The Lander may take a Crawler from either Mothership down to a moon "
        "or to Jupiter, or stay and pass it on to the other Mothership.",
        "try": ["move ln_1", "load cw_1", "to mothership_two"],
        "side": "alien",
        "position": position(
            "introductory",
            "aliens_move",
            {
                "ms_1": "jupiter_orbit",
                "ms_2": "jupiter_orbit",
                "ln_1": "jupiter_orbit",
                "cw_1": "mothership_one",
                "cw_2": "mothership_two",
            },
        ),
    },
    {
        "id": "5_quasarship_bombards",
        "title": "A Quasarship bombards Earth",
        "rule": "9.1",
        "text": "A Quasarship attacks four times from orbit and devastates one Industrial Unit with each 1 to 3. It rolls 1, 4, 3 "
        "and 6: two are gone. Any hex of Earth or Luna may be named, and a new one each time.",
        "try": [
            "bombard qs_1",
            "hit earth_1716",
            "bombard qs_1",
            "hit earth_1716",
            "bombard qs_1",
            "hit earth_2116",
            "bombard qs_1",
            "hit luna_1212",
        ],  # fmt: skip
        "side": "alien",
        "position": position("introductory", "bombardment", {"qs_1": "earth_orbit"}, forced=[1, 4, 3, 6]),
    },
    {
        "id": "6_fifty_units_of_production",
        "title": "Spending production",
        "rule": "10.3",
        "text": "Destroyers have been researched. Three of them take 45 Industrial Units and a tank 5. What is left may go towards "
        "a Destroyer of a later turn; it is lost otherwise.",
        "try": ["build dd", "build dd", "build dd", "build dt", "invest dd", "pay 3"],
        "side": "terran",
        "position": position(
            "introductory",
            "terran_production",
            {"ms_1": "venus_orbit"},
            fields={"each side": {"terran": {"researched": ["dd"]}}},
        ),
    },
    {
        "id": "7_four_ships_and_the_sun",
        "title": "Inertia and solar gravity",
        "rule": "20.0",
        "text": "The Transport leaves Mars by one ring and will drift one outwards next turn. The Corvette drifts two out, "
        "accelerates one and enters Jupiter's orbit, where its inertia ends. The Destroyer drifts four out, then accelerates one "
        "clockwise and one inwards, and the Sun pulls it in once more: two out are left. The Cruiser leaves Jupiter inwards by "
        "four rings, three by its engines and one by the Sun.",
        "try": [
            "done",
            "move tr_1",
            "to e_6",
            "move corv_1",
            "to jupiter_orbit",
            "move dd_1",
            "to f_9",
            "move ca_1",
            "to h_8",
        ],  # fmt: skip
        "side": "terran",
        "position": position(
            "intermediate",
            "terrans_move",
            {"tr_1": "mars_orbit", "corv_1": "i_9", "dd_1": "d_4", "ca_1": "jupiter_orbit", "ms_1": "venus_orbit"},
            bodies={**INTERMEDIATE, "jupiter": "l_12"},
            marks={"corv_1": {"inertia": 2}, "dd_1": {"inertia": 4}},
        ),
    },
    {
        "id": "8_a_crawler_all_ways",
        "title": "Beamed, driven, carried and beamed again",
        "rule": "19.1",
        "text": "In one Alien movement phase a Crawler is beamed from its Mothership to a Base on Earth, drives one hex, is carried "
        "back by a Lander and beamed on to a Base on Mars. A unit can be beamed again as soon as anything has moved.",
        "try": [
            "beam cw_1",
            "to earth_2113",
            "move cw_1",
            "to earth_2013",
            "move ln_1",
            "load cw_1",
            "to earth_2113",
            "beam cw_1",
            "to mars_1212",
        ],  # fmt: skip
        "side": "alien",
        "position": position(
            "intermediate",
            "aliens_move",
            {
                "ms_1": "venus_orbit",
                "base_1": "mothership_one",
                "base_2": "earth_2113",
                "base_3": "mars_1212",
                "cw_1": "mothership_one",
                "ln_1": "earth_2013",
            },
            marks={f"base_{n}": {"deployed": True} for n in (1, 2, 3)},
        ),
    },
    {
        "id": "9_an_asteroid_on_1716",
        "title": "An asteroid strikes Earth",
        "rule": "26.7",
        "text": "A Free Asteroid reaches Earth by inertia and solar gravity, and a Novaship enters orbit to guide it. The three "
        "Industrial Units in hex 1716 are devastated outright. A die is rolled for each one in the adjacent hexes and for the "
        "Army in 1816: 1 to 3 strikes.",
        "try": ["to earth_1716", "move ns_1", "to earth_orbit"],
        "side": "alien",
        "position": position(
            "advanced",
            "aliens_move",
            {"ns_1": "e_8", "army_1": "earth_1816"},
            bodies={**INTERMEDIATE, "deimos": "mars_orbit", "phobos": "mars_orbit", "asteroid_1": "e_8"},
            fields={},
        ),
    },
]
LESSONS[-1]["position"]["fields"]["each body"]["asteroid_1"]["body_inertia"] = -1


def main() -> None:
    OUT.mkdir(exist_ok=True)
    for lesson in LESSONS:
        match = GAME.from_position(lesson["position"])
        for action in lesson["try"]:
            match.play(match.to_act[0], action)
        path = OUT / f"{lesson['id']}.json"
        path.write_text(json.dumps(lesson, indent=1) + "\n", encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
