# SPDX-License-Identifier: MIT
"""Generated tests by the statements of the specification that they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator
from typing import Any

from testgen import axes
from testgen.model import Case
from testgen.statements import NAMED, STATEMENTS, Statement, of_description

from . import SUITES


def _shown(families: Iterable[str] = tuple(SUITES)) -> Iterator[tuple[Case, tuple[Statement, ...]]]:
    """Each test of some families that shows any, with what it shows."""
    for name in families:
        suite = SUITES[name]
        for case in suite.cases():
            found = of_description(axes.description(case, suite.AXES))
            if found:
                yield case, found


def tests_of(name: str) -> list[str] | None:
    """The tests of one statement; None where there is no statement of that name."""
    statement = NAMED.get(name)
    if statement is None:
        return None
    return [case.full_name for case, found in _shown() if statement in found]


def violated(failed: Container[str], ran: Collection[str]) -> list[dict[str, Any]]:
    """Of each statement of which a test fails: how many of the tests that show it do, and how many ran."""
    bad, all_of = Counter[str](), Counter[str]()
    families = {test.partition("/")[0] for test in ran} & SUITES.keys()
    for case, found in _shown(sorted(families)):
        if case.full_name in ran:
            names = [statement.name for statement in found]
            all_of.update(names)
            if case.full_name in failed:
                bad.update(names)
    return [
        {"name": one.name, "section": one.section, "text": one.text, "failed": bad[one.name], "ran": all_of[one.name]}
        for one in STATEMENTS
        if bad[one.name]
    ]


def _families(cases: Iterable[Case]) -> str:
    counts = Counter(case.suite for case in cases)
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def page() -> str:
    """docs/specification.md's table."""
    cases: dict[str, list[Case]] = {statement.name: [] for statement in STATEMENTS}
    for case, found in _shown():
        for statement in found:
            cases[statement.name].append(case)
    rows = [
        f"| `{one.name}` | {one.section} | {one.text} | {_families(cases[one.name])} |"
        for one in sorted(STATEMENTS, key=lambda one: [int(part) for part in one.section.split(".")])
    ]
    return "\n".join(["| statement | section | what it says | tests |", "| --- | --- | --- | --- |", *rows]) + "\n"
