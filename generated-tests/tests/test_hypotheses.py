# SPDX-License-Identifier: MIT
"""Values that a wrong rule gives are told from those of other wrong rules."""

from itertools import islice

import numpy as np
import pytest

from explain.deviations import DEVIATIONS
from explain import hypotheses
from suites import all_cases
from testgen import cover

FAMILIES = [
    "read", "values", "write", "write-read", "attributes", "later-read", "later-write", "later-values", "depth-read", "depth-write", "mip-read",
    "mip-gradients",
]  # fmt: skip
MOST_ROWS = 2000  # of which larger images say no more


@pytest.fixture(scope="module")
def questions():
    cases = cover.sample(all_cases(FAMILIES), 250, 1)
    found = {case: hypotheses.ASKS[case.suite](case, False) for case in cases}
    return {case: question for case, question in found.items() if question.shape[0] < MOST_ROWS}


@pytest.fixture(scope="module")
def right(questions):
    """What is accepted of each."""
    return {case: question.values(False) for case, question in questions.items()}


def values_of(question):
    """What a driver gives that follows the model as it is now, exactly."""
    return question.values(True).low


def text_of(values):
    return " ".join(str(value) for value in values.ravel())


def failing(questions, right):
    """The cases whose values are wrong as the rules are now, each with its values as text."""
    for case, question in questions.items():
        values = values_of(question)
        if not (right[case].contains(values) | np.isnan(values.astype(float))).all():
            yield case, text_of(values)


@pytest.mark.parametrize("deviation", DEVIATIONS, ids=lambda item: item.name)
def test_each_wrong_rule_is_named(deviation, questions, right):
    """Some test of the sample has values that it alone, or it and what is the same there, gives."""
    with deviation.applied():
        chosen = dict(islice(failing(questions, right), 4))
    assert chosen
    found = hypotheses.explain(chosen, False)
    name = f"{deviation.name} ({deviation.section})"
    assert all(name in names for names in found.values()), found


def test_what_no_rule_gives(questions):
    case, question = next(iter(questions.items()))
    noise = text_of(np.full(question.shape, 0.123))
    assert hypotheses.explain({case: noise}, False) == {case: []}


def test_values_that_are_no_results(questions):
    case = next(iter(questions))
    for text in ("", "1 2 3", "one two"):
        assert hypotheses.explain({case: text}, False) == {case: []}


def test_what_the_right_rules_give_nearly_is_no_wrong_rule(questions):
    """A driver that is off by one ulp has none of these faults."""
    case, question = next((case, question) for case, question in questions.items() if case.values[2] == "UNORM_INT16")
    near = np.nextafter(values_of(question).astype(np.float32), np.float32(2))
    assert hypotheses.explain({case: text_of(near)}, True) == {case: []}
