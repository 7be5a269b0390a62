# SPDX-License-Identifier: MIT
"""Faults in words: for a terminal, as a report in Markdown, as lines of an expectation list, as JSON."""

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from ..gate.markdown import block, code
from ..reduce import source_file
from ..results import Record, Result
from ..show import harmless
from . import symptoms
from .axes import Axes
from .faults import RULES_SHOWN, Fault
from .globs import Names, covering

GLOBS_SHOWN = 6


@dataclasses.dataclass
class Entry:
    """A line of an expectation list."""

    glob: str
    partly: bool  # it covers tests that pass, too
    reason: str

    def __str__(self) -> str:
        return f"{'~ ' if self.partly else ''}{self.glob}  # {self.reason}"


class Entries:
    """The lines that cover faults of one run."""

    def __init__(self, failures: Iterable[str], tests: Iterable[str], axes: Axes) -> None:
        self._others = Names(set(tests).difference(failures))
        self._axes = axes

    def of(self, fault: Fault) -> list[Entry]:
        axes = [axis for axis, _, are_others in fault.conditions if not are_others]
        values = {
            test: tuple(self._axes.descriptions[test].get(axis, "") for axis in axes)
            for test in fault.tests
            if test in self._axes.descriptions
        }
        reason = f"{fault.title} ({fault.section})" if fault.section else fault.title
        return [
            Entry(glob, self._others.has(glob), reason)
            for glob in covering(fault.tests, values)
        ]


def count(fault: Fault) -> str:
    """How many of the tests of a rule fail."""
    failing, total = len(fault.tests), len(fault.tests) + len(fault.exceptions)
    if fault.exceptions:
        return f"{failing} of {total} such tests"
    return "the only such test" if total == 1 else f"all {total} such tests"


def _where(fault: Fault) -> list[str]:
    """A line for each rule of a fault."""
    lines = [f"{'or' if at else 'where'} {rule.condition}: {count(rule)}" for at, rule in enumerate(fault.rules)]
    more = len(lines) - RULES_SHOWN
    return lines if more <= 0 else [*lines[:RULES_SHOWN], f"or {more} more"]


def headline(faults: Sequence[Fault], failures: int, tests: int) -> str:
    count = sum(len(fault.rules) for fault in faults)
    rules = {0: "", 1: ": 1 rule"}.get(count, f": {count} rules")
    told = f", {len(faults)} where those of one cause are one" if len(faults) < count else ""
    return f"{failures} of {tests} tests that ran failed{rules}{told}"


def terminal(number: int, fault: Fault, entries: Sequence[Entry]) -> str:
    lines = [f"{number}. {fault.title}", *(f"   {said}" for said in _where(fault))]
    lines += [f"   as if: {name}" for name in fault.hypotheses]
    if fault.section:
        lines.append(f"   {fault.section}")
    lines.append(f"   for example {fault.smallest}")
    shown = [f"{'~ ' if entry.partly else ''}{entry.glob}" for entry in entries[:GLOBS_SHOWN]]
    if len(entries) > GLOBS_SHOWN:
        shown.append(f"and {len(entries) - GLOBS_SHOWN} more")
    return "\n".join(lines + [f"   {'expect' if at == 0 else '      '} {line}" for at, line in enumerate(shown)])


def _example(result: Result, source: str) -> list[str]:
    """What a maintainer wants to see of one test: what it said, how to run it, and its file without the other tests."""
    lines = [f"{code(result.test)}: {code(symptoms.said(result))}", ""]
    if result.reproduce:
        lines += [*block(result.reproduce, "sh"), ""]
    if source:
        lines += [*block(_alone(source, result.test.partition("::")[2]), "c"), ""]
    return lines


def _alone(source: str, name: str) -> str:
    """A file with one test: files of generated tests have a hundred. The whole of it where it cannot be told apart."""
    parts = source_file.parse(source)
    only = parts.only(name) if parts else None
    return only.text() if only else source


def markdown(record: Record, faults: Sequence[Fault], counts: tuple[int, int], sources: dict[str, str]) -> str:
    """A report that can be sent: what was tested, and each fault with its smallest test."""
    run, device = record.run, record.device
    lines = [f"# {headline(faults, *counts)}", ""]
    for name, value in (("Driver", run.get("driver")), ("Platform", device.get("platform")), ("Device", device.get("name")),
                        ("Version", device.get("driver_version")), ("Tested", run.get("start"))):  # fmt: skip
        if value:
            lines.append(f"- {name}: {code(str(value))}")
    for number, fault in enumerate(faults, 1):
        lines += ["", f"## {number}. {fault.title}", ""]
        for rule in fault.rules:
            lines += [f"Where {rule.condition}: {count(rule)} fail.", ""]
        for name in fault.hypotheses:
            lines += [f"The values are what this single wrong rule gives: {name}.", ""]
        if fault.section:
            lines += [f"What is right stands in {fault.section}.", ""]
        lines += _example(record.results[fault.smallest], sources.get(fault.smallest, ""))
    return harmless("\n".join(lines).rstrip("\n")) + "\n"


def _conditions(fault: Fault) -> list[dict[str, Any]]:
    return [{"axis": axis, "not" if are_others else "values": values} for axis, values, are_others in fault.conditions]


def as_json(faults: Iterable[Fault], entries_of: Iterable[Sequence[Entry]]) -> list[dict[str, Any]]:
    """Faults for other tools; docs/results-format.md is the reference."""
    return [
        {
            "kind": fault.kind, "title": fault.title, "calls": fault.calls, "section": fault.section,
            "hypotheses": fault.hypotheses,
            "rule": _conditions(fault), "or": [_conditions(rule) for rule in fault.rules[1:]],
            "tests": fault.tests, "exceptions": fault.exceptions, "smallest": fault.smallest,
            "expect": [str(entry) for entry in entries],
        }
        for fault, entries in zip(faults, entries_of, strict=True)
    ]  # fmt: skip
