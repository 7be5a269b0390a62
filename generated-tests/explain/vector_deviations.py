# SPDX-License-Identifier: MIT
"""Wrong rules of built-in functions in which components of a vector meet: builtin_deviations.py has those of single numbers."""

import math
from collections.abc import Callable, Sequence

from builtinspec.allowed import ANYTHING, Choices, choices
from builtinspec.floats import FLOAT_FORMATS, FloatFormat
from builtinspec.functions import FUNCTIONS, Function
from suites import ulps
from testgen.model import Case, Test

from .deviation import Deviation

Lane = list[Choices]  # of each result
Operands = tuple[float, ...]
OfVector = Callable[[Function, FloatFormat, Sequence[Operands], Sequence[Lane], bool], list[Lane]]


def _by_vectors(of_vector: OfVector, reaches: Callable[[Case], bool]) -> Callable[[Case, bool], Test]:
    """A test whose results are found anew, a vector at a time."""

    def test(case: Case, strict: bool, original: Callable[[Case, bool], Test] = ulps._test) -> Test:
        right, width = ulps._results, int(case.values[2])

        def results(name: str, scalar: str, *more: object) -> tuple[list[ulps.Column], list[Lane]]:
            columns, lanes = right(name, scalar, *more)
            operands = list(zip(*columns))
            vectors = [slice(first, first + width) for first in range(0, len(lanes), width)]
            function, form = FUNCTIONS[name], FLOAT_FORMATS[scalar]
            return columns, [lane for of in vectors for lane in of_vector(function, form, operands[of], lanes[of], strict)]

        try:
            vars(ulps)["_results"] = results if reaches(case) else right
            return original(case, strict)
        finally:
            vars(ulps)["_results"] = right

    return test


def exponents_from_behind(function: Function, form: FloatFormat, operands: Sequence[Operands], lanes: Sequence[Lane], strict: bool) -> list[Lane]:
    """A scalar is read as if it were a vector: all but its first component are whatever lies behind it."""
    return [lanes[0], *([ANYTHING] for _ in lanes[1:])]


def sign_as_comparison(function: Function, form: FloatFormat, operands: Sequence[Operands], lanes: Sequence[Lane], strict: bool) -> list[Lane]:
    """lgamma_r's is whether the gamma function is negative, as a comparison says it: -1 in vectors. Of a pole it is that of numbers next to it, away from 0."""
    yes, found = (1.0 if len(lanes) == 1 else -1.0), []
    for (x,), lane in zip(operands, lanes):
        is_negative = math.isfinite(x) and math.copysign(1, x) < 0 and math.floor(abs(x)) % 2 == 0
        found.append([lane[0], [(yes, yes) if is_negative else (0.0, 0.0)] if math.isfinite(x) else lane[1]])
    return found


PARTS = 8  # doubles of a register
LEAST, LOWEST, BEYOND, LIFT = 2.0**-1022, -1022, 1025, 63  # the least normal number, exponents of zeros and of infinities by their bits, and what lifts denormals


def _chosen(told: Sequence[bool]) -> list[bool]:
    """Components take the answer of another: that of twice their number, and "no" where there is none."""
    return [told[2 * n] if 2 * n < len(told) else False for n in range(len(told))]


def _exponents(values: Sequence[float]) -> list[int]:
    """frexp's of a register, which chooses by answers of others what denormals, zeros, infinities and NaN need."""
    lifted = [value * 2.0**LIFT if abs(value) < LEAST else value for value in values]
    by_bits = [LOWEST if x == 0 else math.frexp(x)[1] if math.isfinite(x) else BEYOND for x in lifted]
    is_small, is_zero = _chosen([abs(value) < LEAST for value in values]), _chosen([value == 0 for value in values])
    has_none = _chosen([not math.isfinite(value) for value in values])
    return [0 if zero or none else bits - LIFT * small for bits, small, zero, none in zip(by_bits, is_small, is_zero, has_none)]


def _moved(values: Sequence[float]) -> list[float]:
    """Numbers that have these exponents."""
    found = []
    for first in range(0, len(values), PARTS):
        some = values[first : first + PARTS]
        off = [wrong - math.frexp(x)[1] if x and math.isfinite(x) else 0 for x, wrong in zip(some, _exponents(some))]
        found += [math.ldexp(x, one) for x, one in zip(some, off)]
    return found


def exponents_of_others(function: Function, form: FloatFormat, operands: Sequence[Operands], lanes: Sequence[Lane], strict: bool) -> list[Lane]:
    """frexp, and what takes numbers apart by it: fmod and remainders both operands, powers the first."""
    name = function.name.partition("-")[0]
    columns = list(zip(*operands))
    if name == "frexp":
        parts = [columns[0][first : first + PARTS] for first in range(0, len(lanes), PARTS)]
        wrong = [exponent for part in parts for exponent in _exponents(part)]
        return [[lane[0], [(float(exponent), float(exponent))]] for lane, exponent in zip(lanes, wrong)]
    has_both = name in _REMAINDERS
    moved = list(zip(_moved(columns[0]), _moved(columns[1]) if has_both else columns[1]))
    found = []
    for given, lane, instead in zip(operands, lanes, moved):
        is_lost = not has_both and given[0] != 0 == instead[0]  # an exponent that no double has
        is_small = has_both and not abs(given[0]) > abs(given[1])
        found.append([ANYTHING] if is_lost else lane if is_small or instead == given else choices(function, form, instead, strict))
    return found


_REMAINDERS = ("fmod", "remainder", "remquo")
_BY_FREXP = ("frexp", *_REMAINDERS, "pow", "pown", "powr", "rootn")


def _is_of_registers(case: Case) -> bool:
    name, scalar, width, _ = case.values
    return name.partition("-")[0] in _BY_FREXP and scalar == "double" and int(width) >= PARTS


DEVIATIONS = (
    Deviation("ldexp of a vector by a scalar takes exponents from behind it", "6.12.2", ulps, "_test",
              _by_vectors(exponents_from_behind, lambda case: case.values[0] == "ldexp-scalar"), families=("ulps",)),
    Deviation("lgamma_r stores whether the sign is negative", "6.12.2", ulps, "_test",
              _by_vectors(sign_as_comparison, lambda case: case.values[0].startswith("lgamma_r")), families=("ulps",)),
    Deviation("exponents of eight doubles are chosen by other components", "6.12.2", ulps, "_test", _by_vectors(exponents_of_others, _is_of_registers), families=("ulps",)),
)  # fmt: skip
