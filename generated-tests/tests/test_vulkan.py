# SPDX-License-Identifier: MIT
"""Vulkan's rules: worked cases of the specification's tables and equations."""

import numpy as np
import pytest

from suites.vk import fetch, vk_mips, vk_sampling, vk_stores, vulkan
from suites.vk.copy import words_of
from suites.vk.images import keys_of, make_picture
from suites.vk.vk_block_bounds import read_blocks
from suites.vk.vk_blocks import BLOCK_FORMATS, BlockPicture, blocks_of
from suites.vk.vk_formats import DEPTH_FORMATS, VK_FORMATS, WIDE_FORMATS, colours_of, numbers_of, texels_of
from suites.vk.vk_sampling import Read
from suites.vk.vulkan import VK_TARGETS, Limits, Picture, VkSampler
from suites import EVERY_SUITE, SUITES, VK_SUITES, all_cases


def picture(target, extents, *values, name="R32_SFLOAT"):
    form = {**VK_FORMATS, **DEPTH_FORMATS}[name]
    stored = np.array(values, dtype=form.carrier.type.stored)
    return Picture(VK_TARGETS[target], form, extents, stored.reshape(-1, len(form.components)))


def at(*rows):
    found = np.zeros((len(rows), 4))
    for row, value in enumerate(rows):
        found[row, : np.size(value)] = value
    return found


def read(found, where, references=None, offsets=vk_sampling.NO_OFFSETS, limits=Limits(), **sampler):
    return Read(found, VkSampler(**sampler), where, offsets, limits, references)


def decoded(name, *texels):
    form = {**VK_FORMATS, **DEPTH_FORMATS}[name]
    return colours_of(form, np.array(texels, dtype=form.carrier.type.stored)).tolist()


@pytest.mark.parametrize(
    "mode, texels",
    [
        ("clamp_to_edge", [0, 0, 0, 1, 2, 2, 2, 2]),
        ("repeat", [1, 2, 0, 1, 2, 0, 1, 0]),
        ("mirrored_repeat", [1, 0, 0, 1, 2, 2, 1, 2]),
        ("mirror_clamp_to_edge", [1, 0, 0, 1, 2, 2, 2, 2]),
        ("clamp_to_border", [-1, -1, 0, 1, 2, -1, -1, -1]),
    ],
)
def test_wrapping(mode, texels):
    """"Wrapping Operation", of texels -2 to 4 and 9 of three."""
    assert vulkan.wrap(np.array([-2, -1, 0, 1, 2, 3, 4, 9]), 3, mode).tolist() == texels


def test_packed_formats():
    assert decoded("R5G6B5_UNORM_PACK16", 0xF800, 0x07E0, 0x001F) == [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]]
    assert decoded("A1R5G5B5_UNORM_PACK16", 0x8000, 0x7C00) == [[0, 0, 0, 1], [1, 0, 0, 0]]
    assert decoded("R4G4B4A4_UNORM_PACK16", 0xF003) == [[1, 0, 0, 0.2]]
    assert decoded("A2B10G10R10_UINT_PACK32", 3 << 30 | 7 << 20 | 5 << 10 | 1) == [[1, 5, 7, 3]]
    assert decoded("A8B8G8R8_SNORM_PACK32", 0x7F800081) == [[-1, 0, -1, 1]]
    assert decoded("X8_D24_UNORM_PACK32", 0xABFFFFFF) == [[1, 0, 0, 1]]


def test_small_floats():
    """1 has the exponent 15; the largest number of 11 bits is 65024; E5B9G9R9 has no hidden bit."""
    one, most, tiny = 15 << 6, 30 << 6 | 63, 1
    blue = 15 << 5
    assert decoded("B10G11R11_UFLOAT_PACK32", blue << 22 | most << 11 | one) == [[1, 65024, 1, 1]]
    assert decoded("B10G11R11_UFLOAT_PACK32", tiny) == [[2.0**-20, 0, 0, 1]]
    assert decoded("B10G11R11_UFLOAT_PACK32", 31 << 6)[0][0] == np.inf
    assert decoded("E5B9G9R9_UFLOAT_PACK32", 16 << 27 | 256 << 18 | 1) == [[2.0**-8, 0, 1, 1]]


