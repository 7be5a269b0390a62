# SPDX-License-Identifier: MIT
"""The corpus of wrong kernels and their right twins: reads its files, and runs them under a checker."""
import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
HEAD = re.compile(r"^//\? (\S+)(?: '(\w+)')?$")
KERNEL = re.compile(r"^kernel void (\w+)\(")
MARK = re.compile(r"/\*@(\d*)\*/")
INCLUDE = re.compile(r'^#include "(\w+\.inc)"$')
RENAMED = re.compile(r'^#line (\d+) "(.+)"$')
TOLD = re.compile(r"^== (\w+)$")
# Output of launch.c itself
OURS = re.compile(r"^launch: .*\n", re.MULTILINE)
# That a file's program does not build: CL_BUILD_PROGRAM_FAILURE
BUILD_FAILED = re.compile(r"^launch: (?:.*\n)*?.*: error -11$", re.MULTILINE)


class NotBuilt(RuntimeError):
    """A checker's compiler refuses a file: none of its kernels can run."""


@dataclass(frozen=True)
class Place:
    depth: int  # 0: of the access, 1: of the call of its function, 2: of the call of that
    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Case:
    file: str
    name: str
    kind: str
    variable: str  # that a report must name; "": none
    places: tuple[Place, ...]
    functions: tuple[str, ...]  # that a report must name, innermost first; (): lines are enough
    says: tuple[str, ...]  # what a report must say besides

    @property
    def key(self) -> str:
        return f"{self.file} {self.name}"

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        """One of them a report must name."""
        return tuple((place.file, place.line) for place in self.places if place.depth == 0)

    @property
    def stack(self) -> list[str]:
        """All of them a report must have."""
        at = {place.depth: f"{place.file}:{place.line}:{place.column}" for place in self.places}
        return [f"{'inlined at' if i else 'at'} {at[i]} in {function}" for i, function in enumerate(self.functions)]


@dataclass(frozen=True)
class Line:
    file: str
    number: int
    text: str

    def places(self) -> Iterator[Place]:
        for mark in MARK.finditer(self.text):
            yield Place(int(mark[1] or 0), self.file, self.number, mark.end() + 1)
        if header := INCLUDE.match(self.text):
            path = FOLDER / "include" / header[1]
            for line in lines_of(path, str(path)):
                yield from line.places()


def lines_of(path: Path, name: str) -> Iterator[Line]:
    """The lines of a file with the names that the compiler has for them: #line changes those behind it."""
    number = 0
    for text in path.read_text(encoding="utf-8").splitlines():
        number += 1
        yield Line(name, number, text)
        if renamed := RENAMED.match(text):
            name, number = renamed[2], int(renamed[1]) - 1


def case_of(file: str, lines: Sequence[Line]) -> Case:
    head = HEAD.match(lines[0].text)
    names = [kernel[1] for line in lines if (kernel := KERNEL.match(line.text))]
    places = tuple(place for line in lines for place in line.places())
    if not head or len(names) != 1 or not places:
        raise ValueError(f"{file}, {lines[0].text}: not a kind, one kernel and a mark")
    functions = tuple(name for line in lines if line.text.startswith("//@ ") for name in line.text[4:].split())
    says = tuple(line.text[4:] for line in lines if line.text.startswith("//= "))
    return Case(file, names[0], head[1], head[2] or "", places, functions, says)


def read(path: Path) -> Iterator[Case]:
    """The pairs of a file. A pair reaches from its comment "//?" to the next one."""
    lines = list(lines_of(path, "<source>"))
    starts = [i for i, line in enumerate(lines) if line.text.startswith("//? ")]
    for start, end in pairwise([*starts, len(lines)]):
        yield case_of(path.stem, lines[start:end])


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.cl"))


def told(text: str) -> dict[str, str]:
    """What was told of each kernel."""
    reports: dict[str, str] = {}
    name = ""
    for line in text.splitlines(keepends=True):
        if found := TOLD.match(line.rstrip("\n")):
            name = found[1]
            reports[name] = ""
        elif name:
            reports[name] += line
    return reports


def run(command: Sequence[str], file: Path, variant: str, environment: Mapping[str, str]) -> dict[str, str]:
    """What a checker tells of each kernel of a file. `command` is the launcher, and what it runs under. A
    checker that dies of a kernel is started again behind it."""
    reports: dict[str, str] = {}
    while True:
        done = subprocess.run(
            [*command, str(file), variant, str(len(reports))],
            env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, errors="replace", timeout=600, check=False,
        )  # fmt: skip
        more = told(done.stderr)
        if not more and done.returncode:
            failed = NotBuilt if BUILD_FAILED.search(done.stderr) else RuntimeError
            raise failed(f"{' '.join(command)} {file} {variant}: {done.stderr}")
        reports |= more
        if done.returncode == 0:
            return reports
        reports[list(more)[-1]] += f"\nended with status {done.returncode}\n"


def silent(report: str) -> bool:
    return not OURS.sub("", report).strip()
