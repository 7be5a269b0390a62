# SPDX-License-Identifier: MIT
"""What the suites of images share: extents, texels, and how a test file spells them."""

import math
import zlib
from collections.abc import Iterable
from functools import cache, lru_cache

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import FORMATS, Format, ImageType, format_named, image_type_named
from imagespec.sampling import Image, Sampler
from testgen import numbers

# Width, height, depth, layers. Large is larger than any tile, and odd.
EXTENTS = {
    "odd": (7, 5, 3, 3),
    "one": (1, 1, 1, 1),
    "power": (8, 4, 4, 4),
    "large": (67, 35, 5, 6),
}
SIZES = tuple(EXTENTS)
PERIOD = 31  # texels after which an image repeats itself: a prime, so that neighbours differ

VECTORS = {1: "", 2: "2", 4: "4"}
FUNCTIONS = {"float": "read_imagef", "int": "read_imagei", "uint": "read_imageui"}
WRITERS = {"float": "write_imagef", "int": "write_imagei", "uint": "write_imageui"}

DEPTH_EXTENSION = "cl_khr_depth_images"

SAMPLERS = tuple(
    Sampler(mode, kind, normalized)
    for mode in ("none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat")
    for kind in ("nearest", "linear")
    for normalized in (False, True)
    if normalized or mode not in ("repeat", "mirrored_repeat")
)


def samplers_for(seen: str, coordinates: str) -> list[Sampler]:
    """Samplers with a defined result (6.12.14.2): integer images are not filtered, and integer
    coordinates are neither normalized nor filtered."""
    found = list(SAMPLERS)
    if seen != "float" or coordinates == "int":
        found = [s for s in found if s.filter == "nearest"]
    if coordinates == "int":
        found = [s for s in found if not s.normalized]
    return found


def formats_seen_as(seen: str, formats: Iterable[Format] | None = None) -> list[Format]:
    """Those of some formats, or of all of OpenCL 1.2, that kernels see as that type."""
    return [item for item in (FORMATS.values() if formats is None else formats) if item.type.seen == seen]


def texel_type(kind: ImageType, seen: str) -> str:
    """What a kernel reads and writes: of a depth image one number."""
    return seen if kind.is_depth else seen + "4"


def components_of(kind: ImageType, colours: Array) -> Array:
    """The components of colours (..., 4) that a kernel reads and writes."""
    return colours[..., :1] if kind.is_depth else colours


def extents_of(image_type: ImageType, size: str) -> tuple[int, ...]:
    """Extents of an image: its dimensions, then its layers."""
    dimensions, layers = EXTENTS[size][:3], EXTENTS[size][3]
    return dimensions[: image_type.dimensions] + ((layers,) if image_type.is_array else ())


def image_config(kind: ImageType) -> dict[str, str]:
    """What a file with images of that type asks of a device."""
    config = {"need_image_support": "true", "clc_version_min": "12"}
    return {**config, "require_device_extensions": DEPTH_EXTENSION} if kind.is_depth else config


ANEW = 0  # another number: other texels and coordinates in each test


def seed_of(text: str) -> int:
    return zlib.crc32(text.encode(), ANEW)


def random_stored(image_format: Format, rng: np.random.Generator) -> Array:
    """Some texels, as stored: integers of the whole range with the ends among them, each once in a
    channel; floats between -4 and 4."""
    channel_type = image_format.type
    shape = (PERIOD,) if channel_type.packed else (PERIOD, image_format.channels)
    if channel_type.kind == "float":
        floats: Array = rng.uniform(-4, 4, shape).astype(channel_type.stored)
        return floats
    info = np.iinfo(channel_type.stored)
    top = 2 ** sum(channel_type.packed) - 1 if channel_type.packed else info.max
    columns = []
    for _ in range(shape[1] if len(shape) > 1 else 1):
        inner = {int(v) for v in rng.integers(info.min + 1, top, 4 * PERIOD)} - {0}
        column = [info.min, top, 0, *rng.permutation(sorted(inner))]
        columns.append(rng.permutation(list(dict.fromkeys(column))[:PERIOD]))
    integers: Array = np.stack(columns, axis=-1).reshape(shape)
    return integers.astype(channel_type.stored)


def tiled(values: Array, count: int) -> Array:
    """The values over and over, as `repeat` does."""
    found: Array = values[np.arange(count) % len(values)]
    return found


@cache
def _period(image_format: str) -> Array:
    """The texels that an image of the format repeats."""
    return random_stored(format_named(image_format), np.random.default_rng(seed_of(image_format)))


@lru_cache(maxsize=256)
def make_image(image_type: str, image_format: str, size: str) -> Image:
    """The image of a test."""
    kind, form = image_type_named(image_type), format_named(image_format)
    extents = extents_of(kind, size)
    return Image(kind, form, extents, tiled(_period(image_format), math.prod(extents)))


def image_keys(image_type: ImageType, image_format: Format, extents: tuple[int, ...]) -> str:
    """The sub-keys of an image argument."""
    names = ["image_width", "image_height", "image_depth"][: image_type.dimensions]
    names += ["image_array_size"] if image_type.is_array else []
    sizes = " ".join(f"{name} {extent}" for name, extent in zip(names, extents))
    return (
        f"image_type {image_type.spelled} {sizes} image_channel_order {image_format.order.name} "
        f"image_channel_data_type {image_format.type.name}"
    )


def pixel_type(image_format: Format) -> str:
    """The pixel type of stored texels."""
    width = 1 if image_format.type.packed else image_format.channels
    return image_format.type.cl_name + ("" if width == 1 else str(width))


def image_line(index: int, image: Image) -> str:
    """arg_in of an image, from its stored texels."""
    keys = image_keys(image.type, image.format, image.extents)
    texels = numbers.text(image.texels[: min(PERIOD, image.count)])
    return f"arg_in: {index} image {pixel_type(image.format)} repeat {texels} {keys}"


def sampler_line(index: int, sampler: Sampler) -> str:
    return (
        f"arg_in: {index} sampler normalized_coords {str(sampler.normalized).lower()} "
        f"addressing_mode {sampler.addressing} filter_mode {sampler.filter}"
    )
