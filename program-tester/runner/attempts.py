# SPDX-License-Identifier: MIT
"""What several attempts at one test amount to. A test that passes once and fails once is flaky;
that is worth knowing, and not the same as broken."""

import dataclasses

from .results import Result
from .status import BY_LABEL, RANK, Status

# Outcomes that another attempt may change. An error is the test's own, and stays.
WORTH_ANOTHER = frozenset({Status.FAIL, Status.TIMEOUT, Status.CRASH})


def outcome(result: Result) -> Status:
    """What the test did, whatever was expected of it."""
    return BY_LABEL[result.outcome] if result.outcome else result.status


def measured(result: Result) -> Status:
    """The same, but what lists call flaky stays flaky."""
    return result.status if result.status is Status.FLAKY else outcome(result)


def tries(result: Result) -> int:
    """How often the test was run."""
    return len(result.attempts) or 1


def verdict(outcomes: list[Status]) -> Status:
    """The worst of the outcomes, or flaky when some are bad and some are not."""
    if any(status is Status.PASS for status in outcomes) and any(s.is_bad for s in outcomes):
        return Status.FLAKY
    return max(outcomes, key=RANK.__getitem__)


def join(earlier: Result, new: Result) -> Result:
    """One result of two: the worse one's words, with the verdict of all attempts so far. `new` is
    not judged by expectations yet."""
    history = earlier.attempts or [outcome(earlier).label]
    outcomes = [BY_LABEL[label] for label in [*history, new.status.label]]
    worse = max(earlier, new, key=lambda result: RANK[outcome(result)])
    joined = dataclasses.replace(
        worse,
        status=verdict(outcomes),
        outcome="",
        seconds=max(earlier.seconds, new.seconds),
        attempts=[status.label for status in outcomes],
    )
    if joined.status is Status.FLAKY:
        bad = sum(status.is_bad for status in outcomes)
        said = worse.message.split(": ", 1)[-1] if earlier.status is Status.FLAKY else worse.message
        joined.message = f"bad in {bad} of {len(outcomes)} attempts: {said}"
    return joined
