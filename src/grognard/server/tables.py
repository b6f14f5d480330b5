"""The tables of the store: matches, their seats, the append-only log of entries, saved states."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

match = Table(
    "match",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("scenario", String(60), nullable=False),
    Column("options", JSON, nullable=False),
    Column("title", String(80), nullable=False),
    Column("pace", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("sandbox", Boolean, nullable=False),
    Column("status", String(10), nullable=False),
    Column("edition", Integer, nullable=False),
    Column("start", JSON, nullable=False),  # how play begins: {"kind": "new" | "position" | "record", ...}
    Column("origin", JSON, nullable=True),  # the match and moment it was branched from
    Column("secret", String(64), nullable=False),  # the server's part of the seed; shown when the match is over
    Column("commitment", String(64), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("face", JSON, nullable=False),  # what a list of matches shows: turn, phase, to_act, result
    Column("started", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Index("ix_match_listed_status_last", "listed", "status", "last"),
)

seat = Table(
    "seat",
    metadata,
    Column("match", String(16), ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("sides", JSON, nullable=False),
    Column("holder", String(10), nullable=False),
    Column("bot", String(60), nullable=True),
    Column("name", String(40), nullable=False),
    Column("token_hash", String(64), nullable=True),
    Column("mix", String(64), nullable=False),
    Column("joined", Boolean, nullable=False),
    Index("ix_seat_token_hash", "token_hash"),
)

entry = Table(
    "entry",
    metadata,
    Column("match", String(16), ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("step", Integer, nullable=False),
    Column("expect", Integer, nullable=False),  # the step its sender saw: tells a repeat from a new command
    Column("type", String(10), nullable=False),
    Column("side", String(60), nullable=True),
    Column("text", Text, nullable=False),
    Column("keep", Integer, nullable=True),  # for undos: how many moves stay
    Column("bot", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("to", JSON(none_as_null=True), nullable=True),  # for talk: the sides it is addressed to; null: everybody
    Column("nonce", String(40), nullable=True),  # for talk: tells a repeat from the same words once more
)

snapshot = Table(
    "snapshot",
    metadata,
    Column("match", String(16), ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("actions", Integer, nullable=False),
    Column("edition", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("position", JSON, nullable=False),
)
