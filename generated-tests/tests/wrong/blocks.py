# SPDX-License-Identifier: MIT
"""Wrong rules of compressed blocks, and each row of their tables."""

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from suites.vk import vk_blocks

from .change import Wrong

S3TC = [
    Wrong("vk_blocks._Bits.take", "bits come from the highest", "vk-block BC7_UNORM", "1 << np.arange(count", "1 << np.arange(count)[::-1] + 0 * np.arange(count"),
    Wrong("vk_blocks._Bits.__init__", "a byte's bits come from the highest", "vk-block BC7_UNORM", '"little"', '"big"'),
    Wrong("vk_blocks.raw_of", "bytes come from the last", "vk-block BC7_UNORM", ".view(np.uint8)", ".view(np.uint8)[:, ::-1]"),
    Wrong("vk_blocks._pick", "all texels have the first one's index", "vk-block BC7_UNORM", "indices]", "indices[:, :1] + 0 * indices]"),
    Wrong("vk_blocks.colour_ends", "red and blue are exchanged", "vk-block BC1_RGB_UNORM", "[red, green, blue]", "[blue, green, red]"),
    Wrong("vk_blocks.colour_ends", "green has five bits", "vk-block BC1_RGB_UNORM", "bits.take(6)", "bits.take(6) & 62"),
    Wrong("vk_blocks.COLOUR_ENDS", "ends are divided by powers of two", "vk-block BC1_RGB_UNORM", "", lambda was: was + 1),
    Wrong("vk_blocks.mixed_colours", "a third is two thirds", "vk-block BC3_UNORM", "2 * first + second", "first + 2 * second"),
    Wrong("vk_blocks.mixed_colours", "the fourth colour is the third", "vk-block BC3_UNORM", "first + 2 * second", "2 * first + second"),
    Wrong("vk_blocks.mixed_colours", "of three colours the middle is an end", "vk-block BC1_RGB_UNORM", "divided(first + second, 2)", "first"),
    Wrong("vk_blocks.mixed_colours", "blocks of equal ends have four colours", "vk-block BC1_RGBA_UNORM equal", "numbers[0] > numbers[1]", "numbers[0] >= numbers[1]"),
    Wrong("vk_blocks.mixed_colours", "blocks have three colours by the order of others", "vk-block BC2_UNORM", " | four", ""),
    Wrong("vk_blocks.mixed_colours", "blocks always have four colours", "vk-block BC1_RGBA_UNORM", "| four", "| True"),
    Wrong("vk_blocks._bc1_colours", "ends are exchanged", "vk-block BC1_RGBA_UNORM", "colour_ends(raw)", "colour_ends(raw)[:, ::-1]", "ends"),
    Wrong("vk_blocks.channel_parts", "a channel has no sign", "vk-block BC4_SNORM", "if signed else ends", "if False else ends"),
    Wrong("vk_blocks.channel_parts", "indices are of texels backwards", "vk-block BC4_UNORM", "range(16)]", "range(16)][::-1]"),
    Wrong("vk_blocks.mixed_channel", "ends of SNORM are divided by 255", "vk-block BC4_SNORM", "(127, -1.0)", "(255, -1.0)"),
    Wrong("vk_blocks.mixed_channel", "six values are between seventh parts of others", "vk-block BC4_UNORM", "(7 - i) * low + i * high", "i * low + (7 - i) * high"),
    Wrong("vk_blocks.mixed_channel", "four values are between fifth parts of others", "vk-block BC4_UNORM", "(5 - i) * low + i * high", "i * low + (5 - i) * high"),
    Wrong("vk_blocks.mixed_channel", "the extremes are exchanged", "vk-block BC4_UNORM", "least if i == 5 else 1.0", "1.0 if i == 5 else least"),
    Wrong("vk_blocks.mixed_channel", "the least of SNORM is 0", "vk-block BC4_SNORM", "(127, -1.0)", "(127, 0.0)"),
    Wrong("vk_blocks._bc4_values", "equal ends have six values between them", "vk-block BC5_UNORM", "ends[:, 0] > ends[:, 1]", "ends[:, 0] < ends[:, 1]", "ends"),
    Wrong("vk_blocks._bc1", "RGB has an alpha", "vk-block BC1_RGB_UNORM", 'if "RGBA" not in', 'if "BC1" not in'),
    Wrong("vk_blocks._bc2", "alphas have three bits", "vk-block BC2_UNORM", "bits.take(4)", "(bits.take(4) & 14)"),
    Wrong("vk_blocks._bc2", "alphas are sixteenths", "vk-block BC2_UNORM", "/ 15", "/ 16"),
    Wrong("vk_blocks._bc3", "colours are of the first half", "vk-block BC3_UNORM", "raw[:, 8:]", "raw[:, :8]", "ends"),
    Wrong("vk_blocks._bc45", "channels are exchanged", "vk-block BC5_SNORM", "found[..., channel]", "found[..., raw.shape[1] // 8 - 1 - channel]", "ends"),
    Wrong("vk_blocks.blocks_of", "sRGB is linear", "vk-block BC7_SRGB", 'form.kind == "srgb" and curved', "False"),
    Wrong("vk_blocks._DECODERS", "BC2 is BC3", "vk-block BC2_UNORM", "", lambda was: {**was, "2": was["3"]}, "ends"),
    Wrong("vk_blocks.BlockPicture.in_rows", "blocks are rows of 16", "vk-block BC7_UNORM", "transpose(0, 1, 3, 2, 4, 5)", "transpose(0, 1, 2, 3, 4, 5)"),
    Wrong("vk_blocks.BlockPicture.reals", "texels lie backwards", "vk-block BC7_UNORM", "self.texels))", "self.texels[::-1]))"),
]  # fmt: skip

