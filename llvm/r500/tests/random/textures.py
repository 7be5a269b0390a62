# SPDX-License-Identifier: MIT
"""Images of random programs: their formats, their texels, and what samplers give between two bounds (OpenCL 1.2, 8.2 and 8.3)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from intervals import ULP, Bools, Doubles, Interval, absolute, floor, multiply, number, rounded, subtract, to_nearest

Texels = NDArray[np.generic]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class Format:
    order: str
    type: str
    channels: str  # of kernels, in the order of memory

    @property
    def dtype(self) -> np.dtype[np.generic]:
        return np.dtype(TYPES[self.type][1])

    @property
    def scale(self) -> float:
        """The number that stands for 1, of normalised integers; 0: floats."""
        return TYPES[self.type][2]


# Number of OpenCL, element, what stands for 1.
TYPES: dict[str, tuple[int, str, float]] = {
    "SNORM_INT8": (0x10D0, "i1", 127),
    "SNORM_INT16": (0x10D1, "i2", 32767),
    "UNORM_INT8": (0x10D2, "u1", 255),
    "UNORM_INT16": (0x10D3, "u2", 65535),
    "HALF_FLOAT": (0x10DD, "f2", 0),
    "FLOAT": (0x10DE, "f4", 0),
}
ORDERS: dict[str, tuple[int, str]] = {
    "R": (0x10B0, "r"),
    "RG": (0x10B2, "rg"),
    "RGBA": (0x10B5, "rgba"),
    "BGRA": (0x10B6, "bgra"),
}
FORMATS = [Format(order, kind, ORDERS[order][1]) for order in ("R", "RG", "RGBA") for kind in TYPES]
FORMATS.append(Format("BGRA", "UNORM_INT8", "bgra"))
ADDRESSING = {"NONE": 0x1130, "CLAMP_TO_EDGE": 0x1131, "CLAMP": 0x1132, "REPEAT": 0x1133, "MIRRORED_REPEAT": 0x1134}
FILTER = {"NEAREST": 0x1140, "LINEAR": 0x1141}


@dataclass(frozen=True)
class Image:
    format: Format
    texels: Texels  # depth, height, width, channels in memory

    @property
    def extents(self) -> tuple[int, ...]:
        """Width, height, and of 3D images depth."""
        return self.texels.shape[2::-1] if self.is_3d else self.texels.shape[2:0:-1]

    @property
    def is_3d(self) -> bool:
        return self.texels.shape[0] > 1

    def colours(self) -> Doubles:
        """The texels as kernels see them: depth, height, width, rgba."""
        seen = np.zeros((*self.texels.shape[:3], 4))
        seen[..., 3] = 1
        for i, channel in enumerate(self.format.channels):
            seen[..., "rgba".index(channel)] = decode(self.format, self.texels[..., i])
        return seen

    def border(self) -> Doubles:
        return np.array([0, 0, 0, 0.0 if "a" in self.format.channels else 1.0])


def decode(form: Format, stored: Texels) -> Doubles:
    numbers = stored.astype(np.float64)
    return np.maximum(numbers / form.scale, -1) if form.scale else numbers


def random_image(random: np.random.Generator, form: Format, shape: tuple[int, int, int]) -> Image:
    size = (*shape, len(form.channels))
    if not form.scale:
        return Image(form, random.uniform(-2, 2, size).astype(form.dtype))
    info = np.iinfo(form.dtype)
    return Image(form, random.integers(info.min, info.max + 1, size).astype(form.dtype))


@dataclass(frozen=True)
class Sampler:
    addressing: str
    filter: str
    normalized: bool


# ---- places ----


def unnormalized(coordinate: Interval, size: int, sampler: Sampler) -> Interval:
    """In texels."""
    if not sampler.normalized:
        return coordinate
    if sampler.addressing == "REPEAT":
        coordinate = subtract(coordinate, floor(coordinate))
    elif sampler.addressing == "MIRRORED_REPEAT":
        half = multiply(coordinate, number(0.5, coordinate))
        coordinate = absolute(subtract(coordinate, multiply(number(2, coordinate), to_nearest(half))))
    return multiply(coordinate, number(size, coordinate))


def addressed(place: Places, size: int, addressing: str) -> tuple[Places, Bools]:
    """The texel's number, and whether it is outside."""
    outside = (place < 0) | (place >= size)
    if addressing == "REPEAT":
        return place % size, np.zeros_like(outside)
    inside = np.clip(place, 0, size - 1)
    return inside, outside if addressing == "CLAMP" else np.zeros_like(outside)


