# SPDX-License-Identifier: MIT
"""A work-item sees what it wrote into a read_write image behind atomic_work_item_fence (OpenCL C 3.0, 6.15.15.4):
it writes each colour back with its components in another order, and reads the texel again."""

from collections.abc import Iterator

import numpy as np

from testgen.model import Case, Test, TestFile

from .images import FUNCTIONS, PERIOD, SIZES, formats_seen_as, image_line, make_image
from .read_write import FEATURE, file_of, format_of, kernel_for, kinds_and_formats, plain, seen_line, stored_once, turned
from .write import expected_image

NAME = "fence"
SECTION = "OpenCL C 3.0, 6.15.15.4"
AXES = ("type", "bytes", "size")  # names of tests have the format
ACQUIRE_RELEASE = "__opencl_c_atomic_order_acq_rel"


def cases() -> Iterator[Case]:
    for k, (kind, formats) in enumerate(kinds_and_formats()):
        for seen, function in FUNCTIONS.items():
            for f, item in enumerate(formats_seen_as(seen, formats)):
                size = SIZES[(f + k + f // len(SIZES)) % len(SIZES)]
                axes = (kind.name, str(item.texel_bytes), size)
                yield Case(NAME, f"{kind.name}/{function}", f"{item.name}/{size}", axes)


def _test(case: Case, strict: bool) -> Test:
    image_type, _, size = case.values
    item = format_of(case)
    image = make_image(image_type, item.name, size)
    before = plain(item, image.texels[: min(PERIOD, image.count)])
    once = turned(item, before, strict)
    after = stored_once(item, before, strict)
    image = type(image)(image.type, item, image.extents, np.resize(before, image.texels.shape))
    lines = [
        f"dimensions: {len(image.extents)}",
        f"global_size: {' '.join(map(str, (*image.extents, 1, 1)[:3]))}",
        image_line(0, image) + " image_access kernel_read_write",
        f"arg_out: 0 image {expected_image(image.type, item, once, image.extents)}",
        seen_line(1, image.type, item, after, image.count, strict),
        f"launch: {kernel_for(item)}",
    ]
    return Test(case.name, lines)


def build(found: list[Case], strict: bool) -> TestFile:
    return file_of("fence.mako", found, [_test(case, strict) for case in found], f"{FEATURE} {ACQUIRE_RELEASE}")
