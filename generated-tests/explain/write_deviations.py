# SPDX-License-Identifier: MIT
"""Wrong rules of conversions from colours to stored numbers: see deviations.py, which has them with the others."""

from collections.abc import Callable

import numpy as np

from imagespec import conversion
from imagespec.arrays import Array
from .deviation import Deviation
from imagespec.formats import ChannelType, Format
from imagespec.interval import Interval

Write = Callable[[Format, Array, bool], Interval]


def _low_bits(kind: str, bits: int, numbers: Array) -> Interval:
    """The lowest bits of whole numbers, as a normalized channel holds them."""
    cut = numbers.astype(np.int64) & ((1 << bits) - 1)
    is_negative = (kind == "snorm") & (cut >> (bits - 1) == 1)
    return Interval.exactly(np.where(is_negative, cut - (1 << bits), cut))


def truncated_norm(item: Format, rgba: Array, strict: bool, original: Write = conversion.write_channels) -> Interval:
    """Of sRGB behind its curve; padding is as it may be."""
    found = original(item, rgba, strict)
    if not item.type.is_norm:
        return found
    values = np.nan_to_num(rgba[:, ["rgba".find(c) for c in item.order.stored]].astype(float))
    limited = np.clip(values, -1 if item.type.kind == "snorm" else 0, 1)
    most = [conversion.norm_max(item.type.kind, bits) for bits in item.type.packed or (item.type.bits,) * item.channels]
    cut = np.trunc(np.where(conversion._curved(item), conversion.srgb(values), limited) * most).astype(np.int64)
    is_padding = np.array([c == "x" for c in item.order.stored])
    return Interval(np.where(is_padding, found.low, cut), np.where(is_padding, found.high, cut))


def wrapped_norm(kind: str, bits: int, colours: Array, strict: bool) -> Interval:
    """Not clamped, but by a conversion to int, as most machines have it."""
    info = np.iinfo(np.int32)
    product = np.nan_to_num(colours.astype(float) * conversion.norm_max(kind, bits), nan=0.0)
    return _low_bits(kind, bits, np.clip(np.rint(product), info.min, info.max))


def bits_of_floats(kind: str, bits: int, colours: Array, strict: bool) -> Interval:
    """Not converted, but taken for unsigned integers, which saturate."""
    return _low_bits(kind, bits, np.minimum(colours.astype(np.float32).view(np.uint32), (1 << bits) - 1))


def unsaturated_integer(channel_type: ChannelType, colours: Array) -> Interval:
    return Interval.exactly(colours.astype(channel_type.stored).astype(np.int64))


def saturated_as_signed(channel_type: ChannelType, colours: Array) -> Interval:
    info = np.iinfo(channel_type.stored)
    return Interval.exactly(np.clip(colours.astype(np.int32).astype(np.int64), info.min, info.max))


def half_by_rounding_up(colours: Array, strict: bool) -> Interval:
    halves = conversion.half_toward_zero(colours)
    inexact = (halves.astype(np.float32) != colours) & np.isfinite(colours)
    with np.errstate(over="ignore"):
        away = np.nextafter(halves, np.copysign(np.float16(np.inf), colours).astype(np.float16))
    return Interval.exactly(np.where(inexact, away, halves))


def half_early_infinite(colours: Array, strict: bool) -> Interval:
    with np.errstate(over="ignore"):
        halves = colours.astype(np.float16)
    beyond = np.abs(colours) > np.finfo(np.float16).max
    return Interval.exactly(np.where(beyond, np.copysign(np.float16(np.inf), halves), halves))


def half_without_infinity(colours: Array, strict: bool) -> Interval:
    most = np.float32(np.finfo(np.float16).max)
    return Interval.exactly(np.clip(colours, -most, most).astype(np.float16))


def half_without_nan(colours: Array, strict: bool) -> Interval:
    with np.errstate(over="ignore"):
        return Interval.exactly(np.where(np.isnan(colours), np.float16(np.inf), colours.astype(np.float16)))


def float_as_half(colours: Array, strict: bool) -> Interval:
    with np.errstate(over="ignore"):
        return Interval.exactly(colours.astype(np.float16).astype(np.float32))


def power_of_gamma(c: Array) -> Array:
    limited: Array = np.clip(np.nan_to_num(c, nan=0.0), 0.0, 1.0) ** (1 / 2.2)
    return limited


def packed_reversed(item: Format, rgba: Array, strict: bool, original: Write = conversion.write_channels) -> Interval:
    return original(item, rgba[:, [2, 1, 0, 3]] if item.type.packed else rgba, strict)


DEVIATIONS = (
    Deviation("write truncates", "8.3", conversion, "write_channels", truncated_norm),
    Deviation("write wraps normalized numbers", "8.3.1", conversion, "_write_norm", wrapped_norm),
    Deviation("write stores the bits of floats", "8.3.1", conversion, "_write_norm", bits_of_floats),
    Deviation("write wraps integers", "8.3", conversion, "_write_integer", unsaturated_integer),
    Deviation("write takes unsigned integers for signed", "8.3", conversion, "_write_integer", saturated_as_signed),
    Deviation("write rounds halves away from zero", "8.3", conversion, "_write_half", half_by_rounding_up),
    Deviation("write makes what is above the largest half infinite", "8.3.2", conversion, "_write_half", half_early_infinite),
    Deviation("write saturates halves", "8.3.2", conversion, "_write_half", half_without_infinity),
    Deviation("write stores infinity for NaN", "8.3.2", conversion, "_write_half", half_without_nan),
    Deviation("write of floats through halves", "8.3", conversion, "_write_float", float_as_half),
    Deviation("write of sRGB as a power of 1/2.2", "8.3 of OpenCL C 3.0", conversion, "srgb", power_of_gamma),
    Deviation("write of packed channels reversed", "5.3.1.1", conversion, "write_channels", packed_reversed),
    Deviation("write of RA as RG", "6.12.14", orders={"RA": {"stored": "rg", "seen": "r00g"}}),
    Deviation("write of A as R", "6.12.14", orders={"A": {"stored": "r", "seen": "000r"}}),
)
