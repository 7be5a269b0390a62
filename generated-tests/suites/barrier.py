# SPDX-License-Identifier: MIT
"""What a work-item of a work-group has written into a read_write image the others read behind
work_group_barrier(CLK_IMAGE_MEM_FENCE) (OpenCL C 3.0, 6.15.8): each writes the colour that it has read back with its
components in another order, and reads the texel of the work-item at the other end of its group."""

import math
from collections.abc import Iterator

import numpy as np

from testgen.model import Case, Test, TestFile

from .images import FUNCTIONS, PERIOD, formats_seen_as, image_line, make_image, tiled
from .read_write import FEATURE, file_of, format_of, kernel_for, kinds_and_formats, plain, seen_line, stored_once, turned
from .write import expected_image

NAME = "barrier"
SECTION = "OpenCL C 3.0, 6.15.8"
AXES = ("type", "bytes", "size", "group")  # names of tests have the format
SIZES = ("one", "odd", "power")
GROUPS = ("row", "all")  # of work-items: that of one row, or of the whole image


def cases() -> Iterator[Case]:
    for k, (kind, formats) in enumerate(kinds_and_formats()):
        for seen, function in FUNCTIONS.items():
            for f, item in enumerate(formats_seen_as(seen, formats)):
                for g, group in enumerate(GROUPS):
                    size = SIZES[(f + k + g + f // len(SIZES)) % len(SIZES)]
                    axes = (kind.name, str(item.texel_bytes), size, group)
                    yield Case(NAME, f"{kind.name}/{function}", f"{item.name}/{size}/{group}", axes)


def _test(case: Case, strict: bool) -> Test:
    image_type, _, size, group = case.values
    item = format_of(case)
    image = make_image(image_type, item.name, size)
    before = plain(item, image.texels[: min(PERIOD, image.count)])
    once = turned(item, before, strict)
    after = tiled(stored_once(item, before, strict), image.count)
    members = image.extents[0] if group == "row" else math.prod(image.extents)
    places = np.arange(image.count)
    others = places // members * members + members - 1 - places % members
    image = type(image)(image.type, item, image.extents, np.resize(before, image.texels.shape))
    local = (image.extents[0], 1, 1) if group == "row" else (*image.extents, 1, 1)
    lines = [
        f"dimensions: {len(image.extents)}",
        f"global_size: {' '.join(map(str, image.extents))}",
        f"local_size: {' '.join(map(str, local[: len(image.extents)]))}",
        image_line(0, image) + " image_access kernel_read_write",
        f"arg_out: 0 image {expected_image(image.type, item, once, image.extents)}",
        seen_line(1, image.type, item, after[others], image.count, strict),
        f"launch: {kernel_for(item)}",
    ]
    return Test(case.name, lines)


def build(found: list[Case], strict: bool) -> TestFile:
    return file_of("barrier.mako", found, [_test(case, strict) for case in found], FEATURE)
