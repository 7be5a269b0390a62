# SPDX-License-Identifier: MIT
"""A driver with one thing wrong must fail some test of the quick set.

Each deviation changes one rule of imagespec. The results that such a driver would give, computed by
the changed rule with exact arithmetic, must fall outside of what some quick test accepts.
"""

import functools

import numpy as np
import pytest

from imagespec import addressing, conversion, formats, sampling
from explain.deviation import outside
from explain.deviations import DEVIATIONS, weight_of_7_bits
from explain import hypotheses
from imagespec.formats import IMAGE_TYPES
from suites import all_cases, read
from testgen import cover

FAMILIES = set(hypotheses.QUESTIONS) - {"samplers", "later-samplers", "depth-samplers"}  # which read what "read" does


@pytest.fixture(scope="module")
def quick():
    return cover.sample(all_cases(), 2000, 1)


ASKED = functools.cache(lambda case: hypotheses.QUESTIONS[case.suite](case, False))  # before any rule is changed


@pytest.fixture(scope="module")
def allowed(quick):
    """Quick tests of image contents, and what they accept."""
    return [(case, ASKED(case).values(False)) for case in quick if case.suite in FAMILIES]


@pytest.mark.parametrize("deviation", DEVIATIONS, ids=lambda deviation: deviation.name)
def test_quick_set_catches(deviation, allowed):
    with deviation.applied():
        assert any(outside(ASKED(case).values(True), accepted) for case, accepted in allowed)


@pytest.mark.parametrize("image_type", [kind.name for kind in IMAGE_TYPES.values() if kind.has_sampler])
def test_weights_of_seven_bits_are_noticed_in_images_of_each_type(image_type):
    """What each axis loses must add up in 3D, or it stays within what eight bits may be off."""
    data = {"FLOAT", "UNORM_INT16"}  # whose own steps are small
    found = [case for case in read.cases() if {image_type, "linear", "inside"} <= set(case.values) and data & set(case.values)]
    deviation = next(one for one in DEVIATIONS if one.replacement is weight_of_7_bits)
    accepted = [(case, ASKED(case).values(False)) for case in found]
    with deviation.applied():
        noticed = [case for case, allowed in accepted if outside(ASKED(case).values(True), allowed)]
    assert len(noticed) > len(found) / 10, [case.full_name for case in noticed]


def test_deviations_are_put_back():
    before = [vars(addressing).copy(), vars(conversion).copy(), vars(sampling).copy(), formats.FORMATS.copy(), formats.LATER_FORMATS.copy()]
    for deviation in DEVIATIONS:
        with pytest.raises(ValueError), deviation.applied():
            raise ValueError
    assert before == [vars(addressing), vars(conversion), vars(sampling), formats.FORMATS, formats.LATER_FORMATS]


def test_unchanged_rules_are_accepted(allowed):
    """Exact results lie within what the default profile accepts: strict is a part of it."""
    for case, accepted in allowed:
        result = ASKED(case).values(True)
        for end in (result.low, result.high):
            assert (accepted.contains(end) | np.isnan(end.astype(float))).all(), case.full_name
