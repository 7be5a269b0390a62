# SPDX-License-Identifier: MIT
"""Single faults that a driver may have, each as one rule of this model that is another: what a driver
with that fault gives is what the changed model says. Tests of the tests must notice each of them, and
failures are explained by the one that gives the very values that a driver gave."""

import dataclasses
from collections.abc import Callable

import numpy as np

from imagespec import addressing, attributes, conversion, sampling
from . import mip_deviations, write_deviations
from imagespec.arrays import Array
from .deviation import Deviation
from imagespec.formats import LATER_ORDERS, ORDERS, Format, ImageType
from imagespec.interval import Interval
from imagespec.sampling import Image, Sampler

Corners = tuple[Array, Array, Array]
Linear = Callable[[Array, int, str], Corners]
Nearest = Callable[[Array, int, str], Array]
Unnormalized = Callable[[Array, int, str, bool], Array]
Reduced = Callable[[Array, str], Array]
Reals = Callable[[Format, Array], Array]
Sample = Callable[[Image, Sampler, Array, bool], Interval]
Told = Callable[[ImageType, tuple[int, ...]], attributes.Sizes]


def swapped_weight(u: Array, size: int, mode: str, original: Linear = addressing.linear) -> Corners:
    first, second, weight = original(u, size, mode)
    return first, second, 1 - weight


def shifted_texel(u: Array, size: int, mode: str, original: Linear = addressing.linear) -> Corners:
    first, second, weight = original(u + 0.5, size, mode)
    return first, second, weight


def weight_of_7_bits(u: Array, size: int, mode: str, original: Linear = addressing.linear) -> Corners:
    first, second, weight = original(u, size, mode)
    return first, second, np.floor(weight * 2**7) / 2**7


def mirror_off_by_one(u: Array, size: int, mode: str, original: Nearest = addressing.nearest) -> Array:
    index = original(u, size, mode)
    return np.minimum(index + 1, size - 1) if mode == "mirrored_repeat" else index


def rounded_index(u: Array, size: int, mode: str, original: Nearest = addressing.nearest) -> Array:
    return original(np.rint(u), size, mode)


def truncated_index(u: Array, size: int, mode: str, original: Nearest = addressing.nearest) -> Array:
    return original(np.trunc(u), size, mode)


def _in_texels(s: Array, size: int, mode: str, normalized: bool, move: Callable[[Array], Array], original: Unnormalized) -> Array:
    """A coordinate that is moved, in texels, before a mode repeats it."""
    scale = size if normalized else 1
    return original(move(s * scale) / scale, size, mode, normalized)


def truncated_first(s: Array, size: int, mode: str, normalized: bool, original: Unnormalized = addressing.unnormalize) -> Array:
    return _in_texels(s, size, mode, normalized, lambda u: np.where(u < 0, np.trunc(u) + 0.5, u), original)


def rounded_first(s: Array, size: int, mode: str, normalized: bool, original: Unnormalized = addressing.unnormalize) -> Array:
    return _in_texels(s, size, mode, normalized, lambda u: np.rint(u) + 0.5, original)


def in_16_bits(s: Array, size: int, mode: str, normalized: bool, original: Unnormalized = addressing.unnormalize) -> Array:
    found: Array = np.mod(original(s, size, mode, normalized) + 2.0**15, 2.0**16) - 2.0**15
    return found


def clamp_as_edge(u: Array, size: int, mode: str, original: Nearest = addressing.nearest) -> Array:
    return original(u, size, "clamp_to_edge" if mode == "clamp" else mode)


def linear_clamp_as_edge(u: Array, size: int, mode: str, original: Linear = addressing.linear) -> Corners:
    return original(u, size, "clamp_to_edge" if mode == "clamp" else mode)


def edge_as_clamp(u: Array, size: int, mode: str, original: Nearest = addressing.nearest) -> Array:
    return original(u, size, "clamp" if mode == "clamp_to_edge" else mode)


def linear_repeat_without_wrap(u: Array, size: int, mode: str, original: Linear = addressing.linear) -> Corners:
    return original(u, size, "clamp_to_edge" if mode == "repeat" else mode)


