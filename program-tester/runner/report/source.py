# SPDX-License-Identifier: MIT
"""The part of a test file that concerns one test: [config], its own section, and the program. The
file is the copy that the run kept."""

from __future__ import annotations

import dataclasses
import functools
import re
from pathlib import Path

from .. import sources
from ..results import Record, Result
from ..show import harmless
from . import highlight

PROGRAM_LINES = 400  # a longer program is cut


GAP = '<span class="gap">…</span>'


@dataclasses.dataclass
class Excerpt:
    """Lines of a file with their numbers, and marks where some are left out."""

    path: str  # of the file when the test ran
    html: str


@dataclasses.dataclass
class _File:
    lines: list[str]
    html: list[str]  # of each line; made once for all tests of the file


@functools.lru_cache(maxsize=64)
def _read(folder: Path, name: str) -> _File | None:
    data = sources.read(folder, name)
    if data is None:
        return None
    lines = data.decode("utf-8", "replace").split("\n")
    coloured = map(highlight.as_html, highlight.pieces([harmless(line) for line in lines]))
    marked = [f'<span class="line" data-line="{number}">{line}</span>' for number, line in enumerate(coloured, 1)]
    return _File(lines, marked)


def _line(result: Result) -> int:
    """The line at which a test begins; 0 when it is not known."""
    _, _, line = result.place.rpartition(":")
    return int(line) if line.isascii() and line.isdigit() and len(line) < 10 else 0


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
    """What of a test's file to show; None when no copy of it was kept."""
    file = _read(record.folder, result.kept_source) if record.folder else None
    if file is None:
        return None
    shown: list[str] = []
    last = 0
    for part in _parts(file.lines, _line(result)):
        if part.start > last:
            shown.append(GAP)
        shown += file.html[part.start : part.stop]
        last = part.stop
    if any(file.lines[last:]):
        shown.append(GAP)
    return Excerpt(result.source, "\n".join(shown))
