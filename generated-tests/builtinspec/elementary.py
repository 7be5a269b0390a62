# SPDX-License-Identifier: MIT
"""Functions of one real number, in as many digits as it takes: values by mpmath, and at infinities, zeros and
outside of where they are defined what ISO C99 (annex F.9) and OpenCL 1.2 (7.5.1) say."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath

Exact = Fraction | float  # a float where it is a NaN, an infinity, or a zero with its sign
Rule = Callable[[float], Exact]

BITS = 320  # more than twice those of a double, so that no sum of two cancels
MOST = 1 << 14  # exponents: beyond them lies infinity, or nothing, in every format

context = mpmath.mp.clone()
context.prec = BITS


def fraction(value: Any) -> Exact:
    """A number of mpmath as it is, or one as far beyond all formats."""
    if context.isnan(value):
        return math.nan
    if value == 0:
        return 0.0
    if context.isinf(value):
        return math.inf if bool(value > 0) else -math.inf
    sign, significand, exponent, bits = value._mpf_
    size = min(max(int(exponent) + bits, -MOST), MOST)
    found: Fraction = Fraction(int(significand)) * Fraction(2) ** (size - bits)
    return -found if sign else found


def real(value: float | Fraction) -> Any:
    """A number as mpmath has it."""
    if isinstance(value, Fraction):
        return context.mpf(value.numerator) / value.denominator
    return context.mpf(value)


def _itself(x: float) -> Exact:
    return x


def _one(
    value: Callable[[Any], Any],
    high: Exact | Callable[[], Exact],
    low: Exact | Callable[[], Exact],
    zero: Rule | None = None,
    defined: Callable[[float], bool] = lambda _: True,
) -> Rule:
    """A function from its values between, at infinity, minus infinity and, where that has a sign, zero."""

    def rule(x: float) -> Exact:
        if math.isnan(x) or (math.isfinite(x) and not defined(x)):
            return math.nan
        if math.isinf(x):
            end = high if x > 0 else low
            return end() if callable(end) else end
        if x == 0 and zero:
            return zero(x)
        return fraction(value(real(x)))

    return rule


def _odd(value: Callable[[Any], Any], high: Callable[[], Any], **rest: Any) -> Rule:
    """f(-x) = -f(x), with zeros that stay as they are."""
    return _one(value, lambda: fraction(high()), lambda: fraction(-high()), _itself, **rest)


def _infinity() -> Any:
    return context.inf


def _quarter() -> Any:
    return context.pi / 2


def _one_of(value: str) -> Callable[[], Any]:
    return lambda: context.mpf(value)


def _unit(x: float) -> bool:
    return -1 <= x <= 1


def _positive(x: float) -> bool:
    return x >= 0


def _sinpi(x: float) -> Exact:
    """7.5.1: sinpi(n) is 0 with the sign of n."""
    if not math.isfinite(x):
        return math.nan
    return math.copysign(0.0, x) if x == math.floor(x) else fraction(context.sinpi(real(x)))


def _tanpi(x: float) -> Exact:
    """7.5.1: tanpi(n) is 0 with the sign of n where n is even, and the other where it is odd; tanpi(n + 0.5)
    is infinite, positive where n is even."""
    if not math.isfinite(x):
        return math.nan
    if x == math.floor(x):
        return math.copysign(0.0, x if x % 2 == 0 else -x)
    if 2 * x == math.floor(2 * x):
        return math.inf if math.floor(x) % 2 == 0 else -math.inf
    return fraction(context.sinpi(real(x)) / context.cospi(real(x)))


def _tgamma(x: float) -> Exact:
    """F.9.5.4: a zero is a pole whose sign is the zero's; negative whole numbers have none."""
    if x == 0:
        return math.copysign(math.inf, x)
    if math.isnan(x) or x == -math.inf or (x < 0 and x == math.floor(x)):
        return math.nan
    if x > 1e4:
        return math.inf
    if x < -1e4:  # nothing, with the sign of the interval between two poles
        return Fraction(2) ** -MOST * (1 if math.floor(x) % 2 == 0 else -1)
    return fraction(context.gamma(real(x)))


def _erfc(x: Any) -> Any:
    return context.erfc(x) if x < 200 else context.ldexp(1, -MOST)


def _exp(base: Callable[[], Any]) -> Rule:
    def value(x: Any) -> Any:
        return context.exp(min(max(x, -MOST), MOST) * base())

    return _one(value, math.inf, 0.0, lambda _: Fraction(1))


def _log(base: Callable[[], Any]) -> Rule:
    return _one(lambda x: context.log(x) / base(), math.inf, math.nan, lambda _: -math.inf, _positive)


def _log2(x: Any) -> Any:
    """Exact of powers of two."""
    significand, exponent = context.frexp(x)
    return context.mpf(exponent) + (-1 if significand == 0.5 else context.log(significand) / context.ln2)


def _limited(value: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Of functions that grow as exp() does: arguments no larger than it takes to leave every format."""
    return lambda x: value(min(max(x, -MOST), MOST))


def _rsqrt_zero(x: float) -> Exact:
    return math.copysign(math.inf, x)


ONE: dict[str, Rule] = {
    "acos": _one(context.acos, math.nan, math.nan, defined=_unit),
    "acosh": _one(context.acosh, math.inf, math.nan, defined=lambda x: x >= 1),
    "acospi": _one(lambda x: context.acos(x) / context.pi, math.nan, math.nan, defined=_unit),
    "asin": _odd(context.asin, lambda: context.nan, defined=_unit),
    "asinh": _odd(context.asinh, _infinity),
    "asinpi": _odd(lambda x: context.asin(x) / context.pi, lambda: context.nan, defined=_unit),
    "atan": _odd(context.atan, _quarter),
    "atanh": _odd(
        lambda x: context.inf * x if abs(x) == 1 else context.atanh(x), lambda: context.nan, defined=_unit
    ),
    "atanpi": _odd(lambda x: context.atan(x) / context.pi, _one_of("0.5")),
    "cbrt": _odd(lambda x: context.sign(x) * context.cbrt(abs(x)), _infinity),
    "cos": _one(context.cos, math.nan, math.nan),
    "cosh": _one(_limited(context.cosh), math.inf, math.inf),
    "cospi": _one(context.cospi, math.nan, math.nan),
    "erf": _odd(_limited(context.erf), _one_of("1")),
    "erfc": _one(_erfc, 0.0, Fraction(2)),
    "exp": _exp(lambda: 1),
    "exp2": _exp(lambda: context.ln2),
    "exp10": _exp(lambda: context.ln10),
    "expm1": _one(_limited(context.expm1), math.inf, Fraction(-1), _itself),
    "log": _log(lambda: 1),
    "log10": _log(lambda: context.ln10),
    "log1p": _one(
        lambda x: -context.inf if x == -1 else context.log1p(x), math.inf, math.nan, _itself, lambda x: x >= -1
    ),
    "log2": _one(_log2, math.inf, math.nan, lambda _: -math.inf, _positive),
    "rsqrt": _one(lambda x: 1 / context.sqrt(x), 0.0, math.nan, _rsqrt_zero, _positive),
    "sin": _odd(context.sin, lambda: context.nan),
    "sinh": _odd(_limited(context.sinh), _infinity),
    "sinpi": _sinpi,
    "sqrt": _one(context.sqrt, math.inf, math.nan, _itself, _positive),
    "tan": _odd(context.tan, lambda: context.nan),
    "tanh": _odd(_limited(context.tanh), _one_of("1")),
    "tanpi": _tanpi,
    "tgamma": _tgamma,
}