BPTC = [
    Wrong("vk_blocks._subsets", "partitions of two are of one", "vk-block BC7_UNORM", "if count == 2", "if count == 9"),
    Wrong("vk_blocks._subsets", "the second and the third subset are exchanged", "vk-block BC7_UNORM", "(words >> 16 >> texels & 1) + 2 * (words >> texels & 1)", "2 * (words >> 16 >> texels & 1) + (words >> texels & 1)"),
    Wrong("vk_blocks._indices", "anchors have all bits", "vk-block BC7_UNORM", "~short | (bit < width - 1)", "~short | True"),
    Wrong("vk_blocks._indices", "only the first anchor has a bit less", "vk-block BC7_UNORM", "for anchor in anchors]", "for anchor in anchors[:1]]"),
    Wrong("vk_blocks._between", "weights are not rounded", "vk-block BC7_UNORM", " + 32", ""),
    Wrong("vk_blocks._between", "weights are exchanged", "vk-block BC6H", "(64 - weights) * first + weights * second", "weights * first + (64 - weights) * second"),
    Wrong("vk_blocks._ends_7", "bits of ends are not repeated", "vk-block BC7_UNORM", "value | value >> bits_of", "value"),
    Wrong("vk_blocks._ends_7", "ends have no bit of their own", "vk-block BC7_UNORM", "value << 1 | extra", "value << 1"),
    Wrong("vk_blocks._ends_7", "shared bits are of the other subset", "vk-block BC7_UNORM", "range(mode.subsets)], axis=-1)[..., None]", "range(mode.subsets)][::-1], axis=-1)[..., None]"),
    Wrong("vk_blocks._ends_7", "an alpha that is not there is 0", "vk-block BC7_UNORM", "np.full(n, 255)", "np.full(n, 0)"),
    Wrong("vk_blocks._bc7_mode", "rotations are left out", "vk-block BC7_UNORM", "rotation == channel + 1", "rotation == 9"),
    Wrong("vk_blocks._bc7_mode", "selections are left out", "vk-block BC7_UNORM", "selection == 1", "selection == 9"),
    Wrong("vk_blocks._bc7_mode", "all modes have a bit", "vk-block BC7_UNORM", "number + 1)", "1)"),
    Wrong("vk_blocks._bc7", "a block without a mode is white", "vk-block BC7_UNORM none", "np.zeros((len(raw), 16, 4))", "np.ones((len(raw), 16, 4))"),
    Wrong("vk_blocks._bc7", "modes are by their highest bit", "vk-block BC7_UNORM", "(raw[:, 0] & ((2 << number) - 1)) == 1 << number", "raw[:, 0] >> number == 1"),
    Wrong("vk_blocks._signed", "there are no negative numbers", "vk-block BC6H_SFLOAT", "values >> (bits - 1) & 1", "0 * values"),
    Wrong("vk_blocks._read_6", "green and blue are exchanged", "vk-block BC6H", '"rgb".index', '"rbg".index'),
    Wrong("vk_blocks._read_6", "bits that descend ascend", "vk-block BC6H_UFLOAT_BLOCK/01111", "first, last = int(low or high), int(high)", "first, last = sorted((int(low or high), int(high)))"),
    Wrong("vk_blocks._whole_6", "differences have no sign", "vk-block BC6H", "_signed(others[..., c], bits)", "others[..., c]"),
    Wrong("vk_blocks._whole_6", "differences are ends", "vk-block BC6H", "if deltas", "if False"),
    Wrong("vk_blocks._whole_6", "differences do not wrap", "vk-block BC6H", "& ((1 << width) - 1)", "& 0xFFFF"),
    Wrong("vk_blocks._unquantized", "UFLOAT is not unquantized", "vk-block BC6H_UFLOAT", "width >= 15", "True"),
    Wrong("vk_blocks._unquantized", "SFLOAT is not unquantized", "vk-block BC6H_SFLOAT", "width >= 16", "True"),
    Wrong("vk_blocks._unquantized", "UFLOAT is not rounded", "vk-block BC6H_UFLOAT", " + 0x8000", ""),
    Wrong("vk_blocks._unquantized", "SFLOAT is not rounded", "vk-block BC6H_SFLOAT", " + 0x4000", ""),
    Wrong("vk_blocks._unquantized", "signs are lost", "vk-block BC6H_SFLOAT", "np.where(values < 0, -found, found)", "found"),
    Wrong("vk_blocks._unquantized", "the largest number is as others", "vk-block BC6H_UFLOAT", "values == (1 << width) - 1", "values == -1"),
    Wrong("vk_blocks._unquantized", "the least number is as others", "vk-block BC6H_UFLOAT", "np.where(values == 0, 0,", "np.where(values == -1, 0,"),
    Wrong("vk_blocks._bc6_mode", "UFLOAT is scaled as SFLOAT", "vk-block BC6H_UFLOAT", "value * 31 >> 6", "value * 31 >> 5"),
    Wrong("vk_blocks._bc6_mode", "signs are lost", "vk-block BC6H_SFLOAT", "0x8000 | ", ""),
    Wrong("vk_blocks._bc6_mode", "indices of one subset have three bits", "vk-block BC6H", "3 if two else 4", "3"),
    Wrong("vk_blocks._bc6", "reserved modes are white", "vk-block BC6H reserved", "[0.0, 0, 0, 1]", "[1.0, 1, 1, 1]"),
    Wrong("vk_blocks._bc6", "all modes have two bits", "vk-block BC6H", "(3 if number < 2 else 31)", "3"),
]  # fmt: skip

