# SPDX-License-Identifier: MIT
"""The tables of the floats that may be stored as each number, against conversions that are right and wrong ones."""

import numpy as np
import pytest

from suites.vk import every, vk_every, vk_stores
from suites.vk.vk_formats import VK_FORMATS, Component

FLOATS = (np.arange(0, 1 << 32, 16381, dtype=np.uint64) & 0xFFFFFFFF).astype(np.uint32).view(np.float32)
FLOATS = np.append(FLOATS[~np.isnan(FLOATS)], np.array([0, -0.0, 1, -1, 2, -2, np.inf, -np.inf, 65504, 65505, -7e4], np.float32))


def allowed(table, numbers, floats=FLOATS):
    """Whether each float may be stored as its number."""
    keys = vk_every.keys_of(floats)
    return (table[numbers, 0] <= keys) & (keys <= table[numbers, 1])


def norm(bits, scale, signed=False, low=None):
    """A conversion to normalized numbers, as their bits."""
    with np.errstate(invalid="ignore", over="ignore"):
        found = np.rint(np.clip(FLOATS.astype(float), -1 if signed else 0, 1) * scale)
    if low is not None:
        found = np.where(FLOATS < -1, low, found)
    return found.astype(int) & ((1 << bits) - 1)


def half(floats):
    with np.errstate(over="ignore"):
        return floats.astype(np.float16).view(np.uint16).astype(int)


def small(floats, mantissa):
    """To an unsigned float, towards zero."""
    with np.errstate(invalid="ignore", over="ignore"):
        bits = np.maximum(floats, 0).astype(np.float16).view(np.uint16).astype(int)
    down = np.where(bits.astype(np.uint16).view(np.float16) > np.maximum(floats, 0), bits - 1, bits)
    return np.where(np.isinf(floats), bits, down) >> (10 - mantissa)


def curved(floats, exponent=2.4):
    x = np.clip(floats.astype(float), 0, 1)
    s = np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / exponent) - 0.055)
    return np.rint(np.clip(s, 0, 1) * 255).astype(int)


def shared(floats, up=0.5):
    """The specification's steps: of a grey colour exponent and component."""
    x = np.clip(floats.astype(float), 0, 511 / 512 * 2.0**16)
    with np.errstate(divide="ignore"):
        first = np.maximum(-16, np.floor(np.log2(x))) + 16
    exponent = first + (np.floor(x / 2.0 ** (first - 24) + up) == 512)
    return (exponent.astype(int) << 9) + np.floor(x / 2.0 ** (exponent - 24) + up).astype(int)


def table(name, letter="R"):
    form = VK_FORMATS[name]
    return vk_every.table_of(form, next(c for c in form.components if c.letter == letter))


SHARED = vk_every.table_of(VK_FORMATS["E5B9G9R9_UFLOAT_PACK32"], Component("B", 14, 18))
RIGHT = {
    "unorm8": (table("R8_UNORM"), norm(8, 255)),
    "unorm16": (table("R16_UNORM"), norm(16, 65535)),
    "unorm5": (table("R5G6B5_UNORM_PACK16"), norm(5, 31)),
    "snorm8": (table("R8_SNORM"), norm(8, 127, True)),
    "snorm16": (table("R16_SNORM"), norm(16, 32767, True)),
    "srgb": (table("R8_SRGB"), curved(FLOATS)),
    "half": (table("R16_SFLOAT"), half(FLOATS)),
    "float11": (table("B10G11R11_UFLOAT_PACK32"), small(FLOATS, 6)),
    "float10": (table("B10G11R11_UFLOAT_PACK32", "B"), small(FLOATS, 5)),
    "shared": (SHARED, shared(FLOATS)),
}
WRONG = {
    "a scale of 256": (table("R8_UNORM"), np.minimum(norm(9, 256), 255)),
    "a scale of 65536": (table("R16_UNORM"), np.minimum(norm(17, 65536), 65535)),
    "seven bits": (table("R8_UNORM"), norm(7, 127) * 2),
    "-1 is -128": (table("R8_SNORM"), norm(8, 127, True, -128)),
    "SNORM by 2^15": (table("R16_SNORM"), np.clip(np.rint(np.clip(FLOATS, -1, 1) * 32768.0), -32767, 32767).astype(int) & 65535),
    "a gamma of 2.2": (table("R8_SRGB"), curved(FLOATS, 2.2)),
    "no curve": (table("R8_SRGB"), norm(8, 255)),
    "infinity is 65504": (table("R16_SFLOAT"), np.where(np.isposinf(FLOATS), 0x7BFF, half(FLOATS))),
    "a half of nine bits": (table("R16_SFLOAT"), half(FLOATS) & 0xFFFE),
    "no sign": (table("B10G11R11_UFLOAT_PACK32"), small(np.abs(FLOATS), 6)),
    "-infinity is infinity": (table("B10G11R11_UFLOAT_PACK32"), np.where(np.isneginf(FLOATS), 31 << 6, small(FLOATS, 6))),
    "shared rounded down": (SHARED, shared(FLOATS, 0)),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_right_conversions_are_allowed(name):
    found, numbers = RIGHT[name]
    wrong = ~allowed(found, numbers)
    assert not wrong.any(), (FLOATS[wrong][:4], numbers[wrong][:4])


@pytest.mark.parametrize("name", WRONG)
def test_wrong_conversions_are_not(name):
    assert not allowed(*WRONG[name]).all()


@pytest.mark.parametrize("name", ["R8_UNORM", "R8_SNORM", "R16_UNORM", "R16_SNORM"])
def test_tables_are_the_rule_of_stores(name):
    """Beside each end of each number's floats, the other rule says the same."""
    form, found = VK_FORMATS[name], table(name)
    for column, step in ((0, -1), (1, 1)):
        there = found[:, 0] <= found[:, 1]
        keys, numbers = found[there, column], np.arange(len(found))[there]
        finite = (keys > 0x00800000) & (keys < 0xFF7FFFFF)
        for off in (0, step):
            key = (keys[finite] + off).astype(np.uint32)
            floats = np.where(key >> 31, key ^ np.uint32(1 << 31), ~key).view(np.float32)
            stored = vk_stores.stored(form, np.stack([floats] * 4, axis=-1))
            signed = numbers[finite] - (numbers[finite] >> form.components[0].bits - 1 << form.components[0].bits) * (form.kind == "snorm")
            assert ((stored.low[:, 0] <= signed) & (signed <= stored.high[:, 0]) == (off == 0)).all()


def test_all_floats_are_stored():
    """Squares and strides reach each float, or as many as a sample says."""
    for name in ("R8_UNORM", "R8G8B8A8_UNORM"):
        form = VK_FORMATS[name]
        for floats, (side, stride) in every.FLOATS.items():
            texels = every._squares(form, floats) * side * side * (4 if every._is_apart(form) else 1)
            assert texels * stride >= 1 << 32 and (floats != "all" or texels == 1 << 32)
