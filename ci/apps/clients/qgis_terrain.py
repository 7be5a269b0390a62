# SPDX-License-Identifier: MIT
"""Filters a terrain by QGIS. Arguments: the filter; opencl or cpu; the file for the result, an array of numpy's."""

import ctypes
import sys

import numpy
import qgis._core
from osgeo import gdal
from qgis import analysis
from qgis.core import QgsApplication, QgsFeedback, QgsSettings

_WIDTH, _HEIGHT = 97, 61
_KERNELS = b"/usr/share/qgis/resources/opencl_programs"
_FILTERS = {
    "slope": analysis.QgsSlopeFilter,
    "aspect": analysis.QgsAspectFilter,
    "ruggedness": analysis.QgsRuggednessFilter,
    "hillshade": lambda *files: analysis.QgsHillshadeFilter(*files, 300, 40),
}


def _write_terrain(path: str) -> None:
    rows, columns = numpy.mgrid[0:_HEIGHT, 0:_WIDTH]
    noise = numpy.random.default_rng(1).random((_HEIGHT, _WIDTH))
    heights = 100 + 40 * numpy.sin(columns / 9) * numpy.cos(rows / 7) + 5 * noise
    file = gdal.GetDriverByName("GTiff").Create(path, _WIDTH, _HEIGHT, 1, gdal.GDT_Float32)
    file.SetGeoTransform((0, 10, 0, 0, 0, -10))
    file.GetRasterBand(1).SetNoDataValue(-9999)
    file.GetRasterBand(1).WriteArray(heights.astype(numpy.float32))


def _call(library: ctypes.CDLL, symbol: str, *arguments: object) -> object:
    return getattr(library, symbol)(*arguments)


def _enable() -> bool:
    """Does as QGIS's window does at its start: says where the kernels are. Python has no bindings of these functions."""
    library = ctypes.CDLL(qgis._core.__file__)  # pylint: disable=protected-access
    folder = ctypes.c_void_p()
    _call(library, "_ZN7QString15fromUtf8_helperEPKci", ctypes.byref(folder), _KERNELS, len(_KERNELS))
    _call(library, "_ZN14QgsOpenClUtils13setSourcePathERK7QString", ctypes.byref(folder))
    library._ZN14QgsOpenClUtils9availableEv.restype = ctypes.c_bool  # pylint: disable=protected-access
    return bool(_call(library, "_ZN14QgsOpenClUtils9availableEv"))


def main(arguments: list[str]) -> int:
    name, way, result = arguments
    application = QgsApplication([], False)
    application.setOrganizationName("QGIS")
    application.setApplicationName("QGIS3")
    QgsApplication.initQgis()
    QgsSettings().setValue("OpenClEnabled", way == "opencl", QgsSettings.Core)
    if way == "opencl" and not _enable():
        print("QGIS uses no OpenCL device")
        return 2
    _write_terrain("terrain.tif")
    terrain = _FILTERS[name]("terrain.tif", f"{name}.tif", "GTiff")
    terrain.setZFactor(1)
    if terrain.processRaster(QgsFeedback()):
        print("QGIS filtered nothing")
        return 2
    numpy.save(result, gdal.Open(f"{name}.tif").ReadAsArray())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
