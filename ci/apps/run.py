# SPDX-License-Identifier: MIT
"""Runs cases on drivers, and judges what comes of them by what is known."""

import dataclasses
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from runner.expectations import Entry, read_list

from .bench import Bench
from .case import Case, NotHereError, Outcome, Verdict, WrongError
from .packages import how_to_get, missing

_WORST = list(Verdict)


@dataclasses.dataclass(frozen=True)
class Driver:
    """A driver that cases run on."""

    name: str
    environment: Mapping[str, str]
    known: Sequence[Entry] = ()  # failures, with reasons

    @property
    def is_bundled(self) -> bool:
        return self.name.startswith("rootle")


@dataclasses.dataclass
class Plan:
    """What is run, and how."""

    cases: Sequence[Case]
    drivers: Sequence[Driver]
    folder: Path  # for what is kept during the run
    peer: Mapping[str, str] | None = None  # PoCL's environment
    rounds: int = 1
    same: Mapping[str, str] = dataclasses.field(default_factory=dict)  # driver -> whose bits it must have


def known_failures(folder: Path, driver: str) -> list[Entry]:
    """The list of a driver's known failures; none where there is no such file."""
    return read_list(folder / f"{driver}-fails.txt")


def outcomes(plan: Plan) -> Iterator[Outcome]:
    """Runs each case on each driver, the drivers in turns."""
    lacking = set(missing(package for case in plan.cases for package in case.packages))
    for case in plan.cases:
        digests: dict[str, str] = {}
        for driver in plan.drivers:
            absent = [package for package in case.packages if package in lacking]
            outcome = _absent(case, driver, absent) if absent else _run(plan, case, driver)
            digests[driver.name] = outcome.digest
            _hold_against(outcome, digests, plan.same.get(driver.name, ""))
            yield in_the_light_of(outcome, driver.known)


def _absent(case: Case, driver: Driver, packages: list[str]) -> Outcome:
    return Outcome(case.name, driver.name, Verdict.SKIP, f"needs: {how_to_get(packages)}")


def _hold_against(outcome: Outcome, digests: Mapping[str, str], other: str) -> None:
    """The same results as the other driver's, to the last bit."""
    expected = digests.get(other, "")
    if outcome.verdict is Verdict.PASS and expected and outcome.digest != expected:
        outcome.verdict = Verdict.FAIL
        outcome.said = f"other bits than {other}: {outcome.digest}, not {expected}; {outcome.said}"


def _run(plan: Plan, case: Case, driver: Driver) -> Outcome:
    """All rounds; the worst verdict counts, and what was said with it."""
    outcome = Outcome(case.name, driver.name, Verdict.PASS)
    for turn in range(plan.rounds):
        with tempfile.TemporaryDirectory(prefix="case-", dir=plan.folder) as folder:
            bench = Bench(Path(folder), case.limit, driver.environment, plan.peer, driver.is_bundled)
            verdict, said, digest = _verdict(case, bench)
        if _WORST.index(verdict) > _WORST.index(outcome.verdict) or not turn:
            outcome.verdict, outcome.said, outcome.digest = verdict, said, digest
        if verdict is not Verdict.PASS:
            break
        outcome.seconds.append(bench.seconds)
    return outcome


def _verdict(case: Case, bench: Bench) -> tuple[Verdict, str, str]:
    try:
        finding = case.check(bench)
    except NotHereError as error:
        return Verdict.SKIP, str(error), ""
    except WrongError as error:
        return error.verdict, str(error), ""
    return Verdict.PASS, finding.said, finding.digest


def in_the_light_of(outcome: Outcome, known: Sequence[Entry]) -> Outcome:
    """The outcome with what a list knows of it: a failure with a reason, or one that is none any more."""
    entry = next((entry for entry in known if entry.matches(outcome.case)), None)
    if entry is None or outcome.verdict is Verdict.SKIP:
        return outcome
    if outcome.verdict is Verdict.PASS:
        if entry.partly:
            return outcome
        said = f"expected to fail ({entry.place}: {entry.reason}), but passes"
        return dataclasses.replace(outcome, verdict=Verdict.UNEXPECTED_PASS, said=said)
    said = f"{entry.reason} [{outcome.verdict.value}: {outcome.said}]"
    return dataclasses.replace(outcome, verdict=Verdict.KNOWN, said=said)


def exit_status(outcomes_: Sequence[Outcome]) -> int:
    """0: all as expected; 1: something is not; 3: nothing could be tried."""
    if any(outcome.verdict.is_bad for outcome in outcomes_):
        return 1
    return 3 if all(outcome.verdict is Verdict.SKIP for outcome in outcomes_) else 0


def chosen(cases: Sequence[Case], patterns: Sequence[str], quick: bool) -> list[Case]:
    """The cases that patterns name: APPLICATION, or a glob over APPLICATION/WHAT. ValueError where a
    pattern names none."""
    pool = [case for case in cases if case.is_quick or not quick]
    if not patterns:
        return pool
    for pattern in patterns:
        if not any(_names(pattern, case) for case in cases):
            raise ValueError(f"no case is called {pattern}: --list has all")
    return [case for case in pool if any(_names(pattern, case) for pattern in patterns)]


def _names(pattern: str, case: Case) -> bool:
    return pattern == case.application or fnmatchcase(case.name, pattern)
