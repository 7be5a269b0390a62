# SPDX-License-Identifier: MIT
"""imageAtomic functions on images and texel buffers of integers of 32 bits: what they return, what they leave, many on
one texel, and outside, where images and buffers are robust."""

from collections.abc import Iterator

from testgen.model import Case, Test, TestFile

from ..gl.atomic import COUNT, OPERATIONS, call_of, lines_of
from ..gl.images import swizzle
from .fetch import qualifier
from .images import SIZES, config, keys_of, make_picture, prefix_of, template
from .vk_formats import VK_FORMATS
from .vulkan import VK_TARGETS

NAME = "vk-atomic"
SECTION = "Vulkan 1.3, SPIR-V Image Atomic Instructions, Robust Image Access and Robust Buffer Access"
AXES = ("target", "format", "operation", "place", "size")
FORMATS = ("R32_UINT", "R32_SINT")
OUTSIDE = "outside"


def cases() -> Iterator[Case]:
    for t, target in enumerate(VK_TARGETS):
        for f, form in enumerate(FORMATS):
            for o, operation in enumerate(OPERATIONS):
                # In which order many change a texel is open, and with it what some operations leave.
                places = ("each", OUTSIDE, "one texel")[: 2 + (operation not in ("Exchange", "CompSwap"))]
                for p, place in enumerate(places):
                    size = SIZES[(t + f + o + p) % len(SIZES)]
                    size = "power" if size == "one" else size
                    of_kind = f"{'robust-' * (place == OUTSIDE)}{target}/{qualifier(VK_FORMATS[form])}-{operation}"
                    yield Case(NAME, of_kind, f"{place}/{size}", (target, form, operation, place, size))


def _test(case: Case) -> Test:
    """Outside of a buffer what is returned is not defined."""
    target, form, operation, place, size = case.values
    picture = make_picture(target, form, size)
    keys = keys_of(picture.type, picture.format, picture.extents)
    undefined = target == "Buffer" and place == OUTSIDE
    return Test(case.name, lines_of(picture.extents, picture.texels, operation, place, keys, case.full_name, undefined))


def build(found: list[Case], strict: bool) -> TestFile:
    target, name, operation, place, _ = found[0].values
    form = VK_FORMATS[name]
    source = template("vk_atomic.mako").render(
        prefix=prefix_of(form),
        type=form.seen,
        target=target,
        qualifier=qualifier(form),
        count=COUNT,
        call=call_of(operation, swizzle(VK_TARGETS[target])),
    )
    robust = "robustBufferAccess2" if target == "Buffer" else "robustImageAccess"
    needs = {"require_features": robust} if place == OUTSIDE else {}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], config() | needs)
