"""Talk may be addressed to some sides, and a repeat of it is known by its nonce."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entry", sa.Column("to", sa.JSON(), nullable=True))
    op.add_column("entry", sa.Column("nonce", sa.String(40), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("entry") as entry:
        entry.drop_column("nonce")
        entry.drop_column("to")
