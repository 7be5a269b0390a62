# SPDX-License-Identifier: MIT
"""What a device may return for a function of numbers: its value within a bound, and where denormal numbers may
be taken for zeros what comes of that, too (OpenCL 1.2, 7.5.3)."""

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

from . import exact
from .elementary import Exact
from .floats import FloatFormat, Range, nearest, truncated, within
from .functions import Function, value_of

Choices = list[Range]
EITHER_ZERO: Range = (-0.0, 0.0)
ANYTHING: Choices = [(-math.inf, math.inf), (math.nan, math.nan)]
_ZEROS_ALIKE = ("fmax", "fmin", "maxmag", "minmag")  # of two zeros either
_ILOGB_OF_ZERO = (float(exact.INT_MIN), float(-exact.INT_MAX))
_ILOGB_OF_NAN = (float(exact.INT_MAX), float(exact.INT_MIN))


def _spread(ends: Range) -> Range:
    """Zeros at the ends of a range have either sign."""
    low, high = ends
    return (-0.0 if low == 0 else low), (0.0 if high == 0 else high)


def _rounded(form: FloatFormat, value: Fraction, strict: bool) -> Range:
    """To the nearest number. A device of half may round towards zero (CL_DEVICE_HALF_FP_CONFIG)."""
    best = nearest(form, value)
    other = truncated(form, value) if form.scalar.name == "half" and not strict else best
    return min(best, other), max(best, other)


def around(form: FloatFormat, value: Exact, ulps: float, strict: bool) -> Choices:
    """The numbers that stand for a value."""
    if isinstance(value, float) and (value == 0 or not math.isfinite(value)):
        return [(value, value)]
    if math.isinf(ulps):
        return ANYTHING
    real = Fraction(value)
    return [_spread(within(form, real, ulps)) if ulps else _rounded(form, real, strict)]


def _flushed_operands(function: Function, form: FloatFormat, operands: tuple[float, ...]) -> Iterator[tuple[float, ...]]:
    """The operands as they are first, then with zeros in the place of denormal numbers."""
    choices = [
        (x, 0.0, -0.0) if kind in "xs" and math.isfinite(x) and form.is_denormal(Fraction(x)) else (x,)
        for kind, x in zip(function.operands, operands)
    ]
    return itertools.product(*choices)


def _flushed_result(function: Function, form: FloatFormat, value: Exact) -> Choices:
    """What a result that is too small to be normal may be, too; of nextafter(), 7.5.3 has the least normal
    number, as there are no others."""
    if isinstance(value, float) and not math.isfinite(value):
        return []
    if not form.is_denormal(Fraction(value)):
        return []
    least = math.copysign(float(form.least_normal), -1 if value < 0 else 1)
    return [EITHER_ZERO, (least, least)] if function.name == "nextafter" else [EITHER_ZERO]


def _odd_ones(function: Function, operands: tuple[float, ...]) -> Choices:
    """Choices that are a function's own."""
    name = function.name.partition("-")[0]
    if name in _ZEROS_ALIKE and operands == (0, 0):
        return [EITHER_ZERO]
    if name == "copysign" and math.isnan(operands[1]) and not math.isnan(operands[0]):
        size = abs(operands[0])
        return [(-size, -size), (size, size)] if size else [EITHER_ZERO]
    if name == "ilogb" and (operands[0] == 0 or math.isnan(operands[0])):
        ends = _ILOGB_OF_NAN if math.isnan(operands[0]) else _ILOGB_OF_ZERO
        return [(end, end) for end in ends]
    return []


def _whole(function: Function, operands: tuple[float, ...], value: Exact | int) -> Choices:
    """A result that is an int. The sign of the gamma function is not said where that is infinite or a NaN."""
    if function.name.startswith("lgamma_r") and not math.isfinite(operands[0]):
        return [(-1.0, 1.0)]
    return [(float(value), float(value))]


def _choices_of(
    function: Function, form: FloatFormat, operands: tuple[float, ...], strict: bool
) -> list[Choices]:
    """For each result, without regard to what may be flushed."""
    results = value_of(function, form, *operands)
    found = [
        _whole(function, operands, value) if kind == "i" else around(form, value, function.ulps(form.scalar.name), strict)
        for kind, value in zip(function.results, results)
    ]
    found[0] = _odd_ones(function, operands) or found[0]
    return found


def choices(
    function: Function, form: FloatFormat, operands: tuple[float, ...], strict: bool
) -> list[Choices]:
    """What each result may be. Strict: denormal numbers are kept."""
    if strict or not form.flushes:
        return _choices_of(function, form, operands, strict)
    found: list[Choices] = [[] for _ in function.results]
    for some in _flushed_operands(function, form, operands):
        values = value_of(function, form, *some)
        for n, one in enumerate(_choices_of(function, form, some, strict)):
            found[n] += one
            if function.results[n] == "r":
                found[n] += _flushed_result(function, form, values[n])
    return found
