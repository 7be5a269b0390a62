# SPDX-License-Identifier: MIT
"""A test counts for a statement of the specification only if a driver that does not keep the statement fails it."""

import random
from collections import defaultdict

import pytest

from explain import hypotheses
from explain.deviation import outside
from explain.negations import NEGATIONS, NOT_ASKED
from explain.statements import NAMED, shown
from suites import SUITES
from testgen import axes

MOST = 80  # tests of each family, by chance
ASKED = [name for name in hypotheses.QUESTIONS if name in SUITES]


@pytest.fixture(scope="module")
def tests():
    """By statement, tests of each family that show it, of those whose values can be asked for."""
    found = defaultdict(lambda: defaultdict(list))
    for family in ASKED:
        described = axes.described(SUITES[family])
        for case in SUITES[family].cases():
            for statement in shown(described[case.full_name]):
                if family not in NOT_ASKED.get(statement.name, ()):
                    found[statement.name][family].append(case)
    return found


def silent(cases, deviations):
    """Those of some tests that none of these drivers fails."""
    questions = {case: hypotheses.QUESTIONS[case.suite](case, False) for case in cases}
    accepted = {case: question.values(False) for case, question in questions.items()}
    left = dict(questions)
    for deviation in deviations:
        with deviation.applied():
            left = {case: question for case, question in left.items() if not outside(question.values(True), accepted[case])}
    return [case.full_name for case in left]


def test_each_statement_that_can_be_asked_for_has_its_negation(tests):
    assert set(tests) == set(NEGATIONS)
    assert set(NOT_ASKED) <= set(NAMED)


@pytest.mark.parametrize("name", NEGATIONS)
def test_tests_of_a_statement_fail_where_it_is_not_kept(name, tests):
    some = random.Random(1)
    chosen = [case for cases in tests[name].values() for case in some.sample(cases, min(MOST, len(cases)))]
    assert chosen and silent(chosen, NEGATIONS[name]) == []


def test_a_test_that_cannot_fail_by_a_statement_is_found():
    """In an image of one layer a layer that is normalized is the same."""
    cases = [case for case in SUITES["read"].cases() if case.values[0] == "2d_array" and case.values[-1] == "one"]
    some = random.Random(1).sample(cases, 20)
    assert len(silent(some, NEGATIONS["layer-not-normalized"])) == 20