def linear_mirror_as_border(u: Array, size: int, mode: str, original: Linear = addressing.linear) -> Corners:
    return original(u, size, "clamp" if mode == "mirrored_repeat" else mode)


def mirror_as_repeat(s: Array, mode: str, original: Reduced = addressing.reduced) -> Array:
    return original(s, "repeat" if mode == "mirrored_repeat" else mode)


def repeat_by_fmod(s: Array, mode: str, original: Reduced = addressing.reduced) -> Array:
    found: Array = np.fmod(s, 1.0) if mode == "repeat" else original(s, mode)
    return found


def mirror_by_parity(s: Array, mode: str, original: Reduced = addressing.reduced) -> Array:
    found: Array = np.abs(s) - np.floor(np.abs(s)) if mode == "mirrored_repeat" else original(s, mode)
    return found


def floor_layer(coordinate: Array, layers: int) -> Array:
    found: Array = np.clip(np.floor(coordinate), 0, layers - 1).astype(np.int64)
    return found


def half_up_layer(coordinate: Array, layers: int) -> Array:
    found: Array = np.clip(np.floor(coordinate + 0.5), 0, layers - 1).astype(np.int64)
    return found


def wrapped_layer(coordinate: Array, layers: int) -> Array:
    return np.mod(np.rint(coordinate), layers).astype(np.int64)


def _outside(image: Image) -> Image:
    """An image that is its border colour everywhere."""
    found = dataclasses.replace(image)
    vars(found)["reals"] = np.broadcast_to(np.array(image.format.border, dtype=np.float64), image.reals.shape)
    return found


def texel_later_unaddressed(image: Image, sampler: Sampler, coordinates: Array, strict: bool, original: Sample = sampling.sample) -> Interval:
    """Without addressing both texels of a filter are those behind the right ones, on axes that images of one or two dimensions do not have, too:
    these are read outside."""
    if (sampler.addressing, sampler.filter) != ("none", "linear"):
        return original(image, sampler, coordinates, strict)
    if image.type.dimensions < 3:
        return original(_outside(image), sampler, coordinates, strict)
    right = addressing.linear

    def later(u: Array, size: int, mode: str) -> Corners:
        first = np.floor(u).astype(np.int64)
        return first, first + 1, right(u, size, mode)[2]

    addressing.linear = later
    try:
        return original(image, sampler, coordinates, strict)
    finally:
        addressing.linear = right


def normalized_layer(image: Image, sampler: Sampler, coordinates: Array, strict: bool, original: Sample = sampling.sample) -> Interval:
    """The layer as a coordinate among others."""
    scaled = coordinates.astype(np.float64)
    if image.type.is_array and sampler.normalized:
        scaled[:, image.type.dimensions] *= image.extents[-1]
    return original(image, sampler, scaled, strict)


def normalized_layer_half_up(image: Image, sampler: Sampler, coordinates: Array, strict: bool) -> Interval:
    """Both, as one conversion of all coordinates to whole numbers has it."""
    with HALF_UP.applied():
        return normalized_layer(image, sampler, coordinates, strict)


def layer_beyond_as_border(image: Image, sampler: Sampler, coordinates: Array, strict: bool, original: Sample = sampling.sample) -> Interval:
    """Of clamp, a layer that is not there is of the border, as what lies beside a layer is."""
    found = original(image, sampler, coordinates, strict)
    if not image.type.is_array or sampler.addressing != "clamp":
        return found
    border, layers = original(_outside(image), sampler, coordinates, strict), np.rint(coordinates[:, image.type.dimensions])
    beyond = ((layers < 0) | (layers >= image.extents[-1]))[:, None]
    low, high = np.where(beyond, border.low, found.low), np.where(beyond, border.high, found.high)
    return dataclasses.replace(found, low=low, high=high)


def snorm_not_clamped(item: Format, channels: Array, original: Reals = conversion.channel_reals) -> Array:
    if item.type.kind != "snorm":
        return original(item, channels)
    return channels / float(conversion.norm_max("snorm", item.type.bits))


