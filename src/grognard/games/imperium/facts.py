"""What never changes: places, routes, counters and their factors, charts. Read once from the package's data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grognard.core import Vocabulary
from grognard.core.data import read_data

TERRAN, IMPERIAL = 0, 1
SIDE_IDS = ("terran", "imperial")


MAP: dict[str, Any] = read_data("imperium", "map.json")
CHARTS: dict[str, Any] = read_data("imperium", "charts.toml")
_TYPES: list[dict[str, Any]] = read_data("imperium", "pieces.toml")["type"]

# --- places: stellar hexes, planetary surface boxes, boxes beside the map, interstellar hexes

SYSTEMS: int = len(MAP["systems"])
_place_ids: list[str] = [s["id"] for s in MAP["systems"]]
_place_names: list[str] = [s["name"] for s in MAP["systems"]]
BOX_STAR: dict[int, int] = {}
BOX_KIND: dict[int, str] = {}
STAR_BOXES: list[tuple[int, ...]] = []
for _star, _system in enumerate(MAP["systems"]):
    _own = []
    for _box in _system["boxes"]:
        BOX_STAR[len(_place_ids)] = _star
        BOX_KIND[len(_place_ids)] = _box["kind"]
        _own.append(len(_place_ids))
        _place_ids.append(_box["id"])
        _place_names.append(_box["name"] + " surface")
    STAR_BOXES.append(tuple(_own))
BOXES = tuple(BOX_STAR)
ABOARD, TRACK, QUEUE, AWAY, LOST = range(len(_place_ids), len(_place_ids) + 5)
_place_ids += ["aboard", "turn_track", "replacement_track", "off_map", "lost"]
_place_names += [
    "aboard a ship",
    "the turn record chart",
    "the replacements",
    "off the map",
    "the ships lost this turn",
]
_star_hex = {s["hex"]: number for number, s in enumerate(MAP["systems"])}
HEX_PLACE: dict[str, int] = {}
for _label in MAP["hexes"]:
    if _label in _star_hex:
        HEX_PLACE[_label] = _star_hex[_label]
    else:
        HEX_PLACE[_label] = len(_place_ids)
        _place_ids.append(f"hex_{_label}")
        _place_names.append(f"hex {_label}")
PLACES = Vocabulary("place", _place_ids, _place_names)
PLACE = PLACES.index
OFF_MAP_BOXES = (ABOARD, TRACK, QUEUE, AWAY, LOST)
FIRST_DEEP = LOST + 1

IS_STAR = bytes(1 if p < SYSTEMS else 0 for p in range(len(PLACES)))
IS_BOX = bytes(1 if p in BOX_STAR else 0 for p in range(len(PLACES)))
IS_DEEP = bytes(1 if p >= FIRST_DEEP else 0 for p in range(len(PLACES)))
STAR_OF = [p if p < SYSTEMS else BOX_STAR.get(p, -1) for p in range(len(PLACES))]
HEX_NEXT: list[tuple[int, ...]] = [()] * len(PLACES)
for _label, _hex in MAP["hexes"].items():
    HEX_NEXT[HEX_PLACE[_label]] = tuple(HEX_PLACE[n] for n in _hex["next"])

ROUTES: list[tuple[int, ...]] = [()] * len(PLACES)
for _a, _b in MAP["routes"]:
    ROUTES[PLACE[_a]] += (PLACE[_b],)
    ROUTES[PLACE[_b]] += (PLACE[_a],)
ROUTE_BITS = [sum(1 << n for n in ROUTES[star]) for star in range(SYSTEMS)]
TERTIARY = sum(1 << star for star in range(SYSTEMS) if not STAR_BOXES[star])
LUURU = PLACE["luuru"]
SOL_BOX = PLACE["sol_surface"]
GASHIDDA_BOX = PLACE["gashidda_surface"]
HOME = (SOL_BOX, GASHIDDA_BOX)
NUSKU_BOX, DUSHAAM_BOX = PLACE["nusku_surface"], PLACE["dushaam_surface"]
NUSKU = BOX_STAR[NUSKU_BOX]
PRIMARY = tuple(b for b in BOXES if BOX_KIND[b] == "primary")
ENTRIES = tuple(PLACE[name] for name in ("dingir", "kinunir", "gashidda", "ishkur"))
CLASS = [s["class"] for s in MAP["systems"]]
TERRAFORMABLE = tuple(
    b
    for b in BOXES
    if BOX_KIND[b] == "secondary"
    and not CLASS[BOX_STAR[b]].split(", ")[STAR_BOXES[BOX_STAR[b]].index(b)].startswith("M")
)


def part_of(start: int, without: int) -> int:
    """The systems that routes reach from `start` without entering those in `without`."""
    seen = 1 << start
    edge = [start]
    while edge:
        for star in ROUTES[edge.pop()]:
            bit = 1 << star
            if not (seen | without) & bit:
                seen |= bit
                edge.append(star)
    return seen


TERRAN_SPACE = part_of(PLACE["procyon"], 1 << PLACE["sirius"] | 1 << PLACE["agidda"])
"""What lies on Procyon's side of Sirius; Agidda hangs on Nusku, so an Imperial outpost can be connected there."""

