# SPDX-License-Identifier: MIT
"""Copies between images and buffers whose rows and slices are longer than the image's: wholes and boxes of every format,
and of aspects of depths and stencils. What lies between rows stays."""

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..images import seed_of
from .copy import OFFSET, SOURCE, box_of, copied_forms, grid_of, inside_of, words_of
from .images import SIZES, file_of, keys_of, make_picture, picture_text
from .vulkan import VK_TARGETS, Picture

NAME = "vk-pitch"
SECTION = "Vulkan 1.3, Buffer and Image Addressing"
AXES = ("target", "format", "operation", "part", "lengths", "size")
TARGETS = ("1D", "2D", "3D", "1DArray", "2DArray")
OPERATIONS = ("buffer to image", "image to buffer")
LENGTHS = ("rows", "slices", "both", "same")
FILLING = 90  # of bytes that are in no row


def cases() -> Iterator[Case]:
    for t, target in enumerate(TARGETS):
        for f, form in enumerate(copied_forms()):
            for o, operation in enumerate(OPERATIONS):
                for p, part in enumerate(("whole", "box")):
                    lengths, size = LENGTHS[(t + f + 2 * o + p) % 4], SIZES[(t + f + o + p) % len(SIZES)]
                    axes = (target, form.name, operation, part, lengths, size)
                    yield Case(NAME, f"{target}/{operation.replace(' ', '-')}", f"{form.name}/{part}/{lengths}/{size}", axes)


def laid_out(texels: Array, row_length: int, image_height: int, offset: int) -> Array:
    """The bytes of a buffer in which texels (slices or layers, rows, columns, components) lie apart: where each is comes
    from bufferOffset + (((z * bufferImageHeight) + y) * bufferRowLength + x) * texel size."""
    size = texels[0, 0, 0].nbytes
    slices, rows, columns = texels.shape[:3]
    end = (((slices - 1) * image_height + rows - 1) * row_length + columns) * size
    found = np.full(offset + end + offset, FILLING, dtype=np.uint8)
    raw = np.ascontiguousarray(texels).view(np.uint8).reshape(slices, rows, columns * size)
    for z in range(slices):
        for y in range(rows):
            at = offset + (z * image_height + y) * row_length * size
            found[at : at + columns * size] = raw[z, y]
    return found


def _slices(picture: Picture, box: Array) -> Array:
    """A box (..., rows, columns, components) as slices or layers of rows."""
    components = box.shape[len(picture.extents) :]
    if picture.type.dimensions == 1:  # each layer is one row
        return box.reshape(-1, 1, box.shape[len(picture.extents) - 1], *components)
    return box.reshape(-1, *box.shape[len(picture.extents) - 2 : len(picture.extents)], *components)


def _keys(lengths: str, columns: int, rows: int, seed: str) -> tuple[int, int, str]:
    """How far apart rows and slices are, in texels and rows, and how a test says it: nothing says tight."""
    rng = np.random.default_rng(seed_of(seed))
    row_length = columns + int(rng.integers(1, 5)) * (lengths in ("rows", "both"))
    image_height = rows + int(rng.integers(1, 4)) * (lengths in ("slices", "both"))
    text = f" row_length {row_length}" * (lengths != "slices") + f" image_height {image_height}" * (lengths != "rows")
    return row_length, image_height, text


def _test(case: Case) -> Test:
    target, form, operation, part, lengths, size = case.values
    picture = make_picture(target, form, size)
    origin, region = box_of(picture.extents, part, case.full_name)
    grid = grid_of(picture, picture.texels)
    box = grid[inside_of(origin, region)]
    moved = _slices(picture, box)
    row_length, image_height, text = _keys(lengths, moved.shape[2], moved.shape[1], case.full_name)
    keys = keys_of(picture.type, picture.format, picture.extents)
    buffer = laid_out(moved, row_length, image_height, OFFSET)
    end, count = f"offset {OFFSET}{text}", len(buffer)
    if operation == OPERATIONS[1]:
        return Test(
            case.name,
            [
                f"arg_in: 0 image {picture_text(picture)}",
                f"arg_in: 1 buffer uchar[{count}] repeat {FILLING}",
                f"arg_out: 1 buffer uchar[{count}] {numbers.text(buffer)}",
                f"copy: 0 {words_of(origin, region)} to 1 {end}",
            ],
        )
    after = np.zeros_like(grid)
    after[inside_of(origin, region)] = box
    return Test(
        case.name,
        [
            f"arg_in: 0 image {picture.format.pixel} repeat 0 {keys}",
            f"arg_out: 0 image {picture.format.pixel} {numbers.text(after)} {keys}",
            f"arg_in: 1 buffer uchar[{count}] {numbers.text(buffer)}",
            f"copy: 1 {end} to 0 {words_of(origin, region)}",
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    assert all(case.values[0] in VK_TARGETS for case in found)
    return file_of(NAME, found, SOURCE, [_test(case) for case in found])
