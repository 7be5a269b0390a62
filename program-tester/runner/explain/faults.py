# SPDX-License-Identifier: MIT
"""Failures of a run as a few faults: each is a kind of failure, a rule that says of which tests, and what
a report of it needs."""

import dataclasses
from collections.abc import Mapping, Sequence

from ..results import Result
from ..status import Look, Status
from . import places, symptoms, written
from .axes import Axes, family_of
from .order import ordered
from .rules import EXCEPTION, FAMILY, MANY, Bits, Learned, Learner, Rule, Space, bits_of, numbers_of

SIZES = ("one", "odd", "power", "large")  # of images, the smallest first
MOST_RULES = 200  # of one kind; what is left is counted
RULES_SHOWN = 3  # of a fault
BY_CHANCE = 0.05  # the worth of an exception, where one of twenty tests may be all that shows a fault
KERNEL = "kernel"  # the axis that says what kernels do with images: its values are verbs
FEW_FAMILIES, PART_OF_FAMILIES = 3, 4  # a rule is told to be of so few families, if there are so many times more


@dataclasses.dataclass
class Fault:
    """One rule of one kind of failure."""

    kind: str
    relation: str  # what the wrong values have in common
    calls: list[str]
    conditions: list[tuple[str, list[str], bool]]  # axis, values, and whether they are those that it has not
    tests: list[str]  # that fail so, in order
    exceptions: list[str]  # tests for which the rule holds, that pass
    by_size: list[str]  # its tests, the smallest first
    sections: Mapping[str, str]  # of the specification, that families are about
    smallest: str = ""  # its example; the first of by_size unless another one is chosen
    hypotheses: list[str] = dataclasses.field(default_factory=list)  # wrong rules that give the same values
    shown: dict[str, str] = dataclasses.field(default_factory=dict)  # the test that shows each of them
    parts: "tuple[Fault, ...]" = ()  # rules that were found to be of one fault; () of one alone

    def __post_init__(self) -> None:
        self.smallest = self.smallest or self.by_size[0]

    @property
    def section(self) -> str:
        return self.sections.get(family_of(self.smallest), "")

    @property
    def title(self) -> str:
        words = [self.kind]
        if self.relation:
            words.append(f": {self.relation}")
        if self.calls:
            words.append(f", from {' and '.join(self.calls)}")
        return "".join(words)

    @property
    def rules(self) -> "tuple[Fault, ...]":
        """Each of its rules."""
        return self.parts or (self,)

    @property
    def condition(self) -> str:
        """The rule in words, or the first of several."""
        if self.parts:
            more = len(self.parts) - RULES_SHOWN
            return " / or ".join([*(part.condition for part in self.parts[:RULES_SHOWN]), *([f"{more} more"] if more > 0 else [])])
        return "; ".join(_phrase(*condition) for condition in self.conditions) or "anything is tested"


def _phrase(axis: str, values: list[str], are_others: bool) -> str:
    *first, last = values
    listed = f"{', '.join(first)} or {last}" if first else last
    if axis == KERNEL:
        return f"the kernel {', or '.join(values)}"
    return f"{axis} is {'not ' if are_others else ''}{listed}"


def _said(space: Space, rule: Rule) -> list[tuple[str, list[str], bool]]:
    """The conditions for people: where an axis allows most of its values, those that it does not."""
    found = []
    inside = {axis: rule.without(axis).covered(space) for axis in rule.conditions}
    for axis in (axis for axis in space.axes if axis in rule.conditions):
        values = rule.conditions[axis]
        there = [value for value, tests in space.axes[axis].items() if tests & inside[axis]]
        others = [value for value in there if value not in values]
        if others and len(others) < len(values) and axis != KERNEL:
            found.append((axis, others, True))
        else:
            found.append((axis, sorted(values), False))
    return _family(space, rule) + found


def _family(space: Space, rule: Rule) -> list[tuple[str, list[str], bool]]:
    """The families of all tests of a rule that does not say them, where they are few of many: "lods is given" alone says nothing to
    whom reads it first."""
    families = space.axes.get(FAMILY, {})
    if FAMILY in rule.conditions or not rule.conditions:
        return []
    covered = rule.covered(space)
    own = [family for family, tests in families.items() if tests & covered]
    is_few = 0 < len(own) <= FEW_FAMILIES and PART_OF_FAMILIES * len(own) <= len(families)
    return [(FAMILY, own, False)] if is_few else []


