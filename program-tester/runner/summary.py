# SPDX-License-Identifier: MIT
"""What a set of results amounts to. Computes only; show prints it."""

import collections
import dataclasses
from typing import Iterable

from .results import Result
from .status import EXIT_AS_EXPECTED, EXIT_UNEXPECTED_PASS, RANK, Look, Status, Tally


@dataclasses.dataclass
class Summary:
    """Counts of every status, and the results that people want to see."""

    counts: dict[Status, int]
    failures: list[Result]
    oddities: list[Result]  # nothing failed, yet they are not what was expected
    skip_reasons: dict[str, int]
    complete: bool = True  # False: tests that should have run have no result

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def passed(self) -> int:
        """Tests that did what they ask for, and were expected to."""
        return self._tally(Tally.PASSED)

    @property
    def skipped(self) -> int:
        return self._tally(Tally.SKIPPED)

    @property
    def failed(self) -> int:
        return self._tally(Tally.FAILED)

    def _tally(self, tally: Tally) -> int:
        return sum(count for status, count in self.counts.items() if status.tally is tally)

    @property
    def closing(self) -> str:
        """The line that ends a run, made to be read by other programs too."""
        return ", ".join(f"{self._tally(tally)} {tally.value}" for tally in Tally)

    @property
    def besides(self) -> str:
        """What is neither passed nor failed nor skipped, in words; empty when there is nothing."""
        rest = [(s, count) for s, count in self.counts.items() if s.tally is None and count]
        return ", ".join(status.counted(count) for status, count in rest)

    @property
    def besides_look(self) -> Look:
        return Look.ODD if self.oddities else Look.KNOWN

    @property
    def look(self) -> Look:
        """How the whole is shown: good only when something ran and all of it is as expected."""
        if self.failed:
            return Look.BAD
        nothing_ran = self.total == self.skipped
        return Look.ODD if self.oddities or nothing_ran or not self.complete else Look.GOOD

    def exit_status(self, allow_unexpected_pass: bool = False) -> int:
        """That of the worst verdict."""
        found = [status for status, count in self.counts.items() if count]
        worst = max(found, key=RANK.__getitem__, default=Status.PASS).exit_status
        allowed = allow_unexpected_pass and worst == EXIT_UNEXPECTED_PASS
        return EXIT_AS_EXPECTED if allowed else worst




def summarise(results: Iterable[Result], complete: bool = True) -> Summary:
    """The summary of results, failures in order of name."""
    results = sorted(results, key=lambda result: result.test)
    counts = collections.Counter(result.status for result in results)
    skips = collections.Counter(
        result.message or "no reason given" for result in results if result.status is Status.SKIP
    )
    return Summary(
        counts={status: counts[status] for status in Status},
        failures=[result for result in results if result.status.is_bad],
        oddities=[result for result in results if result.status.look is Look.ODD],
        skip_reasons=dict(skips.most_common()),
        complete=complete,
    )
