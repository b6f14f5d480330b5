"""Routes at the table: reading a match and acting in it."""

from __future__ import annotations

from typing import Any

from litestar import Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from grognard.server import asking, commands
from grognard.server.desk import token_hash
from grognard.server.errors import Fault
from grognard.server.given import (
    REFUSALS,
    ActionText,
    AToken,
    Count,
    Lang,
    Maybe,
    Optional,
    Path,
    Search,
    TheAccess,
    TheDesk,
    Words,
)
from grognard.server.library import board_of
from grognard.server.wire import (
    Act,
    Acts,
    Answer,
    Areas,
    Join,
    Log,
    MatchInfo,
    Moment,
    MomentMark,
    Odds,
    Play,
    Record,
    Say,
    State,
    Threats,
    Undo,
    Update,
    Updates,
    Ways,
    Why,
)

# --- reading


@get("/matches/{match:str}", responses=REFUSALS)
async def info(match: Path, desk: TheDesk, access: TheAccess, token: AToken) -> MatchInfo:
    async with desk.at(match) as table:
        held = access.held(table, token)
        return asking.info(table, desk, held)


@get("/matches/{match:str}/state", responses=REFUSALS)
async def state(
    match: Path, desk: TheDesk, access: TheAccess, token: AToken, side: Optional = None, lang: Lang = "en"
) -> State:
    async with desk.at(match) as table:
        held = access.held(table, token)
        return table.state(access.viewpoint(table, held, side), held, lang)


@get("/matches/{match:str}/updates", responses=REFUSALS)
async def updates(
    match: Path, since: Count, desk: TheDesk, access: TheAccess, token: AToken, side: Optional = None, lang: Lang = "en"
) -> Updates:
    async with desk.at(match) as table:
        held = access.held(table, token)
        return desk.missed(table, since, held, (access.viewpoint(table, held, side), lang))


@get("/matches/{match:str}/log", responses=REFUSALS)
async def log(
    match: Path,
    desk: TheDesk,
    access: TheAccess,
    token: AToken,
    since: Count = 0,
    side: Optional = None,
    q: Search = "",
    kind: Words = "",
    lang: Lang = "en",
) -> Log:
    async with desk.at(match) as table:
        held = access.held(table, token)
        return asking.log(table, access.viewpoint(table, held, side), since, q, kind, lang)


@get("/matches/{match:str}/why", responses=REFUSALS)
async def why(
    match: Path,
    action: ActionText,
    desk: TheDesk,
    access: TheAccess,
    token: AToken,
    side: Optional = None,
    lang: Lang = "en",
) -> Why:
    async with desk.at(match) as table:
        asker = commands.own_side(table, access.held(table, token), side)
        return asking.why(table, asker, action, lang)


@get("/matches/{match:str}/odds", responses=REFUSALS)
async def odds(
    match: Path,
    action: ActionText,
    desk: TheDesk,
    access: TheAccess,
    token: AToken,
    side: Optional = None,
    expect: Maybe = None,
    lang: Lang = "en",
) -> Odds:
    async with desk.at(match) as table:
        asker = commands.own_side(table, access.held(table, token), side)
        return asking.odds(table, asker, action, lang, expect)


@get("/matches/{match:str}/acts", responses=REFUSALS)
async def acts(
    match: Path,
    desk: TheDesk,
    access: TheAccess,
    token: AToken,
    side: Optional = None,
    place: Optional = None,
    piece: Optional = None,
    verb: Optional = None,
    lang: Lang = "en",
) -> Acts:
    async with desk.at(match) as table:
        asker = commands.own_side(table, access.held(table, token), side)
        return asking.acts(table, asker, lang, place=place, piece=piece, verb=verb)


@get("/matches/{match:str}/record", responses=REFUSALS)
async def record(match: Path, desk: TheDesk, access: TheAccess, token: AToken, side: Optional = None) -> Record:
    async with desk.at(match) as table:
        held = access.held(table, token)
        return asking.record(table, held, access.viewpoint(table, held, side))


@get("/matches/{match:str}/at/{actions:int}", responses=REFUSALS)
async def moment(
    match: Path,
    actions: FromPath[int],
    desk: TheDesk,
    access: TheAccess,
    token: AToken,
    side: Optional = None,
    lang: Lang = "en",
) -> Moment:
    async with desk.at(match) as table:
        eyes = access.eyes(table, access.held(table, token), side)
        return asking.moment(table, eyes, actions, lang)


@get("/matches/{match:str}/moments", responses=REFUSALS)
async def moments(match: Path, desk: TheDesk, access: TheAccess, token: AToken, lang: Lang = "en") -> list[MomentMark]:
    async with desk.at(match) as table:
        access.held(table, token)
        return asking.moments(table, lang)


