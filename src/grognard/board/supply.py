"""Supply: which places a source feeds through allowed places, and the line itself."""

from grognard.board.bits import first, to_list
from grognard.board.reach import flood
from grognard.board.steps import Steps


def supplied(steps: Steps, sources: int, allowed: int, length: int = -1) -> int:
    """All places that can trace a line of allowed places to a source, at most `length` steps long (-1: any length).

    Blocked hexsides are left out of `steps` (see `Topology.steps_without`). A source counts only if it is allowed.
    """
    return flood(steps, sources & allowed, allowed, length)


def trace(steps: Steps, place: int, sources: int, allowed: int, length: int = -1) -> list[int]:
    """A shortest line from a place to a source, both ends included; [] when there is none.

    The place itself need not be allowed (a source is its own line); every other place of the line must be.
    """
    if sources >> place & 1:
        return [place]
    room = allowed & ~(1 << place)
    fronts = [1 << place]
    while fronts[-1] and length:
        front = steps.wave(fronts[-1]) & room
        room ^= front
        fronts.append(front)
        found = front & sources
        if found:
            return _back(steps, fronts, first(found))
        length -= 1
    return []


def _back(steps: Steps, fronts: list[int], place: int) -> list[int]:
    line = [place]
    for front in reversed(fronts[:-1]):
        place = next(near for near in to_list(front) if steps.out[near] >> place & 1)
        line.append(place)
    line.reverse()
    return line
