# SPDX-License-Identifier: MIT
"""What two drivers answer differently when they are asked what the program asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Answer = Mapping[str, Any]
_ROWS = (
    (0, "", "row_pitch slice_pitch"),  # of a map
    (0x1100, "CL_MEM_", "TYPE FLAGS SIZE"),
    (0x1110, "CL_IMAGE_", "FORMAT ELEMENT_SIZE ROW_PITCH SLICE_PITCH WIDTH HEIGHT DEPTH ARRAY_SIZE BUFFER NUM_MIP_LEVELS NUM_SAMPLES"),
    (0x1290, "CL_IMAGE_REQUIREMENTS_", "ROW_PITCH_ALIGNMENT_EXT SLICE_PITCH_ALIGNMENT_EXT BASE_ADDRESS_ALIGNMENT_EXT"),
    (0x12B2, "CL_IMAGE_REQUIREMENTS_", "SIZE_EXT MAX_WIDTH_EXT MAX_HEIGHT_EXT MAX_DEPTH_EXT MAX_ARRAY_SIZE_EXT"),
)
_NAMES = {first + place: prefix + word for first, prefix, words in _ROWS for place, word in enumerate(words.split())}
_NAMELESS = ("clGetSupportedImageFormats",)  # asked by flags


def differing(left: Iterable[Answer], right: Iterable[Answer]) -> list[tuple[Answer, Answer]]:
    """Pairs of answers to the same question that are not the same."""
    theirs = {(one["record"], one["what"]): one for one in right}
    pairs = ((one, theirs.get((one["record"], one["what"]), one)) for one in left)
    return [(one, other) for one, other in pairs if one["value"] != other["value"]]


def described(pairs: list[tuple[Answer, Answer]], asked: int) -> str:
    """A line of how many differ, and of the first."""
    one, other = pairs[0]
    name = "" if one["answer"] in _NAMELESS else f" of {_NAMES.get(one['what'], format(one['what'], '#x'))}"
    return f"answers that differ: {len(pairs)} of {asked}, the first: record {one['record']}, {one['answer']}{name}: {one['value']} and {other['value']}"
