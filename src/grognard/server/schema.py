"""Prints the OpenAPI schema, from which the client's types are made.

`npm run types` in `web/` runs it.
"""

from __future__ import annotations

import json

from grognard.server.app import create_app
from grognard.server.settings import Settings


def schema() -> str:
    app = create_app(Settings())
    return json.dumps(app.openapi_schema.to_schema(), indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    print(schema(), end="")
