"""Bringing a store to the present shape of its tables: alembic through advanced-alchemy, one history for both."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from advanced_alchemy.alembic.commands import AlembicCommands
from advanced_alchemy.config import AlembicAsyncConfig, AlembicSyncConfig, SQLAlchemyAsyncConfig, SQLAlchemySyncConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import ArgumentError

from grognard.server.store import sqlite_file
from grognard.server.tables import metadata
from grognard.server.trouble import FOREIGN, Trouble, plainly, sentence

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
    with plainly():
        if not url.startswith(("postgresql+asyncpg:", "sqlite:")):
            raise ArgumentError(url)
        file = sqlite_file(url)
        steps = commands(url)
        try:
            if file and Path(file).exists() and Path(file).stat().st_size and not _is_current(url):
                _copy(file, f"{file}.before-upgrade")
            steps.upgrade()
        except CommandError as error:
            raise Trouble(sentence(error)) from error


def _copy(file: str, to: str) -> None:
    """Through SQLite itself: what still lies in the file's write-ahead log belongs to it."""
    with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(to)) as new:
        old.backup(new)


def _is_current(url: str) -> bool:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            options = {"version_table": "alembic_versions"}
            done = MigrationContext.configure(connection, opts=options).get_current_revision()
            if done is None and set(metadata.tables).intersection(inspect(connection).get_table_names()):
                raise Trouble(FOREIGN)
    finally:
        engine.dispose()
    history = ScriptDirectory(_SCRIPTS)
    if done is not None:
        history.get_revision(done)  # an unknown one is refused before anything is copied
    return done == history.get_current_head()
