# SPDX-License-Identifier: MIT
"""Conversion rules (8.3): stored numbers to colours, and colours to stored numbers."""

import numpy as np

from .arrays import Array
from .formats import ChannelType, Format
from .interval import Interval, float32_interval

NORM_READ_ULPS = 1.5  # 8.3.1.1: "the precision of the above conversions is <= 1.5 ulp"
NORM_WRITE_ERROR = 0.6  # 8.3.1.2: "must be <= 0.6"
SRGB_READ_STEPS = 0.5  # of 1/255
SRGB_STRICT_STEPS = 1e-4  # what float arithmetic may be off


def norm_max(kind: str, bits: int) -> int:
    """The stored number that stands for 1.0 (8.3.1.1)."""
    return (1 << (bits - 1 if kind == "snorm" else bits)) - 1


def _channel_bits(channel_type: ChannelType, channels: int) -> Array:
    """Bits of each stored channel."""
    return np.array(channel_type.packed or [channel_type.bits] * channels)


def unpack(image_format: Format, texels: Array) -> Array:
    """Packed texels (n) to stored numbers of channels (n, 3 or 4): table 5.7 puts red into the highest
    of the used bits. Texels of other formats already are channels."""
    if not image_format.type.packed:
        return texels
    shifts = np.cumsum([0, *reversed(image_format.type.packed)])[-2::-1]
    masks = [2**bits - 1 for bits in image_format.type.packed]
    return np.stack([texels >> s & m for s, m in zip(shifts, masks)], axis=-1)


def linear(c: Array) -> Array:
    """Normalized sRGB to linear light (OpenCL C 3.0, "Conversion Rules for sRGBA and sBGRA Images")."""
    with np.errstate(invalid="ignore"):
        return np.where(c <= 0.04045, c / 12.92, ((np.maximum(c, 0) + 0.055) / 1.055) ** 2.4)


def srgb(c: Array) -> Array:
    """Linear light to normalized sRGB (the same section): NaN is 0, what is out of range is clamped."""
    c = np.clip(np.nan_to_num(c, nan=0.0), 0.0, 1.0)
    return np.where(c < 0.0031308, 12.92 * c, 1.055 * c ** (1 / 2.4) - 0.055)


def _curved(image_format: Format) -> Array:
    """Which stored channels are by the curve of sRGB."""
    return np.array([image_format.order.is_srgb and name in "rgb" for name in image_format.order.stored])


def channel_reals(image_format: Format, channels: Array) -> Array:
    """The real number that each stored channel stands for, as a double."""
    kind = image_format.type.kind
    if kind in ("sint", "uint", "float"):
        return channels.astype(np.float64)
    bits = _channel_bits(image_format.type, image_format.channels)
    most = np.array([norm_max(kind, b) for b in bits], dtype=np.float64)
    reals = np.maximum(channels / most, -1.0)  # SNORM's lowest number is -1.0 too
    return np.where(_curved(image_format), linear(reals), reals) if image_format.order.is_srgb else reals


def colours(image_format: Format, channels: Array) -> Array:
    """Stored channels (..., n) to colours r, g, b, a (..., 4) by the order's mapping."""
    order = image_format.order
    shape = channels.shape[:-1]
    columns = [
        np.full(shape, float(c)) if c in "01" else channels[..., order.stored.index(c)]
        for c in order.seen
    ]
    return np.stack(columns, axis=-1)


def read_colours(image_format: Format, texels: Array) -> Array:
    """The exact colours of texels, as doubles."""
    return colours(image_format, channel_reals(image_format, unpack(image_format, texels)))


def srgb_ends(image_format: Format, exact: Array, strict: bool) -> tuple[Array, Array]:
    """The least and the most that colours of an sRGB format, exactly so, may be read as. "The resulting
    floating-point value, if converted back to an sRGB value without rounding to a 8-bit unsigned integer
    value, must be within 0.5 ulp of the original sRGB value", which is half a step of 1/255; but "all 0's
    maps to 0.0f, and all 1's maps to 1.0f". Alpha is a normalized number as others."""
    half = (SRGB_STRICT_STEPS if strict else SRGB_READ_STEPS) / norm_max("unorm", 8)
    certain = (exact == 0) | (exact == 1)
    back = srgb(exact)
    low, high = linear(np.maximum(back - half, 0)), linear(np.minimum(back + half, 1))
    slack = NORM_READ_ULPS * np.spacing(np.abs(exact).astype(np.float32)).astype(np.float64)
    curved = np.array([name in "rgb" for name in image_format.order.seen]) & ~certain
    slack[certain] = 0
    low = np.where(curved, low, np.maximum(exact - slack, 0))
    return low, np.where(curved, high, np.minimum(exact + slack, 1))


def read_interval(image_format: Format, exact: Array, strict: bool) -> Interval:
    """What a kernel may get for colours that are exactly so: 8.3.1.1 allows 1.5 ulp, but 0, 1 and
    -1 must be exact; 8.3.4 returns integers unmodified; 8.3.2 is lossless; 8.3.3 preserves all but
    denormals, which may be flushed. Strict: the nearest float."""
    nearest = exact.astype(np.float32)
    if image_format.type.seen != "float":
        return Interval.exactly(exact.astype(np.int64))
    if image_format.order.is_srgb:
        return float32_interval(*srgb_ends(image_format, exact, strict))
    if strict:
        return Interval.exactly(nearest)
    if not image_format.type.is_norm:
        return Interval.one_of([nearest, *_flushed(nearest)])
    slack = NORM_READ_ULPS * np.spacing(np.abs(nearest)).astype(np.float64)
    slack[(exact == 0) | (np.abs(exact) == 1)] = 0
    return float32_interval(np.maximum(exact - slack, -1), np.minimum(exact + slack, 1))


