# SPDX-License-Identifier: MIT
"""The verdicts a test can have, from best to worst, and what each is called, counts as and looks
like: the one table that everything which shows or judges results reads."""

import enum

# Exit statuses of a run, by its worst verdict.
EXIT_AS_EXPECTED = 0
EXIT_FAILED = 1
EXIT_CRASHED = 4
EXIT_UNEXPECTED_PASS = 5


class Tally(enum.Enum):
    """The counts of the line that ends a run. Verdicts that are in none of them have a line of
    their own before it."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Look(enum.Enum):
    """How a verdict is shown: the name of its style in pages, its sign there, which eyes that see few
    colours tell from the others, and its colour in a terminal."""

    GOOD = ("good", "✓", "32")
    SKIPPED = ("skipped", "–", "36")
    KNOWN = ("known", "≈", "33")  # bad, but no news
    ODD = ("odd", "?", "35")  # nothing failed, yet somebody should look
    BAD = ("bad", "✕", "31")

    def __init__(self, style: str, mark: str, colour: str) -> None:
        self.style = style
        self.mark = mark
        self.colour = colour


class Works(enum.Enum):
    """What a verdict says of the driver: whether the test did what it asks for."""

    YES = "yes"
    AT_TIMES = "at times"
    UNKNOWN = "unknown"  # nothing was measured, and nobody is to blame for it
    NO = "no"


def counted(count: int, one: str, several: str) -> str:
    """A number with its word."""
    return f"{count} {one if count == 1 else several}"


class Status(enum.Enum):
    """A verdict: its name in records; the words for one and for several; what it counts as; its
    look; what it says of the driver; the element that it has in a JUnit test case; whether it is ok
    in TAP, and the directive there; the exit status of a run that had nothing worse."""

    PASS = (
        *("pass", "pass", "passes", Tally.PASSED, Look.GOOD),
        *(Works.YES, "", "ok", "", EXIT_AS_EXPECTED),
    )
    SKIP = (
        *("skip", "skip", "skips", Tally.SKIPPED, Look.SKIPPED),
        *(Works.UNKNOWN, "skipped", "ok", "SKIP", EXIT_AS_EXPECTED),
    )
    EXPECTED_FAIL = (
        *("expected-fail", "expected failure", "expected failures", None, Look.KNOWN),
        *(Works.NO, "skipped", "not ok", "TODO", EXIT_AS_EXPECTED),
    )
    FLAKY = (
        *("flaky", "flake", "flakes", None, Look.ODD),
        *(Works.AT_TIMES, "flakyFailure", "ok", "", EXIT_AS_EXPECTED),
    )
    UNEXPECTED_PASS = (
        *("unexpected-pass", "unexpected pass", "unexpected passes", None, Look.ODD),
        *(Works.YES, "failure", "ok", "TODO", EXIT_UNEXPECTED_PASS),
    )
    LOST = (  # passed in the results that it is measured by, and is skipped or gone
        *("lost", "loss", "losses", Tally.FAILED, Look.BAD),
        *(Works.UNKNOWN, "failure", "not ok", "", EXIT_FAILED),
    )
    FAIL = (
        *("fail", "failure", "failures", Tally.FAILED, Look.BAD),
        *(Works.NO, "failure", "not ok", "", EXIT_FAILED),
    )
    ERROR = (  # the test or the tester is wrong, nothing was measured
        *("error", "error", "errors", Tally.FAILED, Look.BAD),
        *(Works.NO, "error", "not ok", "", EXIT_FAILED),
    )
    TIMEOUT = (
        *("timeout", "timeout", "timeouts", Tally.FAILED, Look.BAD),
        *(Works.NO, "error", "not ok", "", EXIT_CRASHED),
    )
    CRASH = (
        *("crash", "crash", "crashes", Tally.FAILED, Look.BAD),
        *(Works.NO, "error", "not ok", "", EXIT_CRASHED),
    )

    def __init__(
        self,
        label: str,
        one: str,
        several: str,
        tally: Tally | None,
        look: Look,
        works: Works,
        junit: str,
        tap: str,
        directive: str,
        exit_status: int,
    ) -> None:
        self.label = label
        self._words = (one, several)
        self.tally = tally
        self.look = look
        self.works = works
        self.junit = junit
        self.tap = tap
        self.directive = directive
        self.exit_status = exit_status
        self.is_bad = tally is Tally.FAILED

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        return f"Status.{self.name}"

    def counted(self, count: int) -> str:
        """So many of it, in words."""
        return counted(count, *self._words)

    __hash__ = object.__hash__  # Enum's own takes long, and results are counted by status


BY_LABEL = {status.label: status for status in Status}
RANK = {status: rank for rank, status in enumerate(Status)}  # higher is worse


def is_lost(before: Status | None, now: Status | None) -> bool:
    """Whether a test that passed, if only at times, says nothing any more. None: it is not there."""
    had = before is not None and before.works in (Works.YES, Works.AT_TIMES)
    return had and (now is None or now.works is Works.UNKNOWN)


def is_worse(before: Status | None, now: Status | None) -> bool:
    """Whether a verdict is a regression. What passed and does not pass is one; what passes at times
    may fail. Of the rest, what is bad now and was not so bad."""
    if is_lost(before, now):
        return True
    if now is None or before is not None and before.works is Works.AT_TIMES:
        return False
    if before is not None and before.works is Works.YES:
        return now.works is Works.NO
    return now.is_bad and not (before is not None and before.is_bad and RANK[now] <= RANK[before])


VERDICT_EXITS = frozenset(status.exit_status for status in Status)  # of runs that gave verdicts

# Verdicts that the tester itself may give; the rest is the runner's judgement.
TESTER_STATUSES = frozenset(
    {Status.PASS, Status.SKIP, Status.FAIL, Status.ERROR, Status.TIMEOUT, Status.CRASH}
)
