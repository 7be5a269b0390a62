# SPDX-License-Identifier: MIT
"""Rules that are learned from tests whose failures follow a known rule, and from noise."""

import itertools
import random

import pytest

from runner.explain.rules import Learner, Space, bits_of, numbers_of

AXES = {
    "family": ["read", "write"],
    "order": ["R", "RG", "RGBA", "BGRA"],
    "type": ["1d", "2d", "3d"],
    "filter": ["nearest", "linear"],
    "size": ["one", "odd", "large"],
}
TESTS = [dict(zip(AXES, values)) for values in itertools.product(*AXES.values())]


def learn(fails, tests=TESTS, passes=None):
    """The conditions of the rules for tests of which `fails` is true, with how many they cover."""
    positive = bits_of(number for number, test in enumerate(tests) if fails(test))
    negative = bits_of(number for number, test in enumerate(tests) if (passes or (lambda t: not fails(t)))(test))
    found = Learner(Space(tests), positive, negative).rules()
    covered = 0
    for item in found:
        covered |= item.right
        assert item.right == item.rule.covered(Space(tests)) & positive
    assert covered == positive, "every failing test has a rule"
    return [
        (
            {axis: set(values) for axis, values in item.rule.conditions.items()},
            item.right.bit_count(),
            item.exceptions.bit_count(),
        )
        for item in found
    ]


@pytest.mark.parametrize("seed", (0, 1, 2, 18))
def test_every_failing_test_has_a_rule_whatever_fails(seed):
    """Of few of all combinations some by chance: a rule of none of what is left says less than one of a test."""
    chance = random.Random(seed)
    axes = {f"a{n}": [f"v{value}" for value in range(chance.randint(2, 5))] for n in range(6)} | {"family": ["x", "y"]}
    tests = [{axis: chance.choice(values) for axis, values in axes.items()} for _ in range(150)]
    fails = [chance.random() < chance.choice((0.1, 0.2, 0.3)) for _ in tests]
    passes = [not one for one in fails]
    failing, passing = iter(fails), iter(passes)
    learn(lambda _: next(failing), tests, lambda _: next(passing))


def test_what_fails_by_chance_is_one_rule_where_exceptions_are_cheap():
    chance = random.Random(1)
    fails = bits_of(n for n, t in enumerate(TESTS) if t["filter"] == "linear" and chance.random() < 0.3)
    rules = Learner(Space(TESTS), fails, ((1 << len(TESTS)) - 1) & ~fails, 0.05).rules()
    assert [item.rule.conditions for item in rules] == [{"filter": {"linear"}}]
    assert len(Learner(Space(TESTS), fails, ((1 << len(TESTS)) - 1) & ~fails).rules()) > 5


def test_sets():
    numbers = [0, 1, 7, 8, 63, 64, 1000]
    assert numbers_of(bits_of(numbers)) == numbers
    assert bits_of([]) == 0 and not numbers_of(0)


def test_one_condition():
    assert learn(lambda t: t["filter"] == "linear") == [({"filter": {"linear"}}, 72, 0)]


def test_values_of_two_axes():
    rule = ({"order": {"R", "RG"}, "size": {"large"}}, 24, 0)
    assert learn(lambda t: t["order"] in ("R", "RG") and t["size"] == "large") == [rule]


def test_all_tests_need_no_condition():
    assert learn(lambda t: True) == [({}, 144, 0)]


def test_two_causes_are_two_rules():
    found = learn(lambda t: t["order"] == "R" and t["type"] == "1d" or t["filter"] == "linear" and t["type"] == "3d")
    assert [item[0] for item in found] == [
        {"type": {"3d"}, "filter": {"linear"}},
        {"order": {"R"}, "type": {"1d"}},
    ]
    assert all(exceptions == 0 for _, _, exceptions in found)


def test_tests_that_pass_by_chance_are_exceptions():
    """One rule with a count, instead of a rule for each of what chance left."""
    lucky = random.Random(1).sample([t for t in TESTS if t["order"] == "R"], 4)
    found = learn(lambda t: t["order"] == "R" and t not in lucky)
    assert found == [({"order": {"R"}}, 32, 4)]


def test_what_is_in_neither_set_is_no_matter():
    """Failures of another kind neither are covered nor stand in the way."""
    found = learn(lambda t: t["type"] == "1d", passes=lambda t: t["type"] == "3d")
    assert sum(right for _, right, _ in found) == 48
    assert found[0][2] == 0


def test_families_without_the_axis():
    """A rule about an axis says nothing of tests that do not have it."""
    tests = TESTS + [{"family": "convert", "from": t, "to": u} for t in ("int", "char") for u in ("int", "half")]
    found = learn(lambda t: t.get("order") == "RG" or t.get("to") == "half", tests)
    assert [item[0] for item in found] == [{"order": {"RG"}}, {"to": {"half"}}]


def test_the_same_each_time():
    noise = random.Random(7)
    bad = {number for number in range(len(TESTS)) if noise.random() < 0.2}
    results = [learn(lambda t: TESTS.index(t) in bad) for _ in range(2)]
    assert results[0] == results[1]


def test_no_passing_test_is_covered_unsaid():
    noise = random.Random(3)
    bad = {number for number in range(len(TESTS)) if noise.random() < 0.5}
    for conditions, right, exceptions in learn(lambda t: TESTS.index(t) in bad):
        there = [n for n, t in enumerate(TESTS) if all(t[axis] in values for axis, values in conditions.items())]
        assert len([n for n in there if n in bad]) == right
        assert len([n for n in there if n not in bad]) == exceptions


def test_two_of_three_tests_of_each_of_many_formats():
    """One exception seems worth the axis that would leave it out, as long as a rule is of one format."""
    tests = [
        {"family": "formats", "format": f"F{number}", "layout": layout}
        for number in range(60)
        for layout in ("linear", "optimal", "buffer")
    ]
    found = learn(lambda t: t["layout"] != "buffer" and int(t["format"][1:]) % 3 == 0, tests)
    formats = {f"F{number}" for number in range(0, 60, 3)}
    assert found == [({"format": formats, "layout": {"linear", "optimal"}}, 40, 0)]
