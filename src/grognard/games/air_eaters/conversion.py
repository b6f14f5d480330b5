"""Atmospheric conversion (21.0)."""

from __future__ import annotations

from grognard.core.events import OUTCOME, EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.games.air_eaters.charts import INDEX_EARTH, INDEX_VENUS, INDEXES
from grognard.games.air_eaters.state import State, destroy, devastate, standing
from grognard.games.air_eaters.units import ARMY, CONVERTERS, CRAWLERS, OF_TYPE
from grognard.games.air_eaters.world import ON_EARTH_SITES, ON_IO, SURFACE, SURFACES

FALLS = EventKind("index_falls", "The atmospheric index of {index} falls by {n:int} to {value:int}", rule="21.1")
CONVERTED = EventKind("converted", "{index} is converted", level=OUTCOME, rule="21.1")
POISONED = EventKind("poisoned", "The air of Earth is poisoned", level=OUTCOME, rule="21.2")

SURFACE_OF_INDEX = [SURFACES.index[name] for name in INDEXES.ids]


def rate(s: State, number: int) -> int:
    """By how much an index falls a turn: deployed Converters (21.1), on Io hexes with Crawlers (21.4)."""
    surface = SURFACE_OF_INDEX[number]
    if number == INDEX_VENUS and not (s.setup.bombs and s.venus_hit):
        return 0  # never in the Intermediate Game (21.3), whatever crashes there (31.5)
    if surface == ON_IO:
        return len({s.at[p] for p in CRAWLERS if s.at[p] >= 0 and SURFACE[s.at[p]] == ON_IO})
    return sum(1 for p in CONVERTERS if s.deployed[p] and s.at[p] >= 0 and SURFACE[s.at[p]] == surface)


class ConversionPhase(Step[State]):
    name = "alien_conversion"

    def run(self, s: State, frame: Frame) -> None:
        for number in range(len(INDEXES)):
            fall = min(rate(s, number), s.index[number])
            if not fall:
                continue
            s.index[number] -= fall
            s.emit(FALLS, number, fall, s.index[number])
            if not s.index[number]:
                s.emit(CONVERTED, number)
                if number == INDEX_EARTH:
                    poison(s)


def poison(s: State) -> None:
    """All Armies and all industry on Earth are lost (21.2)."""
    s.emit(POISONED)
    for piece in OF_TYPE[ARMY]:
        if s.at[piece] >= 0:
            destroy(s, piece)
    for site in ON_EARTH_SITES:
        for _ in range(standing(s, site)):
            devastate(s, site)
