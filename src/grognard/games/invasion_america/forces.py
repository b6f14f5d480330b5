"""The counters as tables: forces, unit types, pools of equal backs (3.3). Each fact is a list by piece number."""

from __future__ import annotations

from typing import Any

from grognard.core import GrognardError, Vocabulary
from grognard.core.data import read_data

SIDES = ("us", "esc", "sau", "pal")
SIDE_NAMES = ("US/Canada", "European Socialist Coalition", "South American Union", "Pan Asiatic League")
FORCES = ("usa", "can", "esc", "sau", "pal")
FORCE_NAMES = ("USA", "Canada", "E.S.C.", "S.A.U.", "P.A.L.")
SHORT_NAMES = ("US", "Canadian", "E.S.C.", "S.A.U.", "P.A.L.")
SIDE_OF_FORCE = (0, 0, 1, 2, 3)
FORCES_OF_SIDE = ((0, 1), (2,), (3,), (4,))
US, ESC, SAU, PAL = range(4)
USA, CAN = 0, 1
LAND, AIR, NAVAL, RAIL, SUPPLY = range(5)
KINDS = ("land", "air", "naval", "rail", "supply")
POOL_KEYS = {"force", "type", "counters", "untried", "move", "range", "source", "untried_source"}


class Forces:
    """Everything the rules ask of a counter."""

    def __init__(self) -> None:
        data = read_data("invasion_america", "pieces.toml")
        self.data = data
        types: list[dict[str, Any]] = data["type"]
        self.types = Vocabulary("type", [t["id"] for t in types], [t["name"] for t in types])
        self.codes = [t["code"] for t in types]
        self.kind_of_type = [KINDS.index(t["kind"]) for t in types]
        number = self.types.index
        self.pools: list[dict[str, Any]] = data["pool"]
        for n, pool in enumerate(self.pools):
            unknown = set(pool) - POOL_KEYS
            if unknown or pool.get("force") not in FORCES or pool.get("type") not in number:
                raise GrognardError(
                    f"pieces.toml, pool {n + 1}: unknown {', '.join(sorted(unknown)) or 'force or type'}"
                )
        self.pool = Vocabulary(
            "pool",
            [f"{p['force']}_{p['type']}" for p in self.pools],
            [
                f"{SHORT_NAMES[FORCES.index(p['force'])]} {self.types.names[number[p['type']]].lower()}"
                for p in self.pools
            ],
        )
        self.force_of_pool = [FORCES.index(p["force"]) for p in self.pools]
        self.type_of_pool = [number[p["type"]] for p in self.pools]
        self.values = [sorted((v for v, n in p["counters"] for _ in range(n)), reverse=True) for p in self.pools]
        self.kinds = [tuple(sorted(set(values))) for values in self.values]
        self.hidden_pool = ["untried" in p for p in self.pools]
        self.untried: list[int] = [p.get("untried", p["counters"][0][0]) for p in self.pools]
        self._pieces()

    def _pieces(self) -> None:
        ids: list[str] = []
        names: list[str] = []
        self.pool_of: list[int] = []
        self.members: list[range] = []
        for n, values in enumerate(self.values):
            code = self.codes[self.type_of_pool[n]]
            force = FORCES[self.force_of_pool[n]]
            first = len(ids)
            for i in range(len(values)):
                ids.append(f"{force}_{code}{i + 1}")
                names.append(f"{self.pool.names[n]} {i + 1}")
                self.pool_of.append(n)
            self.members.append(range(first, len(ids)))
        self.vocabulary = Vocabulary("piece", ids, names)
        self.count = len(ids)
        index = self.types.index
        militia, special, hover = index["militia"], index["special_infantry"], index["hovercraft"]
        self.type_of = [self.type_of_pool[p] for p in self.pool_of]
        self.force_of = [self.force_of_pool[p] for p in self.pool_of]
        self.side_of = [SIDE_OF_FORCE[f] for f in self.force_of]
        self.kind_of = [self.kind_of_type[t] for t in self.type_of]
        self.move_of: list[int] = [self.pools[p].get("move", 0) for p in self.pool_of]
        self.range_of: list[int] = [self.pools[p].get("range", 0) for p in self.pool_of]
        self.hidden = [self.hidden_pool[p] for p in self.pool_of]
        self.is_militia = [t == militia for t in self.type_of]
        self.is_special = [t == special for t in self.type_of]
        self.is_hover = [t == hover for t in self.type_of]
        self.is_land = [k == LAND for k in self.kind_of]
        self.is_air = [k == AIR for k in self.kind_of]
        self.is_naval = [k == NAVAL for k in self.kind_of]
        self.is_rail = [k == RAIL for k in self.kind_of]
        self.is_supply = [k == SUPPLY for k in self.kind_of]
        self.is_ground = [k in (LAND, AIR, SUPPLY) for k in self.kind_of]
        self.is_flier = [k == AIR or t == index["carrier"] for k, t in zip(self.kind_of, self.type_of, strict=True)]
        self.disputes = [t in (index["carrier"], index["long_range_bomber"]) for t in self.type_of]
        self.is_landing = [t == index["amphibious"] for t in self.type_of]
        self.is_transport = [t == index["transport"] for t in self.type_of]
        self.carries = [a or b for a, b in zip(self.is_landing, self.is_transport, strict=True)]
        self.is_mechanized = [t in (index["armor"], index["mechanized"]) for t in self.type_of]
        self.attacks = [a or b or c for a, b, c in zip(self.is_land, self.is_flier, self.is_landing, strict=True)]
        unzoned = (militia, hover)
        self.has_zone = [a and t not in unzoned for a, t in zip(self.is_land, self.type_of, strict=True)]
        self.of_side = [[p for p in range(self.count) if self.side_of[p] == side] for side in range(len(SIDES))]
        self.of_force = [
            slice(self.force_of.index(force), self.force_of.index(force) + self.force_of.count(force))
            for force in range(len(FORCES))
        ]
        self.pools_of_force = [
            {self.type_of_pool[n]: n for n in range(len(self.pools)) if self.force_of_pool[n] == force}
            for force in range(len(FORCES))
        ]

    def pool_number(self, force: int, kind: str) -> int:
        """The pool of a force's units of one type; -1 where it has none."""
        return self.pools_of_force[force].get(self.types.index[kind], -1)
