# SPDX-License-Identifier: MIT
"""Wrong rules of what lines of tests expect are told from each other, of built-in functions down to the signs of zeros."""

import numpy as np
import pytest

from explain import hypotheses, told
from explain.proof import case_of

TOLD = {family for family, ask in hypotheses.ASKS.items() if ask is told.ask}
BOUNDS = {"four times as many ulp as are allowed (7.4)", "a hundred times as many ulp as are allowed (7.4)", "sines, cosines and tangents are up to 1/64 off (7.4)",
          "values between the ends of a block are up to two steps of 8 bits off (BC4 and BC5)"}  # fmt: skip
DEVIATIONS = [one for one in hypotheses.ALL_DEVIATIONS if set(one.families) & TOLD]

# A test that shows each, and where that is not argument 0 at the end its part, and how many values it has.
SHOWN = {
    "fract of -0 and of -infinity is 0": "ulps/double/fract-global.cl::double2/special",
    "fract of -0 is 0, and that of infinities the largest number below 1": "ulps/float/fract-private.cl::float/special",
    "zeros of sinpi, cospi and tanpi at the end of a half turn have the other sign": "ulps/float/tanpi.cl::float4/special",
    "atanpi of -0 is 0": "ulps/double/atanpi.cl::double/special",
    "lgamma_r stores 1 or -1 at poles and zeros": ("ulps/double/lgamma_r-local.cl::double/wide", "0 1", 48),
    "four times as many ulp as are allowed": "ulps/double/cbrt.cl::double/near",
    "a hundred times as many ulp as are allowed": "ulps/double/cbrt.cl::double/near",
    "sines, cosines and tangents are up to 1/64 off": "ulps/float/cos.cl::float16/special",
    "lgamma_r stores the sign of the gamma function of doubles": ("ulps/double/lgamma_r-global.cl::double/wide", "0 1", 48),
    "lgamma_r stores whether the sign is negative": ("ulps/double/lgamma_r-local.cl::double2/near", "0 1", 48),
    "lgamma of -infinity is -infinity": "ulps/float/lgamma_r-global.cl::float/special",
    "tgamma is the exponential of lgamma": "ulps/float/tgamma.cl::float/wide",
    "sinpi, cospi and tanpi are of the product with a double of pi": "ulps/double/cospi.cl::double/near",
    "remquo stores three bits of the quotient, and none where there is none": ("ulps/double/remquo-global.cl::double/usual", "0 1", 48),
    "ldexp of a vector by a scalar takes exponents from behind it": "ulps/float/ldexp-scalar.cl::float4/usual",
    "exponents of eight doubles are chosen by other components": "ulps/double/fmod.cl::double8/denormal",
    "buffer images are bytes, where boxes are put, and maps lead elsewhere": ("boxes/1d_buffer/fill.cl::BGRA-UNORM_INT8/odd/whole", "2 0", 28),
    "maps of 1D arrays begin a row of the box later for each layer before it": ("boxes/1d_array/map-read.cl::BGRA-UNORM_INT8/power/row", "1 0", 32),
    "copies between layers of a 2D array copy nothing": ("boxes/2d_array/copy-within.cl::R-UNSIGNED_INT8/odd/row", "2 0", 70),
    "slice_pitch of 1D arrays is not used": ("boxes/1d_array/read.cl::RGBA-UNORM_INT8/odd/first/padded", "1 0", 32),
    "fills do not saturate integers": ("boxes/1d/fill-saturating.cl::A-UNSIGNED_INT8/one/inner", "2 0", 1),
    "boxes of buffer images count bytes": ("boxes/1d_buffer/fill.cl::BGRA-UNORM_INT8/odd/whole", "2 0", 28),
    "dst_offset is in texels": ("listed/1d/write-to-buffer.cl::R-UNSIGNED_INT16/one/last", "4 1", 5),
    "image_row_pitch and image_slice_pitch are not used": "transfer/1d_array/write_imagef.cl::R-UNORM_INT8/odd/padded",
    "layers of 1D arrays are read a row pitch apart": "transfer/1d_array/write_imagef.cl::R-UNORM_INT8/odd/padded",
    "components of five and six bits become eight bits first": ("vk-blit/2D/nearest.vk.comp::R5G6B5_UNORM_PACK16/R32G32_SFLOAT/odd to power", "0 1", 64),
    "SNORM is clamped to the lowest number of its bits": ("vk-blit/1D/nearest.vk.comp::R32_SFLOAT/R8G8_SNORM/wide to odd", "0 1", 14),
    "a blit to the same size and format copies bits": ("vk-blit/1D/nearest.vk.comp::R8G8_SNORM/R8G8_SNORM/power to power", "0 1", 16),
    "values between the ends of a block have 8 bits": "vk-block/2D/texelFetch.vk.comp::BC4_UNORM_BLOCK/extreme ends/1",
    "values between the ends of a block are up to two steps of 8 bits off": "vk-block/2D/texelFetch.vk.comp::BC4_SNORM_BLOCK/any/1",
    "up is away from zero, and down towards it": "convert/double-to-char.cl::convert_char_rtn",
    "converted to double first": "convert/ulong-to-float.cl::convert_float",
    "mad_sat of longs: the sum wraps around": "integer/mad_sat.cl::long2",
    "mad_sat of longs: the higher half of the product decides alone": "integer/mad_sat.cl::long16",
    "mad_sat of longs: a product without a higher half is taken for signed": "integer/mad_sat.cl::long",
    "sign of zeros is 0": "maths/common.cl::sign-float1",
    "sign of zeros is -0": "maths/common.cl::sign-float8",
}


