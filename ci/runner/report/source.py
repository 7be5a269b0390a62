# SPDX-License-Identifier: MIT
"""The part of a test file that concerns one test: [config], its own section, and the program."""

from __future__ import annotations

import dataclasses
import datetime
import functools
import html
import os
import re
from pathlib import Path

from ..results import Record, Result

PROGRAM_LINES = 400  # a longer program is cut


GAP = '<span class="gap">…</span>'


@dataclasses.dataclass
class Excerpt:
    """Lines of a file with their numbers, and marks where some are left out."""

    path: str
    html: str
    changed: bool  # the file is newer than the run


@dataclasses.dataclass
class _File:
    lines: list[str]
    html: list[str]  # of each line; made once for all tests of the file
    time: float


@functools.lru_cache(maxsize=64)
def _read(path: str) -> _File | None:
    try:
        time = os.stat(path).st_mtime
        lines = Path(path).read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return None
    marked = [
        f'<span class="line" data-line="{number}">{html.escape(line, quote=False)}</span>'
        for number, line in enumerate(lines, 1)
    ]
    return _File(lines, marked, time)


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
    shown: list[str] = []
    last = 0
    for part in _parts(file.lines, line):
        if part.start > last:
            shown.append(GAP)
        shown += file.html[part.start : part.stop]
        last = part.stop
    if any(file.lines[last:]):
        shown.append(GAP)
    return Excerpt(path, "\n".join(shown), file.time > _started(record))


def _started(record: Record) -> float:
    try:
        return datetime.datetime.fromisoformat(
            str(record.run["start"]).replace("Z", "+00:00")
        ).timestamp()
    except (KeyError, ValueError):
        return float("inf")
