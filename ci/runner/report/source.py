# SPDX-License-Identifier: MIT
"""The part of a test file that concerns one test: [config], its own section, and the program."""

from __future__ import annotations

import dataclasses
import datetime
import functools
import os
import re
from pathlib import Path

from ..results import Record, Result

PROGRAM_LINES = 400  # a longer program is cut


@dataclasses.dataclass
class Excerpt:
    """Lines of a file with their numbers; a gap is a line numbered 0."""

    path: str
    lines: list[tuple[int, str]]
    changed: bool  # the file is newer than the run


@dataclasses.dataclass
class _File:
    lines: list[str]
    time: float


@functools.lru_cache(maxsize=64)
def _read(path: str) -> _File | None:
    try:
        time = os.stat(path).st_mtime
        return _File(Path(path).read_text(encoding="utf-8", errors="replace").split("\n"), time)
    except OSError:
        return None


def _find(result: Result, record: Record) -> tuple[str, int]:
    """Path and line of a test. Names in records are as seen from where the run was started."""
    place, _, line = result.place.rpartition(":")
    if not line.isdigit():
        place, line = result.place, "0"
    folder = Path(str(record.run.get("cwd") or "."))
    file = result.test.partition("::")[0]
    roots = record.run.get("roots") or {}
    guesses = [result.source, place]
    guesses += [str(Path(root) / file) for prefix, root in roots.items() if file.startswith(prefix)]
    for guess in filter(None, guesses):
        path = folder / guess
        if path.is_file():
            return str(path), int(line)
    return "", int(line)


def _end_of(lines: list[str], start: int, pattern: str) -> int:
    """Number of the first line after `start` that matches; the number of lines without one."""
    for number in range(start + 1, len(lines)):
        if re.match(pattern, lines[number]):
            return number
    return len(lines)


def _parts(lines: list[str], line: int) -> list[range]:
    """The line numbers to show, from 0."""
    if not 0 < line <= len(lines) or not lines[line - 1].lstrip().startswith("[test]"):
        return [range(min(len(lines), PROGRAM_LINES))]
    border = r"\s*(\[|!\*/)"
    first_test = _end_of(lines, -1, r"\s*\[test\]")
    end = _end_of(lines, line - 1, border)
    program = _end_of(lines, -1, r"\s*(!\*/|\[program)")
    stop = min(len(lines), program + PROGRAM_LINES)
    return [range(first_test), range(line - 1, end), range(program, stop)]


def excerpt(result: Result, record: Record) -> Excerpt | None:
    """What of a test's file to show; None when the file is not there."""
    path, line = _find(result, record)
    file = _read(path) if path else None
    if file is None:
        return None
    shown: list[tuple[int, str]] = []
    last = -1
    for part in _parts(file.lines, line):
        for number in part:
            if number > last + 1:
                shown.append((0, ""))
            shown.append((number + 1, file.lines[number]))
            last = number
    if last + 1 < len(file.lines) and any(file.lines[last + 1 :]):
        shown.append((0, ""))
    return Excerpt(path, shown, file.time > _started(record))


def _started(record: Record) -> float:
    try:
        return datetime.datetime.fromisoformat(
            str(record.run["start"]).replace("Z", "+00:00")
        ).timestamp()
    except (KeyError, ValueError):
        return float("inf")
