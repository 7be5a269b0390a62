# SPDX-License-Identifier: MIT
"""Texels that go to the device and back: every image type and format, from host memory with and
without pitches, with a kernel that changes the last texel only."""

from collections.abc import Iterable, Iterator

import numpy as np

from imagespec.formats import FORMATS, IMAGE_TYPES, Format, ImageType
from imagespec.sampling import Image
from testgen import numbers
from testgen.model import Case, Test, TestFile

from .images import (
    PERIOD,
    SIZES,
    WRITERS,
    formats_seen_as,
    image_keys,
    make_image,
    pixel_type,
)
from .write import writing_file

NAME = "transfer"
SECTION = "OpenCL 1.2, 5.3.3 and 6.12.14"
AXES = ("type", "order", "data", "size", "pitch")
PITCHES = ("tight", "padded")


def _pitches(kind: ImageType) -> tuple[str, ...]:
    return PITCHES[:1] if kind.name == "1d_buffer" else PITCHES


def cases_of(name: str, kinds: Iterable[ImageType], formats: Iterable[Format]) -> Iterator[Case]:
    """The tests of a family that moves images of these types and formats."""
    formats = list(formats)
    for kind in kinds:
        for seen, writer in WRITERS.items():
            for f, item in enumerate(formats_seen_as(seen, formats)):
                for p, pitch in enumerate(_pitches(kind)):
                    size = SIZES[(f + 2 * p + f // len(SIZES)) % len(SIZES)]
                    axes = (kind.name, item.order.name, item.type.name, size, pitch)
                    yield Case(name, f"{kind.name}/{writer}", f"{item.name}/{size}/{pitch}", axes)


def cases() -> Iterator[Case]:
    return cases_of(NAME, IMAGE_TYPES.values(), FORMATS.values())


def pitch_keys(kind: ImageType, item: Format, extents: tuple[int, ...]) -> str:
    """Rows with three unused texels, slices with one unused row."""
    row = (extents[0] + 3) * item.texel_bytes
    if kind.name == "1d":
        return ""  # a single row has no pitch
    if kind.name == "1d_array":
        return f" image_row_pitch {row} image_slice_pitch {2 * row}"
    slices = f" image_slice_pitch {(extents[1] + 1) * row}" if len(extents) > 2 else ""
    return f" image_row_pitch {row}{slices}"


def _after(image: Image, changed: bool) -> str:
    texels = image.texels
    if not changed:
        return "repeat " + numbers.text(texels[:PERIOD])
    zero = np.zeros_like(texels[:1])
    return numbers.text(np.concatenate([texels[:-1], zero]))


def _test(case: Case, strict: bool) -> Test:
    image_type, order, data, size, pitch = case.values
    image = make_image(image_type, f"{order}-{data}", size)
    kind, extents = image.type, image.extents
    keys = image_keys(kind, image.format, extents)
    if pitch == "padded":
        keys += pitch_keys(kind, image.format, extents)
    changed = size != "large"  # whose texels would fill pages: it must come back as it went
    last = [*(extent - 1 for extent in extents), 0, 0, 0][:4]
    pixel, before = pixel_type(image.format), numbers.text(image.texels[:PERIOD])
    lines = [
        f"arg_in: 0 image {pixel} repeat {before} {keys}",
        f"arg_out: 0 image {pixel} {_after(image, changed)} {keys}",
        f"arg_in: 1 int4 {' '.join(map(str, last))}",
        f"arg_in: 2 int {int(changed)}",
    ]
    return Test(case.name, lines)


def build(found: list[Case], strict: bool) -> TestFile:
    return writing_file(found[0].suite, found, [_test(case, strict) for case in found], "transfer.mako", "change")
