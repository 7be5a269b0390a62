# SPDX-License-Identifier: MIT
"""OpenGL's mipmaps: textureLod(), texelFetch() and textureSize() of every level, textureQueryLevels(), and image functions
on a level that is bound. What one level holds must not change what another does: work-items beside each
other read different ones, and after a store all of them are compared."""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import FORMATS, Format, ImageType
from imagespec.sampling import Image, Sampler
from testgen import numbers
from testgen.model import Case, Test, TestFile

from .. import coordinates
from ..images import PERIOD, random_stored, sampler_line, seed_of, tiled
from ..write import colour_kinds, colours_of
from . import opengl, opengl_mips
from .images import (
    PREFIXES,
    cube_directions,
    extents_of,
    formats_seen_as,
    image_keys,
    integer_positions,
    pixel_type,
    swizzle,
    template,
)
from .opengl import TARGETS
from .opengl_mips import MIP_FILTERS, Mipmap, level_extents, most_levels
from .store import GROUP
from .texture import WRAPS, GlSampler, argument

NAME = "gl-mip"
SECTION = "OpenGL 4.5, 8.14.3 and 8.14.4"
AXES = ("target", "order", "data", "function", "wrap", "filter", "mip", "levels", "size")
SIZES = ("odd", "power", "wide")
# Levels of detail of a test: none is half way between two, or whole where two would be blended.
LODS = {"low": (-1.5, 0.0, 0.25, 0.75), "high": (1.25, 1.75, 2.25, 9.0)}
FETCHES = 24  # texels of a test
NO_SAMPLER = ("", "", "")  # wrap, filter, mip
_SIZED = ("R-UNSIGNED_INT32", "RGBA-UNORM_INT8", "RG-SIGNED_INT16", "RGBA-FLOAT")


def _targets() -> Iterator[ImageType]:
    """Rectangles and buffers have one level (8.14.3)."""
    return (target for target in TARGETS.values() if target.name not in ("2DRect", "Buffer"))


@lru_cache(maxsize=256)
def make_mipmap(target: str, image_format: str, size: str) -> Mipmap:
    """The texture of a test, with all levels that it can have."""
    kind, form = TARGETS[target], FORMATS[image_format]
    extents = extents_of(kind, size)
    shapes = [level_extents(kind, extents, level) for level in range(most_levels(kind, extents))]
    stored = random_stored(form, np.random.default_rng(seed_of(image_format)))
    texels = tiled(stored, sum(map(math.prod, shapes)))
    levels, begin = [], 0
    for shape in shapes:
        end = begin + math.prod(shape)
        levels.append(Image(kind, form, shape, texels[begin:end]))
        begin = end
    return Mipmap(tuple(levels))


def _keys(mipmap: Mipmap) -> str:
    first = mipmap.levels[0]
    keys = image_keys(first.type, first.format, first.extents)
    return f"{keys} image_mip_levels {len(mipmap.levels)}"


def _text(mipmap: Mipmap) -> str:
    """An argument behind the word "image". Texels go on from level to level, and repeat themselves."""
    stored = np.concatenate([level.texels for level in mipmap.levels])[:PERIOD]
    return f"{pixel_type(mipmap.levels[0].format)} repeat {numbers.text(stored)} {_keys(mipmap)}"


# Cases


def _samplers(target: ImageType, seen: str, turn: int) -> Iterator[tuple[str, str, str]]:
    """Wrap mode, filter and filter of levels; integers are not filtered (8.17), and filters across faces of cubes
    are not tested, as blending would need."""
    cube = target.name.startswith("Cube")
    for f, kind in enumerate(("nearest", "linear") if seen == "float" else ("nearest",)):
        for m, mip in enumerate(MIP_FILTERS):
            if mip == "linear" and (seen != "float" or (cube and kind == "linear")):
                continue
            yield (WRAPS[0] if cube else WRAPS[(turn + f + m) % len(WRAPS)], kind, mip)


