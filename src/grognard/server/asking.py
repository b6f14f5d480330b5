"""Questions to a table that change nothing: why, odds, what can act, the log, the record, earlier moments."""

from __future__ import annotations

import asyncio

from grognard.board.bits import to_list
from grognard.core import Illegal, Match
from grognard.core.verbs import Code
from grognard.server.desk import Desk
from grognard.server.errors import Fault
from grognard.server.reader import Reader, action_on_wire, as_view
from grognard.server.table import Table
from grognard.server.wire import (
    Acts,
    Area,
    Areas,
    Event,
    LedgerLine,
    Log,
    MatchInfo,
    Moment,
    MomentMark,
    Odds,
    Origin,
    Outcome,
    Record,
    Refused,
    Reveal,
    Threats,
    Way,
    Ways,
    Why,
)

PAGE = 500  # lines of the log in one answer
REASONS = 8  # refusals given for one piece or place


def info(table: Table, desk: Desk, held: list[str]) -> MatchInfo:
    row = table.row
    row.seq, row.step, row.status, row.face = table.seq, table.step, table.status, table.face()
    row.last = table.entries[-1].at if table.entries else row.started
    card = desk.card(row, table.seats, held)
    reveal = None
    if table.status == "over":
        reveal = Reveal(row.secret, [s.mix for s in table.seats if s.holder == "person"])
    scenario = table.game.scenarios[row.scenario]
    return MatchInfo(
        **{f: getattr(card, f) for f in card.__struct_fields__},
        options=row.options,
        commitment=row.commitment,
        reveal=reveal,
        arranged=bool(table.match and table.match.arranged),
        sandbox=row.sandbox,
        origin=Origin(**row.origin) if row.origin else None,
        scenario_title=scenario.title,
        aim=scenario.aim,
    )


def log(table: Table, side: str | None, since: int, q: str, kind: str, lang: str) -> Log:
    """A page of the reader's log; with words or a kind to look for, the lines that have them."""
    if table.match is None:
        return Log([], 0)
    reader = table.reader(side, lang)
    if not q and not kind:
        return Log(reader.events(table.match, table.marks, since, since + PAGE), len(reader))
    found: list[Event] = []
    for event in reader.events(table.match, table.marks, since):
        if (not q or q.casefold() in event.text.casefold()) and (not kind or event.kind == kind):
            found.append(event)
            if len(found) == PAGE:
                break
    return Log(found, len(reader))


def why(table: Table, side: str, action: str, lang: str) -> Why:
    if table.match is None:
        raise Fault("not_now", "The match waits for players.")
    refusal = table.match.why_not(side, action, lang)
    return Why(action, refusal is None, refusal.reason if refusal else "", refusal.rule if refusal else "")


def odds(table: Table, side: str, action: str, lang: str, expect: int | None = None) -> Odds:
    """The chances of an action. Asked of an older step whose action is gone, there are none, and that is no fault."""
    match = table.match
    if match is None:
        raise Fault("not_now", "The match waits for players.")
    try:
        chances = match.odds(side, action)
        ledger = match.ledger(side, action)
    except Illegal as illegal:
        if expect is not None and expect != table.step:
            return Odds(action, None, [])
        raise Fault("illegal", illegal.reason, rule=illegal.rule, where=action) from None
    word = table.game.lexicon.word
    outcomes = None if chances is None else [Outcome(word(text, lang), chance) for text, chance in chances.items()]
    return Odds(action, outcomes, [LedgerLine(m.value, word(m.reason, lang), m.rule) for m in ledger])


async def ways(table: Table, side: str, lang: str) -> Ways:
    """What each move on offer costs and where it leads; nothing where that side has nothing to decide."""
    match = table.match
    if match is None or side not in table.open_to:
        return Ways(table.step, [])
    found = await asyncio.to_thread(match.ways, side)
    notes = match.notes(side, lang)
    return Ways(table.step, [Way(text, cost, path, notes.get(text, [])) for text, (cost, path) in found.items()])


def acts(table: Table, side: str, lang: str, *, place: str | None, piece: str | None, verb: str | None) -> Acts:
    """The legal actions that name this place or piece, and why others with it are refused."""
    match, game = table.match, table.game
    if match is None or side not in table.open_to:
        return Acts([], [])
    wanted = {"place": place, "piece": piece}
    for kind, name in wanted.items():
        if name is not None and name not in game.vocab[kind].index:
            raise Fault("bad_input", f"There is no {kind} {name!r} in {game.title}.", where=kind)
    numbers = {kind: game.vocab[kind].index[name] for kind, name in wanted.items() if name is not None}

    def names(code: Code) -> bool:
        kinds = game.verbs.verbs[code[0]].kinds
        return all(
            any(k == kind and a == n for k, a in zip(kinds, code[1:], strict=True)) for kind, n in numbers.items()
        )

    codes = [c for c in match.decision(side).codes if verb is None or game.verbs.verbs[c[0]].words[0] == verb]
    found = [c for c in codes if names(c)]
    return Acts(
        [action_on_wire(game, c, lang) for c in found], [] if found else _reasons(table, side, codes, numbers, lang)
    )


