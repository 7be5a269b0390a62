# SPDX-License-Identifier: MIT
"""Learns the shortest rules that tell some of the tests from others: "order is R or RG, and coordinate
is outside". A rule is a conjunction of axes, each with the values that it allows; rules of a set are
learned one after the other, each for tests that those before it leave (sequential covering, as in
Michalski's AQ and Clark's CN2): from one test with all of its values upwards, by steps that cover more
of what shall be covered, or say less, and hold the exceptions down.

Sets of tests are integers, a bit for each test: 50,000 tests are 6 KiB, and a step costs microseconds.
All of it is deterministic."""

from __future__ import annotations

import dataclasses
import functools
import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

Bits = int
FAMILY = "family"  # the axis that every generated test has
Description = Mapping[str, str]  # of a test: its value on each axis that it has

# The worth of a step, in tests that are covered as they shall be.
EXCEPTION = 2.0  # a test is covered that shall not be
CONDITION = 2.0  # a rule has one axis more
OF_FAMILY = 1.0  # that is the family of tests, which needs the fewest words
VALUE = 0.25  # an axis allows one value more
SEEDS = 8  # tests tried as the beginning of each rule
MANY = 8  # rules, behind which it is worth while to look for half as many in one more way


def bits_of(numbers: Iterable[int]) -> Bits:
    """The set of these numbers."""
    found = bytearray()
    for number in numbers:
        at = number >> 3
        if at >= len(found):
            found.extend(bytes(at + 1 - len(found)))
        found[at] |= 1 << (number & 7)
    return int.from_bytes(found, "little")


