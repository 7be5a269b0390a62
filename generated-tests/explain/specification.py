# SPDX-License-Identifier: MIT
"""Generated tests by the statements of the specification that they show."""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from testgen import axes
from .statements import NAMED, STATEMENTS, Statement, shown

from suites import SUITES

BROKEN = Path(__file__).resolve().parents[1] / "fault-statements.txt"
FAULTS_SHOWN = 3
EXAMPLES = 3  # tests that fail, of each statement


def _shown(families: Iterable[str] = tuple(SUITES)) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    """Each test of some families that shows any, with what it shows."""
    for name in families:
        for test, description in axes.described(SUITES[name]).items():
            found = shown(description)
            if found:
                yield test, found


def tests_of(name: str) -> list[str] | None:
    """The tests of one statement; None where there is no statement of that name."""
    statement = NAMED.get(name)
    if statement is None:
        return None
    return [test for test, found in _shown() if statement in found]


def counted(failed: Container[str], ran: Collection[str]) -> list[dict[str, Any]]:
    """Of each statement, in the page's order: how many of the tests that show it fail, how many ran, and some that fail."""
    bad: dict[str, list[str]] = {one.name: [] for one in STATEMENTS}
    all_of = Counter[str]()
    families = {test.partition("/")[0] for test in ran} & SUITES.keys()
    for test, found in _shown(sorted(families)):
        if test in ran:
            names = [statement.name for statement in found]
            all_of.update(names)
            for name in names if test in failed else ():
                bad[name].append(test)
    return [
        {"name": one.name, "section": one.section, "text": one.text, "failed": len(bad[one.name]), "ran": all_of[one.name],
         "examples": bad[one.name][:EXAMPLES]}
        for one in sorted(STATEMENTS, key=_place)
    ]  # fmt: skip


def broken(results: Mapping[str, Mapping[str, bool]]) -> dict[str, list[str]]:
    """By fault, the statements that it breaks: those of which at least half of the tests fail that show them and ran. `results` says of
    each fault which tests ran, and whether they failed."""
    statements = dict(_shown())
    faults = {}
    for fault, ran in results.items():
        bad, all_of = Counter[str](), Counter[str]()
        for test, has_failed in ran.items():
            names = [statement.name for statement in statements.get(test, ())]
            all_of.update(names)
            bad.update(names if has_failed else ())
        faults[fault] = [one.name for one in STATEMENTS if bad[one.name] and 2 * bad[one.name] >= all_of[one.name]]
    return faults


def known_faults() -> dict[str, list[str]]:
    """What generated-tests/fault-statements.txt keeps of the last measurement."""
    lines = (line.partition(":") for line in BROKEN.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#"))
    return {fault: names.split() for fault, _, names in lines}


def _families(tests: Iterable[str]) -> str:
    counts = Counter(test.partition("/")[0] for test in tests)
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _faults(names: Sequence[str]) -> str:
    """Some of the faults that break a statement, and how many they are."""
    listed = ", ".join(f"`{name}`" for name in names[:FAULTS_SHOWN])
    return f"{listed} and {len(names) - FAULTS_SHOWN} more" if len(names) > FAULTS_SHOWN else listed


def _place(one: Statement) -> tuple[bool, list[int], str]:
    """Sections of 1.2 in order, then what came later."""
    is_later = not one.section[0].isdigit()
    return is_later, [] if is_later else [int(part) for part in one.section.split(".")], one.section


def page() -> str:
    """docs/specification.md's tables."""
    tests: dict[str, list[str]] = {statement.name: [] for statement in STATEMENTS}
    for test, found in _shown():
        for statement in found:
            tests[statement.name].append(test)
    breaks: dict[str, list[str]] = {statement.name: [] for statement in STATEMENTS}
    for fault, names in known_faults().items():
        for name in names:
            breaks[name].append(fault)
    ordered = sorted(STATEMENTS, key=_place)
    rows = [
        f"| `{one.name}` | {one.section} | {one.text} | {_families(tests[one.name])} | {_faults(breaks[one.name])} |"
        for one in ordered
    ]
    missing = [
        f"| `{one.name}` | {'no test' if not tests[one.name] else 'no fault'} | {one.why or 'not yet'} |"
        for one in ordered
        if not tests[one.name] or not breaks[one.name]
    ]
    head = ["| statement | section | what it says | tests | broken by |", "| --- | --- | --- | --- | --- |"]
    last = ["", f"Without a test, or without a fault that breaks them, {len(missing)} of {len(STATEMENTS)}:", "",
            "| statement | has | why |", "| --- | --- | --- |", *missing]  # fmt: skip
    return "\n".join([*head, *rows, *last]) + "\n"