BOUNDS = [
    Wrong("vk_block_bounds._colours", "colours are less accurate", "vk-block BC1_RGB_UNORM", "(COLOUR_ERROR + SPAN", "(3 * COLOUR_ERROR + SPAN", "ends"),
    Wrong("vk_block_bounds._colours", "0 and 1 are not exact", "vk-block BC1_RGB_UNORM extreme", "(reference == 0) | (reference == 1)", "reference == 9", "ends"),
    Wrong("vk_block_bounds._colours", "the bits of ends are not repeated", "vk-block BC1_RGB_UNORM", " | (ends >> (2 * bits - 8))", "", "ends"),
    Wrong("vk_block_bounds._channel", "channels are less accurate", "vk-block BC4_UNORM", "error + SPAN", "9 * error + 2 * SPAN", "ends"),
    Wrong("vk_block_bounds._channel", "ends are not exact", "vk-block BC4_UNORM", "STEP_OF_16_BITS[kind] / 2", "STEP_OF_16_BITS[kind] * 200", "ends"),
    Wrong("vk_block_bounds._channel", "0 and 1 are not exact", "vk-block BC4_UNORM extreme", "given & np.isin(found[0], (-1, 0, 1))", "given & False", "ends"),
    Wrong("vk_block_bounds._channel", "which end is larger is never defined", "vk-block BC4_UNORM", "(ends == (-127, -128)).all(axis=-1)", "ends[:, 0] >= 0", "ends"),
    Wrong("vk_block_bounds._ends", "alphas are as accurate as colours", "vk-block BC2_UNORM", 'low, high = exact.copy(), exact.copy()', "low, high = exact - SPAN, exact + SPAN", "ends"),
    Wrong("vk_block_bounds._ends", "channels are exchanged", "vk-block BC5_UNORM", "low[..., channel], high[..., channel] =", "low[..., 1 - channel], high[..., 1 - channel] =", "ends"),
    Wrong("vk_block_bounds.read_blocks", "sRGB is off by a step more", "vk-block BC1_RGB_SRGB", "SRGB_STEP * moved", "8 * SRGB_STEP * moved", "ends"),
    Wrong("vk_block_bounds.read_blocks", "numbers are beyond 0 and 1", "vk-block BC1_RGB_UNORM", "np.maximum(low, -1 if form.kind == \"snorm\" else 0), np.minimum(high, 1)", "low - 0.01, high + 0.01", "ends"),
    Wrong("vk_block_bounds.SPAN", "colours are less accurate", "vk-block BC1_RGB_UNORM", "", lambda was: 3 * was, "ends"),
    Wrong("vk_block_bounds.COLOUR_ERROR", "colours are less accurate", "vk-block BC1_RGB_UNORM", "", lambda was: 3 * was, "ends"),
    Wrong("vk_block_bounds.SRGB_STEP", "sRGB is off by a step more", "vk-block BC1_RGB_SRGB", "", lambda was: 8 * was, "ends"),
]  # fmt: skip

