# SPDX-License-Identifier: MIT
"""Rules that one wrong rule explains are told as one fault."""

from runner.explain import text
from runner.explain.causes import OF_MANY, together
from runner.explain.faults import Fault
from runner.explain.symptoms import WRONG_VALUES

LAYER, BORDER = "layers are rounded down (8.4)", "the border is black (8.2)"


def rule(name, *hypotheses, passes=()):
    tests = [f"read/{name}1", f"read/{name}2"]
    return Fault(WRONG_VALUES, "", [], [("size", [name], False)], tests, list(passes), tests, {"read": "8.4"}, hypotheses=list(hypotheses))


def test_rules_of_one_cause_are_one_fault():
    found = together([rule("a", LAYER), rule("b", BORDER), rule("c", f"{LAYER}, in 7 of 9 tests that were tried", passes=["read/a1", "read/x"])])
    assert [fault.tests for fault in found] == [["read/a1", "read/a2", "read/c1", "read/c2"], ["read/b1", "read/b2"]]
    assert found[0].exceptions == ["read/x"] and found[0].smallest == "read/a1" and len(found[0].rules) == 2 and len(found[1].rules) == 1


def test_rules_without_a_cause_or_with_another_stay():
    rules = [rule("a"), rule("b"), rule("c", LAYER), rule("d", LAYER, BORDER)]
    assert together(rules) == rules


def test_functions_that_are_not_precise_enough_are_faults_of_their_own():
    rules = [rule("a", f"four times as many {OF_MANY} (7.4)"), rule("b", f"four times as many {OF_MANY} (7.4)")]
    assert together(rules) == rules


def test_each_rule_of_a_fault_is_told():
    (fault,) = together([rule(name, LAYER) for name in "abcde"])
    assert "size is a: all 2 such tests\n   or size is b: all 2 such tests\n   or size is c: all 2 such tests\n   or 2 more\n" in text.terminal(1, fault, [])
    assert fault.condition == "size is a / or size is b / or size is c / or 2 more"
    (told,) = text.as_json([fault], [[]])
    assert text.headline([fault], 10, 20) == "10 of 20 tests that ran failed: 5 rules, 1 where those of one cause are one"
    assert len(told["or"]) == 4 and told["or"][0] == [{"axis": "size", "values": ["b"]}] and len(told["tests"]) == 10
