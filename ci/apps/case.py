# SPDX-License-Identifier: MIT
"""What a case is: one thing that an application is asked to do on a driver, and what comes of it."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bench import Bench


class Verdict(enum.Enum):
    """What came of a case, in order of how bad it is."""

    PASS = "pass"
    SKIP = "skip"
    KNOWN = "known"  # a failure that ci/expectations/applications has a reason for
    UNEXPECTED_PASS = "unexpected-pass"  # such a failure that is none any more
    FAIL = "fail"
    CRASH = "crash"
    TIMEOUT = "timeout"

    @property
    def is_bad(self) -> bool:
        return self not in (Verdict.PASS, Verdict.SKIP, Verdict.KNOWN)


class WrongError(Exception):
    """The application does not do on this driver what it should; the message says what instead."""

    verdict = Verdict.FAIL


class CrashError(WrongError):
    """A signal ended the application."""

    verdict = Verdict.CRASH


class LateError(WrongError):
    """The application was not done when its time was up."""

    verdict = Verdict.TIMEOUT


class NotHereError(Exception):
    """The case cannot be tried here; the message says what it lacks."""


@dataclasses.dataclass(frozen=True)
class Finding:
    """What a case that passes has to say."""

    said: str
    digest: str = ""  # of the result's bytes, where two drivers of the same device must agree


@dataclasses.dataclass(frozen=True)
class Case:
    """One thing that an application does."""

    name: str  # APPLICATION/WHAT
    packages: tuple[str, ...]  # Debian's, all of which it needs
    check: Callable[[Bench], Finding]  # raises WrongError or NotHereError
    expects: str  # what the result is held against
    limit: float = 120.0  # seconds for each of its commands
    is_quick: bool = False  # among those of ci/check --long

    @property
    def application(self) -> str:
        return self.name.partition("/")[0]


@dataclasses.dataclass
class Outcome:
    """What came of a case on a driver."""

    case: str
    driver: str
    verdict: Verdict
    said: str = ""
    seconds: list[float] = dataclasses.field(default_factory=list)  # of processors, one a round
    digest: str = ""

    @property
    def warm(self) -> float | None:
        """The shortest time after the first round, which compiles; of the first where it is the only one."""
        rounds = self.seconds[1:] or self.seconds
        return min(rounds) if rounds else None
