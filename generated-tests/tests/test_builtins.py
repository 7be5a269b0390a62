# SPDX-License-Identifier: MIT
"""Built-in functions: cases worked out from the specification's text, and properties."""

import math
from fractions import Fraction

import numpy as np
import pytest

from builtinspec.conversion import convert, in_range, rounded_to_float, rounded_to_integer
from builtinspec.integers import FUNCTIONS, upsample
from builtinspec.relations import RELATIONS, truth
from builtinspec.scalars import (
    DOUBLE, INTEGERS, LANES, SCALARS, float_operands, integer_operands, sized,
)  # fmt: skip
from suites import convert as convert_suite
from suites import vectors

BY_NAME = {function.name: function for function in FUNCTIONS}
INT, UINT, CHAR, UCHAR, LONG = (SCALARS[n] for n in ("int", "uint", "char", "uchar", "long"))


@pytest.mark.parametrize(
    "value, rte, rtz, rtp, rtn",
    [(2.5, 2, 2, 3, 2), (-2.5, -2, -2, -2, -3), (3.5, 4, 3, 4, 3), (-0.25, 0, 0, 0, -1)],
)
def test_rounding_to_integers(value, rte, rtz, rtp, rtn):
    """6.2.3.2; without a mode, towards zero."""
    modes = ("_rte", "_rtz", "_rtp", "_rtn", "")
    assert [rounded_to_integer(value, m) for m in modes] == [rte, rtz, rtp, rtn, rtz]


@pytest.mark.parametrize(
    "value, rte, rtz, rtp, rtn",
    [
        (2**24 + 1, 2**24, 2**24, 2**24 + 2, 2**24),
        (2**24 + 3, 2**24 + 4, 2**24 + 2, 2**24 + 4, 2**24 + 2),
        (-(2**24) - 1, -(2**24), -(2**24), -(2**24), -(2**24) - 2),
        (2**64 - 1, 2**64, 2**64 - 2**40, 2**64, 2**64 - 2**40),
        (2**53 + 2**29 + 1, 2**53 + 2**30, 2**53, 2**53 + 2**30, 2**53),  # not twice rounded
    ],
)
def test_rounding_to_floats(value, rte, rtz, rtp, rtn):
    modes = ("_rte", "_rtz", "_rtp", "_rtn", "")
    found = [rounded_to_float(value, m, np.float32) for m in modes]
    assert found == [rte, rtz, rtp, rtn, rte]


@pytest.mark.parametrize(
    "value, rte, rtz, rtp, rtn",
    [
        (2**53 + 1, 2**53, 2**53, 2**53 + 2, 2**53),
        (2**63 - 1, 2**63, 2**63 - 2**10, 2**63, 2**63 - 2**10),
        (-(2**63) + 1, -(2**63), -(2**63) + 2**10, -(2**63) + 2**10, -(2**63)),
    ],
)
def test_rounding_to_doubles(value, rte, rtz, rtp, rtn):
    found = [rounded_to_float(value, m, np.float64) for m in ("_rte", "_rtz", "_rtp", "_rtn")]
    assert found == [rte, rtz, rtp, rtn]


@pytest.mark.parametrize("name", ("int", "uint", "long", "ulong"))
@pytest.mark.parametrize("real, digits", ((SCALARS["float"], 24), (DOUBLE, 53)))
def test_operands_hold_what_rounds_wrongly(name, real, digits):
    """Ends of the types, what is half way between floats, and the largest float in range."""
    scalar = INTEGERS[name]
    bits = scalar.most.bit_length()
    from_integer = convert_suite._operands(scalar, real, "_rtz", False)
    assert {scalar.least, scalar.most, 0} <= set(from_integer)
    if bits > digits:
        assert 2 ** (bits - 1) + 2 ** (bits - 1 - digits) in from_integer
    largest = 2.0**bits - 2.0 ** (bits - digits)
    saturated = convert_suite._operands(real, scalar, "_rtz", True)
    assert {largest, 2.0**bits, -(2.0**bits), math.inf, -math.inf} <= set(saturated)
    defined = convert_suite._operands(real, scalar, "_rtz", False)
    assert largest in defined and 2.0**bits not in defined


@pytest.mark.parametrize(
    "value, rte, rtz, rtp, rtn",
    [
        (65520.0, math.inf, 65504, math.inf, 65504), (-1e10, -math.inf, -65504, -65504, -math.inf),
        (2.0**-26, 0, 0, 2.0**-24, 0), (-(2.0**-26), 0, 0, 0, -(2.0**-24)),
        (3 * 2.0**-25, 2.0**-23, 2.0**-24, 2.0**-23, 2.0**-24),
    ],
)  # fmt: skip
def test_rounding_to_halves(value, rte, rtz, rtp, rtn):
    found = [rounded_to_float(value, m, np.float16) for m in ("_rte", "_rtz", "_rtp", "_rtn")]
    assert found == [rte, rtz, rtp, rtn]


