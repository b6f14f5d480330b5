"""Global rasters behind one question: what is at this latitude and longitude?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.io import netcdf_file
from tools.geography.fetch import path_to

Floats = NDArray[np.float64]

# IGBP classes of MCD12C1 (0 is water): the evergreen and deciduous forests, and the woody savanna that reads as forest.
WATER = 0
FOREST = (1, 2, 3, 4, 5, 8)
BARREN = 16
ARID = (7, BARREN)  # open shrubland and bare ground

# Zone numbers of the Koeppen raster.
DESERT_CLIMATES = (7, 8)
BOREAL_CLIMATES = (20, 21, 24, 25, 28, 29)
POLAR_CLIMATES = (30, 31)
OCEAN_CLIMATE = 32


@dataclass(frozen=True)
class Raster:
    """A grid of values over the globe: row 0 begins at `north`, column 0 at `west`, both cell edges, in degrees."""

    values: NDArray[np.generic]
    north: float
    west: float
    step: float

    def at(self, latitude: Floats, longitude: Floats) -> NDArray[np.generic]:
        rows, columns = self.values.shape
        row = np.floor((self.north - latitude) / self.step).astype(int)
        # The modulus comes after the rounding: a longitude a hair west of the edge would else give one column too many.
        column = np.floor((longitude - self.west) / self.step).astype(int) % columns
        found: NDArray[np.generic] = self.values[np.clip(row, 0, rows - 1), column]
        return found


def land_cover() -> Raster:
    """MODIS land cover, 0.05 degrees, IGBP classes."""
    with Image.open(path_to("landcover.tif")) as picture:
        return Raster(np.array(picture), 90.0, -180.0, 0.05)


def climate() -> Raster:
    """Koeppen zones, 100 seconds of arc."""
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(path_to("climate.png")) as picture:
        return Raster(np.array(picture), 90.0, -180.0, 360 / 12960)


def relief() -> Raster:
    """ETOPO5 heights and depths in metres, 1/12 degree; points on whole twelfths, so a cell reaches half a step out."""
    with netcdf_file(path_to("relief.cdf"), mmap=False) as data:
        heights = data.variables["ROSE"][::-1].astype(np.float64)
    return Raster(heights, 90.0 + 1 / 24, -1 / 24, 1 / 12)


def sea_temperature() -> Raster:
    """Levitus annual mean temperature at the surface, one degree; where there is no sea the value is NaN."""
    with netcdf_file(path_to("ocean.cdf"), mmap=False) as data:
        surface = data.variables["TEMP"][0, ::-1].astype(np.float64)
    surface[np.abs(surface) > 100] = np.nan
    return Raster(surface, 90.0, 20.0, 1.0)
