"""Places, bodies and industry (2.0, 3.2, 15.2, 15.3): the map as tables of small ints, made once."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board.bits import to_list
from grognard.board.hexgrid import HexGrid
from grognard.board.rings import RingMap
from grognard.core.data import read_data
from grognard.core.vocab import Vocabulary

# --- rings: A to L on the map, M to Q the off-map rings from which a unit may still come back (20.0 A)

RING_LETTERS = "abcdefghijklmnopq"
RING_SIZES = (1, 2, 4, 8, 12, 18, 24, 30, 36, 40, 44, 48, 48, 48, 48, 48, 48)
RINGS_ON_MAP = 12
SOLAR = RingMap(RING_SIZES, RING_LETTERS.upper())
RING = SOLAR.ring_of
OFF_MAP = SOLAR.starts[RINGS_ON_MAP]  # the first place off the map
RING_PLACES = len(RING)
ON_MAP_BITS = (1 << OFF_MAP) - 1
BELT_RINGS = (5, 6, 7)  # F, G, H: the dotted spaces

# --- planets with an orbit box each, and surfaces

ORBIT_NAMES = ("mercury", "venus", "earth", "mars", "ceres", "pallas", "vesta", "jupiter")
MERCURY, VENUS, EARTH, MARS, CERES, PALLAS, VESTA, JUPITER = range(8)
ORBIT0 = RING_PLACES
ON_JUPITER = ORBIT0 + 8
MOTHERSHIP_BOX = ON_JUPITER + 1  # and the next: On Mothership One, Two
HEX0 = MOTHERSHIP_BOX + 2
EARTH_ORBIT, MARS_ORBIT, JUPITER_ORBIT = ORBIT0 + EARTH, ORBIT0 + MARS, ORBIT0 + JUPITER

_MAP: list[dict[str, Any]] = read_data("air_eaters", "map.json")["planets"]
SURFACES = Vocabulary("planet", [p["planet"] for p in _MAP])
SURFACE_ORBIT = tuple(ORBIT0 + ORBIT_NAMES.index(p["orbit"]) for p in _MAP)
ON_EARTH, ON_LUNA, ON_MARS = SURFACES.index["earth"], SURFACES.index["luna"], SURFACES.index["mars"]
ON_IO, ON_VENUS = SURFACES.index["io"], SURFACES.index["venus"]

LAND, COAST, SEA = 0, 1, 2


def _grid(planet: dict[str, Any]) -> HexGrid:
    """East joins west, and the hexes of the north edge are all adjacent, likewise the southern ones (6.4.3)."""
    width, rows = planet["width"], planet["rows"]
    cells = {(h["col"], h["row"]) for h in planet["hexes"]}
    missing = [(c, r) for c in range(width) for r in range(rows) if (c, r) not in cells]
    edge = [[cell for cell in sorted(cells) if cell[1] == row] for row in (0, rows - 1)]
    joined = [(one, two) for cells_ in edge for i, one in enumerate(cells_) for two in cells_[i + 1 :]]
    return HexGrid(width, rows, wrap=True, missing=missing, joined=joined)


GRIDS = tuple(_grid(p) for p in _MAP)
HEX_OF: list[tuple[int, int]] = []  # per hex, from HEX0: surface and place in its grid
HEX_TERRAIN: list[int] = []
_HEX_IDS: list[str] = []
_HEX_NAMES: list[str] = []
_INDUSTRY: list[tuple[int, int]] = []
_place_of: list[list[int]] = []
for _n, _planet in enumerate(_MAP):
    _by_cell = {(h["col"], h["row"]): h for h in _planet["hexes"]}
    _row = []
    for _i, _cell in enumerate(GRIDS[_n].cells):
        _h = _by_cell[_cell]
        _row.append(HEX0 + len(HEX_OF))
        HEX_OF.append((_n, _i))
        HEX_TERRAIN.append({"land": LAND, "coast": COAST, "sea": SEA}[_h["terrain"]])
        _HEX_IDS.append(f"{_planet['planet']}_{_h['hex']}")
        _HEX_NAMES.append(f"{_planet['planet'].capitalize()} {_h['hex']}")
        if _h["industry"]:
            _INDUSTRY.append((_row[-1], _h["industry"]))
    _place_of.append(_row)
N_PLACES = HEX0 + len(HEX_OF)

PLACES = Vocabulary(
    "place",
    [name.lower().replace("-", "_") for name in SOLAR.names]
    + [f"{name}_orbit" for name in ORBIT_NAMES]
    + ["on_jupiter", "mothership_one", "mothership_two"]
    + _HEX_IDS,
    [name if RING[i] < RINGS_ON_MAP else f"off the map ({name})" for i, name in enumerate(SOLAR.names)]
    + [f"orbit {'near' if n in ('ceres', 'pallas', 'vesta') else 'around'} {n.capitalize()}" for n in ORBIT_NAMES]
    + ["Jupiter", "Mothership One", "Mothership Two"]
    + _HEX_NAMES,
)

# --- per place

SURFACE = [-1] * HEX0 + [n for n, _ in HEX_OF]  # which planet's surface a hex is on
SURFACE[ON_JUPITER] = -2
TERRAIN = [-1] * HEX0 + HEX_TERRAIN
ORBIT = [-1] * HEX0 + [SURFACE_ORBIT[n] for n, _ in HEX_OF]  # the orbit box a surface is connected to
ORBIT[ON_JUPITER] = JUPITER_ORBIT
NEXT = [*SOLAR.turned, *range(ORBIT0, N_PLACES), -1]  # one space clockwise (6.3); the last entry is for -1


def _neighbours() -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    near: list[tuple[int, ...]] = [()] * N_PLACES
    open_: list[tuple[int, ...]] = [()] * N_PLACES
    for place in range(HEX0, N_PLACES):
        n, i = HEX_OF[place - HEX0]
        near[place] = tuple(_place_of[n][j] for j in GRIDS[n].neighbours[i])
    walls = {
        frozenset((PLACES.index[f"{p['planet']}_{a}"], PLACES.index[f"{p['planet']}_{b}"]))
        for p in _MAP
        for a, b, _ in p["mountains"]
    }
    for wall in walls:
        a, b = wall
        if b not in near[a]:
            raise ValueError(f"map.json: {PLACES.ids[a]} and {PLACES.ids[b]} are no neighbours, but have mountains")
    for place in range(HEX0, N_PLACES):
        open_[place] = tuple(q for q in near[place] if frozenset((place, q)) not in walls)
    return near, open_


NEAR, OPEN = _neighbours()  # adjacent hexes; the same without those behind mountains (6.4.3, 6.9)
MOUNTAINS = [(f"{p['planet']}_{a}", f"{p['planet']}_{b}", name) for p in _MAP for a, b, name in p["mountains"]]

LANDINGS = [  # land and part-land hexes connected to each orbit box (6.6)
    [h for h in range(HEX0, N_PLACES) if ORBIT[h] == ORBIT0 + n and TERRAIN[h] != SEA] for n in range(8)
]
DROPS = [[h for h in range(HEX0, N_PLACES) if ORBIT[h] == ORBIT0 + n] for n in range(8)]  # where Landers may go (6.10)
DROPS[JUPITER].append(ON_JUPITER)
EARTH_LAND = [h for h in range(HEX0, N_PLACES) if SURFACE[h] == ON_EARTH and TERRAIN[h] != SEA]
EARTH_SEA = [h for h in range(HEX0, N_PLACES) if SURFACE[h] == ON_EARTH and TERRAIN[h] != LAND]
MARS_HEXES = [h for h in range(HEX0, N_PLACES) if SURFACE[h] == ON_MARS]
SPACES_AND_ORBITS = [*range(OFF_MAP), *range(ORBIT0, ORBIT0 + 8)]

# --- bodies: what moves on the Solar System map besides units

MAX_MINING_BASES = 40
BODIES = Vocabulary(
    "body",
    [
        *ORBIT_NAMES,
        "trojans_1",
        "trojans_2",
        "deimos",
        "phobos",
        "asteroid_1",
        "asteroid_2",
        *(f"mining_base_{i + 1}" for i in range(MAX_MINING_BASES)),
    ],
    [
        *(n.capitalize() for n in ORBIT_NAMES),
        "Trojan Asteroids (behind Jupiter)",
        "Trojan Asteroids (ahead of Jupiter)",
        "Deimos",
        "Phobos",
        "Free Asteroid 1",
        "Free Asteroid 2",
        *(f"Asteroid Mining Base {i + 1}" for i in range(MAX_MINING_BASES)),
    ],
)
TROJANS, DEIMOS, PHOBOS, ASTEROID = 8, 10, 11, 12
MINING_BASE = 14

# --- sites: what holds Industrial Units

SITE_PLACE = [place for place, _ in _INDUSTRY]
HEX_SITES = len(SITE_PLACE)
SPACE_COLONY = HEX_SITES
BASE_SITE = HEX_SITES + 1
SITES = Vocabulary(
    "site",
    [PLACES.ids[p] for p in SITE_PLACE] + ["space_colony", *(f"mining_base_{i + 1}" for i in range(MAX_MINING_BASES))],
    [f"industry at {PLACES.names[p]}" for p in SITE_PLACE]
    + ["the Space Colony", *(f"Asteroid Mining Base {i + 1}" for i in range(MAX_MINING_BASES))],
)
INDUSTRY = [n for _, n in _INDUSTRY] + [1] * (1 + MAX_MINING_BASES)
SITE_AT = [-1] * N_PLACES
for _site, _p in enumerate(SITE_PLACE):
    SITE_AT[_p] = _site
ON_EARTH_SITES = [i for i, p in enumerate(SITE_PLACE) if SURFACE[p] == ON_EARTH]
MARS_SITES = [i for i, p in enumerate(SITE_PLACE) if SURFACE[p] == ON_MARS]
LUNA_SITES = [i for i, p in enumerate(SITE_PLACE) if SURFACE[p] == ON_LUNA]
SITES_OF_ORBIT = [[i for i, p in enumerate(SITE_PLACE) if ORBIT[p] == ORBIT0 + n] for n in range(8)]

# --- movement through the Solar System (6.8, 20.0)


@cache
def disc(space: int, steps: int) -> int:
    """The spaces within so many steps, as bits; off-map rings included."""
    found = 1 << space
    edge = [space]
    for _ in range(steps):
        new = []
        for place in edge:
            for other in SOLAR.neighbours[place]:
                if not found >> other & 1:
                    found |= 1 << other
                    new.append(other)
        edge = new
    return found


def inwards(space: int) -> tuple[int, ...]:
    """One space directly towards the Sun (20.0 D): one place, or two where the line is a border; none in ring A."""
    return SOLAR.radial(space, -1)


@cache
def pulled_disc(space: int, steps: int) -> int:
    """As `disc`, and then perhaps one space towards the Sun; only what is on the map (20.0 C, D)."""
    found = disc(space, steps)
    for place in to_list(found):
        for other in inwards(place):
            found |= 1 << other
    return found & ON_MAP_BITS


@cache
def drift(space: int, inertia: int) -> tuple[int, ...]:
    """Where inertia takes a unit (20.0 A): one or two spaces on its line; () so far out that nothing brings it back."""
    if inertia < 0 and RING[space] + inertia <= 0:
        return (0,)
    return SOLAR.radial(space, inertia)
