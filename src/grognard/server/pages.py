"""The built client: its files, and index.html for every path that is the client's own."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import MediaType, Response, get
from litestar.params import FromPath

from grognard.server.errors import Fault
from grognard.server.given import TheSettings

MISSING = (
    "<!doctype html><meta charset=utf-8><title>Grognard</title><p>The server runs, but its client has not been built."
    "<p>Run <code>python3 run.py play</code>, or <code>npm run build</code> in <code>web/</code>."
)
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(settings: TheSettings, path: FromPath[str] = "/") -> Response[bytes] | Response[str]:
    root = settings.static.resolve()
    file = _found(root, path.lstrip("/"))
    if file is not None:
        return _file(file, "public, max-age=31536000, immutable" if "assets" in file.parts else "no-cache")
    if path.startswith("/api/") or Path(path).suffix in {".js", ".css", ".svg", ".png", ".woff2", ".map", ".json"}:
        raise Fault("unknown", f"There is nothing at {path}.")
    index = root / "index.html"
    if index.is_file():
        return _file(index, "no-cache")
    return Response(MISSING, status_code=503, media_type=MediaType.HTML)


def _found(root: Path, name: str) -> Path | None:
    """The client's file of that name; nothing outside its folder, nothing that can't be a name."""
    try:
        file = (root / name).resolve()
        return file if name and file.is_relative_to(root) and file.is_file() else None
    except (ValueError, OSError):
        return None


def _file(file: Path, cache: str) -> Response[bytes]:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Response(file.read_bytes(), headers={"Cache-Control": cache}, media_type=kind)