def test_texels_of_96_bits():
    """A test spells each as three numbers, and a row has three times as many. A device that takes four is noticed."""
    form = WIDE_FORMATS["R32G32B32_SINT"]
    given = np.array([[5, 0xFFFFFFF9, 7], [1, 2, 3]], dtype=np.uint32)
    assert colours_of(form, given).tolist() == [[5, -7, 7, 1], [1, 2, 3, 1]]
    assert "image_width 6 image_height 1 " in keys_of(VK_TARGETS["2D"], form, (2, 1))
    assert words_of([1, 2], [3, 4], form.parts) == "origin 3 2 region 9 4" and words_of([1, 2]) == "origin 1 2"
    found = make_picture("2D", form.name, "odd")
    apart = np.resize(found.texels.ravel(), found.count * 4).reshape(-1, 4)[:, :3]
    where = np.indices(found.extents).reshape(2, -1).T
    wrong = Picture(found.type, form, found.extents, apart)
    assert not fetch.loaded(found, where).contains(fetch.loaded(wrong, where).low).all()


@pytest.mark.parametrize("form", [*VK_FORMATS.values(), *DEPTH_FORMATS.values(), *WIDE_FORMATS.values()], ids=lambda form: form.name)
def test_texels_are_their_numbers(form):
    raw = np.random.default_rng(1).integers(0, 256, (64, form.bytes), dtype=np.uint8)
    texels = raw.view(form.carrier.type.stored)
    numbers = numbers_of(form, texels[:, 0] if form.carrier.type.packed else texels)
    back = np.ascontiguousarray(texels_of(form, numbers)).reshape(64, -1).view(np.uint8)
    padding = sum(c.bits for c in form.components if c.letter == "X") // 8
    assert (back == raw)[:, : form.bytes - padding].all()


def test_borders_are_colours_of_the_format():
    """Components that are not stored are replaced behind the border."""
    red = picture("1D", (1,), 5.0)
    sampled = [
        vk_sampling.sample(read(red, at(3.5), addressing=("clamp_to_border",), border=border)).low.tolist()[0]
        for border in vulkan.BORDERS
    ]
    assert sampled == [[0, 0, 0, 1], [0, 0, 0, 1], [1, 0, 0, 1]]


def test_each_axis_has_its_mode():
    found = picture("2D", (2, 2), 1.0, 2.0, 3.0, 4.0)
    sampled = vk_sampling.sample(read(found, at((1.25, 1.25)), addressing=("repeat", "clamp_to_edge", "repeat")))
    assert sampled.low[0, 0] == 3


def test_weights_snap_to_places():
    """With n bits the weight of the second texel is a half within 2^-n."""
    found = picture("1D", (2,), 0.0, 1.0)
    for bits in (4, 8):
        sampled = vk_sampling.sample(read(found, at(0.5), filter="linear", limits=Limits(bits)), strict=True)
        assert sampled.low[0, 0] == pytest.approx(0.5 - 2.0**-bits, abs=1e-4)
        assert sampled.high[0, 0] == pytest.approx(0.5 + 2.0**-bits, abs=1e-4)


def test_extremes_lie_at_texels_centres():
    """A coordinate near the centre of the only bright texel may reach it, and no more."""
    found = picture("1D", (4,), 0.0, 1.0, 0.0, 0.0)
    sampled = vk_sampling.sample(read(found, at((1.5 + 1 / 512) / 4), filter="linear"), strict=True)
    assert sampled.high[0, 0] == pytest.approx(1, abs=2e-5) and sampled.low[0, 0] == pytest.approx(1 - 1 / 512 - 1 / 256, abs=1e-4)


def test_gathered_texels_are_in_order():
    """(i0, j1), (i1, j1), (i1, j0), (i0, j0) ("Image Gather")."""
    found = picture("2D", (2, 2), 1.0, 2.0, 3.0, 4.0)
    gathered = vk_sampling.gather(read(found, at((0.5, 0.5))), 0)
    assert gathered.low.tolist() == [[3, 4, 2, 1]] and not gathered.others
    assert vk_sampling.gather(read(found, at((0.5, 0.5))), 1, "1r0a").low.tolist() == [[3, 4, 2, 1]]
    assert vk_sampling.gather(read(found, at((0.5, 0.5))), 0, "1r0a").low.tolist() == [[1, 1, 1, 1]]
    beside = read(found, at((0.5, 0.5)), offsets=(1, 0, 0), addressing=("repeat",))
    assert vk_sampling.gather(beside, 0).low.tolist() == [[4, 3, 1, 2]]


