# SPDX-License-Identifier: MIT
"""Wrong rules of built-in functions, as libraries and compilers have them."""

import dataclasses
import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from builtinspec import allowed
from builtinspec.conversion import convert as converted
from builtinspec.elementary import Exact
from builtinspec.floats import FloatFormat
from builtinspec.functions import Function, value_of
from builtinspec.integers import Function as OfIntegers
from builtinspec.scalars import Scalar
from suites import convert, integer, maths
from suites.functions import Call
from testgen.model import Case

from .deviation import Deviation

Results = tuple[Exact | int, ...]
Value = Callable[..., Results]
Converted = Callable[[int | float, Scalar, str, bool], int | float]


def _plain(function: Function) -> str:
    return function.name.partition("-")[0]


def fract_unsigned(function: Function, form: FloatFormat, *operands: float, of_infinity: float | None = None, original: Value = value_of) -> Results:
    found = original(function, form, *operands)
    if _plain(function) != "fract" or found[0] != 0:
        return found
    return (0.0 if of_infinity is None or math.isfinite(operands[0]) else of_infinity - float(form.step(-1)), *found[1:])


def signs_of_quadrants(function: Function, form: FloatFormat, *operands: float, original: Value = value_of) -> Results:
    """Where a half turn ends, zeros come from numbers of the other sign."""
    found, x = original(function, form, *operands), operands[0]
    if found[0] != 0:
        return found
    is_other = (_plain(function) in ("sinpi", "tanpi") and x % 2 == 1) or (_plain(function) == "cospi" and abs(x) % 2 == 0.5)
    return (-found[0],) if is_other else found


def atanpi_unsigned(function: Function, form: FloatFormat, *operands: float, original: Value = value_of) -> Results:
    found = original(function, form, *operands)
    return (0.0,) if _plain(function) == "atanpi" and found[0] == 0 else found


def by_magnitude(value: int | float, target: Scalar, mode: str, saturate: bool, original: Converted = converted) -> int | float:
    if target.is_float or value >= 0:
        return original(value, target, mode, saturate)
    return original(value, target, {"_rtp": "_rtn", "_rtn": "_rtp"}.get(mode, mode), saturate)


def through_double(value: int | float, target: Scalar, mode: str, saturate: bool, original: Converted = converted) -> int | float:
    return original(float(value), target, mode, saturate) if target.is_float else original(value, target, mode, saturate)


def lgamma_r_signed(function: Function, form: FloatFormat, *operands: float, original: Value = value_of) -> Results:
    """A sign at poles and zeros, where 0 is to be stored."""
    found, x = original(function, form, *operands), operands[0]
    if _plain(function) != "lgamma_r" or found[1] != 0:
        return found
    return found[0], -1 if x == 0 and math.copysign(1, x) < 0 else 1


def lgamma_r_of_gamma(function: Function, form: FloatFormat, *operands: float, original: Value = value_of) -> Results:
    """The sign that the gamma function has as a double: 1 where that is 0, a NaN or infinite, but of -0."""
    found, x = original(function, form, *operands), operands[0]
    if _plain(function) != "lgamma_r" or not math.isfinite(x):
        return found
    is_pole = x < 0 and x == math.floor(x)
    is_negative = math.copysign(1, x) < 0 if x > -1 else not is_pole and math.gamma(x) < 0
    return found[0], -1 if is_negative else 1


def lgamma_of_infinity(function: Function, form: FloatFormat, *operands: float, original: Value = value_of) -> Results:
    found = original(function, form, *operands)
    return (-math.inf, *found[1:]) if _plain(function) in ("lgamma", "lgamma_r") and operands[0] == -math.inf else found


Around = Callable[[FloatFormat, Exact, float, bool], allowed.Choices]


def _less_precise(times: int) -> Around:
    """More ulp than are allowed, of functions that need not be exact."""

    def around(form: FloatFormat, value: Exact, ulps: float, strict: bool, original: Around = allowed.around) -> allowed.Choices:
        return original(form, value, times * ulps, strict)

    return around


