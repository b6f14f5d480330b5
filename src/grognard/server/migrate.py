"""Bringing a store to the present shape of its tables: alembic through advanced-alchemy, one history for both."""

from __future__ import annotations

import shutil
from pathlib import Path

from advanced_alchemy.alembic.commands import AlembicCommands
from advanced_alchemy.config import AlembicAsyncConfig, AlembicSyncConfig, SQLAlchemyAsyncConfig, SQLAlchemySyncConfig
from sqlalchemy.engine import make_url

from grognard.server.tables import metadata

_SCRIPTS = str(Path(__file__).parent / "migrations")


def commands(url: str) -> AlembicCommands:
    if url.startswith("postgresql"):
        return AlembicCommands(
            SQLAlchemyAsyncConfig(
                connection_string=url, metadata=metadata, alembic_config=AlembicAsyncConfig(script_location=_SCRIPTS)
            )
        )
    return AlembicCommands(
        SQLAlchemySyncConfig(
            connection_string=url, metadata=metadata, alembic_config=AlembicSyncConfig(script_location=_SCRIPTS)
        )
    )


def upgrade(url: str) -> None:
    """To the newest revision. A SQLite file is copied first when it changes: its schema changes don't roll back."""
    steps = commands(url)
    file = None if url.startswith("postgresql") else make_url(url).database
    if file and Path(file).exists() and not _is_current(url):
        shutil.copy2(file, f"{file}.before-upgrade")
    steps.upgrade()


def _is_current(url: str) -> bool:
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory
    from sqlalchemy import create_engine

    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            done = MigrationContext.configure(
                connection, opts={"version_table": "alembic_versions"}
            ).get_current_revision()
    finally:
        engine.dispose()
    return done == ScriptDirectory(_SCRIPTS).get_current_head()
