# SPDX-License-Identifier: MIT
"""Boxes of images (5.3.3 to 5.3.6): which texels a transfer moves.

Origins and regions have one component for each extent of the image: width, height, depth; the layer
of an array is the last one. Rectangles of buffers are boxes of bytes (5.2.2).
"""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from .arrays import Array
from .formats import Format


@dataclasses.dataclass(frozen=True)
class Box:
    """Some texels of an image: region[i] of them from origin[i] on, along each extent."""

    origin: tuple[int, ...]
    region: tuple[int, ...]

    @property
    def count(self) -> int:
        return math.prod(self.region)

    @property
    def slices(self) -> tuple[slice, ...]:
        """Of a grid, whose first axis is the image's last extent."""
        return tuple(slice(o, o + r) for o, r in zip(self.origin[::-1], self.region[::-1]))

    def within(self, extents: tuple[int, ...]) -> bool:
        return all(o + r <= e for o, r, e in zip(self.origin, self.region, extents))

    def overlaps(self, other: Box) -> bool:
        """Whether some texel is in both (5.3.3 and appendix E)."""
        return all(
            o < p + s and p < o + r
            for o, r, p, s in zip(self.origin, self.region, other.origin, other.region)
        )

    def surroundings(self, extents: tuple[int, ...]) -> Box:
        """The box and its neighbours inside of an image."""
        origin = tuple(max(o - 1, 0) for o in self.origin)
        ends = [min(o + r + 1, e) for o, r, e in zip(self.origin, self.region, extents)]
        return Box(origin, tuple(end - o for end, o in zip(ends, origin)))


def grid(texels: Array, extents: tuple[int, ...]) -> Array:
    """Texels in the order of memory as an array of their places: x is the last axis but the
    channels."""
    return texels.reshape(extents[::-1] + texels.shape[1:])


def take(image: Array, box: Box) -> Array:
    """The texels of a box of a grid, in the order of memory."""
    part = image[box.slices]
    return part.reshape((box.count,) + image.shape[len(box.region) :])


def put(image: Array, box: Box, texels: Array) -> Array:
    """The grid with other texels in a box."""
    changed = image.copy()
    changed[box.slices] = texels.reshape(changed[box.slices].shape)
    return changed


def addresses(box: Box, row_pitch: int, slice_pitch: int) -> Array:
    """Bytes of a buffer that a rectangle of bytes, rows and slices holds (5.2.2), in the order in
    which tight host memory has them."""
    x, y, z = (np.arange(o, o + r) for o, r in zip(box.origin, box.region))
    found: Array = z[:, None, None] * slice_pitch + y[:, None] * row_pitch + x
    return found.ravel()


def to_bytes(image_format: Format, texels: Array) -> Array:
    """Texels as a copy to a buffer stores them (5.3.5): one after the other, little-endian."""
    stored = image_format.type.stored.newbyteorder("<")
    return np.frombuffer(np.ascontiguousarray(texels).astype(stored).tobytes(), dtype=np.uint8)


def from_bytes(image_format: Format, data: Array) -> Array:
    """Texels that a copy from a buffer makes of bytes."""
    stored = np.frombuffer(data.tobytes(), dtype=image_format.type.stored.newbyteorder("<"))
    shape = (-1,) if image_format.type.packed else (-1, image_format.channels)
    return stored.reshape(shape).astype(image_format.type.stored)
