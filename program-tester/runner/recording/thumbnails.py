# SPDX-License-Identifier: MIT
"""Images of a recording as small PNG files, and numbers that say what is in memory."""

import base64
import struct
import zlib

import numpy

from .. import formats
from .states import Argument
from .values import Array

LARGEST = 128  # pixels of a side


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(pixels: Array) -> bytes:
    """A PNG file of rows of pixels of three bytes (PNG specification, 11.2)."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _bytes(values: Array) -> Array:
    """Numbers from the least to the largest as 0 to 255; bytes as they are."""
    if values.dtype == numpy.uint8:
        return values
    finite = numpy.where(numpy.isfinite(values), values, 0).astype(numpy.float64) if values.dtype.kind == "f" else values.astype(numpy.float64)
    low, high = min(0.0, float(finite.min())), float(finite.max())
    scaled: Array = ((finite - low) * (255 / (high - low if high > low else 1))).astype(numpy.uint8)
    return scaled


def pixels_of(argument: Argument, when: str) -> Array | None:
    """Red, green and blue of the first slice of an image, made small; None where there is nothing to see."""
    width, rows, _ = argument.extents()
    values = argument.values(when)
    channels = argument.type.size // argument.type.dtype.itemsize
    if not width or not rows or len(values) < width * rows * channels:
        return None
    step = max(1, -(-max(width, rows) // LARGEST))
    texels = _bytes(values[: width * rows * channels].reshape(rows, width, channels)[::step, ::step])
    stored = formats.STORED.get(argument.order, "") if argument.order else ""
    if channels < 3 or not set("rgb") <= set(stored):
        return numpy.repeat(texels[:, :, :1], 3, axis=2)
    return texels[:, :, [stored.index(channel) for channel in "rgb"]]


def marks_of(argument: Argument, which: Array) -> Array | None:
    """White where some values of an image are chosen, in any slice, as small as pixels_of; None where there is nothing to see."""
    width, rows, slices = argument.extents()
    channels = argument.type.size // argument.type.dtype.itemsize
    if not width or not rows or not slices or len(which) < width * rows * slices * channels:
        return None
    step = max(1, -(-max(width, rows) // LARGEST))
    texels = which[: width * rows * slices * channels].reshape(slices, rows, width, channels).any(axis=(0, 3))
    texels = numpy.pad(texels, ((0, -rows % step), (0, -width % step)))
    marks = texels.reshape(texels.shape[0] // step, step, -1, step).any(axis=(1, 3))
    return numpy.repeat(marks[:, :, None], 3, axis=2).astype(numpy.uint8) * 255


def address(pixels: Array | None) -> str:
    """A picture as an address; empty where there is none."""
    return "" if pixels is None else "data:image/png;base64," + base64.b64encode(png(pixels)).decode()


def data_uri(argument: Argument, when: str) -> str:
    """The thumbnail as an address; empty where there is none."""
    return address(pixels_of(argument, when))


def statistics(argument: Argument, when: str) -> str:
    """The least, the mean and the largest of what is in memory, and how many are no numbers."""
    values = argument.values(when)
    if not len(values):
        return "empty"
    finite = values[numpy.isfinite(values)] if values.dtype.kind == "f" else values
    if not len(finite):
        return "no finite numbers"
    told = f"{finite.min():.6g} to {finite.max():.6g}, mean {finite.astype(numpy.float64).mean():.6g}"
    return told + (f", {len(values) - len(finite):,} not finite" if len(finite) < len(values) else "")
