# SPDX-License-Identifier: MIT
"""What OpenGL 4.5 (core profile) says where it differs from OpenCL, or leaves more open.

Sections are those of that specification. Formats R, RG and RGBA are OpenCL's; coordinates come first
as a vector's components, a layer last.

About the precision of texture coordinates and of filter weights OpenGL says nothing but that single
operations are "accurate to about 1 part in 10^5" (2.3.4.1). No texture unit has weights that good: as
for OpenCL, coordinates and weights are taken to have FRACTION_BITS fractional bits. Exact arithmetic
is always allowed.
"""

import itertools
from typing import Any

import numpy as np

from imagespec import addressing
from imagespec.arrays import Array
from imagespec.conversion import half_toward_zero, norm_max
from imagespec.formats import FORMATS, Format, ImageType
from imagespec.interval import Interval, either_zero, float32_interval
from imagespec.sampling import FRACTION_BITS, Image, Sampler, gather

ACCURACY = 1e-5  # 2.3.4.1

# The targets of textures and images (8.1); what they share with OpenCL's types is in their names.
TARGETS = {
    item.name: item
    for item in (
        ImageType("1D", "1d", 1, False, 4),
        ImageType("2D", "2d", 2, False, 4),
        ImageType("3D", "3d", 3, False, 4),
        ImageType("2DRect", "2d", 2, False, 4),
        ImageType("Cube", "2d_array", 2, True, 4),
        ImageType("Buffer", "1d_buffer", 1, False, 4, has_sampler=False),
        ImageType("1DArray", "1d_array", 1, True, 4),
        ImageType("2DArray", "2d_array", 2, True, 4),
        ImageType("CubeArray", "2d_array", 2, True, 4),
    )
}

# Image units take all of them (8.26, table 8.26); so do textures (8.5, tables 8.12 and 8.13).
GL_FORMATS = [
    item
    for item in FORMATS.values()
    if item.order.name in ("R", "RG", "RGBA") and not item.type.packed
]

# Table 8.19: the face of a direction: its number, the major axis, sc and tc as axis and sign.
_FACES = {
    (0, 1): (0, (2, -1), (1, -1)),
    (0, -1): (1, (2, 1), (1, -1)),
    (1, 1): (2, (0, 1), (2, 1)),
    (1, -1): (3, (0, 1), (2, -1)),
    (2, 1): (4, (0, 1), (1, -1)),
    (2, -1): (5, (0, -1), (1, -1)),
}


def formats_of(target: ImageType) -> list[Format]:
    """The formats of a target: buffer textures have no SNORM (table 8.16)."""
    buffer = target.name == "Buffer"
    return [item for item in GL_FORMATS if not (buffer and item.type.kind == "snorm")]


def qualifier(image_format: Format) -> str:
    """The format's layout qualifier (table 8.26)."""
    suffix = {"unorm": "", "snorm": "_snorm", "sint": "i", "uint": "ui", "float": "f"}
    bits = image_format.type.bits
    return f"{image_format.order.name.lower()}{bits}{suffix[image_format.type.kind]}"


def direction(face: int, s: float, t: float) -> tuple[float, float, float]:
    """The direction that table 8.19 maps to these coordinates of a face, with a major axis of 1."""
    found = [0.0, 0.0, 0.0]
    for (axis, sign), (number, sc, tc) in _FACES.items():
        if number == face:
            found[axis] = sign
            found[sc[0]], found[tc[0]] = (2 * s - 1) * sc[1], (2 * t - 1) * tc[1]
    return found[0], found[1], found[2]


def face_coordinates(directions: Array) -> Array:
    """Directions (n, 3) to s, t and the face's number (8.13)."""
    rows = []
    for vector in directions.astype(np.float64):
        axis = int(np.argmax(np.abs(vector)))
        number, sc, tc = _FACES[axis, 1 if vector[axis] > 0 else -1]
        major = abs(vector[axis])
        s = (vector[sc[0]] * sc[1] / major + 1) / 2
        t = (vector[tc[0]] * tc[1] / major + 1) / 2
        rows.append((s, t, float(number)))
    return np.array(rows)


