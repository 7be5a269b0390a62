# SPDX-License-Identifier: MIT
"""rootle-record test --reduce: the test of a launch made small. What each candidate expects is what the believed driver leaves; a
candidate of which the bundled driver's checker has a report is none."""

import dataclasses
from collections.abc import Iterator, Sequence

from ..drivers import Driver
from ..places import Places
from ..reduce import of_text
from ..reduce.checked import checking, reports
from ..reduce.sameness import Symptom
from ..reduce.search import Search
from ..reduce.source_file import TestFile, parse
from ..reduce.trials import Choice, Clock, Trials
from ..results import Result
from . import smaller
from .replaying import RecordError

TIMEOUT = 20.0  # seconds for a candidate
WIDTH = 16  # values in a line of the result


@dataclasses.dataclass
class Reduced:
    """What came of it."""

    text: str
    symptom: Symptom
    tries: int
    reports: list[str]  # of the checker, of the launch as it was recorded


class Believed:
    """The driver whose values are expected, and the checker."""

    def __init__(self, places: Places, driver: Driver, bundled: Driver) -> None:
        is_bundled = driver.icd == bundled.icd and not driver.variables
        self.plain = Trials(Choice(driver), places, TIMEOUT, words=("--print-actual",))
        self._checked = Trials(Choice(checking(bundled)), places, TIMEOUT, words=("--print-actual",))
        self._values = self._checked if is_bundled else self.plain
        self.is_checked = True

    def reports(self, file: TestFile) -> list[str]:
        return reports(self._checked.run([file.text()])[0])

    def renewed(self, files: Sequence[TestFile]) -> list[TestFile]:
        """Those of the files that build, run, and are free of reports, with what they leave as what is expected."""
        found = zip(files, (self._values if self.is_checked else self.plain).run([file.text() for file in files]), strict=False)
        kept = [renewed for file, result in found if (renewed := _with_actual(file, result)) and not (self.is_checked and reports(result))]
        if not self.is_checked or self._values is self._checked or not kept:
            return kept
        checks = self._checked.run([file.text() for file in kept])
        return [file for file, result in zip(kept, checks, strict=False) if not reports(result)]


def _with_actual(file: TestFile, result: Result) -> TestFile | None:
    """The test with the values that a driver left; None where they are not there."""
    if result.status.label == "pass":
        return file  # of one that passes no values are told
    if result.status.label != "fail":
        return None
    told = result.details.get("arguments", ())
    actual = {str(one["index"]): tuple(str(one["actual"]).split()) for one in told if "actual" in one}
    lines = []
    for line in file.tests[0]:
        memory = smaller.memory_of(line)
        if line.startswith("arg_out"):
            words = actual.get(smaller.index_of(line))
            if not words:
                return None
            if memory:
                line = memory.with_values(*(words[:1] if len(set(words)) == 1 else words)).line()
        lines.append(line)
    return dataclasses.replace(file, tests=(tuple(lines),))


def _is_given(file: TestFile) -> bool:
    """Whether all that is compared has contents before the launch: what a kernel does not write would be anything."""
    lines = [line for test in file.tests for line in test]
    given, expected = ({smaller.index_of(line) for line in lines if line.startswith(way)} for way in ("arg_in", "arg_out"))
    return expected <= given


class Reducer(of_text.TextReducer):
    """Makes a test small that fails on a driver."""

    def __init__(self, believed: Believed, search: Search) -> None:
        super().__init__(search, (*smaller.CHANGES, *of_text.CHANGES))
        self._believed = believed

    def _first(self, candidates: Iterator[TestFile]) -> TestFile | None:
        """The first that still fails the same way, with what it expects."""
        for batch in self._search.batches(filter(_is_given, candidates)):
            found = self._search.first(self._believed.renewed(batch), TestFile.text)
            if found is not None:
                return found
        return None


def _in_lines(line: str) -> str:
    """A line of many values as several, as tests are written."""
    words = line.split(" ")
    return " \\\n    ".join(" ".join(words[at : at + WIDTH]) for at in range(0, len(words), WIDTH))


def reduced(places: Places, text: str, believed: Driver, other: Driver, bundled: Driver, seconds: float) -> Reduced:
    """The test of a launch, made small while it fails the same way on the other driver. RecordError: it does not fail there."""
    file = parse(text)
    trials = Trials(Choice(other), places, TIMEOUT)
    symptom = Symptom.of(trials.run([text])[0], False)
    if file is None or symptom is None:
        raise RecordError(f"the test does not fail on {other.name}: there is nothing to make small")
    right = Believed(places, believed, bundled)
    if right.plain.run([text])[0].status.label != "pass":
        raise RecordError(f"the test does not pass on {believed.name}")
    reports = right.reports(file)
    right.is_checked = not reports
    small = Reducer(right, Search(trials, Clock(seconds), symptom, False)).by_changes(file)
    lines = [tuple(map(_in_lines, test)) for test in small.tests]
    text = dataclasses.replace(small, tests=tuple(lines)).text()
    if right.plain.run([text])[0].status.label != "pass" or not symptom.is_shown_by(Symptom.of(trials.run([text])[0], False)):
        raise RecordError("the small test does not do what it did before: is the launch the same each time?")
    return Reduced(text, symptom, trials.count, reports)
