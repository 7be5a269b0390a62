# SPDX-License-Identifier: MIT
"""What differs between runs: of one driver over time, or of several drivers. Computes only."""

from __future__ import annotations

import dataclasses
import enum
from typing import Sequence

from .results import Record
from .status import RANK, Status

Verdicts = tuple[Status | None, ...]  # of one test, in the order of the runs; None: not there


class Change(enum.Enum):
    """What became of a test between the first run and the last: title, and whether it is one that
    nobody wants."""

    REGRESSION = ("regressions", True)
    NEW_FAILURE = ("new tests that fail", True)
    FIX = ("fixes", False)
    FLAKE = ("flakes", False)
    OTHER = ("other changes", False)
    GONE = ("gone", False)
    NEW = ("new tests", False)

    def __init__(self, title: str, is_bad: bool) -> None:
        self.title = title
        self.is_bad = is_bad


@dataclasses.dataclass(frozen=True)
class Difference:
    """A test whose verdicts are not all the same."""

    test: str
    change: Change
    verdicts: Verdicts


@dataclasses.dataclass
class Comparison:
    """All differences, by kind and then by name, and how many tests have none."""

    differences: dict[Change, list[Difference]]
    same: int

    @property
    def is_worse(self) -> bool:
        return any(found for change, found in self.differences.items() if change.is_bad)


BROKEN = frozenset({Status.EXPECTED_FAIL, *(status for status in Status if status.is_bad)})
WORKS = frozenset({Status.PASS, Status.UNEXPECTED_PASS})


def _wavers(verdicts: Verdicts) -> bool:
    """Whether a test was told flaky, or went from good to bad, or back, more than once."""
    bad = [status.is_bad for status in verdicts if status is not None]
    turns = sum(a != b for a, b in zip(bad, bad[1:]))
    return Status.FLAKY in verdicts or turns > 1


def classify(verdicts: Verdicts) -> Change:
    """The kind of a difference."""
    first, last = verdicts[0], verdicts[-1]
    if last is None:
        return Change.GONE
    if first is None:
        return Change.NEW_FAILURE if last.is_bad else Change.NEW
    if _wavers(verdicts):
        return Change.FLAKE
    if last.is_bad and not (first.is_bad and RANK[last] <= RANK[first]):
        return Change.REGRESSION
    if first in BROKEN and last in WORKS:
        return Change.FIX
    return Change.OTHER


def compare(records: Sequence[Record]) -> Comparison:
    """Compares runs, the oldest or the reference first."""
    differences: dict[Change, list[Difference]] = {change: [] for change in Change}
    same = 0
    for test in sorted(set().union(*(record.results for record in records))):
        found = (record.results.get(test) for record in records)
        verdicts = tuple(result.status if result else None for result in found)
        if len(set(verdicts)) == 1:
            same += 1
            continue
        change = classify(verdicts)
        differences[change].append(Difference(test, change, verdicts))
    return Comparison(differences, same)
