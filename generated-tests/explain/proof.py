# SPDX-License-Identifier: MIT
"""Whether the example of a fault shows the wrong rule that is told of it: the file of the test is made once more with that
rule in the place of the right one. What a driver gave must fail the right file and pass the wrong one, which differ in nothing but what
they expect."""

import dataclasses
import sys
from functools import cache

from suites import EVERY_SUITE, all_cases
from testgen.model import Case

from .deviation import Deviation
from .hypotheses import ALL_DEVIATIONS

EXPECTED = "arg_out:"  # how lines begin that say what is expected


def _is_first(line: str) -> bool:
    """Whether a line expects something of argument 0, whose values are recorded."""
    return line.startswith(f"{EXPECTED} 0 ")


def of_first(text: str) -> str:
    """The same, where only argument 0 is an output: values of others are not recorded where they are right."""
    lines = text.replace("\\\n", " ").splitlines()
    return "\n".join(_as_input(line) if line.startswith(EXPECTED) and not _is_first(line) else line for line in lines) + "\n"


def _as_input(line: str) -> str:
    """What is expected of a buffer as what it begins with: of choices and ranges the first number."""
    _, *words = line.removesuffix(" signed_zero").split()
    return " ".join(["arg_in:", *words[:3], *(word.partition("|")[0].partition("..")[0] for word in words[3:])])


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
    """The lines of a file but for values that are expected of argument 0. Lines may go on behind a backslash."""
    lines = text.replace("\\\n", " ").splitlines()
    return [" ".join(line.split()[:4]) if _is_first(line) else line for line in lines]


def deviation_of(told: str) -> Deviation | None:
    """The wrong rule that a hypothesis names, as `explain` tells it: with its section, and perhaps of how many tests."""
    found = [one for one in ALL_DEVIATIONS if told.startswith(f"{one.name} ({one.section})")]
    return max(found, key=lambda one: len(one.name)) if found else None


@cache
def _cases(family: str) -> dict[str, Case]:
    return {case.full_name: case for case in all_cases([family])} if family in EVERY_SUITE else {}


def case_of(test: str) -> Case | None:
    return _cases(test.partition("/")[0]).get(test)


def _forget() -> None:
    """Families keep images, which keep what they have computed."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "suites"]
    for kept in (value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")):
        kept.cache_clear()


def _text(case: Case, strict: bool) -> str:
    _forget()
    return EVERY_SUITE[case.suite].build([case], strict).text()


def files(case: Case, deviation: Deviation, strict: bool) -> Files:
    """The file of a test with the right rules, and with one wrong rule."""
    right = _text(case, strict)
    try:
        with deviation.applied():
            return Files(right, _text(case, strict))
    finally:
        _forget()
