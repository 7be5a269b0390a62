# SPDX-License-Identifier: MIT
"""Single faults that a Vulkan driver may have, each as one rule of Vulkan's model (suites/vk) that is another. The first were seen in drivers."""

import contextlib
import dataclasses
from collections.abc import Callable, Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.interval import Interval
from suites.vk import blit, cube, fetch, gather, images, mip, robust, vk_block_bounds, vk_blocks, vk_formats, vk_mips, vk_sampling, vk_stores, vulkan
from suites.vk.vk_formats import Component, VkFormat
from suites.vk.vk_sampling import Read

from .deviation import Deviation

SAMPLERS = ("vk-sample", "vk-gather", "vk-compare", "vk-mip")
_FILTERS = (*SAMPLERS, "vk-border", "vk-cube")
_FETCHES, _ALL = ("vk-fetch",), (*SAMPLERS, "vk-fetch")
_MODULES = (fetch, gather, vk_formats, vk_mips, vk_sampling, vulkan)  # some import names of others
_REAL, _FOOTPRINT = vk_formats._real, vk_sampling._footprint
_WRAP, _PLACES, _LEVEL, _ROBUST = vulkan.wrap, Read.places, vk_mips.level_of_detail, fetch.robust
_ROBUST_READ, _NORM, _BLIT, _CHANNEL = robust.read, vk_stores._norm, blit.expected, vk_block_bounds._channel
STEP_OF_FLOATS = 2.0**-24  # below 1
TOLD = ("vk-blit", "vk-block")  # families that are asked by their lines


@dataclasses.dataclass(frozen=True)
class VkDeviation(Deviation):
    """One wrong rule of Vulkan's model; its section is a section's name."""

    families: tuple[str, ...] = SAMPLERS  # that the rule is about

    @contextlib.contextmanager
    def applied(self) -> Iterator[None]:
        """Images are made anew, as they keep what they have computed."""
        places = [place for place in (self.module, *_MODULES) if place and hasattr(place, self.function)]
        before = [(place, getattr(place, self.function)) for place in places]
        try:
            self._forget()
            for place in places:
                setattr(place, self.function, self.replacement)
            yield
        finally:
            for place, right in before:
                setattr(place, self.function, right)
            self._forget()

    @staticmethod
    def _forget() -> None:
        images.make_picture.cache_clear()
        mip.make_levels.cache_clear()
        cube.cube_of.cache_clear()


def eight_bits_first(form: VkFormat, c: Component, value: Array) -> Array:
    if form.kind != "unorm" or c.bits not in (5, 6):
        return _REAL(form, c, value)
    return (value << (8 - c.bits) | value >> (2 * c.bits - 8)) / 255


def products_of_8_bits(read: Read, layer: list[Array]) -> tuple[Array, Array]:
    """Weights are a step of 1/256 off at most where a sum of them is 1."""
    weights, texels = _FOOTPRINT(read, layer)
    return np.rint(weights * 256) / 256, texels


def lowest_of_bits(kind: str, bits: int, values: Array) -> Interval:
    """SNORM is clamped to the lowest number that its bits have."""
    if kind != "snorm":
        return _NORM(kind, bits, values)
    most = (1 << (bits - 1)) - 1
    exact = np.clip(values.astype(np.float64) * most, -most - 1, most)
    return Interval(np.floor(exact).astype(np.int64), np.ceil(exact).astype(np.int64))


def same_bits(picture: vulkan.Picture, to: VkFormat, extents: tuple[int, ...], kind: str) -> Interval:
    """A blit to the same size and format copies bits."""
    found = _BLIT(picture, to, extents, kind)
    is_same = picture.format.name == to.name and picture.extents == extents
    return Interval.exactly(picture.texels.astype(np.int64).reshape(found.low.shape)) if is_same else found


def between_of_8_bits(raw: Array, kind: str, error: float) -> tuple[Array, Array]:
    """What lies between the ends of a block has as many bits as they, cut."""
    ends, indices = vk_blocks.channel_parts(raw, kind == "snorm")
    most = 127 if kind == "snorm" else 255
    found = vk_blocks.mixed_channel(ends, indices, kind == "snorm", ends[:, 0] > ends[:, 1])
    cut = np.trunc(np.round(found * most, 9)) / most
    return cut - STEP_OF_FLOATS, cut + STEP_OF_FLOATS


def between_two_off(raw: Array, kind: str, error: float) -> tuple[Array, Array]:
    """What lies between the ends of a block may be two steps of their bits off."""
    low, high = _CHANNEL(raw, kind, error)
    step = np.where(vk_blocks.channel_parts(raw, kind == "snorm")[1] > 1, 2 / (127 if kind == "snorm" else 255), 0)
    return low - step, high + step


def alone_is_any(right: Callable[[vulkan.Picture, Array], Interval], picture: vulkan.Picture, where: Array) -> Interval:
    """Of images with one layer or slice that one is read, whichever is asked for."""
    moved, axis = where.copy(), picture.type.dimensions - (not picture.type.is_array)
    if (picture.type.is_array or picture.type.name == "3D") and picture.extents[-1] == 1:
        moved[:, axis] = 0
    return right(picture, moved)


