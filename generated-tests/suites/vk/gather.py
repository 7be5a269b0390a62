# SPDX-License-Identifier: MIT
"""textureGather(), textureGatherOffset() and textureLodOffset(): the four texels of a filter, and texels beside."""

from collections.abc import Iterator

from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile

from .. import coordinates
from . import vk_facts, vk_sampling, vulkan
from .images import SIZES, file_of, make_picture, picture_text, prefix_of, program, sampler_line
from .sample import FORMS, components, where_in
from .vk_formats import VkFormat
from .vk_sampling import Read
from .vulkan import ADDRESS_MODES, VK_TARGETS, VkSampler, borders_of

NAME = "vk-gather"
SECTION = "Vulkan 1.3, Image Gather"
AXES = ("target", "format", "function", "component", "addressing", "filter", "border", "swizzle", "place", "size")
facts = vk_facts.facts
SWIZZLES = ("rgba", "bgra", "1rgb")
OFFSETS = (-3, 2, 5)  # in each dimension
_OFFSET_TARGETS = ("1D", "2D", "3D", "1DArray", "2DArray")


def _functions(target: str) -> Iterator[str]:
    if target in ("2D", "2DArray"):
        yield from ("textureGather", "textureGatherOffset")
    yield "textureLodOffset"


def _modes(form: VkFormat) -> Iterator[tuple[str, str]]:
    for mode in ADDRESS_MODES:
        yield from ((mode, border) for border in (borders_of(form) if mode == "clamp_to_border" else ("",)))


def cases() -> Iterator[Case]:
    for t, target in enumerate(_OFFSET_TARGETS):
        for f, form in enumerate(FORMS.values()):
            for g, function in enumerate(_functions(target)):
                for m, (mode, border) in enumerate(_modes(form)):
                    turn = t + f + g + m
                    gathers = function.startswith("textureGather")
                    kind = "linear" if form.filterable and turn % 2 and not gathers else "nearest"
                    for place in coordinates.PLACES[turn % 2 :: 2]:
                        component, size = (str(turn % 4) if gathers else ""), SIZES[(turn + f) % len(SIZES)]
                        swizzle = "rgba" if border == "opaque_black" else SWIZZLES[turn % len(SWIZZLES)]
                        axes = (target, form.name, function, component, mode, kind, border, swizzle, place, size)
                        file = f"{target}/{prefix_of(form)}sampler-{function}{component}"
                        name = "/".join(filter(None, (form.name, *axes[4:])))
                        yield Case(NAME, file, name, axes)


def result_of(read: Read, function: str, component: str, swizzle: str) -> Interval:
    if function.startswith("textureGather"):
        return vk_sampling.gather(read, int(component), swizzle)
    return vulkan.swizzled(vk_sampling.sample(read), swizzle)


def _test(case: Case) -> Test:
    target, form, function, component, mode, kind, border, swizzle, place, size = case.values
    picture, sampler = make_picture(target, form, size), VkSampler((mode,), kind, "none", border=border or "transparent_black")
    given, exact = where_in(picture, sampler, place)
    read = Read(picture, sampler, exact, OFFSETS if function.endswith("Offset") else vk_sampling.NO_OFFSETS)
    result, count = result_of(read, function, component, swizzle), len(given)
    return Test(
        case.name,
        [
            f"global_size: {count}",
            f"arg_out: 0 buffer {picture.format.seen}4[{count}] {numbers.interval_text(result)}",
            f"arg_in: 1 image {picture_text(picture, swizzle)}",
            sampler_line(2, sampler, picture.format),
            f"arg_in: 3 buffer float4[{count}] {numbers.text(given)}",
        ],
    )


def _call(target: str, function: str, component: str) -> str:
    width = VK_TARGETS[target].dimensions
    offset = ", ".join(map(str, OFFSETS[:width]))
    offset = offset if width == 1 else f"ivec{width}({offset})"
    where = f"image, coordinates[i].{components(VK_TARGETS[target])}"
    if function == "textureGather":
        return f"textureGather({where}, {component})"
    if function == "textureGatherOffset":
        return f"textureGatherOffset({where}, {offset}, {component})"
    return f"textureLodOffset({where}, 0.0, {offset})"


def build(found: list[Case], strict: bool) -> TestFile:
    target, name, function, component, *_ = found[0].values
    prefix = prefix_of(FORMS[name])
    source = program(
        f"{prefix}vec4",
        [f"layout(binding = 1) uniform {prefix}sampler{target} image"],
        _call(target, function, component),
        [(3, "vec4", "coordinates")],
        coordinates.COUNT,
    )
    return file_of(NAME, found, source, [_test(case) for case in found], sampled=True)
