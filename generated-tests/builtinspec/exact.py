# SPDX-License-Identifier: MIT
"""Functions of 6.12.2 and operators whose results are exact or rounded once, as fractions; ISO C99 (annex F.9)
and OpenCL 1.2 (7.5.1) say what becomes of zeros, infinities and NaN."""

import math
from collections.abc import Callable
from fractions import Fraction

from .elementary import Exact, Rule
from .floats import FloatFormat, nearest

INT_MIN, INT_MAX = -(1 << 31), (1 << 31) - 1


def number(value: Fraction, zero: float = 0.0) -> Exact:
    """A fraction, or the zero that it is."""
    return value if value else zero


def _rounded(whole: Callable[[float], int]) -> Rule:
    """A whole number of the operand's sign, or the operand where it is none."""
    return lambda x: number(Fraction(whole(x)), math.copysign(0.0, x)) if math.isfinite(x) else x


def _away(x: float) -> int:
    return int(math.copysign(math.floor(abs(Fraction(x)) + Fraction(1, 2)), x))


def logb(x: float) -> Exact:
    if x == 0 or not math.isfinite(x):
        return -math.inf if x == 0 else abs(x)
    return number(Fraction(math.frexp(x)[1] - 1))


ONE: dict[str, Rule] = {
    "ceil": _rounded(math.ceil),
    "fabs": abs,
    "floor": _rounded(math.floor),
    "logb": logb,
    "rint": _rounded(round),
    "round": _rounded(_away),
    "trunc": _rounded(math.trunc),
}


def _any_nan(*operands: float) -> bool:
    return any(math.isnan(x) for x in operands)


def add(x: float, y: float) -> Exact:
    if not (math.isfinite(x) and math.isfinite(y)):
        return x + y
    return number(Fraction(x) + Fraction(y), x + y)


def subtract(x: float, y: float) -> Exact:
    return add(x, -y)


def _sign_of(x: float, y: float) -> float:
    """Of a product or a quotient."""
    return math.copysign(1.0, x) * math.copysign(1.0, y)


def multiply(x: float, y: float) -> Exact:
    if not (math.isfinite(x) and math.isfinite(y)):
        return x * y
    return number(Fraction(x) * Fraction(y), 0.0 * _sign_of(x, y))


def divide(x: float, y: float) -> Exact:
    if _any_nan(x, y) or (x == 0 and y == 0) or (math.isinf(x) and math.isinf(y)):
        return math.nan
    if x == 0 or math.isinf(y):
        return 0.0 * _sign_of(x, y)
    if y == 0 or math.isinf(x):
        return math.inf * _sign_of(x, y)
    return Fraction(x) / Fraction(y)


def fma(x: float, y: float, z: float) -> Exact:
    product = multiply(x, y)
    if isinstance(product, Fraction) and math.isfinite(z):
        return number(product + Fraction(z))
    if not math.isfinite(z) and isinstance(product, Fraction):
        return z
    assert isinstance(product, float)
    return add(product, z)


def fdim(x: float, y: float) -> Exact:
    if _any_nan(x, y):
        return math.nan
    return subtract(x, y) if x > y else 0.0


def fmod(x: float, y: float) -> Exact:
    if _any_nan(x, y) or math.isinf(x) or y == 0:
        return math.nan
    return math.fmod(x, y)


def remainder(x: float, y: float) -> Exact:
    if _any_nan(x, y) or math.isinf(x) or y == 0:
        return math.nan
    return math.remainder(x, y)


def quotient_bits(x: float, y: float) -> int:
    """What remquo() stores: the last seven bits of the nearest whole quotient, with its sign."""
    if _any_nan(x, y) or math.isinf(x) or y == 0 or math.isinf(y):
        return 0
    whole = round(Fraction(x) / Fraction(y))
    return (abs(whole) & 127) * (-1 if whole < 0 else 1)


def fmax(x: float, y: float) -> Exact:
    if _any_nan(x, y):
        return y if math.isnan(x) else x
    return max(x, y)


def fmin(x: float, y: float) -> Exact:
    if _any_nan(x, y):
        return y if math.isnan(x) else x
    return min(x, y)


def maxmag(x: float, y: float) -> Exact:
    return x if abs(x) > abs(y) else y if abs(y) > abs(x) else fmax(x, y)


def minmag(x: float, y: float) -> Exact:
    return x if abs(x) < abs(y) else y if abs(y) < abs(x) else fmin(x, y)


def ldexp(x: float, n: float) -> Exact:
    if x == 0 or not math.isfinite(x):
        return x
    return Fraction(x) * Fraction(2) ** int(min(max(n, -5000), 5000))


def _step_up(form: FloatFormat, x: float) -> float:
    """The next number, which is above."""
    if x == math.inf:
        return x
    if x == -math.inf:
        return -float(form.largest)
    exponent = math.frexp(x)[1] - 1 if x else form.low
    if x < 0 and abs(x) == math.ldexp(1.0, exponent):
        exponent -= 1  # numbers are closer below a power of two
    found = Fraction(x) + form.step(exponent)
    return math.copysign(0.0, x) if not found else nearest(form, found)


def nextafter(form: FloatFormat, x: float, y: float) -> Exact:
    if _any_nan(x, y):
        return math.nan
    if x == y:
        return y
    return _step_up(form, x) if y > x else -_step_up(form, -x)


def fract(form: FloatFormat, x: float) -> tuple[Exact, Exact]:
    """6.12.2: never 1, but the largest number below; 7.5.1 has zeros and infinities."""
    if math.isnan(x):
        return math.nan, math.nan
    if math.isinf(x) or x == 0:
        return math.copysign(0.0, x), x
    below = 1.0 - float(form.step(-1))
    found = Fraction(x) - math.floor(x)
    return number(Fraction(min(nearest(form, found), below)) if found else found), ONE["floor"](x)


def modf(x: float) -> tuple[Exact, Exact]:
    if math.isinf(x):
        return math.copysign(0.0, x), x
    return (math.nan, math.nan) if math.isnan(x) else tuple(math.copysign(v, x) for v in math.modf(x))  # type: ignore


def frexp(x: float) -> tuple[Exact, int]:
    return math.frexp(x) if math.isfinite(x) else (x, 0)
