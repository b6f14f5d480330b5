"""The first tables: matches, seats, the log of entries, saved states."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("scenario", sa.String(60), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("spectators", sa.Boolean(), nullable=False),
        sa.Column("sandbox", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("start", sa.JSON(), nullable=False),
        sa.Column("origin", sa.JSON(), nullable=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("face", sa.JSON(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
    )
    op.create_index("ix_match_listed_status_last", "match", ["listed", "status", "last"])
    op.create_table(
        "seat",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sides", sa.JSON(), nullable=False),
        sa.Column("holder", sa.String(10), nullable=False),
        sa.Column("bot", sa.String(60), nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=True),
        sa.Column("mix", sa.String(64), nullable=False),
        sa.Column("joined", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_seat_match_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_seat"),
    )
    op.create_index("ix_seat_token_hash", "seat", ["token_hash"])
    op.create_table(
        "entry",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("expect", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(10), nullable=False),
        sa.Column("side", sa.String(60), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("keep", sa.Integer(), nullable=True),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_entry_match_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_entry"),
    )
    op.create_table(
        "snapshot",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("actions", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("position", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_snapshot_match_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_snapshot"),
    )


def downgrade() -> None:
    for table in ("snapshot", "entry", "seat", "match"):
        op.drop_table(table)
