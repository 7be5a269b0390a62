# SPDX-License-Identifier: MIT
"""Formats and conversions: cases worked out from the specification's text, and properties."""

import numpy as np
import pytest

from imagespec.conversion import (
    colours,
    half_toward_zero,
    read_colours,
    read_interval,
    unpack,
    write_channels,
)
from imagespec.formats import DEPTH_TYPES, FORMATS, IMAGE_TYPES, LATER_FORMATS, format_named
from testgen import numbers


def read(name, *texels, strict=True):
    image_format = format_named(name)
    stored = np.array(texels, dtype=image_format.type.stored)
    return read_interval(image_format, read_colours(image_format, stored), strict)


def write(name, *rgba, strict=True):
    image_format = format_named(name)
    dtype = {"float": np.float32, "int": np.int32, "uint": np.uint32}[image_format.type.seen]
    return write_channels(image_format, np.array(rgba, dtype=dtype), strict)


def test_number_of_formats():
    """Table 5.6 with the restrictions of tables 5.6 and 5.7: seven orders of any type, two of six
    types, two of four, two of three."""
    assert len(FORMATS) == 7 * 12 + 2 * 6 + 2 * 4 + 2 * 3
    assert len(IMAGE_TYPES) == 6


@pytest.mark.parametrize(
    "order, seen",
    [
        ("R", [1, 0, 0, 1]),
        ("A", [0, 0, 0, 1]),
        ("RG", [1, 2, 0, 1]),
        ("RA", [1, 0, 0, 2]),
        ("RGBA", [1, 2, 3, 4]),
        ("BGRA", [3, 2, 1, 4]),
        ("ARGB", [2, 3, 4, 1]),
        ("INTENSITY", [1, 1, 1, 1]),
        ("LUMINANCE", [1, 1, 1, 1]),
    ],
)
def test_channel_mapping(order, seen):
    """6.12.14: which components the stored channels become, and what the missing ones are."""
    item = next(f for f in FORMATS.values() if f.order.name == order)
    stored = np.arange(1, item.channels + 1, dtype=float)
    assert colours(item, stored).tolist() == seen


@pytest.mark.parametrize(
    "name, alpha",
    [("R-FLOAT", 1), ("RG-FLOAT", 1), ("RGB-UNORM_SHORT_565", 1), ("LUMINANCE-FLOAT", 1)]
    + [(f"{order}-FLOAT", 0) for order in ("A", "INTENSITY", "Rx", "RA", "RGx", "RGBA")]
    + [("RGBx-UNORM_SHORT_565", 0), ("ARGB-UNORM_INT8", 0), ("BGRA-UNORM_INT8", 0)],
)
def test_border_colour(name, alpha):
    assert FORMATS[name].border.tolist() == [0, 0, 0, alpha]


def test_packed_channels():
    """Table 5.7: red is in the highest bits; of 555 the top bit is not used."""
    assert unpack(FORMATS["RGB-UNORM_SHORT_565"], np.array([0xF81F])).tolist() == [[31, 0, 31]]
    assert unpack(FORMATS["RGB-UNORM_SHORT_555"], np.array([0x7C01])).tolist() == [[31, 0, 1]]
    packed = np.array([1023 << 20 | 2 << 10 | 3])
    assert unpack(FORMATS["RGB-UNORM_INT_101010"], packed).tolist() == [[1023, 2, 3]]


