# SPDX-License-Identifier: MIT
"""The rules of `run-tests explain` for a report: where generated tests fail, they come before the tests."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..explain import axes
from ..explain.causes import faults_of
from ..explain.faults import Fault, failed
from ..explain.generator import Generator
from ..explain.text import count
from ..results import Record

MOST_RULES = 40  # that the first page lists
_FAMILY = re.compile(r'^NAME = "([\w-]+)"', re.MULTILINE)


def families(generator: Path) -> set[str]:
    """The families of generated tests, without starting the generator, which takes a while."""
    sources = (generator.parent / "suites").rglob("*.py")
    return {name for source in sources for name in _FAMILY.findall(source.read_text(encoding="utf-8"))}


def of_record(generator: Generator, record: Record) -> list[Fault]:
    """The rules of a run's failures; none where no generated test fails."""
    bad = [test for test, result in record.results.items() if failed(result)]
    if not {axes.family_of(test) for test in bad} & families(generator.program):
        return []
    found = axes.load(generator, record.results)
    return faults_of(generator, record, found)


def rows(faults: Iterable[Fault]) -> list[dict[str, Any]]:
    """What the page says of each."""
    return [
        {"title": fault.title, "where": fault.condition, "count": count(fault), "section": fault.section,
         "hypotheses": fault.hypotheses, "smallest": fault.smallest}
        for fault in list(faults)[:MOST_RULES]
    ]  # fmt: skip