def test_comparisons():
    depth = picture("2D", (1, 1), 0.5, name="D32_SFLOAT")
    references = np.array([0.25, 0.5, 0.75])
    expected = {"less": [1, 0, 0], "less_or_equal": [1, 1, 0], "greater": [0, 0, 1], "never": [0, 0, 0], "always": [1, 1, 1],
                "equal": [0, 1, 0], "not_equal": [1, 0, 1], "greater_or_equal": [0, 1, 1]}  # fmt: skip
    for operator, results in expected.items():
        sampled = vk_sampling.sample(read(depth, at((0.5, 0.5), (0.5, 0.5), (0.5, 0.5)), references, compare=operator))
        assert sampled.low[:, 0].tolist() == results, operator


def test_reductions_take_texels_with_weights_alone():
    found = picture("1D", (3,), 1.0, 2.0, 0.0)
    for reduction, value in (("min", 1), ("max", 2)):
        sampled = vk_sampling.sample(read(found, at(1 / 3), filter="linear", reduction=reduction))
        assert {float(one.low[0, 0]) for one in sampled.choices} == {value}
    beside = vk_sampling.sample(read(found, at(0.5), filter="linear", reduction="min"))
    assert {float(one.low[0, 0]) for one in beside.choices} == {0, 1, 2}


def test_levels_of_detail():
    """The bias is added before the bounds ("Level-of-Detail Operation")."""
    sampler = VkSampler(bias=1.5, lods=(0.5, 2.25))
    assert vk_mips.level_of_detail(sampler, np.array([-3.0, 0.0, 0.5, 5.0]), 3).tolist() == [0.5, 1.5, 2, 2]
    levels = [picture("1D", (2,), 1.0, 1.0), picture("1D", (1,), 3.0)]
    nearest = vk_mips.sample(levels, VkSampler(), at(0.5, 0.5, 0.5), np.array([0.25, 0.75, 0.5]))
    assert nearest.contains(np.array([[1, 0, 0, 1], [3, 0, 0, 1], [3, 0, 0, 1]], np.float32)).all()
    assert not nearest.contains(np.array([[3, 0, 0, 1], [1, 0, 0, 1], [2, 0, 0, 1]], np.float32)).any()
    linear = vk_mips.sample(levels, VkSampler(mip="linear"), at(0.5), np.array([0.5]), Limits(8, 4), strict=True)
    assert linear.low[0, 0] == pytest.approx(2 - 2 / 16, abs=1e-3) and linear.high[0, 0] == pytest.approx(2 + 2 / 16, abs=1e-3)


def test_stores():
    unorm = vk_stores.stored(VK_FORMATS["R8_UNORM"], np.array([[0.5], [-1], [2]]).repeat(4, axis=1))
    assert unorm.low[:, 0].tolist() == [127, 0, 255] and unorm.high[:, 0].tolist() == [128, 0, 255]
    snorm = vk_stores.stored(VK_FORMATS["R8_SNORM"], np.full((1, 4), -7.0))
    assert snorm.low.tolist() == snorm.high.tolist() == [[-127]]
    order = vk_stores.stored(VK_FORMATS["B8G8R8A8_UINT"], np.array([[1, 2, 3, 4]]))
    assert order.low.tolist() == [[3, 2, 1, 4]]


def block(name, *numbers):
    """The sixteen texels of a block of bytes."""
    form = BLOCK_FORMATS[name]
    return blocks_of(form, np.array([numbers], dtype=np.uint8).view(np.uint32))[0]


