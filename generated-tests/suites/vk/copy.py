# SPDX-License-Identifier: MIT
"""Copies between buffers and images, and between images, of wholes and boxes; and clears. Copies move bits; what a clear
leaves is what a store of its colour would."""

import math
from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..images import PERIOD, seed_of, tiled
from . import store
from .images import ALL_FORMATS, SIZES, file_of, keys_of, make_picture, period, picture_text
from .vk_formats import WIDE_FORMATS, VkFormat
from .vulkan import VK_TARGETS, Picture

NAME = "vk-copy"
SECTION = "Vulkan 1.3, Copy Commands and Clear Commands"
AXES = ("target", "format", "operation", "part", "size")
TARGETS = ("1D", "2D", "3D", "1DArray", "2DArray")
COPIES = ("buffer to image", "image to buffer", "image to image", "within an image")
PARTS = ("whole", "box")
OFFSET = 48  # bytes of a buffer before the copied ones: a multiple of all texels and of 4
# The program is not launched.
SOURCE = "#version 450\nlayout(local_size_x = 1) in;\n\nvoid main()\n{\n}\n"


def copied_forms() -> list[VkFormat]:
    """Bits that mean nothing are not defined in buffers ("Buffer and Image Addressing")."""
    return [form for form in ALL_FORMATS.values() if all(c.letter != "X" for c in form.components)]


def cases() -> Iterator[Case]:
    for t, target in enumerate(TARGETS):
        for f, form in enumerate([*copied_forms(), *WIDE_FORMATS.values()]):
            for o, operation in enumerate(COPIES):
                for p, part in enumerate(PARTS[operation == COPIES[3] :]):
                    size = SIZES[(t + f + o + p) % len(SIZES)]
                    size = "power" if operation == COPIES[3] and size in ("one", "odd") else size
                    axes = (target, form.name, operation, part, size)
                    yield Case(NAME, f"{target}/{operation.replace(' ', '-')}", f"{form.name}/{part}/{size}", axes)
            for c in range(3):
                size = SIZES[(f + c) % len(SIZES)]
                axes = (target, form.name, "clear", str(c), size)
                yield Case(NAME, f"{target}/clear", f"{form.name}/{c}/{size}", axes)


def grid_of(picture: Picture, texels: Array) -> Array:
    """Texels as (..., z, y, x), each a number or several."""
    return texels.reshape(*reversed(picture.extents), *texels.shape[1:])


