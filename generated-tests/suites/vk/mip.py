# SPDX-License-Identifier: MIT
"""Images with levels: textureLod(), textureGrad() along one axis, texelFetch() of every level, the sampler's bias
and bounds, and what textureSize(), textureQueryLevels() and imageSize() say."""

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from imagespec.arrays import Array
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile

from .. import coordinates
from ..gl.images import extents_of, integer_positions
from ..gl.opengl_mips import level_extents, most_levels
from ..images import PERIOD, tiled
from . import fetch, vk_facts
from . import vk_mips
from .images import file_of, keys_of, period, prefix_of, program, sampler_line
from .sample import components, is_cube, where_in
from .vk_formats import VK_FORMATS, VkFormat
from .vulkan import VK_TARGETS, Picture, VkSampler

NAME = "vk-mip"
SECTION = "Vulkan 1.3, Image Level(s) Selection"
AXES = ("target", "format", "function", "addressing", "filter", "mip", "lods", "bias", "bounds", "size")
facts = vk_facts.facts
SIZES = ("odd", "power", "wide")
WRAPS = ("clamp_to_edge", "repeat", "mirrored_repeat", "clamp_to_border")
# Levels of detail of a test: none is half way between two, or whole where two would be blended.
LODS = {"low": (-1.5, 0.0, 0.25, 0.75), "high": (1.25, 1.75, 2.25, 9.0)}
BIASES = {"none": 0.0, "more": 1.125, "less": -0.625}
BOUNDS = {"none": None, "from one": (1.0, 9.0), "between": (0.375, 1.625)}
FETCHES = 24
_TARGETS = tuple(name for name in VK_TARGETS if name != "Buffer")


@lru_cache(maxsize=256)
def make_levels(target: str, form: str, size: str) -> tuple[Picture, ...]:
    """An image with all levels that it can have, whose texels go on from level to level."""
    kind, item = VK_TARGETS[target], VK_FORMATS[form]
    extents = extents_of(kind, size)
    shapes = [level_extents(kind, extents, level) for level in range(most_levels(kind, extents))]
    texels = tiled(period(item), sum(map(math.prod, shapes)))
    ends = np.cumsum([math.prod(shape) for shape in shapes])
    return tuple(Picture(kind, item, shape, texels[end - math.prod(shape) : end]) for shape, end in zip(shapes, ends))


def levels_text(levels: tuple[Picture, ...]) -> str:
    """An argument behind the word "image"."""
    first = levels[0]
    stored = np.concatenate([level.texels for level in levels])[:PERIOD]
    keys = keys_of(first.type, first.format, first.extents)
    return f"{first.format.pixel} repeat {numbers.text(stored)} {keys} image_mip_levels {len(levels)}"


# Cases


def _states(target: str, form: VkFormat, turn: int) -> Iterator[tuple[str, str, str]]:
    """Addressing, filter and filter of levels; blending faces of cubes is not tested."""
    for f, kind in enumerate(("nearest", "linear") if form.filterable else ("nearest",)):
        for m, mip in enumerate(("nearest", "linear") if form.filterable else ("nearest",)):
            if not (is_cube(target) and mip == kind == "linear"):
                yield WRAPS[0] if is_cube(target) else WRAPS[(turn + f + m) % len(WRAPS)], kind, mip


def _sampled(target: str, f: int, form: VkFormat) -> Iterator[Case]:
    for s, state in enumerate(_states(target, form, f)):
        for n, lods in enumerate(LODS):
            for b, bias in enumerate(BIASES):
                turn = f + s + n + b
                bounds = tuple(BOUNDS)[turn % len(BOUNDS)]
                function = "textureGrad" if turn % 2 and not is_cube(target) else "textureLod"
                axes = (target, form.name, function, *state, lods, bias, bounds, SIZES[turn % len(SIZES)])
                name = "/".join((form.name, *state, lods, f"bias {bias}", f"bounds {bounds}", axes[-1]))
                yield Case(NAME, f"{target}/{prefix_of(form)}sampler-{function}", name, axes)


def cases() -> Iterator[Case]:
    none = ("",) * 3
    for target in _TARGETS:
        for f, form in enumerate(VK_FORMATS.values()):
            yield from _sampled(target, f, form)
            functions = ("textureSize",) if is_cube(target) else ("texelFetch", "textureSize")
            for g, function in enumerate(functions):
                size = SIZES[(f + g) % len(SIZES)]
                axes = (target, form.name, function, *none, "all", "none", "none", size)
                yield Case(NAME, f"{target}/{function}-{form.seen}", f"{form.name}/{size}", axes)


# Tests


def _rows(levels: tuple[Picture, ...], sampler: VkSampler, lods: Array) -> tuple[Array, Array, Array]:
    """Coordinates as they are given and as the oracle takes them, and levels of detail, of neighbours different ones."""
    given, exact = [], []
    chosen = np.rint(vk_mips.level_of_detail(sampler, lods, len(levels))).astype(int)
    for turn, number in enumerate(chosen):
        one, other = where_in(levels[number], sampler, coordinates.PLACES[0])
        given.append(np.roll(one, turn, axis=0))
        exact.append(np.roll(other, turn, axis=0))
    count = len(given[0])
    return (
        np.stack(given, axis=1).reshape(len(lods) * count, -1),
        np.stack(exact, axis=1).reshape(len(lods) * count, -1),
        np.tile(lods, count).astype(np.float32),
    )


