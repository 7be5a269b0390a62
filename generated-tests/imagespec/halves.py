# SPDX-License-Identifier: MIT
"""Images that kernels read and write as halves (cl_khr_fp16, section 6.12.14 of its text)."""

import numpy as np

from .arrays import Array
from .conversion import NORM_READ_ULPS
from .formats import Format
from .interval import Interval


def is_seen_as_half(item: Format) -> bool:
    """Whether read_imageh is defined: of packed formats, normalized ones and CL_HALF_FLOAT."""
    return not item.order.is_srgb and (item.type.is_norm or (item.type.kind == "float" and item.type.bits == 16))


def read_half_interval(item: Format, exact: Array, strict: bool) -> Interval:
    """What read_imageh may give for colours that are exactly so: halves within 1.5 ulp of normalized numbers, but 0, 1
    and -1 exactly; halves themselves, or, of denormals, 0. Strict: the nearest half."""
    nearest = exact.astype(np.float16)
    if strict:
        return Interval.exactly(nearest)
    tiny = np.finfo(np.float16).tiny
    if not item.type.is_norm:
        denormal = (np.abs(exact) < tiny) & (exact != 0)
        zero = np.where(denormal, np.float16(0), nearest)
        return Interval.one_of([nearest, zero, np.where(denormal, np.float16(-0.0), nearest)])
    slack = NORM_READ_ULPS * np.spacing(np.abs(nearest)).astype(np.float64)
    slack[(exact == 0) | (np.abs(exact) == 1)] = 0
    low, high = _inside(np.maximum(exact - slack, -1), np.minimum(exact + slack, 1), nearest)
    small = np.abs(exact) < float(tiny)  # which may be flushed
    return Interval(np.where(small, np.minimum(low, np.float16(0)), low), np.where(small, np.maximum(high, np.float16(0)), high))


def _inside(low: Array, high: Array, nearest: Array) -> tuple[Array, Array]:
    """The halves farthest from the nearest one, by two at most, that lie within real numbers."""
    least, most = nearest.copy(), nearest.copy()
    for _ in range(2):
        below, above = np.nextafter(least, np.float16(-np.inf)), np.nextafter(most, np.float16(np.inf))
        least = np.where(below.astype(np.float64) >= low, below, least)
        most = np.where(above.astype(np.float64) <= high, above, most)
    return least, most
