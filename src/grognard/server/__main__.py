"""`python -m grognard.server`: serve on this machine. Flags go over the environment (see settings.py)."""

from __future__ import annotations

if __name__ == "__main__":  # the bots' processes import this module too and need nothing of it
    try:
        from grognard.server.serving import main
    except ModuleNotFoundError as error:
        raise SystemExit(f"The server needs {error.name}, which is not here: pip install 'grognard[server]'") from None
    main()
