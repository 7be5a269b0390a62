# SPDX-License-Identifier: MIT
"""What tests that are written by hand are about: their folder and file, and what their names say of formats and kinds of images, as
in "image/read-integers.cl::R SIGNED_INT8"."""

import re

from .. import formats

ORDERS = frozenset({*formats.STORED, "sRGB"})  # no test has the last one, but names have
_DATA = re.compile(r"(UN|S)NORM_(INT|SHORT)_?[0-9]+|(UN)?SIGNED_INT(8|16|32)|HALF_FLOAT|FLOAT")
_IMAGES = {"1D": "1d", "2D": "2d", "3D": "3d", "1D array": "1d_array", "2D array": "2d_array", "1D buffer": "1d_buffer"}
_IMAGE = re.compile(r"\b([123]D)( array| buffer)?\b|\bimage([123]d(?:_array|_buffer)?)_t\b")


def describe(test: str) -> dict[str, str]:
    """A test's values on the axes that its name tells of."""
    file, _, name = test.partition("::")
    found = {"file": file}
    if "/" in file:
        found["folder"] = file.rpartition("/")[0]
    for word in re.split(r"[ ,:;()-]+", name):
        if word in ORDERS:
            found.setdefault("channel order", word)
        elif _DATA.fullmatch(word):
            found.setdefault("data type", word)
    image = _IMAGE.search(name)
    if image:
        found["image type"] = image[3] or _IMAGES[image[1] + (image[2] or "")]
    return found
