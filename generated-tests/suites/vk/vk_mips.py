# SPDX-License-Identifier: MIT
"""Which levels of an image a level of detail chooses in Vulkan 1.3, and how two are blended (chapter "Image
Operations", "Level-of-Detail Operation", "Image Level(s) Selection" and "Texel Filtering")."""

from collections.abc import Sequence

import numpy as np

from imagespec.arrays import Array
from imagespec.interval import Interval, either_zero, float32_interval

from ..gl.opengl import ACCURACY
from .vk_sampling import Read
from .vk_sampling import sample as sample_level
from .vulkan import LIMITS, Limits, Picture, VkSampler

_ALL = (0.0, 1000.0)  # VK_LOD_CLAMP_NONE


def level_of_detail(sampler: VkSampler, lods: Array, levels: int) -> Array:
    """With the sampler's bias, within its bounds and the levels that there are."""
    least, most = sampler.lods or _ALL
    return np.clip(np.clip(lods.astype(np.float64) + sampler.bias, least, most), 0, levels - 1)


def _taken(found: Sequence[Interval], which: Array) -> Interval:
    """Of each row what the level that it takes allows."""
    most = max(len(one.choices) for one in found)
    rows, taken = np.arange(len(which)), []
    for choice in range(most):
        chosen = [one.choices[min(choice, len(one.choices) - 1)] for one in found]
        low = np.stack([one.low for one in chosen])[which, rows]
        taken.append(Interval(low, np.stack([one.high for one in chosen])[which, rows]))
    return Interval.one_of(taken, together=True)


def _nearest(found: Sequence[Interval], lod: Array, limits: Limits) -> Interval:
    """A level of detail snaps to one of the places between levels, and then to a level."""
    last, off = len(found) - 1, 2.0**-limits.mipmap
    ends = [np.clip(np.rint(lod + sign * off), 0, last).astype(np.int64) for sign in (-1, 1)]
    return Interval.one_of([_taken(found, end) for end in ends], together=True)


def _hull(found: Interval) -> tuple[Array, Array]:
    low = np.min([one.low for one in found.choices], axis=0).astype(np.float64)
    return low, np.max([one.high for one in found.choices], axis=0).astype(np.float64)


def _blended(picture: Picture, found: Sequence[Interval], lod: Array, limits: Limits, strict: bool) -> Interval:
    """At both ends of where the level of detail may be, and where it passes a level between them."""
    last, off = len(found) - 1, 2.0**-limits.mipmap
    hulls = [_hull(one) for one in found]
    lows, highs = np.stack([low for low, _ in hulls]), np.stack([high for _, high in hulls])
    rows, ends = np.arange(len(lod)), []
    for place in (lod - off, np.clip(np.rint(lod), lod - off, lod + off), lod + off):
        place = np.clip(place, 0, last)
        first = np.floor(place).astype(np.int64)
        second, part = np.minimum(first + 1, last), (place - first)[:, None]
        ends.append([values[first, rows] * (1 - part) + values[second, rows] * part for values in (lows, highs)])
    low, high = np.min([end[0] for end in ends], axis=0), np.max([end[1] for end in ends], axis=0)
    form = picture.format
    largest = np.maximum(np.abs(low), np.abs(high))
    slack = ACCURACY * largest + (0 if strict else form.steps_at(largest))
    return either_zero(float32_interval(low - slack, high + slack))


def sample(
    levels: Sequence[Picture], sampler: VkSampler, where: Array, lods: Array, limits: Limits = LIMITS, strict: bool = False
) -> Interval:
    """An image sampled at coordinates (n, axes or more) and levels of detail (n) before the sampler's bias and bounds:
    allowed colours (n, 4)."""
    found = [sample_level(Read(level, sampler, where, limits=limits), strict) for level in levels]
    lod = level_of_detail(sampler, lods, len(levels))
    if sampler.mip == "linear":
        return _blended(levels[0], found, lod, limits, strict)
    return _nearest(found, lod, limits)
