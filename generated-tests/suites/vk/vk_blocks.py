# SPDX-License-Identifier: MIT
"""Blocks of BC1 to BC7, decoded as the Khronos Data Format Specification says ("S3TC Compressed Texture Image
Formats", "RGTC ...", "BPTC ..."): n blocks at once, to colours (n, 16, 4) in the order of rows.

BC6H and BC7 are integer arithmetic, so that one result is right. The others are formulas over reals; vk_block_bounds.py has
what decoders may make of them."""

import dataclasses
import re
from collections.abc import Callable
from functools import cached_property

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import linear
from imagespec.formats import FORMATS

from .vk_formats import Component, VkFormat
from .vulkan import Picture

COLOUR_ENDS = np.array([31, 63, 31])  # the largest numbers of an end
# The subset of each texel, from the lowest bit: of partitions of two, those of the second subset; of
# partitions of three, those of the second and of the third.
_TWO = np.array([
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800,
    0xffe8, 0xff00, 0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce,
    0x088c, 0x3110, 0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa, 0xf0f0, 0x5a5a, 0x33cc,
    0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8, 0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660,
    0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6, 0x639c, 0x9336, 0x9cc6, 0x817e, 0xe718,
    0xccf0, 0x0fcc, 0x7744, 0xee22,
])
_THREE = np.array([
    0x08cc_f600, 0x8cc8_7300, 0xcc80_3310, 0xec00_00ce, 0x3300_cc00, 0x00cc_cc00, 0xff00_00cc, 0xcccc_3300, 0x0f00_f000,
    0x0ff0_f000, 0x00f0_ff00, 0x4444_8888, 0x6666_8888, 0x2222_cccc, 0x136c_ec80, 0x008c_7310, 0x36c8_c800, 0x08ce_3100,
    0x3330_ccc0, 0xf000_0ccc, 0x00ee_ee00, 0x8888_7700, 0x22c0_cc00, 0x4430_3300, 0x0c22_00cc, 0x0344_fc88, 0x6996_0660,
    0x9960_6600, 0x0330_c88c, 0x0066_f900, 0xc22c_0cc0, 0x8c00_7310, 0x1300_ec80, 0xc400_08ce, 0x004c_ec80, 0x2222_4444,
    0x00f0_0f00, 0x2492_4924, 0x2942_4294, 0xc30c_0c30, 0xc03c_03c0, 0x00aa_ff00, 0xaa00_5500, 0x3030_cccc, 0xc0c0_0c0c,
    0x9090_6666, 0xa00a_0ff0, 0xaaa0_5550, 0x0aaa_f000, 0xe0e0_0e0e, 0x7070_8888, 0x6660_9990, 0x0ee0_e00e, 0x0770_8888,
    0x0666_f000, 0x6600_9900, 0x0066_ff00, 0x0cc0_c00c, 0x0330_cccc, 0x6000_9000, 0x8080_0808, 0x1010_eeee, 0x000a_fff0,
    0x08ce_7310,
])  # fmt: skip
# The texel of each subset but the first whose index has a bit less, since that is 0.
_ANCHOR_TWO = np.array([
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2,
    15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15,
])  # fmt: skip
_ANCHOR_SECOND = np.array([
    3, 3, 15, 15, 8, 3, 15, 15, 8, 8, 6, 6, 6, 5, 3, 3, 3, 3, 8, 15, 3, 3, 6, 10, 5, 8, 8, 6, 8, 5, 15, 15,
    8, 15, 3, 5, 6, 10, 8, 15, 15, 3, 15, 5, 15, 15, 15, 15, 3, 15, 5, 5, 5, 8, 5, 10, 5, 10, 8, 13, 15, 12, 3, 3,
])  # fmt: skip
_ANCHOR_THIRD = np.array([
    15, 8, 8, 3, 15, 15, 3, 8, 15, 15, 15, 15, 15, 15, 15, 8, 15, 8, 15, 3, 15, 8, 15, 8, 3, 15, 6, 10, 15, 15, 10, 8,
    15, 3, 15, 10, 10, 8, 9, 10, 6, 15, 8, 15, 3, 6, 6, 8, 15, 3, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3, 15, 15, 8,
])  # fmt: skip
_WEIGHTS = {
    2: np.array([0, 21, 43, 64]),
    3: np.array([0, 9, 18, 27, 37, 46, 55, 64]),
    4: np.array([0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64]),
}


