# SPDX-License-Identifier: MIT
"""What read_image returns (6.12.14 and 8.2).

About other than unnormalized CLK_FILTER_NEAREST reads the specification says (end of 8.2) that
their precision is not defined. The intervals here take the precision that texture units have:
coordinates and weights with FRACTION_BITS fractional bits, and results of each interpolation
rounded to the precision of normalized channels. `strict` asks for float arithmetic.
"""

import dataclasses
import itertools
import math
from functools import cached_property

import numpy as np

from . import addressing
from .arrays import Array
from .conversion import norm_max, read_colours, read_interval, srgb_ends
from .formats import Format, ImageType
from .interval import Interval, either_zero, float32_interval

FRACTION_BITS = 8
FLOAT_ROUNDING = 2.0**-24  # relative error of one float operation


@dataclasses.dataclass(frozen=True)
class Sampler:
    """A sampler's state; modes as tests spell them."""

    addressing: str
    filter: str
    normalized: bool

    @property
    def name(self) -> str:
        coordinates = "normalized" if self.normalized else "unnormalized"
        return f"{self.addressing}-{self.filter}-{coordinates}"

    @property
    def is_exact(self) -> bool:
        """Whether the specification asks for exact addressing (end of 8.2)."""
        return not self.normalized and self.filter == "nearest"


@dataclasses.dataclass(frozen=True)
class Image:
    """An image: texels in the order of rows, slices or layers."""

    type: ImageType
    format: Format
    extents: tuple[int, ...]  # width, height or layers, depth or layers
    texels: Array  # stored: (count, channels), or (count) when packed

    @property
    def count(self) -> int:
        return math.prod(self.extents)

    @cached_property
    def reals(self) -> Array:
        """The exact colours of all texels."""
        return read_colours(self.format, self.texels)

    @cached_property
    def range(self) -> tuple[Array, Array]:
        """The least and the most of each component of the colours."""
        return self.reals.min(axis=0), self.reals.max(axis=0)


def gather(image: Image, indices: list[Array]) -> Array:
    """Colours at texels, with the border colour outside."""
    flat = np.zeros_like(indices[0])
    inside = np.ones(indices[0].shape, dtype=bool)
    for index, extent in zip(reversed(indices), reversed(image.extents)):
        inside &= (index >= 0) & (index < extent)
        flat = flat * extent + np.clip(index, 0, extent - 1)
    return np.where(inside[..., None], image.reals[flat], image.format.border)


def _layer_indices(image: Image, coordinates: Array) -> list[Array]:
    if not image.type.is_array:
        return []
    axis = image.type.dimensions
    return [addressing.layer(coordinates[:, axis], image.extents[axis])]


def _positions(image: Image, sampler: Sampler, coordinates: Array) -> list[Array]:
    return [
        addressing.unnormalize(
            coordinates[:, axis], image.extents[axis], sampler.addressing, sampler.normalized
        )
        for axis in range(image.type.dimensions)
    ]


def _is_float(values: Array) -> Array:
    same: Array = values.astype(np.float32) == values
    return same


def coordinate_error(
    sampler: Sampler, coordinates: Array, size: int, strict: bool
) -> Array:
    """How far, in texels, a device's u may be from the exact one. Zero where float arithmetic is
    exact, since every step's result is a float; else a few roundings of the largest of them."""
    if sampler.is_exact:
        return np.zeros(coordinates.shape)
    scale = size if sampler.normalized else 1
    s = addressing.reduced(coordinates, sampler.addressing)
    exact = _is_float(s) & _is_float(s * scale)
    rounded = 4 * FLOAT_ROUNDING * np.maximum(np.abs(coordinates) * scale, scale)
    if strict:
        return np.where(exact, 0.0, rounded)
    return 2.0**-FRACTION_BITS + rounded


def _sample_nearest(
    image: Image, sampler: Sampler, coordinates: Array, strict: bool
) -> Interval:
    layers = _layer_indices(image, coordinates)
    errors = [
        coordinate_error(sampler, coordinates[:, axis], image.extents[axis], strict)
        for axis in range(image.type.dimensions)
    ]
    certain = all(not error.any() for error in errors)
    choices = []  # of each axis
    for axis, error in enumerate(errors):
        size = image.extents[axis]
        off = error / (size if sampler.normalized else 1)
        moved = [coordinates[:, axis] + sign * off for sign in ((0,) if certain else (-1, 1))]
        found = [
            addressing.unnormalize(s, size, sampler.addressing, sampler.normalized) for s in moved
        ]
        choices.append([addressing.nearest(u, size, sampler.addressing) for u in found])
    candidates = [gather(image, [*choice, *layers]) for choice in itertools.product(*choices)]
    allowed = [read_interval(image.format, candidate, strict) for candidate in candidates]
    return allowed[0] if certain else Interval.one_of(allowed, together=True)