def halves_of_one_channel(item: Format, channels: Array, original: Reals = conversion.channel_reals) -> Array:
    """A number of the driver's in the place of texels."""
    is_it = item.type.kind == "float" and item.type.bits == 16 and item.channels == 1
    return np.full(channels.shape, 234.0) if is_it else original(item, channels)


def norm_by_power_of_two(kind: str, bits: int, original: Callable[[str, int], int] = conversion.norm_max) -> int:
    return original(kind, bits) + 1


BY_POWER = Deviation("normalized by a power of two", "8.3.1", conversion, "norm_max", norm_by_power_of_two)


def by_power_beside_curves(item: Format, channels: Array, original: Reals = conversion.channel_reals) -> Array:
    """Colours of sRGB are right, as of a table of their own."""
    with BY_POWER.applied():
        found = original(item, channels)
    return np.where(conversion._curved(item), original(item, channels), found) if item.order.is_srgb else found


def blue_high(item: Format, texels: Array, original: Reals = conversion.unpack) -> Array:
    found = original(item, texels)
    return found[..., ::-1] if item.type.packed else found


def no_curve(item: Format) -> Array:
    return np.zeros(item.channels, dtype=bool)


def curve_of_all(item: Format) -> Array:
    return np.full(item.channels, item.order.is_srgb)


def power_of_2_2(c: Array) -> Array:
    found: Array = np.maximum(c, 0) ** 2.2
    return found


def width_and_height(kind: ImageType, extents: tuple[int, ...], original: Told = attributes.sizes) -> attributes.Sizes:
    width, height, depth = original(kind, extents)
    return height, width, depth


def height_and_depth(kind: ImageType, extents: tuple[int, ...], original: Told = attributes.sizes) -> attributes.Sizes:
    width, height, depth = original(kind, extents)
    return width, depth, height


_RED_AND_BLUE = {
    name: {"stored": order.stored.translate(str.maketrans("rb", "br"))}
    for name, order in {**ORDERS, **LATER_ORDERS}.items() if {"r", "b"} <= set(order.stored)
}  # fmt: skip
_WITHOUT_ALPHA = {
    name: {"seen": f"{order.seen[:3]}0"} for name, order in ORDERS.items() if order.seen.endswith("1")
}

