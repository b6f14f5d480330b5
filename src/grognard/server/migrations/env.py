"""Run by alembic: connects as advanced-alchemy's configuration says and runs the history against it."""

from __future__ import annotations

import asyncio
from typing import Any

from alembic import context
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server.tables import metadata

config: Any = context.config


def _run(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":  # several processes may start at once: one brings the store up to date
        connection.execute(text("SELECT pg_advisory_xact_lock(72623859)"))
    context.configure(
        connection=connection,
        target_metadata=metadata,
        compare_type=True,
        version_table=config.version_table_name,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def _run_async(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.run_sync(_run)
    await engine.dispose()


if isinstance(config.engine, AsyncEngine):
    asyncio.run(_run_async(config.engine))
else:
    with config.engine.begin() as connection:
        _run(connection)
    config.engine.dispose()
