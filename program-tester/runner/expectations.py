# SPDX-License-Identifier: MIT
"""What is known of a driver before a run: lists of tests that fail there, that sometimes fail, or
that must not be run; and results of an earlier run, to see only what changed.

A line of a list is a glob over FILE::NAME, then `# reason`. Every line needs a reason: a list
without reasons only hides failures. A `~` before the glob says that some of the tests fail: which
ones may depend on chance, as when a wrong texel happens to have the right value. A line `< NAME` stands
for the lines of another list in the same folder, as of what all versions of a driver fail.

A list of failures or flakes is for the drivers of its lines `# for: GLOB`, a glob over what a driver says that it is. One without
such lines, and every list of skips, is for the driver that its file's name begins with.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

from .asked import split_absent
from .attempts import measured
from .endless import is_device
from .gate import compare
from .patterns import Pattern, glob_to_regex
from .results import JOURNAL, Record, Result, load_some
from .status import RANK, Status, Works, is_lost


KINDS = ("fails", "flakes", "skips")
_FOR = re.compile(rb"^# for: (.+)$", re.MULTILINE)


class ExpectationError(ValueError):
    """A line that is wrong; the message names file and line."""


@dataclasses.dataclass
class Entry:
    """One line of a list."""

    glob: str
    reason: str
    place: str
    partly: bool = False  # tests that pass are as expected as tests that fail

    def __post_init__(self) -> None:
        self._regex = re.compile(glob_to_regex(self.glob), re.DOTALL)

    def matches(self, test: str) -> bool:
        """Whether the glob covers the test; a glob without `::` covers all tests of its files."""
        name = test if "::" in self.glob else test.partition("::")[0]
        return self._regex.fullmatch(name) is not None

    def is_about_files_of(self, tests: list[str]) -> bool:
        """Whether any of the tests is in a file that the glob names."""
        return _occurs(glob_to_regex(self.glob.partition("::")[0]), "\n".join(tests))


def read_list(path: Path) -> list[Entry]:
    """The entries of a file; none when there is no such file."""
    if not path.exists():
        return []
    if is_device(path) and path != Path("/dev/null"):
        raise ExpectationError(f"{path}: a device, not a list of expectations")
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ExpectationError(f"{path}: {error}") from None
    entries = []
    for number, line in enumerate(lines, 1):
        glob, hash_mark, reason = line.partition("#")
        glob, reason = glob.strip(), reason.strip()
        if not glob:
            continue
        if glob.startswith("<"):
            entries += _taken_in(path, glob.lstrip("< "), f"{path}:{number}")
            continue
        if not hash_mark or not reason:
            raise ExpectationError(f"{path}:{number}: {glob}: a reason is needed after '#'")
        partly = glob.startswith("~")
        entries.append(Entry(glob.lstrip("~ "), reason, f"{path}:{number}", partly))
    return entries


def drivers_of(path: Path) -> list[Pattern]:
    """The drivers that a list says it is for; none where it cannot be read, which is told where it is used."""
    if not path.is_file():
        return []
    return [Pattern(glob.decode(errors="replace").strip()) for glob in _FOR.findall(path.read_bytes())]


def _taken_in(path: Path, name: str, place: str) -> list[Entry]:
    """The entries of a list that another one names, which has none of its own to name."""
    other = path.parent / name
    if "/" in name or not other.is_file():
        raise ExpectationError(f"{place}: there is no list {name} beside it")
    if re.search(r"^\s*<", other.read_text(encoding="utf-8", errors="replace"), re.MULTILINE):
        raise ExpectationError(f"{place}: {name} stands for other lists itself")
    return read_list(other)


class EntryList:
    """The entries of all lists of one kind."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        # Most tests are in no list: one search instead of one for each entry.
        globs = "|".join(glob_to_regex(entry.glob) for entry in entries)
        self._may_match = re.compile(f"(?:{globs})(?:::|\\Z)", re.DOTALL).match

    def __add__(self, other: EntryList) -> EntryList:
        return EntryList(self.entries + other.entries)

    def first(self, test: str) -> Entry | None:
        """The first entry that covers a test."""
        if not self.entries or not self._may_match(test):
            return None
        return next((entry for entry in self.entries if entry.matches(test)), None)