HALF_UP = Deviation("layer rounded half up", "8.4", addressing, "layer", half_up_layer)
DEVIATIONS = (
    Deviation("filter weight swapped", "8.2", addressing, "linear", swapped_weight),
    Deviation("filter half a texel off", "8.2", addressing, "linear", shifted_texel),
    Deviation("filter weight cut to 7 bits", "8.2", addressing, "linear", weight_of_7_bits),
    Deviation("mirrored repeat off by one", "8.2", addressing, "nearest", mirror_off_by_one),
    Deviation("coordinate rounded", "8.2", addressing, "nearest", rounded_index),
    Deviation("coordinate in 16 bits", "8.2", addressing, "unnormalize", in_16_bits),
    Deviation("coordinate truncated", "8.2", addressing, "nearest", truncated_index),
    Deviation("coordinate rounded before it is repeated", "8.2", addressing, "unnormalize", rounded_first),
    Deviation("coordinate truncated before it is repeated", "8.2", addressing, "unnormalize", truncated_first),
    Deviation("clamp as clamp to edge", "8.2", addressing, "nearest", clamp_as_edge),
    Deviation("clamp as clamp to edge, filtered", "8.2", addressing, "linear", linear_clamp_as_edge),
    Deviation("clamp to edge as clamp", "8.2", addressing, "nearest", edge_as_clamp),
    Deviation("repeat filters without wrapping", "8.2", addressing, "linear", linear_repeat_without_wrap),
    Deviation("mirrored repeat filters the border", "8.2", addressing, "linear", linear_mirror_as_border),
    Deviation("mirrored repeat as repeat", "8.2", addressing, "reduced", mirror_as_repeat),
    Deviation("repeat by fmod", "8.2", addressing, "reduced", repeat_by_fmod),
    Deviation("mirrored repeat not mirrored", "8.2", addressing, "reduced", mirror_by_parity),
    Deviation("layer not rounded", "8.4", addressing, "layer", floor_layer),
    HALF_UP,
    Deviation("layer repeated", "8.4", addressing, "layer", wrapped_layer),
    Deviation("filters without addressing begin with the texel of the coordinate, and are of the border in 1D and 2D", "8.2", sampling, "sample",
              texel_later_unaddressed),
    Deviation("layer normalized", "8.1", sampling, "sample", normalized_layer),
    Deviation("layer normalized, and rounded half up", "8.1", sampling, "sample", normalized_layer_half_up),
    Deviation("layers beyond the last are of the border", "8.4", sampling, "sample", layer_beyond_as_border),
    Deviation("SNORM's lowest number unclamped", "8.3.1", conversion, "channel_reals", snorm_not_clamped),
    Deviation("halves of one channel are 234", "8.3.2", conversion, "channel_reals", halves_of_one_channel),
    BY_POWER,
    Deviation("normalized by a power of two, but colours of sRGB", "8.3.1", conversion, "channel_reals", by_power_beside_curves),
    Deviation("packed channels reversed", "5.3.1.1", conversion, "unpack", blue_high),
    Deviation("border alpha of R", "6.12.14.1", orders={"R": {"border_alpha": 0}}),
    Deviation("border alpha of RGBA", "6.12.14.1", orders={"RGBA": {"border_alpha": 1}}),
    Deviation("border alpha of INTENSITY", "6.12.14.1", orders={"INTENSITY": {"border_alpha": 1}}),
    Deviation("red and blue exchanged", "6.12.14", orders=_RED_AND_BLUE),
    Deviation("BGRA as RGBA", "6.12.14", orders={"BGRA": {"stored": "rgba"}}),
    Deviation("ARGB as ABGR", "6.12.14", orders={"ARGB": {"stored": "abgr"}}),
    Deviation("ARGB as RGBA", "6.12.14", orders={"ARGB": {"stored": "rgba"}}),
    Deviation("ABGR as RGBA", "6.12.14", orders={"ABGR": {"stored": "rgba"}}),
    Deviation("RA as RG", "6.12.14", orders={"RA": {"seen": "ra01"}}),
    Deviation("RA as RG, in the border, too", "6.12.14", orders={"RA": {"seen": "ra01", "border_alpha": 1}}),
    Deviation("alpha of R missing", "6.12.14", orders={"R": {"seen": "r000"}}),
    Deviation("LUMINANCE as INTENSITY", "6.12.14", orders={"LUMINANCE": {"seen": "rrrr"}}),
    Deviation("LUMINANCE as INTENSITY, in the border, too", "6.12.14", orders={"LUMINANCE": {"seen": "rrrr", "border_alpha": 0}}),
    Deviation("A as R", "6.12.14", orders={"A": {"seen": "a001"}}),
    Deviation("A as R, in the border, too", "6.12.14", orders={"A": {"seen": "a001", "border_alpha": 1}}),
    Deviation("alpha of orders without alpha is 0", "6.12.14", orders=_WITHOUT_ALPHA),
    Deviation("alpha of all border colours is 0", "6.12.14.1", orders={name: {"border_alpha": 0} for name in ORDERS}),
    Deviation("alpha of orders without alpha is 0, in the border, too", "6.12.14",
              orders={name: change | {"border_alpha": 0} for name, change in _WITHOUT_ALPHA.items()}),
    Deviation("sRGB without its curve", "8.3 of OpenCL C 3.0", conversion, "_curved", no_curve),
    Deviation("sRGB's alpha by the curve, too", "8.3 of OpenCL C 3.0", conversion, "_curved", curve_of_all),
    Deviation("sRGB read as a power of 2.2", "8.3 of OpenCL C 3.0", conversion, "linear", power_of_2_2),
    Deviation("width and height exchanged", "6.12.14.5", attributes, "sizes", width_and_height),
    Deviation("height and depth exchanged", "6.12.14.5", attributes, "sizes", height_and_depth),
    Deviation("array size 1", "6.12.14.5", attributes, "array_size", lambda kind, told: 1),
    *mip_deviations.DEVIATIONS,
    *write_deviations.DEVIATIONS,
)
