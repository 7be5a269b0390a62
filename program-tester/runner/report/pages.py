# SPDX-License-Identifier: MIT
"""Pages of failures: a section for each run in which the test is not well, the newest first."""

import dataclasses
import itertools
import re
import zlib
from pathlib import Path
from typing import Iterator

import jinja2

from ..results import Result
from ..status import Status
from . import again, pictures, source
from .groups import LOOKS, Group
from .runs import Run, worst
from .source import Excerpt
from .tables import Tests

FOLDER = "failures"
SLUG_LENGTH = 120
LONGEST_LOG = 64 * 1024  # characters of what was printed; the end of it is kept
# Limits of a report: its pages have the room that its tables leave, unless all are asked for.
MOST_BYTES = 4_700_000
LEAST_BYTES = 1_000_000  # of pages, however large the tables are
SHELL = 1_500  # bytes of a page beside its body, and of its name in the table


def page_name(test: str) -> str:
    """The file of a test's page: the same in every report, so that links last."""
    slug = re.sub(r"[^A-Za-z0-9]+", "-", test).strip("-")[:SLUG_LENGTH]
    return f"{FOLDER}/{slug}-{zlib.crc32(test.encode()):08x}.html"


@dataclasses.dataclass
class Section:
    """What a page says of a test in a run."""

    label: str
    result: Result
    excerpt: Excerpt | None
    arguments: list[pictures.Argument]
    told: list[pictures.Told]
    inputs: list[pictures.Argument]
    logs: list[tuple[str, str]]
    first_picture: int  # number of its first picture in the page

    @property
    def explore(self) -> str:
        """A command that shows how it runs, where there is one."""
        return again.explore(self.result.reproduce, self.result.test)

    @property
    def pictures(self) -> list[pictures.Argument]:
        return self.arguments + self.inputs


def _shortened(text: str) -> str:
    left_out = len(text) - LONGEST_LOG
    return f"[{left_out} characters left out]\n{text[left_out:]}" if left_out > 0 else text


def _logs(result: Result) -> list[tuple[str, str]]:
    """What was printed along with a result, by title."""
    logs = {
        "Build log": result.details.get("build_log", ""),
        "Output": result.output,
        "Kernel log": result.kernel_log,
        "Driver's messages": "\n".join(result.details.get("driver_messages", [])),
    }
    return [(title, _shortened(text)) for title, text in logs.items() if text.strip()]


def _sections(results: tuple[Result | None, ...], runs: list[Run]) -> list[Section]:
    sections: list[Section] = []
    first = 0
    for result, run in reversed(list(zip(results, runs, strict=True))):
        if result is None or result.status.look not in LOOKS:
            continue
        names = source.parameters(result, run.record)
        shown, told, given = pictures.arguments(result, names), pictures.told(result, names), pictures.inputs(result, names)
        excerpt = source.excerpt(result, run.record)
        sections.append(Section(run.label, result, excerpt, shown, told, given, _logs(result), first))
        first += len(shown) + len(given)
    return sections


def _in_turns(groups: list[Group]) -> Iterator[int]:
    """The first test of each group, then the second of each: so that each cause has a page."""
    for look in LOOKS:
        of_look = [group.tests for group in groups if group.status.look is look]
        for turn in itertools.zip_longest(*of_look):
            yield from (number for number in turn if number is not None)


def room_beside(tables: str) -> int:
    """The bytes that pages may have in a report with such tables."""
    return max(LEAST_BYTES, MOST_BYTES - len(tables.encode("utf-8", "replace")))


@dataclasses.dataclass
class Pages:
    """The pages that were made: files by number of test. How many tests have none, for lack of room."""

    files: dict[int, str]
    left_out: int


def _bodies(tests: Tests, groups: list[Group], template: jinja2.Template, room: int) -> dict[int, str]:
    found: dict[int, str] = {}
    for number in _in_turns(groups):
        sections = _sections(tests.results[number], tests.runs)
        if not sections:
            continue  # of several runs: well in each, but not in the same way
        shown = [picture for section in sections for picture in section.pictures]
        found[number] = template.render(
            test=tests.names[number],
            status=worst(tests.results[number]),
            verdicts=list(zip(tests.results[number], tests.runs, strict=True)),
            sections=sections,
            pictures=pictures.embed(shown),
        )
        room -= len(found[number].encode("utf-8", "replace")) + SHELL
        if room < 0:
            break
    return found


def _rank(tests: Tests, number: int) -> tuple[int, int]:
    return LOOKS.index(_shown_status(tests, number).look), number


def _shown_status(tests: Tests, number: int) -> Status:
    """The worst that a page tells of."""
    return worst([r for r in tests.results[number] if r and r.status.look in LOOKS])


def write(
    folder: Path, tests: Tests, groups: list[Group], templates: jinja2.Environment, room: int
) -> Pages:
    """Writes the pages, the worst first, and no more bytes of them than there is room."""
    bodies = _bodies(tests, groups, templates.get_template("failure_body.html"), room)
    numbers = sorted(bodies, key=lambda number: _rank(tests, number))
    files = {number: page_name(tests.names[number]) for number in numbers}
    template = templates.get_template("failure.html")
    for place, number in enumerate(numbers):
        neighbours = (numbers[place - 1], numbers[(place + 1) % len(numbers)])
        text = template.render(
            test=tests.names[number],
            status=_shown_status(tests, number),
            body=bodies[number],
            number=place + 1,
            total=len(numbers),
            previous=Path(files[neighbours[0]]).name,
            next=Path(files[neighbours[1]]).name,
            run=", ".join(run.label for run in tests.runs),
        )
        (folder / files[number]).write_text(text, encoding="utf-8", errors="replace")
    wanted = {n for group in groups for n in group.tests if any(
        r is not None and r.status.look in LOOKS for r in tests.results[n])}  # fmt: skip
    return Pages(files, len(wanted) - len(files))
