# SPDX-License-Identifier: MIT
"""QGIS's filters of terrain: by OpenCL against its CPU path."""

from functools import partial

import numpy

from ..bench import CLIENTS, PYTHON, Bench
from ..case import Case, Finding, WrongError
from ..compare import Tolerance, apart, digest_of

_PACKAGES = ("python3-qgis", "qgis-common")
# Degrees, shades up to 255 and metres in floats, with native functions and sums in another order. North is 0 and 360 degrees.
_FLOATS = Tolerance(most=1e-3, share=1)
_FILTERS = ("slope", "aspect", "hillshade", "ruggedness")


def _check(name: str, bench: Bench) -> Finding:
    actual, expected = bench.folder / "actual.npy", bench.folder / "expected.npy"
    variables = {"QT_QPA_PLATFORM": "offscreen", "ROOTLE_DEBUG": "dispatch"}
    words = (PYTHON, CLIENTS / "qgis_terrain.py", name)
    done = bench.on_driver(*words, "opencl", actual, **variables)
    if bench.is_bundled and "rootle: launch processNineCellWindow" not in done.text:
        raise WrongError("QGIS launched no kernel")
    bench.without_driver(*words, "cpu", expected, **variables)
    found = numpy.load(actual)
    # QGIS's CPU path takes the last row's lower neighbours from elsewhere (docs/applications.md).
    said = apart(found[:-1], numpy.load(expected)[:-1], _FLOATS)
    return Finding(said, digest_of(found.tobytes()))


CASES = tuple(
    Case(f"qgis/{name}", _PACKAGES, partial(_check, name), "QGIS's CPU path", is_quick=name == "slope") for name in _FILTERS
)
