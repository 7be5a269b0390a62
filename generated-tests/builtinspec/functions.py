# SPDX-License-Identifier: MIT
"""The table of mathematical functions: what each takes and returns, its value, and its bound in ulps (OpenCL
1.2, 7.4, of float and double; the table of cl_khr_fp16, of half)."""

import dataclasses
import math
from collections.abc import Callable, Iterator
from typing import Any

from . import elementary, exact, powers
from .elementary import Exact
from .floats import FloatFormat

Bounds = tuple[float, float, float]  # ulps of float, double and half; 0: rounded to the nearest number
ROUNDED: Bounds = (0, 0, 0)
ANY: Bounds = (math.inf, math.inf, math.inf)
Span = tuple[float, float]
Value = Exact | int | tuple[Exact | int, ...]
_COLUMN = {"float": 0, "double": 1, "half": 2}


@dataclasses.dataclass(frozen=True)
class Function:
    """A function. An operand of kind x is of the type, n an int, s a scalar of the type beside vectors, u a
    whole number of the type's size; a result r, i an int, or several."""

    name: str  # of tests
    operands: str
    results: str
    bounds: Bounds
    spans: tuple[Span, ...]  # where operands usually are
    value: Callable[..., Value]  # of the format, and the operands
    call: str  # in OpenCL C, of a, b, c and, of a second result, the pointer p
    types: tuple[str, ...] = ("float", "double", "half")
    space: str = "private"  # that p points to

    def ulps(self, scalar: str) -> float:
        return self.bounds[_COLUMN[scalar]]


def _free(value: Callable[..., Value]) -> Callable[..., Value]:
    """Of a value that does not depend on the format."""
    return lambda form, *operands: value(*operands)


def _called(name: str, operands: int, pointer: bool = False) -> str:
    letters = ["a", "b", "c"][:operands] + ["p"] * pointer
    return f"{name}({', '.join(letters)})"


