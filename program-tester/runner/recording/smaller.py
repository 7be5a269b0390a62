# SPDX-License-Identifier: MIT
"""Ways to make the test of a launch smaller: fewer work-items, less memory, plainer contents. Each takes a test, and gives others to
try, the smallest first. What they expect is the believed driver's to say, and stands as zeros until then."""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
from collections.abc import Iterator

from ..reduce.source_file import TestFile

AXES = ("image_width", "image_height", "image_depth", "image_array_size")
_NUMBERS = re.compile(r"(global_size|local_size|global_offset): ([\d ]+)$")
_BUFFER = re.compile(r"(?P<head>arg_(?:in|out): \d+ buffer )(?P<type>\w+?)(?P<width>2|3|4|8|16)?\[(?P<count>\d+)\] (?P<words>[^a-z]+?|repeat \S+|.*?)(?P<ending>(?: tolerance .*| signed_zero)?)$")
_IMAGE = re.compile(r"(?P<head>arg_(?:in|out): \d+ image )(?P<type>\w+) (?P<words>.*?) (?P<ending>image_type .*)$")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
_EMPTY = re.compile(r"\n\s*\n+")


@dataclasses.dataclass(frozen=True)
class Memory:
    """A line of a buffer or an image."""

    head: str
    type: str  # with its width
    words: tuple[str, ...]  # its values, or one that all have
    sizes: tuple[int, ...]  # the elements of a buffer; width, height, depth and layers of an image, 0 for what it has none of
    ending: str

    @property
    def is_image(self) -> bool:
        return self.head.endswith(" image ")

    @property
    def is_expected(self) -> bool:
        return self.head.startswith("arg_out")

    @property
    def count(self) -> int:
        return math.prod(size or 1 for size in self.sizes)

    @property
    def lanes(self) -> int:
        found = re.search(r"\d+$", self.type)
        return int(found[0]) if found else 1

    def line(self) -> str:
        words = " ".join(self.words) if len(self.words) != 1 or self.count * self.lanes == 1 else f"repeat {self.words[0]}"
        if not self.is_image:
            return f"{self.head}{self.type}[{self.sizes[0]}] {words}{self.ending}"
        ending = self.ending
        for axis, size in zip(AXES, self.sizes, strict=True):
            ending = re.sub(rf"{axis} \d+", f"{axis} {size}", ending)
        return f"{self.head}{self.type} {words} {ending}"

    def with_sizes(self, sizes: tuple[int, ...]) -> Memory:
        """The part that begins at the origin."""
        if len(self.words) == 1:
            return dataclasses.replace(self, sizes=sizes)
        old, new = ([size or 1 for size in all_] for all_ in (self.sizes, sizes))
        kept: list[str] = []
        for place in itertools.product(*(range(size) for size in reversed(new))):
            at = 0
            for coordinate, size in zip(place, reversed(old), strict=True):
                at = at * size + coordinate
            kept += self.words[at * self.lanes : (at + 1) * self.lanes]
        return dataclasses.replace(self, sizes=sizes, words=tuple(kept))

    def with_values(self, *words: str) -> Memory:
        return dataclasses.replace(self, words=words)


def memory_of(line: str) -> Memory | None:
    """The memory of a line; None where it has none, levels, or no values."""
    if match := _BUFFER.match(line):
        sizes: tuple[int, ...] = (int(match["count"]),)
        kind = match["type"] + (match["width"] or "")
    elif (match := _IMAGE.match(line)) and "image_mip_levels" not in line:
        found = [re.search(rf"{axis} (\d+)", match["ending"]) for axis in AXES]
        sizes = tuple(int(one[1]) if one else 0 for one in found)
        kind = match["type"]
    else:
        return None
    words = match["words"].split()
    memory = Memory(match["head"], kind, tuple(words[1:] if words[:1] == ["repeat"] else words), sizes, match["ending"])
    is_whole = words and words[0] != "NULL" and len(memory.words) in (1, memory.count * memory.lanes)
    return memory if is_whole else None


def index_of(line: str) -> str:
    """The number of the argument of a line; empty: it has none."""
    match = re.match(r"arg_(?:in|out): (\d+) ", line)
    return match[1] if match else ""