# --- kinds of counters

TYPES = Vocabulary("type", [t["id"] for t in _TYPES], [t["name"] for t in _TYPES])
TYPE = TYPES.index
CODE = [t["code"] for t in _TYPES]
SYMBOL = [t["symbol"] for t in _TYPES]
PRICE = [int(t.get("price", 0)) for t in _TYPES]
TURNS = [int(t.get("turns", 1)) for t in _TYPES]
WORLD, OUTPOST, DEFENSE, REGULAR, JUMP = (TYPE[n] for n in ("world", "outpost", "defense", "regular", "jump"))
FIGHTER, MOTHERSHIP, TANKER, TRANSPORT = (TYPE[n] for n in ("fighter", "mothership", "tanker", "transport"))
CAPITAL_TYPES = tuple(
    TYPE[n] for n in ("dreadnought", "improved_dreadnought", "battleship", "monitor", "terran_monitor")
)
MAJOR_TYPES = tuple(
    TYPE[n] for n in ("heavy_cruiser", "attack_cruiser", "dreadnought", "improved_dreadnought", "battleship")
)
IS_SHIP_TYPE = [bool(t.get("keep")) for t in _TYPES]

# --- counters

_ids: list[str] = []
_names: list[str] = []
OWNER: list[int] = []
KIND: list[int] = []
BEAM: list[int] = []
MISSILE: list[int] = []
SCREEN: list[int] = []
KEEP: list[int] = []
FORCE: list[int] = []  # what a counter defends with on the ground; a troop attacks with it too


def _counter(side: int, kind: int, tag: str, name: str, factors: list[int], force: int) -> None:
    _ids.append(f"{SIDE_IDS[side][0]}_{tag}")
    _names.append(name)
    OWNER.append(side)
    KIND.append(kind)
    BEAM.append(factors[0])
    MISSILE.append(factors[1])
    SCREEN.append(factors[2])
    KEEP.append(int(_TYPES[kind].get("keep", 0)))
    FORCE.append(force)


for _side, _who in enumerate(SIDE_IDS):
    _adjective = _who.capitalize()
    for _kind, _type in enumerate(_TYPES):
        if "troops" in _type:
            for _number, _strength in _type["troops"][_who]:
                _title = "Jump Troop" if _kind == JUMP else "Troop"
                _counter(_side, _kind, f"troop_{_number}", f"{_adjective} {_title} {_number}", [0, 0, 7], _strength)
            continue
        for _number in range(1, int(_type.get(_who, 0)) + 1):
            _factors = _type["factors"][_who] if "factors" in _type else [0, 0, 0]
            _force = 2 if _kind == DEFENSE else 1
            _name = f"{_adjective} {_type['name']} {_number}"
            _code = str(_type.get(f"code_{_who}", _type["code"])).lower()
            _tag = f"{_code}_{_number}" if _code[-1].isdecimal() else f"{_code}{_number}"
            _counter(_side, _kind, _tag, _name, _factors, _force)