_UNIT: Span = (-1, 1)
# Name: bounds, and where operands usually are.
_ONE: dict[str, tuple[Bounds, Span]] = {
    "acos": ((4, 4, 2), _UNIT),
    "acosh": ((4, 4, 2), (1, 60)),
    "acospi": ((5, 5, 2), _UNIT),
    "asin": ((4, 4, 2), _UNIT),
    "asinh": ((4, 4, 2), (-50, 50)),
    "asinpi": ((5, 5, 2), _UNIT),
    "atan": ((5, 5, 2), (-10, 10)),
    "atanh": ((5, 5, 2), _UNIT),
    "atanpi": ((5, 5, 2), (-10, 10)),
    "cbrt": ((2, 2, 2), (-100, 100)),
    "ceil": (ROUNDED, (-10, 10)),
    "cos": ((4, 4, 2), (-20, 20)),
    "cosh": ((4, 4, 2), (-10, 10)),
    "cospi": ((4, 4, 2), (-10, 10)),
    "erf": ((16, 16, 4), (-3, 3)),
    "erfc": ((16, 16, 4), (-3, 5)),
    "exp": ((3, 3, 2), (-10, 10)),
    "exp10": ((3, 3, 2), (-4, 4)),
    "exp2": ((3, 3, 2), (-14, 14)),
    "expm1": ((3, 3, 2), (-5, 5)),
    "fabs": (ROUNDED, (-100, 100)),
    "floor": (ROUNDED, (-10, 10)),
    "log": ((3, 3, 2), (0, 50)),
    "log10": ((3, 3, 2), (0, 2000)),
    "log1p": ((2, 2, 2), (-1, 20)),
    "log2": ((3, 3, 2), (0, 100)),
    "logb": (ROUNDED, (-1000, 1000)),
    "rint": (ROUNDED, (-10, 10)),
    "round": (ROUNDED, (-10, 10)),
    "rsqrt": ((2, 2, 1), (0, 100)),
    "sin": ((4, 4, 2), (-20, 20)),
    "sinh": ((4, 4, 2), (-10, 10)),
    "sinpi": ((4, 4, 2), (-10, 10)),
    "sqrt": ((3, 0, 0), (0, 100)),
    "tan": ((5, 5, 2), (-20, 20)),
    "tanh": ((5, 5, 2), (-4, 4)),
    "tanpi": ((6, 6, 2), (-10, 10)),
    "tgamma": ((16, 16, 4), (-5, 8)),
    "trunc": (ROUNDED, (-10, 10)),
}
_WIDE: Span = (-100, 100)
# Name: operands, bounds, where they usually are, and the value of the format and the operands.
_MORE: dict[str, tuple[str, Bounds, tuple[Span, ...], Callable[..., Value]]] = {
    "atan2": ("xx", (6, 6, 2), (_WIDE, _WIDE), _free(powers.atan2)),
    "atan2pi": ("xx", (6, 6, 2), (_WIDE, _WIDE), _free(powers.atan2pi)),
    "copysign": ("xx", ROUNDED, (_WIDE, _WIDE), _free(math.copysign)),
    "fdim": ("xx", ROUNDED, (_WIDE, _WIDE), _free(exact.fdim)),
    "fma": ("xxx", ROUNDED, (_WIDE, _WIDE, _WIDE), _free(exact.fma)),
    "fmax": ("xx", ROUNDED, (_WIDE, _WIDE), _free(exact.fmax)),
    "fmin": ("xx", ROUNDED, (_WIDE, _WIDE), _free(exact.fmin)),
    "fmod": ("xx", ROUNDED, (_WIDE, (-9, 9)), _free(exact.fmod)),
    "hypot": ("xx", (4, 4, 2), (_WIDE, _WIDE), _free(powers.hypot)),
    "ldexp": ("xn", ROUNDED, (_WIDE, (-20, 20)), _free(exact.ldexp)),
    "maxmag": ("xx", ROUNDED, (_WIDE, _WIDE), _free(exact.maxmag)),
    "minmag": ("xx", ROUNDED, (_WIDE, _WIDE), _free(exact.minmag)),
    "nextafter": ("xx", ROUNDED, (_WIDE, _WIDE), exact.nextafter),
    "pow": ("xx", (16, 16, 4), ((0, 10), (-4, 4)), _free(powers.pow_)),
    "pown": ("xn", (16, 16, 4), ((-4, 4), (-6, 6)), _free(powers.pown)),
    "powr": ("xx", (16, 16, 4), ((0, 10), (-4, 4)), _free(powers.powr)),
    "remainder": ("xx", ROUNDED, (_WIDE, (-9, 9)), _free(exact.remainder)),
    "rootn": ("xn", (16, 16, 4), ((0, 100), (-9, 9)), _free(powers.rootn)),
}
_SCALAR = {"fmax": "xs", "fmin": "xs", "ldexp": "xm"}  # that take a scalar beside a vector
_OPERATORS: dict[str, tuple[str, Bounds, Callable[..., Exact]]] = {
    "add": ("a + b", ROUNDED, exact.add),
    "subtract": ("a - b", ROUNDED, exact.subtract),
    "multiply": ("a * b", ROUNDED, exact.multiply),
    "divide": ("a / b", (2.5, 0, 0), exact.divide),
}


def _ilogb(x: float) -> int:
    """FP_ILOGB0 and FP_ILOGBNAN stand for themselves: suites.ulps knows what they may be."""
    found = exact.logb(x)
    if isinstance(found, float) and math.isinf(found):
        return exact.INT_MIN if found < 0 else exact.INT_MAX
    return exact.INT_MIN if isinstance(found, float) and math.isnan(found) else int(found)


def _lgamma_r(x: float) -> Value:
    """Any value, but where 7.5.1 and F.9.5.3 have one; and the sign of the gamma function, 0 at its poles."""
    if math.isnan(x):
        return math.nan, 0
    if math.isinf(x):
        return math.inf, 1
    if x <= 0 and x == math.floor(x):
        return math.inf, 0
    sign = -1 if x < 0 and math.floor(x) % 2 else 1
    return (0.0 if x in (1, 2) else elementary.fraction(elementary.context.mpf(1))), sign


def _remquo(x: float, y: float) -> Value:
    return exact.remainder(x, y), exact.quotient_bits(x, y)


def _sincos(x: float) -> Value:
    return elementary.ONE["sin"](x), elementary.ONE["cos"](x)


