# SPDX-License-Identifier: MIT
"""What read_image returns of mipmapped images (cl_khr_mipmap_image).

The extension clamps the level of detail, names the nearest level or two that are blended, and says no more:
neither how it follows from gradients nor how precise it is. The scale factor of gradients is here all
that OpenGL lets it be (OpenGL 4.6, 8.14.1: from the longest of its components to their sum); of
the level of detail FRACTION_BITS fractional bits are taken for granted, as of coordinates. `strict` asks for
float arithmetic.
"""

import dataclasses
import itertools
import math
from functools import cached_property

import numpy as np

from .arrays import Array
from .formats import Format, ImageType
from .interval import Interval, either_zero, float32_interval
from .sampling import FLOAT_ROUNDING, FRACTION_BITS, Image, Sampler, sample

MAXFLOAT = float(np.finfo(np.float32).max)


@dataclasses.dataclass(frozen=True)
class MipSampler:
    """A sampler with the properties of the extension."""

    base: Sampler
    filter: str = "nearest"  # of levels
    lod_min: float = 0.0
    lod_max: float = MAXFLOAT

    @property
    def name(self) -> str:
        return f"{self.base.addressing}-{self.base.filter}-{self.filter}"


def level_extents(kind: ImageType, extents: tuple[int, ...], level: int) -> tuple[int, ...]:
    """Each level has half of the texels of the one before it, rounded down; layers are never fewer."""
    halved = tuple(max(extent >> level, 1) for extent in extents[: kind.dimensions])
    return halved + extents[kind.dimensions :]


def most_levels(kind: ImageType, extents: tuple[int, ...]) -> int:
    """Levels down to one texel."""
    return max(extents[: kind.dimensions]).bit_length()


@dataclasses.dataclass(frozen=True)
class Chain:
    """A mipmapped image: its texels are those of all levels, one level after the other."""

    type: ImageType
    format: Format
    extents: tuple[int, ...]  # of level 0
    texels: Array
    count: int  # of levels

    @cached_property
    def levels(self) -> list[Image]:
        found, start = [], 0
        for level in range(self.count):
            extents = level_extents(self.type, self.extents, level)
            end = start + math.prod(extents)
            found.append(Image(self.type, self.format, extents, self.texels[start:end]))
            start = end
        return found


def chain_texels(kind: ImageType, extents: tuple[int, ...], count: int) -> int:
    """Texels of so many levels."""
    return sum(math.prod(level_extents(kind, extents, level)) for level in range(count))


def scale_factors(gradients: tuple[Array, Array], kind: ImageType, extents: tuple[int, ...]) -> tuple[Array, Array]:
    """The least and the most that the scale factor may be, of gradients (n, dimensions) in normalized
    coordinates."""
    sizes = np.array(extents[: kind.dimensions], dtype=np.float64)
    x, y = (np.abs(g[:, : kind.dimensions].astype(np.float64)) * sizes for g in gradients)
    components = np.maximum(x, y)
    longest = np.maximum(np.linalg.norm(x, axis=1), np.linalg.norm(y, axis=1))
    return np.minimum(components.max(axis=1), longest), components.sum(axis=1)


@dataclasses.dataclass(frozen=True)
class ChainScene:
    """Reads of a mipmapped image at levels of detail, or with the gradients that they follow from."""

    chain: Chain
    sampler: MipSampler
    where: Array
    levels: Array | None = None
    gradients: tuple[Array, Array] | None = None

    def colours(self, strict: bool) -> Interval:
        """What each read may return."""
        return sample_chain(self.chain, self.sampler, self.where, self._lods(), strict)

    def _lods(self) -> tuple[Array, Array]:
        if self.gradients is None:
            assert self.levels is not None
            exact = self.levels.astype(np.float64)
            return exact, exact
        tiny = 2.0**-60
        low, high = scale_factors(self.gradients, self.chain.type, self.chain.extents)
        return np.log2(np.maximum(low, tiny)), np.log2(np.maximum(high, tiny))


