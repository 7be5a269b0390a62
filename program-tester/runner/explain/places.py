# SPDX-License-Identifier: MIT
"""Where in an image values are wrong, and which two are exchanged: what is the same in each failing test, so that no rule over tests says it."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..results import Result
from .symptoms import CHANNELS

AXES = ("column", "row", "layer")  # a layer may be a slice
BYTES = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "half": 2, "int": 4, "uint": 4, "float": 4, "long": 8, "ulong": 8, "double": 8}
ENDS = (4, 8, 16, 32, 64)  # bytes at the end of rows that may be told apart
LEAST = 0.25  # of all tests must say it, where others cannot
NEARLY = 0.8  # as many say more
Place = tuple[int, int, int]


def numbers(text: str) -> list[int]:
    """The members of a list like "0-2 7"."""
    found: list[int] = []
    for part in text.split():
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def _texels(contents: dict[str, Any], extents: Sequence[int]) -> set[Place]:
    """The texels that are wrong: column, row and layer of each."""
    width, height, depth = extents
    components = max(1, len(contents["actual"].split()) // (width * height * depth))
    texels = {number // components for number in numbers(contents["wrong"])}
    return {(texel % width, texel // width % height, texel // (width * height)) for texel in texels}


def _extents(contents: dict[str, Any]) -> tuple[int, int, int]:
    """Of an image; the layers of 1D arrays are told where rows are."""
    width, height, depth = contents["shape"]
    return (width, depth, height) if contents["image"]["type"] == "1d_array" else (width, height, depth)


def where(contents: dict[str, Any]) -> set[str]:
    """All that holds of the layers, rows and columns of an image that are wrong: that they are the last, that they are not the first."""
    if "image" not in contents:
        return set()
    found, extents = set(), _extents(contents)
    texels = _texels(contents, extents)
    for name, extent, seen in zip(AXES, extents, zip(*texels)):
        if extent > 1 and set(seen) == {extent - 1}:
            found.add(f"only in the last {name}")
        if extent > 1 and min(seen) > 0:
            found.add(f"not in the first {name}")
    return found


def _exchanged(first: Sequence[dict[str, Any]]) -> str:
    """Of values that are wrong, the two of which each has what the other should; of colours the channels."""
    groups: dict[str, dict[str, tuple[str, str]]] = {}
    for item in first:
        element, dot, component = str(item["at"]).rpartition(".")
        groups.setdefault(element, {})[component if dot else str(item["at"])] = (item["expected"], item["actual"])
    found = set()
    for group in groups.values():
        if len(group) != 2:
            return ""
        (one, pair), (other, pair_there) = group.items()
        if pair != pair_there[::-1] or pair == pair_there:
            return ""
        found.add(tuple(CHANNELS[int(name)] if name in ("0", "1", "2", "3") else name for name in (one, other)))
    return " and ".join(found.pop()) + " are exchanged" if len(found) == 1 else ""


def _end(contents: dict[str, Any]) -> tuple[int, int] | None:
    """Bytes from the first to be wrong of any row to its end, and those of a row. A buffer is one row. None where that is not known."""
    width, height, depth = _extents(contents) if "image" in contents else (math.prod(contents["shape"]), 1, 1)
    words, size = len(contents["actual"].split()), BYTES.get(contents.get("scalar", ""))
    wrong = numbers(contents["wrong"])
    if size is None or not wrong or words % (width * height * depth):
        return None
    row = words // (height * depth)
    return (row - min(number % row for number in wrong)) * size, row * size


def _common_end(results: Sequence[Result]) -> tuple[str, int]:
    """In which last bytes of rows and buffers alone values are wrong, and of how many tests. Those whose rows are hardly longer do not
    say."""
    found = [max(ends) for result in results if (ends := [end for contents in _wrong(result) if (end := _end(contents))])]
    for size in ENDS:
        told = [end <= size for end, row in found if row >= 4 * size]
        if 2 * len(told) >= len(found) and 2 * sum(told) >= len(told) > 0:
            return f"only in the last {size} bytes of rows and buffers", sum(told)
    return "", 0


def _wrong(result: Result) -> list[dict[str, Any]]:
    """What the arguments held that are wrong."""
    arguments = [argument for argument in result.details.get("arguments", []) if argument.get("wrong")]
    return [argument["contents"] for argument in arguments if "wrong" in argument.get("contents", {})]


def _of_test(result: Result) -> set[str]:
    """What its wrong arguments say."""
    wrong = [argument for argument in result.details.get("arguments", []) if argument.get("wrong")]
    said = {_exchanged(argument.get("first", [])) for argument in wrong} - {""}
    return said.union(*(where(contents) for contents in _wrong(result)))


def _can_say(result: Result) -> bool:
    """Whether an image is wrong that has more than one row, or layer."""
    return any("image" in contents and math.prod(contents["shape"][1:]) > 1 for contents in _wrong(result))


def _most(counts: Counter[str]) -> tuple[str, int]:
    """What most tests say; that it is the last that is wrong, where nearly as many say so as that the first is right."""
    words, count = max(counts.items(), key=lambda item: (item[1], item[0]), default=("", 0))
    last = words.replace("not in the first", "only in the last")
    return (last, counts[last]) if counts[last] >= NEARLY * count else (words, count)


def relation(results: Sequence[Result]) -> str:
    """What most tests say, and how many where it is not all; "" where there is no such thing. Of what equally many say, that which says
    most. Of a fault of images those tests do not say where it is that read them."""
    words, count = _most(Counter(words for result in results for words in _of_test(result)))
    could = max(count, sum(map(_can_say, results)))
    if 2 * count < could or count < LEAST * len(results):
        words, count = _common_end(results)
    if count < LEAST * len(results):
        return ""
    return words if count == len(results) else f"{words} (in {count})"