PIECES = Vocabulary("piece", _ids, _names)
PIECE = PIECES.index
COUNT = len(PIECES)


def _bits(chosen: list[bool]) -> int:
    return sum(1 << i for i, yes in enumerate(chosen) if yes)


OF_TYPE = [_bits([k == kind for k in KIND]) for kind in range(len(TYPES))]
OF_SIDE = [_bits([o == side for o in OWNER]) for side in (TERRAN, IMPERIAL)]
SHIPS = _bits([IS_SHIP_TYPE[k] for k in KIND])
UNARMED = OF_TYPE[TRANSPORT] | OF_TYPE[TANKER] | OF_TYPE[MOTHERSHIP]
ARMED = SHIPS & ~UNARMED
TROOPS = OF_TYPE[REGULAR] | OF_TYPE[JUMP]
WORLDS, OUTPOSTS, DEFENSES = OF_TYPE[WORLD], OF_TYPE[OUTPOST], OF_TYPE[DEFENSE]
MONITORS = OF_TYPE[TYPE["monitor"]] | OF_TYPE[TYPE["terran_monitor"]]
FIGHTERS, MOTHERSHIPS, TANKERS, TRANSPORTS = (OF_TYPE[k] for k in (FIGHTER, MOTHERSHIP, TANKER, TRANSPORT))
JUMPERS = SHIPS & ~MONITORS & ~FIGHTERS
SUBLIGHTERS = SHIPS & ~FIGHTERS & ~OF_TYPE[TYPE["missile_boat"]]
CAPITALS = _bits([k in CAPITAL_TYPES for k in KIND])
CARRIERS = TRANSPORTS | CAPITALS | MOTHERSHIPS
MISSILE_SHIPS = _bits([m > 0 for m in MISSILE])
ROOM = [3 if KIND[p] == MOTHERSHIP else 1 if CARRIERS >> p & 1 else 0 for p in range(COUNT)]
MOST_CARGOES = [2 * room for room in ROOM]


def value_of(piece: int) -> int:
    """What a counter cost; a world, which nobody can build, counts as a great deal."""
    return PRICE[KIND[piece]] or 40


def _members(base: int) -> list[tuple[int, ...]]:
    """For each value of a byte the numbers of its bits, of which the first is `base`."""
    out: list[tuple[int, ...]] = [()]
    for byte in range(1, 256):
        high = byte.bit_length() - 1
        out.append((*out[byte ^ 1 << high], base + high))
    return out


_MEMBERS = [_members(8 * n) for n in range(max(COUNT, len(PLACES)) // 8 + 1)]


@lru_cache(maxsize=1 << 15)
def pieces_in(bits: int) -> tuple[int, ...]:
    """The counters, or places, of a set, in order. Sets come back again and again, so the answer is kept."""
    out: list[int] = []
    for members, byte in zip(_MEMBERS, bits.to_bytes(bits.bit_length() + 7 >> 3, "little"), strict=False):
        if byte:
            out += members[byte]
    return tuple(out)


# --- charts as lookups

BEAM_TABLE: list[list[int]] = CHARTS["beam"]["rows"]
MISSILE_TABLE: list[list[int]] = CHARTS["missile"]["rows"]
BOMBARDMENT: list[str] = CHARTS["bombardment"]["rows"]
SURFACE_NEED: list[int] = CHARTS["surface"]["need"]


def beam_need(factor: int, screen: int) -> int:
    """The die that destroys; 99 where there is no beam."""
    return BEAM_TABLE[factor - 1][screen - 1] if factor > 0 else 99


def missile_need(factor: int, screen: int) -> int:
    return MISSILE_TABLE[factor - 1][screen - 1] if factor > 0 else 99


def bombardment_result(factors: int, die: int) -> str:
    """`D`, `N` or `-`."""
    return BOMBARDMENT[die - 1][min(factors // 7, 6)]


def surface_need(differential: int) -> int:
    """The die must show this or less; 0 where nothing can happen."""
    return SURFACE_NEED[max(-3, min(3, differential)) + 3]