class Expectations:
    """What is known about one driver."""

    def __init__(self, fails: EntryList, flakes: EntryList, skips: EntryList) -> None:
        self.fails = fails
        self.flakes = flakes
        self.skips = skips
        self.baseline = Record()  # earlier results
        self.allowed: list[Pattern] = []  # which of its tests may skip or be gone
        self.let_go: set[str] = set()  # those that did
        self._earlier: dict[str, Status] = {}  # what they came to
        self._baseline = ""  # where they are
        self._waiting: list[tuple[list[Pattern], str, Path]] = []  # lists for drivers that say what they are, and their kinds

    @classmethod
    def load(cls, folder: Path, driver: str) -> Expectations:
        """The lists of a driver by its name, and those that wait for what it says that it is. The folder must exist."""
        if not folder.is_dir():
            raise ExpectationError(f"{folder}: there is no such folder of expectations")
        found = cls(EntryList([]), EntryList([]), EntryList([]))
        for path in sorted(folder.glob("*-*.txt")):
            name, _, kind = path.stem.rpartition("-")
            drivers = drivers_of(path)
            if drivers and kind == "skips":
                raise ExpectationError(f"{path}: a list of skips goes by its name, as it is read before the driver is asked")
            if kind not in KINDS and (drivers or name == driver):
                raise ExpectationError(f"{path}: a list is one of {', '.join(f'{name}-{known}.txt' for known in KINDS)}")
            if drivers:
                found._waiting.append((drivers, kind, path))
            elif name == driver:
                found._add(kind, path)
        return found

    def _add(self, kind: str, path: Path) -> None:
        setattr(self, kind, getattr(self, kind) + EntryList(read_list(path)))

    def take_device(self, words: str) -> None:
        """Takes in the lists that are for the driver which says this of itself."""
        for drivers, kind, path in self._waiting:
            if any(driver.matches(words) for driver in drivers):
                self._add(kind, path)
        self._waiting = []

    def add_baseline(self, path: Path, driver: str) -> None:
        """Adds a list of failures (FILE.txt), a folder of lists, or the results of an earlier run.
        ResultsError or ExpectationError says what is wrong with it."""
        if path.suffix == ".txt" and path.exists():
            self.fails = self.fails + EntryList(read_list(path))
        elif path.is_dir() and not (path / JOURNAL).exists() and list(path.glob("*-*.txt")):
            more = Expectations.load(path, driver)
            self.fails, self.flakes = self.fails + more.fails, self.flakes + more.flakes
            self.skips = self.skips + more.skips
            self._waiting += more._waiting
        else:
            self._baseline = str(path)
            self.baseline = load_some(path)
            self._earlier = {test: measured(result) for test, result in self.baseline.results.items()}

    @property
    def _is_empty(self) -> bool:
        """Whether nothing is known."""
        return not (self.fails.entries or self.flakes.entries or self._earlier)

    def skip_reason(self, test: str) -> str | None:
        """Why a test must not be run, or None."""
        entry = self.skips.first(test)
        return entry.reason if entry else None

    def judge(self, result: Result) -> Result:
        """The result in the light of what is known. What was not expected stays as it is."""
        if self._is_empty:
            return result
        if result.status is Status.SKIP:
            is_loss = self._is_loss(result.test, result.status)
            return compare.lost(result.test, self._baseline, result) if is_loss else result
        known = self._known(result)
        if known is None:
            return result
        status, why = known
        result.outcome = result.status.label
        if status is Status.UNEXPECTED_PASS:
            result.message = f"expected to fail ({why}), but passes"
        else:
            result.message = f"expected ({why}): {result.status}: {result.message}"
        result.status = status
        return result

    def _is_loss(self, test: str, now: Status | None) -> bool:
        """Whether a test that passed in the baseline says nothing now, and may not."""
        if not is_lost(self._earlier.get(test), now):
            return False
        if any(pattern.matches(test) for pattern in self.allowed):
            self.let_go.add(test)
            return False
        return True

    def gone(self, run: dict[str, Any], plan: list[str]) -> list[Result]:
        """The losses among tests of the baseline that are not planned, though what the run was asked for has them."""
        now = Record(run=run, results={test: Result(test, Status.SKIP) for test in plan})
        due, _ = split_absent(self.baseline, now, own=True)
        return [compare.lost(test, self._baseline, None) for test in sorted(due) if self._is_loss(test, None)]

    def note(self) -> str:
        """What is to be said of a run that may lose tests; empty where there is nothing."""
        if not self.allowed:
            return ""
        unused = [p.text for p in self.allowed if not any(map(p.matches, self.let_go))]
        words = [f"{len(self.let_go)} allowed to skip or be gone, which passed in {self._baseline}"]
        return "; ".join(words + [f"--allow-skips {text} allows nothing" for text in unused])

    def _known(self, result: Result) -> tuple[Status, str] | None:
        """The status to show instead, and why. An error is not what a list is about: nothing was
        measured."""
        if result.status is Status.ERROR:
            return self._known_from_baseline(result)
        flake = self.flakes.first(result.test)
        if flake is not None:
            return (Status.FLAKY, flake.reason) if result.status.is_bad else None
        entry = self.fails.first(result.test)
        if entry is not None and result.status is Status.PASS:
            if entry.partly:
                return None
            return Status.UNEXPECTED_PASS, f"{entry.place}: {entry.reason}"
        if entry is not None and not self._passed_before(result.test):
            return Status.EXPECTED_FAIL, entry.reason
        return self._known_from_baseline(result)

    def _passed_before(self, test: str) -> bool:
        """Then it is no news that a list knows it to fail, but that it fails."""
        before = self._earlier.get(test)
        return before is not None and before.works is Works.YES

    def _known_from_baseline(self, result: Result) -> tuple[Status, str] | None:
        """As bad as before is expected; worse is not."""
        before = self._earlier.get(result.test)
        if before is None or before.works in (Works.YES, Works.UNKNOWN):
            return None
        why = f"{before} in {self._baseline}"
        if before is Status.FLAKY:
            return (Status.FLAKY, why) if result.status.is_bad else None
        if result.status is Status.PASS:
            return Status.UNEXPECTED_PASS, why
        return (Status.EXPECTED_FAIL, why) if RANK[result.status] <= RANK[before] else None

    def unmatched(self, tests: list[str]) -> list[Entry]:
        """The entries that match none of these tests."""
        names = "\n".join(tests)
        entries = self.fails.entries + self.flakes.entries + self.skips.entries
        return [entry for entry in entries if not _occurs(glob_to_regex(entry.glob), names)]


def _occurs(name: str, names: str) -> bool:
    return re.search(f"^(?:{name})(?:::|$)", names, re.MULTILINE) is not None
