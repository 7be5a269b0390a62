# SPDX-License-Identifier: MIT
"""Wrong rules of built-in functions are told from each other by what tests expect, down to the signs of zeros."""

import numpy as np
import pytest

from explain import hypotheses, told
from explain.builtin_deviations import DEVIATIONS
from explain.proof import case_of, of_first

# A test that shows each.
SHOWN = {
    "fract of -0 and of -infinity is 0": "ulps/double/fract-global.cl::double2/special",
    "fract of -0 is 0, and that of infinities the largest number below 1": "ulps/float/fract-private.cl::float/special",
    "zeros of sinpi, cospi and tanpi at the end of a half turn have the other sign": "ulps/float/tanpi.cl::float4/special",
    "atanpi of -0 is 0": "ulps/double/atanpi.cl::double/special",
    "up is away from zero, and down towards it": "convert/double-to-char.cl::convert_char_rtn",
    "converted to double first": "convert/ulong-to-float.cl::convert_float",
    "mad_sat of longs: the sum wraps around": "integer/mad_sat.cl::long2",
    "mad_sat of longs: the higher half of the product decides alone": "integer/mad_sat.cl::long16",
    "sign of zeros is 0": "maths/common.cl::sign-float1",
    "sign of zeros is -0": "maths/common.cl::sign-float8",
}


def first(word):
    return word.partition("|")[0].partition("..")[0]


def given(case):
    """What a device gives that works by the rules as they are now."""
    return " ".join(map(first, told._expected(case, False)[1:]))


@pytest.mark.parametrize("deviation", DEVIATIONS, ids=lambda one: one.name)
def test_each_is_named_by_its_values_alone(deviation):
    case = case_of(SHOWN[deviation.name])
    right = given(case)
    with deviation.applied():
        wrong = given(case)
    assert hypotheses.explain({case: right}, False)[case] == []
    assert hypotheses.explain({case: wrong}, False)[case] == [f"{deviation.name} ({deviation.section})"]


def test_zeros_have_signs():
    one = told.Told(np.float32, 2, lambda strict: ["-0", "1..2|4"], None)
    assert one.misfit(one.read("-0 4"), False) == 0 and one.misfit(one.read("-0 1.5"), False) == 0
    assert one.misfit(one.read("0 4"), False) is None and one.misfit(one.read("-0 3"), False) is None


def test_integers_of_64_bits_are_exact():
    one = told.Told(told._WHOLE, 1, lambda strict: [str(2**63 - 1)], None)
    assert one.misfit(one.read(str(2**63 - 1)), False) == 0 and one.misfit(one.read(str(2**63 - 2)), False) is None


def test_values_that_are_none():
    one = told.Told(np.float32, 2, lambda strict: ["1", "2"], None)
    assert one.read("1") is None and one.read("1 two") is None


def test_a_tolerance_is_not_asked_about():
    assert told.ask(case_of("maths/common.cl::smoothstep-float1"), False) is None


def test_of_other_outputs_what_is_expected_is_given():
    text = "arg_out: 0 buffer int[1] 1\narg_out: 1 buffer float[2] -0|1 2..3 signed_zero\n"
    assert of_first(text) == "arg_out: 0 buffer int[1] 1\narg_in: 1 buffer float[2] -0 2\n"