OFF = 2.0**-6  # more than what a reduction of another component's angle does to a small one


_OF_ANGLES = {"sin": (math.sin,), "cos": (math.cos,), "tan": (math.tan,), "sincos": (math.sin, math.cos)}
Chosen = Callable[[Function, FloatFormat, tuple[float, ...], bool], list[allowed.Choices]]


def angles_off(function: Function, form: FloatFormat, operands: tuple[float, ...], strict: bool, original: Chosen = allowed._choices_of) -> list[allowed.Choices]:
    """As of vectors that reduce all angles as the largest one needs."""
    exact = _OF_ANGLES.get(_plain(function))
    if not exact or not math.isfinite(operands[0]):
        return original(function, form, operands, strict)
    return [[(one(operands[0]) - OFF, one(operands[0]) + OFF)] for one in exact]


_OF_HALF_TURNS = {"sinpi": math.sin, "cospi": math.cos, "tanpi": math.tan}
PI_ULPS = 2  # of a double, that libraries of the host differ by


def by_product(function: Function, form: FloatFormat, operands: tuple[float, ...], strict: bool, original: Chosen = allowed._choices_of) -> list[allowed.Choices]:
    """The function of the product with a double that is nearly pi."""
    of_angle = _OF_HALF_TURNS.get(_plain(function))
    if not of_angle or not math.isfinite(operands[0] * math.pi):
        return original(function, form, operands, strict)
    value = of_angle(operands[0] * math.pi)
    off = PI_ULPS * math.ulp(value)
    low, high = (float(form.scalar.dtype.type(end)) for end in (value - off, value + off))
    return [[(low, high)]]


LOW = 8  # what three bits hold, so that what rounds up to it is none of them


def three_bits(function: Function, form: FloatFormat, operands: tuple[float, ...], strict: bool, original: Chosen = allowed._choices_of) -> list[allowed.Choices]:
    """remquo's quotient as the host's C has it; nothing is stored where there is none."""
    found = original(function, form, operands, strict)
    if _plain(function) != "remquo":
        return found
    x, y = operands
    if not math.isfinite(x) or math.isnan(y) or y == 0:
        return [found[0], [(-(2.0**31), 2.0**31 - 1)]]
    whole = 0 if math.isinf(y) else round(abs(Fraction(x)) % (LOW * abs(Fraction(y))) / abs(Fraction(y)))
    bits = float(-whole if math.copysign(1, x) != math.copysign(1, y) else whole)
    return [found[0], [(bits, bits)]]


def by_logarithm(function: Function, form: FloatFormat, operands: tuple[float, ...], strict: bool, original: Chosen = allowed._choices_of) -> list[allowed.Choices]:
    """tgamma as the exponential of lgamma of the magnitude: infinite at -0, and where its reciprocal overflows below it."""
    found, x = original(function, form, operands, strict), operands[0]
    if _plain(function) != "tgamma" or not math.isfinite(x) or (x < 0 and x == math.floor(x)):
        return found
    (value,) = value_of(function, form, x)
    if x == 0 or (x < 0 and abs(float(value)) < math.pi / float(form.largest)):
        return [[(math.inf, math.inf)]]
    return [allowed.around(form, value, LOSSES * function.ulps(form.scalar.name), strict)]


LOSSES = 100  # of what is allowed
Integers = Callable[[Case, OfIntegers], Call]


def _mad_sat(compute: Callable[[Scalar, int, int, int], int]) -> Integers:
    """Longs by a wrong rule: what is narrower is computed in more bits."""

    def call(case: Case, function: OfIntegers, original: Integers = integer._function_call) -> Call:
        is_wrong = function.name == "mad_sat" and case.values[1] == "long"
        return original(case, dataclasses.replace(function, compute=compute) if is_wrong else function)

    return call


def sum_wraps(t: Scalar, a: int, b: int, c: int) -> int:
    return t.wrapped(a * b + c) if t.saturated(a * b) == a * b else t.saturated(a * b + c)


