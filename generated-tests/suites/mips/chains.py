# SPDX-License-Identifier: MIT
"""What the families of mipmapped images share: images, where they are read, and how test files spell them."""

from functools import lru_cache

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import IMAGE_TYPES, Format, ImageType, format_named, image_type_named
from imagespec.mipmaps import MAXFLOAT, Chain, MipSampler, chain_texels, level_extents, most_levels
from imagespec.sampling import Sampler
from testgen import numbers

from ..images import EXTENTS, PERIOD, VECTORS, _period, image_keys, pixel_type, sampler_line, seed_of, tiled

EXTENSION = "cl_khr_mipmap_image"
WRITES = "cl_khr_mipmap_image_writes"
SECTION = "cl_khr_mipmap_image"
KINDS = tuple(kind for kind in IMAGE_TYPES.values() if kind.has_sampler)
FORMATS = tuple(
    format_named(name)
    for name in (
        "RGBA-FLOAT", "RGBA-UNORM_INT8", "R-UNORM_INT16", "RG-HALF_FLOAT", "BGRA-UNORM_INT8",
        "RGBA-SIGNED_INT32", "R-UNSIGNED_INT8",
    )
)  # fmt: skip
SIZES = tuple(size for size in EXTENTS if size != "one")  # which has one level
COUNT = 14  # reads of a test
_IGNORED = 7


def config(*extensions: str) -> dict[str, str]:
    """What a file of mipmapped images asks of a device."""
    return {
        "need_image_support": "true",
        "clc_version_min": "30",
        "require_device_extensions": " ".join((EXTENSION, *extensions)),
    }


def extents_of(kind: ImageType, size: str) -> tuple[int, ...]:
    """Extents of level 0. Large volumes have fewer texels, so that tests stay short."""
    dimensions, layers = EXTENTS[size][:3], EXTENTS[size][3]
    if size == "large" and (kind.is_array or kind.dimensions == 3):
        dimensions, layers = (19, 11, 6), 3
    return dimensions[: kind.dimensions] + ((layers,) if kind.is_array else ())


@lru_cache(maxsize=256)
def make_chain(image_type: str, image_format: str, size: str) -> Chain:
    """The image of a test, with all levels that it can have."""
    kind, item = image_type_named(image_type), format_named(image_format)
    extents = extents_of(kind, size)
    count = most_levels(kind, extents)
    texels = tiled(_period(image_format), chain_texels(kind, extents, count))
    return Chain(kind, item, extents, texels, count)


def chain_keys(chain: Chain) -> str:
    return f"{image_keys(chain.type, chain.format, chain.extents)} image_mip_levels {chain.count}"


def chain_line(index: int, chain: Chain) -> str:
    """arg_in of a mipmapped image."""
    texels = numbers.text(chain.texels[: min(PERIOD, len(chain.texels))])
    return f"arg_in: {index} image {pixel_type(chain.format)} repeat {texels} {chain_keys(chain)}"


def mip_sampler_line(index: int, sampler: MipSampler) -> str:
    line = f"{sampler_line(index, sampler.base)} mip_filter_mode {sampler.filter}"
    if (sampler.lod_min, sampler.lod_max) == (0, MAXFLOAT):
        return line
    return f"{line} lod_min {sampler.lod_min:g} lod_max {sampler.lod_max:g}"


def samplers_for(item: Format) -> list[MipSampler]:
    """Samplers with a defined result: coordinates are normalized, and integers are never blended."""
    filters = ("nearest", "linear") if item.type.seen == "float" else ("nearest",)
    modes = ("clamp_to_edge", "clamp", "repeat", "mirrored_repeat")
    return [MipSampler(Sampler(mode, one, True), mip) for mode in modes for one in filters for mip in filters]


def _clear(values: Array, sizes: list[int]) -> Array:
    """Those whose texel is the same within a sixteenth, at every level."""
    kept = np.ones(len(values), dtype=bool)
    for size in sizes:
        part = values * size - np.floor(values * size)
        kept &= (part >= 1 / 16) & (part <= 15 / 16)
    found: Array = values[kept]
    return found


def coordinates(chain: Chain, sampler: Sampler, name: str, strict: bool) -> Array:
    """Where a test reads: normalized, in the image and around it, and never where unfiltered reads might
    take either of two texels. Layers half way are for those alone who round as exactly as float arithmetic does."""
    rng = np.random.default_rng(seed_of(name))
    fine = (2 * np.arange(-192, 320) + 1) / 256
    whole = np.full((COUNT, chain.type.coordinates), _IGNORED, dtype=np.float32)
    for axis in range(chain.type.dimensions):
        sizes = [level.extents[axis] for level in chain.levels]
        clear = _clear(fine, sizes) if sampler.filter == "nearest" else fine
        inside = clear[(clear > 0) & (clear < 1)]
        whole[:, axis] = rng.choice(clear, COUNT)
        whole[: COUNT // 2, axis] = rng.choice(inside, COUNT // 2)
    if chain.type.is_array:
        layers = rng.integers(-1, chain.extents[-1] + 1, COUNT)
        whole[:, chain.type.dimensions] = layers + rng.choice([0, -0.375, 0.25], COUNT)
        if strict:
            whole[::3, chain.type.dimensions] = layers[::3] + 0.5
    return whole


def coordinate_type(kind: ImageType) -> str:
    return "float" + VECTORS[kind.coordinates]


def level_of(count: int, which: str) -> int:
    """A level by where it is among so many."""
    return {"first": 0, "second": 1, "middle": count // 2, "last": count - 1}[which]


def level_start(chain: Chain, level: int) -> int:
    """Number of a level's first texel."""
    return chain_texels(chain.type, chain.extents, level)


def with_level(chain: Chain, level: int, texels: Array) -> Array:
    """All texels of an image of which one level was replaced."""
    found = chain.texels.copy()
    start = level_start(chain, level)
    found[start : start + len(texels)] = texels
    return found


def extents_at(chain: Chain, level: int) -> tuple[int, ...]:
    return level_extents(chain.type, chain.extents, level)