def _sample_linear(
    image: Image, sampler: Sampler, coordinates: Array, strict: bool
) -> Interval:
    layers = _layer_indices(image, coordinates)
    corners = [
        addressing.linear(u, image.extents[axis], sampler.addressing)
        for axis, u in enumerate(_positions(image, sampler, coordinates))
    ]
    total = np.zeros((len(coordinates), 4))
    seen = []
    for choice in itertools.product((0, 1), repeat=image.type.dimensions):
        weight = np.ones(len(coordinates))
        for which, (_, _, second) in zip(choice, corners):
            weight = weight * (second if which else 1 - second)
        texels = gather(image, [c[which] for which, c in zip(choice, corners)] + layers)
        total += weight[:, None] * texels
        seen.append(texels)
    error = _linear_error(image, sampler, coordinates, seen, strict)
    found = float32_interval(total - error, total + error)
    constant = np.array([component in "01" for component in image.format.order.seen])
    loose = either_zero(found)  # of sums of products
    low = np.where(constant, found.low, loose.low)
    return Interval(low, np.where(constant, found.high, loose.high))


def _channel_step(image_format: Format) -> float:
    """The largest distance between neighbouring values of a normalized channel."""
    kind, bits = image_format.type.kind, min(image_format.type.packed or (image_format.type.bits,))
    return 1 / norm_max(kind, bits) if image_format.type.is_norm else 0.0


def _srgb_slack(image_format: Format, texels: Array, strict: bool) -> Array:
    low, high = srgb_ends(image_format, texels, strict)
    slack: Array = np.maximum(high - texels, texels - low)
    return slack


def _linear_error(
    image: Image,
    sampler: Sampler,
    coordinates: Array,
    seen: list[Array],
    strict: bool,
) -> Array:
    """A weight that is wrong by e moves the result by at most e times the difference of two texels;
    each of the products and sums, and the conversion of the texels, rounds once or twice."""
    least, most = image.range
    if sampler.addressing == "clamp":
        border = image.format.border
        least, most = np.minimum(least, border), np.maximum(most, border)
    spread = most - least
    stored = np.array([component not in "01" for component in image.format.order.seen])
    error: Array = np.zeros((len(coordinates), 4))
    for axis in range(image.type.dimensions):
        size = image.extents[axis]
        wrong = coordinate_error(sampler, coordinates[:, axis], size, strict)
        wrong = wrong + FLOAT_ROUNDING * (1 if strict else 4)
        error += wrong[:, None] * spread
        if not strict:
            error += _channel_step(image.format) * stored
    steps = 2 ** (image.type.dimensions + 1) + 4
    largest: Array = np.maximum.reduce([np.abs(texels) for texels in seen])
    error += steps * FLOAT_ROUNDING * largest
    if image.format.order.is_srgb:  # converted before the filter, each not exactly
        error += np.maximum.reduce([_srgb_slack(image.format, texels, strict) for texels in seen])
    return error


def sample(image: Image, sampler: Sampler, coordinates: Array, strict: bool) -> Interval:
    """read_image with a sampler at coordinates (n, axes or more): allowed colours (n, 4)."""
    exact = coordinates.astype(np.float64)
    how = _sample_nearest if sampler.filter == "nearest" else _sample_linear
    return how(image, sampler, exact, strict)


def fetch(image: Image, coordinates: Array, strict: bool) -> Interval:
    """read_image without a sampler (6.12.14.3): coordinates are texels inside the image."""
    indices = [coordinates[:, axis].astype(np.int64) for axis in range(len(image.extents))]
    return read_interval(image.format, gather(image, indices), strict)


@dataclasses.dataclass(frozen=True)
class Scene:
    """An image, and where a kernel reads it: through a sampler, or without one."""

    image: Image
    sampler: Sampler | None
    where: Array  # a row for each read

    def colours(self, strict: bool) -> Interval:
        """What it may get."""
        if self.sampler is None:
            return fetch(self.image, self.where, strict)
        return sample(self.image, self.sampler, self.where, strict)
