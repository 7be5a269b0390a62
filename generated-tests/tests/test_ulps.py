# SPDX-License-Identifier: MIT
"""What mathematical functions may return, against values worked out by hand and sentences of the specification."""

import math
from fractions import Fraction

import numpy as np
import pytest

from builtinspec import floats
from builtinspec.allowed import choices
from builtinspec.floats import FLOAT_FORMATS, nearest, ulp, within
from builtinspec.functions import FUNCTIONS, value_of
from suites import ulps

FLOAT, DOUBLE, HALF = FLOAT_FORMATS["float"], FLOAT_FORMATS["double"], FLOAT_FORMATS["half"]
TINY = 2.0**-149
INF, NAN = math.inf, math.nan


def bits(value):
    """A number with the sign of its zero, and NaN equal to itself."""
    return "nan" if math.isnan(value) else (value, math.copysign(1, value))


@pytest.mark.parametrize("form", FLOAT_FORMATS.values(), ids=list(FLOAT_FORMATS))
def test_rounding_is_numpys(form):
    """Of numbers that doubles can hold numpy rounds to the nearest, too."""
    rng = np.random.default_rng(3)
    numbers = np.ldexp(rng.uniform(-2, 2, 400), rng.integers(-30, 18, 400)).tolist() + [65519.99, 65520.0, 6e-8, 3e-8]
    with np.errstate(over="ignore"):
        expected = [float(form.scalar.dtype.type(x)) for x in numbers]
    assert [nearest(form, Fraction(x)) for x in numbers] == expected


def test_ulp_of_a_power_of_two_is_the_distance_below():
    assert ulp(FLOAT, Fraction(1)) == Fraction(2) ** -24
    assert ulp(FLOAT, Fraction(1) + Fraction(1, 1000)) == Fraction(2) ** -23
    assert ulp(FLOAT, Fraction(1, 1 << 160)) == Fraction(2) ** -149


def test_what_lies_within_two_ulps_of_a_third():
    low, high = within(FLOAT, Fraction(1, 3), 2)
    assert (low, high) == (0.3333333134651184 - 2 * 2.0**-25 + 2.0**-25, 0.3333333134651184 + 2 * 2.0**-25)


def test_infinity_is_near_to_the_largest_number():
    most = FLOAT.largest
    assert within(FLOAT, most, 1) == (float(most - ulp(FLOAT, most)), INF)
    assert within(FLOAT, most * 4, 2) == (INF, INF)
    assert floats.truncated(HALF, Fraction(70000)) == 65504.0


SPECIAL = [
    # ISO C99, annex F.9
    ("acos", (1.0,), 0.0), ("atan", (-0.0,), -0.0), ("acosh", (0.5,), NAN), ("atanh", (-1.0,), -INF),
    ("exp", (-INF,), 0.0), ("expm1", (-0.0,), -0.0), ("log1p", (-1.0,), -INF), ("logb", (-0.0,), -INF),
    ("hypot", (INF, NAN), INF), ("pow", (-1.0, INF), 1.0), ("pow", (1.0, NAN), 1.0), ("pow", (-0.0, -3.0), -INF),
    ("pow", (-0.0, -2.5), INF), ("pow", (-8.0, 1 / 3), NAN), ("pow", (-0.0, 0.5), 0.0),
    ("pow", (-INF, 0.5), INF), ("pow", (0.0, -INF), INF), ("pow", (-INF, -3.0), -0.0), ("pow", (NAN, 0.0), 1.0), ("tgamma", (-0.0,), -INF), ("tgamma", (-3.0,), NAN),
    ("rint", (-0.5,), -0.0), ("round", (-2.5,), -3.0), ("fmod", (-0.0, 2.0), -0.0), ("remainder", (5.0, 2.0), 1.0),
    ("fma", (0.0, INF, 1.0), NAN), ("fdim", (INF, INF), 0.0), ("fdim", (NAN, 0.0), NAN), ("sqrt", (-0.0,), -0.0),
    # OpenCL 1.2, 7.5.1
    ("acospi", (1.0,), 0.0), ("asinpi", (-0.0,), -0.0), ("atanpi", (INF,), 0.5), ("atan2pi", (0.0, -0.0), 1.0),
    ("atan2pi", (-0.0, -3.0), -1.0), ("atan2pi", (INF, -INF), 0.75), ("cospi", (2.5,), 0.0), ("exp10", (INF,), INF),
    ("sinpi", (-3.0,), -0.0), ("sinpi", (4.0,), 0.0), ("tanpi", (1.0,), -0.0), ("tanpi", (-1.0,), 0.0),
    ("tanpi", (0.5,), INF), ("tanpi", (1.5,), -INF), ("tanpi", (-0.5,), -INF), ("pown", (NAN, 0), 1.0),
    ("pown", (-0.0, -1), -INF), ("powr", (0.0, 0.0), NAN), ("powr", (INF, 0.0), NAN), ("powr", (1.0, INF), NAN),
    ("powr", (-0.0, -2.0), INF), ("powr", (-2.0, 2.0), NAN), ("rootn", (-0.0, -3), -INF), ("rootn", (-8.0, 2), NAN),
    ("rootn", (2.0, 0), NAN), ("rootn", (-0.0, 4), 0.0), ("nextafter", (-0.0, 1.0), TINY),
]  # fmt: skip


