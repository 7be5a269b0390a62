# SPDX-License-Identifier: MIT
"""Where in an image values are wrong, and which two are exchanged: what is the same in each failing test, so that no rule over tests says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..results import Result
from .symptoms import CHANNELS, common

AXES = ("column", "row", "layer")  # a layer may be a slice
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


def _of_test(result: Result) -> set[str]:
    """What its wrong arguments say."""
    wrong = [argument for argument in result.details.get("arguments", []) if argument.get("wrong")]
    said = {_exchanged(argument.get("first", [])) for argument in wrong} - {""}
    return said.union(*(where(argument.get("contents", {})) for argument in wrong))


def relation(results: Sequence[Result]) -> str:
    """What most tests say, and how many where it is not all; "" where there is no such thing. Of what equally many say, that which says most."""
    counts = Counter(words for result in results for words in _of_test(result))
    words, count = max(counts.items(), key=lambda item: (item[1], item[0]), default=("", 0))
    return common([words] * count + [""] * (len(results) - count))