def _gradients(levels: tuple[Picture, ...], lods: Array) -> Array:
    """Along x alone, so that the scale factor is exactly 2^lod texels, whatever its approximation."""
    found = np.zeros((len(lods), 4), dtype=np.float32)
    found[:, 0] = np.exp2(lods) / levels[0].extents[0]
    return found


def _sampled_lines(case: Case, levels: tuple[Picture, ...]) -> list[str]:
    _, _, function, mode, kind, mip, lods, bias, bounds, _ = case.values
    sampler = VkSampler((mode,), kind, mip, bias=BIASES[bias], lods=BOUNDS[bounds] or (-4.0, 16.0))
    given, exact, details = _rows(levels, sampler, np.array(LODS[lods]) - BIASES[bias])
    result, count = vk_mips.sample(levels, sampler, exact, details), len(given)
    form, grad = levels[0].format, function == "textureGrad"
    text = f"float4[{count}] {numbers.text(_gradients(levels, details))}" if grad else f"float[{count}] {numbers.text(details)}"
    return [
        f"global_size: {count}",
        f"arg_out: 0 buffer {form.seen}4[{count}] {numbers.interval_text(result)}",
        f"arg_in: 1 image {levels_text(levels)}",
        sampler_line(2, sampler, form),
        f"arg_in: 3 buffer float4[{count}] {numbers.text(given)}",
        f"arg_in: 4 buffer {text}",
    ]


def _fetched_lines(levels: tuple[Picture, ...]) -> list[str]:
    numbers_of = np.arange(FETCHES) % len(levels)
    where = np.zeros((FETCHES, 4), dtype=np.int32)
    rows: list[Interval] = []
    for number, level in enumerate(levels):
        inside = integer_positions(level.type, level.extents, f"inside {number}", FETCHES)
        where = np.where((numbers_of == number)[:, None], inside, where)
        rows.append(fetch.loaded(level, inside))
    low = np.stack([row.low for row in rows])[numbers_of, np.arange(FETCHES)]
    high = np.stack([row.high for row in rows])[numbers_of, np.arange(FETCHES)]
    where[:, 3] = numbers_of
    return [
        f"global_size: {FETCHES}",
        f"arg_out: 0 buffer {levels[0].format.seen}4[{FETCHES}] {numbers.interval_text(Interval(low, high))}",
        f"arg_in: 1 image {levels_text(levels)}",
        f"arg_in: 2 buffer int4[{FETCHES}] {numbers.text(where)}",
    ]


def _size_lines(levels: tuple[Picture, ...]) -> list[str]:
    """Every level's size, of cubes without faces, and how many levels there are; components that are not are 7."""
    shapes = []
    for level in levels:
        extents = list(level.extents)
        if is_cube(level.type.name):
            extents[2:] = [] if level.type.name == "Cube" else [extents[2] // 6]
        shapes.append(" ".join(map(str, [*[*extents, 7, 7][:3], len(levels)])))
    return [
        f"global_size: {len(levels)}",
        f"arg_out: 0 buffer int4[{len(levels)}] {' '.join(shapes)}",
        f"arg_in: 1 image {levels_text(levels)}",
    ]


def _test(case: Case) -> Test:
    target, form, function, *_, size = case.values
    levels = make_levels(target, form, size)
    if function == "texelFetch":
        return Test(case.name, _fetched_lines(levels))
    return Test(case.name, _size_lines(levels) if function == "textureSize" else _sampled_lines(case, levels))


# Programs


def _gradient(target: str) -> str:
    """Two gradients: along x, and none."""
    width = VK_TARGETS[target].dimensions
    kind, parts = ("float", "x") if width == 1 else (f"vec{width}", "xyz"[:width])
    return f"gradients[i].{parts}, {kind}(0.0)"


def _source(target: str, function: str, form: VkFormat) -> str:
    prefix, count = prefix_of(form), coordinates.COUNT * len(LODS["low"])
    declaration = f"layout(binding = 1) uniform {prefix}sampler{target} image"
    if function == "texelFetch":
        return fetch.source_of(target, form, function, FETCHES)
    if function == "textureSize":
        filler = ", 7" * (3 - VK_TARGETS[target].axes + (target == "Cube"))
        size = f"ivec4(textureSize(image, int(i)){filler}, textureQueryLevels(image))"
        return program("ivec4", [declaration], size)
    where = f"image, coordinates[i].{components(VK_TARGETS[target])}"
    if function == "textureLod":
        detail, call = (4, "float", "lods"), f"textureLod({where}, lods[i])"
    else:
        detail, call = (4, "vec4", "gradients"), f"textureGrad({where}, {_gradient(target)})"
    return program(f"{prefix}vec4", [declaration], call, [(3, "vec4", "coordinates"), detail], count)


def build(found: list[Case], strict: bool) -> TestFile:
    target, form, function, *_ = found[0].values
    source = _source(target, function, VK_FORMATS[form])
    return file_of(NAME, found, source, [_test(case) for case in found], sampled=True)
