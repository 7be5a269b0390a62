# SPDX-License-Identifier: MIT
"""Makes a failing test smaller that nothing is known of but its text: it loses tests, rows of its buffers,
keys, and parts of its program. What is expected stays; that it stays right, a reference driver says."""

import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence

from . import with_cvise
from .scene_steps import parts
from .search import Search
from .source_file import TestFile, blocks, is_closed, without

_SIZE = re.compile(r"global_size\s*:\s*(\d+)((?:\s+1)*)\s*$")
_BUFFER = re.compile(r"(?P<head>arg_(?:in|out)\s*:\s*\d+\s+buffer\s+)(?P<type>\w+?)(?P<width>2|3|4|8|16)?\[(?P<count>\d+)\]\s+(?P<rest>.*)$")
_ENDS = re.compile(r"\s(?=(?:tolerance|signed_zero|flushed)\b)")
_TOKEN = re.compile(r"\s*(\w+(?:\.\w+)*|->|<<=|>>=|[-+*/%&|^=!<>]=|<<|>>|&&|\|\||\+\+|--|.)", re.S)
_KEEP = ("kernel_name", "clc_version_min", "need_image_support", "require_device_extensions", "build_options")

Change = Callable[[TestFile], Iterator[TestFile]]


def _with(file: TestFile, number: int, lines: list[str]) -> TestFile:
    tests = list(file.tests)
    tests[number] = tuple(lines)
    return dataclasses.replace(file, tests=tuple(tests))


def _rows(line: str, count: int) -> tuple[str, list[list[str]], str, re.Match[str]] | None:
    """A buffer's values in as many rows as there are work-items: its head, rows, and how it is compared."""
    match = _BUFFER.match(line)
    if not match or int(match["count"]) % count:
        return None
    values, *ending = _ENDS.split(match["rest"], maxsplit=1)
    words = values.split()
    lanes = int(match["count"]) * int(match["width"] or 1)
    if words[:1] == ["repeat"] and len(words) > 1:
        words = (words[1:] * lanes)[:lanes]
    if len(words) != lanes or "(" in values:
        return None
    size = lanes // count
    return match["head"], [words[at : at + size] for at in range(0, lanes, size)], " ".join(ending), match


def _of_rows(file: TestFile, kept: list[int], count: int) -> TestFile | None:
    """The file with some of its first test's work-items."""
    lines = []
    for line in file.tests[0]:
        rows = _rows(line, count)
        if _SIZE.match(line):
            lines.append(f"global_size: {len(kept)}")
        elif rows:
            head, values, ending, match = rows
            each = int(match["count"]) // count
            words = " ".join(" ".join(values[at]) for at in kept)
            text = f"{head}{match['type']}{match['width'] or ''}[{len(kept) * each}] {words} {ending}"
            lines.append(text.rstrip())
        elif "buffer" in line:
            return None
        else:
            lines.append(line)
    return _with(file, 0, lines)


def fewer_rows(file: TestFile) -> Iterator[TestFile]:
    """One work-item alone, then without some."""
    if len(file.tests) != 1:
        return
    sizes = [match for line in (*file.tests[0], *file.config) if (match := _SIZE.match(line))]
    count = int(sizes[0][1]) if sizes else 1
    if count < 2 or not any(_SIZE.match(line) for line in file.tests[0]):
        return
    singles = [[at] for at in range(min(count, 256))]
    some = [[*range(start), *range(end, count)] for start, end in parts(count) if end - start < count]
    for kept in singles + some:
        smaller = _of_rows(file, kept, count)
        if smaller:
            yield smaller


def own_keys(file: TestFile) -> TestFile:
    """Keys of [config] that tests may have, in the test where there is one."""
    if len(file.tests) != 1:
        return file
    moved = [line for line in file.config if _SIZE.match(line)]
    kept = tuple(line for line in file.config if line not in moved)
    own = [line for line in moved if not any(_SIZE.match(other) for other in file.tests[0])]
    return dataclasses.replace(file, config=kept, tests=((*own, *file.tests[0]),))


def fewer_lines(file: TestFile) -> Iterator[TestFile]:
    """Keys and steps that are not needed."""
    for number, line in enumerate(file.config):
        if not line.startswith(_KEEP):
            yield dataclasses.replace(file, config=tuple(without(file.config, number, number + 1)))
    for number, test in enumerate(file.tests):
        for start, end in parts(len(test)):
            yield _with(file, number, without(test, start, end))


def fewer_blocks(file: TestFile) -> Iterator[TestFile]:
    """Functions and declarations that are not needed."""
    found = blocks(file.program)
    for start, end in parts(len(found)):
        if end - start < len(found):
            yield dataclasses.replace(file, program="".join(without(found, start, end)))


def fewer_source_lines(file: TestFile) -> Iterator[TestFile]:
    """Runs of lines in which everything ends that begins."""
    lines = file.program.splitlines(keepends=True)
    for start, end in parts(len(lines)):
        part = "".join(lines[start:end])
        if is_closed(part) and end - start < len(lines):
            yield dataclasses.replace(file, program="".join(without(lines, start, end)))


def fewer_tokens(file: TestFile) -> Iterator[TestFile]:
    """Runs of up to eight tokens."""
    found = [match[0] for match in _TOKEN.finditer(file.program)]
    for size in (8, 5, 3, 2, 1):
        for start in range(len(found) - size, -1, -1):
            run = "".join(found[start : start + size])
            if run.count("(") == run.count(")") and run.count("{") == run.count("}") and run.strip():
                yield dataclasses.replace(file, program="".join(without(found, start, start + size)))


_NUMBER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(f|u|UL|L|ul)?(?![\w.])")


def smaller_numbers(file: TestFile) -> Iterator[TestFile]:
    """Constants of the program that are 0 or 1."""
    for match in _NUMBER.finditer(file.program):
        for value in ("0", "1"):
            if float(match[1]) > float(value):
                number = value + (".0" if "." in match[1] else "") + (match[2] or "")
                yield dataclasses.replace(file, program=file.program[: match.start()] + number + file.program[match.end() :])


CHANGES: tuple[Change, ...] = (fewer_blocks, fewer_rows, fewer_lines, fewer_source_lines, fewer_tokens, smaller_numbers)


class TextReducer:
    """Reduces files as texts."""

    def __init__(self, search: Search, changes: Sequence[Change] = CHANGES) -> None:
        self._search = search
        self._changes = changes
        self._tried: set[str] = set()

    def reduce(self, file: TestFile) -> TestFile:
        """The smallest that is found, until no change leads on or the time is over. Where a long program is left, cvise is asked, too."""
        small = self.by_changes(file)
        if self._search.clock.is_over or not with_cvise.is_better(small):
            return small
        return self.by_changes(with_cvise.reduced(small, self._search))

    def by_changes(self, file: TestFile) -> TestFile:
        """The smallest that changes lead to."""
        is_smaller = True
        while is_smaller and not self._search.clock.is_over:
            is_smaller = False
            for change in self._changes:
                while (better := self._first(self._new(file, change))) is not None:
                    file, is_smaller = better, True
        return file

    def _first(self, candidates: Iterator[TestFile]) -> TestFile | None:
        """The first that fails the same way."""
        return self._search.first(candidates, TestFile.text)

    def _new(self, file: TestFile, change: Change) -> Iterator[TestFile]:
        for candidate in change(file):
            text = candidate.text()
            if text not in self._tried and len(text) <= len(file.text()) and text != file.text():
                self._tried.add(text)
                yield candidate