def _sampled(target: ImageType, seen: str) -> Iterator[Case]:
    for f, item in enumerate(formats_seen_as(seen, target)):
        for s, sampler in enumerate(_samplers(target, seen, f)):
            for n, lods in enumerate(LODS):
                size = SIZES[(f + s + n) % len(SIZES)]
                axes = (target.name, item.order.name, item.type.name, "textureLod", *sampler, lods, size)
                file = f"{target.name}/{PREFIXES[seen]}sampler-textureLod"
                yield Case(NAME, file, f"{item.name}/{'/'.join(sampler)}/{lods}/{size}", axes)


def _fetched(target: ImageType, seen: str) -> Iterator[Case]:
    """Cubes have no texelFetch()."""
    for f, item in enumerate(formats_seen_as(seen, target)):
        if not target.name.startswith("Cube"):
            axes = (target.name, item.order.name, item.type.name, "texelFetch", *NO_SAMPLER, "all", SIZES[f % 3])
            yield Case(NAME, f"{target.name}/texelFetch-{seen}", f"{item.name}/{SIZES[f % 3]}", axes)
        for g, function in enumerate(("imageLoad", "imageStore")):
            size, level = SIZES[(f + g) % 3], str(1 + (f + g) % 2)
            axes = (target.name, item.order.name, item.type.name, function, *NO_SAMPLER, level, size)
            file = f"{target.name}/{function}-{opengl.qualifier(item)}"
            yield Case(NAME, file, f"{item.name}/level-{level}/{size}", axes)


def _sizes(target: ImageType) -> Iterator[Case]:
    for d, data in enumerate(_SIZED):
        order, _, kind = data.partition("-")
        for function in ("textureSize", "imageSize"):
            for s, size in enumerate(SIZES):
                level = str(1 + (s + d) % 2) if function == "imageSize" else "all"
                axes = (target.name, order, kind, function, *NO_SAMPLER, level, size)
                file = f"{target.name}/{function}-{opengl.qualifier(FORMATS[data])}"
                yield Case(NAME, file, f"level-{level}/{size}", axes)


def cases() -> Iterator[Case]:
    for target in _targets():
        for seen in PREFIXES:
            yield from _sampled(target, seen)
            yield from _fetched(target, seen)
        yield from _sizes(target)


# Tests


def _coordinates(mipmap: Mipmap, sampler: Sampler, lods: Array) -> tuple[Array, Array, Array]:
    """Coordinates that are given, as the oracle takes them, and levels of detail, of neighbours different ones."""
    target = mipmap.levels[0].type
    cube = target.name.startswith("Cube")
    inner = GlSampler("none", sampler.filter, True) if cube else sampler
    rows, levels = [], []
    for turn, lod in enumerate(lods):
        level = mipmap.levels[min(max(int(np.rint(lod)), 0), mipmap.last)]
        found = coordinates.floats(target, level.extents, inner, coordinates.PLACES[0], False)
        if found is None:  # a face is too small for a filter that stays in it
            found = coordinates.floats(target, level.extents, GlSampler("none", "nearest", True), "inside", False)
            assert found is not None
            found[:, :2] = 0.5
        rows.append(np.roll(found, turn, axis=0))
        levels.append(np.full(len(found), lod))
    where = np.stack(rows, axis=1).reshape(-1, rows[0].shape[1])
    given = exact = where
    if cube:
        where[:, 2] = np.clip(np.rint(where[:, 2]), 0, mipmap.levels[0].extents[2] - 1)
        given = cube_directions(target, where[:, :3])
        exact = opengl.face_coordinates(given[:, :3])
        exact[:, 2] += 6 * given[:, 3]
    return given, exact, np.stack(levels, axis=1).reshape(-1).astype(np.float32)


