# SPDX-License-Identifier: MIT
"""What a set of results amounts to. Computes only; show prints it."""

from __future__ import annotations

import collections
import dataclasses
from typing import Iterable

from .results import Result
from .status import Status


@dataclasses.dataclass
class Summary:
    """Counts of every status, and the results that people want to see."""

    counts: dict[Status, int]
    failures: list[Result]
    unexpected_passes: list[Result]
    skip_reasons: dict[str, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def passed(self) -> int:
        """Tests that did what was expected of them or better."""
        good = (Status.PASS, Status.EXPECTED_FAIL, Status.FLAKY, Status.UNEXPECTED_PASS)
        return sum(self.counts[status] for status in good)

    @property
    def skipped(self) -> int:
        return self.counts[Status.SKIP]

    @property
    def failed(self) -> int:
        return len(self.failures)


def summarise(results: Iterable[Result]) -> Summary:
    """The summary of results, failures in order of name."""
    results = sorted(results, key=lambda result: result.test)
    counts = collections.Counter(result.status for result in results)
    skips = collections.Counter(
        result.message or "no reason given" for result in results if result.status is Status.SKIP
    )
    return Summary(
        counts={status: counts[status] for status in Status},
        failures=[result for result in results if result.status.is_bad],
        unexpected_passes=[r for r in results if r.status is Status.UNEXPECTED_PASS],
        skip_reasons=dict(skips.most_common()),
    )
