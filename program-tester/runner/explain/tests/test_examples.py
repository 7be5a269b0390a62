# SPDX-License-Identifier: MIT
"""The example of a fault shows the wrong rule that is told of it."""

import pytest

from runner.explain import hypotheses
from runner.explain.faults import Fault
from runner.explain.symptoms import WRONG_VALUES
from runner.results import Record, Result
from runner.status import Status

BORDER, LAYER = "the border is black (8.2)", "layers are rounded down (8.4)"
TESTS = ["write-read/a", "read/b", "read/c", "read/d", "read/e"]  # the smallest first


class Model:
    """In the place of the generator: which rules give the values of each test."""

    def __init__(self, **rules):
        self.rules = {f"read/{test}": names for test, names in rules.items()}

    def ask(self, question):
        return {test: names for test, names in self.rules.items() if test in question["explain"]}


def result(test):
    argument = {"index": 0, "wrong": 1, "contents": {"actual": "1 0 0 1"}}
    return Result(test, Status.FAIL, details={"arguments": [argument]})


def explained(tests=TESTS, **rules):
    fault = Fault(WRONG_VALUES, "", [], [], list(tests), [], list(tests), {"read": "8.4", "write-read": "6.12.14"})
    results = {test: result(test) for test in tests}
    hypotheses.explain(Model(**rules), [fault], results, Record({}, {}, list(tests), results, {}, None))
    return fault


def test_it_is_the_smallest_that_the_rule_gives_the_values_of():
    """Of the first nothing is known, and another rule gives the values of the second."""
    fault = explained(b=[BORDER], c=[LAYER], d=[LAYER], e=[LAYER])
    assert fault.hypotheses == [f"{LAYER}, in 3 of 4 tests that were tried"]
    assert (fault.smallest, fault.section) == ("read/c", "8.4")


@pytest.mark.parametrize("rules", [{}, {"b": [], "c": [], "d": [], "e": []}, {"b": [LAYER], "c": [], "d": [], "e": []}])
def test_it_is_the_smallest_where_no_rule_is_told(rules):
    fault = explained(**rules)
    assert not fault.hypotheses
    assert (fault.smallest, fault.section) == (TESTS[0], "6.12.14")


def test_one_that_more_rules_explain_is_one_of_all():
    """Where texels do not tell two rules apart, both are told, and the example has both."""
    fault = explained(b=[LAYER], c=[LAYER, BORDER], d=[LAYER, BORDER], e=[LAYER, BORDER])
    assert fault.hypotheses == [LAYER]
    fault = explained(b=[], c=[LAYER, BORDER], d=[LAYER, BORDER], e=[LAYER, BORDER])
    assert len(fault.hypotheses) == 2 and fault.smallest == "read/c"


def test_a_fault_of_many_tests_asks_for_few():
    tests = [f"read/{number:04}" for number in range(1000)]
    asked = []
    model = Model()
    model.ask = lambda question: asked.append(question["explain"]) or {}
    fault = Fault(WRONG_VALUES, "", [], [], tests, [], tests, {})
    results = {test: result(test) for test in tests}
    hypotheses.explain(model, [fault], results, Record({}, {}, tests, results, {}, None))
    assert set(tests[: hypotheses.SMALL]) <= asked[0].keys() and len(asked[0]) <= hypotheses.SMALL + hypotheses.SAMPLE
