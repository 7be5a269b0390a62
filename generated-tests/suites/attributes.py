# SPDX-License-Identifier: MIT
"""get_image_width and its relatives (6.12.14.5), for every image type and format."""

from __future__ import annotations

from collections.abc import Iterator

from imagespec.formats import FORMATS, IMAGE_TYPES, ORDERS, TYPES, ImageType
from testgen.model import Case, Test, TestFile, template

from .images import SIZES, image_line, make_image

NAME = "attributes"
AXES = ("type", "order", "data", "size")


def _queries(kind: ImageType) -> list[str]:
    """Expressions of the extents that a kernel can ask for."""
    found = ["get_image_width(image)"]
    if kind.dimensions > 1:
        found += ["get_image_height(image)", "get_image_dim(image).x", "get_image_dim(image).y"]
    if kind.dimensions > 2:
        found += ["get_image_depth(image)", "get_image_dim(image).z", "get_image_dim(image).w"]
    if kind.is_array:
        found += ["get_image_array_size(image)"]
    return found


def _answers(kind: ImageType, extents: tuple[int, ...]) -> list[int]:
    found = [extents[0]]
    if kind.dimensions > 1:
        found += [extents[1], extents[0], extents[1]]
    if kind.dimensions > 2:
        found += [extents[2], extents[2], 0]
    if kind.is_array:
        found += [extents[-1]]
    return found


def cases() -> Iterator[Case]:
    for kind in IMAGE_TYPES.values():
        for f, item in enumerate(FORMATS.values()):
            size = SIZES[f % len(SIZES)]
            axes = (kind.name, item.order.name, item.type.name, size)
            yield Case(NAME, kind.name, f"{item.name}/{size}", axes)


def _test(case: Case) -> Test:
    image_type, order, data, size = case.values
    image = make_image(image_type, f"{order}-{data}", size)
    answers = _answers(image.type, image.extents)
    answers += [list(TYPES).index(data), list(ORDERS).index(order)]
    lines = [
        f"arg_out: 0 buffer int[{len(answers)}] {' '.join(map(str, answers))}",
        image_line(1, image),
    ]
    return Test(case.name, lines)


def build(found: list[Case], strict: bool) -> TestFile:
    kind = IMAGE_TYPES[found[0].values[0]]
    source = template("attributes.mako").render(
        image_type=kind.cl_name, queries=_queries(kind), types=list(TYPES), orders=list(ORDERS)
    )
    config = {"kernel_name": "query", "need_image_support": "true", "clc_version_min": "12"}
    return TestFile(f"{NAME} {kind.name}", source, [_test(case) for case in found], config)
