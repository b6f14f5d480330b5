"""`python -m grognard.server`: serve on this machine. Flags go over the environment (see settings.py)."""

from __future__ import annotations

import argparse
import logging
import threading
import webbrowser

import uvicorn

from grognard.server.app import create_app
from grognard.server.settings import Settings


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m grognard.server", description="Serve Grognard's table.")
    parser.add_argument("--host", help="address to listen on (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, help="port (8377)")
    parser.add_argument("--database", help="sqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME")
    parser.add_argument("--bot-workers", type=int, dest="bot_workers", help="processes in which bots think")
    parser.add_argument("--log-level", default="warning", choices=["debug", "info", "warning", "error"])
    parser.add_argument("--open", action="store_true", help="open the table in the browser")
    flags = vars(parser.parse_args(arguments))
    level = flags.pop("log_level")
    show = flags.pop("open")
    settings = Settings.from_environment(**flags)
    logging.basicConfig(level=level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    address = f"http://{settings.host}:{settings.port}/"
    print(f"Grognard is on {address}", flush=True)
    if show:
        threading.Timer(1.5, webbrowser.open, [address]).start()
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level=level,
        ws_max_size=65536,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main()
