"""Routes for making matches and finding them."""

from __future__ import annotations

from litestar import Router, get, post
from litestar.params import FromQuery, JSONBody

from grognard.server.desk import token_hash
from grognard.server.given import REFUSALS, Asked, AToken, Lang, Limit, Optional, Path, TheAccess, TheDesk, TheSetup
from grognard.server.wire import (
    Branch,
    Created,
    MatchCard,
    NewFromPosition,
    NewFromRecord,
    NewMatch,
    OwnScenarios,
    Status,
    Tokens,
)
from grognard.server.wire_shelf import ScenarioCard

LARGE = 2 * 1024 * 1024  # records and positions


@post("/matches", responses=REFUSALS)
async def create(data: JSONBody[NewMatch], setup: TheSetup, access: TheAccess, request: Asked) -> Created:
    access.may_create(request)
    return await setup.new(data)


@post("/matches/import", request_max_body_size=LARGE, responses=REFUSALS)
async def import_record(data: JSONBody[NewFromRecord], setup: TheSetup, access: TheAccess, request: Asked) -> Created:
    access.may_create(request)
    return await setup.from_record(data)


@post("/matches/position", request_max_body_size=LARGE, responses=REFUSALS)
async def from_position(data: JSONBody[NewFromPosition], setup: TheSetup, access: TheAccess, request: Asked) -> Created:
    access.may_create(request)
    return await setup.from_position(data)


@post("/games/{game:str}/lessons/{lesson:str}/play", responses=REFUSALS)
async def play_lesson(game: Path, lesson: Path, setup: TheSetup, access: TheAccess, request: Asked) -> Created:
    access.may_create(request)
    return await setup.from_lesson(game, lesson)


@post("/matches/{match:str}/branch", responses=REFUSALS)
async def branch(
    match: Path,
    data: JSONBody[Branch],
    setup: TheSetup,
    desk: TheDesk,
    access: TheAccess,
    token: AToken,
    request: Asked,
) -> Created:
    access.may_create(request)
    async with desk.at(match) as table:
        held = access.held(table, token)
        side = access.viewpoint(table, held, data.side)
        return await setup.branch(table, held, side, data)


@get("/matches", responses=REFUSALS)
async def listed(
    desk: TheDesk,
    game: Optional = None,
    status: FromQuery[Status | None] = None,
    limit: Limit = 50,
) -> list[MatchCard]:
    return [desk.card(row, seats, []) for row, seats in await desk.store.listed(game, status, limit)]


@post("/matches/mine", status_code=200, responses=REFUSALS)
async def mine(data: JSONBody[Tokens], desk: TheDesk) -> list[MatchCard]:
    hashes = [h for t in data.tokens if (h := token_hash(t))]
    found = await desk.store.held_by(hashes)
    return [
        desk.card(row, seats, [side for s in seats if s.token_hash in hashes for side in s.sides])
        for row, seats in found
    ]


@post("/games/{game:str}/scenarios", status_code=200, responses=REFUSALS)
async def own_scenarios(
    game: Path, data: JSONBody[OwnScenarios], setup: TheSetup, access: TheAccess, request: Asked, lang: Lang = "en"
) -> list[ScenarioCard]:
    access.may_create(request)
    return await setup.own_scenarios(game, data.documents, lang)


router = Router(
    "/",
    route_handlers=[create, own_scenarios, import_record, from_position, play_lesson, branch, listed, mine],
    tags=["setting up"],
)
