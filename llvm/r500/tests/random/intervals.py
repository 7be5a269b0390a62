# SPDX-License-Identifier: MIT
"""Intervals that hold what a driver may compute in floats of 32 bits: OpenCL's bounds, or R500's where those are wider.

A value is two arrays of doubles, one number for each pixel: what all drivers compute lies between them. Each operation widens by
its rounding: a result lies between what it is before and after rounding to 32 bits, as products may be fused with sums; results
that are denormal may be 0. docs/r500-compiler.md has R500's bounds.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]
ULP = 2.0**-23  # of a number, relative to it, at most
SMALLEST = 2.0**-126


@dataclass(frozen=True)
class Interval:
    low: Doubles
    high: Doubles

    def exact(self) -> Bools:
        return self.low == self.high

    def middle(self) -> Doubles:
        return (self.low + self.high) / 2

    def radius(self) -> Doubles:
        return (self.high - self.low) / 2

    def size(self) -> Doubles:
        """The largest absolute value."""
        return np.maximum(np.abs(self.low), np.abs(self.high))


def number(value: float, like: Interval) -> Interval:
    all_over = np.full_like(like.low, np.float64(np.float32(value)))
    return Interval(all_over, all_over)


def choose(where: Bools, a: Interval, b: Interval) -> Interval:
    return Interval(np.where(where, a.low, b.low), np.where(where, a.high, b.high))


def hull(a: Interval, b: Interval) -> Interval:
    return Interval(np.minimum(a.low, b.low), np.maximum(a.high, b.high))


def spread(a: Interval, by: Doubles) -> Interval:
    return Interval(a.low - by, a.high + by)


def rounded(low: Doubles, high: Doubles, ulps: float = 0.5) -> Interval:
    """Rounds the bounds of an exact result. With 0.5: by a correctly rounded operation, or none."""
    with np.errstate(over="ignore"):
        below = np.minimum(low, low.astype(np.float32).astype(np.float64))
        above = np.maximum(high, high.astype(np.float32).astype(np.float64))
    more = max(ulps - 0.5, 0.0) * ULP
    below, above = below - np.abs(low) * more, above + np.abs(high) * more
    below = np.where((below > 0) & (below < SMALLEST), 0.0, below)
    return Interval(below, np.where((above < 0) & (above > -SMALLEST), 0.0, above))


# ---- arithmetic ----


def negate(a: Interval) -> Interval:
    return Interval(-a.high, -a.low)


def add(a: Interval, b: Interval) -> Interval:
    return rounded(a.low + b.low, a.high + b.high)


def subtract(a: Interval, b: Interval) -> Interval:
    return add(a, negate(b))


def extremes(corners: list[Doubles]) -> tuple[Doubles, Doubles]:
    return np.minimum.reduce(corners), np.maximum.reduce(corners)


def multiply(a: Interval, b: Interval) -> Interval:
    return rounded(*extremes([a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]))


def divide(a: Interval, b: Interval) -> Interval:
    """By what is not 0: 2.5 ulp (OpenCL 7.4), which a product with the reciprocal keeps."""
    return rounded(*extremes([a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high]), 2.5)


def dot(a: list[Interval], b: list[Interval]) -> Interval:
    """In any order, with or without fused products."""
    products = [multiply(x, y) for x, y in zip(a, b)]
    total = Interval(sum(p.low for p in products), sum(p.high for p in products))  # type: ignore[arg-type]
    exact = np.logical_and.reduce([p.exact() & (np.rint(p.low) == p.low) for p in products])
    sizes = np.add.reduce([p.size() for p in products])
    return spread(total, np.where(exact & (sizes < 2.0**24), 0.0, sizes * len(a) * ULP))


# ---- functions ----


def monotone(function: Callable[[Doubles], Doubles], ulps: float) -> Callable[[Interval], Interval]:
    """Makes the interval function of a function that grows."""
    return lambda a: rounded(function(a.low), function(a.high), ulps)


def falling(function: Callable[[Doubles], Doubles], ulps: float) -> Callable[[Interval], Interval]:
    return lambda a: rounded(function(a.high), function(a.low), ulps)


floor = monotone(np.floor, 0)
ceil = monotone(np.ceil, 0)
trunc = monotone(np.trunc, 0)
square_root = monotone(np.sqrt, 3)
reciprocal_root = falling(lambda x: 1 / np.sqrt(x), 2)


def absolute(a: Interval) -> Interval:
    both = np.minimum(np.abs(a.low), np.abs(a.high))
    return Interval(np.where((a.low <= 0) & (a.high >= 0), 0.0, both), a.size())


def least(a: Interval, b: Interval) -> Interval:
    return Interval(np.minimum(a.low, b.low), np.minimum(a.high, b.high))


def greatest(a: Interval, b: Interval) -> Interval:
    return Interval(np.maximum(a.low, b.low), np.maximum(a.high, b.high))


def clamp(a: Interval, low: Interval, high: Interval) -> Interval:
    return least(greatest(a, low), high)


def fraction(a: Interval) -> Interval:
    """x - floor(x)."""
    whole = np.floor(a.low)
    same = whole == np.floor(a.high)
    ends = rounded(a.low - whole, a.high - whole)
    return Interval(np.where(same, ends.low, 0.0), np.where(same, ends.high, 1.0))


def to_nearest(a: Interval) -> Interval:
    """rint: to even, or up on R500, whose x + 0.5 is rounded, too."""
    half = rounded(a.low + 0.5, a.high + 0.5)
    return Interval(np.ceil(half.low) - 1, np.floor(half.high))


def by_middle(function: Callable[[Doubles], Doubles], slope: float, error: Callable[[Doubles], Doubles]) -> Callable[[Interval], Interval]:
    """Makes the interval function of a function whose slope is never above `slope`; `error` of the operand's size
    bounds the absolute error."""

    def interval(a: Interval) -> Interval:
        middle = function(a.middle())
        by = a.radius() * slope + error(a.size()) + np.abs(middle) * 5 * ULP
        return Interval(middle - by, middle + by)

    return interval


def turns(x: Doubles) -> Doubles:
    """R500 divides by 2 pi first, in two roundings, and takes the fraction, rounded again."""
    return 2 * np.pi * (np.abs(x) / (2 * np.pi) * ULP + 2.0**-24)


def polynomial(error: float) -> Callable[[Doubles], Doubles]:
    return lambda x: np.full_like(x, error + 8 * ULP)


sine = by_middle(np.sin, 1, turns)
cosine = by_middle(np.cos, 1, turns)
arc_tangent = by_middle(np.arctan, 1, polynomial(1.7e-6))
hyperbolic_tangent = by_middle(np.tanh, 1, lambda x: (np.abs(x) + 8) * ULP)


def arc_sine(a: Interval) -> Interval:
    by = 7e-7 + 8 * ULP
    return Interval(np.arcsin(a.low) - by, np.arcsin(a.high) + by)


def arc_cosine(a: Interval) -> Interval:
    by = 7e-7 + 8 * ULP
    return Interval(np.arccos(a.high) - by, np.arccos(a.low) + by)


def arc_tangent_2(y: Interval, x: Interval) -> Interval:
    """Where x > 0."""
    corners = extremes([np.arctan2(t, s) for t in (y.low, y.high) for s in (x.low, x.high)])
    return spread(Interval(*corners), np.full_like(y.low, 1.7e-6 + 8 * ULP))


def exponential(base: float) -> Callable[[Interval], Interval]:
    """base to the power of x: 4 ulp, and on R500 the rounding of x * log2(base), of the result's size."""
    scale = np.log(base)

    def interval(a: Interval) -> Interval:
        ulps = 4.0 + float(np.max(a.size())) * scale * 1.5
        return rounded(np.power(base, a.low), np.power(base, a.high), ulps)

    return interval


def logarithm(base: float) -> Callable[[Interval], Interval]:
    return monotone(lambda x: np.log(x) / np.log(base), 4)


def power(x: Interval, y: Interval) -> Interval:
    """exp2(log2(x) * y), or 16 ulp (OpenCL 7.4); x is positive."""
    logs = extremes([np.log2(s) * t for s in (x.low, x.high) for t in (y.low, y.high)])
    size = float(max(np.max(np.abs(logs[0])), np.max(np.abs(logs[1]))))
    return rounded(np.exp2(logs[0]), np.exp2(logs[1]), 16.0 + 3.0 * size)


# ---- decisions: whether a relation is surely so, and whether it surely is not ----

Decision = tuple[Bools, Bools]


def less(a: Interval, b: Interval) -> Decision:
    return a.high < b.low, a.low >= b.high


def less_equal(a: Interval, b: Interval) -> Decision:
    return a.high <= b.low, a.low > b.high


def equal(a: Interval, b: Interval) -> Decision:
    return a.exact() & b.exact() & (a.low == b.low), (a.high < b.low) | (a.low > b.high)


def select(decision: Decision, yes: Interval, no: Interval) -> Interval:
    surely, never = decision
    return choose(surely, yes, choose(never, no, hull(yes, no)))
