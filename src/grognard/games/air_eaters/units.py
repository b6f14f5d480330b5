"""Units (3.1, 15.1): types and pieces, from pieces.toml."""

from __future__ import annotations

from grognard.core.data import read_data
from grognard.core.vocab import Vocabulary

_TYPES = read_data("air_eaters", "pieces.toml")["types"]

TYPES = Vocabulary("type", _TYPES, [t["name"] for t in _TYPES.values()])
TYPE_DATA = _TYPES
N_TYPES = len(TYPES)
ARMY, DT, BI, SF, ISF, TR, ITR, CORV, DD, CA, BB, FTR = range(12)
MS, QS, NS, ESC, LN, CW, BASE, AC = range(12, 20)
TERRAN_TYPES = tuple(range(12))
GROUND, SUB, SPACE = 0, 1, 2

KIND = tuple({"ground": GROUND, "sub": SUB, "space": SPACE}[t["kind"]] for t in _TYPES.values())
MOVE = tuple(int(t["move"]) for t in _TYPES.values())
COUNT = tuple(int(t["count"]) for t in _TYPES.values())
COST = tuple(int(t.get("cost", 0)) for t in _TYPES.values())
NEEDS_RESEARCH = tuple(bool(t.get("research", False)) for t in _TYPES.values())
ABBR = tuple(str(t["abbr"]) for t in _TYPES.values())

TYPE: list[int] = []
OF_TYPE: list[range] = []  # the pieces of each type
_ids: list[str] = []
_names: list[str] = []
_ORDINALS = ("One", "Two")
for _t, _id in enumerate(TYPES.ids):
    OF_TYPE.append(range(len(TYPE), len(TYPE) + COUNT[_t]))
    for _i in range(COUNT[_t]):
        TYPE.append(_t)
        _ids.append(f"{_id}_{_i + 1}")
        _names.append(f"Mothership {_ORDINALS[_i]}" if _t == MS else f"{ABBR[_t]} {_i + 1}")
PIECES = Vocabulary("piece", _ids, _names)
N_PIECES = len(TYPE)
TERRANS = range(OF_TYPE[ARMY].start, OF_TYPE[FTR].stop)
ALIENS = range(OF_TYPE[MS].start, N_PIECES)
IS_ALIEN = [p in ALIENS for p in range(N_PIECES)]
MOTHERSHIPS = tuple(OF_TYPE[MS])
SHIPS = tuple(p for t in (MS, QS, NS, ESC) for p in OF_TYPE[t])  # what flies without limit (6.11)
LANDERS, CRAWLERS, BASES, CONVERTERS = (tuple(OF_TYPE[t]) for t in (LN, CW, BASE, AC))
CARGO = (*CRAWLERS, *BASES, *CONVERTERS)  # what Landers carry (6.10, 18.2)
PASSENGERS = (*OF_TYPE[DT], *OF_TYPE[BI])  # what Transports carry (6.7)
ALIEN_SHOOTERS = tuple(p for t in (QS, NS, ESC, CW) for p in OF_TYPE[t])
WARSHIPS = (*OF_TYPE[QS], *OF_TYPE[NS])  # what bombards, guides asteroids and can crash
TERRAN_SPACE = tuple(p for p in TERRANS if KIND[TYPE[p]] == SPACE)
KIND_OF = [KIND[t] for t in TYPE]
CARRIED_KINDS = (*BASES, *CONVERTERS)  # what can be deployed (18.0)