def test_blocks_of_two_colours():
    """Red and blue as numbers of 565 bits; indices 0 to 3 of the first row; black only where the first is not larger."""
    indices = (0b11100100, 0, 0, 0)
    four = block("BC1_RGBA_UNORM_BLOCK", 0x00, 0xF8, 0x1F, 0x00, *indices)
    assert np.allclose(four[:4], [[1, 0, 0, 1], [0, 0, 1, 1], [2 / 3, 0, 1 / 3, 1], [1 / 3, 0, 2 / 3, 1]])
    three = block("BC1_RGBA_UNORM_BLOCK", 0x1F, 0x00, 0x00, 0xF8, *indices)
    assert np.allclose(three[2:4], [[0.5, 0, 0.5, 1], [0, 0, 0, 0]])
    assert block("BC1_RGB_UNORM_BLOCK", 0x1F, 0x00, 0x00, 0xF8, *indices)[3].tolist() == [0, 0, 0, 1]
    with_alpha = block("BC2_UNORM_BLOCK", 0xF0, 0, 0, 0, 0, 0, 0, 0, 0x1F, 0x00, 0x00, 0xF8, *indices)
    assert with_alpha[:2, 3].tolist() == [0, 1] and with_alpha[3].tolist() == pytest.approx([2 / 3, 0, 1 / 3, 0])


def test_blocks_of_one_channel():
    """Eight values between 255 and 0; four between -1, of which -128 is another number, and 1, and the extremes."""
    indices = (0b10_001_000, 0b1_100_011_0, 0b111_110_10)  # 0 to 7, three bits each
    eight = block("BC4_UNORM_BLOCK", 255, 0, *indices, 0, 0, 0)[:8, 0]
    assert np.allclose(eight, [1, 0, 6 / 7, 5 / 7, 4 / 7, 3 / 7, 2 / 7, 1 / 7])
    six = block("BC4_SNORM_BLOCK", 0x80, 0x7F, *indices, 0, 0, 0)[:8, 0]
    assert np.allclose(six, [-1, 1, -0.6, -0.2, 0.2, 0.6, -1, 1])


def bounds(name, *numbers, strict=False):
    """What the first texels of a block may be read as."""
    raw = np.array([numbers], dtype=np.uint8).view(np.uint32)
    return read_blocks(BlockPicture(VK_TARGETS["2D"], BLOCK_FORMATS[name], (4, 4), raw), strict)


def test_bounds_of_blocks():
    """By Direct3D 11.3, 19.5: of red 0 and 255 cut thirds are 85 and 170, and both may be 1 and 0.03 * 255 off; ends are exact
    where they are 0 or 1, as black is."""
    found = bounds("BC1_RGBA_UNORM_BLOCK", 0x00, 0xF8, 0x00, 0x00, 0b11100100, 0, 0, 0)
    slack = 1 / 255 + 0.03
    assert found.low[:4, 0] == pytest.approx([1, 0, 170 / 255 - slack, 85 / 255 - slack], abs=2e-5)
    assert found.high[:4, 0] == pytest.approx([1, 0, 2 / 3 + slack, 1 / 3 + slack], abs=2e-5)
    assert found.low[:, 1:3].tolist() == found.high[:, 1:3].tolist() == [[0, 0]] * 16
    strict = bounds("BC1_RGBA_UNORM_BLOCK", 0x00, 0xF8, 0x00, 0x00, 0b11100100, 0, 0, 0, strict=True)
    assert strict.high[2, 0] - strict.low[2, 0] < 3e-5


def test_bounds_of_one_channel():
    """Of ends that are a step apart a value between them has 16 bits; -127 and -128 may be in either order."""
    found = bounds("BC4_UNORM_BLOCK", 128, 127, 0b10, 0, 0, 0, 0, 0)
    off = 1 / 65535 + 0.03 / 255
    assert (found.low[0, 0], found.high[0, 0]) == pytest.approx((895 / 7 / 255 - off, 895 / 7 / 255 + off))
    assert not found.contains(np.float32([[127 / 255, 0, 0, 1]]))[0, 0]
    assert found.high[1, 0] - found.low[1, 0] < 3e-5  # an end
    either = bounds("BC4_SNORM_BLOCK", 129, 128, 0b110, 0, 0, 0, 0, 0)
    assert (either.low[0, 0], either.high[0, 0]) == pytest.approx((-1, -1), abs=1e-4)
    extreme = bounds("BC4_SNORM_BLOCK", 129, 128, 0b111, 0, 0, 0, 0, 0)
    assert (extreme.low[0, 0], extreme.high[0, 0]) == pytest.approx((-1, 1), abs=1e-4)