def numbers_of(bits: Bits) -> list[int]:
    """The members of a set, in order."""
    found = []
    for at, byte in enumerate(bits.to_bytes((bits.bit_length() + 7) // 8, "little")):
        while byte:
            low = byte & -byte
            found.append(8 * at + low.bit_length() - 1)
            byte ^= low
    return found


class Space:
    """The tests that rules are about, by their values."""

    def __init__(self, descriptions: Sequence[Description]) -> None:
        self.descriptions = descriptions
        members: dict[str, dict[str, list[int]]] = {}
        for number, description in enumerate(descriptions):
            for axis, value in description.items():
                members.setdefault(axis, {}).setdefault(value, []).append(number)
        self.axes: dict[str, dict[str, Bits]] = {
            axis: {value: bits_of(numbers) for value, numbers in sorted(values.items())}
            for axis, values in members.items()
        }

    def values(self, axis: str) -> tuple[str, ...]:
        return tuple(self.axes[axis])

    def allowed(self, axis: str, values: Iterable[str]) -> Bits:
        """The tests that have one of these values."""
        found = 0
        for value in values:
            found |= self.axes[axis][value]
        return found


def _cost(axis: str, values: Collection[str]) -> float:
    return (OF_FAMILY if axis == FAMILY else CONDITION) + VALUE * len(values)


@dataclasses.dataclass(frozen=True)
class Rule:
    """A conjunction: the values that each of its axes allows."""

    conditions: Mapping[str, frozenset[str]]

    def covered(self, space: Space) -> Bits:
        """The tests for which it holds."""
        found = -1
        for axis, values in self.conditions.items():
            found &= space.allowed(axis, values)
        return found if self.conditions else (1 << len(space.descriptions)) - 1

    def cost(self) -> float:
        """How much it says."""
        return sum(_cost(axis, values) for axis, values in self.conditions.items())

    def without(self, axis: str) -> Rule:
        return Rule({name: values for name, values in self.conditions.items() if name != axis})

    def requiring(self, axis: str, value: str) -> Rule:
        return Rule({**self.conditions, axis: frozenset((value,))})

    def allowing(self, axis: str, values: Iterable[str]) -> Rule:
        return Rule({**self.conditions, axis: self.conditions[axis].union(values)})


@dataclasses.dataclass(frozen=True)
class Learned:
    """A rule, and the tests that it covers: rightly, and as exceptions."""

    rule: Rule
    right: Bits
    exceptions: Bits


class Learner:
    """Learns rules for `positive` tests against `negative` ones; what is in neither set is no matter. `exception` is the worth of one of
    those."""

    def __init__(self, space: Space, positive: Bits, negative: Bits, exception: float = EXCEPTION) -> None:
        self.space = space
        self.positive = positive
        self.negative = negative
        self.exception = exception

    def rules(self, most: int = 1000) -> list[Learned]:
        """Rules until every positive test is covered: a rule of one test is that test's own. Of both ways to find rules that one is taken
        which needs fewer of them. Those of the same families are learned a second time, by themselves, where axes may be exchanged, and the
        fewer are kept."""
        found = min((self._covering(ways, most) for ways in ((self._climb,), (self._climb, self._grow))), key=len)
        if len(found) > MANY:
            spread = self._covering((self._climb, self._spread), most)
            found = spread if 2 * len(spread) <= len(found) else found
        for some in self._of_same_families(found):
            rest = [item for item in found if item not in some]
            alone = self._united(some) & ~self._united(rest)
            anew = Learner(self.space, alone, self.negative, self.exception)._covering((self._climb, self._grow), most, self._exchanged)
            if len(anew) < len(some):
                found = self._needed(rest + [self._learned(item.rule) for item in anew])
        return found

    def _learned(self, rule: Rule) -> Learned:
        covered = rule.covered(self.space)
        return Learned(rule, covered & self.positive, covered & self.negative)

    @staticmethod
    def _united(found: Iterable[Learned]) -> Bits:
        """The tests that rules cover rightly."""
        return functools.reduce(operator.or_, (item.right for item in found), 0)

    def _of_same_families(self, found: Sequence[Learned]) -> list[list[Learned]]:
        """Rules with those that have a family in common, where there are several."""
        groups: list[tuple[set[str], list[Learned]]] = []
        for item in found:
            own = {family for family, tests in self.space.axes.get(FAMILY, {}).items() if tests & item.right}
            alike = [group for group in groups if group[0] & own]
            groups = [group for group in groups if group not in alike]
            groups.append((own.union(*(names for names, _ in alike)), [*(one for _, some in alike for one in some), item]))
        return [some for _, some in groups if len(some) > 1]

    def _covering(
        self, ways: Sequence[Callable[[int, Bits], Rule]], most: int, better: Callable[[Rule, Bits], Rule] = lambda rule, left: rule
    ) -> list[Learned]:
        """Rules that these ways find, one after the other, each made better."""
        left, found = self.positive, list[Learned]()
        while left and len(found) < most:
            best = max(
                (way(seed, left) for seed in self._seeds(left) for way in ways),
                key=lambda rule: self._score(rule, left),
            )
            found.append(self._learned(better(best, left)))
            assert found[-1].right & left, "a rule of nothing that is left"
            left &= ~found[-1].right
        return self._needed(found)

    def _seeds(self, left: Bits) -> list[int]:
        """Tests from all over the set."""
        numbers = numbers_of(left)
        step = max(1, len(numbers) // SEEDS)
        return numbers[step // 2 :: step][:SEEDS]

    def _tells(self, axis: str, value: str) -> float:
        """How much a value by itself says of which tests fail: how many of those fail that have it, times
        which part of them."""
        having = self.space.axes[axis][value]
        right, wrong = (having & self.positive).bit_count(), (having & self.negative).bit_count()
        return right * right / (right + wrong)

    def _score(self, rule: Rule, left: Bits) -> float:
        covered = rule.covered(self.space)
        return self._worth(covered, left) - rule.cost()

    def _worth(self, covered: Bits, left: Bits) -> float:
        wrong = (covered & self.negative).bit_count()
        return (covered & left).bit_count() - self.exception * wrong

    def _climb(self, seed: int, left: Bits) -> Rule:
        """The best rule that steps lead to from one test's description. Of steps that pay equally those
        come first that leave out what says least by itself of which tests fail."""
        description = self.space.descriptions[seed]
        axes = sorted(description, key=lambda axis: self._tells(axis, description[axis]))
        return self._widened(Rule({axis: frozenset((description[axis],)) for axis in axes}), left)

    def _spread(self, seed: int, left: Bits) -> Rule:
        """As _climb, but no axis goes before all values have come that pay. Where two of three tests of each format fail, an axis less
        and one exception more seem to pay as long as a rule is of one format."""
        rule = Rule({axis: frozenset((value,)) for axis, value in self.space.descriptions[seed].items()})
        return self._widened(self._widened(rule, left, may_forget=False), left)

    def _grow(self, seed: int, left: Bits) -> Rule:
        """The best rule that comes of adding one value of a test after the other to a rule that says nothing, and then widening it. Where
        few of all combinations are tested, leaving out one axis after the other leaves out those that matter."""
        description = self.space.descriptions[seed]
        rule, covered = Rule({}), (1 << len(self.space.descriptions)) - 1
        score = self._worth(covered, left)
        while True:
            steps = [
                (self._worth(covered & self.space.axes[axis][value], left) - _cost(axis, (value,)), axis)
                for axis, value in sorted(description.items())
                if axis not in rule.conditions
            ]
            best, axis = max(steps, default=(score, ""), key=lambda step: step[0])
            if best - rule.cost() <= score:
                return self._widened(rule, left)
            score, rule = best - rule.cost(), rule.requiring(axis, description[axis])
            covered &= self.space.axes[axis][description[axis]]

    def _exchanged(self, rule: Rule, left: Bits) -> Rule:
        """The best rule that comes of one that says another axis in the place of one of its own, with all values that its tests have there,
        without those values of all axes that cover more exceptions than failures, and of widening that: two axes may tell the same tests from
        others, of which the second holds for more. A rule of nothing would say least, and is none."""
        shown = rule.covered(self.space) & left
        others = [axis for axis in self.space.axes if axis not in rule.conditions]
        had = {axis: [value for value, tests in self.space.axes[axis].items() if tests & shown] for axis in others}
        found = [
            self._widened(self._narrowed(Rule({**rule.without(axis).conditions, other: frozenset(had[other])}), left), left)
            for axis in rule.conditions for other in others if had[other]
        ]  # fmt: skip
        return max([rule, *(one for one in found if one.covered(self.space) & left)], key=lambda one: self._score(one, left))

    def _narrowed(self, rule: Rule, left: Bits) -> Rule:
        """The rule without values that are worth less than nothing, the worst first."""
        while True:
            covered = rule.covered(self.space)
            worth = {
                (axis, value): self._worth(covered & self.space.axes[axis][value], left) - VALUE
                for axis, values in rule.conditions.items() if len(values) > 1 for value in sorted(values)
            }  # fmt: skip
            axis, value = min(worth, key=lambda place: worth[place], default=("", ""))
            if not axis or worth[axis, value] >= 0:
                return rule
            rule = Rule({**rule.conditions, axis: rule.conditions[axis] - {value}})

    def _widened(self, rule: Rule, left: Bits, may_forget: bool = True) -> Rule:
        """The best rule that steps from this one lead to. `may_forget`: an axis, too."""
        score = self._score(rule, left)
        while True:
            steps = [step for step in self._steps(rule, left) if may_forget or len(step[2].conditions) == len(rule.conditions)]
            if not steps:
                return rule
            best_score, _, best = max(steps, key=lambda step: step[:2])
            if best_score <= score:
                return rule
            rule, score = best, best_score

    def _steps(self, rule: Rule, left: Bits) -> list[tuple[float, int, Rule]]:
        """Rules that allow more by one step, with their scores."""
        masks = {axis: self.space.allowed(axis, values) for axis, values in rule.conditions.items()}
        cost, found = rule.cost(), []
        for number, (axis, values) in enumerate(rule.conditions.items()):
            others = (1 << len(self.space.descriptions)) - 1
            for other, mask in masks.items():
                if other != axis:
                    others &= mask
            lighter = cost - _cost(axis, values)
            found.append((self._worth(others, left) - lighter, -number, rule.without(axis)))
            for value, tests in self.space.axes[axis].items():
                more = others & tests
                if value not in values and more & left:
                    covered = others & masks[axis] | more
                    score = self._worth(covered, left) - cost - VALUE
                    found.append((score, -number, rule.allowing(axis, (value,))))
        return found

    def _needed(self, found: list[Learned]) -> list[Learned]:
        """Those rules without which something would be left, the widest first."""
        kept = sorted(found, key=lambda item: -item.right.bit_count())
        for item in reversed(kept[:]):
            if not item.right & ~self._united(other for other in kept if other is not item):
                kept.remove(item)
        return kept
