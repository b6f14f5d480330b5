"""How the table draws the star map: places, routes, counters, colours."""

from __future__ import annotations

from typing import Any

from grognard.core.data import read_data
from grognard.games.imperium.facts import CODE, MAP, PLACES, SYMBOL, TYPES


def board() -> dict[str, Any]:
    """The drawing of the map; the same for every scenario."""
    look = read_data("imperium", "board.toml")
    places: list[dict[str, Any]] = []
    for system in MAP["systems"]:
        spectral = system["class"][0]
        places.append(
            {
                "id": system["id"],
                "name": system["name"],
                "label": system["hex"],
                "x": system["x"],
                "y": system["y"],
                "shape": "star",
                "r": look["board"]["star"],
                "terrain": f"class_{spectral.lower()}" if system["boxes"] else "tertiary",
                "group": system["id"],
                "hint": system["class"],
            }
        )
        for box in system["boxes"]:
            places.append(
                {
                    "id": box["id"],
                    "name": box["name"],
                    "label": box["name"],
                    "x": box["x"],
                    "y": box["y"],
                    "shape": "box",
                    "w": look["board"]["box"],
                    "h": look["board"]["box"],
                    "terrain": box["kind"],
                    "group": system["id"],
                }
            )
    for label, at in MAP["hexes"].items():
        if "star" not in at:
            places.append(
                {
                    "id": f"hex_{label}",
                    "name": f"hex {label}",
                    "label": label,
                    "x": at["x"],
                    "y": at["y"],
                    "shape": "hex",
                    "r": MAP["unit"] / 3**0.5,
                    "terrain": "space",
                }
            )
    width, height = MAP["size"]
    for number, inset in enumerate(look["insets"]):
        places.append(
            {
                "id": inset["place"],
                "name": PLACES.names[PLACES.index[inset["place"]]],
                "label": inset["title"],
                "x": width + look["board"]["inset_width"] / 2,
                "y": (number + 0.5) * height / len(look["insets"]),
                "shape": "box",
                "w": look["board"]["inset_width"],
                "h": height / len(look["insets"]) * 0.9,
                "terrain": "beside",
            }
        )
    return {
        "kind": look["board"]["kind"],
        "title": look["board"]["title"],
        "size": [width + look["board"]["inset_width"], height],
        "background": look["board"]["background"],
        "places": places,
        "edges": [{"a": a, "b": b, "kind": "route"} for a, b in MAP["routes"]],
        "terrains": look["terrains"],
        "legend": look["legend"],
        "figures": look["figures"],
        "types": {
            name: {
                "symbol": SYMBOL[kind],
                "name": TYPES.names[kind],
                "short": CODE[kind],
                "factors": look["factors"].get(name, look["factors"]["ship"]),
            }
            for kind, name in enumerate(TYPES.ids)
        },
        "sides": look["sides"],
        "insets": [{"place": inset["place"], "title": inset["title"]} for inset in look["insets"]],
    }