def test_selected_texels_may_have_16_bits():
    """Of a gather and a reduction, but not of a fetch; numbers that have 16 bits have no more."""
    texel = np.array([[13 / 127, 0, 0, 1]])
    rounded = np.float32([[3354 / 32767, 0, 0, 1]])
    assert vulkan.selected_interval(VK_FORMATS["R8_SNORM"], texel).contains(rounded).all()
    assert not vulkan.read_interval(VK_FORMATS["R8_SNORM"], texel).contains(rounded).all()
    assert not vulkan.selected_interval(VK_FORMATS["R8_SNORM"], texel, strict=True).contains(rounded).all()
    wide = vulkan.selected_interval(VK_FORMATS["R16_SNORM"], texel)
    assert wide.high[0, 0] - wide.low[0, 0] < 3e-6


@pytest.mark.parametrize(("name", "texels", "is_allowed"), [
    ("R16_SFLOAT", [1, 1 + 2**-10], True), ("R16_SFLOAT", [1, 1 + 2**-8], False), ("R32_SFLOAT", [1, 1 + 2**-10], False),
])  # fmt: skip
def test_halves_may_be_filtered_as_halves(name, texels, is_allowed):
    """ "Numeric Representation and Computation": the format may limit precision. Strict, a filter is as exact as of floats."""
    form = VK_FORMATS[name]
    stored = np.array(texels, np.float16 if name == "R16_SFLOAT" else np.float32).reshape(2, 1)
    found = Picture(VK_TARGETS["1D"], form, (2,), stored.view(np.uint16 if name == "R16_SFLOAT" else np.uint32))
    first = np.float32([[texels[0], 0, 0, 1]])
    assert vk_sampling.sample(read(found, at(0.5), filter="linear")).contains(first).all() == is_allowed
    assert not vk_sampling.sample(read(found, at(0.5), filter="linear"), strict=True).contains(first).all()



def test_borders_that_have_one_colour():
    """Opaque black has none where a swizzle turns it, nor of two formats."""
    assert "opaque_black" not in vulkan.borders_of(VK_FORMATS["B4G4R4A4_UNORM_PACK16"])
    assert "opaque_black" in vulkan.borders_of(VK_FORMATS["R8_UNORM"])
    for name in ("vk-sample", "vk-gather"):
        axes = EVERY_SUITE[name].AXES
        for case in VK_SUITES[name].cases():
            if case.values[axes.index("border")] == "opaque_black":
                assert case.values[axes.index("swizzle")] == "rgba"


def test_blocks_of_integers():
    """Mode 6 of BC7 has ends of eight bits, here 255 and 1 (whose lowest bits are the block's p bits); weights are of 64."""
    ends = [127, 0] * 4  # red, green, blue and alpha, of seven bits
    bits = f"{1 << 6:07b}"[::-1] + "".join(f"{end:07b}"[::-1] for end in ends) + "11" + "000" + "1111" * 15
    raw = [int(bits[at : at + 8][::-1], 2) for at in range(0, 128, 8)]
    texels = block("BC7_UNORM_BLOCK", *raw)
    assert texels[0].tolist() == [1] * 4 and texels[1].tolist() == pytest.approx([1 / 255] * 4)
    assert block("BC7_UNORM_BLOCK", *[0] * 16).tolist() == [[0] * 4] * 16  # no mode
    assert block("BC6H_UFLOAT_BLOCK", 0b10011, *[255] * 15).tolist() == [[0, 0, 0, 1]] * 16  # one that is reserved


def test_names_are_unique_and_axes_complete():
    cases = all_cases(VK_SUITES)
    assert len({case.full_name for case in cases}) == len(cases) >= 30000
    for case in cases:
        assert len(case.values) == len(EVERY_SUITE[case.suite].AXES)
        assert case.path.endswith(".vk.comp")
    assert not set(SUITES) & set(VK_SUITES)


@pytest.mark.parametrize("suite", VK_SUITES)
def test_files_can_be_built(suite):
    """Of each family a file in forty."""
    from testgen.model import group

    groups = list(group(VK_SUITES[suite].cases()))
    for cases in groups[:: max(len(groups) // 3, 1)]:
        text = VK_SUITES[suite].build(cases[:5], False).text()
        assert text.count("[test]") == min(len(cases), 5) and "nan" not in text
