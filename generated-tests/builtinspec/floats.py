# SPDX-License-Identifier: MIT
"""Formats of floating-point numbers, and what lies within some ulps of a real number (OpenCL 1.2, 7.4)."""

import dataclasses
import math
from fractions import Fraction

from .scalars import DOUBLE, HALF, SCALARS, Scalar

Range = tuple[float, float]  # both ends are allowed, and what lies between them


@dataclasses.dataclass(frozen=True)
class FloatFormat:
    """A binary format of IEEE 754. All its numbers are Python floats, too."""

    scalar: Scalar
    precision: int  # bits of a significand
    low: int  # exponent of the least normal number
    high: int  # exponent of the largest number
    flushes: bool  # whether a device may take denormal numbers for zeros

    @property
    def least_normal(self) -> Fraction:
        return Fraction(2) ** self.low

    @property
    def largest(self) -> Fraction:
        return Fraction(2) ** (self.high + 1) - self.step(self.high)

    @property
    def infinite_from(self) -> Fraction:
        """The least number that rounds to infinity."""
        return Fraction(2) ** (self.high + 1) - self.step(self.high) / 2

    def step(self, exponent: int) -> Fraction:
        """The distance of neighbours that have that exponent."""
        return Fraction(2) ** (max(exponent, self.low) - self.precision + 1)

    def is_denormal(self, value: Fraction) -> bool:
        """Whether a number, before rounding, is too small to be normal, and no zero."""
        return 0 < abs(value) < self.least_normal


FLOAT_FORMATS = {
    item.scalar.name: item
    for item in (
        FloatFormat(SCALARS["float"], 24, -126, 127, True),
        FloatFormat(DOUBLE, 53, -1022, 1023, False),
        FloatFormat(HALF, 11, -14, 15, True),
    )
}


def exponent_of(value: Fraction) -> int:
    """The whole part of the binary logarithm of a magnitude that is not 0."""
    top, bottom = abs(value.numerator), value.denominator
    guess = top.bit_length() - bottom.bit_length()
    return guess if Fraction(2) ** guess <= abs(value) else guess - 1


def _sign(value: Fraction) -> int:
    return -1 if value < 0 else 1


def nearest(form: FloatFormat, value: Fraction) -> float:
    """Rounded to the nearest number, ties to even. A result of zero has the sign of the value."""
    if abs(value) >= form.infinite_from:
        return math.copysign(math.inf, _sign(value))
    if value == 0:
        return 0.0
    step = form.step(exponent_of(value))
    return math.copysign(float(round(value / step) * step), _sign(value))


def truncated(form: FloatFormat, value: Fraction) -> float:
    """Rounded towards zero."""
    if abs(value) > form.largest:
        return math.copysign(float(form.largest), _sign(value))
    step = form.step(exponent_of(value)) if value else Fraction(1)
    return math.copysign(float(abs(value) // step * step), _sign(value))


def _least_from(form: FloatFormat, value: Fraction) -> float:
    """The least number of the format that is not below a value."""
    if value <= -form.infinite_from:
        return -math.inf
    if value > form.largest:
        return math.inf if value >= form.infinite_from else float(form.largest)
    step = form.step(exponent_of(value)) if value else Fraction(1)
    return float(max(math.ceil(value / step) * step, -form.largest))


def _negated(ends: Range) -> Range:
    return -ends[1], -ends[0]


def ulp(form: FloatFormat, value: Fraction) -> Fraction:
    """7.4: "If x is a real number that lies between two finite consecutive floating-point numbers a and b,
    without being equal to one of them, then ulp(x) = |b - a|, otherwise" it is the distance of the nearest
    other number, which of a power of two is the one below."""
    exponent = min(exponent_of(value), form.high)
    is_power = abs(value) == Fraction(2) ** exponent
    return form.step(exponent - 1 if is_power else exponent)


def within(form: FloatFormat, value: Fraction, ulps: float) -> Range:
    """The numbers that are at most that far from a value, which is not 0. From half a step beyond the largest
    number on, infinity is one of them."""
    reach = Fraction(ulps) * ulp(form, value)
    low = _least_from(form, value - reach)
    high = _negated((_least_from(form, -value - reach), 0.0))[1]
    return low, high
