# SPDX-License-Identifier: MIT
"""imageAtomic functions: what they return, what they leave, many on one texel, and outside."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from . import opengl
from imagespec.arrays import Array
from imagespec.formats import FORMATS
from .opengl import TARGETS
from imagespec.sampling import Image
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..images import seed_of
from .images import GL_SIZES, PREFIXES, image_keys, make_image, pixel_type, swizzle, template

NAME = "gl-atomic"
SECTION = "OpenGL 4.5, 8.26"
AXES = ("target", "data", "operation", "place", "size")
OPERATIONS = ("Add", "Min", "Max", "And", "Or", "Xor", "Exchange", "CompSwap")
COUNT = 32


def _places(operation: str) -> tuple[str, ...]:
    """The order on one texel is open: only what does not depend on it is tested there."""
    return ("each", "outside") + (() if operation in ("Exchange", "CompSwap") else ("one texel",))


def cases() -> Iterator[Case]:
    for t, target in enumerate(TARGETS):
        for d, data in enumerate(("SIGNED_INT32", "UNSIGNED_INT32")):
            for o, operation in enumerate(OPERATIONS):
                for p, place in enumerate(_places(operation)):
                    size = GL_SIZES[(t + d + o + p) % len(GL_SIZES)]
                    size = "power" if size == "one" else size
                    axes = (target, data, operation, place, size)
                    kind = PREFIXES[FORMATS[f"R-{data}"].type.seen]
                    yield Case(
                        NAME, f"{target}/{kind}image-{operation}", f"{place}/{size}", axes
                    )


def _positions(image: Image, place: str) -> Array:
    """Texels (n, 4): each another, one for all, or none that there is."""
    numbers_of = np.arange(COUNT) % image.count
    if place == "one texel":
        numbers_of[:] = image.count // 2
    found = np.zeros((COUNT, 4), dtype=np.int32)
    for axis, extent in enumerate(image.extents):
        found[:, axis] = numbers_of % extent
        numbers_of = numbers_of // extent
    if place == "outside":
        axis = len(image.extents) - 1
        found[:, axis] += np.where(np.arange(COUNT) % 2, 1, -1) * (image.extents[axis] * 3)
    return found


def _leave(
    image: Image, operation: str, where: Array, data: Array, compare: Array
) -> tuple[Array, Array]:
    """Texels after, and what each call returns (when no two touch one texel)."""
    dtype = image.texels.dtype
    after, returned = image.texels[:, 0].copy(), np.zeros(COUNT, dtype=dtype)
    there = opengl.inside(image.extents, where)
    for i in range(COUNT):
        if not there[i]:
            continue
        at = 0
        for axis in range(len(image.extents) - 1, -1, -1):
            at = at * image.extents[axis] + int(where[i, axis])
        returned[i] = after[at]
        if operation != "CompSwap":
            after[at] = opengl.atomic(operation, after[at], data[i], dtype)
        elif after[at] == compare[i]:
            after[at] = data[i]
    return after, returned


def _test(case: Case) -> Test:
    target, data_type, operation, place, size = case.values
    image = make_image(target, f"R-{data_type}", size)
    where = _positions(image, place)
    active = min(COUNT, image.count) if place == "each" else COUNT
    rng = np.random.default_rng(seed_of(case.full_name))
    dtype = image.texels.dtype
    info = np.iinfo(dtype)
    data = rng.integers(info.min, info.max, COUNT, endpoint=True).astype(dtype)
    there = image.texels[np.arange(COUNT) % image.count, 0]
    compare = np.where(rng.random(COUNT) < 0.5, there, data).astype(dtype)
    where[active:] = where[0] if place == "one texel" else -7  # those are outside
    after, returned = _leave(image, operation, where, data, compare)
    item, seen = image.format, image.format.type.seen
    keys = image_keys(image.type, item, image.extents)
    results = f"arg_out: 1 buffer {seen}[{COUNT}] {numbers.text(returned)}"
    if place == "one texel":  # in which order is open
        results = f"arg_in: 1 buffer {seen}[{COUNT}] repeat 0"
    return Test(
        case.name,
        [
            f"global_size: {COUNT}",
            f"arg_in: 0 image {pixel_type(item)} {numbers.text(image.texels)} {keys}",
            f"arg_out: 0 image {pixel_type(item)} {numbers.text(after)} {keys}",
            results,
            f"arg_in: 2 buffer int4[{COUNT}] {numbers.text(where)}",
            f"arg_in: 3 buffer {seen}2[{COUNT}] {numbers.text(np.stack([compare, data], axis=-1))}",
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    target, data, operation, *_ = found[0].values
    item = FORMATS[f"R-{data}"]
    arguments = "data[i].x, data[i].y" if operation == "CompSwap" else "data[i].y"
    source = template("atomic.mako").render(
        prefix=PREFIXES[item.type.seen],
        type=item.type.seen,
        target=target,
        qualifier=opengl.qualifier(item),
        count=COUNT,
        call=f"imageAtomic{operation}(image, texels[i].{swizzle(TARGETS[target])}, {arguments})",
    )
    config = {"kernel_name": "main"}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], config)
