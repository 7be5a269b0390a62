# SPDX-License-Identifier: MIT
"""What the suites of OpenGL's images share: extents, texels, and how a test file spells them."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import FORMATS, Format, ImageType
from imagespec.sampling import Image
from testgen import model, numbers

from ..images import PERIOD, EXTENTS, random_stored, seed_of, tiled
from .opengl import TARGETS, direction, formats_of

GL_SIZES = ("odd", "one", "power", "wide")
_EXTENTS = {**EXTENTS, "wide": (37, 19, 2, 2)}
PREFIXES = {"float": "", "int": "i", "uint": "u"}  # of GLSL's types
# GLSL's coordinates of a texel, from the four of a test.
SWIZZLES = {1: "x", 2: "xy", 3: "xyz"}


def template(name: str) -> model.Template:
    """A template of these families by the name of its file."""
    return model.template(name, Path(__file__).resolve().parent / "templates")


def formats_seen_as(seen: str, target: ImageType) -> list[Format]:
    return [item for item in formats_of(target) if item.type.seen == seen]


def swizzle(target: ImageType) -> str:
    """The components of a coordinate that image functions take."""
    return SWIZZLES[target.axes]


def extents_of(target: ImageType, size: str) -> tuple[int, ...]:
    """Extents of a texture: its dimensions, then its layers; faces of cubes are square."""
    width, height, depth, layers = _EXTENTS[size]
    if target.name.startswith("Cube"):
        return (height, height, 6 if target.name == "Cube" else 12)
    return (width, height, depth)[: target.dimensions] + ((layers,) if target.is_array else ())


@lru_cache(maxsize=256)
def make_image(target: str, image_format: str, size: str) -> Image:
    """The image of a test."""
    kind, form = TARGETS[target], FORMATS[image_format]
    extents = extents_of(kind, size)
    texels = random_stored(form, np.random.default_rng(seed_of(image_format)))
    return Image(kind, form, extents, tiled(texels, math.prod(extents)))


def image_keys(target: ImageType, image_format: Format, extents: tuple[int, ...]) -> str:
    """The sub-keys of an image argument."""
    names = ["image_width", "image_height", "image_depth"][: target.dimensions]
    names += ["image_array_size"] if target.is_array else []
    sizes = " ".join(f"{name} {extent}" for name, extent in zip(names, extents))
    return (
        f"image_type {target.cl_name} {sizes} image_channel_order {image_format.order.name} "
        f"image_channel_data_type {image_format.type.name}"
    )


def pixel_type(image_format: Format) -> str:
    width = image_format.channels
    return image_format.type.cl_name + ("" if width == 1 else str(width))


def image_text(image: Image) -> str:
    """An argument behind the word "image"."""
    texels = numbers.text(image.texels[: min(PERIOD, image.count)])
    keys = image_keys(image.type, image.format, image.extents)
    return f"{pixel_type(image.format)} repeat {texels} {keys}"


def integer_positions(target: ImageType, extents: tuple[int, ...], place: str, count: int) -> Array:
    """Texels of a test (n, 4): those that there are, or others too."""
    rng = np.random.default_rng(seed_of(f"{target.name} {extents} {place}"))
    found = np.zeros((count, 4), dtype=np.int32)
    for axis, extent in enumerate(extents):
        ends = [0, extent - 1, extent // 2, extent // 3]
        if place == "outside":
            ends += [-1, extent, extent + 1, -extent, extent * 2 + 1, 1 << 20]
        found[:, axis] = rng.choice(np.array(ends), count)
    return found


def cube_directions(target: ImageType, where: Array) -> Array:
    """Directions (n, 4) for s, t and face or layer (n, 3); cube arrays have the layer of six last."""
    found = np.zeros((len(where), 4))
    for row, (s, t, layer) in enumerate(where.tolist()):
        found[row, :3] = direction(int(layer) % 6, s, t)
        found[row, 3] = int(layer) // 6
    return found.astype(np.float32)