class _Bits:
    """The bits of n blocks, read from the lowest."""

    def __init__(self, blocks: Array) -> None:
        self.bits = np.unpackbits(blocks, axis=1, bitorder="little").astype(np.int64)
        self.at = 0

    def take(self, count: int) -> Array:
        found: Array = self.bits[:, self.at : self.at + count] @ (1 << np.arange(count, dtype=np.int64))
        self.at += count
        return found


def raw_of(blocks: Array) -> Array:
    flat = np.ascontiguousarray(blocks)
    return flat.reshape(len(flat), -1).view(np.uint8)


def _pick(palette: Array, indices: Array) -> Array:
    """palette (n, entries, ...), indices (n, 16)."""
    found: Array = palette[np.arange(len(palette))[:, None], indices]
    return found


# S3TC and RGTC


def colour_ends(raw: Array) -> Array:
    """Red, green and blue of both ends (n, 2, 3), of five, six and five bits."""
    bits, ends = _Bits(raw), []
    for _ in range(2):
        blue, green, red = bits.take(5), bits.take(6), bits.take(5)
        ends.append(np.stack([red, green, blue], axis=-1))
    return np.stack(ends, axis=1)


def mixed_colours(raw: Array, four: bool, ends: Array, divided: Callable[[Array, int], Array]) -> Array:
    """RGBA of texels whose ends are so (n, 2, 3); with `four` colours always. Black that is transparent has an alpha of 0."""
    first, second = (np.append(ends[:, end], np.ones((len(raw), 1)), axis=-1) for end in range(2))
    numbers = [raw[:, 0] | raw[:, 1].astype(np.int64) << 8, raw[:, 2] | raw[:, 3].astype(np.int64) << 8]
    opaque = ((numbers[0] > numbers[1]) | four)[:, None]
    third = np.where(opaque, divided(2 * first + second, 3), divided(first + second, 2))
    fourth = np.where(opaque, divided(first + 2 * second, 3), 0)
    bits = _Bits(raw[:, 4:8])
    indices = np.stack([bits.take(2) for _ in range(16)], axis=-1)
    return _pick(np.stack([first, second, third, fourth], axis=1), indices)


def _bc1_colours(raw: Array, four: bool) -> Array:
    return mixed_colours(raw, four, colour_ends(raw) / COLOUR_ENDS, lambda values, count: values / count)


def channel_parts(raw: Array, signed: bool) -> tuple[Array, Array]:
    """The two ends of a channel (n, 2) as integers, and the index of each texel (n, 16)."""
    bits = _Bits(raw)
    ends = np.stack([bits.take(8), bits.take(8)], axis=-1)
    indices = np.stack([bits.take(3) for _ in range(16)], axis=-1)
    return (np.where(ends > 127, ends - 256, ends) if signed else ends), indices


def mixed_channel(ends: Array, indices: Array, signed: bool, wide: Array) -> Array:
    """Two ends, and six values between them where it is wide, else four and the extremes."""
    most, least = (127, -1.0) if signed else (255, 0.0)
    low, high = np.maximum(ends[:, 0] / most, -1.0), np.maximum(ends[:, 1] / most, -1.0)
    values = [low, high]
    for i in range(1, 7):
        seven = ((7 - i) * low + i * high) / 7
        five = ((5 - i) * low + i * high) / 5 if i < 5 else np.full(len(ends), least if i == 5 else 1.0)
        values.append(np.where(wide, seven, five))
    return _pick(np.stack(values, axis=1), indices)


def _bc4_values(raw: Array, signed: bool) -> Array:
    ends, indices = channel_parts(raw, signed)
    return mixed_channel(ends, indices, signed, ends[:, 0] > ends[:, 1])


def _bc1(raw: Array, form: VkFormat) -> Array:
    found = _bc1_colours(raw, False)
    if "RGBA" not in form.name:
        found[..., 3] = 1
    return found


def _bc2(raw: Array, form: VkFormat) -> Array:
    found, bits = _bc1_colours(raw[:, 8:], True), _Bits(raw[:, :8])
    found[..., 3] = np.stack([bits.take(4) for _ in range(16)], axis=-1) / 15
    return found


def _bc3(raw: Array, form: VkFormat) -> Array:
    found = _bc1_colours(raw[:, 8:], True)
    found[..., 3] = _bc4_values(raw[:, :8], False)
    return found


