# SPDX-License-Identifier: MIT
"""Single faults of mipmapped images, each as one rule of the model that is another."""

from collections.abc import Callable

import numpy as np

from imagespec import mipmaps
from imagespec.arrays import Array
from .deviation import Deviation
from imagespec.formats import Format, ImageType
from imagespec.interval import Interval
from imagespec.mipmaps import MipSampler

Clamped = Callable[[Array, MipSampler, int], Array]
Scaled = Callable[[tuple[Array, Array], ImageType, tuple[int, ...]], tuple[Array, Array]]
Chosen = Callable[[list[Interval], Array, Array], Interval]


def without_last(lod: Array, sampler: MipSampler, count: int, original: Clamped = mipmaps.clamped) -> Array:
    return np.minimum(original(lod, sampler, count), max(count - 2, 0))


def first_alone(lod: Array, sampler: MipSampler, count: int) -> Array:
    return np.zeros_like(lod)


def without_most(lod: Array, sampler: MipSampler, count: int) -> Array:
    found: Array = np.clip(np.maximum(lod, sampler.lod_min), 0, count - 1)
    return found


def without_least(lod: Array, sampler: MipSampler, count: int) -> Array:
    found: Array = np.clip(np.minimum(lod, sampler.lod_max), 0, count - 1)
    return found


def in_parts(parts: int) -> Clamped:
    """A level of detail that has so many places between two levels."""

    def coarse(lod: Array, sampler: MipSampler, count: int, original: Clamped = mipmaps.clamped) -> Array:
        found: Array = np.rint(original(lod, sampler, count) * parts) / parts
        return found

    return coarse


def level_below(found: list[Interval], low: Array, high: Array, original: Chosen = mipmaps._nearest) -> Interval:
    return original(found, np.floor(low), np.floor(high))


def unblended(found: list[Interval], low: Array, high: Array, image_format: Format, strict: bool) -> Interval:
    return mipmaps._nearest(found, low, high)


def across_alone(
    gradients: tuple[Array, Array], kind: ImageType, extents: tuple[int, ...], original: Scaled = mipmaps.scale_factors
) -> tuple[Array, Array]:
    return original((gradients[0], np.zeros_like(gradients[1])), kind, extents)


def down_alone(
    gradients: tuple[Array, Array], kind: ImageType, extents: tuple[int, ...], original: Scaled = mipmaps.scale_factors
) -> tuple[Array, Array]:
    return original((np.zeros_like(gradients[0]), gradients[1]), kind, extents)


_SECTION = "cl_khr_mipmap_image"
DEVIATIONS = (
    Deviation("last level never sampled", _SECTION, mipmaps, "clamped", without_last),
    Deviation("only the first level sampled", _SECTION, mipmaps, "clamped", first_alone),
    Deviation("largest level of detail of the sampler ignored", _SECTION, mipmaps, "clamped", without_most),
    Deviation("smallest level of detail of the sampler ignored", _SECTION, mipmaps, "clamped", without_least),
    Deviation("level of detail rounded down", _SECTION, mipmaps, "_nearest", level_below),
    Deviation("levels never blended", _SECTION, mipmaps, "_blended", unblended),
    Deviation("level of detail in eighths", _SECTION, mipmaps, "clamped", in_parts(8)),
    Deviation("level of detail in 64ths", _SECTION, mipmaps, "clamped", in_parts(64)),
    Deviation("gradients from row to row ignored", _SECTION, mipmaps, "scale_factors", across_alone),
    Deviation("gradients from column to column ignored", _SECTION, mipmaps, "scale_factors", down_alone),
)
