# SPDX-License-Identifier: MIT
"""For each statement of the specification, drivers that do not keep it, as wrong rules of the model. A test shows a statement only if one
of these would fail it."""

import dataclasses
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from imagespec import addressing, conversion, mipmaps, sampling
from imagespec.arrays import Array
from imagespec.formats import ORDERS, ChannelType, Format
from imagespec.interval import Interval
from imagespec.mipmaps import MipSampler
from imagespec.sampling import Image, Sampler
from suites import attributes as asked
from testgen.model import Case

from .deviation import Deviation
from .deviations import DEVIATIONS

OFF = 1 + 2.0**-8  # more than what is not defined of reads that do not filter
STEPS = 3  # of what is stored
MOST = float(np.finfo(np.float32).max)
_NAMED = {one.name: one for one in DEVIATIONS}


def _known(*names: str) -> tuple[Deviation, ...]:
    return tuple(_NAMED[name] for name in names)


def _wrong(function: Callable[..., Any], module: ModuleType, name: str) -> Deviation:
    return Deviation(function.__name__, "", module, name, function)


def _sampled_as(**to: dict[Any, Any]) -> Deviation:
    """Samplers whose modes are others."""

    def other(image: Image, sampler: Sampler, coordinates: Array, strict: bool, original: Any = sampling.sample) -> Interval:
        modes = {part: words.get(getattr(sampler, part), getattr(sampler, part)) for part, words in to.items()}
        found: Interval = original(image, dataclasses.replace(sampler, **modes), coordinates, strict)
        return found

    return Deviation(f"samplers as {to}", "", sampling, "sample", other)


def _addressed_as(mode: str, *others: str) -> tuple[Deviation, ...]:
    return tuple(_sampled_as(addressing={mode: other}) for other in others)


def first_layer(coordinate: Array, layers: int) -> Array:
    return np.zeros(len(coordinate), dtype=np.int64)


def layer_behind(coordinate: Array, layers: int, original: Any = addressing.layer) -> Array:
    found: Array = (original(coordinate, layers) + 1) % layers
    return found


def first_texel(image: Image, coordinates: Array, strict: bool, original: Any = sampling.fetch) -> Interval:
    found: Interval = original(image, 0 * coordinates, strict)
    return found


def whole_normalized(image: Image, sampler: Sampler, coordinates: Array, strict: bool, original: Any = sampling.sample) -> Interval:
    """Integer coordinates taken for normalized ones."""
    is_whole = coordinates.dtype.kind == "i"
    found: Interval = original(image, dataclasses.replace(sampler, normalized=True) if is_whole else sampler, coordinates, strict)
    return found


def whole_behind(image: Image, sampler: Sampler, coordinates: Array, strict: bool, original: Any = sampling.sample) -> Interval:
    """Integer coordinates that name the texel behind."""
    moved = coordinates.astype(np.float64)
    if coordinates.dtype.kind == "i":
        moved[:, : image.type.dimensions] += 1
    found: Interval = original(image, sampler, moved, strict)
    return found


def without_alpha(item: Format, texels: Array, original: Any = conversion.read_colours) -> Array:
    found: Array = original(item, texels).copy()
    found[..., 3] = 0
    return found


def turned_channels(item: Format, texels: Array, original: Any = conversion.read_colours) -> Array:
    return np.roll(original(item, texels), 1, axis=-1)


def written_turned(item: Format, rgba: Array, strict: bool, original: Any = conversion.write_channels) -> Interval:
    found: Interval = original(item, np.roll(rgba, 1, axis=-1), strict)
    return found


def read_off(item: Format, channels: Array, original: Any = conversion.channel_reals) -> Array:
    """Numbers that are read a little, or by one, off."""
    found: Array = original(item, channels)
    return found + 1 if item.type.kind in ("sint", "uint") else np.clip(found * OFF, -MOST, MOST)


def depth_inverted(item: Format, channels: Array, original: Any = conversion.channel_reals) -> Array:
    found: Array = 1 - original(item, channels)
    return found


def norm_stored_off(kind: str, bits: int, values: Array, strict: bool, original: Any = conversion._write_norm) -> Interval:
    found: Interval = original(kind, bits, values, strict)
    return found.map(lambda end: np.where(end > 0, end - STEPS, end + STEPS))


def integer_stored_off(channel_type: ChannelType, colours: Array, original: Any = conversion._write_integer) -> Interval:
    found: Interval = original(channel_type, colours)
    return found.map(lambda end: np.where(end > 0, end - 1, end + 1))


def half_stored_off(colours: Array, strict: bool, original: Any = conversion._write_half) -> Interval:
    found: Interval = original(colours, strict)
    return found.map(lambda end: np.nextafter(np.nextafter(end, np.float16(1)), np.float16(1)) if end.dtype == np.float16 else end)


def float_stored_off(colours: Array, strict: bool, original: Any = conversion._write_float) -> Interval:
    found: Interval = original(colours, strict)
    with np.errstate(over="ignore"):
        return found.map(lambda end: np.where(np.isinf(end), 1, end * np.float32(OFF)).astype(end.dtype))


def last_level(lod: Array, sampler: MipSampler, count: int) -> Array:
    return np.full_like(lod, count - 1)


def other_names(case: Case, original: Any = asked._names) -> tuple[list[str], list[str]]:
    """Kernels that are told another type and order."""
    types, orders = original(case)
    return types[1:] + types[:1], orders[1:] + orders[:1]


