"""What lies in each hex and along each hexside: a fine raster of the whole map, and the sums taken from it."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import ndimage
from tools.geography import outlines, rasters
from tools.invasion_america_map import grid

FINE = 26  # points across a hex
SEA, LAND, LAKE = 0, 1, 2
HEXES = grid.ROWS * grid.COLUMNS

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Survey:
    """The raster, row 0 in the north, and per hex the shares and heights; `shape` is the raster's."""

    surface: NDArray[np.uint8]
    height: Floats
    place: grid.Ints
    country: NDArray[np.uint8]
    countries: tuple[str, ...]
    region: NDArray[np.uint8]
    regions: tuple[str, ...]
    land: Floats
    sea: Floats
    lake: Floats
    forest: Floats
    arid: Floats
    boreal: Floats
    polar: Floats
    mean_height: Floats
    height_range: Floats
    shade: Floats

    def at(self, x: Floats, y: Floats) -> tuple[grid.Ints, grid.Ints]:
        """Raster row and column of points in map units, clipped to the raster."""
        rows, columns = self.surface.shape
        row = np.clip(np.floor((TOP - y) * FINE).astype(np.int64), 0, rows - 1)
        column = np.clip(np.floor((x - LEFT) * FINE).astype(np.int64), 0, columns - 1)
        return row, column


LEFT, RIGHT = -0.5, grid.COLUMNS
BOTTOM, TOP = -grid.CORNER, (grid.ROWS - 1) * grid.ROW_HEIGHT + grid.CORNER


def take() -> Survey:
    """Sample everything; a few seconds."""
    columns, rows = round((RIGHT - LEFT) * FINE), round((TOP - BOTTOM) * FINE)
    x, y = np.meshgrid(LEFT + (np.arange(columns) + 0.5) / FINE, TOP - (np.arange(rows) + 0.5) / FINE)
    latitude, longitude = grid.to_globe(x, y)
    place = grid.nearest(x, y)
    size = (columns, rows)

    surface = paint(size, [(LAND, outlines.read("land.json", "land")), (LAKE, lakes())])
    nations = outlines.read("countries.json", "countries")
    country = paint(size, [(number, [nation]) for number, nation in enumerate(nations, 1)])
    parts = outlines.read("north-america.json", "subunits")
    region = paint(size, [(number, [part]) for number, part in enumerate(parts, 1)])

    cover = rasters.land_cover().at(latitude, longitude)
    zone = rasters.climate().at(latitude, longitude)
    height = rasters.relief().at(latitude, longitude).astype(np.float64)
    height[surface == LAND] = np.maximum(height[surface == LAND], 0)  # coasts and heights disagree by a few kilometres

    inside = place >= 0
    on_land = inside & (surface == LAND)
    total = count(place, inside)
    land_points = np.maximum(count(place, on_land), 1)

    def of_land(mask: NDArray[np.bool_]) -> Floats:
        share: Floats = count(place, on_land & mask) / land_points
        return share

    # The climate raster takes a strip of every coast for ocean.
    zoned = np.maximum(count(place, on_land & (zone != rasters.OCEAN_CLIMATE)), 1)

    mean = np.bincount(place[on_land], weights=height[on_land], minlength=HEXES) / land_points
    return Survey(
        surface,
        height,
        place,
        country,
        ("", *(nation.name for nation in nations)),
        region,
        ("", *(part.name for part in parts)),
        land=count(place, on_land) / total,
        sea=count(place, inside & (surface == SEA)) / total,
        lake=count(place, inside & (surface == LAKE)) / total,
        forest=of_land(np.isin(cover, rasters.FOREST)),
        arid=of_land(np.isin(zone, rasters.DESERT_CLIMATES) | np.isin(cover, rasters.ARID)),
        boreal=count(place, on_land & np.isin(zone, rasters.BOREAL_CLIMATES)) / zoned,
        polar=count(place, on_land & np.isin(zone, rasters.POLAR_CLIMATES)) / zoned,
        mean_height=mean,
        height_range=spread(place, on_land, height),
        shade=shades(place, on_land, height),
    )


def lakes() -> list[outlines.Shape]:
    return outlines.read("north-america.json", "lakes")


def count(place: grid.Ints, mask: NDArray[np.bool_]) -> Floats:
    return np.bincount(place[mask], minlength=HEXES).astype(np.float64)


def spread(place: grid.Ints, mask: NDArray[np.bool_], height: Floats) -> Floats:
    """Per hex the range of heights, leaving out the lowest and highest twentieth."""
    order = np.lexsort((height[mask], place[mask]))
    places, heights = place[mask][order], height[mask][order]
    first = np.searchsorted(places, np.arange(HEXES))
    size = np.searchsorted(places, np.arange(HEXES), side="right") - first
    found = np.zeros(HEXES)
    some = size > 0
    low = first[some] + (size[some] * 0.05).astype(np.int64)
    high = first[some] + np.minimum((size[some] * 0.95).astype(np.int64), size[some] - 1)
    found[some] = heights[high] - heights[low]
    return found


def shades(place: grid.Ints, mask: NDArray[np.bool_], height: Floats) -> Floats:
    """Per hex how bright it lies under a light from the north-west: -1 dark to 1 bright, 0 level."""
    smooth = ndimage.gaussian_filter(np.maximum(height, 0), 4)
    down, east = np.gradient(smooth)
    slope = (down + east) / np.sqrt(2)  # ground that rises away from the light faces it; the raster's rows run south
    mean = np.bincount(place[mask], weights=slope[mask], minlength=HEXES) / np.maximum(count(place, mask), 1)
    strong = np.percentile(np.abs(mean[mean != 0]), 98)
    result: Floats = np.clip(mean / strong, -1, 1)
    return result


def paint(size: tuple[int, int], layers: Iterable[tuple[int, list[outlines.Shape]]]) -> NDArray[np.uint8]:
    """Draw shapes as numbers onto a raster of the map, holes left as they were before the shape."""
    picture = Image.new("L", size, 0)
    for value, shapes in layers:
        for shape in shapes:
            for polygon in shape.polygons:
                draw(picture, polygon, value)
    return np.array(picture)


def draw(picture: Image.Image, polygon: tuple[outlines.Line, ...], value: int) -> None:
    outside = polygon[0]
    west, (east, north) = outside[:, 0].min(), outside.max(axis=0)
    # What lies far south or on the far side of the globe would be smeared across the map by the projection's cut.
    if north < 0 or west > -5 or (east > 0 and west > -175):
        return
    stencil = Image.new("1", picture.size, 0)
    pen = ImageDraw.Draw(stencil)
    for number, ring in enumerate(polygon):
        x, y = grid.to_map(ring[:, 1], ring[:, 0])
        points = np.stack([(x - LEFT) * FINE, (TOP - y) * FINE], axis=1)
        if number == 0 and not touches(points, picture.size):
            return
        pen.polygon([(float(a), float(b)) for a, b in points], fill=0 if number else 1)
    picture.paste(value, mask=stencil)


def touches(points: Floats, size: tuple[int, int]) -> bool:
    low, high = points.min(axis=0), points.max(axis=0)
    return bool(high[0] > 0 and high[1] > 0 and low[0] < size[0] and low[1] < size[1])