def failed(result: Result) -> bool:
    """Whether a test did not do what it should, whatever was expected of it."""
    return result.status.look in (Look.BAD, Look.KNOWN)


def ran(result: Result) -> bool:
    return result.status is not Status.SKIP


class Explainer:
    """Finds the faults behind the failures of a run."""

    def __init__(self, results: Mapping[str, Result], axes: Axes) -> None:
        self.results = {test: result for test, result in results.items() if ran(result)}
        self.axes = axes
        self.names = [test for test in sorted(self.results) if test in axes.descriptions]
        self.space = Space([axes.descriptions[test] for test in self.names])

    @property
    def failures(self) -> list[str]:
        return [test for test, result in self.results.items() if failed(result)]

    def faults(self) -> list[Fault]:
        """All of them in order, those of most tests first. Tests that are written by hand have rules of their own."""
        found = self._of_tests(self.names, self.space)
        by_hand = [test for test in sorted(self.results) if test not in self.axes.descriptions]
        found += self._of_tests(by_hand, Space([written.describe(test) for test in by_hand]))
        return ordered(sorted(found, key=lambda fault: (-len(fault.tests), fault.smallest)))

    def _of_tests(self, names: Sequence[str], space: Space) -> list[Fault]:
        """The faults behind those of some tests that fail; `space` says what they are about."""
        kinds: dict[str, list[int]] = {}
        passed = []
        for number, test in enumerate(names):
            if failed(self.results[test]):
                kinds.setdefault(symptoms.kind_and_words(self.results[test]), []).append(number)
            else:
                passed.append(number)
        return [
            fault
            for kind, numbers in kinds.items()
            for fault in self._of_kind(kind, names, space, bits_of(numbers), bits_of(passed))
        ]

    def _of_kind(self, kind: str, names: Sequence[str], space: Space, tests: Bits, passed: Bits) -> list[Fault]:
        """Rules of one kind. A test of two rules is counted with the wider one."""
        found, left = [], tests
        for kind, learned in self._learned(kind, names, space, tests, passed):
            own = [names[number] for number in numbers_of(learned.right & left)]
            left &= ~learned.right
            exceptions = [names[number] for number in numbers_of(learned.exceptions)]
            if own:
                found.append(self._fault(kind, _said(space, learned.rule), own, exceptions))
        return found

    def _learned(self, kind: str, names: Sequence[str], space: Space, tests: Bits, passed: Bits) -> list[tuple[str, Learned]]:
        """Rules of one kind. Where there are many, those tests have rules of their own whose values are just beyond what is allowed, if
        that halves them: what is not quite precise enough fails where values happen to show it."""

        def learn(kind: str, some: Bits, exception: float = EXCEPTION) -> list[tuple[str, Learned]]:
            return [(kind, learned) for learned in Learner(space, some, passed, exception).rules(MOST_RULES)]

        found = learn(kind, tests)
        if kind != symptoms.WRONG_VALUES or len(found) <= MANY:
            return found
        near = bits_of(number for number in numbers_of(tests) if symptoms.is_just_beyond(self.results[names[number]]))
        apart = learn(kind, tests & ~near) + learn(symptoms.JUST_BEYOND, near, BY_CHANCE)
        return apart if 2 * len(apart) <= len(found) else found

    def _fault(
        self, kind: str, conditions: list[tuple[str, list[str], bool]], tests: list[str], exceptions: Sequence[str]
    ) -> Fault:
        some = [self.results[test] for test in tests]
        are_colours = all("channel order" in self.axes.descriptions.get(test, {}) for test in tests)
        relation = ""
        if kind == symptoms.WRONG_VALUES:
            relation = symptoms.relation(some, are_colours) or places.relation(some) or symptoms.loose_relation(some)
        by_size = [result.test for result in sorted(some, key=self._size)]
        return Fault(kind, relation, symptoms.calls(some), conditions, tests, list(exceptions), by_size, self.axes.sections)

    def _size(self, result: Result) -> tuple[int, int, int, str]:
        """How much there is to look at in a failing test."""
        size = self.axes.descriptions.get(result.test, {}).get("size", "")
        values = sum(argument.get("values", 0) for argument in result.details.get("arguments", []))
        given = sum(len(str(item.get("values", ""))) for item in result.details.get("inputs", []))
        return (SIZES.index(size) if size in SIZES else 0), values, given, result.test