def box_of(extents: tuple[int, ...], part: str, seed: str) -> tuple[list[int], list[int]]:
    """Origin and region."""
    if part == "whole":
        return [0] * len(extents), list(extents)
    rng = np.random.default_rng(seed_of(seed))
    region = [int(rng.integers(1, max(extent // 2, 1) + 1)) for extent in extents]
    return [int(rng.integers(0, extent - size + 1)) for extent, size in zip(extents, region)], region


def inside_of(origin: list[int], region: list[int]) -> tuple[slice, ...]:
    return tuple(slice(first, first + size) for first, size in zip(reversed(origin), reversed(region)))


def words_of(origin: list[int], region: list[int] | None = None, parts: int = 1) -> str:
    """A box of a format whose texels are so many of the argument's."""
    origin, region = [origin[0] * parts, *origin[1:]], region and [region[0] * parts, *region[1:]]
    found = "origin " + " ".join(map(str, origin))
    return found + (" region " + " ".join(map(str, region)) if region else "")


def _list(picture: Picture, texels: Array) -> str:
    keys = keys_of(picture.type, picture.format, picture.extents)
    return f"image {picture.format.pixel} {numbers.text(texels)} {keys}"


def _other(picture: Picture) -> Array:
    """Texels of another image, of which those at the same place are others."""
    return tiled(np.roll(period(picture.format), 7, axis=0), picture.count)


def _bytes(texels: Array) -> str:
    raw = np.ascontiguousarray(texels).view(np.uint8).ravel()
    return f"buffer uchar[{len(raw)}] {numbers.text(raw)}"


def _with_buffer(picture: Picture, operation: str, origin: list[int], region: list[int]) -> list[str]:
    """The buffer has more bytes at both ends, which a copy to it leaves."""
    item, before = picture.format, np.full(OFFSET, 90, dtype=np.uint8)
    grid = grid_of(picture, picture.texels)
    if operation == COPIES[1]:
        inside = np.ascontiguousarray(grid[inside_of(origin, region)]).view(np.uint8).ravel()
        whole = np.concatenate([before, inside, before])
        return [
            f"arg_in: 0 image {picture_text(picture)}",
            f"arg_in: 1 buffer uchar[{len(whole)}] repeat 90",
            f"arg_out: 1 {_bytes(whole)}",
            f"copy: 0 {words_of(origin, region, picture.format.parts)} to 1 offset {OFFSET}",
        ]
    count = math.prod(region)
    given = tiled(np.roll(period(item), 5, axis=0), count)
    after = grid.copy()
    after[inside_of(origin, region)] = given.reshape(*reversed(region), *given.shape[1:])
    return [
        f"arg_in: 0 image {picture_text(picture)}",
        f"arg_out: 0 {_list(picture, after)}",
        f"arg_in: 1 {_bytes(np.concatenate([before, np.ascontiguousarray(given).view(np.uint8).ravel(), before]))}",
        f"copy: 1 offset {OFFSET} to 0 {words_of(origin, region, picture.format.parts)}",
    ]


def _between(picture: Picture, origin: list[int], region: list[int], seed: str) -> list[str]:
    other = _other(picture)
    rng = np.random.default_rng(seed_of(seed + "to"))
    there = [int(rng.integers(0, extent - size + 1)) for extent, size in zip(picture.extents, region)]
    after = grid_of(picture, other).copy()
    after[inside_of(there, region)] = grid_of(picture, picture.texels)[inside_of(origin, region)]
    return [
        f"arg_in: 0 image {picture_text(picture)}",
        f"arg_in: 1 {_list(picture, other)}",
        f"arg_out: 1 {_list(picture, after)}",
        f"copy: 0 {words_of(origin, region, picture.format.parts)} to 1 {words_of(there, parts=picture.format.parts)}",
    ]


def _within(picture: Picture, seed: str) -> list[str]:
    """From the first half along the first dimension to the second: boxes may not overlap."""
    half = picture.extents[0] // 2
    _, region = box_of((half, *picture.extents[1:]), "box", seed)
    origin, there = [0] * len(region), [half, *[e - r for e, r in zip(picture.extents[1:], region[1:])]]
    after = grid_of(picture, picture.texels).copy()
    after[inside_of(there, region)] = grid_of(picture, picture.texels)[inside_of(origin, region)]
    return [
        f"arg_in: 0 image {picture_text(picture)}",
        f"arg_out: 0 {_list(picture, after)}",
        f"copy: 0 {words_of(origin, region, picture.format.parts)} to 0 {words_of(there, parts=picture.format.parts)}",
    ]


def _cleared(picture: Picture, which: int, seed: str) -> list[str]:
    """To one colour, which differs from case to case."""
    form = picture.format
    row = seed_of(seed) % PERIOD
    colours = store.colours(form, "exact")[row : row + 1]
    words = f"{form.seen}4 " * form.native + numbers.text(colours[0])
    stored = store.stored(form, np.repeat(colours, PERIOD, axis=0), "exact", picture.count, row)
    return [
        f"arg_in: 0 image {picture_text(picture)}",
        f"arg_out: 0 image {stored} {keys_of(picture.type, form, picture.extents)}",
        f"fill: 0 {words}",
    ]


def _test(case: Case) -> Test:
    target, form, operation, part, size = case.values
    picture = make_picture(target, form, size)
    if operation == "clear":
        return Test(case.name, _cleared(picture, int(part), case.full_name))
    origin, region = box_of(picture.extents, part, case.full_name)
    if operation in COPIES[:2]:
        return Test(case.name, _with_buffer(picture, operation, origin, region))
    if operation == COPIES[2]:
        return Test(case.name, _between(picture, origin, region, case.full_name))
    return Test(case.name, _within(picture, case.full_name))


def build(found: list[Case], strict: bool) -> TestFile:
    assert all(case.values[0] in VK_TARGETS for case in found)
    return file_of(NAME, found, SOURCE, [_test(case) for case in found])