@pytest.mark.parametrize(
    "name, stored, value",
    [
        ("R-UNORM_INT8", 0, 0), ("R-UNORM_INT8", 255, 1), ("R-UNORM_INT16", 65535, 1),
        ("R-SNORM_INT8", -128, -1), ("R-SNORM_INT8", -127, -1), ("R-SNORM_INT8", 127, 1),
        ("R-SNORM_INT16", -32768, -1), ("R-SNORM_INT16", -32767, -1), ("R-SNORM_INT16", 0, 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("strict", [True, False])
def test_exact_normalized_values(name, stored, value, strict):
    """8.3.1.1 names the numbers that must convert exactly."""
    result = read(name, [stored], strict=strict)
    assert result.low[0, 0] == result.high[0, 0] == value


def test_normalized_read_interval_is_one_and_a_half_ulp():
    """All of a byte: the interval holds the nearest float, and only floats within 1.5 ulp."""
    stored = np.arange(256, dtype=np.uint8)[:, None]
    exact = np.arange(256) / 255.0
    result = read("R-UNORM_INT8", *stored.tolist(), strict=False)
    for end in (result.low[:, 0], result.high[:, 0]):
        ulp = np.spacing(exact.astype(np.float32)).astype(np.float64)
        assert (np.abs(end - exact) <= 1.5 * ulp).all()
    assert result.contains(exact.astype(np.float32)[:, None].repeat(4, 1))[:, 0].all()
    assert (np.nextafter(result.high[1:255, 0], np.float32(2)) > exact[1:255]).all()


@pytest.mark.parametrize("name", [n for n, f in FORMATS.items() if f.type.is_norm])
def test_normalized_round_trip(name):
    """What is read is written back as it was: the steps are far apart compared with 0.6."""
    item = FORMATS[name]
    rng = np.random.default_rng(7)
    most = 2 ** sum(item.type.packed) if item.type.packed else np.iinfo(item.type.stored).max
    shape = (200,) if item.type.packed else (200, item.channels)
    texels = rng.integers(0, most, shape).astype(item.type.stored)
    seen = read_colours(item, texels).astype(np.float32)
    stored = write_channels(item, seen, False)
    assert (stored.low == unpack(item, texels).reshape(stored.low.shape)).all()
    assert (stored.high == stored.low).all()


@pytest.mark.parametrize(
    "value, low, high",
    [
        (0.3 / 255, 0, 0), (0.45 / 255, 0, 1), (0.55 / 255, 0, 1), (0.7 / 255, 1, 1),
        (2.0, 255, 255), (-1.0, 0, 0), (np.inf, 255, 255), (-np.inf, 0, 0), (-0.0, 0, 0),
    ],
)  # fmt: skip
def test_written_within_six_tenths(value, low, high):
    """8.3.1.2: at most 0.6 from the exact product, and saturated."""
    result = write("R-UNORM_INT8", [value, 0, 0, 0], strict=False)
    assert (result.low[0, 0], result.high[0, 0]) == (low, high)


def test_strict_write_rounds_to_nearest_even():
    result = write("R-UNORM_INT8", [0.4 / 255, 0, 0, 0], [0.6 / 255, 0, 0, 0], [0.5, 0, 0, 0])
    assert result.low[:, 0].tolist() == result.high[:, 0].tolist() == [0, 1, 128]


def test_nan_becomes_zero():
    """6.2.3.3: in saturated mode, "NaN should be converted to 0". That is no must."""
    result = write("RGBA-SNORM_INT16", [np.nan] * 4)
    assert result.low.tolist() == result.high.tolist() == [[0, 0, 0, 0]]
    loose = write("R-UNORM_INT8", [np.nan, 0, 0, 0], [0.2, np.nan, 0, 0], strict=False)
    assert loose.low.tolist() == [[0], [51]] and loose.high.tolist() == [[255], [51]]


def test_snorm_saturates_to_either_minus_one():
    result = write("R-SNORM_INT8", [-3.0, 0, 0, 0])
    assert (result.low[0, 0], result.high[0, 0]) == (-128, -127)


@pytest.mark.parametrize(
    "name, value, stored",
    [
        ("R-SIGNED_INT8", 200, 127), ("R-SIGNED_INT8", -200, -128),
        ("R-SIGNED_INT16", 40000, 32767),
        ("R-SIGNED_INT32", -(2**31), -(2**31)), ("R-UNSIGNED_INT8", 256, 255),
        ("R-UNSIGNED_INT16", 2**32 - 1, 65535), ("R-UNSIGNED_INT32", 2**32 - 1, 2**32 - 1),
    ],
)  # fmt: skip
def test_integers_saturate(name, value, stored):
    """8.3.4."""
    assert write(name, [value, 0, 0, 0]).low[0, 0] == stored


def test_write_takes_the_orders_components():
    assert write("BGRA-UNSIGNED_INT8", [1, 2, 3, 4]).low.tolist() == [[3, 2, 1, 4]]
    assert write("ARGB-UNSIGNED_INT8", [1, 2, 3, 4]).low.tolist() == [[4, 1, 2, 3]]
    assert write("A-UNSIGNED_INT8", [1, 2, 3, 4]).low.tolist() == [[4]]
    assert write("LUMINANCE-FLOAT", [1, 2, 3, 4]).low.tolist() == [[1]]
    assert write("RA-FLOAT", [1, 2, 3, 4]).low.tolist() == [[1, 4]]


@pytest.mark.parametrize(
    "value, allowed",
    [
        (1 + 2**-11, "1"),  # a tie goes to even, which is also towards zero
        (1 + 3 * 2**-11, "1.002 1.001"),
        (65519.0, "65504"), (65520.0, "inf 65504"), (np.inf, "inf"), (-0.0, "-0"), (0.0, "0"),
        (3 * 2.0**-24, "1.7881e-07 0 -0"), (2.0**-24, "5.9605e-08 0 -0"),
        (-1.5 * 2.0**-24, "-1.1921e-07 -5.9605e-08 0 -0"),
        (-(2.0**-26), "-0 0"),
    ],
)  # fmt: skip
def test_written_halves(value, allowed):
    """8.3.2: to nearest even or towards zero, denormals possibly flushed, to a zero of no certain
    sign (7.5.3); nothing between these."""
    result = write("R-HALF_FLOAT", [value, 0, 0, 0], strict=False)
    assert set(numbers.interval_text(result).split("|")) == set(allowed.split())
    assert bool(numbers.sign_of_zero(result)) == ("0" in allowed.replace("-", "").split())


def test_half_toward_zero_of_every_half():
    """Halves stay as they are; the float below one becomes its neighbour towards zero."""
    halves = np.arange(1, 0x7C00, dtype=np.uint16).view(np.float16)
    wide = halves.astype(np.float32)
    assert (half_toward_zero(wide) == halves).all()
    below = np.nextafter(wide, np.float32(0))
    assert (half_toward_zero(below).view(np.uint16) == halves.view(np.uint16) - 1).all()


def test_float_denormals_may_be_flushed():
    """8.3.3: or preserved, but not halved."""
    result = write("R-FLOAT", [1e-40, 0, 0, 0], strict=False)
    assert numbers.interval_text(result) == "9.9999461e-41|0|-0"
    assert result.contains(np.array([[1e-40]], np.float32)).all()
    assert not result.contains(np.array([[0.5e-40]], np.float32)).any()
    assert numbers.interval_text(write("R-FLOAT", [-0.0, 0, 0, 0], strict=False)) == "-0"
    assert np.isnan(write("R-FLOAT", [np.nan, 0, 0, 0], strict=False).low[0, 0])


# ---- behind OpenCL 1.2 ----


def test_number_of_later_formats():
    """Depth of two types, three orders of sRGB, ABGR of the types of ARGB, and UNORM_INT_101010_2."""
    assert len(LATER_FORMATS) == 2 + 3 + 4 + 1
    assert not FORMATS.keys() & LATER_FORMATS.keys()
    assert all(kind.dimensions == 2 and kind.is_depth for kind in DEPTH_TYPES.values())


def test_packed_with_alpha():
    """5.3.1.1: R is in bits 31:22, G in bits 21:12, B in bits 11:2 and A in bits 1:0."""
    name = "RGBA-UNORM_INT_101010_2"
    texel = 1023 << 22 | 341 << 12 | 2
    assert np.allclose(read(name, texel).low, [1, 341 / 1023, 0, 2 / 3], rtol=0, atol=1e-7)
    assert write(name, [1, 1 / 3, 0, 2 / 3]).low.tolist() == [[1023, 341, 0, 2]]


@pytest.mark.parametrize("order, seen", [("ABGR", [4, 3, 2, 1]), ("sBGRA", [3, 2, 1, 4]), ("sRGBx", [1, 2, 3, 1])])
def test_later_orders(order, seen):
    item = next(f for f in LATER_FORMATS.values() if f.order.name == order)
    assert colours(item, np.arange(1, 5, dtype=float)).tolist() == seen


# c / 12.92 up to 0.04045, else ((c + 0.055) / 1.055) ** 2.4, in decimal arithmetic.
LIGHT = {0: 0, 1: 0.000303526983549, 10: 0.00303526983549, 11: 0.00334653576390, 128: 0.215860500114, 255: 1}


@pytest.mark.parametrize("stored, light", LIGHT.items())
def test_srgb_is_read_as_light(stored, light):
    """Half a step of the stored numbers is allowed, alpha is as it is, and ends are exact."""
    allowed = read("sRGBA-UNORM_INT8", [stored, 0, 255, stored], strict=False)
    assert allowed.low[0, 0] <= light + 1e-9 and light - 1e-9 <= allowed.high[0, 0]
    assert allowed.low[0, 1] == allowed.high[0, 1] == 0 and allowed.low[0, 2] == allowed.high[0, 2] == 1
    assert abs(allowed.low[0, 3] - stored / 255) < 1e-6 > abs(allowed.high[0, 3] - stored / 255)
    if 0 < stored < 255:
        assert LIGHT.get(stored - 1, 0) < allowed.low[0, 0] < light < allowed.high[0, 0]


def test_srgb_read_allows_half_a_step():
    """1.5 steps of 1/255 lie on the straight part of the curve."""
    allowed = read("sRGBA-UNORM_INT8", [1, 1, 1, 1], strict=False)
    assert np.isclose(allowed.low[0, 0], 0.5 / 255 / 12.92, rtol=1e-5)
    assert np.isclose(allowed.high[0, 0], 1.5 / 255 / 12.92, rtol=1e-5)


@pytest.mark.parametrize(
    "light, low, high",
    [
        (0.5, 187, 188),  # 1.055 * 0.5 ** (1 / 2.4) - 0.055 is 187.516 of 255: both within 0.6
        (0.25, 137, 137),  # 136.958
        (0.0005, 2, 2),  # 12.92 * 0.0005 is 1.647: 1 would be 0.647 off
        (np.nan, 0, 0),
        (-1, 0, 0),
        (2, 255, 255),
    ],
)
def test_srgb_is_written_by_the_curve(light, low, high):
    allowed = write("sBGRA-UNORM_INT8", [light, 0, 0, 0.5], strict=False)
    assert (allowed.low[0, 2], allowed.high[0, 2]) == (low, high)
    assert (allowed.low[0, 3], allowed.high[0, 3]) == (127, 128)


def test_depth_border():
    """OpenCL C 3.0: if the image channel order is CL_DEPTH, the border value is 0.0f."""
    assert LATER_FORMATS["DEPTH-FLOAT"].border[0] == 0
    assert LATER_FORMATS["sRGBx-UNORM_INT8"].border.tolist() == [0, 0, 0, 0]