def _with_lines(file: TestFile, lines: list[str]) -> TestFile:
    """The test with other lines of arguments, whose expected values are not known."""
    found = []
    for line in lines:
        memory = memory_of(line)
        found.append(memory.with_values("0").line() if memory and memory.is_expected else line)
    return dataclasses.replace(file, tests=(tuple(found),))


def _sizes(file: TestFile) -> dict[str, list[int]]:
    return {match[1]: list(map(int, match[2].split())) for line in file.config if (match := _NUMBERS.match(line))}


def _launched(file: TestFile, sizes: dict[str, list[int]]) -> TestFile:
    kept = [line for line in file.config if not _NUMBERS.match(line) and not line.startswith("local_size")]
    kept += [f"{key}: {' '.join(map(str, values))}" for key, values in sizes.items() if key != "global_offset" or any(values)]
    if "local_size" not in sizes:
        kept.append("local_size: NULL")
    return _with_lines(dataclasses.replace(file, config=tuple(kept)), list(file.tests[0]))


def smaller_launches(file: TestFile) -> Iterator[TestFile]:
    """One work-item, one group, then one half of a dimension or the other."""
    now = _sizes(file)
    whole = now.get("global_size", [1])
    group = now.get("local_size", [1] * len(whole))
    offset = now.get("global_offset", [0] * len(whole))
    if math.prod(whole) > 1:
        yield _launched(file, {"global_size": [1] * len(whole), "global_offset": offset})
    if whole != group and "local_size" in now:
        yield _launched(file, {**now, "global_size": group})
    for axis, size in enumerate(whole):
        half = (size // group[axis] + 1) // 2 * group[axis]
        for start, length in ((0, half), (half, size - half)):
            if 0 < length < size:
                yield _launched(file, {**now, "global_size": [*whole[:axis], length, *whole[axis + 1 :]],
                                       "global_offset": [*offset[:axis], offset[axis] + start, *offset[axis + 1 :]]})  # fmt: skip
    if "local_size" in now and math.prod(group) > 1:
        smaller = [max(1, size // 2) for size in group]
        yield _launched(file, {**now, "local_size": smaller})
        yield _launched(file, {**now, "local_size": smaller, "global_size": smaller})


def _resized(file: TestFile, index: str, sizes: tuple[int, ...]) -> TestFile:
    lines = []
    for line in file.tests[0]:
        memory = memory_of(line) if index_of(line) == index else None
        lines.append(memory.with_sizes(sizes).line() if memory else line)
    return _with_lines(file, lines)


def less_memory(file: TestFile) -> Iterator[TestFile]:
    """Each buffer and image with one element, then with a half."""
    seen = {index_of(line): memory for line in file.tests[0] if (memory := memory_of(line))}
    for index, memory in sorted(seen.items(), key=lambda one: -one[1].count):
        if memory.count < 2:
            continue
        yield _resized(file, index, tuple(min(size, 1) for size in memory.sizes))
        for axis, size in enumerate(memory.sizes):
            for smaller in dict.fromkeys((1, size // 4, size // 2, size - 1)):
                if 0 < smaller < size:
                    yield _resized(file, index, (*memory.sizes[:axis], smaller, *memory.sizes[axis + 1 :]))


def plainer_contents(file: TestFile) -> Iterator[TestFile]:
    """Inputs that are 0 or 1 all over, or in one half."""
    for number, line in enumerate(file.tests[0]):
        memory = memory_of(line)
        if not memory or memory.is_expected or memory.words == ("0",):
            continue
        half = len(memory.words) // 2
        plainer: list[tuple[str, ...]] = [("0",), ("1",)]
        if half:
            plainer += [("0",) * half + memory.words[half:], memory.words[:half] + ("0",) * (len(memory.words) - half)]
        for words in plainer:
            if words != memory.words:
                lines = list(file.tests[0])
                lines[number] = memory.with_values(*words).line()
                yield _with_lines(file, lines)


def fewer_comments(file: TestFile) -> Iterator[TestFile]:
    """The program without any, and without empty lines."""
    program = _EMPTY.sub("\n", _COMMENT.sub(" ", file.program))
    if program != file.program:
        yield dataclasses.replace(file, program=program.lstrip())


CHANGES = (fewer_comments, smaller_launches, less_memory, plainer_contents)
