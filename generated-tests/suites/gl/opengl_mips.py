# SPDX-License-Identifier: MIT
"""What OpenGL 4.5 (core profile) says of mipmaps: how large each level is, which ones a level of detail chooses,
and how two are blended (8.14.3, 8.14.4). Sections are those of that specification."""

import dataclasses
from functools import cached_property

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import norm_max
from imagespec.formats import ImageType
from imagespec.interval import Interval, either_zero, float32_interval
from imagespec.sampling import FRACTION_BITS, Image, Sampler

from . import opengl

MIP_FILTERS = ("none", "nearest", "linear")


def level_extents(target: ImageType, extents: tuple[int, ...], level: int) -> tuple[int, ...]:
    """Extents of a level: halved and rounded down, at least 1; layers are as many in each (8.14.3)."""
    axes = target.dimensions
    return (*(max(extent >> level, 1) for extent in extents[:axes]), *extents[axes:])


def most_levels(target: ImageType, extents: tuple[int, ...]) -> int:
    """Down to the one whose extents are all 1."""
    return max(extents[: target.dimensions]).bit_length()


@dataclasses.dataclass(frozen=True)
class Mipmap:
    """All levels of a texture, the largest first."""

    levels: tuple[Image, ...]

    @cached_property
    def last(self) -> int:
        return len(self.levels) - 1

    @cached_property
    def range(self) -> tuple[Array, Array]:
        ends = [level.range for level in self.levels]
        return np.min([low for low, _ in ends], axis=0), np.max([high for _, high in ends], axis=0)


def nearest_levels(mipmap: Mipmap, lods: Array) -> Array:
    """The level that NEAREST takes for levels of detail that are not half way between two."""
    return np.clip(np.rint(lods), 0, mipmap.last).astype(np.int64)


def _of_levels(found: list[Interval], which: Array) -> Interval:
    """Of each row what the level that it takes allows."""
    most = max(len(one.choices) for one in found)
    choices = [[*one.choices, *[one.choices[0]] * (most - len(one.choices))] for one in found]
    rows = np.arange(len(which))
    taken = []
    for choice in zip(*choices):
        low = np.stack([one.low for one in choice])[which, rows]
        taken.append(Interval(low, np.stack([one.high for one in choice])[which, rows]))
    return Interval.one_of(taken, together=True)


def _hull(found: Interval) -> tuple[Array, Array]:
    low = np.min([one.low for one in found.choices], axis=0)
    return low.astype(np.float64), np.max([one.high for one in found.choices], axis=0).astype(np.float64)


def _blend_error(mipmap: Mipmap) -> Array:
    """That of single operations (2.3.4.1), and of blending with the precision that channels are stored in."""
    image = mipmap.levels[0]
    kind = image.format.type
    stored = np.array([component not in "01" for component in image.format.order.seen])
    step = 1 / norm_max(kind.kind, kind.bits) if kind.is_norm else 0.0
    largest = np.max(np.abs(mipmap.range), axis=0)
    error: Array = stored * (step + opengl.ACCURACY * largest)
    return error


def _blended(mipmap: Mipmap, found: list[Interval], lods: Array) -> Interval:
    """Equation 8.20's weighted sum. As that of coordinates, the fraction has FRACTION_BITS bits."""
    clamped = np.clip(lods, 0, mipmap.last)
    first = np.minimum(np.floor(clamped).astype(np.int64), mipmap.last)
    second = np.minimum(first + 1, mipmap.last)
    part = clamped - first
    near, far = _hull(_of_levels(found, first)), _hull(_of_levels(found, second))
    error, whole = _blend_error(mipmap), (part == 0)[:, None]
    lows, highs = [], []
    for off in (-(2.0**-FRACTION_BITS), 2.0**-FRACTION_BITS):
        weight = np.clip(part + off, 0, 1)[:, None]
        lows.append(near[0] * (1 - weight) + far[0] * weight - error)
        highs.append(near[1] * (1 - weight) + far[1] * weight + error)
    low = np.where(whole, near[0], np.min(lows, axis=0))
    return float32_interval(low, np.where(whole, near[1], np.max(highs, axis=0)))


def sample(mipmap: Mipmap, sampler: Sampler, mip_filter: str, coordinates: Array, lods: Array) -> Interval:
    """textureLod() at coordinates (n, axes or more) and levels of detail (n): allowed colours (n, 4). Without a
    filter of levels it is level 0. Levels of detail are not half way between two for NEAREST, and not whole for
    LINEAR but at the ends."""
    found = [opengl.sample(level, sampler, coordinates) for level in mipmap.levels]
    if mip_filter == "none":
        return found[0]
    if mip_filter == "nearest":
        return _of_levels(found, nearest_levels(mipmap, lods))
    result = _blended(mipmap, found, lods)
    constant = np.array([c in "01" for c in mipmap.levels[0].format.order.seen])
    loose = either_zero(result)
    return Interval(np.where(constant, result.low, loose.low), np.where(constant, result.high, loose.high))


def fetch(mipmap: Mipmap, texels: Array, levels: Array) -> Interval:
    """texelFetch() of texels that levels have; the others of a row's texels may lie anywhere."""
    found = []
    for level in mipmap.levels:
        limit = np.array(level.extents) - 1
        clipped = np.minimum(texels[:, : len(level.extents)], limit)
        found.append(opengl.fetch(level, clipped))
    return _of_levels(found, levels)
