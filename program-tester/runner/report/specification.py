# SPDX-License-Identifier: MIT
"""The page of a report that shows the specification with its colours: each statement about images, samplers and functions, and
whether the tests that show it pass, in each run."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from ..explain import axes, statements
from ..explain.faults import failed, ran
from ..explain.generator import Generator
from ..explain.statements import Counted
from ..results import Record
from .rules import families

PAGE = "specification.html"
# The subject of a section, by how it begins.
CHAPTERS = (
    ("5.3", "Image objects, and what the host does with them"),
    ("5.5", "Sampler objects"),
    ("6.12", "Built-in functions of images"),
    ("7", "Mathematical functions"),
    ("8", "Addressing, filtering and conversion"),
    ("", "Later versions and extensions"),
)


@dataclasses.dataclass
class Row:
    """A statement, and what each run says of it."""

    statement: Counted  # of the first run
    cells: list[Counted]

    @property
    def is_violated(self) -> bool:
        return any(cell.is_violated for cell in self.cells)


@dataclasses.dataclass
class Chapter:
    title: str
    rows: list[Row]


def look(cell: Counted) -> str:
    """The style of a cell."""
    if not cell.ran:
        return "no-test"
    return "look-good" if not cell.failed else "look-bad" if cell.is_violated else "some-bad"


def _chapter(section: str) -> str:
    return next(title for start, title in CHAPTERS if section.startswith(start))


def arranged(runs: Sequence[Sequence[Counted]]) -> list[Chapter]:
    """Statements by chapter, with a cell for each run; chapters without statements are left out."""
    found: dict[str, list[Row]] = {title: [] for _, title in CHAPTERS}
    for cells in zip(*runs, strict=True):
        found[_chapter(cells[0].section)].append(Row(cells[0], list(cells)))
    return [Chapter(title, rows) for title, rows in found.items() if rows]


def _results(record: Record) -> tuple[list[str], list[str]]:
    """The tests that failed, and those that ran."""
    there = [test for test, result in record.results.items() if ran(result)]
    return [test for test in there if failed(record.results[test])], there


def of_records(generator: Generator, records: Iterable[Record]) -> list[Chapter]:
    """The statements with what each run says of them; none where no run has generated tests."""
    known = families(generator.program)
    tests = [_results(record) for record in records]
    if not any(axes.family_of(test) in known for _, there in tests for test in there):
        return []
    return arranged([statements.counted(generator, bad, there) for bad, there in tests])


def counts(chapters: Sequence[Chapter], run: int) -> Mapping[str, int]:
    """How many statements of a run look how."""
    found = {"look-good": 0, "some-bad": 0, "look-bad": 0, "no-test": 0}
    for chapter in chapters:
        for row in chapter.rows:
            found[look(row.cells[run])] += 1
    return found
