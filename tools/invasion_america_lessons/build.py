"""Positions that teach a rule each, the worked examples among them; played through before they are written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grognard.games.invasion_america.game import InvasionAmerica, build

OUTPUT = Path("src/grognard/games/invasion_america/lessons")
Spot = str | tuple[str, int]


class Ground:
    """The map, asked for hexes that suit a lesson."""

    def __init__(self, game: InvasionAmerica) -> None:
        self.game = game
        self.theatre = game.theatre
        self.ids = game.places

    def find(self, wanted: Callable[[int], bool], near: str) -> int:
        """The hex nearest to a given one that fits."""
        start = self.number(near)
        order = sorted(range(self.theatre.size), key=lambda p: (self.theatre.distance(start, p), p))
        return next(p for p in order if wanted(p))

    def number(self, name: str) -> int:
        return self.game.vocab["place"].index[name]

    def dry(self, a: int, b: int) -> bool:
        """Two neighbouring land hexes with a plain side between them."""
        theatre = self.theatre
        return bool(theatre.trace[a] >> b & 1) and (a, b) not in theatre.river

    def clear(self, place: int) -> bool:
        return self.theatre.terrain[place] == "clear" and not self.theatre.points[place]


def arrange(ground: Ground, units: dict[str, Spot], phase: str, forced: list[int]) -> dict[str, Any]:
    """The position document with just these units."""
    game = ground.game
    match = game.new("three_pronged_invasion", {"garrison": False}, 1)
    s = match.state
    count = game.forces.count
    s.at, s.aboard, s._presence = [-1] * count, [-1] * count, None
    keep = set()
    for name, given in units.items():
        spot, strength = given if isinstance(given, tuple) else (given, None)
        unit = game.vocab["piece"].index[name]
        keep.add(unit)
        if strength is not None:
            s.strength[unit] = strength
            s.tried |= 1 << unit
        if spot in game.vocab["piece"].index:
            ship = game.vocab["piece"].index[spot]
            s.aboard[unit], s.at[unit] = ship, s.at[ship]
        else:
            s.at[unit] = game.vocab["place"].index[spot]
    s.strength = [value if unit in keep else 0 for unit, value in enumerate(s.strength)]
    s.phase = next(i for i, p in enumerate(match.setup.sequence) if p.name == phase)
    nodes = game.node_numbers
    s.stack = [(nodes["next_phase"],), (nodes[match.setup.sequence[s.phase].node], s.phase)]
    document: dict[str, Any] = match.position()
    if forced:
        document["forced"] = forced
        document["arranged"] = True
    return document


def lessons(ground: Ground) -> list[dict[str, Any]]:
    theatre, ids = ground.theatre, ground.ids
    depot = {"esc_s1": "s2129"}

    def around(place: int) -> list[int]:
        return [p for p in theatre.near[place] if ground.dry(place, p)]

    field = ground.find(lambda p: ground.clear(p) and len(around(p)) >= 4, "s2726")
    sides = around(field)
    west, east = sides[0], max(sides, key=lambda p: theatre.distance(sides[0], p))
    target, camp, beyond = ids[field], ids[west], ids[east]
    beach = ground.find(lambda p: theatre.beach[p] == 3, "s2331")
    shore = ids[beach]
    inland = ids[next(p for p in theatre.near[beach] if theatre.trace[beach] >> p & 1 and not theatre.points[p])]
    port = "s2330"
    out: list[dict[str, Any]] = []

    def add(
        name: str,
        title: str,
        text: str,
        rule: str,
        units: dict[str, Spot],
        phase: str,
        tries: list[str],
        forced: list[int] | None = None,
    ) -> None:
        position = arrange(ground, units, phase, forced or [])
        out.append({"name": name, "title": title, "text": text, "rule": rule, "try": tries, "position": position})

    add(
        "odds",
        "Twenty-six against nine",
        "Three corps of strength 10, 10 and 6 attack a stack of 6 and 3 in clear terrain. 26 to 9 is less than three "
        "to one, so the column two to one is read. Commit all three and look at the odds before you resolve.",
        "13.41",
        {
            **depot,
            "esc_a1": (camp, 10),
            "esc_a2": (camp, 10),
            "esc_i1": (camp, 6),
            "usa_a1": (target, 6),
            "usa_i1": (target, 3),
        },
        "esc_combat",
        [f"attack {target}", "with esc_a1", "with esc_a2", "with esc_i1", "resolve"],
        [4],
    )
    add(
        "exchange",
        "An exchange",
        "Six and four attack a unit of three. The die brings Dx: the defender is removed, then the attacker loses at "
        "least as much printed strength. Either attacker will do; which one is for its owner to say.",
        "13.42",
        {**depot, "esc_i1": (camp, 6), "esc_i2": (camp, 4), "usa_i1": (target, 3)},
        "esc_combat",
        [f"attack {target}", "with esc_i1", "with esc_i2", "resolve", "lose esc_i2"],
        [2],
    )
    add(
        "assault",
        "An assault on a beach",
        "A 3/2 beach doubles its defenders, whoever else joins in, and nothing else helps them. The ship and its "
        "troops must attack the hex they lie in.",
        "15.13",
        {
            "esc_am1": shore,
            "esc_a1": ("esc_am1", 10),
            "esc_i1": ("esc_am1", 4),
            "usa_i1": (shore, 4),
            "usa_i2": (shore, 3),
        },
        "esc_combat",
        [f"attack {shore}", "resolve"],
        [2],
    )
    add(
        "landing",
        "Landing on an empty beach",
        "Nobody holds this 3/2 beach. Going ashore costs three movement points; armor has six and may go on inland "
        "with the rest.",
        "15.15",
        {"esc_am1": shore, "esc_a1": "esc_am1", "esc_a2": "esc_am1", "usa_rr1": "s3333"},
        "esc_movement",
        ["move esc_a1", f"to {inland}", "move esc_a2", f"to {shore}", "done"],
    )
    far = ground.find(
        lambda p: ground.clear(p) and theatre.distance(p, field) == 2 and theatre.distance(p, west) == 1, target
    )
    add(
        "zones",
        "Zones of control",
        "An enemy corps controls the six hexes round it. Your unit must stop in the first of them that it enters; in "
        "its next move it may leave again.",
        "11.13",
        {"usa_a1": ids[far], "esc_a1": target, **depot},
        "us_movement",
        ["move usa_a1", f"to {camp}", "done"],
    )
    pair = next(
        (a, b)
        for (a, b), kind in sorted(theatre.river.items())
        if kind == 2
        and theatre.trace[a] >> b & 1
        and not theatre.points[a]
        and not theatre.points[b]
        and theatre.areas["usa"] >> a & theatre.areas["usa"] >> b & 1
    )
    add(
        "great_river",
        "A great river stops a zone",
        "Zones of control do not reach across great rivers or blocked hexsides, nor into the sea. Standing behind the "
        "river your unit may walk along it; crossing would cost two points more.",
        "11.16",
        {"usa_a1": ids[pair[0]], "esc_a1": ids[pair[1]], **depot},
        "us_movement",
        ["move usa_a1", "stay"],
    )
    ring = list(theatre.near[field])
    cordon = {f"esc_a{i + 1}": ids[p] for i, p in enumerate(_cordon(theatre, field))}
    add(
        "cut_off",
        "Cut off",
        "Every hex round your armor is in an enemy zone. No line leads to a supply hex: it moves and fights at half.",
        "9.4",
        {"usa_a1": (target, 8), **cordon, **depot},
        "us_supply",
        ["move usa_a1", "stay", "done"],
    )
    add(
        "line_through",
        "A friend holds the way open",
        "The same cordon, but a friendly corps stands in one of the controlled hexes and others beyond: through hexes "
        "that friends occupy the line may run. This time the armor is in supply.",
        "11.19",
        {"usa_a1": (target, 8), **cordon, **_corridor(ground, field, ring, cordon), **depot},
        "us_supply",
        ["move usa_a1", "stay", "done"],
    )
    add(
        "port",
        "A port feeds who holds it",
        "Aggressors live on ports and on supply units at the coast. The port is empty; move your infantry in, and the "
        "corps beyond is fed from that moment.",
        "9.61",
        {"esc_i1": ids[_beside(theatre, ground.number(port))], "esc_a1": (ids[_beside(theatre, field)], 10)},
        "esc_movement",
        ["move esc_i1", f"to {port}", "done"],
    )
    add(
        "retreat",
        "Retreat and advance",
        "Three to one, and the die brings D1: the defender goes back one hex, away from the attackers' zones. The "
        "victors may follow along the path it leaves.",
        "13.71",
        {**depot, "esc_a1": (camp, 10), "usa_i1": (target, 3)},
        "esc_combat",
        [f"attack {target}", "with esc_a1", "resolve"],
        [6],
    )
    add(
        "superiority",
        "Air superiority",
        "A bomber covers the corps you would like to strike. Attack the bomber first, with whatever result; then the "
        "aircraft may strike the corps.",
        "14.5",
        {
            **depot,
            "esc_cas1": (camp, 4),
            "usa_i1": (target, 3),
            "usa_lrb1": (ids[_apart(ground, east, field)], 6),
            "esc_a1": (beyond, 10),
        },
        "esc_combat",
        [f"attack {ids[_apart(ground, east, field)]}", "with esc_a1", "resolve"],
        [4],
    )
    add(
        "rail",
        "By rail across the country",
        "A rail unit carries one corps at a time, any number in a turn, for sixty hexes. Carry the armor from "
        "Minneapolis to Kansas City; it will not move again before the Mechanized Movement Phase.",
        "16.41",
        {"usa_rr1": "s3635", "usa_a1": "n0131", "esc_i1": "s1741"},
        "us_rail",
        ["rail usa_rr1", "carry usa_a1", "drop s3330", "done"],
    )
    return out


def _cordon(theatre: Any, place: int) -> list[int]:
    """Hexes two away whose zones close all hexes round the place."""
    wanted = theatre.grid.masks[place] & theatre.land
    found: list[int] = []
    for other in range(theatre.size):
        if theatre.distance(other, place) == 2 and theatre.land >> other & 1 and theatre.zone[other] & wanted:
            found.append(other)
            wanted &= ~theatre.zone[other]
    if wanted:
        raise SystemExit("the cordon has a hole")
    return found


def _corridor(ground: Ground, field: int, ring: list[int], cordon: dict[str, str]) -> dict[str, Spot]:
    """Friends in a line outward, from the armor to where no enemy zone reaches."""
    theatre = ground.theatre
    held = {ground.number(p) for p in cordon.values()}
    zone = 0
    for place in held:
        zone |= theatre.zone[place]
    for first in ring:
        for second in theatre.near[first]:
            if theatre.distance(second, field) != 2 or second in held or not theatre.trace[first] >> second & 1:
                continue
            for third in theatre.near[second]:
                if theatre.distance(third, field) == 3 and theatre.trace[second] >> third & 1 and third not in held:
                    hexes = [first, second] if not zone >> third & 1 else [first, second, third]
                    if theatre.trace[field] >> first & 1:
                        return {f"usa_i{i + 1}": ground.ids[p] for i, p in enumerate(hexes)}
    raise SystemExit("no corridor")


def _beside(theatre: Any, place: int) -> int:
    return next(p for p in theatre.near[place] if theatre.trace[p] >> place & 1 and not theatre.points[p])


def _apart(ground: Ground, place: int, other: int) -> int:
    """A hex next to the first and not next to the second."""
    theatre = ground.theatre
    return next(
        p
        for p in theatre.near[place]
        if ground.dry(place, p) and theatre.distance(p, other) == 2 and not theatre.points[p]
    )


def main() -> None:
    ground = Ground(build())
    OUTPUT.mkdir(exist_ok=True)
    for number, lesson in enumerate(lessons(ground), start=1):
        match = ground.game.from_position(lesson["position"])
        for text in lesson["try"]:
            match.play(match.to_act[0], text)
        path = OUTPUT / f"{number:02d}_{lesson['name']}.json"
        path.write_text(json.dumps(lesson, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(path.name, len(path.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
