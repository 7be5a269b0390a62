# SPDX-License-Identifier: MIT
"""imageAtomic functions: what they return, what they leave, many on one texel, and outside."""

import math
from collections.abc import Iterator

import numpy as np

from . import opengl
from imagespec.arrays import Array
from imagespec.formats import FORMATS
from .opengl import TARGETS
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..images import seed_of
from .images import GL_SIZES, PREFIXES, image_keys, make_image, swizzle, template

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


def _positions(extents: tuple[int, ...], place: str) -> Array:
    """Texels (n, 4): each another, one for all, or none that there is."""
    numbers_of = np.arange(COUNT) % math.prod(extents)
    if place == "one texel":
        numbers_of[:] = math.prod(extents) // 2
    found = np.zeros((COUNT, 4), dtype=np.int32)
    for axis, extent in enumerate(extents):
        found[:, axis] = numbers_of % extent
        numbers_of = numbers_of // extent
    if place == "outside":
        axis = len(extents) - 1
        found[:, axis] += np.where(np.arange(COUNT) % 2, 1, -1) * (extents[axis] * 3)
    return found


def _leave(
    extents: tuple[int, ...], texels: Array, operation: str, where: Array, data: Array, compare: Array
) -> tuple[Array, Array]:
    """Texels after, and what each call returns (when no two touch one texel)."""
    dtype = texels.dtype
    after, returned = texels[:, 0].copy(), np.zeros(COUNT, dtype=dtype)
    there = opengl.inside(extents, where)
    for i in range(COUNT):
        if not there[i]:
            continue
        at = 0
        for axis in range(len(extents) - 1, -1, -1):
            at = at * extents[axis] + int(where[i, axis])
        returned[i] = after[at]
        if operation != "CompSwap":
            after[at] = opengl.atomic(operation, after[at], data[i], dtype)
        elif after[at] == compare[i]:
            after[at] = data[i]
    return after, returned


def lines_of(
    extents: tuple[int, ...], texels: Array, operation: str, place: str, keys: str, seed: str, undefined: bool = False
) -> list[str]:
    """The lines of a test on integers of 32 bits. `undefined`: what is returned."""
    where, count = _positions(extents, place), math.prod(extents)
    active = min(COUNT, count) if place == "each" else COUNT
    rng = np.random.default_rng(seed_of(seed))
    dtype = texels.dtype
    info, seen = np.iinfo(dtype), "int" if dtype.kind == "i" else "uint"
    data = rng.integers(info.min, info.max, COUNT, endpoint=True).astype(dtype)
    there = texels[np.arange(COUNT) % count, 0]
    compare = np.where(rng.random(COUNT) < 0.5, there, data).astype(dtype)
    where[active:] = where[0] if place == "one texel" else -7  # those are outside
    after, returned = _leave(extents, texels, operation, where, data, compare)
    results = f"arg_out: 1 buffer {seen}[{COUNT}] {numbers.text(returned)}"
    if place == "one texel" or undefined:  # in which order is open
        results = f"arg_in: 1 buffer {seen}[{COUNT}] repeat 0"
    return [
        f"global_size: {COUNT}",
        f"arg_in: 0 image {seen} {numbers.text(texels)} {keys}",
        f"arg_out: 0 image {seen} {numbers.text(after)} {keys}",
        results,
        f"arg_in: 2 buffer int4[{COUNT}] {numbers.text(where)}",
        f"arg_in: 3 buffer {seen}2[{COUNT}] {numbers.text(np.stack([compare, data], axis=-1))}",
    ]


def _test(case: Case) -> Test:
    target, data_type, operation, place, size = case.values
    image = make_image(target, f"R-{data_type}", size)
    keys = image_keys(image.type, image.format, image.extents)
    return Test(case.name, lines_of(image.extents, image.texels, operation, place, keys, case.full_name))


def call_of(operation: str, components: str) -> str:
    arguments = "data[i].x, data[i].y" if operation == "CompSwap" else "data[i].y"
    return f"imageAtomic{operation}(image, texels[i].{components}, {arguments})"


def build(found: list[Case], strict: bool) -> TestFile:
    target, data, operation, *_ = found[0].values
    item = FORMATS[f"R-{data}"]
    source = template("atomic.mako").render(
        prefix=PREFIXES[item.type.seen],
        type=item.type.seen,
        target=target,
        qualifier=opengl.qualifier(item),
        count=COUNT,
        call=call_of(operation, swizzle(TARGETS[target])),
    )
    config = {"kernel_name": "main"}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], config)
