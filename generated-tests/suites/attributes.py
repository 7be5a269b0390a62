# SPDX-License-Identifier: MIT
"""get_image_width and its relatives (6.12.14.5), for every image type, access and format."""

from __future__ import annotations

from collections.abc import Iterator

from imagespec.formats import FORMATS, IMAGE_TYPES, ORDERS, TYPES, ImageType
from testgen.model import Case, Test, TestFile, template

from .images import SIZES, image_line, make_image
from .write import EXTENSION_3D, write_config

NAME = "attributes"
SECTION = "OpenCL 1.2, 6.12.14.5"
AXES = ("type", "access", "order", "data", "size")
ACCESSES = {"read_only": "read", "write_only": "write"}  # qualifiers, and what test files say


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
        for n, access in enumerate(ACCESSES):
            for f, item in enumerate(FORMATS.values()):
                size = SIZES[(f + n) % len(SIZES)]
                axes = (kind.name, access, item.order.name, item.type.name, size)
                yield Case(NAME, f"{kind.name}/{access}", f"{item.name}/{size}", axes)


def _test(case: Case) -> Test:
    image_type, access, order, data, size = case.values
    image = make_image(image_type, f"{order}-{data}", size)
    answers = _answers(image.type, image.extents)
    answers += [list(TYPES).index(data), list(ORDERS).index(order)]
    lines = [
        f"arg_out: 0 buffer int[{len(answers)}] {' '.join(map(str, answers))}",
        f"{image_line(1, image)} image_access {ACCESSES[access]}",
    ]
    return Test(case.name, lines)


def build(found: list[Case], strict: bool) -> TestFile:
    image_type, access, *_ = found[0].values
    kind = IMAGE_TYPES[image_type]
    written = access == "write_only"
    source = template("attributes.mako").render(
        image_type=kind.cl_name,
        access=access,
        extension=EXTENSION_3D if written and kind.name == "3d" else "",
        queries=_queries(kind),
        types=list(TYPES),
        orders=list(ORDERS),
    )
    config = {"need_image_support": "true", "clc_version_min": "12"}
    config = {"kernel_name": "query", **(write_config(kind) if written else config)}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], config)