BLOCKS = S3TC + BPTC + BOUNDS


def _entry(at: int, change: Callable[[int], int]) -> Callable[[Any], Any]:
    def changed(was: Any) -> Any:
        found = was.copy()
        found[at] = change(int(found[at]))
        return found

    return changed


def _next_subset(word: int, texel: int = 9) -> int:
    """A texel of the first subset gets into the second, and so on."""
    second, third = 1 << texel + 16, 1 << texel
    return word ^ (second if not word & (second | third) else second | third if word & second else third)


def _weights() -> Iterator[Wrong]:
    for bits, weights in vk_blocks._WEIGHTS.items():
        for at in range(len(weights)):
            yield Wrong(
                "vk_blocks._WEIGHTS", f"weight {at} of {bits} bits is 3 off", "vk-block _UNORM",
                "", lambda was, bits=bits, at=at: {**was, bits: _entry(at, lambda value: abs(value - 3))(was[bits])},
            )  # fmt: skip


def _modes() -> Iterator[Wrong]:
    for number, mode in enumerate(vk_blocks._MODES_7):
        for field, value in dataclasses.asdict(mode).items():
            if value and field not in ("subsets", "index", "second", "partition"):  # tables have as many rows as these say
                less = dataclasses.replace(mode, **{field: value - 1})
                yield Wrong(
                    "vk_blocks._MODES_7", f"mode {number} has {field} {value - 1}", f"vk-block BC7_UNORM_BLOCK/{number}/",
                    "", lambda was, number=number, less=less: (*was[:number], less, *was[number + 1 :]),
                )  # fmt: skip
    for number, (width, deltas, two, layout) in vk_blocks._MODES_6.items():
        words = layout.split()
        for at in range(len(words) - 1):
            if words[at][1:] != words[at + 1][1:] or words[at][0] != words[at + 1][0]:
                turned = " ".join([*words[:at], words[at + 1], words[at], *words[at + 2 :]])
                yield Wrong(
                    "vk_blocks._MODES_6", f"{words[at + 1]} comes before {words[at]} in mode {number:05b}", f"vk-block BC6H_UFLOAT_BLOCK/{number:05b}/",
                    "", lambda was, number=number, row=(width, deltas, two, turned): {**was, number: row},
                )  # fmt: skip


def each_row() -> Iterator[Wrong]:
    """Each row of the tables of blocks, wrong in turn."""
    for name, change in (("_TWO", lambda word: word ^ 1 << 6), ("_THREE", _next_subset)):
        for at in range(64):
            yield Wrong(f"vk_blocks.{name}", f"a texel of partition {at} is of another subset", "vk-block BC7", "", _entry(at, change))
    for name in ("_ANCHOR_TWO", "_ANCHOR_SECOND", "_ANCHOR_THIRD"):
        for at in range(64):
            yield Wrong(f"vk_blocks.{name}", f"the anchor of partition {at} is the texel before", "vk-block BC7", "", _entry(at, lambda v: v - 1))
    yield from _weights()
    yield from _modes()
