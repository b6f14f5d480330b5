"""Routes at the table: reading a match and acting in it."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get, post
from litestar.params import Parameter

from grognard.server import asking, commands
from grognard.server.access import Access
from grognard.server.desk import Desk, token_hash
from grognard.server.errors import Fault
from grognard.server.wire import (
    Act,
    Acts,
    Answer,
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
    Undo,
    Update,
    Updates,
    Why,
)

Text = Annotated[str, Parameter(min_length=1, max_length=200)]
Count = Annotated[int, Parameter(ge=0, le=2**31)]


# --- reading


@get("/matches/{match:str}")
async def info(match: str, desk: Desk, access: Access, token: str | None) -> MatchInfo:
    async with desk.at(match) as table:
        held = access.held(table, token)
        return asking.info(table, desk, held)


@get("/matches/{match:str}/state")
async def state(
    match: str, desk: Desk, access: Access, token: str | None, side: str | None = None, lang: str = "en"
) -> State:
    async with desk.at(match) as table:
        held = access.held(table, token)
        return table.state(access.viewpoint(table, held, side), held, lang)


@get("/matches/{match:str}/updates")
async def updates(
    match: str, since: Count, desk: Desk, access: Access, token: str | None, side: str | None = None, lang: str = "en"
) -> Updates:
    async with desk.at(match) as table:
        held = access.held(table, token)
        return desk.missed(table, since, held, (access.viewpoint(table, held, side), lang))


@get("/matches/{match:str}/log")
async def log(
    match: str,
    desk: Desk,
    access: Access,
    token: str | None,
    since: Count = 0,
    side: str | None = None,
    q: Annotated[str, Parameter(max_length=80)] = "",
    kind: str = "",
    lang: str = "en",
) -> Log:
    async with desk.at(match) as table:
        held = access.held(table, token)
        return asking.log(table, access.viewpoint(table, held, side), since, q, kind, lang)


@get("/matches/{match:str}/why")
async def why(
    match: str, action: Text, desk: Desk, access: Access, token: str | None, side: str | None = None, lang: str = "en"
) -> Why:
    async with desk.at(match) as table:
        asker = commands.own_side(table, access.held(table, token), side)
        return asking.why(table, asker, action, lang)


@get("/matches/{match:str}/odds")
async def odds(
    match: str, action: Text, desk: Desk, access: Access, token: str | None, side: str | None = None, lang: str = "en"
) -> Odds:
    async with desk.at(match) as table:
        asker = commands.own_side(table, access.held(table, token), side)
        return asking.odds(table, asker, action, lang)


@get("/matches/{match:str}/acts")
async def acts(
    match: str,
    desk: Desk,
    access: Access,
    token: str | None,
    side: str | None = None,
    place: str | None = None,
    piece: str | None = None,
    verb: str | None = None,
    lang: str = "en",
) -> Acts:
    async with desk.at(match) as table:
        asker = commands.own_side(table, access.held(table, token), side)
        return asking.acts(table, asker, lang, place=place, piece=piece, verb=verb)


@get("/matches/{match:str}/record")
async def record(match: str, desk: Desk, access: Access, token: str | None, side: str | None = None) -> Record:
    async with desk.at(match) as table:
        held = access.held(table, token)
        return asking.record(table, held, access.viewpoint(table, held, side))


@get("/matches/{match:str}/at/{actions:int}")
async def moment(
    match: str,
    actions: int,
    desk: Desk,
    access: Access,
    token: str | None,
    side: str | None = None,
    lang: str = "en",
) -> Moment:
    async with desk.at(match) as table:
        held = access.held(table, token)
        viewer = None if table.status == "over" and side is None else access.viewpoint(table, held, side)
        return asking.moment(table, viewer, actions, lang)


@get("/matches/{match:str}/moments")
async def moments(match: str, desk: Desk, access: Access, token: str | None, lang: str = "en") -> list[MomentMark]:
    async with desk.at(match) as table:
        access.held(table, token)
        return asking.moments(table, lang)


# --- acting


@post("/matches/{match:str}/join", status_code=200)
async def join(match: str, data: Join, desk: Desk, access: Access, token: str | None, lang: str = "en") -> State:
    hashed = token_hash(token)
    if hashed is None:
        raise Fault("no_seat", "Only the holder of a seat can join.", hint="Use the link that was given to you.")
    async with desk.at(match) as table:
        held = access.held(table, token)
        waiting = any(not s.joined for s in table.seats if s.token_hash == hashed)
    if waiting:
        name = " ".join((data.name or "").split())
        await desk.run(match, token, commands.join(hashed), None, lang, mix=data.mix or "", name=name)
    async with desk.at(match) as table:
        return table.state(access.viewpoint(table, held, None), held, lang)


@post("/matches/{match:str}/play", status_code=200)
async def play(match: str, data: Play, desk: Desk, token: str | None, lang: str = "en") -> Update:
    return await desk.run(match, token, commands.play(data.side, data.action, data.expect, lang), None, lang)


@post("/matches/{match:str}/undo", status_code=200)
async def undo(match: str, data: Undo, desk: Desk, token: str | None, lang: str = "en") -> Update:
    return await desk.run(match, token, commands.undo(data.side, data.expect, data.to), None, lang)


@post("/matches/{match:str}/answer", status_code=200)
async def answer(match: str, data: Answer, desk: Desk, token: str | None, lang: str = "en") -> Update:
    return await desk.run(match, token, commands.answer(data.side, data.expect, data.agree), None, lang)


@post("/matches/{match:str}/draw", status_code=200)
async def draw(match: str, data: Act, desk: Desk, token: str | None, lang: str = "en") -> Update:
    return await desk.run(match, token, commands.draw(data.side, data.expect), None, lang)


@post("/matches/{match:str}/resign", status_code=200)
async def resign(match: str, data: Act, desk: Desk, token: str | None, lang: str = "en") -> Update:
    return await desk.run(match, token, commands.resign(data.side, data.expect), None, lang)


@post("/matches/{match:str}/talk", status_code=200)
async def talk(match: str, data: Say, desk: Desk, access: Access, token: str | None, lang: str = "en") -> Update:
    access.may_talk(token)
    return await desk.run(match, token, commands.talk(data.text), None, lang)


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
