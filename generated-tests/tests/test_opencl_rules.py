# SPDX-License-Identifier: MIT
"""Each rule of OpenCL's oracle, made wrong in turn: some generated test must notice a device that works by the wrong one. test_mutants.py
does so for the deviations that explain failures."""

import functools
import importlib.util
import itertools
import random
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from explain.wrong_rules import NO_RULES, WRONG_RULES, all_rules, by_deviations
from suites import EVERY_SUITE

change = pytest.importorskip("wrong.change")  # of the annex of Vulkan's tests
judge = pytest.importorskip("wrong.judge")
ROOT = Path(__file__).resolve().parents[2]
MOST = 300  # tests of a slice


@functools.cache
def of_family(family):
    """In an order by chance, so that those with other values come early."""
    found = [(case.full_name, case) for case in EVERY_SUITE[family].cases()]
    random.Random(1).shuffle(found)
    return found


def slice_of(words):
    family, *parts = words.split()
    return list(itertools.islice((case for name, case in of_family(family) if all(part in name for part in parts)), MOST))


def lines_of(case, strict):
    """A test, as the rules are now. Which zeros have signs is told of all numbers: it is no rule here."""
    (test,) = EVERY_SUITE[case.suite].build([case], strict).tests
    return [line.removesuffix(" signed_zero") for line in test.lines]


def test_the_page_has_all_rules():
    loader = SourceFileLoader("rules_page", str(ROOT / "generated-tests" / "explain" / "rules"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "generated-tests/explain/rules --write makes it"


def wrong_of(one):
    return change.Wrong(one.at or one.rule, one.what, one.tests, one.old, one.new, one.by)


def test_all_rules_are_wrong_in_turn():
    none = [rule for rules in NO_RULES.values() for rule in rules.split()]
    wrong = {one.rule for one in WRONG_RULES} | set(by_deviations())
    assert len(none) == len(set(none)) and not wrong & set(none)
    assert set(all_rules()) - wrong - set(none) == set(), "neither made wrong nor said to be no rule"
    assert set(none) | wrong <= set(all_rules())


@pytest.mark.parametrize("one", WRONG_RULES, ids=lambda one: f"{one.rule}: {one.what}")
def test_a_wrong_rule_is_noticed(one):
    cases = slice_of(one.tests)
    at, step = 0, 4
    while at < len(cases):
        some = cases[at : at + step]
        right = [lines_of(case, one.strict) for case in some]
        with change.made_wrong(wrong_of(one)):
            if any(judge.notices(before, lines_of(case, one.strict), one.by) for case, before in zip(some, right)):
                return
        at, step = at + step, step * 4
    pytest.fail(f"none of {len(cases)} tests notices")
