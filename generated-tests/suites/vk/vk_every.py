# SPDX-License-Identifier: MIT
"""Which floats may be stored as a number: for each number that a component can hold the least and the greatest of
them. Conversions keep order, so that a table of ends says what is allowed of all 2^32 floats."""

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import linear, norm_max

from ..gl.opengl import ACCURACY
from .vk_formats import Component, VkFormat, small_float

_INFINITY = np.float32(np.inf)
_NONE = (0xFFFFFFFF, 0)  # a range of keys without any


def keys_of(floats: Array) -> Array:
    """Floats in their order as unsigned integers in theirs: -0 comes before 0."""
    bits = floats.astype(np.float32).view(np.uint32)
    negative = bits >> 31 == 1
    return np.where(negative, ~bits, bits | np.uint32(1 << 31)).astype(np.int64)


def _above(values: Array) -> Array:
    """The least float that is greater."""
    near = values.astype(np.float32)
    return np.where(near > values, near, np.nextafter(near, _INFINITY))


def _below(values: Array) -> Array:
    near = values.astype(np.float32)
    return np.where(near < values, near, np.nextafter(near, -_INFINITY))


def _between(low: Array, high: Array) -> Array:
    """Keys of all floats between two numbers, without them."""
    return np.stack([keys_of(_above(low)), keys_of(_below(high))], axis=-1)


def _norm(kind: str, bits: int) -> Array:
    """"One of the two unsigned binary integer values with exactly b bits which are closest": an interval around each
    number that ends where its neighbours are exact. -2^(b-1) is not stored."""
    most, least = norm_max(kind, bits), -norm_max(kind, bits) if kind == "snorm" else 0
    numbers = np.arange(least, most + 1)
    # A quotient that is a float is exact as a double, and the nearest double to another is beside the same floats.
    found = _between((numbers - 1) / most, (numbers + 1) / most)
    found[0, 0], found[-1, 1] = keys_of(np.array([-np.inf, np.inf]))
    table = np.full((1 << bits, 2), _NONE, dtype=np.int64)
    table[numbers & ((1 << bits) - 1)] = found
    return table


def _srgb() -> Array:
    """The curve is accurate to one part in 10^5; then as other normalized numbers."""
    number = np.arange(256)
    low, high = (number - 1 - ACCURACY * number) / 255, (number + 1 + ACCURACY * number) / 255
    found = _between(linear(np.clip(low, 0, 1)), linear(np.clip(high, 0, 1)))
    found[:2, 0] = keys_of(np.array([-np.inf, np.finfo(np.float32).smallest_subnormal]))  # 0 is 0,
    found[-2:, 1] = keys_of(np.array([np.nextafter(np.float32(1), np.float32(0)), np.inf]))  # and 1 is 255
    return found


def _small(values: Array, mantissa: int, signed: bool) -> Array:
    """"Finite values falling between two representable finite values are rounded to one or the other"; what is larger
    than all of them is the largest or infinity; "for unsigned destination formats any negative values are converted to
    zero". Denormals may be 0."""
    count, tiny = 31 << mantissa, 2.0**-14
    finite = np.concatenate([values[:count], [np.inf]])
    numbers = np.arange(1, count)
    table = np.full((2 << mantissa + 5 if signed else 1 << mantissa + 5, 2), _NONE, dtype=np.int64)
    table[1:count] = _between(finite[numbers - 1], finite[numbers + 1])
    largest = np.array([finite[count - 1]])
    table[count] = [keys_of(_above(largest))[0], keys_of(np.array([np.inf]))[0]]
    zero = _between(np.array([-tiny]), np.array([tiny]))[0]
    table[0] = zero if signed else [keys_of(np.array([-np.inf]))[0], zero[1]]
    if signed:
        half = 1 << mantissa + 5
        table[half : half + count + 1] = 0xFFFFFFFF - table[: count + 1, ::-1]
        table[half] = zero
    return table


def _shared() -> Array:
    """Of a grey colour the exponent and a component together (Khronos Data Format, "RGB to Shared Exponent Conversion"):
    the exponent is the least with which the component, rounded half up, has nine bits. Negative numbers are 0, and large
    ones the largest."""
    number = np.arange(1 << 14)
    exponent, part = number >> 9, number & 511
    there = (exponent == 0) | (part >= 256)
    first = np.ldexp(part - np.where((part == 256) & (exponent > 0), 0.25, 0.5), exponent - 24)
    found = np.stack([keys_of(first), np.append(keys_of(first)[1:], 0)], axis=-1)
    found[:, 1] = np.where(part == 511, keys_of(np.ldexp(511.5, exponent - 24)), found[:, 1]) - 1
    found[0, 0], found[-1, 1] = keys_of(np.array([-np.inf, np.inf]))
    return np.where(there[:, None], found, _NONE)


def table_of(form: VkFormat, c: Component) -> Array:
    """Keys of the first and the last float that may be stored as each number (numbers, 2)."""
    if form.kind == "srgb" and c.letter != "A":
        return _srgb()
    if form.is_norm:
        return _norm("snorm" if form.kind == "snorm" else "unorm", c.bits)
    if form.kind == "float":
        positive = np.arange(1 << 15, dtype=np.uint16).view(np.float16).astype(np.float64)
        return _small(positive, 10, True)
    if c.bits == 14:
        return _shared()
    return _small(small_float(np.arange(1 << c.bits), c.bits - 5), c.bits - 5, False)
