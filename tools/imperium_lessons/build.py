"""Writes the lessons of Imperium: the rulebook's worked examples as positions with their dice.

Run by hand: python tools/imperium_lessons/build.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grognard.games.imperium import sequence
from grognard.games.imperium.game import build

OUT = Path(__file__).parents[2] / "src" / "grognard" / "games" / "imperium" / "lessons"
HOMES = {
    "t_w1": "sol_surface",
    "t_w2": "alpha_centauri_a_surface",
    "i_w1": "dingir_surface",
    "i_w2": "gashidda_surface",
}


def position(phase: str, at: dict[str, str], marks: dict[str, list[str]], dice: list[int]) -> dict[str, Any]:
    """The first war at the beginning of a phase, as the product itself writes it."""
    names = [p.name for p in sequence.ONE_WAR]
    active, phasing, _ = sequence.FACTS[phase]
    index = names.index(phase)
    document = {
        "format": "grognard position 1",
        "game": "imperium",
        "edition": 1,
        "scenario": "first_war",
        "seed": "lesson",
        "turn": 2,
        "phase": index,
        "arranged": True,
        "forced": dice,
        "stack": [["next_phase"], [sequence.ONE_WAR[index].node, index]],
        "fields": {
            "active": ("terran", "imperial")[active],
            "mover": ("terran", "imperial")[phasing],
            **marks,
            "each piece": {piece: {"at": place} for piece, place in {**HOMES, **at}.items()},
        },
    }
    found: dict[str, Any] = build().from_position(document).position()
    return found


def write(name: str, title: str, rule: str, text: str, position: dict[str, Any], tries: list[str]) -> None:
    lesson = {"id": name, "title": title, "rule": rule, "text": text, "position": position, "try": tries}
    (OUT / f"{name}.json").write_text(json.dumps(lesson, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    OUT.mkdir(exist_ok=True)
    fleet = dict.fromkeys(("i_dd1", "i_cs1", "i_b2_1", "t_f1", "t_cr1", "t_mb1"), "junction")
    write(
        "1_space_combat",
        "Space combat at missile range",
        "Combat/Space Combat",
        "A Destroyer, a Strike Cruiser and an Improved Dreadnought of the Imperium have come upon a Terran "
        "Fighter, a Heavy Cruiser and a Missile Boat. The first round is at long range, so only missiles count. "
        "Pair Destroyer with Fighter, Strike Cruiser with Heavy Cruiser, Dreadnought with Missile Boat. The Heavy "
        "Cruiser and the Missile Boat empty their stores in one salvo each; the fire of their targets on them "
        "comes first. The Destroyer needs 6 and rolls it, the Fighter misses. The Strike Cruiser needs 5 and "
        "rolls 4; the Heavy Cruiser answers with 12 against a screen of 4 and destroys it. The Dreadnought needs "
        "2, rolls 3, and the Missile Boat never fires. What is left of both fleets goes on in the next lesson.",
        position("imperial_combat_1", {**fleet, "t_o1": "junction_surface"}, {"entered": ["i_dd1"]}, [4, 3, 4, 4, 6]),
        [
            "stand", "stand", "forward t_f1", "match i_dd1", "forward t_cr1", "match i_cs1",
            "fire all",
            "fire t_f1 at i_dd1", "salvo t_cr1 at i_cs1", "salvo t_mb1 at i_b2_1",
        ],
    )  # fmt: skip
    rest = dict.fromkeys(("i_dd1", "i_b2_1", "t_cr1"), "junction")
    write(
        "1_space_combat_again",
        "Space combat: matching anew",
        "Combat/Space Combat/Extra Ships",
        "The ships that survived the lesson before are matched anew for the next round, again at missile range. "
        "Only one Terran ship is left, so one of the two Imperial ships is spare: the Dreadnought faces the Heavy "
        "Cruiser, and the Destroyer, whose plain fire can not hurt it, is screened behind. Fire is simultaneous. "
        "The Dreadnought needs 4 and rolls 5, the Heavy Cruiser needs 6 and rolls it: both are destroyed, the "
        "Destroyer is the only ship left, and the Imperium has won the hex. The printed example runs both rounds "
        "together, and so lets the Heavy Cruiser fire missiles of which it has emptied its store. The rule forbids "
        "that in one battle, so here the round begins a battle of its own, with full stores.",
        position("imperial_combat_1", {**rest, "t_o1": "junction_surface"}, {"entered": ["i_dd1", "i_b2_1"]}, [6, 5]),
        ["stand", "stand", "match i_b2_1", "screen rest", "fire all", "fire all"],
    )
    write(
        "2_bombardment",
        "Bombardment and planetary defense fire",
        "Combat/Bombardment",
        "A Terran Dreadnought, a Destroyer and a Missile Boat hold the hex above an Imperial outpost and Troop "
        "741. The Dreadnought puts nine missile factors on the troop: a 1 neutralizes it. Missile Boat and "
        "Destroyer put seven on the outpost: a 2 does nothing. Then the outpost fires once at each ship that has "
        "bombarded and hits on 1 or 2: it destroys the Destroyer on a 1; its 2 against the Dreadnought counts as "
        "3, because of the screen of 7; a 3 misses the Missile Boat.",
        position(
            "terran_combat_1",
            {
                **dict.fromkeys(("t_b1", "t_dd1", "t_mb1"), "shuruppak"),
                **dict.fromkeys(("i_o1", "i_troop_741"), "shuruppak_surface"),
            },
            {},
            [2, 1, 1, 2, 3],
        ),
        [
            "approach shuruppak", "bombard i_troop_741 with t_b1", "bombard i_o1 with t_mb1", "bombard i_o1 with t_dd1",
            "done",
        ],
    )  # fmt: skip
    write(
        "3_surface_combat",
        "Surface combat",
        "Combat/Surface Combat",
        "Three Terran troops attack four Imperial ones, one of which, Troop 741, has been neutralized from space."
        " Only three can be faced, so Troop 741 and the outpost are screened. Troop 1 (factor 2) and Troop 982 "
        "(factor 1) destroy each other: +1 with a 1, -1 with a 2. Troop 3 (factor 3), a regular, faces jump troop"
        " 60 (factor 4): the regular fires first at -1, rolls 2, and the jump troop is gone before it can fire. "
        "Jump troop 23 (factor 6) destroys jump troop 36 (factor 5) at +1 with a 2 and survives its answer, a 4 "
        "at -1: where jump troops meet jump troops nobody fires first. All Imperial troops that took part are "
        "destroyed and the combat ends; what was screened must wait for another phase.",
        position(
            "terran_combat_1",
            dict.fromkeys(
                (
                    "t_troop_1", "t_troop_3", "t_troop_23", "i_troop_982", "i_troop_60", "i_troop_36", "i_troop_741",
                    "i_o1",
                ),
                "shuruppak_surface",
            ),
            {"neutral": ["i_troop_741"]},
            [2, 1, 2, 2, 4],
        ),
        [
            "assault shuruppak_surface",
            "forward i_troop_982",
            "match t_troop_1",
            "forward i_troop_60",
            "match t_troop_3",
            "forward i_troop_36",
            "fire all",
            "fire all",
        ],
    )  # fmt: skip
    write(
        "4_tanker",
        "Past Sirius with a tanker",
        "Movement/Refueling",
        "Sirius has no planets, so a ship that jumps there finds no fuel and can't jump on. A tanker makes fuel "
        "from the star itself: it refuels every friendly ship in the hex and needs none for itself. Bring the "
        "tanker to Sirius and take both ships on to Markhashi.",
        position(
            "terran_movement_1",
            {"t_ao1": "procyon", "t_sc1": "sirius", "i_o1": "markhashi_surface"},
            {"dry": ["t_sc1"]},
            [],
        ),
        ["take t_ao1", "jump sirius", "fleet sirius", "jump markhashi", "done"],
    )


if __name__ == "__main__":
    main()
