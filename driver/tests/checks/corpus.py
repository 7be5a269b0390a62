# SPDX-License-Identifier: MIT
"""The corpus of wrong kernels and their right twins: reads its files, and runs them under a checker."""
from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
HEAD = re.compile(r"^//\? (\S+)(?: '(\w+)')?$")
KERNEL = re.compile(r"^kernel void (\w+)\(")
MARK = "/*@*/"
TOLD = re.compile(r"^== (\w+)$")
# What launch.c itself says
OURS = re.compile(r"^launch: .*\n", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    file: str
    name: str
    kind: str
    variable: str  # that a report must name; "": none
    lines: tuple[int, ...]  # one of which a report must name

    @property
    def key(self) -> str:
        return f"{self.file} {self.name}"


def read(path: Path) -> Iterator[Case]:
    """The pairs of a file. A pair reaches from its comment "//?" to the next one."""
    kind = variable = name = ""
    lines: list[int] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() + ["//? end"], 1):
        if head := HEAD.match(line):
            if name:
                yield Case(path.stem, name, kind, variable, tuple(lines))
            kind, variable, name, lines = head[1], head[2] or "", "", []
        elif kernel := KERNEL.match(line):
            name = kernel[1]
        if MARK in line:
            lines.append(number)


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
            raise RuntimeError(f"{' '.join(command)} {file} {variant}: {done.stderr}")
        reports |= more
        if done.returncode == 0:
            return reports
        reports[list(more)[-1]] += f"\nended with status {done.returncode}\n"


def silent(report: str) -> bool:
    return not OURS.sub("", report).strip()
