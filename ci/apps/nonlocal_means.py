# SPDX-License-Identifier: MIT
"""darktable's module nlmeans by its equations, in doubles: as its OpenCL path has them (data/kernels/nlmeans.cl and
process_cl of src/iop/nlmeans.c), and as its CPU path (src/common/nlmeans_core.c). The two differ twice:

- the OpenCL path takes shifts in pairs, q and -q, of half of the window, but of its row 0 takes both halves, so that
  those shifts count twice;
- where a patch reaches over the border of the picture, the OpenCL path repeats differences of the border, the CPU
  path has none there.
"""

import dataclasses
import itertools

import numpy
import numpy.typing

Texels = numpy.typing.NDArray[numpy.float64]

_REACH = 7  # shifts go so far, in texels, at full size
_SCALE = numpy.array([1 / 120, 1 / 512, 1 / 512])  # of L, a and b
_TO_XYZ = numpy.array(  # of sRGB's primaries, adapted to D50: the columns of its ICC profile
    [[0.4360747, 0.3850649, 0.1430804], [0.2225045, 0.7168786, 0.0606169], [0.0139322, 0.0971045, 0.7141733]]
)
_D50 = _TO_XYZ.sum(1)
_BEND = 216 / 24389  # of CIE L*, where the cube root begins


@dataclasses.dataclass(frozen=True)
class Settings:
    """The module's settings: the radius of patches in texels, and shares of what is made smooth."""

    radius: int
    strength: float
    luma: float
    chroma: float


def lab_of(picture: Texels) -> Texels:
    """CIE L*a*b* of sRGB's channels from 0 to 1."""
    linear = numpy.where(picture <= 0.04045, picture / 12.92, ((numpy.maximum(picture, 0) + 0.055) / 1.055) ** 2.4)
    ratio = linear @ _TO_XYZ.T / _D50
    bent = numpy.where(ratio > _BEND, numpy.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    x, y, z = numpy.moveaxis(bent, -1, 0)
    return numpy.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], -1)


def srgb_of(lab: Texels) -> Texels:
    """The reverse."""
    y = (lab[..., 0] + 16) / 116
    bent = numpy.stack([y + lab[..., 1] / 500, y, y - lab[..., 2] / 200], -1)
    ratio = numpy.where(bent**3 > _BEND, bent**3, (116 * bent - 16) * 27 / 24389)
    linear = ratio * _D50 @ numpy.linalg.inv(_TO_XYZ).T
    return numpy.where(linear <= 0.0031308, linear * 12.92, 1.055 * numpy.maximum(linear, 0) ** (1 / 2.4) - 0.055)


def _weight(distance: Texels) -> Texels:
    """darktable's approximation of 2 to the power of -x: the bits of a float, straight from power to power."""
    bits = 0x3F800000 - distance * 0x800000
    whole = numpy.where(bits >= 0x800000, bits, 0).astype(numpy.uint32)
    return whole.view(numpy.float32).astype(numpy.float64)


def patch_sums(values: Texels, radius: int, is_opencl: bool) -> Texels:
    """Sums over squares of 2 * radius + 1. Beyond the picture OpenCL's path repeats its border."""
    rows, columns = values.shape
    padded = numpy.pad(values, radius, "edge" if is_opencl else "constant")
    places = range(2 * radius + 1)
    across = numpy.sum([padded[:, n : n + columns] for n in places], 0)
    return numpy.asarray(numpy.sum([across[n : n + rows] for n in places], 0))


def _shared(size: int, shift: int) -> tuple[slice, slice]:
    """Of a row or column: places that are in the picture when shifted, and where they come to lie."""
    return slice(max(0, -shift), size - max(0, shift)), slice(max(0, shift), size + min(0, shift))


def _shifted(values: Texels, down: int, right: int) -> Texels:
    """What lies at a shift of each place; zero beyond the picture."""
    rows, row_to = _shared(values.shape[0], down)
    columns, column_to = _shared(values.shape[1], right)
    found = numpy.zeros_like(values)
    found[rows, columns] = values[row_to, column_to]
    return found


def _weights(lab: Texels, down: int, right: int, settings: Settings, is_opencl: bool) -> Texels:
    """What weight each texel gives to the one at a shift: rows, columns, 1."""
    is_inside = _shifted(numpy.ones(lab.shape[:2]), down, right)
    distance = (((lab - _shifted(lab, down, right)) * _SCALE) ** 2).sum(-1) * is_inside
    sums = patch_sums(distance, settings.radius, is_opencl)
    return (_weight(sums * (3000 / (1 + settings.strength))) * is_inside)[..., None]


def _sum_of_host(weighed: Texels, settings: Settings) -> Texels:
    """Texels of a window by their weights, each once."""
    total = numpy.zeros_like(weighed)
    for down, right in itertools.product(range(-_REACH, _REACH + 1), repeat=2):
        weights = _weights(weighed[..., :3], down, right, settings, is_opencl=False)
        total += weights * _shifted(weighed, down, right)
    return total


def _sum_of_opencl(weighed: Texels, settings: Settings) -> Texels:
    """The same in pairs: the texel at -q has the weight that it gives itself to the one at q from there."""
    total = numpy.zeros_like(weighed)
    for down, right in itertools.product(range(-_REACH, 1), range(-_REACH, _REACH + 1)):
        weights = _weights(weighed[..., :3], down, right, settings, is_opencl=True)
        total += weights * _shifted(weighed, down, right)
        if down or right:
            total += _shifted(weights * weighed, -down, -right)
    return total


def smooth(picture: Texels, settings: Settings, is_opencl: bool) -> Texels:
    """What the module makes of sRGB's channels from 0 to 1, rows from the top."""
    lab = lab_of(picture)
    weighed = numpy.concatenate([lab, numpy.ones_like(lab[..., :1])], -1)
    total = _sum_of_opencl(weighed, settings) if is_opencl else _sum_of_host(weighed, settings)
    share = numpy.array([settings.luma, settings.chroma, settings.chroma])
    return srgb_of(lab * (1 - share) + total[..., :3] / total[..., 3:] * share)
