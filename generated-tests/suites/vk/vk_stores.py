# SPDX-License-Identifier: MIT
"""What storing a colour may leave in Vulkan 1.3 ("Texel Output Format Conversion", "Fixed-Point Data Conversions",
"Floating-Point Format Conversions"): the numbers that components may hold."""

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import half_toward_zero, norm_max
from imagespec.interval import Interval

from .vk_formats import VkFormat


_AS_RED = str.maketrans("DS", "RR")  # a depth and a stencil are the first component


def _norm(kind: str, bits: int, values: Array) -> Interval:
    """Clamped, then "one of the two unsigned binary integer values with exactly b bits which are closest to the
    floating-point value"."""
    most = norm_max(kind, bits)
    exact = np.clip(values.astype(np.float64), -1 if kind == "snorm" else 0, 1) * most
    return Interval(np.floor(exact).astype(np.int64), np.ceil(exact).astype(np.int64))


def _half(values: Array) -> Interval:
    """"Finite values falling between two representable finite values are rounded to one or the other"; what is larger
    than all of them is the largest or infinity. Denormals may be flushed."""
    with np.errstate(over="ignore"):
        nearest = values.astype(np.float16)
    tiny = np.abs(values) < np.finfo(np.float16).tiny
    zeros = [np.where(tiny, np.float16(zero), nearest) for zero in (0.0, -0.0)]
    return Interval.one_of([nearest, half_toward_zero(values), *zeros])


def _float(values: Array) -> Interval:
    tiny = np.abs(values) < np.finfo(np.float32).tiny
    return Interval.one_of([values, *(np.where(tiny, np.float32(zero), values) for zero in (0.0, -0.0))])


def stored(form: VkFormat, rgba: Array) -> Interval:
    """Colours (n, 4) that are stored to the numbers that a texel of a carrier with a number for each component may
    hold (n, components). "The converted value of any integer that cannot be represented in the target format is
    undefined": such are not given."""
    values, bits = rgba[:, ["RGBA".index(c.letter.translate(_AS_RED)) for c in form.components]], form.components[0].bits
    if form.kind == "float":
        return _half(values) if bits == 16 else _float(values)
    if form.is_norm:
        return _norm(form.kind, bits, values)
    return Interval.exactly(values.astype(np.int64))
