# SPDX-License-Identifier: MIT
"""Samplers that compare depths with references, and those that take the least or the most of a filter's texels."""

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from testgen import numbers
from testgen.model import Case, Test, TestFile

from .. import coordinates
from ..images import seed_of
from . import vk_facts, vk_sampling, vulkan
from .images import ALL_FORMATS, SIZES, file_of, make_picture, picture_text, program, sampler_line
from .sample import components, where_in
from .vk_formats import DEPTH_FORMATS, VK_FORMATS, VkFormat
from .vk_sampling import Read
from .vulkan import ADDRESS_MODES, VK_TARGETS, Picture, VkSampler, borders_of

NAME = "vk-compare"
SECTION = "Vulkan 1.3, Depth Compare Operation and Texel Filtering"
AXES = ("target", "format", "function", "operator", "addressing", "filter", "border", "place", "size")
facts = vk_facts.facts
COMPARES = ("never", "less", "equal", "less_or_equal", "greater", "not_equal", "greater_or_equal", "always")
REDUCTIONS = ("min", "max")
_DEPTHS = tuple(form.name for form in DEPTH_FORMATS.values() if form.is_depth)
# Functions that take a reference: of 2D arrays textureLod() has none.
_FUNCTIONS = {"1D": ("textureLod",), "2D": ("textureLod", "textureGather"), "1DArray": ("textureLod",),
              "2DArray": ("textureGrad", "textureGather")}  # fmt: skip
_REDUCED = ("1D", "2D", "3D", "2DArray")


def _modes(turn: int, form: VkFormat) -> Iterator[tuple[str, str]]:
    """A border of depths is one of black or white."""
    borders = borders_of(form)
    for m, mode in enumerate(ADDRESS_MODES):
        yield mode, (borders[(turn + m) % len(borders)] if mode == "clamp_to_border" else "")


def _compared() -> Iterator[Case]:
    for t, (target, functions) in enumerate(_FUNCTIONS.items()):
        for f, form in enumerate(_DEPTHS):
            for g, function in enumerate(functions):
                for o, operator in enumerate(COMPARES):
                    for mode, border in _modes(o, ALL_FORMATS[form]):
                        for k, kind in enumerate(("nearest", "linear") if function != "textureGather" else ("nearest",)):
                            turn = t + f + g + o + k
                            place, size = coordinates.PLACES[turn % 3], SIZES[turn % len(SIZES)]
                            axes = (target, form, function, operator, mode, kind, border, place, size)
                            name = "/".join(filter(None, (form, *axes[3:])))
                            yield Case(NAME, f"{target}/samplerShadow-{function}", name, axes)


def _reduced() -> Iterator[Case]:
    for t, target in enumerate(_REDUCED):
        for f, form in enumerate(form for form in VK_FORMATS.values() if form.filterable):
            for r, reduction in enumerate(REDUCTIONS):
                for m, (mode, border) in enumerate(_modes(f, form)):
                    place, size = coordinates.PLACES[(f + m) % 3], SIZES[(t + f + r) % len(SIZES)]
                    axes = (target, form.name, "textureLod", reduction, mode, "linear", border, place, size)
                    name = "/".join(filter(None, (form.name, *axes[3:])))
                    yield Case(NAME, f"{target}/sampler-textureLod", name, axes)


def cases() -> Iterator[Case]:
    yield from _compared()
    yield from _reduced()


def _references(picture: Picture, seed: str) -> Array:
    """Between two depths of the image that are next to each other, and beyond all; so are those that comparisons with
    depths which are off by their rounding give the same of. A third are depths that no rounding changes."""
    depths = np.unique(np.concatenate([picture.reals[:, 0], [0.0, 1.0]]))
    between = (depths[1:] + depths[:-1])[np.diff(depths) > 1e-3] / 2
    exact = depths if picture.format.kind == "float" else depths[:1]
    rng = np.random.default_rng(seed_of(seed))
    found: Array = rng.choice(between, coordinates.COUNT).astype(np.float32)
    found[1::3] = rng.choice(exact, len(found[1::3]))
    found[::5] = np.where(rng.random(len(found[::5])) < 0.5, exact[0], exact[-1])
    return found


def _test(case: Case) -> Test:
    target, form, function, operator, mode, kind, border, place, size = case.values
    picture, shadow = make_picture(target, form, size), operator in COMPARES
    sampler = VkSampler(
        (mode,), kind, "none", border=border or "transparent_black",
        compare=operator if shadow else "", reduction="" if shadow else operator,
    )  # fmt: skip
    given, exact = where_in(picture, sampler, place)
    references = _references(picture, case.full_name) if shadow else None
    read = Read(picture, sampler, exact, references=references)
    gathers = function == "textureGather"
    result = vk_sampling.gather(read, 0) if gathers else vk_sampling.sample(read)
    if shadow and not gathers:
        result = vulkan.swizzled(result, "r")
    count, lines = len(given), []
    if references is not None:
        lines.append(f"arg_in: 4 buffer float[{count}] {numbers.text(references)}")
    return Test(
        case.name,
        [
            f"global_size: {count}",
            f"arg_out: 0 buffer float{'' if shadow and not gathers else 4}[{count}] {numbers.interval_text(result)}",
            f"arg_in: 1 image {picture_text(picture)}",
            sampler_line(2, sampler, picture.format),
            f"arg_in: 3 buffer float4[{count}] {numbers.text(given)}",
            *lines,
        ],
    )


def _call(target: str, function: str) -> str:
    """With a reference behind the coordinates, of 1D images after a component that is not used."""
    kind = VK_TARGETS[target]
    where = f"coordinates[i].{components(kind)}"
    if function == "textureGather":
        return f"textureGather(image, {where}, references[i])"
    filler = "0.0, " if target == "1D" else ""
    packed = f"vec{max(kind.axes + 1, 3)}({where}, {filler}references[i])"
    if function == "textureGrad":
        return f"textureGrad(image, {packed}, vec2(0.0), vec2(0.0))"
    return f"textureLod(image, {packed}, 0.0)"


def build(found: list[Case], strict: bool) -> TestFile:
    target, form, function, operator, *_ = found[0].values
    buffers = [(3, "vec4", "coordinates")]
    if operator in COMPARES:
        kind, call = f"sampler{target}Shadow", _call(target, function)
        result, buffers = ("vec4" if function == "textureGather" else "float"), [*buffers, (4, "float", "references")]
    else:
        kind, result = f"sampler{target}", "vec4"
        call = f"textureLod(image, coordinates[i].{components(VK_TARGETS[target])}, 0.0)"
    assert ALL_FORMATS[form].seen == "float"
    source = program(result, [f"layout(binding = 1) uniform {kind} image"], call, buffers, coordinates.COUNT)
    return file_of(NAME, found, source, [_test(case) for case in found], sampled=True)
