# SPDX-License-Identifier: MIT
"""Formats that a device lists for a way of access (clGetSupportedImageFormats, 5.3.2.1) can be used so in every
call: what the host does with images that kernels may write, read and write, or both in one kernel. A format
that is not listed for the access is skipped."""

from collections.abc import Iterable, Iterator

from imagespec.formats import FORMATS, IMAGE_TYPES, Format, ImageType
from testgen.model import Case, Test, TestFile

from .boxes import PITCHES, PLACES, Scene, box_test, boxes_file, facts
from .images import SIZES

NAME = "listed"
SECTION = "OpenCL 3.0, 5.3.1 to 5.3.6"
AXES = ("type", "access", "operation", "order", "data", "size", "place")
ACCESSES = ("write", "read_write", "kernel_read_write")  # boxes has those to read
OPERATIONS = ("read", "write", "map-read", "map-write", "map-invalidate", "fill", "copy", "to-buffer", "from-buffer")

__all__ = ["AXES", "NAME", "SECTION", "build", "cases", "cases_of", "facts"]


def cases_of(name: str, kinds: Iterable[ImageType], formats: Iterable[Format]) -> Iterator[Case]:
    """The tests of a family over these types and formats."""
    formats = list(formats)
    for k, kind in enumerate(kinds):
        for a, access in enumerate(ACCESSES):
            for o, operation in enumerate(OPERATIONS):
                for f, item in enumerate(formats):
                    size = SIZES[(f + a + o + k + f // len(SIZES)) % len(SIZES)]
                    place = PLACES[(f + 2 * a + o) % len(PLACES)]
                    axes = (kind.name, access, operation, item.order.name, item.type.name, size, place)
                    yield Case(name, f"{kind.name}/{access}-{operation}", f"{item.name}/{size}/{place}", axes)


def cases() -> Iterator[Case]:
    return cases_of(NAME, IMAGE_TYPES.values(), FORMATS.values())


def _test(case: Case, strict: bool) -> Test:
    image_type, access, operation, order, data, size, place = case.values
    scene = Scene(image_type, f"{order}-{data}", size, place, PITCHES[0], strict, access)
    return box_test(case.name, scene, operation)


def build(found: list[Case], strict: bool) -> TestFile:
    return boxes_file(found, [_test(case, strict) for case in found])
