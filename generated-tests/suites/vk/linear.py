# SPDX-License-Identifier: MIT
"""Images with linear tiling: the host writes texels, or reads them, by the pitches that the driver reports; beside it
are copies, and programs that fetch and store."""

from collections.abc import Iterator

from testgen.model import Case, Test, TestFile

from . import fetch, store, vk_facts
from .copy import SOURCE, copied_forms
from .images import ALL_FORMATS, SIZES, file_of, keys_of, make_picture, picture_text, prefix_of
from .vk_formats import VK_FORMATS
from .vulkan import VK_TARGETS

NAME = "vk-linear"
SECTION = "Vulkan 1.3, VkSubresourceLayout"
AXES = ("target", "format", "operation", "size")
TARGETS = ("1D", "2D", "3D", "1DArray", "2DArray")
OPERATIONS = ("host to image", "image to host", "host to program", "program to host")
KEYS = " vk_tiling linear"
facts = vk_facts.facts


def _named(form: str) -> str:
    """The qualifier that stores have."""
    return fetch.qualifier(VK_FORMATS[form]) or "none"


def cases() -> Iterator[Case]:
    for t, target in enumerate(TARGETS):
        for f, form in enumerate(copied_forms()):
            for o, operation in enumerate(OPERATIONS):
                if o > 1 and form.name not in VK_FORMATS:
                    continue
                kind = ("", "", prefix_of(form), f"{prefix_of(form)}-{_named(form.name)}" if o == 3 else "")[o]
                size = SIZES[(t + f + o) % len(SIZES)]
                file = "-".join(filter(None, (f"{target}/{operation.replace(' ', '-')}", kind)))
                yield Case(NAME, file, f"{form.name}/{size}", (target, form.name, operation, size))


def _copied(case: Case) -> list[str]:
    target, form, operation, size = case.values
    picture = make_picture(target, form, size)
    text, keys = picture_text(picture), keys_of(picture.type, picture.format, picture.extents)
    given, left = (KEYS, "") if operation == OPERATIONS[0] else ("", KEYS)
    return [
        f"arg_in: 0 image {text}{given}",
        f"arg_in: 1 image {picture.format.pixel} repeat 0 {keys}{left}",
        f"arg_out: 1 image {text}{left}",
        "copy: 0 to 1",
    ]


def _as_other(case: Case) -> tuple[Case, str]:
    """The case of another family that does the same with the program, and which of its arguments is linear."""
    target, form, operation, size = case.values
    if operation == OPERATIONS[2]:
        return Case("vk-fetch", case.file, case.name, (target, form, "texelFetch", "rgba", "inside", size)), "arg_in: 1 "
    return Case("vk-store", case.file, case.name, (target, form, _named(form), "exact", size)), "arg_out: 0 "


def build(found: list[Case], strict: bool) -> TestFile:
    operation = found[0].values[2]
    assert all(case.values[0] in VK_TARGETS and case.values[1] in ALL_FORMATS for case in found)
    if operation in OPERATIONS[:2]:
        return file_of(NAME, found, SOURCE, [Test(case.name, _copied(case)) for case in found])
    family = fetch if operation == OPERATIONS[2] else store
    made: TestFile = family.build([_as_other(case)[0] for case in found], strict)
    linear = _as_other(found[0])[1]
    for test in made.tests:
        test.lines = [line + KEYS * line.startswith(linear) for line in test.lines]
    made.title = f"{NAME} {found[0].file}"
    return made
