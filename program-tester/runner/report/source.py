# SPDX-License-Identifier: MIT
"""The part of a test file that concerns one test: [config], its own section, and the program. The
file is the copy that the run kept."""

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


_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_LONGEST_HEAD = 300  # characters between `kernel` and the kernel's name, and
_LONGEST_LIST = 4000  # of its parameters


def _kernel_name(lines: list[str], parts: list[range]) -> str:
    """The kernel of a test: its own, or that of [config]."""
    for part in reversed(parts[:2]):
        for line in lines[part.start : part.stop]:
            if named := re.match(r"\s*kernel_name:\s*(\w+)\s*(?:#|$)", line):
                return named[1]
    return ""


def _split(text: str) -> list[str]:
    """What stands between the commas of a list that ends with the bracket that closes it; nothing where none does."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if depth < 0:
            return found
        found[-1] += letter
        if letter == "," and depth == 0:
            found[-1:] = [found[-1][:-1], ""]
    return []


def _parameter(text: str) -> str:
    """The name of a parameter; nothing where it has none, or where a macro hides it."""
    words: list[str] = re.findall(r"\w+", re.sub(r"\[.*|__attribute__.*", "", text, flags=re.DOTALL))
    return words[-1] if len(words) > 1 and not highlight.is_word_of_c(words[-1]) else ""


def parameters(result: Result, record: Record) -> list[str]:
    """The names of the parameters of a test's kernel, as far as its file tells them; empty ones are not known."""
    file = _read(record.folder, result.kept_source) if record.folder else None
    if file is None:
        return []
    parts = _parts(file.lines, _line(result))
    name, program = _kernel_name(file.lines, parts), _COMMENT.sub(" ", "\n".join(file.lines[parts[-1].start :]))
    head = re.search(rf"\b(?:__)?kernel\b[^;{{}}]{{0,{_LONGEST_HEAD}}}?\b{name}\s*\(", program) if name else None
    return [_parameter(text) for text in _split(program[head.end() : head.end() + _LONGEST_LIST])] if head else []


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
