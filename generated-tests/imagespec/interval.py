# SPDX-License-Identifier: MIT
"""Sets of allowed results."""

from __future__ import annotations

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Interval:
    """All numbers from low to high, element by element; one number where the two are equal."""

    low: np.ndarray
    high: np.ndarray

    @staticmethod
    def exactly(values: np.ndarray) -> Interval:
        return Interval(values, values)

    @staticmethod
    def hull(values: list[np.ndarray]) -> Interval:
        """The smallest interval around several candidates."""
        return Interval(np.minimum.reduce(values), np.maximum.reduce(values))

    def contains(self, values: np.ndarray) -> np.ndarray:
        return (self.low <= values) & (values <= self.high)


def float32_interval(low: np.ndarray, high: np.ndarray) -> Interval:
    """The floats from low to high, which are doubles: the ends are rounded inwards, so that
    nothing outside is let in, but never past each other."""
    nearest = ((low + high) / 2).astype(np.float32)
    inner_low, inner_high = low.astype(np.float32), high.astype(np.float32)
    infinity = np.float32(np.inf)
    inner_low = np.where(inner_low < low, np.nextafter(inner_low, infinity), inner_low)
    inner_high = np.where(inner_high > high, np.nextafter(inner_high, -infinity), inner_high)
    empty = inner_low > inner_high
    return Interval(np.where(empty, nearest, inner_low), np.where(empty, nearest, inner_high))
