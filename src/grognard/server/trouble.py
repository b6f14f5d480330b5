"""What can go wrong with the store, said in one plain sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from asyncpg.exceptions import InterfaceError, PostgresError  # type: ignore[import-untyped]
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

FOREIGN = "The database holds tables of something else"
_SENTENCES = {
    "disk is full": "The disk that holds the store is full",
    "no space left": "The disk that holds the store is full",
    "readonly": "The store is read-only",
    "read-only": "The store is read-only",
    "is locked": "Another program holds the store",
    "not a database": "The store's file is no SQLite database",
    "malformed": "The store's file is damaged",
    "unable to open": "The store's file can't be opened",
    "disk i/o error": "The disk that holds the store fails",
    "already exists": FOREIGN,
    "can't locate revision": "The store was made by a newer version of this program",
    "password authentication": "The database server refuses the user or the password",
    "does not exist": "The database, or a table in it, doesn't exist",
}
_TROUBLES = (DBAPIError, NoConnectionLeft, ArgumentError, sqlite3.Error, PostgresError, InterfaceError, OSError)


class Trouble(Exception):
    """The store can't do what is asked of it now; the text is for people."""


def sentence(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    text = str(cause)
    for part, words in _SENTENCES.items():
        if part in text.lower():
            return words
    if isinstance(error, ArgumentError | NoSuchModuleError):
        return "The store's address can't be read; expected sqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME"
    if isinstance(cause, OSError | InterfaceError | NoConnectionLeft):
        return "The database can't be reached"
    return f"The store has failed: {text.splitlines()[0] if text else type(cause).__name__}"


@contextmanager
def plainly() -> Iterator[None]:
    """What the database's drivers raise becomes Trouble; a broken key stays what it is, for it is an answer."""
    try:
        yield
    except IntegrityError:
        raise
    except _TROUBLES as error:
        raise Trouble(sentence(error)) from error
