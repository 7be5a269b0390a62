# SPDX-License-Identifier: MIT
"""What texels of compressed blocks may be read as.

BC6H and BC7 have one result. For the others the Khronos Data Format Specification has formulas over reals, and no bounds:
the strict set is these, accurate to 1 part in 10^5. It points at an analysis of GPUs, none of which computes them so.
They are built by Direct3D's bounds, which the set that is not strict has (Direct3D 11.3 Functional Specification,
19.5.2 "Error Tolerance"): |generated - reference| < absolute_error + 0.03 * max(|end 0 - end 1|, the same of ends that
are promoted to 8 bits). Its reference repeats the bits of an end to make 8, and cuts quotients (19.5.6). Zeros and ones are
exact, and so are the ends of BC4, BC5 and BC3's alpha (19.5.8 to 19.5.12), as numbers of the 16 bits that these are filtered in."""

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import linear
from imagespec.interval import Interval, float32_interval

from .vk_blocks import COLOUR_ENDS, BlockPicture, blocks_of, channel_parts, colour_ends, mixed_channel, mixed_colours, raw_of
from .vk_formats import VkFormat
from .vulkan import STEP_OF_16_BITS, read_interval

SPAN = 0.03  # of the distance of two ends
COLOUR_ERROR = 1 / 255
SRGB_STEP = 1 / 255  # of what is linearized (19.5.6, BC1G)


def _colours(raw: Array, four: bool) -> tuple[Array, Array]:
    """The least and the most of red, green and blue (n, 16, 3)."""
    ends = colour_ends(raw)
    bits = np.array([5, 6, 5])
    wide = (ends << (8 - bits)) | (ends >> (2 * bits - 8))
    reference = mixed_colours(raw, four, wide, lambda values, count: values // count)[..., :3] / 255
    exact = mixed_colours(raw, four, ends / COLOUR_ENDS, lambda values, count: values / count)[..., :3]
    spans = [np.abs(values[:, 0] - values[:, 1]) for values in (ends / COLOUR_ENDS, wide / 255)]
    slack = (COLOUR_ERROR + SPAN * np.maximum(*spans))[:, None]
    slack = np.where((reference == 0) | (reference == 1), 0, slack)
    return np.minimum(reference, exact) - slack, np.maximum(reference, exact) + slack


def _channel(raw: Array, kind: str, error: float) -> tuple[Array, Array]:
    """The least and the most of a channel (n, 16). Which of -127 and -128 is larger is not defined ("BC4 signed")."""
    ends, indices = channel_parts(raw, kind == "snorm")
    reals = np.maximum(ends / (127 if kind == "snorm" else 255), -1)
    wide = ends[:, 0] > ends[:, 1]
    either = (ends == (-127, -128)).all(axis=-1)
    found = [mixed_channel(ends, indices, kind == "snorm", choice) for choice in (wide, wide & ~either)]
    slack = error + SPAN * np.abs(reals[:, :1] - reals[:, 1:])
    slack = np.where(indices > 1, slack, STEP_OF_16_BITS[kind] / 2)
    given = (indices < 2) | (reals[:, :1] == reals[:, 1:]) | (~wide[:, None] & (indices > 5))
    slack = np.where(given & np.isin(found[0], (-1, 0, 1)), 0, slack)
    return np.minimum(*found) - slack, np.maximum(*found) + slack


def _ends(form: VkFormat, blocks: Array) -> tuple[Array, Array]:
    """The least and the most of texels (n, 16, 4), of sRGB before it is linear."""
    raw, number = raw_of(blocks), form.name[2]
    exact = blocks_of(form, blocks, curved=False)
    low, high = exact.copy(), exact.copy()
    if number in "123":
        low[..., :3], high[..., :3] = _colours(raw[:, -8:], number != "1")
    if number == "3":
        low[..., 3], high[..., 3] = _channel(raw[:, :8], "unorm", COLOUR_ERROR)
    if number in "45":
        for channel in range(raw.shape[1] // 8):
            part = raw[:, 8 * channel : 8 * channel + 8]
            low[..., channel], high[..., channel] = _channel(part, form.kind, STEP_OF_16_BITS[form.kind])
    return low, high


def read_blocks(picture: BlockPicture, strict: bool = False) -> Interval:
    """Allowed colours of all texels."""
    form = picture.format
    found = read_interval(form, picture.reals, strict)
    if strict or form.name[2] in "67":
        return found
    low, high = (picture.in_rows(end) for end in _ends(form, picture.texels))
    if form.kind == "srgb":
        curved, moved = np.array([True, True, True, False]), (low != 0) & (low != 1)
        low = np.where(curved, linear(np.maximum(low - SRGB_STEP * moved, 0)), low)
        high = np.where(curved, linear(np.minimum(high + SRGB_STEP * moved, 1)), high)
    low, high = np.maximum(low, -1 if form.kind == "snorm" else 0), np.minimum(high, 1)
    return float32_interval(np.minimum(low, found.low), np.maximum(high, found.high))