# Name: operands, results, bounds, where operands usually are, value.
_TWO_RESULTS: dict[str, tuple[str, str, Bounds, tuple[Span, ...], Callable[..., Value]]] = {
    "fract": ("x", "rr", ROUNDED, ((-10, 10),), exact.fract),
    "frexp": ("x", "ri", ROUNDED, (_WIDE,), _free(exact.frexp)),
    "modf": ("x", "rr", ROUNDED, ((-10, 10),), _free(exact.modf)),
    "remquo": ("xx", "ri", ROUNDED, (_WIDE, (-9, 9)), _free(_remquo)),
    "sincos": ("x", "rr", (4, 4, 2), ((-20, 20),), _free(_sincos)),
}
SPACES = ("private", "local", "global")
_HALF_BOUND: Bounds = (8192, 8192, 8192)
_POSITIVE: Span = (0, 60)
_HALF = {
    "cos": _WIDE, "exp": (-10, 10), "exp2": (-14, 14), "exp10": (-4, 4), "log": _POSITIVE, "log2": _POSITIVE,
    "log10": _POSITIVE, "rsqrt": _POSITIVE, "sin": _WIDE, "sqrt": _POSITIVE, "tan": _WIDE,
}  # fmt: skip


def _functions() -> Iterator[Function]:
    for name, (bounds, span) in _ONE.items():
        value = (exact.ONE | elementary.ONE)[name]
        yield Function(name, "x", "r", bounds, (span,), _free(value), _called(name, 1))
    for name, (operands, bounds, spans, of_format) in _MORE.items():
        yield Function(name, operands, "r", bounds, spans, of_format, _called(name, len(operands)))
    for name, operands in _SCALAR.items():
        _, bounds, spans, of_format = _MORE[name]
        yield Function(f"{name}-scalar", operands, "r", bounds, spans, of_format, _called(name, 2))
    for name, (text, bounds, of_two) in _OPERATORS.items():
        yield Function(name, "xx", "r", bounds, (_WIDE, _WIDE), _free(of_two), text)
    yield Function("reciprocal", "x", "r", (2.5, 0, 0), (_WIDE,), _free(lambda x: exact.divide(1.0, x)), "(T)(1) / a")
    yield Function("ilogb", "x", "i", ROUNDED, ((-1000, 1000),), _free(_ilogb), "ilogb(a)")
    yield Function("nan", "u", "r", ROUNDED, ((0, 1000),), _free(lambda _: math.nan), "nan(a)")
    yield from _pointing()
    yield from _half()


def _pointing() -> Iterator[Function]:
    for space in SPACES:
        for name, (operands, results, bounds, spans, value) in _TWO_RESULTS.items():
            call = _called(name, len(operands), True)
            yield Function(f"{name}-{space}", operands, results, bounds, spans, value, call, space=space)
        yield Function(f"lgamma_r-{space}", "x", "ri", ANY, ((-9, 9),), _free(_lgamma_r), "lgamma_r(a, p)", space=space)
    of_one = _free(lambda x: _lgamma_r(x)[0])  # type: ignore[index]
    yield Function("lgamma", "x", "r", ANY, ((-9, 9),), of_one, "lgamma(a)")


def _half() -> Iterator[Function]:
    """half_ functions, of float; what native_ functions give is for a device to say."""
    more: dict[str, Any] = {"types": ("float",)}
    for name, span in _HALF.items():
        call = _called(f"half_{name}", 1)
        yield Function(f"half_{name}", "x", "r", _HALF_BOUND, (span,), _free(elementary.ONE[name]), call, **more)
    spans = ((1, 60), (1, 60))
    yield Function("half_divide", "xx", "r", _HALF_BOUND, spans, _free(exact.divide), "half_divide(a, b)", **more)
    yield Function("half_powr", "xx", "r", _HALF_BOUND, ((0, 9), (-3, 3)), _free(powers.powr), "half_powr(a, b)", **more)
    yield Function(
        "half_recip", "x", "r", _HALF_BOUND, (_POSITIVE,), _free(lambda x: exact.divide(1.0, x)), "half_recip(a)", **more
    )


FUNCTIONS = {function.name: function for function in _functions()}


def value_of(function: Function, form: FloatFormat, *operands: float) -> tuple[Exact | int, ...]:
    """All results, before they are rounded."""
    found = function.value(form, *operands)
    return found if isinstance(found, tuple) else (found,)
