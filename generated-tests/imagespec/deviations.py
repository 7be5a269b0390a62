# SPDX-License-Identifier: MIT
"""Single faults that a driver may have, each as one rule of this model that is another: what a driver
with that fault gives is what the changed model says. Tests of the tests must notice each of them, and
failures are explained by the one that gives the very values that a driver gave."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from . import addressing, conversion, formats, sampling
from .arrays import Array
from .formats import ORDERS, ChannelType, Format
from .interval import Interval

Corners = tuple[Array, Array, Array]
Linear = Callable[[Array, int, str], Corners]
Nearest = Callable[[Array, int, str], Array]
Reduced = Callable[[Array, str], Array]
Reals = Callable[[Format, Array], Array]


@dataclasses.dataclass(frozen=True)
class Deviation:
    """One wrong rule: a function of a module that another stands for, or fields of channel orders."""

    name: str
    section: str  # of OpenCL 1.2, that says what is right
    module: ModuleType | None = None
    function: str = ""
    replacement: Callable[..., Any] | None = None
    orders: Mapping[str, Mapping[str, Any]] = dataclasses.field(default_factory=dict)

    @contextlib.contextmanager
    def applied(self) -> Iterator[None]:
        """The model with this rule, until the context ends. Images that were made before keep what they
        have computed: make them anew."""
        # sampling imports some of the names.
        places = [place for place in (self.module, sampling) if place and hasattr(place, self.function)]
        functions = [(place, getattr(place, self.function)) for place in places]
        table = dict(formats.FORMATS)
        try:
            for place in places:
                setattr(place, self.function, self.replacement)
            for key, item in table.items():
                change = self.orders.get(item.order.name)
                if change:
                    formats.FORMATS[key] = dataclasses.replace(item, order=dataclasses.replace(item.order, **change))
            yield
        finally:
            for place, function in functions:
                setattr(place, self.function, function)
            formats.FORMATS.update(table)


def swapped_weight(u: Array, size: int, mode: str, original: Linear = addressing.linear) -> Corners:
    first, second, weight = original(u, size, mode)
    return first, second, 1 - weight


def shifted_texel(u: Array, size: int, mode: str, original: Linear = addressing.linear) -> Corners:
    first, second, weight = original(u + 0.5, size, mode)
    return first, second, weight


def mirror_off_by_one(u: Array, size: int, mode: str, original: Nearest = addressing.nearest) -> Array:
    index = original(u, size, mode)
    return np.minimum(index + 1, size - 1) if mode == "mirrored_repeat" else index


def rounded_index(u: Array, size: int, mode: str, original: Nearest = addressing.nearest) -> Array:
    return original(np.rint(u), size, mode)


def truncated_index(u: Array, size: int, mode: str, original: Nearest = addressing.nearest) -> Array:
    return original(np.trunc(u), size, mode)


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


def snorm_not_clamped(item: Format, channels: Array, original: Reals = conversion.channel_reals) -> Array:
    if item.type.kind != "snorm":
        return original(item, channels)
    return channels / float(conversion.norm_max("snorm", item.type.bits))


def norm_by_power_of_two(kind: str, bits: int, original: Callable[[str, int], int] = conversion.norm_max) -> int:
    return original(kind, bits) + 1


def blue_high(item: Format, texels: Array, original: Reals = conversion.unpack) -> Array:
    found = original(item, texels)
    return found[..., ::-1] if item.type.packed else found


def truncated_write(kind: str, bits: int, colours: Array, strict: bool) -> Interval:
    most = conversion.norm_max(kind, bits)
    limited = np.clip(np.nan_to_num(colours.astype(float)), -1 if kind == "snorm" else 0, 1)
    return Interval.exactly(np.trunc(limited * most).astype(np.int64))


def unsaturated_write(channel_type: ChannelType, colours: Array) -> Interval:
    return Interval.exactly(colours.astype(channel_type.stored).astype(np.int64))


def half_by_rounding_up(colours: Array, strict: bool) -> Interval:
    halves = conversion.half_toward_zero(colours)
    inexact = (halves.astype(np.float32) != colours) & np.isfinite(colours)
    with np.errstate(over="ignore"):
        away = np.nextafter(halves, np.copysign(np.float16(np.inf), colours).astype(np.float16))
    return Interval.exactly(np.where(inexact, away, halves))


def float_as_half(colours: Array, strict: bool) -> Interval:
    with np.errstate(over="ignore"):
        return Interval.exactly(colours.astype(np.float16).astype(np.float32))


_WITHOUT_ALPHA = {
    name: {"seen": f"{order.seen[:3]}0"} for name, order in ORDERS.items() if order.seen.endswith("1")
}

DEVIATIONS = (
    Deviation("filter weight swapped", "8.2", addressing, "linear", swapped_weight),
    Deviation("filter half a texel off", "8.2", addressing, "linear", shifted_texel),
    Deviation("mirrored repeat off by one", "8.2", addressing, "nearest", mirror_off_by_one),
    Deviation("coordinate rounded", "8.2", addressing, "nearest", rounded_index),
    Deviation("coordinate truncated", "8.2", addressing, "nearest", truncated_index),
    Deviation("clamp as clamp to edge", "8.2", addressing, "nearest", clamp_as_edge),
    Deviation("clamp as clamp to edge, filtered", "8.2", addressing, "linear", linear_clamp_as_edge),
    Deviation("clamp to edge as clamp", "8.2", addressing, "nearest", edge_as_clamp),
    Deviation("repeat filters without wrapping", "8.2", addressing, "linear", linear_repeat_without_wrap),
    Deviation("mirrored repeat filters the border", "8.2", addressing, "linear", linear_mirror_as_border),
    Deviation("mirrored repeat as repeat", "8.2", addressing, "reduced", mirror_as_repeat),
    Deviation("repeat by fmod", "8.2", addressing, "reduced", repeat_by_fmod),
    Deviation("mirrored repeat not mirrored", "8.2", addressing, "reduced", mirror_by_parity),
    Deviation("layer not rounded", "8.4", addressing, "layer", floor_layer),
    Deviation("layer rounded half up", "8.4", addressing, "layer", half_up_layer),
    Deviation("layer repeated", "8.4", addressing, "layer", wrapped_layer),
    Deviation("SNORM's lowest number unclamped", "8.3.1", conversion, "channel_reals", snorm_not_clamped),
    Deviation("normalized by a power of two", "8.3.1", conversion, "norm_max", norm_by_power_of_two),
    Deviation("packed channels reversed", "5.3.1.1", conversion, "unpack", blue_high),
    Deviation("write truncates", "8.3", conversion, "_write_norm", truncated_write),
    Deviation("write wraps integers", "8.3", conversion, "_write_integer", unsaturated_write),
    Deviation("write rounds halves away from zero", "8.3", conversion, "_write_half", half_by_rounding_up),
    Deviation("write of floats through halves", "8.3", conversion, "_write_float", float_as_half),
    Deviation("border alpha of R", "6.12.14.1", orders={"R": {"border_alpha": 0}}),
    Deviation("border alpha of RGBA", "6.12.14.1", orders={"RGBA": {"border_alpha": 1}}),
    Deviation("border alpha of INTENSITY", "6.12.14.1", orders={"INTENSITY": {"border_alpha": 1}}),
    Deviation("BGRA as RGBA", "6.12.14", orders={"BGRA": {"stored": "rgba"}}),
    Deviation("ARGB as ABGR", "6.12.14", orders={"ARGB": {"stored": "abgr"}}),
    Deviation("RA as RG", "6.12.14", orders={"RA": {"seen": "ra01"}}),
    Deviation("alpha of R missing", "6.12.14", orders={"R": {"seen": "r000"}}),
    Deviation("LUMINANCE as INTENSITY", "6.12.14", orders={"LUMINANCE": {"seen": "rrrr"}}),
    Deviation("A as R", "6.12.14", orders={"A": {"seen": "a001"}}),
    Deviation("alpha of orders without alpha is 0", "6.12.14", orders=_WITHOUT_ALPHA),
    Deviation("alpha of all border colours is 0", "6.12.14.1", orders={name: {"border_alpha": 0} for name in ORDERS}),
    Deviation("alpha of orders without alpha is 0, in the border, too", "6.12.14",
              orders={name: change | {"border_alpha": 0} for name, change in _WITHOUT_ALPHA.items()}),
)
