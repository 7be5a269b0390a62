# SPDX-License-Identifier: MIT
"""Numbers as a test file spells them."""

from __future__ import annotations

import numpy as np

from imagespec.interval import Interval

_DIGITS = {2: "%.5g", 4: "%.9g", 8: "%.17g"}  # that read back as the same number


def words(values: np.ndarray) -> list[str]:
    """The numbers of an array, in order."""
    flat = values.ravel()
    if flat.dtype.kind in "iu":
        return [str(value) for value in flat.tolist()]
    form = _DIGITS[flat.dtype.itemsize]
    return [form % value for value in flat.tolist()]


def text(values: np.ndarray) -> str:
    return " ".join(words(values))


def interval_text(interval: Interval) -> str:
    """LOW..HIGH, or one number where both are the same."""
    low = words(interval.low)
    if interval.low is interval.high:
        return " ".join(low)
    return " ".join(
        a if a == b else f"{a}..{b}" for a, b in zip(low, words(interval.high))
    )
