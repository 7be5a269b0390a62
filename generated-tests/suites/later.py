# SPDX-License-Identifier: MIT
"""Families of OpenCL 1.2 over what came behind it: depth images, orders of sRGB, ABGR, UNORM_INT_101010_2.
A device that has no such format skips its tests."""

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Protocol

from imagespec.formats import DEPTH, DEPTH_TYPES, IMAGE_TYPES, LATER_FORMATS, Format, ImageType
from testgen import axes
from testgen.model import Case, Suite, TestFile

from . import attributes, boxes, listed, read, read_write, samplers, transfer, values, write, written


class Family(Suite, Protocol):
    """A family that can be had of other types and formats."""

    def cases_of(self, name: str, kinds: Iterable[ImageType], formats: Iterable[Format], /) -> Iterator[Case]: ...


@dataclasses.dataclass(frozen=True)
class Later:
    """A family over other image types and formats."""

    family: Family
    prefix: str
    kinds: tuple[ImageType, ...]
    formats: tuple[Format, ...]
    SECTION: str

    @property
    def NAME(self) -> str:
        return f"{self.prefix}-{self.family.NAME}"

    @property
    def AXES(self) -> tuple[str, ...]:
        return self.family.AXES

    @property
    def facts(self) -> axes.Facts:
        return axes.facts_of(self.family)

    def cases(self) -> Iterator[Case]:
        return self.family.cases_of(self.NAME, self.kinds, self.formats)

    def build(self, found: list[Case], strict: bool) -> TestFile:
        return self.family.build(found, strict)


DEPTH_SECTION = "OpenCL C 3.0, 6.15.15, and cl_khr_depth_images"
LATER_SECTION = "OpenCL C 3.0, 6.15.15 and 8.3; cl_khr_srgb_image_writes"
_DEPTH_FORMATS = tuple(item for item in LATER_FORMATS.values() if item.order == DEPTH)
_OTHERS = tuple(item for item in LATER_FORMATS.values() if item.order != DEPTH)
_WHOLE = tuple(item for item in _OTHERS if "x" not in item.order.stored)  # without padding

SUITES: tuple[Later, ...] = (
    *(
        Later(family, "depth", tuple(DEPTH_TYPES.values()), _DEPTH_FORMATS, DEPTH_SECTION)
        for family in (read, samplers, values, write, written, read_write, transfer, boxes, listed, attributes)
    ),
    *(
        Later(family, "later", tuple(IMAGE_TYPES.values()), _OTHERS, LATER_SECTION)
        for family in (read, samplers, values, write, written, read_write, attributes)
    ),
    *(
        Later(family, "later", tuple(IMAGE_TYPES.values()), _WHOLE, LATER_SECTION)
        for family in (transfer, boxes, listed)
    ),
)
