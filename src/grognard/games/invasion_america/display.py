"""What the table shows: the view of a side, and the board as the browser draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.board.bits import to_list
from grognard.core.data import read_data
from grognard.games.invasion_america.forces import FORCE_NAMES, FORCES, SIDES
from grognard.games.invasion_america.naval import is_assaulting
from grognard.games.invasion_america.strength import shown_strength
from grognard.games.invasion_america.summits import is_privy, talks, waiting

if TYPE_CHECKING:
    from grognard.games.invasion_america.game import InvasionAmerica
    from grognard.games.invasion_america.state import State

HIGH = 0.8660254
SHADE = 300  # the map shades slopes from -100 to 100, the table from -1 to 1, faintly
MONTHS = (
    *("March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December", "January", "February"),
)


def factors(s: State, piece: int) -> list[str]:
    """The figures in the printed order: strength, movement; aircraft begin with their range, carriers end with it."""
    forces = s.game.forces
    strength = str(shown_strength(s, piece))
    if forces.is_air[piece]:
        return [str(forces.range_of[piece]), strength, str(forces.move_of[piece])]
    if forces.is_flier[piece]:
        return [strength, str(forces.range_of[piece])]
    if forces.is_rail[piece]:
        return ["RR", str(forces.move_of[piece])]
    if forces.is_supply[piece] or forces.is_transport[piece]:
        return [f"({strength})"]
    if forces.is_naval[piece]:
        return [strength]
    return [strength, str(forces.move_of[piece])]


def marks_of(s: State, piece: int, fighting: int) -> list[str]:
    """What is written on a unit; `fighting` are those with a part in the combat."""
    forces = s.game.forces
    marks = []
    if s.moved >> piece & 1:
        marks.append("moved")
    if s.fought >> piece & 1:
        marks.append("fired")
    if s.short >> piece & 1:
        marks.append("out_of_supply")
    if s.pinned >> piece & 1:
        marks.append("held")
    if forces.hidden[piece] and not s.tried >> piece & 1:
        marks.append("untried")
    if s.partisans and forces.is_militia[piece]:
        marks.append("partisan")
    if fighting >> piece & 1:
        marks.append(("", "attacker", "defender", "retreating", "retreating", "retreated")[s.role_of(piece)])
    if forces.is_landing[piece] and 0 <= s.at[piece] < s.game.theatre.size and is_assaulting(s, piece):
        marks.append("assault")
    return marks


def faces(game: InvasionAmerica) -> list[dict[str, Any]]:
    """What of each unit's entry in a view never changes."""
    forces = game.forces
    return [
        {
            "id": game.pieces[piece],
            "type": game.piece_types[forces.type_of[piece]],
            "side": SIDES[forces.side_of[piece]],
            "force": FORCES[forces.force_of[piece]],
            "at": "",
            "name": forces.vocabulary.names[piece],
        }
        for piece in range(forces.count)
    ]


def view(s: State, mask: int) -> dict[str, Any]:
    """Everything on the map is open; the strength of untried units is not in it for anybody (18.32)."""
    game = s.game
    places = game.places
    fighting = 0
    for units in s.roles:
        fighting |= units
    pieces = []
    for piece, place in enumerate(s.at):
        if place < 0:
            continue
        entry = game.faces[piece].copy()
        entry["at"] = places[place]
        entry["factors"] = factors(s, piece)
        entry["marks"] = marks_of(s, piece, fighting)
        if s.aboard[piece] >= 0:
            entry["on"] = game.pieces[s.aboard[piece]]
        pieces.append(entry)
    marks = [
        {"at": places[place], "kind": "control", "side": SIDES[holder], "value": value}
        for place, holder, value in zip(game.theatre.prizes, s.control, game.prize_points(s), strict=True)
        if holder >= 0
    ]
    return {"pieces": pieces, "marks": marks, "extra": extra(s, mask)}


def extra(s: State, mask: int) -> dict[str, Any]:
    """The game's own: month, winter, the combat at hand, replacements due, the summit."""
    game = s.game
    places = game.vocab["place"].ids
    return {
        "month": MONTHS[(s.turn - 1) % 12],
        "year": (s.turn - 1) // 12 + 1,
        "winter": s.setup.is_winter(s.turn),
        "partisans": bool(s.partisans),
        "annexation_cut_off": bool(s.cut_off),
        "targets": [places[p] for p in to_list(s.targets)],
        "due": {game.vocab["pool"].ids[pool]: count for pool, count in enumerate(s.due) if count},
        "due_any": s.due_any,
        "holders": [[SIDES[side] for side in held] for held in s.setup.holders],
        "summit": summit(s, mask),
    }


