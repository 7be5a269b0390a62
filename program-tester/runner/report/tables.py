# SPDX-License-Identifier: MIT
"""What the scripts of the site's first page read: every test with its verdicts, in few bytes."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import json
from typing import Any, Sequence

from ..gate.compare import Verdicts
from ..results import Result
from ..show import harmless
from ..status import Status
from .groups import Group
from .runs import Kind, Run

LONGEST = 300  # characters of a message; pages of failures have all of it
DIGITS = "0123456789"  # a verdict in a run: its number in the table of statuses
ABSENT = "-"
NUMBER = {status: DIGITS[number] for number, status in enumerate(Status)}


@dataclasses.dataclass
class Tests:
    """All tests of a report, in order of name, with what came of each in each run."""

    kind: Kind
    runs: list[Run]
    names: list[str]
    results: list[tuple[Result | None, ...]]  # of each test, in the order of runs

    @classmethod
    def of(cls, kind: Kind, runs: list[Run]) -> Tests:
        names = sorted(set().union(*(run.record.results for run in runs)))
        columns = [[run.record.results.get(name) for name in names] for run in runs]
        return cls(kind, runs, names, list(zip(*columns, strict=True)))

    @functools.cached_property
    def verdicts(self) -> list[Verdicts]:
        """The same as verdicts alone."""
        return [tuple(result.status if result else None for result in found) for found in self.results]

    def last(self, number: int) -> Result:
        """The newest result of a test, or that of the last driver that has one."""
        return next(result for result in reversed(self.results[number]) if result is not None)


def said(results: Sequence[Result | None]) -> str:
    """The gist of why a test is not well: the newest there is."""
    for result in reversed(results):
        if result is not None and result.message:
            return harmless(result.message.partition("\n")[0][:LONGEST])
    return ""


def _names(tests: Tests) -> dict[str, Any]:
    """Names by file: most of a name is its file's."""
    files, own = [], []
    split = [harmless(name).partition("::") for name in tests.names]
    for file, found in itertools.groupby(split, lambda parts: parts[0]):
        files.append(file)
        own.append([name if separator else None for _, separator, name in found])
    return {"files": files, "own": own}


def _messages(tests: Tests) -> dict[str, Any]:
    """Messages are often the same: they are numbered."""
    numbers: dict[str, int] = {"": 0}
    message = [numbers.setdefault(said(found), len(numbers)) for found in tests.results]
    return {"message": message, "messages": list(numbers)}


def _verdicts(tests: Tests, number: int) -> str:
    column = (found[number] for found in tests.results)
    return "".join(NUMBER[result.status] if result else ABSENT for result in column)


def document(tests: Tests, groups: list[Group], pages: dict[int, str]) -> str:
    """The script: a constant with everything."""
    table = {
        "kind": tests.kind.value,
        "statuses": [{"name": s.label, "look": s.look.style, "mark": s.look.mark} for s in Status],
        "runs": [harmless(run.label) for run in tests.runs],
        **_names(tests),
        "verdicts": [_verdicts(tests, number) for number in range(len(tests.runs))],
        "milliseconds": [round(1000 * tests.last(n).seconds) for n in range(len(tests.names))],
        **_messages(tests),
        "groups": [{"title": group.title, "tests": group.tests} for group in groups],
        "pages": pages,
    }
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return f"'use strict';\nconst REPORT = {text};\n"
