# SPDX-License-Identifier: MIT
"""Bindings at which nothing is bound, where a device has nullDescriptor: loads give zeros, sizes and levels are 0, and
stores and atomics are discarded."""

from collections.abc import Iterator

from testgen.model import Case, Test, TestFile

from ..gl.images import PREFIXES, swizzle
from ..gl.texture import argument
from .images import config, program
from .vulkan import VK_TARGETS

NAME = "vk-null"
SECTION = "Vulkan 1.3 with VK_EXT_robustness2, VkWriteDescriptorSet and SPIR-V Image Query Instructions"
AXES = ("target", "seen", "function")
BUFFERS = {
    "storage": ("numbers[i]", "{v}vec4(numbers.length())", "{v}vec4(numbers[1000000 * i + 7])"),
    "uniform": ("numbers[i]", "numbers[63 - i]"),
}
_CASTS = {"float": "vec4", "int": "ivec4", "uint": "uvec4"}


def _calls(target: str, seen: str) -> dict[str, str]:
    """What a program does with an image that is not there, by name, as a vector of four; stores stand before a comma."""
    texel, vector = swizzle(VK_TARGETS[target]), _CASTS[seen]
    where = f"ivec4(i, 0, 0, 0).{texel}"
    found = {"imageLoad": f"imageLoad(image, {where})", "imageSize": f"{vector}(imageSize(image).x)"}
    found["imageStore"] = f"(imageStore(image, {where}, {vector}(7)), imageLoad(image, {where}))"
    if not target.startswith("Cube"):
        lod = "" if target == "Buffer" else ", 0"
        found["texelFetch"] = f"texelFetch(image, {where}{lod})"
    if target == "Buffer":
        found["textureSize"] = f"{vector}(textureSize(image))"
        return found
    found["textureLod"] = f"textureLod(image, vec4(0.3, 0.6, i, 1).{argument(VK_TARGETS[target])}, 0.0)"
    found["textureSize"] = f"{vector}(textureSize(image, 0).x)"
    found["textureQueryLevels"] = f"{vector}(textureQueryLevels(image))"
    return found


def cases() -> Iterator[Case]:
    for seen in PREFIXES:
        for target in VK_TARGETS:
            for function in _calls(target, seen):
                yield Case(NAME, f"{target}/{seen}-{function}", "nothing", (target, seen, function))
        for kind, calls in BUFFERS.items():
            for number in range(len(calls)):
                yield Case(NAME, f"{kind}/{seen}-{number}", "nothing", (kind, seen, str(number)))


def _source(target: str, seen: str, function: str) -> str:
    prefix, vector = PREFIXES[seen], _CASTS[seen]
    if target in BUFFERS:
        block = "uniform" if target == "uniform" else "buffer"
        size, layout = ("64", "std140") if target == "uniform" else ("", "std430")
        declaration = f"layout({layout}, binding = 1) {block} Numbers {{ {vector} numbers[{size}]; }}"
        return program(vector, [declaration], BUFFERS[target][int(function)].format(v=vector.removesuffix("vec4")), count=4)
    call = _calls(target, seen)[function]
    qualifier = {"float": "rgba8", "int": "rgba8i", "uint": "rgba8ui"}[seen]
    image = f"{prefix}image{target}" if function.startswith("image") else f"{prefix}sampler{target}"
    layout = f", {qualifier}" if function.startswith("image") else ""
    return program(vector, [f"layout(binding = 1{layout}) uniform {image} image"], call, count=4)


def build(found: list[Case], strict: bool) -> TestFile:
    target, seen, function = found[0].values
    tests = [Test(case.name, ["global_size: 4", f"arg_out: 0 buffer {seen}4[4] repeat 0"]) for case in found]
    needs = config() | {"require_features": "nullDescriptor"}
    return TestFile(f"{NAME} {found[0].file}", _source(target, seen, function), tests, needs)
