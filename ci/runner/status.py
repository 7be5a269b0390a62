# SPDX-License-Identifier: MIT
"""The verdicts a test can have, from best to worst, in the one table that everything else reads."""

from __future__ import annotations

import enum


class Status(enum.Enum):
    """A verdict: its name in records, and whether it makes a run fail."""

    PASS = ("pass", False)
    SKIP = ("skip", False)
    EXPECTED_FAIL = ("expected-fail", False)
    FLAKY = ("flaky", False)
    UNEXPECTED_PASS = ("unexpected-pass", False)
    FAIL = ("fail", True)
    ERROR = ("error", True)  # the test or the tester is wrong, nothing was measured
    TIMEOUT = ("timeout", True)
    CRASH = ("crash", True)

    def __init__(self, label: str, is_bad: bool) -> None:
        self.label = label
        self.is_bad = is_bad

    def __str__(self) -> str:
        return self.label

    __hash__ = object.__hash__  # Enum's own takes long, and results are counted by status


BY_LABEL = {status.label: status for status in Status}
RANK = {status: rank for rank, status in enumerate(Status)}  # higher is worse

# What the tester itself may say; the rest is the runner's judgement.
TESTER_STATUSES = frozenset(
    {Status.PASS, Status.SKIP, Status.FAIL, Status.ERROR, Status.TIMEOUT, Status.CRASH}
)