def summit(s: State, mask: int) -> dict[str, Any] | None:
    """Who talks about what, for those who may know it (19.94); None where there is no summit for their eyes."""
    frame = talks(s)
    if frame is None or not is_privy(s, mask):
        return None
    return {
        "caller": SIDES[frame[1]],
        "guests": [SIDES[side] for side in to_list(s.guests)],
        "begun": frame[0] == s.game.node("talk"),
        "secret": bool(s.secret),
        "topic": s.game.vocab["topic"].ids[s.topic] if s.topic >= 0 else "",
        "asked": [SIDES[side] for side in waiting(s)],
        "agreed": [SIDES[side] for side in to_list(s.agreed)],
        "amended": [SIDES[side] for side in to_list(s.amended)],
    }


def board(game: InvasionAmerica) -> dict[str, Any]:
    """The map in drawing units: neighbouring hex centres 1 apart, y downwards."""
    style = read_data("invasion_america", "board.toml")
    theatre = game.theatre
    places = [_hex(game, place) for place in range(theatre.size)]
    height = (theatre.rows - 1) * HIGH
    for number, box in enumerate(theatre.boxes):
        across = number * 9.0
        places.append(
            {
                "id": box["id"],
                "name": box["title"],
                "label": box["title"],
                "x": across + 4.0,
                "y": height + 5.0,
                "shape": "box",
                "w": 8.0,
                "h": 5.0,
                "group": box["kind"],
            }
        )
    edges: list[dict[str, str]] = []
    for side in theatre.data["sides"]:
        a, b = side["between"]
        edges.extend({"a": a, "b": b, "kind": kind} for kind in side["kinds"])
    edges.extend(_lines(game))
    types = {t["id"]: {"symbol": t["symbol"], "name": t["name"], "code": t["code"]} for t in game.forces.data["type"]}
    return {
        **style["board"],
        "size": [theatre.columns + 0.5, height + 9.0],
        "places": places,
        "edges": edges,
        "terrains": style["terrains"],
        "marks": style["marks"],
        "edge_kinds": style["edges"],
        "legend": style["legend"],
        "figures": style["figures"],
        "types": types,
        "sides": style["sides"],
        "forces": {
            force: {"name": name, **style["forces"][force]} for force, name in zip(FORCES, FORCE_NAMES, strict=True)
        },
        "insets": [],
        "coast": _coast(height),
        "labels": _labels(game, height),
    }


def _lines(game: InvasionAmerica) -> list[dict[str, str]]:
    """The Rail Net Boundary over land and the Weather Line: sides between hexes on either hand (16.42, 17.3)."""
    theatre, ids = game.theatre, game.places
    out = []
    for a in range(theatre.size):
        for b in theatre.near[a]:
            if a > b:
                continue
            land = theatre.land >> a & theatre.land >> b & 1
            if land and (theatre.rail_net >> a ^ theatre.rail_net >> b) & 1:
                out.append({"a": ids[a], "b": ids[b], "kind": "rail_net"})
            if (theatre.winter >> a ^ theatre.winter >> b) & 1:
                out.append({"a": ids[a], "b": ids[b], "kind": "weather_line"})
    return out


def _coast(height: float) -> dict[str, list[list[float]]]:
    """The true outlines of land and lakes: closed rings of x and y by turns, to be filled by the even-odd rule."""
    rings: dict[str, list[list[int]]] = read_data("invasion_america", "coast.json")
    return {
        kind: [[round(height - v / 100, 3) if i % 2 else v / 100 for i, v in enumerate(ring)] for ring in rings[kind]]
        for kind in ("land", "lakes")
    }


def _labels(game: InvasionAmerica, height: float) -> list[dict[str, Any]]:
    """Names of seas, countries and ranges, with size and turn."""
    return [
        {
            "text": label["text"],
            "kind": label["kind"],
            "x": label["at"][0] / 100,
            "y": round(height - label["at"][1] / 100, 3),
            "size": label["size"] / 100,
            "turn": label.get("turn", 0),
        }
        for label in game.theatre.data.get("labels", [])
    ]


def _hex(game: InvasionAmerica, place: int) -> dict[str, Any]:
    theatre = game.theatre
    entry = theatre.hexes[place]
    column, row = entry["at"]
    out: dict[str, Any] = {
        "id": entry["id"],
        "name": entry.get("name", ""),
        "label": entry["printed"],
        "x": column + 0.5 * (row % 2),
        "y": round((theatre.rows - 1 - row) * HIGH, 4),
        "shape": "hex",
        "r": 0.57735,
        "terrain": "supply" if "supply" in entry.get("marks", ()) else entry["terrain"],
    }
    for key in (
        "country",
        "region",
        "marks",
        "beach",
        "ground",
        "resource",
        "spot",
        "height",
        "sea",
        "source",
        "coastal",
    ):
        if key in entry:
            out[key] = entry[key]
    if entry.get("shade"):
        out["shade"] = round(entry["shade"] / SHADE, 2)
    if theatre.points[place]:
        out["points"] = theatre.points[place]
    if theatre.rail_net >> place & 1:
        out["rail"] = True
    if theatre.winter >> place & 1:
        out["weather"] = True
    return out
