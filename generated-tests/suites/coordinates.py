# SPDX-License-Identifier: MIT
"""Where tests read: positions along an axis, and their combinations."""

import itertools
from collections.abc import Mapping
from functools import cache
from math import gcd

import numpy as np

from imagespec import addressing
from imagespec.arrays import Array
from imagespec.formats import ImageType
from imagespec.sampling import Sampler

COUNT = 14  # coordinates in a test
IGNORED = 7  # value of components that a read must ignore
PLACES = ("inside", "edges", "outside")
FAR = 2**20 - 100  # on the other side of the image in 8 to 20 bits
FINE = (15 / 2048, -1 / 2048)  # off a texel's centre: weights cut to seven bits lose twice what those of eight may
UNSEEN = 2.0**-8  # the largest weight of a texel that has no part in a colour, as coordinates are rounded


def places_for(sampler: Sampler) -> tuple[str, ...]:
    """CLK_ADDRESS_NONE has no defined result outside."""
    return PLACES[:2] if sampler.addressing == "none" else PLACES


def _inside(size: int) -> list[float]:
    """Centres of texels, and quarters beside them."""
    texels = sorted({0, size // 3, size // 2, size - 1})
    return [texel + part for texel in texels for part in (0.5, 0.25, 0.8125, 0.625)]


def _edges(size: int) -> list[float]:
    """Borders between texels and of the image, exactly and just beside."""
    last = float(np.nextafter(np.float32(size), np.float32(0)))
    inner = sorted({1, size // 2, size - 1} - {0, size})
    beside = [border + off for border in (0, size) for off in (-0.0625, 0.0625)]
    return [0.0, -0.0, float(size), last, 0.5, size - 0.5, *map(float, inner), *beside]


def _outside(size: int) -> list[float]:
    """From half a texel to many images away."""
    periods = [2.3125, 3.6875, -1.4375, -2.5625, 17.1875, -12.8125]
    near = [-0.5, -0.75, -1.5, size + 0.5, size + 1.25, size + 2.0625]
    return near + [size * period + 0.125 for period in periods] + [1000.5, -999.75]


def _defined(found: list[float], size: int, sampler: Sampler) -> list[float]:
    """Of coordinates along one axis those where a sampler has a defined result."""
    if sampler.addressing != "none":
        return found
    # All texels that are read must be in the image: 8.2 gives no meaning to others. With
    # normalized coordinates rounding may carry a position at the border over it.
    margin = 0.5 if sampler.filter == "linear" else 0.0
    slack = 2.0**-7 if sampler.normalized or sampler.filter == "linear" else 0.0
    low, high = margin + slack, size - margin - slack
    return [u for u in found if low <= u < high]


def positions(size: int, sampler: Sampler, place: str) -> list[float]:
    """Coordinates along one axis, in texels."""
    return _defined({"inside": _inside, "edges": _edges, "outside": _outside}[place](size), size, sampler)


def _layers(count: int, place: str, exact: bool) -> list[float]:
    """Layer coordinates. Ties of rint() only where addressing is exact."""
    inside = [float(layer) for layer in range(count)]
    if place == "inside":
        return inside
    near = [value + off for value in inside for off in (-0.375, 0.4375)]
    ties = [value + 0.5 for value in inside] if exact else []
    far = [-1.0, -7.25, count + 0.25, 100.0] if place == "outside" else []
    return near + ties + far


def _combined(axes: list[list[float]]) -> Array:
    """As many vectors as a test has, walking each axis with another stride, which misses none."""
    columns = []
    for axis, values in enumerate(axes):
        stride = next(s for s in (1, 3, 5, 7, 11, 13)[axis:] if gcd(s, len(values)) == 1)
        steps = np.arange(COUNT) * stride + axis
        columns.append(np.asarray(values)[steps % len(values)])
    return np.stack(columns, axis=-1)


def _fine(extents: tuple[int, ...], dimensions: int, sampler: Sampler) -> Array:
    """Vectors just beside centres of texels, the same way along all axes. There a filter takes nearly one texel alone, so that what
    each axis loses of its weight adds up. In the midst of eight texels it does not."""
    rows = []
    for number, (part, off) in enumerate(itertools.product((1, 2), FINE)):
        row = [size * part // 4 + 0.5 + off for size in extents[:dimensions]]
        if all(_defined([u], size, sampler) for u, size in zip(row, extents)):
            scaled = [u / size for u, size in zip(row, extents)] if sampler.normalized else row
            rows.append([*scaled, *(number % layers for layers in extents[dimensions:])])
    return np.array(rows, dtype=float).reshape(len(rows), len(extents))


def _widened(columns: Array, width: int, dtype: type[np.float32] | type[np.int32]) -> Array:
    whole: Array = np.full((len(columns), width), IGNORED, dtype=dtype)
    whole[:, : columns.shape[1]] = columns
    return whole


def floats(image_type: ImageType, extents: tuple[int, ...], sampler: Sampler, place: str, strict: bool, beside: bool = False) -> Array | None:
    """Float coordinates of a test; None when the sampler has no defined place there. The last of those inside are beside centres of
    texels, where that is asked for, and a filter has such."""
    axes = []
    for size in extents[: image_type.dimensions]:
        found = positions(size, sampler, place)
        if not found:
            return None
        axes.append([u / size for u in found] if sampler.normalized else found)
    if image_type.is_array:
        axes.append(_layers(extents[-1], place, strict or sampler.is_exact))
    rows = _combined(axes)
    if beside and place == "inside" and sampler.filter == "linear":
        fine = _fine(extents, image_type.dimensions, sampler)
        rows[len(rows) - len(fine) :] = fine
    return _widened(rows, image_type.coordinates, np.float32)


def integers(image_type: ImageType, extents: tuple[int, ...], sampler: Sampler, place: str) -> Array:
    """Integer coordinates of a test."""
    axes = []
    for size in extents:
        values = sorted({0, size // 3, size // 2, size - 1})
        if place == "edges":
            values = [0, size - 1] if sampler.addressing == "none" else [-1, 0, size - 1, size]
        elif place == "outside":
            values = [-1, size, -2, size + 1, 5 * size + 1, -4 * size, 0, FAR, -FAR]
        axes.append([float(value) for value in values])
    return _widened(_combined(axes), image_type.coordinates, np.int32)


def _taps(u: Array, size: int, sampler: Sampler) -> list[Array]:
    """Which reads at these places along an axis take something in from outside of the image, for each texel that they take in."""
    if sampler.filter == "nearest":
        index = addressing.nearest(u, size, sampler.addressing)
        return [(index < 0) | (index >= size)]
    first, second, weight = addressing.linear(u, size, sampler.addressing)
    outside = [(index < 0) | (index >= size) for index in (first, second)]
    parts = [1 - weight, weight]
    some = [out & (part > UNSEEN) for out, part in zip(outside, parts)]
    other = [~out & (part > UNSEEN) for out, part in zip(outside, parts)]
    return [some[0] | some[1], ~(other[0] | other[1])]


def _border(where: Array, extents: tuple[int, ...], sampler: Sampler) -> tuple[Array, Array]:
    """Which of some reads take the border colour in, and which nothing else, in an image of these extents without layers."""
    if sampler.addressing != "clamp":
        return np.zeros(len(where), dtype=bool), np.zeros(len(where), dtype=bool)
    axes = zip(where.T, extents)
    found = [_taps(addressing.unnormalize(s, size, sampler.addressing, sampler.normalized), size, sampler) for s, size in axes]
    return np.any([taps[0] for taps in found], axis=0), np.any([taps[-1] for taps in found], axis=0)


def _between(coordinates: Array, layers: int) -> str:
    """Where layer coordinates lie. Half way counts where there are two layers to choose from."""
    parts = coordinates - np.floor(coordinates)
    if not parts.any():
        return "whole"
    return "half way" if ((parts == 0.5) & (coordinates > 0) & (coordinates < layers - 1)).any() else "between"


@cache
def facts(image_type: ImageType, extents: tuple[int, ...], sampler: Sampler, coordinate: str, place: str) -> Mapping[str, str]:
    """What the coordinates of a test lead to: whether a read takes the border colour in, and where between layers those are that take
    texels in."""
    where = integers(image_type, extents, sampler, place) if coordinate == "int" else floats(image_type, extents, sampler, place, False, True)
    assert where is not None
    where, dimensions = where.astype(np.float64), image_type.dimensions
    border, alone = _border(where, extents[:dimensions], sampler)
    found = {"border": "all that is seen" if alone.all() else "seen" if border.any() else "unseen"}
    if image_type.is_array and coordinate == "float" and not alone.all():
        found["layer coordinate"] = _between(where[~alone, dimensions], extents[dimensions])
    return found