def _reasons(table: Table, side: str, codes: list[Code], numbers: dict[str, int], lang: str) -> list[Refused]:
    """Put the piece or place into actions of the kinds that are listed, and hear what the rules say to them."""
    match, game = table.match, table.game
    assert match is not None
    out: dict[tuple[str, str], Refused] = {}
    tried: set[Code] = set()
    for code in codes[:400]:
        kinds = game.verbs.verbs[code[0]].kinds
        for kind, number in numbers.items():
            for at, slot in enumerate(kinds, start=1):
                changed = (*code[:at], number, *code[at + 1 :])
                if slot != kind or changed in tried:
                    continue
                tried.add(changed)
                text = game.verbs.print(changed, game.vocab)
                refusal = match.why_not(side, text, lang)
                if refusal is not None:
                    out.setdefault((refusal.rule, refusal.reason), Refused(text, refusal.reason, refusal.rule))
        if len(out) >= REASONS or len(tried) > 40:
            break
    return list(out.values())[:REASONS]


def record(table: Table, held: list[str], side: str | None) -> Record:
    """The whole record where nothing is hidden from the asker; else their own moves and what they have read."""
    if table.match is None:
        raise Fault("not_now", "The match waits for players.")
    row = table.row
    name = f"{row.game}-{row.scenario}-{row.id}"
    if table.sees_all(held):
        return Record(table.match.save(), True, f"{name}.grognard")
    return Record(_as_known(table, side), False, f"{name}.txt")


def _as_known(table: Table, side: str | None) -> str:
    match, row = table.match, table.row
    assert match is not None
    lines = [
        "# A match as one side knows it; the whole record is there when the match is over.",
        f"# game: {row.game}",
        f"# scenario: {row.scenario}",
        f"# side: {side or 'spectator'}",
        f"# commitment: {row.commitment}",
    ]
    reader = table.reader(side, "en")
    events = reader.events(match, table.marks, 0)
    own = match.setup.mask[table.game.vocab["side"].index[side]] if side else 0
    at = 0
    for n, (kind, mover, numbers) in enumerate(match.inputs, start=table.base + 1):
        while at < len(events) and events[at].actions < n:
            lines.append(f"# {events[at].text}")
            at += 1
        if kind == "act" and own >> mover & 1:
            lines.append(f"{table.game.sides[mover]}: {table.game.verbs.print(numbers, table.game.vocab)}")
    lines += [f"# {event.text}" for event in events[at:]]
    return "\n".join(lines) + "\n"


def _then(table: Table, at: int, where: str) -> Match:
    """The match as it stood after so many moves; `where` names the number in the request."""
    if table.match is None:
        raise Fault("not_now", "The match waits for players.")
    if not table.base <= at <= table.actions:
        hint = f"There are {table.base} to {table.actions}."
        raise Fault("bad_input", f"There is no moment {at} in this match.", where=where, hint=hint)
    return table.past(at)


def _mask(table: Table, side: str | None) -> int:
    """What the asker knows, as games count it: a side's, a spectator's (nothing), or everything when over."""
    if side is not None:
        assert table.match is not None
        return table.match.setup.mask[table.game.vocab["side"].index[side]]
    return (1 << len(table.game.sides)) - 1 if table.status == "over" else 0


def moment(table: Table, side: str | None, actions: int, lang: str) -> Moment:
    """The view after so many moves. When the match is over, a spectator sees everything."""
    match = _then(table, actions, "actions")
    reader = Reader(side, lang, table.base)
    reader.follow(match)
    view = reader.look(match)
    if side is None and table.status == "over":
        view.update(table.game.view(match.state, _mask(table, None)))
    return Moment(actions, table.actions, as_view(view), len(reader))


async def areas(table: Table, side: str | None, at: int | None) -> Areas:
    """What each side controls, feeds, reaches, fires at: now, or after so many moves."""
    at = table.actions if at is None else at
    match = _then(table, at, "at")
    game, mask = table.game, _mask(table, side)
    ids = game.vocab["place"].ids

    def found() -> list[Area]:
        return [
            Area(a.kind, game.sides[a.side], [ids[p] for p in to_list(a.places)])  # type: ignore[arg-type]
            for a in game.areas(match.state, mask)
            if a.places
        ]

    return Areas(at, await asyncio.to_thread(found))


async def threats(table: Table, side: str | None, place: str, at: int | None) -> Threats:
    """The pieces that could hit a place: now, or after so many moves."""
    at = table.actions if at is None else at
    match = _then(table, at, "at")
    game, mask = table.game, _mask(table, side)
    number = game.vocab["place"].index.get(place)
    if number is None:
        raise Fault("bad_input", f"There is no place {place!r} in {game.title}.", where="place")
    ids = game.vocab["piece"].ids
    pieces = await asyncio.to_thread(lambda: [ids[p] for p in game.threats(match.state, mask, number)])
    return Threats(at, place, pieces)


def moments(table: Table, lang: str) -> list[MomentMark]:
    """Where turns and phases begin."""
    match = table.match
    if match is None:
        return []
    out: list[MomentMark] = []
    for n, (turn, phase) in enumerate(table.moments):
        if n and table.moments[n - 1] == (turn, phase):
            continue
        sequence = match.setup.sequence
        title = table.game.lexicon.word(sequence[phase].title, lang) if 0 <= phase < len(sequence) else ""
        mover = match.inputs[n][1] if n < len(match.inputs) else -1
        out.append(MomentMark(table.base + n, turn, title, table.game.sides[mover] if mover >= 0 else None))
    return out