def read_interval(image_format: Format, exact: Array) -> Interval:
    """What a program may get of texels that are exactly so: 2.3.5.1's equations, to the accuracy of
    2.3.4.1; 0 is 0 in any arithmetic. Integers and floats are returned as they are."""
    if image_format.type.seen != "float":
        return Interval.exactly(exact.astype(np.int64))
    if not image_format.type.is_norm:
        return Interval.exactly(exact.astype(np.float32))
    slack = ACCURACY * np.abs(exact)
    constant = np.array([component in "01" for component in image_format.order.seen])
    slack = np.where(constant, 0, slack)
    return float32_interval(np.maximum(exact - slack, -1), np.minimum(exact + slack, 1))


def _coordinate_error(sampler: Sampler, coordinates: Array, size: int) -> Array:
    """How far, in texels, a device's coordinate may be from the exact one."""
    scale = size if sampler.normalized else 1
    found: Array = 2.0**-FRACTION_BITS + ACCURACY * np.maximum(np.abs(coordinates) * scale, 1)
    return found


def _layers(image: Image, coordinates: Array) -> list[tuple[Array, ...]]:
    """Of each array axis what a layer may be: rounded to nearest even, or as "the nearly equivalent"
    floor(value + 1/2) (8.14.2)."""
    if not image.type.is_array:
        return []
    axis, count = image.type.dimensions, image.extents[-1]
    value = coordinates[:, axis]
    even = np.clip(np.rint(value), 0, count - 1).astype(np.int64)
    half = np.clip(np.floor(value + 0.5), 0, count - 1).astype(np.int64)
    return [(even,) if (even == half).all() else (even, half)]


def _nearest(image: Image, sampler: Sampler, coordinates: Array) -> Interval:
    choices: list[tuple[Array, ...]] = []
    for axis in range(image.type.dimensions):
        size, value = image.extents[axis], coordinates[:, axis]
        off = _coordinate_error(sampler, value, size) / (size if sampler.normalized else 1)
        found = [
            addressing.unnormalize(value + sign * off, size, sampler.addressing, sampler.normalized)
            for sign in (-1, 1)
        ]
        choices.append(tuple(addressing.nearest(u, size, sampler.addressing) for u in found))
    candidates = itertools.product(*choices, *_layers(image, coordinates))
    allowed = [read_interval(image.format, gather(image, list(one))) for one in candidates]
    return Interval.one_of(allowed, together=True)


def _weighted(image: Image, corners: list[tuple[Array, Array, Array]], layer: list[Array]) -> Array:
    """Equation 8.13 and those of fewer dimensions."""
    total = np.zeros((len(corners[0][0]), 4))
    for choice in itertools.product((0, 1), repeat=len(corners)):
        weight = np.ones(len(total))
        for which, (_, _, second) in zip(choice, corners):
            weight = weight * (second if which else 1 - second)
        texels = gather(image, [c[which] for which, c in zip(choice, corners)] + layer)
        total += weight[:, None] * texels
    return total


def _linear(image: Image, sampler: Sampler, coordinates: Array) -> Interval:
    corners = [
        addressing.linear(
            addressing.unnormalize(
                coordinates[:, axis], image.extents[axis], sampler.addressing, sampler.normalized
            ),
            image.extents[axis],
            sampler.addressing,
        )
        for axis in range(image.type.dimensions)
    ]
    error = _linear_error(image, sampler, coordinates)
    constant = np.array([component in "01" for component in image.format.order.seen])
    allowed = []
    for layer in itertools.product(*_layers(image, coordinates)):
        total = _weighted(image, corners, list(layer))
        found = float32_interval(total - error, total + error)
        loose = either_zero(found)
        low = np.where(constant, found.low, loose.low)
        allowed.append(Interval(low, np.where(constant, found.high, loose.high)))
    return Interval.one_of(allowed, together=True)


def _linear_error(image: Image, sampler: Sampler, coordinates: Array) -> Array:
    """A weight that is wrong by e moves the result by at most e times the difference of two texels;
    normalized channels may be blended with the precision that they are stored in."""
    least, most = image.range
    if sampler.addressing == "clamp":
        least = np.minimum(least, image.format.border)
        most = np.maximum(most, image.format.border)
    stored = np.array([component not in "01" for component in image.format.order.seen])
    kind, bits = image.format.type.kind, image.format.type.bits
    step = 1 / norm_max(kind, bits) if image.format.type.is_norm else 0.0
    error: Array = np.zeros((len(coordinates), 4))
    for axis in range(image.type.dimensions):
        wrong = _coordinate_error(sampler, coordinates[:, axis], image.extents[axis])
        error += wrong[:, None] * (most - least) + step * stored
    largest = np.maximum(np.abs(least), np.abs(most))
    error += ACCURACY * largest * stored
    return error