def _write_norm(kind: str, bits: int, values: Array, strict: bool) -> Interval:
    """8.3.1.2. The preferred result is rte(f * max); strict takes the product as a float or as
    exact. Values out of range saturate. NaN "should" become 0 (6.2.3.3): strict takes nothing else,
    default anything. Below -1.0 the formula saturates to SNORM's lowest number, while devices that
    clamp colours store -max: both are taken, since both are -1.0 (8.3.1.1)."""
    most = norm_max(kind, bits)
    least = -most - 1 if kind == "snorm" else 0
    with np.errstate(over="ignore", invalid="ignore"):
        exact = np.nan_to_num(values.astype(np.float64) * most, nan=0.0)
        product = np.nan_to_num(values * np.float32(most), nan=0.0).astype(np.float64)
    exact, product = np.clip(exact, least, most), np.clip(product, least, most)
    if strict:
        low, high = np.rint(np.minimum(exact, product)), np.rint(np.maximum(exact, product))
    else:  # what is stored are whole numbers: at most two of them
        low = np.clip(np.ceil(exact - NORM_WRITE_ERROR), least, most)
        high = np.clip(np.floor(exact + NORM_WRITE_ERROR), least, most)
    if kind == "snorm":
        high = np.maximum(high, -most)
    if not strict:
        low = np.where(np.isnan(values), least, low)
        high = np.where(np.isnan(values), most, high)
    return Interval(low.astype(np.int64), high.astype(np.int64))


def _write_srgb(values: Array, strict: bool) -> Interval:
    """"|generated_channel_component - scaled_reference_result| <= 0.6". Strict: the nearest number, either one
    beside half way, where float arithmetic decides."""
    scaled = srgb(values.astype(np.float64)) * norm_max("unorm", 8)
    error = 0.5 + SRGB_STRICT_STEPS if strict else NORM_WRITE_ERROR
    low = np.clip(np.ceil(scaled - error), 0, 255)
    high = np.clip(np.floor(scaled + error), 0, 255)
    return Interval(low.astype(np.int64), high.astype(np.int64))


def half_toward_zero(values: Array) -> Array:
    """Floats to halves, rounded towards zero; only an infinity becomes one."""
    with np.errstate(over="ignore"):
        halves = values.astype(np.float16)
    too_far = np.abs(halves.astype(np.float64)) > np.abs(values.astype(np.float64))
    return np.where(too_far, np.nextafter(halves, np.float16(0)), halves)


def _flushed(values: Array, before: Array | None = None) -> list[Array]:
    """Both that a device may make of the values when it flushes denormals: the sign of a flushed
    zero is not defined (7.5.3). What counts are the numbers before they were rounded."""
    before = values if before is None else before
    denormal = (np.abs(before) < np.finfo(values.dtype).tiny) & (before != 0)
    return [np.where(denormal, values.dtype.type(zero), values) for zero in (0.0, -0.0)]


def _write_half(values: Array, strict: bool) -> Interval:
    """8.3.2: to nearest even or towards zero; denormals may be flushed. Strict: to nearest."""
    with np.errstate(over="ignore"):
        nearest = values.astype(np.float16)
    if strict:
        return Interval.exactly(nearest)
    cut = half_toward_zero(values)
    return Interval.one_of([nearest, cut, *_flushed(nearest, values)])


def _write_float(values: Array, strict: bool) -> Interval:
    """8.3.3: values are preserved; denormals may be flushed."""
    return Interval.exactly(values) if strict else Interval.one_of([values, *_flushed(values)])


def _write_integer(channel_type: ChannelType, values: Array) -> Interval:
    """8.3.4: saturated."""
    info = np.iinfo(channel_type.stored)
    return Interval.exactly(np.clip(values.astype(np.int64), info.min, info.max))


def write_channels(image_format: Format, rgba: Array, strict: bool) -> Interval:
    """Colours (n, 4) that a kernel writes to the numbers that may be stored (n, channels)."""
    values = rgba[:, ["rgba".find(c) for c in image_format.order.stored]]
    channel_type = image_format.type
    if channel_type.seen != "float":
        return _write_integer(channel_type, values)
    if channel_type.kind == "float":
        return (_write_half if channel_type.bits == 16 else _write_float)(values, strict)
    bits = _channel_bits(channel_type, image_format.channels)
    parts = [
        _write_norm(channel_type.kind, int(b), values[:, i], strict) for i, b in enumerate(bits)
    ]
    for i in np.flatnonzero(_curved(image_format)):
        parts[i] = _write_srgb(values[:, i], strict)
    if "x" in image_format.order.stored:  # whatever the device puts into padding
        parts[image_format.order.stored.index("x")] = Interval(np.zeros(len(rgba), int), np.full(len(rgba), 255))
    return Interval(
        np.stack([part.low for part in parts], axis=-1),
        np.stack([part.high for part in parts], axis=-1),
    )
