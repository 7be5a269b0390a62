# SPDX-License-Identifier: MIT
"""textureSize() and imageSize() of every target."""

from collections.abc import Iterator

from . import opengl
from imagespec.formats import FORMATS
from .opengl import TARGETS
from testgen.model import Case, Test, TestFile

from .images import GL_SIZES, PREFIXES, extents_of, image_text, make_image, template

NAME = "gl-size"
SECTION = "GLSL 4.50, 8.9.1"
AXES = ("target", "data", "function", "size")
DATA = ("R-UNSIGNED_INT32", "RGBA-UNORM_INT8", "RG-SIGNED_INT16", "RGBA-FLOAT")


def cases() -> Iterator[Case]:
    for target in TARGETS:
        for function in ("textureSize", "imageSize"):
            for data in DATA:
                for size in GL_SIZES:
                    file = f"{target}/{function}-{opengl.qualifier(FORMATS[data])}"
                    yield Case(NAME, file, size, (target, data, function, size))


def _test(case: Case) -> Test:
    target, data, _, size = case.values
    extents = list(extents_of(TARGETS[target], size))
    if target == "Cube":  # a cube's faces are no layers (GLSL 4.50, 8.9.1)
        extents.pop()
    elif target == "CubeArray":
        extents[2] //= 6
    shape = " ".join(map(str, (*extents, 7, 7, 7)[:4]))
    image = make_image(target, data, size)
    return Test(
        case.name,
        [
            "global_size: 1",
            f"arg_out: 0 buffer int4[1] {shape}",
            f"arg_in: 1 image {image_text(image)}",
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    target, data, function, _ = found[0].values
    item = FORMATS[data]
    prefix = PREFIXES[item.type.seen]
    components = TARGETS[target].axes - (target == "Cube")
    level = ", 0" if function == "textureSize" and target not in ("Buffer", "2DRect") else ""
    if function == "textureSize":
        declaration = f"layout(binding = 1) uniform {prefix}sampler{target}"
    else:
        declaration = f"layout(binding = 1, {opengl.qualifier(item)}) readonly uniform {prefix}image{target}"
    source = template("size.mako").render(
        declaration=declaration,
        size=f"ivec4({function}(image{level}){', 7' * (4 - components)})",
    )
    config = {"kernel_name": "main"}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], config)
