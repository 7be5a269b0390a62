# SPDX-License-Identifier: MIT
"""Images with depths and stencils: a copy to one aspect, from it, or a clear of it, has nothing to do with the other."""

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..images import seed_of, tiled
from .copy import SOURCE, box_of, grid_of, inside_of, words_of
from .images import ALL_FORMATS, file_of, keys_of, make_picture, period, picture_text
from .vk_formats import DEPTH_FORMATS
from .vulkan import VK_TARGETS, Picture

NAME = "vk-aspect"
SECTION = "Vulkan 1.3, Copy Commands, and Clear Commands"
AXES = ("target", "format", "operation", "part", "size")
TARGETS = ("2D", "2DArray")
ASPECTS = ("depth", "stencil")
SIZES = ("odd", "one", "power", "wide")


def _both() -> dict[str, tuple[str, ...]]:
    """Formats with two aspects whose texels in buffers are all defined, each with the aspects that are so."""
    found: dict[str, tuple[str, ...]] = {}
    for form in DEPTH_FORMATS.values():
        name, _, aspect = form.name.partition("-")
        if aspect and all(c.letter != "X" for c in form.components):
            found[name] = (*found.get(name, ()), aspect)
    return {name: aspects for name, aspects in found.items() if aspects == ASPECTS}


def cases() -> Iterator[Case]:
    for t, target in enumerate(TARGETS):
        for f, form in enumerate(_both()):
            for a, aspect in enumerate(ASPECTS):
                for p, part in enumerate(("whole", "box", "clear")):
                    for size in SIZES:
                        yield Case(NAME, target, f"{form}/{aspect}/{part}/{size}", (target, form, aspect, part, size))


def _bytes(texels: Array) -> str:
    raw = np.ascontiguousarray(texels).view(np.uint8).ravel()
    return f"uchar[{len(raw)}] {numbers.text(raw)}"


def changed(picture: Picture, part: str, seed: str) -> tuple[Array, Array, str, str]:
    """What a step leaves of an aspect, whose texels were a picture's: the texels, those that are given, the box as words,
    and the step's name."""
    form, grid = picture.format, grid_of(picture, picture.texels).copy()
    if part == "clear":
        # Depths of 0 and 1 and stencils have one number.
        value = seed_of(seed) % 2
        one = 1 if grid.dtype.kind == "f" else 65535
        grid[...] = value * (one if form.is_depth else 200)
        colour = f"float4 {value} 0 0 0" if form.is_depth else f"uint4 {value * 200} 0 0 0"
        return grid, grid, "", colour
    origin, region = box_of(picture.extents, part, seed)
    given = tiled(np.roll(period(form), 5, axis=0), int(np.prod(region)))
    grid[inside_of(origin, region)] = given.reshape(*reversed(region), *given.shape[1:])
    return grid, given, words_of(origin, region), ""


def _test(case: Case) -> Test:
    """The stencil is copied to first; the read that is last is of the aspect that is left alone."""
    target, name, aspect, part, size = case.values
    depth, stencil = (make_picture(target, f"{name}-{one}", size) for one in ASPECTS)
    picture, at = (depth, 0) if aspect == "depth" else (stencil, 1)
    after, given, box, colour = changed(picture, part, case.full_name)
    left = {0: depth.texels, 1: stencil.texels} | {at: after}
    keys = keys_of(stencil.type, stencil.format, stencil.extents)
    return Test(
        case.name,
        [
            f"arg_in: 0 image {picture_text(depth)}",
            f"arg_in: 1 image {stencil.format.pixel} NULL image_over 0 {keys}",
            f"arg_in: 2 buffer {_bytes(stencil.texels)}",
            f"arg_in: 3 buffer {_bytes(given)}",
            "copy: 2 to 1",
            f"fill: {at} {colour}" if part == "clear" else f"copy: 3 to {at} {box}",
            f"read: 1 {numbers.text(left[1])}",
            f"read: 0 {numbers.text(left[0])}",
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    assert all(case.values[0] in VK_TARGETS and f"{case.values[1]}-depth" in ALL_FORMATS for case in found)
    return file_of(NAME, found, SOURCE, [_test(case) for case in found])
