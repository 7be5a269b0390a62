# SPDX-License-Identifier: MIT
"""UFO's filters for images of synchrotrons, which read single floats of images through samplers: against the same
equations in numpy, with doubles, and samplers by the specification (OpenCL 1.2, 8.2)."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy
import numpy.typing

from ..bench import Bench
from ..case import Case, Finding
from ..compare import EXACT, Tolerance, apart, digest_of
from .gegl import kind_on

Image = numpy.typing.NDArray[Any]

_WIDTH, _HEIGHT = 64, 48
_ANGLE, _AXIS, _FACTOR = 0.5, 30.5, 1.6
# A coordinate is a float up to 128, and neighbouring texels are up to 2 apart. A sum of 48 of them is not more than pi.
_LINEAR = Tolerance(most=1e-5, share=1)
# `pad` divides by one less than the size: each 63rd column and 47th row falls on the edge between two texels, and may be either's.
_EDGES = Tolerance(most=3, share=0.04)
_READ = f"read path=in.raw type=raw raw-width={_WIDTH} raw-height={_HEIGHT} raw-bitdepth=32"


def picture() -> Image:
    """Waves with noise."""
    rows, columns = numpy.mgrid[0:_HEIGHT, 0:_WIDTH]
    noise = numpy.random.default_rng(5).random((_HEIGHT, _WIDTH))
    waves: Image = numpy.sin(columns / 5) * numpy.cos(rows / 7) + noise * 0.3
    return waves.astype(numpy.float32)


def _clamped(place: Image, size: int) -> Image:
    return numpy.clip(place, 0, size - 1)


def _repeated(place: Image, size: int) -> Image:
    return numpy.mod(place, size)


def _mirrored(place: Image, size: int) -> Image:
    place = place % (2 * size)
    return numpy.minimum(place, 2 * size - 1 - place)


# Texels outside are 0 by CLK_ADDRESS_CLAMP, and then no rule gives a place inside.
_RULES: dict[str, Callable[[Image, int], Image]] = {
    "clamp_to_edge": _clamped,
    "repeat": _repeated,
    "mirrored_repeat": _mirrored,
}


def _texel(image: Image, x: Image, y: Image, rule: str) -> Image:
    rows, columns = image.shape
    if rule in _RULES:
        return image[_RULES[rule](y, rows), _RULES[rule](x, columns)]
    inside = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    return numpy.where(inside, image[_clamped(y, rows), _clamped(x, columns)], 0)


def linear(image: Image, x: Image, y: Image, rule: str) -> Image:
    """Reads at coordinates in texels as a sampler with CLK_FILTER_LINEAR does."""
    left, top = numpy.floor(x - 0.5), numpy.floor(y - 0.5)
    a, b = x - 0.5 - left, y - 0.5 - top
    i, j = left.astype(int), top.astype(int)
    upper = (1 - a) * _texel(image, i, j, rule) + a * _texel(image, i + 1, j, rule)
    lower = (1 - a) * _texel(image, i, j + 1, rule) + a * _texel(image, i + 1, j + 1, rule)
    result: Image = (1 - b) * upper + b * lower
    return result


def nearest(image: Image, x: Image, y: Image, rule: str) -> Image:
    """Reads at coordinates in texels as a sampler with CLK_FILTER_NEAREST does."""
    return _texel(image, numpy.floor(x).astype(int), numpy.floor(y).astype(int), rule)


def _places(width: int, height: int) -> tuple[Image, Image]:
    """Of the texels of a result, x and y."""
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    return x, y


def _rotated(image: Image, rule: str) -> Image:
    """About the middle, the other way round than y grows."""
    x, y = _places(_WIDTH, _HEIGHT)
    x, y = x - _WIDTH / 2 + 0.5, y - _HEIGHT / 2 + 0.5
    sine, cosine = math.sin(-_ANGLE), math.cos(_ANGLE)
    return linear(image, cosine * x - sine * y + _WIDTH / 2, sine * x + cosine * y + _HEIGHT / 2, rule)


def _rescaled(image: Image, read: Callable[..., Image]) -> Image:
    x, y = _places(int(_WIDTH * _FACTOR), int(_HEIGHT * _FACTOR))
    return read(image, (x + 0.5) / _FACTOR, (y + 0.5) / _FACTOR, "clamp_to_edge")


def _padded(image: Image, rule: str) -> Image:
    """By 7 columns and 5 rows in front."""
    x, y = _places(_WIDTH + 20, _HEIGHT + 16)
    return nearest(image, (x - 7) / (_WIDTH - 1) * _WIDTH, (y - 5) / (_HEIGHT - 1) * _HEIGHT, rule)


def _polar(image: Image) -> Image:
    """Columns are distances from the middle, rows angles from -pi."""
    x, y = _places(20, 60)
    angle = (2 * y / 60 - 1) * math.pi
    return linear(image, x * numpy.cos(angle) + _WIDTH / 2, x * numpy.sin(angle) + _HEIGHT / 2, "clamp")


def _projected_back(image: Image) -> Image:
    """Each row is what was seen from an angle, over half a turn."""
    x, y = _places(_WIDTH, _WIDTH)
    total = numpy.zeros((_WIDTH, _WIDTH))
    for row in range(_HEIGHT):
        angle = row * math.pi / _HEIGHT
        seen = (y - _AXIS + 0.5) * math.sin(angle) + (x - _AXIS + 0.5) * math.cos(angle) + _AXIS
        total += linear(image, seen, numpy.full_like(seen, row + 0.5), "clamp")
    return total * math.pi / _HEIGHT


def _check(words: str, expected: Callable[[Image], Image], tolerance: Tolerance, bench: Bench) -> Finding:
    image = picture()
    image.tofile(bench.folder / "in.raw")
    command = f"ufo-launch -q {_READ} ! {words} ! write filename=out.raw"
    # It takes devices of one kind, and GPUs alone where it is not told.
    bench.on_driver(*command.split(), UFO_DEVICE_TYPE="cpu" if kind_on(bench) == "cpu" else "gpu")
    data = (bench.folder / "out.raw").read_bytes()
    wanted = expected(image.astype(float))
    actual = numpy.frombuffer(data, numpy.float32)
    return Finding(apart(actual.reshape(wanted.shape) if actual.size == wanted.size else actual, wanted, tolerance), digest_of(data))


_FILTERS: dict[str, tuple[str, Callable[[Image], Image], Tolerance]] = {
    **{
        f"rotate-{rule}": (f"rotate angle={_ANGLE} addressing-mode={rule}", partial(_rotated, rule=rule), _LINEAR)
        for rule in ("clamp", *_RULES)
    },
    "rescale-linear": (f"rescale factor={_FACTOR} interpolation=linear", partial(_rescaled, read=linear), _LINEAR),
    "rescale-nearest": (f"rescale factor={_FACTOR} interpolation=nearest", partial(_rescaled, read=nearest), EXACT),
    **{
        f"pad-{rule}": (
            f"pad x=7 y=5 width={_WIDTH + 20} height={_HEIGHT + 16} addressing-mode={rule}",
            partial(_padded, rule=rule),
            _EDGES,
        )
        for rule in ("clamp", *_RULES)
    },
    "polar-coordinates": ("polar-coordinates width=20 height=60 direction=cartesian_to_polar", _polar, _LINEAR),
    "backproject": (f"backproject axis-pos={_AXIS} num-projections={_HEIGHT}", _projected_back, _LINEAR),
}

CASES = tuple(
    Case(f"ufo/{name}", ("libufo-bin", "ufo-filters", "clinfo"), partial(_check, *row), "its equations", is_quick=name == "rotate-repeat")
    for name, row in _FILTERS.items()
)