def layer_modulo(bits: int, right: Callable[[vulkan.Picture, Array], Interval], picture: vulkan.Picture, where: Array) -> Interval:
    """Of images with layers the low bits alone are looked at."""
    moved = where.copy()
    if picture.type.is_array:
        moved[:, picture.type.dimensions] &= (1 << bits) - 1
    return right(picture, moved)


def _mode_as(mode: str, other: str) -> VkDeviation:
    def wrong(index: Array, size: int, asked: str) -> Array:
        return _WRAP(index, size, other if asked == mode else asked)

    return VkDeviation(f"{mode} as {other}", "Wrapping Operation", vk_sampling, "wrap", wrong)


VK_DEVIATIONS = (
    VkDeviation("components of five and six bits become eight bits first", "Conversion From Normalized Fixed-Point to Floating-Point",
                vk_formats, "_real", eight_bits_first, families=(*_ALL, "vk-border", "vk-robust", "vk-blit")),
    VkDeviation("products of weights have 8 bits", "Texel Linear Filtering", vk_sampling, "_footprint", products_of_8_bits, families=_FILTERS),
    VkDeviation("layers are taken modulo 2^16", "Texel Coordinate Validation", fetch, "robust",
                lambda picture, where: layer_modulo(16, _ROBUST, picture, where), families=_FETCHES),
    VkDeviation("layers are taken modulo 2^16", "Texel Coordinate Validation", robust, "read",
                lambda picture, where: layer_modulo(16, _ROBUST_READ, picture, where), families=("vk-robust",)),
    VkDeviation("a layer that is not there is the first", "Texel Coordinate Validation", fetch, "robust",
                lambda picture, where: layer_modulo(0, _ROBUST, picture, where), families=_FETCHES),
    VkDeviation("the only layer or slice is read, whichever is asked for", "Texel Coordinate Validation", fetch, "robust",
                lambda picture, where: alone_is_any(_ROBUST, picture, where), families=_FETCHES),
    VkDeviation("the only layer or slice is read, whichever is asked for", "Texel Coordinate Validation", robust, "read",
                lambda picture, where: alone_is_any(_ROBUST_READ, picture, where), families=("vk-robust",)),
    VkDeviation("SNORM is clamped to the lowest number of its bits", "Conversion From Floating-Point to Normalized Fixed-Point", vk_stores, "_norm",
                lowest_of_bits, families=("vk-blit",)),
    VkDeviation("a blit to the same size and format copies bits", "Image Copies With Scaling", blit, "expected", same_bits, families=("vk-blit",)),
    VkDeviation("values between the ends of a block have 8 bits", "BC4 and BC5", vk_block_bounds, "_channel", between_of_8_bits, families=("vk-block",)),
    VkDeviation("values between the ends of a block are up to two steps of 8 bits off", "BC4 and BC5", vk_block_bounds, "_channel", between_two_off,
                families=("vk-block",)),
    _mode_as("repeat", "clamp_to_edge"),
    _mode_as("mirrored_repeat", "repeat"),
    _mode_as("clamp_to_edge", "clamp_to_border"),
    _mode_as("clamp_to_border", "clamp_to_edge"),
    _mode_as("mirror_clamp_to_edge", "mirrored_repeat"),
    VkDeviation("coordinates half a texel off", "Image Sample Operations", Read, "places",  # type: ignore[arg-type]
                lambda read, axis: _PLACES(read, axis) + 0.5),
    VkDeviation("gathered texels exchanged", "Image Gather", vk_sampling, "_GATHERED", ((0, 0), (1, 0), (1, 1), (0, 1)), families=("vk-gather",)),  # type: ignore[arg-type]
    VkDeviation("the border is transparent", "Border Replacement", vk_sampling, "BORDERS", dict.fromkeys(vulkan.BORDERS, (0, 0, 0, 0))),  # type: ignore[arg-type]
    VkDeviation("components that are not stored in the border", "Conversion to RGBA", VkFormat, "as_seen",  # type: ignore[arg-type]
                lambda form, colour: np.array(colour, dtype=float)),
    VkDeviation("swizzle ignored", "Component Swizzle", vulkan, "swizzled", lambda found, swizzle: found,
                families=("vk-sample", "vk-gather", "vk-fetch")),
    VkDeviation("sRGB is linear", "sRGB EOTF", vk_formats, "linear", lambda values: values, families=_ALL),
    VkDeviation("bias not added", "Level-of-Detail Operation", vk_mips, "level_of_detail",
                lambda sampler, lods, levels: _LEVEL(dataclasses.replace(sampler, bias=0.0), lods, levels), families=("vk-mip",)),
    VkDeviation("bounds of levels of detail ignored", "Level-of-Detail Operation", vk_mips, "level_of_detail",
                lambda sampler, lods, levels: _LEVEL(dataclasses.replace(sampler, lods=None), lods, levels), families=("vk-mip",)),
)  # fmt: skip