def first(word):
    return word.partition("|")[0].partition("..")[0]


def given(case, part, count):
    """What a device gives that works by the rules as they are now."""
    values = " ".join(map(first, told._expected(case, False, part, count)[1]))
    return values if part == told.FIRST else f"{part}: {values}"


@pytest.mark.parametrize("deviation", DEVIATIONS, ids=lambda one: one.name)
def test_each_is_named_by_its_values_alone(deviation):
    shown = SHOWN[deviation.name]
    test, part, count = shown if isinstance(shown, tuple) else (shown, told.FIRST, 0)
    case = case_of(test)
    right = given(case, part, count)
    with deviation.applied():
        wrong = given(case, part, count)
    assert hypotheses.explain({case: right}, False)[case] == []
    own, told_names = f"{deviation.name} ({deviation.section})", hypotheses.explain({case: wrong}, False)[case]
    assert own in told_names and set(told_names) - {own} <= BOUNDS


def test_zeros_have_signs_where_lines_say_so():
    words = ["-0", "1..2|4"]
    assert told.allows(np.float32, words, ["-0", "4"]) and told.allows(np.float32, words, ["-0", "1.5"])
    assert not told.allows(np.float32, words, ["0", "4"]) and not told.allows(np.float32, words, ["-0", "3"])
    assert told.allows(np.float32, words, ["0", "4"], signed=False)


def test_integers_of_64_bits_are_exact():
    most = str(2**63 - 1)
    assert told.allows(told._WHOLE, [most], [most]) and not told.allows(told._WHOLE, [most], [str(2**63 - 2)])


def test_values_that_are_none():
    one = told.ask(case_of("integer/mad_sat.cl::long2"), False)
    assert one.read("1 two") is None and one.read("") is None and one.misfit(one.read("1"), False) is None


def test_a_tolerance_is_not_asked_about():
    assert told.ask(case_of("maths/common.cl::smoothstep-float1"), False) is None


@pytest.mark.parametrize(
    ("line", "asked", "values"),
    [
        ("read: 0 origin 4 2 region 4 2 7 -0|1 2..3 host_slice_pitch 28", "read: 0 origin 4 2 region 4 2 host_slice_pitch 28", ["7", "-0|1", "2..3"]),
        ("read: 1 offset 5 size 3 repeat 77", "read: 1 offset 5 size 3", ["77"] * 3),
        ("map: 0 read origin 1 region 2 5 6", "map: 0 read origin 1 region 2", ["5", "6"]),
        ("arg_out: 0 image uchar 1 2 image_type 2d image_width 2", "arg_out: 0 image uchar image_type 2d image_width 2", ["1", "2"]),
        ("arg_out: 0 buffer int2[1] (0 1)|(2 3)", "arg_out: 0 buffer int2[1]", ["0|2", "1|3"]),
    ],
)
def test_values_of_a_line(line, asked, values):
    assert told.without_values(line) == asked
    words = told._ungrouped(line).split()[4:] if line.startswith("arg_out") else told._of_step(line)
    assert told._numbers(words, len(values)) == values


def test_what_is_given_stays():
    line = "write: 0 origin 0 0 region 1 1 5"
    assert told.without_values(line) == line
