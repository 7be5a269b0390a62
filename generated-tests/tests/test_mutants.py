# SPDX-License-Identifier: MIT
"""A driver with one thing wrong must fail some test of the quick set.

Each deviation changes one rule of imagespec. The results that such a driver would give, computed by
the changed rule with exact arithmetic, must fall outside of what some quick test accepts.
"""

import dataclasses
import functools

import numpy as np
import pytest

from imagespec import addressing, conversion, formats, sampling
from imagespec.deviations import DEVIATIONS
from suites import all_cases, read, values, write
from testgen import cover


@pytest.fixture(scope="module")
def quick():
    return cover.sample(all_cases(), 2000, 1)


SCENES = {"read": read.scene, "values": values.scene}
ASKED = functools.cache(lambda case: SCENES[case.suite](case, False))  # before any rule is changed


def read_results(case, strict):
    scene = ASKED(case)
    image = dataclasses.replace(scene.image, format=formats.FORMATS[scene.image.format.name])
    return dataclasses.replace(scene, image=image).colours(strict)


def write_results(case, strict):
    _, order, data, colours, *_ = case.values
    item = formats.FORMATS[f"{order}-{data}"]
    return conversion.write_channels(item, write.colours_of(item, colours), strict)


RESULTS = {
    "read": read_results,
    "values": read_results,
    "write": write_results,
    "write-read": write_results,
}


def outside(result, allowed):
    """Whether a single result, where the changed rule gives one, is not accepted."""
    single = np.asarray(result.low == result.high)
    middle = np.where(single, result.low, (result.low.astype(float) + result.high) / 2)
    return bool((~allowed.contains(middle) & ~np.isnan(middle)).any())


@pytest.fixture(scope="module")
def allowed(quick):
    """Quick tests of image contents, and what they accept."""
    return [(c, RESULTS[c.suite](c, False)) for c in quick if c.suite in RESULTS]


@pytest.mark.parametrize("deviation", DEVIATIONS, ids=lambda deviation: deviation.name)
def test_quick_set_catches(deviation, allowed):
    with deviation.applied():
        caught = {
            case.full_name for case, accepted in allowed if outside(RESULTS[case.suite](case, True), accepted)
        }
    assert caught


def test_deviations_are_put_back():
    before = [vars(addressing).copy(), vars(conversion).copy(), vars(sampling).copy(), formats.FORMATS.copy()]
    for deviation in DEVIATIONS:
        with pytest.raises(ValueError), deviation.applied():
            raise ValueError
    assert before == [vars(addressing), vars(conversion), vars(sampling), formats.FORMATS]


def test_unchanged_rules_are_accepted(allowed):
    """Exact results lie within what the default profile accepts: strict is a part of it."""
    for case, accepted in allowed:
        result = RESULTS[case.suite](case, True)
        for end in (result.low, result.high):
            assert (accepted.contains(end) | np.isnan(end.astype(float))).all(), case.full_name