def _sampled_lines(case: Case, mipmap: Mipmap) -> list[str]:
    *_, wrap, kind, mip, lods, _ = case.values
    sampler = GlSampler(wrap, kind, True)
    given, exact, details = _coordinates(mipmap, sampler, np.array(LODS[lods]))
    result, count = opengl_mips.sample(mipmap, sampler, mip, exact, details), len(given)
    line = sampler_line(2, sampler) + ("" if mip == "none" else f" mip_filter_mode {mip}")
    seen = mipmap.levels[0].format.type.seen
    return [
        f"global_size: {count}",
        f"arg_out: 0 buffer {seen}4[{count}] {numbers.interval_text(result)}",
        f"arg_in: 1 image {_text(mipmap)}",
        line,
        f"arg_in: 3 buffer float4[{count}] {numbers.text(given)}",
        f"arg_in: 4 buffer float[{count}] {numbers.text(details)}",
    ]


def _fetched_lines(mipmap: Mipmap) -> list[str]:
    levels = np.arange(FETCHES) % len(mipmap.levels)
    where = np.zeros((FETCHES, 4), dtype=np.int32)
    for number, level in enumerate(mipmap.levels):
        inside = integer_positions(level.type, level.extents, f"inside {number}", FETCHES)
        where = np.where((levels == number)[:, None], inside, where)
    result = opengl_mips.fetch(mipmap, where, levels)
    where[:, 3] = levels
    return [
        f"global_size: {FETCHES}",
        f"arg_out: 0 buffer {mipmap.levels[0].format.type.seen}4[{FETCHES}] {numbers.interval_text(result)}",
        f"arg_in: 1 image {_text(mipmap)}",
        f"arg_in: 2 buffer int4[{FETCHES}] {numbers.text(where)}",
    ]


def _bound(mipmap: Mipmap, level: str) -> tuple[Image, str]:
    """The level that image functions see, and what an argument says of it."""
    number = min(int(level), mipmap.last)
    return mipmap.levels[number], f"image_bound_level {number}"


def _loaded_lines(mipmap: Mipmap, level: str) -> list[str]:
    image, key = _bound(mipmap, level)
    where = integer_positions(image.type, image.extents, "outside", FETCHES)
    result = opengl.load(image, where)
    return [
        f"global_size: {FETCHES}",
        f"arg_out: 0 buffer {image.format.type.seen}4[{FETCHES}] {numbers.interval_text(result)}",
        f"arg_in: 1 image {_text(mipmap)} {key}",
        f"arg_in: 2 buffer int4[{FETCHES}] {numbers.text(where)}",
    ]


def _after_store(mipmap: Mipmap, image: Image, item: Format, rgba: Array) -> str:
    """All levels when one has the colours."""
    stored = opengl.store_channels(item, rgba)

    def levels(ends: Array) -> Array:
        kept = [tiled(ends, image.count) if one is image else one.texels for one in mipmap.levels]
        return np.concatenate([np.asarray(one, dtype=item.type.stored) for one in kept])

    return numbers.interval_text(stored.map(levels))


def _stored_lines(mipmap: Mipmap, level: str) -> list[str]:
    image, key = _bound(mipmap, level)
    item = image.format
    rgba = colours_of(item, next(iter(colour_kinds(item))))
    shape = [*image.extents, 1, 1][:3]
    return [
        f"global_size: {-(-image.count // GROUP) * GROUP}",
        f"arg_in: 0 image {_text(mipmap)} {key}",
        f"arg_out: 0 image {pixel_type(item)} {_after_store(mipmap, image, item, rgba)} {_keys(mipmap)} {key}",
        f"arg_in: 1 buffer {item.type.seen}4[{image.count}] repeat {numbers.text(np.asarray(rgba)[: image.count])}",
        f"arg_in: 2 uint4 {shape[0]} {shape[1]} {shape[2]} 0",
        "arg_in: 3 int 0",
    ]


