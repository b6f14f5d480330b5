"""The shelf: what is the same for everybody, encoded and packed once and answered from memory."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Request, Response

from grognard.server.library import Library

_encoder = msgspec.json.Encoder(enc_hook=str)
_SMALL = 2000  # bytes below which packing costs more than it saves


@dataclass(frozen=True, slots=True)
class Page:
    """An answer that stays the same, ready to be sent."""

    content: bytes
    packed: bytes
    tag: str


class Shelf:
    """Answers made once and kept; their number is bounded by what the games have."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._pages: dict[tuple[str, str], Page] = {}

    def language(self, lang: str) -> str:
        return lang if lang in self.library.languages else "en"

    def answer(self, request: Request[Any, Any, Any], make: Callable[[], Any], variant: str = "") -> Response[Any]:
        """The page of that path and variant. The browser keeps it too, and asks only whether its tag still holds."""
        key = ("/".join(filter(None, request.url.path.split("/"))), variant)  # however many slashes it was asked with
        page = self._pages.get(key)
        if page is None:
            content = _encoder.encode(make())
            tag = hashlib.blake2b(content, digest_size=12).hexdigest()
            packed = gzip.compress(content, 9, mtime=0) if len(content) > _SMALL else b""
            page = self._pages[key] = Page(content, packed, f'"{tag}"')
        headers = {"ETag": page.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == page.tag:
            return Response(b"", status_code=304, headers=headers)
        if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(page.packed, headers=headers, media_type="application/json")
        return Response(page.content, headers=headers, media_type="application/json")