def _bc45(raw: Array, form: VkFormat) -> Array:
    found = np.tile(np.array([0.0, 0, 0, 1]), (len(raw), 16, 1))
    for channel in range(raw.shape[1] // 8):
        found[..., channel] = _bc4_values(raw[:, 8 * channel : 8 * channel + 8], form.kind == "snorm")
    return found


# BPTC


def _subsets(count: int, partition: Array) -> tuple[Array, list[Array]]:
    """The subset of each texel (n, 16), and the anchors of subsets."""
    texels, first = np.arange(16), np.zeros(len(partition), dtype=np.int64)
    if count == 2:
        return _TWO[partition][:, None] >> texels & 1, [first, _ANCHOR_TWO[partition]]
    if count == 3:
        words = _THREE[partition][:, None]
        return (words >> 16 >> texels & 1) + 2 * (words >> texels & 1), [
            first, _ANCHOR_SECOND[partition], _ANCHOR_THIRD[partition]]  # fmt: skip
    return np.zeros((len(partition), 16), dtype=np.int64), [first]


def _indices(bits: _Bits, width: int, anchors: list[Array]) -> Array:
    """Those of 16 texels (n, 16), of which anchors have a bit less: where they are differs from block to block."""
    n, start = len(bits.bits), bits.at
    found, at = np.zeros((n, 16), dtype=np.int64), np.full(n, start)
    rows = np.arange(n)
    for texel in range(16):
        short = np.logical_or.reduce([anchor == texel for anchor in anchors])
        for bit in range(width):
            there = ~short | (bit < width - 1)
            place = np.minimum(at, 127)
            found[:, texel] |= np.where(there, bits.bits[rows, place] << bit, 0)
            at = at + there
    bits.at = start + 16 * width - len(anchors)
    return found


def _between(first: Array, second: Array, weights: Array) -> Array:
    return ((64 - weights) * first + weights * second + 32) >> 6


@dataclasses.dataclass(frozen=True)
class _Mode7:
    subsets: int
    partition: int  # bits of each
    rotation: int
    selection: int
    colour: int
    alpha: int
    own_p: int  # a bit for each end
    shared_p: int  # one for each subset
    index: int
    second: int


_MODES_7 = (
    _Mode7(3, 4, 0, 0, 4, 0, 1, 0, 3, 0), _Mode7(2, 6, 0, 0, 6, 0, 0, 1, 3, 0), _Mode7(3, 6, 0, 0, 5, 0, 0, 0, 2, 0),
    _Mode7(2, 6, 0, 0, 7, 0, 1, 0, 2, 0), _Mode7(1, 0, 2, 1, 5, 6, 0, 0, 2, 3), _Mode7(1, 0, 2, 0, 7, 8, 0, 0, 2, 2),
    _Mode7(1, 0, 0, 0, 7, 7, 1, 0, 4, 0), _Mode7(2, 6, 0, 0, 5, 5, 1, 0, 2, 0),
)  # fmt: skip


def _ends_7(bits: _Bits, mode: _Mode7) -> Array:
    """Ends (n, subsets, 2, 4) of 8 bits."""
    n, channels = len(bits.bits), []
    for width in (mode.colour, mode.colour, mode.colour, mode.alpha):
        values = [bits.take(width) for _ in range(2 * mode.subsets)] if width else [np.full(n, 255)] * 2 * mode.subsets
        channels.append(np.stack(values, axis=-1).reshape(n, mode.subsets, 2))
    ends: Array = np.stack(channels, axis=-1)
    extra = np.zeros((n, mode.subsets, 2), dtype=np.int64)
    if mode.own_p:
        extra = np.stack([bits.take(1) for _ in range(2 * mode.subsets)], axis=-1).reshape(n, mode.subsets, 2)
    elif mode.shared_p:
        extra = np.repeat(np.stack([bits.take(1) for _ in range(mode.subsets)], axis=-1)[..., None], 2, axis=-1)
    has_p = mode.own_p or mode.shared_p
    for channel, width in enumerate((mode.colour, mode.colour, mode.colour, mode.alpha)):
        if not width:
            continue
        value, bits_of = ends[..., channel], width + has_p
        value = value << 1 | extra if has_p else value
        value = value << (8 - bits_of)
        ends[..., channel] = value | value >> bits_of
    return ends


def _bc7_mode(raw: Array, number: int) -> Array:
    """Colours of blocks of one mode, of 8 bits."""
    bits, mode = _Bits(raw), _MODES_7[number]
    bits.take(number + 1)
    partition, rotation, selection = bits.take(mode.partition), bits.take(mode.rotation), bits.take(mode.selection)
    ends = _ends_7(bits, mode)
    subset, anchors = _subsets(mode.subsets, partition)
    colour = alpha = _WEIGHTS[mode.index][_indices(bits, mode.index, anchors)]
    if mode.second:
        alpha = _WEIGHTS[mode.second][_indices(bits, mode.second, anchors[:1])]
        swap = (selection == 1)[:, None]
        colour, alpha = np.where(swap, alpha, colour), np.where(swap, colour, alpha)
    of_texel = _pick(ends, subset)  # (n, 16, 2, 4)
    weights = np.stack([colour, colour, colour, alpha], axis=-1)
    found = _between(of_texel[:, :, 0], of_texel[:, :, 1], weights)
    for channel in range(3):  # rotation 1 exchanges red and alpha, and so on
        turned = (rotation == channel + 1)[:, None]
        first, last = found[..., channel].copy(), found[..., 3].copy()
        found[..., channel] = np.where(turned, last, first)
        found[..., 3] = np.where(turned, first, last)
    return found


def _bc7(raw: Array, form: VkFormat) -> Array:
    """The mode is the place of the lowest bit of the first byte; without one the block is transparent black."""
    found = np.zeros((len(raw), 16, 4))
    for number in range(8):
        chosen = (raw[:, 0] & ((2 << number) - 1)) == 1 << number
        if chosen.any():
            found[chosen] = _bc7_mode(raw[chosen], number) / 255
    return found


# Modes of BC6H: their bits, bits of ends and of the differences of red, green and blue (0: others are no
# differences), and where bits are: of ends w, x, y and z, from the lowest bit; [4:0] ascends, [10:11] descends.
_MODES_6 = {
    0b00: (10, (5, 5, 5), True, "gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 d"),
    0b01: (7, (6, 6, 6), True, "gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0 d"),
    0b00010: (11, (5, 4, 4), True, "rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 d"),
    0b00110: (11, (4, 5, 4), True, "rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 bz3 d"),
    0b01010: (11, (4, 4, 5), True, "rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 bz3 d"),
    0b01110: (9, (5, 5, 5), True, "rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 d"),
    0b10010: (8, (6, 5, 5), True, "rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0 d"),
    0b10110: (8, (5, 6, 5), True, "rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 d"),
    0b11010: (8, (5, 5, 6), True, "rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2 rz4:0 bz3 d"),
    0b11110: (6, (), True, "rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0 d"),
    0b00011: (10, (), False, "rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0"),
    0b00111: (11, (9, 9, 9), False, "rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10"),
    0b01011: (12, (8, 8, 8), False, "rw9:0 gw9:0 bw9:0 rx7:0 rw10:11 gx7:0 gw10:11 bx7:0 bw10:11"),
    0b01111: (16, (4, 4, 4), False, "rw9:0 gw9:0 bw9:0 rx3:0 rw10:15 gx3:0 gw10:15 bx3:0 bw10:15"),
}  # fmt: skip
MODES_6 = tuple(_MODES_6)
# Where the bits of a partition are, by mode: the first one, and how many.
PARTITIONS_7 = {number: (number + 1, mode.partition) for number, mode in enumerate(_MODES_7)}
PARTITIONS_6 = {number: (77, 5 * two) for number, (_, _, two, _) in _MODES_6.items()}


def _signed(values: Array, bits: int) -> Array:
    return np.where(values >> (bits - 1) & 1, values - (1 << bits), values)


def _read_6(bits: _Bits, layout: str) -> tuple[Array, Array]:
    """Ends (n, 4, 3) and partitions."""
    ends = np.zeros((len(bits.bits), 4, 3), dtype=np.int64)
    partition = np.zeros(len(bits.bits), dtype=np.int64)
    for word in layout.split():
        if word == "d":
            partition = bits.take(5)
            continue
        channel, end, high, low = re.match(r"([rgb])([wxyz])(\d+)(?::(\d+))?", word).groups()  # type: ignore[union-attr]
        first, last = int(low or high), int(high)
        order = range(first, last + 1) if first <= last else range(first, last - 1, -1)
        for bit in order:
            ends[:, "wxyz".index(end), "rgb".index(channel)] |= bits.take(1) << bit
    return ends, partition


def _whole_6(ends: Array, width: int, deltas: tuple[int, ...], is_signed: bool) -> Array:
    """Ends, of which all but the first may be differences from it."""
    first = _signed(ends[:, :1], width) if is_signed else ends[:, :1]
    others = ends[:, 1:]
    if deltas:
        moved = np.stack([_signed(others[..., c], bits) for c, bits in enumerate(deltas)], axis=-1)
        others = ends[:, :1] + moved & ((1 << width) - 1)
    if is_signed:
        others = _signed(others, width)
    return np.concatenate([first, others], axis=1)


def _unquantized(values: Array, width: int, is_signed: bool) -> Array:
    if not is_signed:
        if width >= 15:
            return values
        middle = ((values << 16) + 0x8000) >> width
        return np.where(values == 0, 0, np.where(values == (1 << width) - 1, 0xFFFF, middle))
    if width >= 16:
        return values
    size = np.abs(values)
    middle = ((size << 15) + 0x4000) >> (width - 1)
    found = np.where(size == 0, 0, np.where(size >= (1 << (width - 1)) - 1, 0x7FFF, middle))
    return np.where(values < 0, -found, found)


def _bc6_mode(raw: Array, number: int, is_signed: bool) -> Array:
    width, deltas, two, layout = _MODES_6[number]
    bits = _Bits(raw)
    bits.take(2 if number < 2 else 5)
    read, partition = _read_6(bits, layout)
    ends = _unquantized(_whole_6(read, width, deltas, is_signed), width, is_signed)
    subset, anchors = _subsets(2 if two else 1, partition)
    index = 3 if two else 4
    weights = _WEIGHTS[index][_indices(bits, index, anchors)][..., None]
    of_texel = _pick(ends.reshape(len(raw), 2, 2, 3), subset)
    value = _between(of_texel[:, :, 0], of_texel[:, :, 1], weights)
    if is_signed:
        halves = np.where(value < 0, 0x8000 | (-value * 31 >> 5), value * 31 >> 5)
    else:
        halves = value * 31 >> 6
    with np.errstate(invalid="ignore"):
        return halves.astype(np.uint16).view(np.float16).astype(np.float64)


def _bc6(raw: Array, form: VkFormat) -> Array:
    """Modes that are reserved are black."""
    found = np.tile(np.array([0.0, 0, 0, 1]), (len(raw), 16, 1))
    for number in MODES_6:
        chosen = (raw[:, 0] & (3 if number < 2 else 31)) == number
        if chosen.any():
            found[chosen, :, :3] = _bc6_mode(raw[chosen], number, form.kind == "float")
    return found


_DECODERS = {"1": _bc1, "2": _bc2, "3": _bc3, "4": _bc45, "5": _bc45, "6": _bc6, "7": _bc7}


def blocks_of(form: VkFormat, blocks: Array, curved: bool = True) -> Array:
    """The exact colours (n, 16, 4) of blocks; not curved, those of sRGB as they are stored."""
    found = _DECODERS[form.name[2]](raw_of(blocks), form)
    if form.kind == "srgb" and curved:
        found[..., :3] = linear(found[..., :3])
    return found


def _letters(name: str) -> str:
    return {"BC4": "R", "BC5": "RG", "BC6H": "RGB"}.get(name.partition("_")[0], "RGB" if "_RGB_" in name else "RGBA")


def _form(name: str) -> VkFormat:
    kind = {"SRGB": "srgb", "SNORM": "snorm", "UFLOAT": "ufloat", "SFLOAT": "float"}.get(name.split("_")[-2], "unorm")
    carrier = FORMATS["RG-UNSIGNED_INT32" if name[2] in "14" else "RGBA-UNSIGNED_INT32"]
    components = tuple(Component(letter, 8, 0) for letter in _letters(name))
    return VkFormat(name, kind, components, True, carrier, 4)


BLOCK_FORMATS = {
    name: _form(name)
    for name in (
        "BC1_RGB_UNORM_BLOCK BC1_RGB_SRGB_BLOCK BC1_RGBA_UNORM_BLOCK BC1_RGBA_SRGB_BLOCK BC2_UNORM_BLOCK BC2_SRGB_BLOCK "
        "BC3_UNORM_BLOCK BC3_SRGB_BLOCK BC4_UNORM_BLOCK BC4_SNORM_BLOCK BC5_UNORM_BLOCK BC5_SNORM_BLOCK "
        "BC6H_UFLOAT_BLOCK BC6H_SFLOAT_BLOCK BC7_UNORM_BLOCK BC7_SRGB_BLOCK"
    ).split()
}


@dataclasses.dataclass(frozen=True)
class BlockPicture(Picture):
    """An image of blocks; its extents are in texels, and whole blocks."""

    def in_rows(self, found: Array) -> Array:
        """Of texels (blocks, 16, 4) those of the image."""
        width, height, *layers = self.extents
        count = int(np.prod(layers, dtype=np.int64))
        parts = found.reshape(count, height // 4, width // 4, 4, 4, 4)
        return parts.transpose(0, 1, 3, 2, 4, 5).reshape(-1, 4)

    @cached_property
    def reals(self) -> Array:
        return self.in_rows(blocks_of(self.format, self.texels))