@pytest.mark.parametrize("name, operands, expected", SPECIAL)
def test_special_values(name, operands, expected):
    """Zeros with their signs, infinities and NaN are exact; of other numbers the bound holds."""
    ((low, high),) = choices(FUNCTIONS[name], FLOAT, operands, True)[0]
    if abs(expected) in (0.5, 0.75, 1.0):
        assert low <= expected <= high
    else:
        assert bits(low) == bits(expected) == bits(high)


TWO = [
    ("fract-private", (-2.0**-30,), (1.0 - 2.0**-24, -1.0)), ("fract-private", (-INF,), (-0.0, -INF)),
    ("modf-private", (-3.5,), (-0.5, -3.0)), ("frexp-private", (NAN,), (NAN, 0)), ("frexp-private", (8.0,), (0.5, 4)),
    ("remquo-private", (-513.0, 2.0), (-1.0, 0)), ("remquo-private", (-515.0, 2.0), (1.0, -2)), ("remquo-private", (1.0, 0.0), (NAN, 0)),
    ("lgamma_r-private", (-2.0,), (INF, 0)),
]  # fmt: skip


@pytest.mark.parametrize("name, operands, expected", TWO)
def test_two_results(name, operands, expected):
    """-513 / 2 is -256.5, which rounds to the even -256, whose last seven bits are 0."""
    found = [float(v) for v in value_of(FUNCTIONS[name], FLOAT, *operands)]
    assert [bits(v) for v in found] == [bits(float(v)) for v in expected]


def test_values_by_hand():
    sine, = value_of(FUNCTIONS["sin"], DOUBLE, 1e22)
    assert float(sine) == -0.8522008497671888  # whose argument takes 1,100 bits of pi to reduce
    gamma, = value_of(FUNCTIONS["tgamma"], DOUBLE, 0.5)
    assert float(gamma) == 1.772453850905516  # the root of pi, 1.77245385090551602729...
    cube, = value_of(FUNCTIONS["cbrt"], DOUBLE, -27.0)
    assert abs(cube + 3) < 1e-60


def test_denormal_operands_and_results_may_be_zeros():
    """7.5.3: any of the results with and without flushing, of operands and of the result."""
    loose = choices(FUNCTIONS["add"], FLOAT, (TINY, 1.0), False)[0]
    assert loose == [(1.0, 1.0)] * 3
    tiny = choices(FUNCTIONS["fabs"], FLOAT, (-TINY,), False)[0]
    assert (TINY, TINY) in tiny and (-0.0, 0.0) in tiny
    assert choices(FUNCTIONS["fabs"], FLOAT, (-TINY,), True)[0] == [(TINY, TINY)]
    assert choices(FUNCTIONS["fabs"], DOUBLE, (-TINY,), False)[0] == [(TINY, TINY)]


def test_a_reciprocal_of_a_flushed_number_is_infinite():
    found = choices(FUNCTIONS["reciprocal"], FLOAT, (2.0**-127,), False)[0]
    assert (INF, INF) in found and (-INF, -INF) in found and any(low <= 2.0**127 <= high for low, high in found)


def test_either_zero_is_the_largest_of_two():
    assert choices(FUNCTIONS["fmax"], FLOAT, (-0.0, 0.0), True)[0] == [(-0.0, 0.0)]


def test_half_may_round_towards_zero():
    loose, strict = (choices(FUNCTIONS["add"], HALF, (2048.0, 3.0), s)[0] for s in (False, True))
    assert loose == [(2050.0, 2052.0)] and strict == [(2052.0, 2052.0)]


@pytest.mark.parametrize("name", ["sin", "pow", "ldexp-scalar", "remquo-local", "nan", "ilogb"])
def test_files_have_a_value_for_each_lane(name):
    cases = [case for case in ulps.cases() if case.values[:2] == (name, "float")]
    for test in ulps.build(cases, False).tests:
        for line in (line for line in test.lines if line.startswith("arg_")):
            words = line.removesuffix(" signed_zero").split("] ")[1].split()
            vector = line.split(" buffer ")[1].split("[")[0].lstrip("floatuin") or "1"
            assert len(words) == int(vector) * int(line.split("[")[1].split("]")[0]), test.name
