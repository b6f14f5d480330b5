"""What the table shows: the board of a scenario with its terrain key, and each side's view of a match."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board.bits import to_list
from grognard.core.data import read_data
from grognard.games.grav_armor.equipment import (
    BOXES,
    EDGES,
    FIGHTER,
    FORT,
    ORTILLERY,
    SIDES,
    UnitType,
    place_words,
    unit_types,
)
from grognard.games.grav_armor.ground import Ground
from grognard.games.grav_armor.orders import order_words
from grognard.games.grav_armor.state import ORBIT, GravState

LETTER = ("", "M", "P", "G", "B")


def factors(kind: UnitType, loss: int = 0) -> list[str]:
    """EW, attack and weapon, range, defense, movement. A star marks enhanced EW, a point passive defense."""
    ew = f"{kind.ew}*" if kind.enhanced else str(max(kind.ew - loss, 0))
    if kind.move == FORT:
        return ["", "", "", str(kind.defense), "0"]
    reach = "all" if kind.move == ORTILLERY else str(kind.range)
    defense = str(kind.defense) if kind.active else f"{kind.defense}."
    speed = "FD"[kind.move - FIGHTER] if FIGHTER <= kind.move < FORT else str(kind.mp)
    return [ew, f"{kind.attack}{LETTER[kind.weapon]}", reach, defense, speed]


# --- a view


def view(s: GravState, mask: int) -> dict[str, Any]:
    """All is open on this table but the standing orders, which only their owner sees."""
    g = s.ground
    ids, places = g.pieces.ids, place_words().ids
    pieces = []
    for unit in g.dealt:
        piece = unit.piece
        kind = g.kind[piece]
        fort = g.fort_of[piece]
        row: dict[str, Any] = {
            "id": ids[piece],
            "type": kind.id,
            "side": SIDES[unit.side],
            "at": places[s.at[piece]],
            "name": g.pieces.names[piece],
            "factors": factors(kind, s.loss[fort] if fort >= 0 else 0),
            "marks": _marks(s, piece),
        }
        carrier = s.on[piece] if s.on[piece] >= 0 else fort
        if carrier >= 0:
            row["on"] = ids[carrier]
        pieces.append(row)
    marks = [
        {
            "at": places[place],
            "kind": "objective",
            "value": objective.title,
            "side": SIDES[s.holder[number]] if s.holder[number] >= 0 else None,
        }
        for number, objective in enumerate(g.objectives)
        for place in objective.places
    ]
    return {"pieces": pieces, "marks": marks, "extra": _extra(s, mask)}


def _marks(s: GravState, piece: int) -> list[str]:
    found = [
        word
        for word, flags in (("moved", s.moved), ("fired", s.fired), ("disrupted", s.disrupted), ("carried", s.ridden))
        if flags[piece]
    ]
    if s.aloft and piece == s.mover:
        found.append("aloft")
    if s.loss[piece]:
        found.append(f"ew_loss:{s.loss[piece]}")
    return found


def _extra(s: GravState, mask: int) -> dict[str, Any]:
    g = s.ground
    ids, places = g.pieces.ids, place_words().ids
    orders = {
        ids[p]: {
            "order": s.game.lexicon.msg(order_words(s.order[p])),
            "only": [ids[t] for t in to_list(s.aim[p])],
            "within": [places[h] for h in to_list(s.zone[p])],
        }
        for side in (0, 1)
        if mask >> side & 1
        for p in g.units[side]
        if s.order[p] or s.aim[p] or s.zone[p]
    }
    return {
        "mover": ids[s.mover] if s.mover >= 0 else None,
        "points_left": s.left / 2 if s.mover >= 0 else None,
        "aloft": bool(s.aloft),
        "orders": orders,
        "objectives": [
            {
                "name": o.name,
                "title": o.title,
                "places": [places[p] for p in o.places],
                "points": {SIDES[i]: o.points[i] for i in (0, 1)},
                "holder": SIDES[s.holder[n]] if s.holder[n] >= 0 else None,
            }
            for n, o in enumerate(g.objectives)
        ],
        "turns": s.setup.scenario.turns,
    }


# --- the board


@cache
def _look() -> dict[str, Any]:
    return read_data("grav_armor", "board.toml")


def board(g: Ground) -> dict[str, Any]:
    look = _look()
    unit = look["board"]["unit"]
    margin = unit * 1.6
    left = min(x for x, _ in g.map.xy)
    top = min(y for _, y in g.map.xy)
    places = [_hex(g, cell, unit, margin, left, top) for cell in range(g.map.n)]
    width = max(p["x"] for p in places) + margin
    height = max(p["y"] for p in places) + margin
    return {
        "kind": look["board"]["kind"],
        "title": look["board"]["title"],
        "orientation": look["board"]["orientation"],
        "size": [round(width), round(height + unit * 1.8)],
        "places": places + _boxes(g, unit, width, height),
        "edges": [],
        "terrains": {
            t.color: {"name": t.name, "fill": t.fill, "dark": t.dark, "pattern": t.pattern} for t in g.key.values()
        },
        "legend": _legend(g),
        "figures": look["figures"],
        "types": {k.id: _type(k) for k in unit_types().values()},
        "sides": look["sides"],
        "insets": [],
        "labels": _section_labels(places, unit),
    }


def _section_labels(places: list[dict[str, Any]], unit: float) -> list[dict[str, Any]]:
    """The number of each section, large and faint in its middle."""
    found: dict[str, list[dict[str, Any]]] = {}
    for place in places:
        found.setdefault(str(place["id"]).partition("-")[0], []).append(place)
    return [
        {
            "text": section,
            "kind": "section",
            "x": round(sum(p["x"] for p in hexes) / len(hexes), 1),
            "y": round(sum(p["y"] for p in hexes) / len(hexes), 1),
            "size": unit * 2,
        }
        for section, hexes in found.items()
    ]


def _hex(g: Ground, cell: int, unit: float, margin: float, left: float, top: float) -> dict[str, Any]:
    name = g.map.names[cell]
    x, y = g.map.xy[cell]
    terrain = g.terrain[cell]
    row: dict[str, Any] = {
        "id": name,
        "name": name,
        "label": name.partition("-")[2],
        "x": round((x - left) * unit + margin, 1),
        "y": round((y - top) * unit + margin, 1),
        "shape": "hex",
        "r": round(unit / 3**0.5, 2),
        "terrain": terrain.color,
        "hint": f"{terrain.name}, value {terrain.value}, section {name.partition('-')[0]}",
    }
    title = next((o.title for o in g.objectives if o.places and g.place[cell] == o.places[0]), None)
    if title is not None:
        row["name"], row["title"] = f"{title} ({name})", title
    return row


def _boxes(g: Ground, unit: float, width: float, height: float) -> list[dict[str, Any]]:
    """Boxes below and around the map: only those the scenario can use."""
    words = place_words()
    used = {d.at for d in g.dealt}
    used |= {ORBIT[d.side] for d in g.dealt if g.is_spacecraft(d.piece)}
    found = []
    spots = {
        "edge_north": (width / 2, unit * 0.7, width - 3 * unit, unit),
        "edge_south": (width / 2, height - unit * 0.7, width - 3 * unit, unit),
        "edge_west": (unit * 0.7, height / 2, unit, height - 3 * unit),
        "edge_east": (width - unit * 0.7, height / 2, unit, height - 3 * unit),
    }
    row = [b for b in BOXES if b not in EDGES and (not b.startswith("orbit") or words.index[b] in used)]
    step = width / len(row)
    for number, name in enumerate(row):
        spots[name] = (step * (number + 0.5), height + unit * 0.8, step - unit * 0.4, unit * 1.4)
    for name, (x, y, w, h) in spots.items():
        if name in EDGES and words.index[name] not in used:
            continue
        label = words.names[words.index[name]]
        label = label[0].upper() + label[1:]
        found.append({"id": name, "name": label, "label": label, "x": x, "y": y, "shape": "box", "w": w, "h": h})
    return found


def _legend(g: Ground) -> list[dict[str, Any]]:
    """The terrain key: what each colour costs and how well it hides."""
    rows = []
    for terrain in g.key.values():
        costs = ", ".join(f"{m} {c or 'closed'}" for m, c in terrain.costs.items() if m not in terrain.lethal)
        text = f"{terrain.name}: value {terrain.value}; {costs}"
        if terrain.special:
            text += "; value " + ", ".join(f"{v} for {m} in it" for m, v in terrain.special.items())
        if terrain.lethal:
            text += "; destroys " + ", ".join(terrain.lethal)
        rows.append({"terrain": terrain.color, "text": text})
    return rows


def _type(kind: UnitType) -> dict[str, Any]:
    look = _look()["factors"]
    return {
        "symbol": kind.symbol,
        "factors": look["unit"] if kind.is_unit else look["weapon"],
        "name": kind.name,
        "short": kind.name,
    }
