# SPDX-License-Identifier: MIT
"""get_image_width and its relatives (6.12.14.5), for every image type, access and format."""

from collections.abc import Iterable, Iterator

from imagespec import attributes
from imagespec.formats import (
    FORMATS,
    IMAGE_TYPES,
    LATER_ORDERS,
    LATER_TYPES,
    ORDERS,
    TYPES,
    Format,
    ImageType,
    image_type_named,
)
from testgen.model import Case, Test, TestFile, template

from .images import DEPTH_EXTENSION, SIZES, extents_of, image_config, image_line, make_image
from .write import extension_of, write_config

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
    told = attributes.sizes(kind, extents)
    width, height, depth = told
    found = [width]
    if kind.dimensions > 1:
        found += [height, width, height]
    if kind.dimensions > 2:
        found += [depth, depth, 0]
    if kind.is_array:
        found += [attributes.array_size(kind, told)]
    return found


def answers(case: Case) -> list[int]:
    """What a test checks: extents, data type and order."""
    image_type, _, order, data, size = case.values
    types, orders = _names(case)
    kind = image_type_named(image_type)
    return [*_answers(kind, extents_of(kind, size)), types.index(data), orders.index(order)]


def cases_of(name: str, kinds: Iterable[ImageType], formats: Iterable[Format]) -> Iterator[Case]:
    """The tests of a family that asks images of these types and formats."""
    formats = list(formats)
    for kind in kinds:
        for n, access in enumerate(ACCESSES):
            for f, item in enumerate(formats):
                size = SIZES[(f + n) % len(SIZES)]
                axes = (kind.name, access, item.order.name, item.type.name, size)
                yield Case(name, f"{kind.name}/{access}", f"{item.name}/{size}", axes)


def cases() -> Iterator[Case]:
    return cases_of(NAME, IMAGE_TYPES.values(), FORMATS.values())


def _names(case: Case) -> tuple[list[str], list[str]]:
    """The data types and orders that a kernel tells apart."""
    _, _, order, data, _ = case.values
    if order in ORDERS and data in TYPES:
        return list(TYPES), list(ORDERS)
    return [*TYPES, *LATER_TYPES], [*ORDERS, *LATER_ORDERS]


def _test(case: Case) -> Test:
    image_type, access, order, data, size = case.values
    image = make_image(image_type, f"{order}-{data}", size)
    _, orders = _names(case)
    found = answers(case)
    lines = [
        f"arg_out: 0 buffer int[{len(found)}] {' '.join(map(str, found))}",
        f"{image_line(1, image)} image_access {ACCESSES[access]}",
    ]
    if len(orders) > len(ORDERS):
        lines.append(f"arg_in: 2 int2 {found[-2]} {found[-1]}")
    return Test(case.name, lines)


def build(found: list[Case], strict: bool) -> TestFile:
    image_type, access, *_ = found[0].values
    kind = image_type_named(image_type)
    written = access == "write_only"
    types, orders = _names(found[0])
    later = len(orders) > len(ORDERS)
    source = template("later_attributes.mako" if later else "attributes.mako").render(
        image_type=kind.cl_name,
        access=access,
        extension=extension_of(kind) if written else DEPTH_EXTENSION if kind.is_depth else "",
        queries=_queries(kind),
        types=types,
        orders=orders,
    )
    config = {"kernel_name": "query", **(write_config(kind) if written else image_config(kind))}
    return TestFile(f"{found[0].suite} {found[0].file}", source, [_test(case) for case in found], config)
