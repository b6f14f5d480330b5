"""The map as tables: terrain, hexsides, ports, beaches, countries (3.1, 13.8); a fact is a list by place or a set."""

from __future__ import annotations

from typing import Any

from grognard.board.bits import from_list, to_list
from grognard.board.hexgrid import POINTY, HexGrid
from grognard.core import GrognardError, Vocabulary
from grognard.core.data import read_data

WATER = ("sea", "lake")
ENTRY = {"clear": 1, "forest": 1, "urban": 1, "wilderness": 2, "broken": 2, "rough": 3, "tundra": 4}
COVER = {"clear": 1, "forest": 2, "urban": 2, "wilderness": 2, "tundra": 2, "broken": 3, "rough": 3}
SUPPLY_COVER = 3
RIVER, GREAT_RIVER = 1, 2
RIVER_TOLL = {RIVER: 1, GREAT_RIVER: 2}
POINTS = {"urban": 3, "supply": 5, "resource": 5}
HOVER_BARRED = ("broken", "rough", "urban")

Step = tuple[int, int]
"""A neighbouring hex and what it costs to go there."""


class Theatre:
    """Everything the rules ask of the map. Sets of places are ints used as bits."""

    def __init__(self, data: dict[str, Any] | None = None) -> None:
        if data is None:
            data = read_data("invasion_america", "map.json")
        self.data: dict[str, Any] = data
        hexes: list[dict[str, Any]] = data["hexes"]
        grid = data["grid"]
        self.columns: int = grid["columns"]
        self.rows: int = grid["rows"]
        self.hexes = hexes
        self.size = len(hexes)
        if self.size != self.columns * self.rows:
            raise GrognardError(f"map.json: {self.size} hexes, expected {self.columns} times {self.rows}")
        self.grid = HexGrid(self.columns, self.rows, lambda c, r: hexes[r * self.columns + c]["id"], POINTY, shifted=1)
        self.near = self.grid.neighbours
        self.within = self.grid.within
        self.distance = self.grid.distance
        self.boxes: list[dict[str, Any]] = data["boxes"]
        ids = [h["id"] for h in hexes] + [b["id"] for b in self.boxes]
        names = [_title(h) for h in hexes] + [b["title"] for b in self.boxes]
        self.vocabulary = Vocabulary("place", ids, names)
        self.holding = self.vocabulary.index["pal_box"]
        self.count = len(ids)
        self._terrain()
        self._sides(data["sides"])
        self._steps()

    def _terrain(self) -> None:
        hexes = self.hexes

        def where(test: Any) -> int:
            return from_list(p for p, h in enumerate(hexes) if test(h))

        def marked(mark: str) -> int:
            return where(lambda h: mark in h.get("marks", ()))

        self.terrain: list[str] = [h["terrain"] for h in hexes]
        self.sea = where(lambda h: h["terrain"] == "sea")
        self.lake = where(lambda h: h["terrain"] == "lake")
        self.land = ((1 << self.size) - 1) & ~self.sea & ~self.lake
        self.coastal = where(lambda h: h.get("coastal", False)) & self.land
        self.urban = where(lambda h: h["terrain"] == "urban")
        self.supply = marked("supply")
        self.resource = marked("resource")
        self.port = marked("port")
        self.beach = [int(h["beach"][0]) if h.get("beach") else 0 for h in hexes]
        self.beach_cover = [int(h["beach"][2]) if h.get("beach") else 0 for h in hexes]
        self.beaches = from_list(p for p, toll in enumerate(self.beach) if toll)
        self.rail_net = where(lambda h: h.get("rail", False))
        self.winter = where(lambda h: h.get("weather", False))
        groups = {key: entry["group"] for key, entry in self.data["countries"].items()}
        self.country: list[str] = [h.get("country", "") for h in hexes]
        self.areas: dict[str, int] = {
            "usa": where(lambda h: h.get("country") == "us"),
            "canada": where(lambda h: h.get("country") == "canada"),
            "annexation": where(lambda h: groups.get(h.get("country", "")) == "annexation"),
            "cuba": where(lambda h: groups.get(h.get("country", "")) == "esc"),
            "sau": where(lambda h: groups.get(h.get("country", "")) == "sau"),
            "pal_box": 1 << self.holding,
        }
        self.cover = [0 if t in WATER else COVER[t] for t in self.terrain]
        for place in to_list(self.supply):
            self.cover[place] = SUPPLY_COVER
        home = self.areas["usa"] | self.areas["canada"] | self.areas["annexation"]
        self.points = [0] * self.size
        for kind, places in (("urban", self.urban), ("supply", self.supply), ("resource", self.resource)):
            for place in to_list(places & home):
                self.points[place] += POINTS[kind]
        self.prizes = [p for p, value in enumerate(self.points) if value]
        self.prize_of = {p: n for n, p in enumerate(self.prizes)}
        self.prize_set = from_list(self.prizes)
        self.supply_prizes = [(n, p) for n, p in enumerate(self.prizes) if self.supply >> p & 1]

    def _sides(self, sides: list[dict[str, Any]]) -> None:
        index = self.vocabulary.index
        self.river: dict[tuple[int, int], int] = {}
        self.blocked: set[tuple[int, int]] = set()
        self.wet: set[tuple[int, int]] = set()
        self.lakeside: set[tuple[int, int]] = set()
        self.shore: set[tuple[int, int]] = set()
        for side in sides:
            a, b = (index[i] for i in side["between"])
            for kind in side["kinds"]:
                for pair in ((a, b), (b, a)):
                    if kind == "river":
                        self.river.setdefault(pair, RIVER)
                    elif kind == "great_river":
                        self.river[pair] = GREAT_RIVER
                    elif kind == "blocked":
                        self.blocked.add(pair)
                    elif kind == "lake":
                        self.lakeside.add(pair)
                    elif kind == "sea":
                        self.wet.add(pair)
                        self.shore.add(pair)
                    elif kind == "coast":
                        self.shore.add(pair)

    def _steps(self) -> None:
        """Steps and their costs by class of mover, the reach of zones of control, the lanes of ships."""
        none: tuple[Step, ...] = ()
        self.foot: list[tuple[Step, ...]] = [none] * self.size
        self.hover: list[tuple[Step, ...]] = [none] * self.size
        self.zone = [0] * self.size
        self.trace = [0] * self.size
        self.lanes = [0] * self.size
        self.hover_trace = [0] * self.size
        self.hover_land = (
            self.land & ~from_list(p for p, t in enumerate(self.terrain) if t in HOVER_BARRED) & ~self.supply
        )
        hover_open = self.hover_land | self.sea
        ship_open = self.sea | self.coastal
        for a in range(self.size):
            foot: list[Step] = []
            hover: list[Step] = []
            for b in self.near[a]:
                pair = (a, b)
                both_land = self.land >> a & self.land >> b & 1
                if both_land and self.is_crossable(a, b):
                    foot.append((b, self.entry(b) + RIVER_TOLL.get(self.river.get(pair, 0), 0)))
                    self.trace[a] |= 1 << b
                if hover_open >> b & 1 and pair not in self.lakeside:
                    hover.append((b, 1))
                    if both_land and self.hover_land >> b & 1:
                        self.hover_trace[a] |= 1 << b
                if pair not in self.blocked and self.river.get(pair) != GREAT_RIVER and not self.sea >> b & 1:
                    self.zone[a] |= 1 << b
                if ship_open >> a & ship_open >> b & 1 and (not both_land or pair in self.shore):
                    self.lanes[a] |= 1 << b
            self.foot[a] = tuple(foot)
            self.hover[a] = tuple(hover)
        self.foot_back = _reversed(self.foot)
        self.hover_back = _reversed(self.hover)
        opens = next(box for box in self.boxes if box["id"] == "pal_box")["opens"]
        self.box_lanes = from_list(self.vocabulary.index[code] for code in opens.split()) & (self.sea | self.coastal)

    def entry(self, place: int) -> int:
        """Movement points to enter a land hex; supply hexes and ports are at the end of good roads (13.8)."""
        return 1 if (self.supply | self.port) >> place & 1 else ENTRY[self.terrain[place]]

    def is_crossable(self, a: int, b: int) -> bool:
        """May ordinary land units cross from one land hex to its neighbour?"""
        pair = (a, b)
        return pair not in self.blocked and pair not in self.wet and pair not in self.lakeside

    def is_attackable(self, a: int, b: int, hovering: bool) -> bool:
        """May a land unit attack over this hexside? Hovercraft ignore blocked sides (16.24)."""
        pair = (a, b)
        if pair in self.wet or pair in self.lakeside:
            return False
        return hovering or pair not in self.blocked


def _reversed(steps: list[tuple[Step, ...]]) -> list[tuple[Step, ...]]:
    """For each hex the hexes from which one enters it, and what that costs."""
    back: list[list[Step]] = [[] for _ in steps]
    for place, ways in enumerate(steps):
        for other, toll in ways:
            back[other].append((place, toll))
    return [tuple(ways) for ways in back]


def _title(entry: dict[str, Any]) -> str:
    name = entry.get("name") or entry.get("resource")
    return f"{name} {entry['printed']}" if name else str(entry["printed"])
