# SPDX-License-Identifier: MIT
"""Whether the example of a fault shows the wrong rule that is told of it: the file of the test is made once more with that
rule in the place of the right one. What a driver gave must fail the right file and pass the wrong one, which differ in nothing but what
they expect."""

import dataclasses
from functools import cache

from suites import EVERY_SUITE, all_cases
from testgen.model import Case

from . import told
from .deviation import Deviation
from .hypotheses import ALL_DEVIATIONS


@dataclasses.dataclass(frozen=True)
class Files:
    """A test's file as it is, and as the wrong rule makes it."""

    right: str
    wrong: str

    @property
    def tells_them_apart(self) -> bool:
        return self.right != self.wrong

    @property
    def asks_the_same(self) -> bool:
        """Whether the two give the driver the same: the wrong rule is in what is expected alone."""
        return _given(self.right) == _given(self.wrong)


def _given(text: str) -> list[str]:
    """The lines of a file but for values that are expected. Lines may go on behind a backslash."""
    lines = text.replace("\\\n", " ").splitlines()
    return [told.without_values(line) for line in lines]


def deviation_of(rule: str, family: str = "") -> Deviation | None:
    """The wrong rule that a hypothesis names, as `explain` tells it: with its section, and perhaps of how many tests. Rules of one name are of
    several families."""
    found = [one for one in ALL_DEVIATIONS if rule.startswith(f"{one.name} ({one.section})")]
    return max(found, key=lambda one: (len(one.name), family in one.families)) if found else None


@cache
def _cases(family: str) -> dict[str, Case]:
    return {case.full_name: case for case in all_cases([family])} if family in EVERY_SUITE else {}


def case_of(test: str) -> Case | None:
    return _cases(test.partition("/")[0]).get(test)


def _text(case: Case, strict: bool) -> str:
    told.forget()
    return EVERY_SUITE[case.suite].build([case], strict).text()


def files(case: Case, deviation: Deviation, strict: bool) -> Files:
    """The file of a test with the right rules, and with one wrong rule."""
    right = _text(case, strict)
    try:
        with deviation.applied():
            return Files(right, _text(case, strict))
    finally:
        told.forget()
