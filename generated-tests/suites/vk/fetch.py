# SPDX-License-Identifier: MIT
"""texelFetch() of images and texel buffers, and imageLoad() of storage images whose format the program names or
does not: every kind of image and format; and reads outside, where images are robust."""

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..gl.images import integer_positions, swizzle
from ..gl.opengl import inside
from . import vk_facts, vulkan
from .images import KNOWN_FORMATS, SIZES, config, make_picture, picture_text, prefix_of, program
from .vk_formats import VkFormat
from .vulkan import VK_TARGETS, Picture

NAME = "vk-fetch"
SECTION = "Vulkan 1.3, Image Operations"
AXES = ("target", "format", "function", "swizzle", "place", "size")
facts = vk_facts.facts
COUNT = 16
FUNCTIONS = ("texelFetch", "imageLoad", "imageLoad without format")
SWIZZLES = ("rgba", "abgr", "b01r")
FORMATTED = "GL_EXT_shader_image_load_formatted"


def qualifier(form: VkFormat) -> str | None:
    """The layout qualifier of a storage image's format, if GLSL has one ("Compatibility Between SPIR-V Image
    Formats and Vulkan Formats")."""
    special = {"B10G11R11_UFLOAT_PACK32": "r11f_g11f_b10f", "A2B10G10R10_UNORM_PACK32": "rgb10_a2",
               "A2B10G10R10_UINT_PACK32": "rgb10_a2ui"}  # fmt: skip
    if form.name in special:
        return special[form.name]
    suffix = {"unorm": "", "snorm": "_snorm", "sint": "i", "uint": "ui", "float": "f"}.get(form.kind)
    bits = {c.bits for c in form.components}
    if suffix is None or form.letters not in ("R", "RG", "RGBA") or len(bits) > 1 or "PACK" in form.name:
        return None
    return f"{form.letters.lower()}{bits.pop()}{suffix}"


def functions_of(target: str, f: int, form: VkFormat) -> Iterator[tuple[str, str]]:
    """Functions and swizzles: images that are stored to have none."""
    if not target.startswith("Cube"):
        for turn in range(1 if target == "Buffer" else 2):
            yield FUNCTIONS[0], "rgba" if target == "Buffer" else SWIZZLES[(f + turn) % len(SWIZZLES)]
    if form.is_aspect or form.parts > 1:  # which are stored nowhere
        return
    if qualifier(form):
        yield FUNCTIONS[1], "rgba"
    yield FUNCTIONS[2], "rgba"


def cases() -> Iterator[Case]:
    for target in VK_TARGETS:
        for f, form in enumerate(KNOWN_FORMATS.values()):
            if target == "Buffer" and (form.is_aspect):
                continue
            for c, (function, order) in enumerate(functions_of(target, f, form)):
                what = qualifier(form) if function == FUNCTIONS[1] else prefix_of(form) + "vec4"
                file = f"{target}/{function.replace(' ', '-')}-{what}"
                for turn, place in enumerate(("inside", "inside", "outside")):
                    if place == "outside" and (target == "Buffer" or order != "rgba"):
                        continue
                    size = SIZES[(f + c + 2 * turn) % len(SIZES)]
                    axes = (target, form.name, function, order, place, size)
                    of_kind = f"robust-{file}" if place == "outside" else file
                    yield Case(NAME, of_kind, f"{form.name}/{order}/{place}/{size}", axes)


def loaded(picture: Picture, where: Array) -> Interval:
    """Texels that there are, as any function reads them."""
    flat = np.zeros(len(where), dtype=np.int64)
    for axis in range(len(picture.extents) - 1, -1, -1):
        flat = flat * picture.extents[axis] + where[:, axis]
    return vulkan.read_interval(picture.format, picture.reals[flat])


def robust(picture: Picture, where: Array) -> Interval:
    """Texels that may not be there: of those all components are 0, and alpha may be 1 ("Texel Replacement")."""
    there = inside(picture.extents, where)[:, None]
    found = loaded(picture, np.where(there, where, 0))
    none = [np.array([0, 0, 0, alpha]) for alpha in (0, 1)]
    return Interval.one_of(
        [found.map(lambda end: np.where(there, end, zero).astype(end.dtype)) for zero in none], together=True
    )


def _test(case: Case) -> Test:
    target, form, _, order, place, size = case.values
    picture = make_picture(target, form, size)
    where = integer_positions(picture.type, picture.extents, place, COUNT)
    result = robust(picture, where) if place == "outside" else vulkan.swizzled(loaded(picture, where), order)
    return Test(
        case.name,
        [
            f"global_size: {COUNT}",
            f"arg_out: 0 buffer {picture.format.seen}4[{COUNT}] {numbers.interval_text(result)}",
            f"arg_in: 1 image {picture_text(picture, order)}",
            f"arg_in: 2 buffer int4[{COUNT}] {numbers.text(where)}",
        ],
    )


def source_of(target: str, form: VkFormat, function: str, count: int) -> str:
    """Reads texels[i], whose last component is a level where the function takes one."""
    prefix, position, extensions = prefix_of(form), f"texels[i].{swizzle(VK_TARGETS[target])}", []
    if function == "texelFetch":
        declaration = f"layout(binding = 1) uniform {prefix}sampler{target} image"
        call = f"texelFetch(image, {position}{'' if target == 'Buffer' else ', texels[i].w'})"
    else:
        layout = f", {qualifier(form)}" if function == FUNCTIONS[1] else ""
        extensions = [] if layout else [FORMATTED]
        declaration = f"layout(binding = 1{layout}) readonly uniform {prefix}image{target} image"
        call = f"imageLoad(image, {position})"
    return program(f"{prefix}vec4", [declaration], call, [(2, "ivec4", "texels")], count, extensions)


def build(found: list[Case], strict: bool) -> TestFile:
    target, form, function, _, place, _ = found[0].values
    source, tests = source_of(target, KNOWN_FORMATS[form], function, COUNT), [_test(case) for case in found]
    needs = {"require_features": "robustImageAccess"} if place == "outside" else {}
    return TestFile(f"{NAME} {found[0].file}", source, tests, config() | needs)
