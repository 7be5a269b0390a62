# SPDX-License-Identifier: MIT
"""What differs between runs: of one driver over time, or of several drivers. Computes only."""

import dataclasses
import enum
from typing import Sequence

from ..asked import split_absent
from ..attempts import outcome
from ..patterns import Pattern
from ..results import Record, Result
from ..status import Status, Works, counted, is_lost, is_worse

Verdicts = tuple[Status | None, ...]  # of one test, in the order of the runs; None: not there


class Change(enum.Enum):
    """What became of a test between the first run and the last: the words for one and for several, and
    whether it is one that nobody wants."""

    REGRESSION = ("regression", "regressions", True)
    NEW_FAILURE = ("new test that fails", "new tests that fail", True)
    ALLOWED = ("allowed to skip or be gone", "allowed to skip or be gone", False)
    FIX = ("fix", "fixes", False)
    FLAKE = ("flake", "flakes", False)
    OTHER = ("other change", "other changes", False)
    GONE = ("gone", "gone", False)
    NEW = ("new test", "new tests", False)

    def __init__(self, one: str, title: str, is_bad: bool) -> None:
        self._one = one
        self.title = title
        self.is_bad = is_bad

    def counted(self, count: int) -> str:
        """So many of it, in words."""
        return counted(count, self._one, self.title)


@dataclasses.dataclass(frozen=True)
class Difference:
    """A test whose verdicts are not all the same."""

    test: str
    change: Change
    verdicts: Verdicts


@dataclasses.dataclass
class Comparison:
    """All differences, by kind and then by name, how many tests have none, how many of the first run's
    the last one was not asked for, and the patterns that allow nothing."""

    differences: dict[Change, list[Difference]]
    same: int
    not_asked: int = 0
    unused: list[str] = dataclasses.field(default_factory=list)

    @property
    def is_worse(self) -> bool:
        return bool(self.bad)

    @property
    def bad(self) -> list[Difference]:
        """What nobody wants, regressions first."""
        return [one for change, found in self.differences.items() if change.is_bad for one in found]

    @property
    def notes(self) -> list[str]:
        """What is to be said beside the differences."""
        some = counted(self.not_asked, "test was", "tests were")
        notes = [f"{some} not asked for, and not compared"] if self.not_asked else []
        return notes + [f"--allow-skips {text} allows nothing: no such test skips or is gone" for text in self.unused]


def _wavers(verdicts: Verdicts) -> bool:
    """Whether a test was told flaky, or went from good to bad, or back, more than once."""
    bad = [status.is_bad for status in verdicts if status is not None]
    turns = sum(a != b for a, b in zip(bad, bad[1:]))
    return Status.FLAKY in verdicts or turns > 1


def classify(verdicts: Verdicts, is_allowed: bool = False) -> Change:
    """The kind of a difference. The table of statuses decides what is a regression, by the first and
    the last; one that is allowed is none."""
    first, last = verdicts[0], verdicts[-1]
    is_gone = first is not None and last is None
    if is_allowed and (is_gone or is_lost(first, last)):
        return Change.ALLOWED
    if first is not None and is_worse(first, last):
        return Change.REGRESSION
    if last is None:
        return Change.GONE
    if first is None:
        return Change.NEW_FAILURE if last.is_bad else Change.NEW
    if _wavers(verdicts):
        return Change.FLAKE
    return Change.FIX if first.works is Works.NO and last.works is Works.YES else Change.OTHER


def _allows(allowed: Sequence[Pattern], test: str, planned: set[str], verdicts: Verdicts) -> list[Pattern]:
    """The patterns that let a test skip or be gone. A planned test without a result is neither."""
    if verdicts[-1] is None and test in planned:
        return []
    return [pattern for pattern in allowed if pattern.matches(test)]


def compare(records: Sequence[Record], allowed: Sequence[Pattern] = (), own: bool = False) -> Comparison:
    """Compares runs, the oldest or the reference first. `own`: the last is of a run of ours."""
    differences: dict[Change, list[Difference]] = {change: [] for change in Change}
    _, left_out = split_absent(records[0], records[-1], own)
    planned, unused = set(records[-1].plan), {pattern.text for pattern in allowed}
    same = 0
    for test in sorted(set().union(*(record.results for record in records)) - left_out):
        found = (record.results.get(test) for record in records)
        verdicts = tuple(result.status if result else None for result in found)
        if len(set(verdicts)) == 1:
            same += 1
            continue
        allowing = _allows(allowed, test, planned, verdicts)
        change = classify(verdicts, bool(allowing))
        if change is Change.ALLOWED:
            unused -= {pattern.text for pattern in allowing}
        differences[change].append(Difference(test, change, verdicts))
    return Comparison(differences, same, len(left_out), sorted(unused))


def lost(test: str, where: str, skipped: Result | None) -> Result:
    """The verdict on a test that passed in results at `where`, and is skipped now, or gone."""
    if skipped is None:
        return Result(test, Status.LOST, message=f"passed in {where}, and is not there any more")
    before = f"passed in {where}, and is skipped: "
    message = before + skipped.message.removeprefix(before)
    return dataclasses.replace(skipped, status=Status.LOST, outcome=Status.SKIP.label, message=message)


def judged(now: Record, comparison: Comparison, where: str) -> Record:
    """A record in which every regression is shown as bad. A planned test without a result has none."""
    results = dict(now.results)
    for difference in comparison.differences[Change.REGRESSION]:
        result = results.get(difference.test)
        if result is None and difference.test not in now.plan or result is not None and result.status is Status.SKIP:
            results[difference.test] = lost(difference.test, where, result)
        elif result is not None and not result.status.is_bad:  # listed as a known failure
            results[difference.test] = dataclasses.replace(result, status=outcome(result), outcome="")
    return dataclasses.replace(now, results=results)