def sample(image: Image, sampler: Sampler, coordinates: Array) -> Interval:
    """texture() and textureLod() of a texture without mipmaps at coordinates (n, axes or more):
    allowed colours (n, 4)."""
    exact = coordinates.astype(np.float64)
    return (_nearest if sampler.filter == "nearest" else _linear)(image, sampler, exact)


def fetch(image: Image, texels: Array) -> Interval:
    """texelFetch() and imageLoad() of texels that there are."""
    indices = [texels[:, axis].astype(np.int64) for axis in range(len(image.extents))]
    return read_interval(image.format, gather(image, indices))


def load(image: Image, texels: Array) -> Interval:
    """imageLoad() (8.26): "Invalid image loads will return zero". "Unused components are filled in with
    (0,0,0,1)" may be said of those as well: the alpha of formats without one is 0 or 1."""
    there, found = inside(image.extents, texels)[:, None], fetch(image, texels)
    alphas = (0, 1) if image.format.order.seen[3] == "1" else (0,)
    none = [np.array([0, 0, 0, alpha]) for alpha in alphas]
    return Interval.one_of(
        [found.map(lambda end: np.where(there, end, zero).astype(end.dtype)) for zero in none],
        together=True,
    )


def inside(extents: tuple[int, ...], texels: Array) -> Array:
    """Which texels there are."""
    there = np.ones(len(texels), dtype=bool)
    for axis, extent in enumerate(extents):
        there &= (texels[:, axis] >= 0) & (texels[:, axis] < extent)
    return there


def _store_norm(kind: str, bits: int, values: Array) -> Interval:
    """2.3.5.2: clamped, then "one of the two (...) closest to the floating-point value"."""
    most = norm_max(kind, bits)
    clamped = np.clip(values.astype(np.float64), -1 if kind == "snorm" else 0, 1) * most
    return Interval(np.floor(clamped).astype(np.int64), np.ceil(clamped).astype(np.int64))


def _store_half(values: Array) -> Interval:
    """To a neighbour of the value, in either direction (2.3.4.2 does not say which); a value beyond the
    range is the largest half or infinity. Denormals may be flushed."""
    with np.errstate(over="ignore"):
        nearest = values.astype(np.float16)
    cut = half_toward_zero(values)
    tiny = np.abs(values) < np.finfo(np.float16).tiny
    zeros = [np.where(tiny, np.float16(zero), nearest) for zero in (0.0, -0.0)]
    return Interval.one_of([nearest, cut, *zeros])


def _store_float(values: Array) -> Interval:
    """As it is; denormals may be flushed."""
    tiny = np.abs(values) < np.finfo(np.float32).tiny
    return Interval.one_of([values, *(np.where(tiny, np.float32(z), values) for z in (0.0, -0.0))])


def store_channels(image_format: Format, rgba: Array) -> Interval:
    """Colours (n, 4) that imageStore() is given to the numbers that may be stored (n, channels). Data
    are converted as by TexImage2D (8.26): integers are clamped (8.5)."""
    source = ["rgba".index(c) for c in image_format.order.stored]
    values, kind = rgba[:, source], image_format.type
    if kind.seen != "float":
        info = np.iinfo(kind.stored)
        return Interval.exactly(np.clip(values.astype(np.int64), info.min, info.max))
    if kind.kind == "float":
        return _store_half(values) if kind.bits == 16 else _store_float(values)
    return _store_norm(kind.kind, kind.bits, values)


def atomic(operation: str, before: Array, data: Array, dtype: np.dtype[Any]) -> Array:
    """What an atomic function leaves in memory (GLSL 4.50, 8.12)."""
    old, new = before.astype(np.int64), data.astype(np.int64)
    results = {
        "Add": old + new,
        "Min": np.minimum(old, new),
        "Max": np.maximum(old, new),
        "And": old & new,
        "Or": old | new,
        "Xor": old ^ new,
        "Exchange": new,
    }
    return (results[operation] & 0xFFFFFFFF).astype(np.uint32).astype(dtype)