def test_directed_roundings_enclose_the_number():
    for value in integer_operands(LONG, "enclosed"):
        below, above = (rounded_to_float(value, m, np.float32) for m in ("_rtn", "_rtp"))
        assert Fraction(below) <= value <= Fraction(above)
        assert rounded_to_float(value, "", np.float32) in (below, above)
        assert rounded_to_float(value, "", np.float32) == float(np.float32(value))


def test_saturation_and_range():
    assert convert(300, UCHAR, "", True) == 255 and convert(-5, UCHAR, "", True) == 0
    assert convert(-math.inf, CHAR, "", True) == -128 and convert(1e20, INT, "_rtp", True) == INT.most
    assert in_range(127.9, "", CHAR) and not in_range(127.9, "_rte", CHAR)
    assert not in_range(math.inf, "", INT) and not in_range(-1, "", UINT)


@pytest.mark.parametrize(
    "name, scalar, operands, result",
    [
        ("abs", CHAR, (-128,), 128), ("abs_diff", INT, (INT.least, INT.most), 2**32 - 1),
        ("add_sat", CHAR, (100, 100), 127), ("sub_sat", UCHAR, (3, 5), 0),
        ("hadd", CHAR, (-3, 0), -2), ("rhadd", CHAR, (-3, 0), -1), ("hadd", UCHAR, (255, 254), 254),
        ("clz", INT, (0,), 32), ("clz", CHAR, (-1,), 0), ("clz", CHAR, (1,), 7),
        ("popcount", CHAR, (-1,), 8), ("mul_hi", CHAR, (-128, 127), -64),
        ("mul_hi", UCHAR, (255, 255), 254), ("mad_hi", CHAR, (127, 127, 100), -93),
        ("mad_sat", CHAR, (-128, -128, -128), 127), ("rotate", UCHAR, (0x81, 1), 3),
        ("rotate", CHAR, (1, -1), -128), ("mul24", INT, (2**22, 2**11), 0),
        ("mul24", INT, (2**23, 1), None), ("clamp", INT, (5, 9, 1), None),
        ("mad_sat", LONG, (1, LONG.most, LONG.least), -1),
    ],
)  # fmt: skip
def test_integer_functions(name, scalar, operands, result):
    assert BY_NAME[name].compute(scalar, *operands) == result


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_results_fit_their_type(function):
    for name in function.types:
        scalar = INTEGERS[name]
        columns = [integer_operands(scalar, n) for n in range(function.operands)]
        target = function.result(scalar)
        for operands in zip(*columns):
            result = function.compute(scalar, *operands)
            assert result is None or target.least <= result <= target.most


def test_upsample():
    assert upsample(sized(16, True), -1, 0xFE) == -2
    assert upsample(sized(16, False), 0x12, 0x34) == 0x1234


def test_relations():
    """6.12.6: comparisons with NaN are false, but for isnotequal and isunordered."""
    with_nan = {r.name: r.holds(1.0, math.nan) for r in RELATIONS if r.operands == 2}
    assert [name for name, holds in with_nan.items() if holds] == ["isnotequal", "isunordered"]
    of_zero = {r.name: r.holds(-0.0) for r in RELATIONS if r.operands == 1}
    assert [name for name, holds in of_zero.items() if holds] == ["isfinite", "signbit"]
    assert (truth(True, 1), truth(True, 2), truth(False, 4)) == (1, -1, 0)


def test_operands():
    """As many as every vector width divides, with the ends of the types among them."""
    for scalar in INTEGERS.values():
        found = integer_operands(scalar, "operands")
        assert len(found) == LANES and all(scalar.least <= v <= scalar.most for v in found)
    found = float_operands("operands")
    assert len(found) == LANES and math.inf in found and any(map(math.isnan, found))
    assert all(v == 0 or math.isnan(v) or abs(v) >= 2.0**-126 for v in found)


def test_the_fourth_element_of_a_stored_half3_is_not_compared():
    """6.12.7: vstorea_half3 writes a half3, which has the size of four halves (6.1.5); vstore_half3
    writes three halves."""
    lines = {
        case.name: vectors.build([case], False).tests[0].lines[3]
        for case in vectors.cases()
        if case.name in ("vstorea_half3", "vstore_half3", "vstorea_half4")
    }
    assert lines["vstorea_half3"].startswith("arg_out: 0 buffer half3[7] ")
    assert lines["vstore_half3"].startswith("arg_out: 0 buffer half[19] ")
    assert lines["vstorea_half4"].startswith("arg_out: 0 buffer half[25] ")
