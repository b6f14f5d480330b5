"""Draw map.json to judge it by eye: `python -m tools.invasion_america_map.render out.png [scale] [from] [to]`.

`from` and `to` are two hexes, the south-west and north-east corners of the part to draw.
"""

import json
import sys
from itertools import pairwise
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from tools.geography import outlines
from tools.invasion_america_map import grid
from tools.invasion_america_map.build import OUTPUT
from tools.invasion_america_map.sides import river_lines

FILL = {
    "sea": (120, 165, 210),
    "lake": (150, 190, 230),
    "clear": (222, 224, 170),
    "forest": (140, 180, 100),
    "wilderness": (196, 190, 140),
    "broken": (206, 168, 112),
    "rough": (160, 120, 82),
    "tundra": (225, 232, 230),
    "urban": (120, 120, 120),
}
LINE = {
    "coast": ((0, 190, 190), 1),
    "river": ((40, 90, 210), 3),
    "great_river": ((10, 40, 170), 7),
    "sea": ((0, 120, 255), 5),
    "lake": ((0, 220, 255), 5),
    "border": ((210, 30, 30), 2),
    "blocked": ((0, 0, 0), 6),
}


class Picture:
    """A window of the map at a scale in pixels a hex."""

    def __init__(self, data: dict[str, Any], scale: float, low: str, high: str) -> None:
        self.data, self.scale = data, scale
        self.hexes = data["hexes"]
        self.x, self.y = grid.centres()
        self.left, self.bottom = self.x[grid.place_of(low)] - 0.7, self.y[grid.place_of(low)] - 0.7
        self.right, self.top = self.x[grid.place_of(high)] + 0.7, self.y[grid.place_of(high)] + 0.7
        size = (round((self.right - self.left) * scale), round((self.top - self.bottom) * scale))
        self.image = Image.new("RGB", size, (255, 255, 255))
        self.pen = ImageDraw.Draw(self.image)
        self.font = ImageFont.load_default(max(9, scale * 0.2))

    def spot(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) * self.scale, (self.top - y) * self.scale

    def corners(self, place: int) -> list[tuple[float, float]]:
        turns = np.radians(np.arange(30, 390, 60))
        return [
            self.spot(self.x[place] + grid.CORNER * np.cos(turn), self.y[place] + grid.CORNER * np.sin(turn))
            for turn in turns
        ]

    def draw(self) -> None:
        for place, one in enumerate(self.hexes):
            light = 1 + one.get("shade", 0) / 500
            fill = tuple(min(255, round(part * light)) for part in FILL[one["terrain"]])
            self.pen.polygon(self.corners(place), fill=fill, outline=(150, 150, 140))
        self.geography()
        self.lines()
        self.places()
        for label in self.data["labels"]:
            size = max(8.0, label["size"] / 100 * self.scale)
            spot = self.spot(label["at"][0] / 100, label["at"][1] / 100)
            self.pen.text(spot, label["text"], fill=(60, 60, 60), font=ImageFont.load_default(size), anchor="mm")

    def geography(self) -> None:
        """The true coast, lakes and rivers, thin, to judge ours against."""
        shapes = outlines.read("land.json", "land") + outlines.read("north-america.json", "lakes")
        rings = [ring for shape in shapes for polygon in shape.polygons for ring in polygon]
        for lines, colour in ((rings, (90, 90, 90)), (river_lines(), (120, 120, 255))):
            for line in lines:
                x, y = grid.to_map(line[:, 1], line[:, 0])
                near = (np.abs(x - 29) < 45) & (np.abs(y - 33) < 45)
                if near.any():
                    points = [self.spot(a, b) for a, b in zip(x[near], y[near], strict=True)]
                    for a, b in pairwise(points):
                        if abs(a[0] - b[0]) + abs(a[1] - b[1]) < 5 * self.scale:
                            self.pen.line([a, b], fill=colour, width=1)

    def lines(self) -> None:
        for side in self.data["sides"]:
            first, second = (grid.place_of(code) for code in side["between"])
            ends = [self.spot(*end) for end in grid.side_ends(first, second)]
            for kind in side["kinds"]:
                colour, width = LINE[kind]
                self.pen.line(ends, fill=colour, width=max(1, round(width * self.scale / 40)))
        for key, colour in (("rail", (200, 0, 200)), ("weather", (255, 255, 255))):
            for first, second in grid.all_sides():
                a, b = self.hexes[first], self.hexes[second]
                both_land = "country" in a and "country" in b
                if bool(a.get(key)) != bool(b.get(key)) and (both_land or key == "weather"):
                    ends = [self.spot(*end) for end in grid.side_ends(first, second)]
                    self.pen.line(ends, fill=colour, width=2)

    def places(self) -> None:
        r = self.scale * 0.12
        for place, one in enumerate(self.hexes):
            x, y = self.spot(self.x[place], self.y[place])
            marks = one.get("marks", ())
            if "supply" in marks:
                self.pen.rectangle([x - 1.5 * r, y - 1.5 * r, x + 1.5 * r, y + 1.5 * r], fill=(220, 30, 30))
            if "resource" in marks:
                self.pen.polygon([(x, y - 1.6 * r), (x - 1.6 * r, y + r), (x + 1.6 * r, y + r)], fill=(250, 210, 0))
            if "port" in marks:
                self.pen.ellipse([x - r, y + r, x + r, y + 3 * r], fill=(0, 0, 120))
            if "beach" in one:
                self.pen.text((x, y), one["beach"], fill=(150, 0, 60), font=self.font, anchor="mm")
            label = one.get("name") or one.get("resource")
            if label and self.scale >= 26:
                self.pen.text((x, y - 3 * r), label, fill=(0, 0, 0), font=self.font, anchor="mm")
            if self.scale >= 45:
                height = self.scale * 0.42
                self.pen.text((x, y + height), one["id"], fill=(110, 110, 110), font=self.font, anchor="mm")


def main() -> None:
    arguments = sys.argv[1:]
    scale = float(arguments[1]) if len(arguments) > 1 else 28.0
    low, high = arguments[2:4] if len(arguments) > 3 else ("s0101", "n3858")
    picture = Picture(json.loads(OUTPUT.read_text()), scale, low, high)
    picture.draw()
    picture.image.save(arguments[0])


if __name__ == "__main__":
    main()