def clamped(lod: Array, sampler: MipSampler, count: int) -> Array:
    """The level of detail in the sampler's bounds and the image's levels."""
    bounded = np.minimum(np.maximum(lod, sampler.lod_min), sampler.lod_max)
    found: Array = np.clip(bounded, 0, count - 1)
    return found


def lod_error(lod: Array, strict: bool) -> Array:
    """How far a device's level of detail may be from the exact one."""
    rounded = 4 * FLOAT_ROUNDING * np.maximum(np.abs(lod), 1)
    return rounded if strict else 2.0**-FRACTION_BITS + rounded


def _rows(found: list[Interval], levels: Array) -> Interval:
    """Of each row the interval of its level; all intervals have one choice."""
    low = np.stack([one.low for one in found])
    high = np.stack([one.high for one in found])
    rows = np.arange(len(levels))
    return Interval(low[levels, rows], high[levels, rows])


def _nearest(found: list[Interval], low: Array, high: Array) -> Interval:
    """The level that is nearest to some level of detail from low to high."""
    first = np.floor(low + 0.5).astype(np.int64)
    last = np.floor(high + 0.5).astype(np.int64)
    most = int((last - first).max())
    choices = [_rows(found, np.minimum(first + step, last)) for step in range(most + 1)]
    return Interval.one_of(choices, together=True)


def _blended(found: list[Interval], low: Array, high: Array, image_format: Format, strict: bool) -> Interval:
    """Between two levels, the level of detail being somewhere from low to high within them."""
    middle = (low + high) / 2
    first = np.minimum(np.floor(middle), len(found) - 1).astype(np.int64)
    second = np.minimum(first + 1, len(found) - 1)
    a, b = _rows(found, first), _rows(found, second)
    before = _rows(found, np.maximum(first - 1, 0))
    weights = [np.clip(end - first, 0, 1)[:, None] for end in (low, high)]
    ends = [
        (1 - w) * one + w * other
        for w, one, other in itertools.product(weights, (a.low, a.high), (b.low, b.high))
    ]
    below = np.maximum(first - low, 0)[:, None]  # of a level of detail just under a whole number
    under = [(1 - below) * one + below * other for one in (a.low, a.high) for other in (before.low, before.high)]
    ends += [np.where(below > 0, end, ends[0]) for end in under]
    largest = np.maximum.reduce([np.abs(end) for one in (a, b, before) for end in (one.low, one.high)])
    error = 4 * FLOAT_ROUNDING * largest
    stored = np.array([component not in "01" for component in image_format.order.seen])
    if not strict and image_format.type.is_norm:
        bits = min(image_format.type.packed or (image_format.type.bits,))
        error = error + stored * (1 / (2 ** (bits - 1) - 1))
    loose = either_zero(float32_interval(np.minimum.reduce(ends) - error, np.maximum.reduce(ends) + error))
    kept = ~stored | ((low == high) & (low == first))[:, None]  # constants, and one level alone
    return Interval(np.where(kept, a.low, loose.low), np.where(kept, a.high, loose.high))


def sample_chain(chain: Chain, sampler: MipSampler, coordinates: Array, lods: tuple[Array, Array], strict: bool) -> Interval:
    """read_image at normalized coordinates (n, axes or more) and levels of detail from lods[0] to lods[1]:
    allowed colours (n, 4)."""
    found = [sample(level, sampler.base, coordinates, strict) for level in chain.levels]
    assert not any(one.others for one in found), "coordinates lie between two texels"
    ends = [clamped(lod, sampler, chain.count) for lod in lods]
    error = np.where(lods[0] == lods[1], lod_error(ends[0], strict), lod_error(ends[1], strict))
    low = np.maximum(clamped(ends[0] - error, sampler, chain.count), 0)
    high = np.minimum(clamped(ends[1] + error, sampler, chain.count), chain.count - 1)
    if sampler.filter == "nearest" or not chain.format.type.seen == "float":
        return _nearest(found, low, high)
    return _blended(found, low, high, chain.format, strict)
