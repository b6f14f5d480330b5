"""Writes the lessons of The Air-Eaters Strike Back: the rulebook's worked examples as positions to play through.

python tools/air_eaters_lessons/build.py
"""

from __future__ import annotations

import json
import tomllib
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


POSITIONS: dict[str, dict[str, Any]] = {
    "1_crawler_and_infantry": position(
        "introductory", "aliens_fire", {"cw_1": "earth_1816", "bi_1": "earth_1816"}, forced=[2, 3]
    ),
    "2_one_escort_three_corvettes": position(
        "introductory",
        "aliens_fire",
        dict.fromkeys(("esc_1", "ms_1", "corv_1", "corv_2", "corv_3"), "mars_orbit"),
        forced=[5, 6, 2, 4],
    ),
    "3_transport_to_luna": position("introductory", "terrans_move", {"tr_1": "earth_1716", "dt_1": "earth_1716"}),
    "4_lander_at_jupiter": position(
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
    "5_quasarship_bombards": position("introductory", "bombardment", {"qs_1": "earth_orbit"}, forced=[1, 4, 3, 6]),
    "6_fifty_units_of_production": position(
        "introductory",
        "terran_production",
        {"ms_1": "venus_orbit"},
        fields={"each side": {"terran": {"researched": ["dd"]}}},
    ),
    "7_four_ships_and_the_sun": position(
        "intermediate",
        "terrans_move",
        {"tr_1": "mars_orbit", "corv_1": "i_9", "dd_1": "d_4", "ca_1": "jupiter_orbit", "ms_1": "venus_orbit"},
        bodies={**INTERMEDIATE, "jupiter": "l_12"},
        marks={"corv_1": {"inertia": 2}, "dd_1": {"inertia": 4}},
    ),
    "8_a_crawler_all_ways": position(
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
    "9_an_asteroid_on_1716": position(
        "advanced",
        "aliens_move",
        {"ns_1": "e_8", "army_1": "earth_1816"},
        bodies={**INTERMEDIATE, "deimos": "mars_orbit", "phobos": "mars_orbit", "asteroid_1": "e_8"},
        fields={},
    ),
}
POSITIONS["9_an_asteroid_on_1716"]["fields"]["each body"]["asteroid_1"]["body_inertia"] = -1


def main() -> None:
    texts = tomllib.loads(Path(__file__).with_name("lessons.toml").read_text("utf-8"))
    OUT.mkdir(exist_ok=True)
    for name, lesson in texts.items():
        match = GAME.from_position(POSITIONS[name])
        for action in lesson["try"]:
            match.play(match.to_act[0], action)
        text = " ".join(lesson["text"].split())
        document = {"id": name, **lesson, "text": text, "position": POSITIONS[name]}
        (OUT / f"{name}.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
