# SPDX-License-Identifier: MIT
"""Values that a wrong rule gives are told from those of other wrong rules."""

import dataclasses

import numpy as np
import pytest

from imagespec import formats
from imagespec.deviations import DEVIATIONS
from suites import all_cases, hypotheses
from testgen import cover

READ = [item for item in DEVIATIONS if not item.name.startswith("write ")]


@pytest.fixture(scope="module")
def scenes():
    cases = cover.sample(all_cases(["read", "values"]), 400, 1)
    return {case: hypotheses.SCENES[case.suite](case, False) for case in cases}


def values_of(scene):
    """What a driver gives that follows the model as it is now, exactly."""
    image = dataclasses.replace(scene.image, format=formats.FORMATS[scene.image.format.name])
    return dataclasses.replace(scene, image=image).colours(True).low


def text_of(values):
    return " ".join(str(value) for value in values.ravel())


@pytest.mark.parametrize("deviation", READ, ids=lambda item: item.name)
def test_each_wrong_rule_is_named(deviation, scenes):
    """Some test of the sample has values that it alone, or it and what is the same there, gives."""
    right = {case: scene.colours(False) for case, scene in scenes.items()}
    with deviation.applied():
        wrong = {case: values_of(scene) for case, scene in scenes.items()}
    failing = {
        case: text_of(values)
        for case, values in wrong.items()
        if not (right[case].contains(values) | np.isnan(values.astype(float))).all()
    }
    chosen = dict(list(failing.items())[:4])
    assert chosen
    found = hypotheses.explain(chosen, False)
    name = f"{deviation.name} ({deviation.section})"
    assert all(name in names for names in found.values()), found


def test_what_no_rule_gives(scenes):
    case, scene = next(iter(scenes.items()))
    noise = text_of(np.full((len(scene.where), 4), 0.123))
    assert hypotheses.explain({case: noise}, False) == {case: []}


def test_values_that_are_no_results(scenes):
    case = next(iter(scenes))
    for text in ("", "1 2 3", "one two"):
        assert hypotheses.explain({case: text}, False) == {case: []}


def test_what_the_right_rules_give_nearly_is_no_wrong_rule(scenes):
    """A driver that is off by one ulp has none of these faults."""
    case, scene = next((case, scene) for case, scene in scenes.items() if case.values[2] == "UNORM_INT16")
    near = np.nextafter(values_of(scene).astype(np.float32), np.float32(2))
    assert hypotheses.explain({case: text_of(near)}, True) == {case: []}