def _shape(image: Image, fourth: int) -> str:
    """What sizes are: of a cube without faces (GLSL 4.50, 8.9.1); components that there are not are 7."""
    extents = list(image.extents)
    if image.type.name == "Cube":
        extents.pop()
    elif image.type.name == "CubeArray":
        extents[2] //= 6
    return " ".join(map(str, [*[*extents, 7, 7][:3], fourth]))


def _size_lines(mipmap: Mipmap, function: str, level: str) -> list[str]:
    """Of textures every level's size, and with it how many there are; of images that of the level bound."""
    if function == "imageSize":
        image, key = _bound(mipmap, level)
        shapes = [_shape(image, 7)]
    else:
        key = ""
        shapes = [_shape(image, len(mipmap.levels)) for image in mipmap.levels]
    return [
        f"global_size: {len(shapes)}",
        f"arg_out: 0 buffer int4[{len(shapes)}] {' '.join(shapes)}",
        f"arg_in: 1 image {_text(mipmap)} {key}".rstrip(),
    ]


def _test(case: Case) -> Test:
    target, order, data, function, *_, level, size = case.values
    mipmap = make_mipmap(target, f"{order}-{data}", size)
    lines: dict[str, Callable[[], list[str]]] = {
        "textureLod": lambda: _sampled_lines(case, mipmap),
        "texelFetch": lambda: _fetched_lines(mipmap),
        "imageLoad": lambda: _loaded_lines(mipmap, level),
        "imageStore": lambda: _stored_lines(mipmap, level),
        "textureSize": lambda: _size_lines(mipmap, function, level),
        "imageSize": lambda: _size_lines(mipmap, function, level),
    }
    return Test(case.name, lines[function]())


# Programs


def _rendered(name: str, **values: object) -> str:
    text: str = template(name).render(**values)
    return text


def _fetch_source(target: ImageType, function: str, item: Format) -> str:
    prefix, position = PREFIXES[item.type.seen], f"texels[i].{swizzle(target)}"
    if function == "imageLoad":
        declaration = f"layout(binding = 1, {opengl.qualifier(item)}) readonly uniform {prefix}image{target.name}"
        call = f"imageLoad(image, {position})"
    else:
        declaration = f"layout(binding = 1) uniform {prefix}sampler{target.name}"
        call = f"texelFetch(image, {position}, texels[i].w)"
    return _rendered("fetch.mako", prefix=prefix, count=FETCHES, declaration=declaration, call=call)


def _size_source(target: ImageType, function: str, item: Format) -> str:
    prefix, components = PREFIXES[item.type.seen], target.axes - (target.name == "Cube")
    filler = ", 7" * (3 - components)
    if function == "textureSize":
        declaration = f"layout(binding = 1) uniform {prefix}sampler{target.name}"
        size = f"ivec4(textureSize(image, int(gl_GlobalInvocationID.x)){filler}, textureQueryLevels(image))"
    else:
        declaration = f"layout(binding = 1, {opengl.qualifier(item)}) readonly uniform {prefix}image{target.name}"
        size = f"ivec4(imageSize(image){filler}, 7)"
    return _rendered("size.mako", declaration=declaration, size=size)


def _source(target: ImageType, function: str, item: Format) -> str:
    prefix = PREFIXES[item.type.seen]
    if function == "textureLod":
        return _rendered(
            "mip.mako",
            prefix=prefix,
            target=target.name,
            count=coordinates.COUNT * len(LODS["low"]),
            arguments=argument(target),
        )
    if function == "imageStore":
        return _rendered(
            "store.mako",
            prefix=prefix,
            target=target.name,
            qualifier=opengl.qualifier(item),
            group=GROUP,
            swizzle=swizzle(target),
        )
    make = _size_source if function.endswith("Size") else _fetch_source
    return make(target, function, item)


def build(found: list[Case], strict: bool) -> TestFile:
    target, order, data, function, *_ = found[0].values
    source = _source(TARGETS[target], function, FORMATS[f"{order}-{data}"])
    config = {"kernel_name": "main"}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], config)
