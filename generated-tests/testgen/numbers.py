# SPDX-License-Identifier: MIT
"""Numbers as a test file spells them."""

from __future__ import annotations

import numpy as np

from imagespec.interval import Interval

_DIGITS = {2: "%.5g", 4: "%.9g", 8: "%.17g"}  # that read back as the same number


def text(values: np.ndarray) -> str:
    """The numbers of an array, in order."""
    flat = values.ravel()
    form = "%d" if flat.dtype.kind in "iu" else _DIGITS[flat.dtype.itemsize]
    return " ".join([form] * flat.size) % tuple(flat.tolist())


def interval_text(interval: Interval) -> str:
    """LOW..HIGH, or one number where both are the same."""
    low = text(interval.low)
    if interval.low is interval.high or interval.low.tobytes() == interval.high.tobytes():
        return low
    ends = zip(low.split(), text(interval.high).split())
    return " ".join(a if a == b else f"{a}..{b}" for a, b in ends)
