# SPDX-License-Identifier: MIT
"""Per-driver lists of tests that are known to fail there, or that must not be run.

A line is a glob over FILE::NAME, then `# reason`. Every line needs a reason: a list without reasons
only hides failures.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from .patterns import glob_to_regex
from .results import Result
from .status import Status


class ExpectationError(ValueError):
    """A line that is wrong; the message names file and line."""


@dataclasses.dataclass
class Entry:
    """One line of a list."""

    glob: str
    reason: str
    place: str
    used: bool = False

    def __post_init__(self) -> None:
        self._regex = re.compile(glob_to_regex(self.glob), re.DOTALL)

    def matches(self, test: str) -> bool:
        """Whether the glob covers the test; a glob without `::` covers all tests of its files."""
        name = test if "::" in self.glob else test.partition("::")[0]
        found = self._regex.fullmatch(name) is not None
        self.used |= found
        return found


def read_list(path: Path) -> list[Entry]:
    """The entries of a file; none when there is no such file."""
    if not path.exists():
        return []
    entries = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        glob, hash_mark, reason = line.partition("#")
        glob, reason = glob.strip(), reason.strip()
        if not glob:
            continue
        if not hash_mark or not reason:
            raise ExpectationError(f"{path}:{number}: {glob}: a reason is needed after '#'")
        entries.append(Entry(glob, reason, f"{path}:{number}"))
    return entries


class Expectations:
    """What is known about one driver."""

    def __init__(self, fails: list[Entry], skips: list[Entry]) -> None:
        self.fails = fails
        self.skips = skips

    @classmethod
    def load(cls, folder: Path, driver: str) -> Expectations:
        return cls(
            read_list(folder / f"{driver}-fails.txt"), read_list(folder / f"{driver}-skips.txt")
        )

    def skip_reason(self, test: str) -> str | None:
        """Why a test must not be run, or None."""
        return next((entry.reason for entry in self.skips if entry.matches(test)), None)

    def judge(self, result: Result) -> Result:
        """The result in the light of what is known: expected failures, unexpected passes."""
        if result.status is Status.SKIP:
            return result
        entry = next((entry for entry in self.fails if entry.matches(result.test)), None)
        if entry is None:
            return result
        if result.status is Status.PASS:
            result.status = Status.UNEXPECTED_PASS
            result.message = f"expected to fail ({entry.place}: {entry.reason}), but passes"
        else:
            result.message = f"expected ({entry.reason}): {result.status}: {result.message}"
            result.status = Status.EXPECTED_FAIL
        return result

    def unused(self) -> list[Entry]:
        """Entries that matched no test of a run."""
        return [entry for entry in self.fails + self.skips if not entry.used]
