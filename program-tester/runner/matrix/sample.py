# SPDX-License-Identifier: MIT
"""A sample of what a driver gave: the values of some tests, which a hash of the column chooses, not who adds it. Whoever reviews the
column holds them against what the tests expect, without the driver. It shows mistakes, and tables that were made up by hand; who has
the right values can give them."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..drivers import Driver
from ..explain.axes import Axes, family_of
from ..prepare import PrepareError
from ..results import ResultsError
from .questions import question_of

TESTS = 24  # with values
MOST_VALUES = 64  # of a test; others are passed over
PASSED, FAILED, LACKED, UNJUDGED = "p", "f", "s", "."
SECONDS = 120  # for a test
_AT_A_TIME = 96  # files that are made
_CANNOT_JUDGE = 3  # rootle-judge's


def ordered(column: Mapping[str, Any], tests: Iterable[str]) -> list[str]:
    """Tests as the sample asks for them: by a hash of the device, the driver, the set, and their name."""
    mark = "\n".join(str(column[name]) for name in ("platform", "device", "driver", "set"))
    return sorted(tests, key=lambda test: hashlib.sha256(f"{mark}\n{test}".encode()).digest())


def _split(test: str) -> tuple[str, str]:
    file, _, name = test.partition("::")
    return file, name


class Files:
    """Files of generated tests, made when they are asked for, some at a time: all would take minutes."""

    def __init__(self, generator: Path, folder: Path, profile: str) -> None:
        self._words, self._folder = [str(generator), "--profile", profile], folder
        self._made: dict[str, Path] = {}
        self.order: list[str] = []  # in which tests will be asked for

    def all_tests(self) -> list[str]:
        """The names of all tests of the profile."""
        return self._generate(["--list"]).splitlines()

    def _generate(self, words: Sequence[str]) -> str:
        done = subprocess.run([*self._words, *words], capture_output=True, text=True, check=False)
        if done.returncode:
            raise PrepareError(f"the tests could not be generated: {done.stderr.strip()}")
        return done.stdout

    def path(self, test: str) -> Path:
        """The file of a test."""
        if test not in self._made:
            at = self.order.index(test)
            some = self.order[at : at + _AT_A_TIME]
            folder = self._folder / str(at)
            families = sorted({family_of(one) for one in some})
            self._generate([str(folder), *_repeated("--suite", families), *_repeated("--filter", some)])
            self._made |= {one: folder / _split(one)[0] for one in some}
        return self._made[test]


def _repeated(option: str, words: Iterable[str]) -> list[str]:
    return [part for word in words for part in (option, word)]


@dataclasses.dataclass
class Bench:
    """What judges values, and what runs tests."""

    judge: Path
    path: Callable[[str], Path]  # of a test's file

    def _judge(self, words: Sequence[str], given: str = "") -> subprocess.CompletedProcess[str]:
        try:
            return subprocess.run([str(self.judge), *words], input=given, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise PrepareError(f"{self.judge} is not there: `ninja -C build rootle-judge` builds it") from None

    def can_be_judged(self, test: str) -> bool:
        """Whether its values can be told right from wrong without a device, and are not too many to be kept."""
        done = self._judge(["--count", str(self.path(test)), _split(test)[1]])
        if done.returncode not in (0, _CANNOT_JUDGE):
            raise ResultsError(f"{test}: {done.stderr.strip()}")
        return done.returncode == 0 and int(done.stdout) <= MOST_VALUES

    def wrong(self, test: str, values: Sequence[str]) -> str:
        """What is wrong with the values of a test, in words; empty where they are right."""
        done = self._judge([str(self.path(test)), _split(test)[1]], "".join(f"{line}\n" for line in values))
        return "" if done.returncode == 0 else (done.stdout or done.stderr or "they cannot be judged").strip().splitlines()[0]

    def run(self, driver: Driver, tester: Path, test: str) -> Run:
        """What becomes of a test on a driver."""
        words = [str(tester.with_name(driver.tester)), "--json", "--print-actual", "--test", _split(test)[1], str(self.path(test))]
        done = subprocess.run(words, env={**os.environ, **driver.environment()}, capture_output=True, text=True, timeout=SECONDS, check=False)
        try:
            told = json.loads(done.stdout.splitlines()[0])
            letter = {"pass": PASSED, "skip": LACKED}.get(told["status"], FAILED)
            compared = told["details"]["arguments"] if letter == PASSED else []
            return Run(letter, [f"{one.get('step', 0)} {one['index']} {one['actual']}" for one in compared], str(told["device"]))
        except (IndexError, KeyError, ValueError):
            raise ResultsError(f"{test}: the tester gave no values: {done.stderr.strip()}") from None


@dataclasses.dataclass(frozen=True)
class Run:
    """What became of a test: its letter; of a pass its values, a line for each argument and step that is compared; and on what device."""

    letter: str
    values: list[str]
    device: str


def take(order: Iterable[str], can_be_judged: Callable[[str], bool], run: Callable[[str], Run]) -> dict[str, Any]:
    """The sample of a driver: a letter for each test that was asked for, and the values of those that passed."""
    letters, values = "", {}
    for test in order:
        one = run(test) if can_be_judged(test) else Run(UNJUDGED, [], "")
        letters += one.letter
        if one.letter == PASSED:
            values[test] = one.values
        if len(values) == TESTS:
            break
    return {"order": letters, "values": values}


def _cell(column: Mapping[str, Any], known: Axes, test: str) -> str:
    question = question_of(family_of(test), known.descriptions[test])
    if question is None:
        return ""
    letters = str(column["cells"].get(question.group, ""))
    return letters[column["formats"].index(question.format)] if letters and question.format in column["formats"] else "?"


# The answers to a test's question that go with its letter; where it answers none there is nothing to hold it against.
_GOES_WITH = {PASSED: ("", "r", "w"), FAILED: ("", "w"), LACKED: ("", "r", "w", "n"), UNJUDGED: ("", "r", "w", "n")}


def faults(column: Mapping[str, Any], tests: Sequence[str], known: Axes, bench: Bench) -> Iterator[str]:
    """What does not fit of a column's sample. `tests` are those of its set."""
    order, values = column["sample"]["order"], column["sample"]["values"]
    asked = ordered(column, tests)[: len(order)]
    if [test for test, letter in zip(asked, order, strict=False) if letter == PASSED] != list(values):
        yield "the values are not those of the tests that the column's hash asks for"
        return
    if len(order) > len(tests) or (len(values) < TESTS and len(order) < len(tests)):
        yield f"it has values of {len(values)} tests, and ends at {len(order)} of {len(tests)}"
    for test, letter in zip(asked, order, strict=False):
        if _cell(column, known, test) not in _GOES_WITH[letter]:
            yield f"{test} is told as {letter!r}, and its question's answer is {_cell(column, known, test)!r}"
        if (letter == UNJUDGED) == bench.can_be_judged(test):
            yield f"{test} is told as {letter!r}, which its file does not say"
        elif letter == PASSED and (said := bench.wrong(test, values[test])):
            yield f"{test} is told to pass, and its values do not: {said}"


__all__ = ["Bench", "Files", "Run", "faults", "ordered", "take"]
