"""The charts (8.1, 9.1, 10.3, 11.0, 12.0, 22.0, 28.0) as tables of small ints, from charts.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.data import read_data
from grognard.core.vocab import Vocabulary
from grognard.games.air_eaters.units import KIND, N_TYPES, SPACE, TERRAN_TYPES, TYPES
from grognard.games.air_eaters.world import BODIES, MAX_MINING_BASES, PLACES

CHARTS: dict[str, dict[str, Any]] = read_data("air_eaters", "charts.toml")
IN_SPACE, ON_LAND, UNDERWATER = 0, 1, 2
INDUSTRY_COLUMN = N_TYPES  # a combat column of its own: Industrial Units on land, the Space Colony in space


def highest(cell: str) -> int:
    """The highest roll that succeeds: `1-3` is 3, `-` is 0."""
    return 0 if cell == "-" else int(cell.rsplit("-", maxsplit=1)[-1])


def _columns(heading: str) -> list[int]:
    if heading in ("space", "terran space unit"):
        return [t for t in TERRAN_TYPES if KIND[t] == SPACE]
    if heading == "any alien unit":
        return [t for t in range(N_TYPES) if t not in TERRAN_TYPES]
    return [INDUSTRY_COLUMN if w in ("industry", "colony") else TYPES.index[w] for w in heading.split()]


def _combat(name: str) -> list[list[int]]:
    """table[firing type][target type]: the highest roll that destroys; -1 where the firing unit has no line."""
    chart = CHARTS[name]
    table = [[-1] * (N_TYPES + 1) for _ in range(N_TYPES)]
    for firing, cells in chart["rows"].items():
        for word in firing.split():
            row = table[TYPES.index[word]]
            for heading, cell in zip(chart["columns"], cells, strict=True):
                for column in _columns(heading):
                    row[column] = highest(cell)
    return table


COMBAT = [_combat("space_combat"), _combat("land_combat"), _combat("underwater_combat")]
BOMBARDMENT = _combat("bombardment")
SHOTS = [CHARTS["bombardment"]["shots"].get(t, 0) for t in TYPES.ids]

PLACEMENT = {BODIES.index[b]: [PLACES.index[p] for p in row] for b, row in CHARTS["initial_placement"]["rows"].items()}

# --- research and development

PROJECT_TYPE = [TYPES.index[p] for p in CHARTS["research"]["projects"]]
PROJECTS = Vocabulary("project", CHARTS["research"]["projects"], [TYPES.names[t] for t in PROJECT_TYPE])
PROJECT_OF = {t: i for i, t in enumerate(PROJECT_TYPE)}
DEEDS = Vocabulary(
    "deed",
    [
        "space_combat",
        "land_combat_with_tank",
        "underwater_combat",
        "warship_attacked",
        "escort_destroyed",
        "alien_destroyed_in_space",
        "warship_destroyed",
        "crawler_destroyed_on_land",
        "alien_destroyed_underwater",
    ],
    [
        "space combat this turn",
        "land combat with a Disintegrator Tank this turn",
        "underwater combat this turn",
        "a Novaship or Quasarship attacked this turn",
        "an Escort destroyed this turn",
        "an Alien unit destroyed in space this turn",
        "a Novaship or Quasarship destroyed this turn",
        "a Crawler destroyed in land combat this turn",
        "an Alien unit destroyed underwater this turn",
    ],
)
(
    SPACE_COMBAT,
    LAND_COMBAT,
    UNDERWATER_COMBAT,
    WARSHIP_ATTACKED,
    ESCORT_DESTROYED,
    ALIEN_DESTROYED_IN_SPACE,
    WARSHIP_DESTROYED,
    CRAWLER_DESTROYED,
    ALIEN_DESTROYED_UNDERWATER,
) = (1 << i for i in range(9))


def _need(row: Mapping[str, str], project: str, deed: str) -> tuple[int, int]:
    """The project that must have been researched (-1: none) and the deed as a bit (0: none)."""
    after, what = row[project], row[deed]
    return PROJECTS.index[after] if after else -1, 1 << DEEDS.index[what] if what else 0


_rows = CHARTS["research"]["projects"].values()
PREREQUISITE = [_need(row, "after", "deed") for row in _rows]
MODIFIER = [_need(row, "modifier_after", "modifier") for row in _rows]

# --- reinforcements and Alien production

SPECIAL = {turn: TYPES.index[t] for t, turns in CHARTS["reinforcements"]["special"].items() for turn in turns}
SMALL = [TYPES.index[t] for t in CHARTS["reinforcements"]["small"]]

LOCATIONS = list(CHARTS["alien_production"]["rows"])
PRODUCE = [[highest(c) for c in row] for row in CHARTS["alien_production"]["rows"].values()]
PRODUCED_TYPES = [TYPES.index[t] for t in ("base", "ac", "cw", "ln", "esc")]
HEAVY = 5  # the column of Novaships and Quasarships

REPAIR_ON_EARTH, REPAIR_ELSEWHERE = CHARTS["repair"]["earth"], CHARTS["repair"]["elsewhere"]
INDEXES = Vocabulary("index", CHARTS["atmosphere"]["start"])
INDEX_START = list(CHARTS["atmosphere"]["start"].values())
INDEX_VENUS, INDEX_EARTH = range(2)

if MAX_MINING_BASES < 36:
    raise ValueError("Expansion can place a mining base in each of the 36 spaces of the table")