def fetch(image: Image, places: list[Places], addressing: str) -> Doubles:
    """Colours of texels: width, height, depth."""
    numbers, outside = zip(*(addressed(p, n, addressing) for p, n in zip(places, image.extents)))
    index = (*numbers, np.zeros_like(numbers[0])) if len(numbers) == 2 else numbers
    colours = image.colours()[index[2], index[1], index[0]]
    return np.where(np.logical_or.reduce(outside)[..., None], image.border(), colours)


# ---- sampling ----


def as_colours(low: Doubles, high: Doubles) -> list[Interval]:
    return [Interval(low[..., c], high[..., c]) for c in range(4)]


def nearest(image: Image, sampler: Sampler, where: list[Interval]) -> tuple[list[Interval], Bools]:
    """Colours, and where it is unsure which texel is read."""
    texels = [unnormalized(c, n, sampler) for c, n in zip(where, image.extents)]
    first = [np.floor(c.low).astype(np.int64) for c in texels]
    last = [np.floor(c.high).astype(np.int64) for c in texels]
    unsure = np.zeros(first[0].shape, bool)
    for a, b, size in zip(first, last, image.extents):
        one, other = addressed(a, size, sampler.addressing), addressed(b, size, sampler.addressing)
        unsure |= (one[0] != other[0]) | (one[1] != other[1])
    colours = fetch(image, first, sampler.addressing)
    bound = rounded(colours, colours, 1.5 if image.format.scale else 0.5)
    exact = colours.astype(np.float32) == colours
    return as_colours(np.where(exact, colours, bound.low), np.where(exact, colours, bound.high)), unsure


def linear(image: Image, sampler: Sampler, where: list[Interval]) -> tuple[list[Interval], Bools]:
    """The filter is continuous: around the middle of the place it changes by no more than texels differ."""
    texels = [unnormalized(c, n, sampler) for c, n in zip(where, image.extents)]
    starts = [np.floor(c.middle() - 0.5).astype(np.int64) for c in texels]
    weights = [c.middle() - 0.5 - start for c, start in zip(texels, starts)]
    total = np.zeros((*starts[0].shape, 4))
    for corner in range(2 ** len(texels)):
        side = [corner >> axis & 1 for axis in range(len(texels))]
        weight = np.multiply.reduce([w if s else 1 - w for w, s in zip(weights, side)])
        total += weight[..., None] * fetch(image, [p + s for p, s in zip(starts, side)], sampler.addressing)
    seen = np.concatenate([image.colours().reshape(-1, 4), image.border()[None]])
    contrast, most = np.ptp(seen, axis=0), np.abs(seen).max(axis=0)
    off = np.add.reduce([c.radius() + np.maximum(c.size(), 1) * ULP for c in texels])
    by = off[..., None] * contrast + 16 * ULP * most
    return as_colours(total - by, total + by), np.zeros(starts[0].shape, bool)


def sample(image: Image, sampler: Sampler, where: list[Interval]) -> tuple[list[Interval], Bools]:
    return (linear if sampler.filter == "LINEAR" else nearest)(image, sampler, where)


# ---- what is written ----


def stored_bounds(form: Format, low: Doubles, high: Doubles) -> tuple[Doubles, Doubles]:
    """Bounds a channel as kernels would read it: normalised integers are off by at most 0.6 of a step (8.3.1), halves
    by one."""
    if form.scale:
        least = 0.0 if form.type.startswith("U") else -1.0
        return np.clip(low, least, 1) - 0.6 / form.scale, np.clip(high, least, 1) + 0.6 / form.scale
    step = 2.0**-10 if form.type == "HALF_FLOAT" else 0.0
    tiny = 2.0**-24 if step else 0.0
    return low - np.abs(low) * step - tiny, high + np.abs(high) * step + tiny
