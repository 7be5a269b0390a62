# SPDX-License-Identifier: MIT
"""Each rule of Vulkan's oracle, made wrong in turn: some generated test must notice a device that works by the wrong one. The device is the
oracle itself, and gives the middle of what it allows; of a rule that says how much is allowed, the ends.

Every function and table of the oracle is such a rule, or is said to be none. ROOTLE_LONG_TESTS=1 takes all, and each row of the tables of formats and blocks; else some are."""

import functools
import itertools
import os
import random

import pytest

from suites import VK_SUITES
from wrong.blocks import BLOCKS, each_row
from wrong.change import GIVEN, found_at, made_wrong
from wrong.families import FAMILIES
from wrong.formats import FORMATS, each_format
from wrong.judge import line_notices, lines_of, notices
from wrong.reads import READS
from wrong.rules import NO_RULES, all_rules

LONG = bool(os.environ.get("ROOTLE_LONG_TESTS"))
ROWS = [*each_row(), *each_format()]
ALL = [*READS, *FORMATS, *FAMILIES, *BLOCKS]
MOST = 400  # tests of a slice

right_lines = functools.cache(lines_of)


@functools.cache
def of_family(family):
    """In an order by chance, so that those with other values come early."""
    found = [(case.full_name, case) for case in VK_SUITES[family].cases()]
    random.Random(1).shuffle(found)
    return found


@functools.cache
def slice_of(words):
    family, *parts = words.split()
    found = (case for name, case in of_family(family) if all(part in name for part in parts))
    return list(itertools.islice(found, MOST))


def test_all_rules_are_wrong_in_turn():
    none = [name for names in NO_RULES.values() for name in names.split()]
    wrong = {one.rule for one in (*ALL, *ROWS)}
    assert len(none) == len(set(none)) and not wrong & {*none, *GIVEN}
    assert all_rules() - wrong - {*none, *GIVEN} == set(), "neither made wrong nor said to be no rule"
    assert {*none} <= all_rules()
    assert [found_at(rule) for rule in (*wrong, *GIVEN)]  # which all are there


@pytest.mark.parametrize("family", VK_SUITES)
@pytest.mark.parametrize("by", ["middle", "ends"])
def test_the_right_rules_are_not(family, by):
    for _, case in of_family(family)[:: max(1, len(of_family(family)) // 12)]:
        assert not any(line_notices(line, line, by) for line in right_lines(case) if line.startswith(("arg_out:", "read:")))


@pytest.mark.parametrize("wrong", [*ALL, *(ROWS if LONG else random.Random(1).sample(ROWS, 12))], ids=lambda wrong: wrong.name)
def test_a_wrong_rule_is_noticed(wrong):
    cases = slice_of(wrong.slice)
    at, step = 0, 4
    while at < len(cases):
        some = cases[at : at + step]
        right = [right_lines(case) for case in some]
        with made_wrong(wrong):
            if any(notices(one, lines_of(case), wrong.by) for case, one in zip(some, right)):
                return
        at, step = at + step, step * 4
    pytest.fail(f"none of {len(cases)} tests notices")
