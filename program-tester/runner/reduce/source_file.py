# SPDX-License-Identifier: MIT
"""Test files as what can be taken out of them: keys of [config], tests with their lines, and the program."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

BEGIN, END = "/*!", "!*/"
_IF, _ENDIF = (re.compile(rf"^\s*#\s*{word}", re.M) for word in ("if", "endif"))
_NAME = re.compile(r"\s*name\s*:\s*(.*?)\s*(#.*)?$")


@dataclasses.dataclass(frozen=True)
class TestFile:
    """A .cl file. Lines that go on with a backslash are one here."""

    before: str  # what stands in front of the configuration
    config: tuple[str, ...]
    tests: tuple[tuple[str, ...], ...]
    program: str

    def text(self) -> str:
        lines = ["[config]", *self.config]
        for test in self.tests:
            lines += ["", "[test]", *test]
        return f"{self.before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}\n" + self.program

    def names(self) -> list[str]:
        """The names of the tests, as the tester tells them."""
        found = []
        for number, test in enumerate(self.tests, 1):
            names = [match[1] for line in test if (match := _NAME.match(line))]
            found.append(names[-1] if names else f"test {number}")
        return found

    def only(self, name: str) -> TestFile | None:
        """The file with one of its tests; None where it has no such test."""
        kept = tuple(test for test, own in zip(self.tests, self.names(), strict=True) if own == name)
        return dataclasses.replace(self, tests=kept) if kept else None


def _lines(text: str) -> list[str]:
    """Lines without comments and empty ones; those that go on are joined."""
    found, pending = [], ""
    for line in text.splitlines():
        stripped = line.partition("#")[0].rstrip()
        if stripped.endswith("\\"):
            pending += stripped[:-1].rstrip() + " "
            continue
        whole = (pending + stripped.strip() if pending else stripped).strip()
        pending = ""
        if whole:
            found.append(whole)
    return found


def parse(text: str) -> TestFile | None:
    """The parts of a file; None where it has no configuration."""
    before, begin, rest = text.partition(BEGIN)
    configuration, end, program = rest.rpartition(END)
    if not begin or not end:
        return None
    config: list[str] = []
    tests: list[list[str]] = []
    for line in _lines(configuration):
        if line == "[config]":
            continue
        if line == "[test]":
            tests.append([])
        else:
            (tests[-1] if tests else config).append(line)
    return TestFile(before, tuple(config), tuple(map(tuple, tests)), program.lstrip("\n"))


def is_closed(text: str) -> bool:
    """Whether all blocks and conditional parts end in it that begin in it."""
    return text.count("{") == text.count("}") and len(_IF.findall(text)) == len(_ENDIF.findall(text))


def blocks(program: str) -> list[str]:
    """A program as pieces that can go alone: what stands outside of functions by lines, functions and conditional parts as wholes."""
    found, current, level = [], "", 0
    for line in program.splitlines(keepends=True):
        current += line
        level += line.count("{") - line.count("}") + len(_IF.findall(line)) - len(_ENDIF.findall(line))
        if level <= 0 and (line.rstrip().endswith((";", "}", "*/")) or line.startswith("#") or not line.strip()):
            found.append(current)
            current, level = "", 0
    return [*found, current] if current else found


def without(items: Sequence[str], start: int, end: int) -> list[str]:
    return [*items[:start], *items[end:]]