@get("/matches/{match:str}/board", responses=REFUSALS)
async def board(match: Path, desk: TheDesk, access: TheAccess, token: AToken, lang: Lang = "en") -> dict[str, Any]:
    async with desk.at(match) as table:
        access.held(table, token)
        return board_of(table.game, table.row.scenario, lang)


@get("/matches/{match:str}/areas", responses=REFUSALS)
async def areas(
    match: Path, desk: TheDesk, access: TheAccess, token: AToken, side: Optional = None, at: Maybe = None
) -> Areas:
    async with desk.at(match) as table:
        eyes = access.eyes(table, access.held(table, token), side)
        return await asking.areas(table, eyes, at)


@get("/matches/{match:str}/ways", responses=REFUSALS)
async def ways(
    match: Path, desk: TheDesk, access: TheAccess, token: AToken, side: Optional = None, lang: Lang = "en"
) -> Ways:
    async with desk.at(match) as table:
        return await asking.ways(table, commands.own_side(table, access.held(table, token), side), lang)


@get("/matches/{match:str}/threats", responses=REFUSALS)
async def threats(
    match: Path,
    place: FromQuery[str],
    desk: TheDesk,
    access: TheAccess,
    token: AToken,
    side: Optional = None,
    at: Maybe = None,
) -> Threats:
    async with desk.at(match) as table:
        eyes = access.eyes(table, access.held(table, token), side)
        return await asking.threats(table, eyes, place, at)


# --- acting


@post("/matches/{match:str}/join", status_code=200, responses=REFUSALS)
async def join(
    match: Path, data: JSONBody[Join], desk: TheDesk, access: TheAccess, token: AToken, lang: Lang = "en"
) -> State:
    hashed = token_hash(token)
    if hashed is None:
        raise Fault("no_seat", "Only the holder of a seat can join.", hint="Use the link that was given to you.")
    async with desk.at(match) as table:
        held = access.held(table, token)
        waiting = any(not s.joined for s in table.seats if s.token_hash == hashed)
    if waiting:
        seat = {"mix": commands.plain(data.mix or ""), "name": commands.plain(data.name or "")}
        await desk.run(match, token, commands.join(hashed), lang, **seat)
    async with desk.at(match) as table:
        return table.state(access.viewpoint(table, held, None), held, lang)


@post("/matches/{match:str}/play", status_code=200, responses=REFUSALS)
async def play(match: Path, data: JSONBody[Play], desk: TheDesk, token: AToken, lang: Lang = "en") -> Update:
    return await desk.run(match, token, commands.play(data.side, data.action, data.expect, lang), lang)


@post("/matches/{match:str}/undo", status_code=200, responses=REFUSALS)
async def undo(match: Path, data: JSONBody[Undo], desk: TheDesk, token: AToken, lang: Lang = "en") -> Update:
    return await desk.run(match, token, commands.undo(data.side, data.expect, data.to), lang)


@post("/matches/{match:str}/answer", status_code=200, responses=REFUSALS)
async def answer(match: Path, data: JSONBody[Answer], desk: TheDesk, token: AToken, lang: Lang = "en") -> Update:
    return await desk.run(match, token, commands.answer(data.side, data.expect, data.agree), lang)


@post("/matches/{match:str}/draw", status_code=200, responses=REFUSALS)
async def draw(match: Path, data: JSONBody[Act], desk: TheDesk, token: AToken, lang: Lang = "en") -> Update:
    return await desk.run(match, token, commands.draw(data.side, data.expect), lang)


@post("/matches/{match:str}/resign", status_code=200, responses=REFUSALS)
async def resign(match: Path, data: JSONBody[Act], desk: TheDesk, token: AToken, lang: Lang = "en") -> Update:
    return await desk.run(match, token, commands.resign(data.side, data.expect), lang)


@post("/matches/{match:str}/talk", status_code=200, responses=REFUSALS)
async def talk(
    match: Path, data: JSONBody[Say], desk: TheDesk, access: TheAccess, token: AToken, lang: Lang = "en"
) -> Update:
    access.may_talk(token)
    return await desk.run(match, token, commands.talk(data.side, data.text, data.to, data.nonce), lang)


router = Router(
    "/",
    route_handlers=[
        info,
        state,
        updates,
        log,
        why,
        odds,
        acts,
        record,
        moment,
        moments,
        board,
        areas,
        threats,
        ways,
        join,
        play,
        undo,
        answer,
        draw,
        resign,
        talk,
    ],
    tags=["table"],
)
