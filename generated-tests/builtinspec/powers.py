# SPDX-License-Identifier: MIT
"""Functions of two numbers that are rounded: powers, roots, angles, lengths, as ISO C99 (F.9) and OpenCL 1.2
(7.5.1) define them."""

import math
from fractions import Fraction

from .elementary import MOST, Exact, context, fraction, real


def _any_nan(*operands: float) -> bool:
    return any(math.isnan(x) for x in operands)


def _raised(x: float, y: float | Fraction) -> Exact:
    """A positive finite number to the power of a finite one."""
    exponent = context.log(real(x)) * real(y)
    return fraction(context.exp(min(max(exponent, -MOST), MOST)))


def _negated(value: Exact) -> Exact:
    return -value


def _power_of_special(x: float, y: float) -> float:
    """C's pow() where an operand is 0, infinite or a NaN (C99, F.9.4.4). That of newer versions of NumPy is not: it takes roots of -0 and of -infinity."""
    if x == 0 and y < 0:
        return math.copysign(math.inf, x) if y % 2 == 1 else math.inf
    return math.pow(x, y)


def pow_(x: float, y: float) -> Exact:
    if not math.isfinite(x) or not math.isfinite(y) or x == 0 or y == 0:
        return _power_of_special(x, y)
    if x > 0:
        return _raised(x, y)
    if y != math.floor(y):
        return math.nan
    return _negated(_raised(-x, y)) if y % 2 else _raised(-x, y)


def powr(x: float, y: float) -> Exact:
    """7.5.1: as exp2(y * log2(x)), so that 0 and infinities have no value at 0, nor 1 at infinity."""
    if _any_nan(x, y) or x < 0:
        return math.nan
    if (x in (0, math.inf) and y == 0) or (x == 1 and math.isinf(y)):
        return math.nan
    if y == 0:
        return Fraction(1)
    return pow_(abs(x), y)


def pown(x: float, n: float) -> Exact:
    """Unlike a float, an int is odd or even however large it is."""
    return Fraction(1) if n == 0 else pow_(x, n)


def rootn(x: float, n: float) -> Exact:
    if math.isnan(x) or n == 0 or (x < 0 and n % 2 == 0):
        return math.nan
    if x == 0 or math.isinf(x):
        size = math.inf if (x == 0) == (n < 0) else 0.0
        return math.copysign(size, x) if n % 2 else size
    root = _raised(abs(x), Fraction(1, int(n)))
    return root if x > 0 else _negated(root)


def hypot(x: float, y: float) -> Exact:
    if math.isinf(x) or math.isinf(y):
        return math.inf
    return math.nan if _any_nan(x, y) else fraction(context.hypot(real(x), real(y)))


def _turn(y: float, x: float) -> float | None:
    """atan2 in eighths of a turn, with the sign of a zero, where an operand is 0 or infinite."""
    if y == 0:
        return math.copysign(0.0 if math.copysign(1.0, x) > 0 else 4.0, y)
    if math.isinf(y):
        return math.copysign((1.0 if x > 0 else 3.0) if math.isinf(x) else 2.0, y)
    if math.isinf(x):
        return math.copysign(0.0 if x > 0 else 4.0, y)
    return math.copysign(2.0, y) if x == 0 else None


def atan2pi(y: float, x: float) -> Exact:
    if _any_nan(x, y):
        return math.nan
    eighths = _turn(y, x)
    if eighths is not None:
        return Fraction(eighths) / 4 if eighths else eighths
    return fraction(context.atan2(real(y), real(x)) / context.pi)


def atan2(y: float, x: float) -> Exact:
    if _any_nan(x, y):
        return math.nan
    eighths = _turn(y, x)
    if eighths is not None:
        return fraction(context.pi * eighths / 4) if eighths else eighths
    return fraction(context.atan2(real(y), real(x)))