def low_half_is_signed(t: Scalar, a: int, b: int, c: int) -> int:
    return t.wrapped(a * b + c) if a * b >> t.bits == 0 else t.saturated(a * b + c)


def high_half_decides(t: Scalar, a: int, b: int, c: int) -> int:
    high = a * b >> t.bits
    return t.saturated(t.wrapped(a * b) + c) if high == 0 else t.most if high > 0 else t.least


def sign_of_zero(zero: float, case: Case, original: Callable[[Case], Call] = maths._call) -> Call:
    call = original(case)
    if case.values[0] != "sign":
        return call
    lanes = [lane if x else zero for x, lane in zip(call.operands[0].lanes, call.result.lanes)]
    return dataclasses.replace(call, result=dataclasses.replace(call.result, lanes=lanes))


DEVIATIONS = (
    Deviation("fract of -0 and of -infinity is 0", "7.5.1", allowed, "value_of", fract_unsigned, families=("ulps",)),
    Deviation("fract of -0 is 0, and that of infinities the largest number below 1", "7.5.1", allowed, "value_of", partial(fract_unsigned, of_infinity=1.0),
              families=("ulps",)),
    Deviation("zeros of sinpi, cospi and tanpi at the end of a half turn have the other sign", "7.5.1", allowed, "value_of", signs_of_quadrants, families=("ulps",)),
    Deviation("atanpi of -0 is 0", "7.5.1", allowed, "value_of", atanpi_unsigned, families=("ulps",)),
    Deviation("lgamma_r stores 1 or -1 at poles and zeros", "7.5.1", allowed, "value_of", lgamma_r_signed, families=("ulps",)),
    Deviation("four times as many ulp as are allowed", "7.4", allowed, "around", _less_precise(4), families=("ulps",)),
    Deviation("a hundred times as many ulp as are allowed", "7.4", allowed, "around", _less_precise(100), families=("ulps",)),
    Deviation("sines, cosines and tangents are up to 1/64 off", "7.4", allowed, "_choices_of", angles_off, families=("ulps",)),
    Deviation("sinpi, cospi and tanpi are of the product with a double of pi", "7.4", allowed, "_choices_of", by_product, families=("ulps",)),
    Deviation("remquo stores three bits of the quotient, and none where there is none", "6.12.2", allowed, "_choices_of", three_bits, families=("ulps",)),
    Deviation("tgamma is the exponential of lgamma", "7.4", allowed, "_choices_of", by_logarithm, families=("ulps",)),
    Deviation("lgamma_r stores the sign of the gamma function of doubles", "7.5.1", allowed, "value_of", lgamma_r_of_gamma, families=("ulps",)),
    Deviation("lgamma of -infinity is -infinity", "7.5.1", allowed, "value_of", lgamma_of_infinity, families=("ulps",)),
    Deviation("up is away from zero, and down towards it", "6.2.3.2", convert, "convert", by_magnitude, families=("convert",)),
    Deviation("converted to double first", "6.2.3.3", convert, "convert", through_double, families=("convert",)),
    Deviation("mad_sat of longs: the sum wraps around", "6.12.3", integer, "_function_call", _mad_sat(sum_wraps), families=("integer",)),
    Deviation("mad_sat of longs: the higher half of the product decides alone", "6.12.3", integer, "_function_call", _mad_sat(high_half_decides), families=("integer",)),
    Deviation("mad_sat of longs: a product without a higher half is taken for signed", "6.12.3", integer, "_function_call", _mad_sat(low_half_is_signed),
              families=("integer",)),
    Deviation("sign of zeros is 0", "6.12.4", maths, "_call", partial(sign_of_zero, 0.0), families=("maths",)),
    Deviation("sign of zeros is -0", "6.12.4", maths, "_call", partial(sign_of_zero, -0.0), families=("maths",)),
)  # fmt: skip
FAMILIES = sorted({family for one in DEVIATIONS for family in one.families})
