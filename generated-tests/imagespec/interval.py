# SPDX-License-Identifier: MIT
"""Sets of allowed results."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from .arrays import Array


@dataclasses.dataclass(frozen=True)
class Interval:
    """All numbers from low to high, element by element; one number where the two are equal. Where
    the specification offers a choice, those of the others, too: what lies between two choices is
    not allowed. Zeros keep their signs: from -0 to 0 are both."""

    low: Array
    high: Array
    others: tuple[Interval, ...] = ()  # of the same shape, without others
    together: bool = False  # a row (last axis) is wholly of one choice

    @staticmethod
    def exactly(values: Array) -> Interval:
        return Interval(values, values)

    @staticmethod
    def one_of(choices: Sequence[Interval | Array], together: bool = False) -> Interval:
        """Any of several; choices that are the same everywhere count once."""
        parts = [c if isinstance(c, Interval) else Interval.exactly(c) for c in choices]
        flat = [one for part in parts for one in part.choices]
        found = list({(c.low.tobytes(), c.high.tobytes()): c for c in flat}.values())
        first = found[0]
        return Interval(first.low, first.high, tuple(found[1:]), together and len(found) > 1)

    @property
    def choices(self) -> list[Interval]:
        return [Interval(self.low, self.high), *self.others]

    def map(self, function: Callable[[Array], Array]) -> Interval:
        """The function, which keeps order, of all ends."""
        others = tuple(other.map(function) for other in self.others)
        return Interval(function(self.low), function(self.high), others, self.together)

    def contains(self, values: Array) -> Array:
        """Which of the values are allowed: of rows that are of one choice, all or none."""
        inside = [(c.low <= values) & (values <= c.high) for c in self.choices]
        if self.together:
            rows = [one.all(axis=-1, keepdims=True) for one in inside]
            return np.broadcast_to(np.logical_or.reduce(rows), inside[0].shape)
        allowed: Array = np.logical_or.reduce(inside)
        return allowed


def either_zero(values: Interval) -> Interval:
    """The same where no sign of a zero is defined."""
    dtype = values.low.dtype
    low = np.where(values.low == 0, dtype.type(-0.0), values.low)
    high = np.where(values.high == 0, dtype.type(0.0), values.high)
    return Interval(low, high)


def float32_interval(low: Array, high: Array) -> Interval:
    """The floats from low to high, which are doubles: the ends are rounded inwards, so that
    nothing outside is let in, but never past each other."""
    nearest = ((low + high) / 2).astype(np.float32)
    inner_low, inner_high = low.astype(np.float32), high.astype(np.float32)
    infinity = np.float32(np.inf)
    inner_low = np.where(inner_low < low, np.nextafter(inner_low, infinity), inner_low)
    inner_high = np.where(inner_high > high, np.nextafter(inner_high, -infinity), inner_high)
    empty = inner_low > inner_high
    return Interval(np.where(empty, nearest, inner_low), np.where(empty, nearest, inner_high))
