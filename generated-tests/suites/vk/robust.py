# SPDX-License-Identifier: MIT
"""What is outside of buffers, texel buffers and images, where robustBufferAccess2 and robustImageAccess2 say it: reads
give zeros, with one for an alpha that the format lacks, and writes and atomics change nothing."""

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..gl.images import integer_positions
from ..gl.opengl import inside
from ..images import seed_of
from . import fetch, vk_facts
from .images import ALL_FORMATS, SIZES, config, make_picture, picture_text, prefix_of, template
from .vulkan import VK_TARGETS, Picture

NAME = "vk-robust"
SECTION = "Vulkan 1.3 with VK_EXT_robustness2, Robust Buffer Access 2 and Robust Image Access 2"
AXES = ("target", "format", "function", "size")
COUNT = 16
facts = vk_facts.facts_of_robust
ELEMENTS = 12  # of a buffer
TYPES = {"uint": 1, "uvec2": 2, "uvec4": 4}
# Past the end: behind what the size may be rounded up to, which is at most 256 bytes, and far.
BEYOND = (ELEMENTS + 64, 500, 1000)
_OPERATIONS = {"storage": ("read", "write", "atomic", "length"), "uniform": ("read",)}


def cases() -> Iterator[Case]:
    for target in VK_TARGETS:
        for f, form in enumerate(ALL_FORMATS.values()):
            if target == "Buffer" and form.is_aspect:
                continue
            for function in dict.fromkeys(function for function, _ in fetch.functions_of(target, f, form)):
                what = fetch.qualifier(form) if function == fetch.FUNCTIONS[1] else prefix_of(form) + "vec4"
                file, size = f"{target}/{function.replace(' ', '-')}-{what}", SIZES[f % len(SIZES)]
                yield Case(NAME, file, f"{form.name}/{size}", (target, form.name, function, size))
    for kind, operations in _OPERATIONS.items():
        for operation in operations:
            for type_ in TYPES:
                if (kind == "uniform" and type_ != "uvec4") or (operation == "atomic" and type_ != "uint"):
                    continue  # arrays of uniform blocks have 16 bytes an element
                for far in ("near", "far"):
                    yield Case(NAME, f"{kind}/{operation}-{type_}", far, (kind, type_, operation, far))


def read(picture: Picture, where: Array) -> Interval:
    """Texels that may not be there (n, 4), of which the last component is a level: there is one."""
    there = (inside(picture.extents, where) & (where[:, 3] == 0))[:, None]
    found = fetch.loaded(picture, np.where(there, where, 0))
    none = picture.format.as_seen((0, 0, 0, 0))
    return found.map(lambda end: np.where(there, end, none).astype(end.dtype))


def where_in(picture: Picture, function: str) -> Array:
    """Texels (n, 4), and levels where the function takes them."""
    where = integer_positions(picture.type, picture.extents, "outside", COUNT)
    if function == fetch.FUNCTIONS[0] and picture.type.name != "Buffer":
        where[::5, 3] = (1, 7, 1, 100)
    return where


def _of_image(case: Case) -> Test:
    target, form, function, size = case.values
    picture = make_picture(target, form, size)
    where = where_in(picture, function)
    return Test(
        case.name,
        [
            f"global_size: {COUNT}",
            f"arg_out: 0 buffer {picture.format.seen}4[{COUNT}] {numbers.interval_text(read(picture, where))}",
            f"arg_in: 1 image {picture_text(picture)}",
            f"arg_in: 2 buffer int4[{COUNT}] {numbers.text(where)}",
        ],
    )


def left_by(operation: str, given: Array, places: Array) -> tuple[Array, Array]:
    """What a buffer's elements (n, components) and the results are behind accesses, each to another place."""
    after, results, there = given.copy(), np.zeros((COUNT, given.shape[1]), dtype=np.uint32), places < len(given)
    number = np.arange(COUNT, dtype=np.uint32)[:, None]
    at = places[there]
    if operation == "read":
        results[there] = given[at]
    elif operation == "length":
        results[:] = len(given) + places[:, None]
    elif operation == "write":
        after[at] = (number + 1000)[there]
    else:
        after[at] += (number + 1)[there]
    return after, results


def _of_buffer(case: Case) -> Test:
    _, type_, operation, far = case.values
    rng = np.random.default_rng(seed_of(case.full_name))
    given = rng.integers(1, 1 << 32, (ELEMENTS, TYPES[type_]), dtype=np.uint32)
    if far == "near":
        beyond = np.array(BEYOND)
    else:
        beyond = np.array([1000, (1 << 24) + 3, (1 << 26) + 1])
    if case.values[0] == "uniform":
        beyond = np.minimum(beyond, 1023)
    places = np.concatenate([rng.permutation(ELEMENTS)[: COUNT - 6], beyond, beyond + ((1, 5, 0) if far == "far" else (1, 2, 0))])
    places[-1] = beyond[0] + 7
    after, results = left_by(operation, given, places)
    width = "" if TYPES[type_] == 1 else TYPES[type_]
    out = operation in ("read", "length")
    lines = [
        f"global_size: {COUNT}",
        f"arg_{'out' if out else 'in'}: 0 buffer uint{width}[{COUNT}] {numbers.text(results)}",
        f"arg_in: 1 buffer uint{width}[{ELEMENTS}] {numbers.text(given)}",
        f"arg_out: 1 buffer uint{width}[{ELEMENTS}] {numbers.text(after)}",
        f"arg_in: 2 buffer uint[{COUNT}] {numbers.text(places)}",
    ]
    return Test(case.name, lines)


def build(found: list[Case], strict: bool) -> TestFile:
    target, form, function, _ = found[0].values
    if target in _OPERATIONS:
        source = template("vk_robust.mako").render(count=COUNT, type=form, kind=target, operation=function)
        tests, feature = [_of_buffer(case) for case in found], "robustBufferAccess2"
    else:
        source = fetch.source_of(target, ALL_FORMATS[form], function, COUNT)
        tests = [_of_image(case) for case in found]
        feature = "robustBufferAccess2" if target == "Buffer" else "robustImageAccess2"
    return TestFile(f"{NAME} {found[0].file}", source, tests, config() | {"require_features": feature})