_MODES = (
    _sampled_as(filter={"nearest": "linear", "linear": "nearest"}),
    _sampled_as(normalized={True: False, False: True}),
    *_addressed_as("repeat", "clamp_to_edge"),
    *_addressed_as("mirrored_repeat", "clamp_to_edge"),
    *_addressed_as("clamp", "clamp_to_edge"),
    *_addressed_as("clamp_to_edge", "clamp"),
)
_READ_OFF = (_wrong(read_off, conversion, "channel_reals"),)
_FLOAT_OFF = _wrong(float_stored_off, conversion, "_write_float")
_TURNED = (_wrong(turned_channels, conversion, "read_colours"), _wrong(written_turned, conversion, "write_channels"))
_FORMATS = _wrong(other_names, asked, "_names")
_SIZES = _known("width and height exchanged", "height and depth exchanged")

NEGATIONS: dict[str, tuple[Deviation, ...]] = {
    "sampler-modes": _MODES,
    "constant-sampler": _MODES,
    "repeat": (*_addressed_as("repeat", "clamp_to_edge", "clamp", "mirrored_repeat"), *_known("repeat filters without wrapping", "repeat by fmod")),
    "mirrored-repeat": (*_addressed_as("mirrored_repeat", "clamp_to_edge", "clamp", "repeat"),
                        *_known("mirrored repeat filters the border", "mirrored repeat not mirrored", "mirrored repeat off by one")),
    "clamp": _addressed_as("clamp", "clamp_to_edge", "repeat"),
    "clamp-to-edge": _addressed_as("clamp_to_edge", "clamp", "repeat"),
    "linear-filter": (_sampled_as(filter={"linear": "nearest"}), *_known("filter weight swapped", "filter half a texel off")),
    "nearest-filter": (_sampled_as(filter={"nearest": "linear"}), *_known("coordinate rounded", "coordinate truncated")),
    "layer-selection": (*_known("layer not rounded", "layer rounded half up", "layer repeated"), _wrong(first_layer, addressing, "layer"),
                        _wrong(layer_behind, addressing, "layer")),
    "layer-not-normalized": _known("layer normalized", "layer normalized, and rounded half up"),
    "samplerless-read": (_wrong(first_texel, sampling, "fetch"),),
    "integer-coordinates": (_wrong(whole_normalized, sampling, "sample"), _wrong(whole_behind, sampling, "sample"), _wrong(first_texel, sampling, "fetch")),
    "border-opaque": _known("alpha of all border colours is 0"),
    "border-transparent": (Deviation("opaque borders", "", orders={name: {"border_alpha": 1} for name in ORDERS}),),
    "unmapped-alpha": (_wrong(without_alpha, conversion, "read_colours"),),
    "mapped-channels": (*_TURNED, *_known("border alpha of INTENSITY"),
                        Deviation("INTENSITY as R", "", orders={"INTENSITY": {"seen": "r001"}})),
    "query-array-size": _known("array size 1"),
    "query-size": _SIZES,
    "query-format": (_FORMATS,),
    "later-queries": (_FORMATS,),
    "depth-queries": (_FORMATS,),
    "snorm-lowest": _known("SNORM's lowest number unclamped"),
    "norm-read": (*_READ_OFF, *_known("normalized by a power of two")),
    "half-read": _READ_OFF,
    "float-channels": (*_READ_OFF, _FLOAT_OFF),
    "integer-read": _READ_OFF,
    "norm-write": (_wrong(norm_stored_off, conversion, "_write_norm"), *_known("write truncates", "write wraps normalized numbers")),
    "half-write": (_wrong(half_stored_off, conversion, "_write_half"),),
    "integer-write": (_wrong(integer_stored_off, conversion, "_write_integer"), *_known("write wraps integers")),
    "depth-read": (_wrong(depth_inverted, conversion, "channel_reals"),),
    "depth-write": (_FLOAT_OFF, _wrong(norm_stored_off, conversion, "_write_norm")),
    "srgb-read": _known("sRGB without its curve", "sRGB read as a power of 2.2", "sRGB's alpha by the curve, too"),
    "srgb-write": _known("sRGB without its curve", "write of sRGB as a power of 1/2.2", "sRGB's alpha by the curve, too"),
    "abgr-order": _known("ABGR as RGBA"),
    "packed-with-alpha": _known("packed channels reversed", "write of packed channels reversed"),
    "mip-level-of-detail": _known("last level never sampled", "only the first level sampled", "largest level of detail of the sampler ignored", "level of detail rounded down"),
    "mip-blended": _known("levels never blended"),
    "mip-first-level": (_wrong(last_level, mipmaps, "clamped"),),
    "mip-bounds": _known("largest level of detail of the sampler ignored", "smallest level of detail of the sampler ignored"),
    "mip-gradients": _known("gradients from row to row ignored", "gradients from column to column ignored", "only the first level sampled"),
}  # fmt: skip

# Questions of these families leave the statement out: they do not say where texels are written, read back, or lie in memory.
NOT_ASKED = {
    "write-coordinates": ("write", "write-read"),
    "image-of-buffer": ("read", "write", "write-read", "later-read", "later-write", "later-write-read"),
    "unmapped-alpha": ("write-read",),
    "layer-not-normalized": ("write-read",),
}  # fmt: skip
