# SPDX-License-Identifier: MIT
"""imageStore() of images whose format the program names or does not: what is stored of colours that the format has,
of others between and beyond them, and that stores outside have no effect where images are robust."""

import math
from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import norm_max
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..gl.images import extents_of, swizzle
from ..images import PERIOD, seed_of, tiled
from . import vk_stores
from .fetch import qualifier
from .images import SIZES, config, keys_of, make_picture, period, picture_text, prefix_of, template
from .vk_formats import VK_FORMATS, VkFormat, colours_of, texels_of
from .vulkan import VK_TARGETS

NAME = "vk-store"
SECTION = "Vulkan 1.3, Texel Output Format Conversion"
AXES = ("target", "format", "qualifier", "colours", "size")
GROUP = 32
OUTSIDE = "outside the image"  # where is stored, not what
_DTYPES = {"float": np.float32, "int": np.int32, "uint": np.uint32}


def _kinds(form: VkFormat) -> Iterator[str]:
    """Components of packed texels are stored at once, so that only colours that they have are tested."""
    yield "exact"
    if form.seen == "float" and not form.is_packed and form.kind != "srgb":
        yield from ("between", "beyond")


def cases() -> Iterator[Case]:
    for t, target in enumerate(VK_TARGETS.values()):
        for f, form in enumerate(VK_FORMATS.values()):
            for q, named in enumerate(filter(None, (qualifier(form), "none"))):
                file = f"{target.name}/{prefix_of(form)}image-{named}"
                for c, colours in enumerate(_kinds(form)):
                    size = SIZES[(t + f + c + q) % len(SIZES)]
                    yield Case(NAME, file, f"{form.name}/{colours}/{size}", (target.name, form.name, named, colours, size))
                outside = f"robust-{target.name}/{prefix_of(form)}image-{named}"
                size = SIZES[(t + f) % len(SIZES)]
                yield Case(NAME, outside, f"{form.name}/{size}", (target.name, form.name, named, OUTSIDE, size))


def _is_open(form: VkFormat) -> bool:
    """Whether of most colours one of two numbers may be stored, and a texel has several."""
    return form.is_norm and (form.is_packed or form.kind == "srgb")


def _texels(form: VkFormat) -> Array:
    """Texels whose colours leave nothing else to be stored."""
    if not _is_open(form):
        return period(form)
    most = [norm_max(form.kind, c.bits) for c in form.components]
    rng = np.random.default_rng(seed_of(form.name))
    return texels_of(form, np.stack([rng.choice([-m, 0, m] if form.kind == "snorm" else [0, m], PERIOD) for m in most], axis=-1))


def colours(form: VkFormat, kind: str) -> Array:
    """Colours (PERIOD, 4) to be stored: none whose conversion is not defined."""
    if kind == "exact":
        return colours_of(form, _texels(form)).astype(_DTYPES[form.seen])
    rng = np.random.default_rng(seed_of(form.name + kind))
    if kind == "between":
        return rng.uniform(-1.2, 1.2, (PERIOD, 4)).astype(np.float32)
    ends = np.array([-3.5, -1.0, 1.0, 1.00001, 2.0, 1e9, -1e9, 70000.0, 1e-9], dtype=np.float32)
    return rng.choice(ends, (PERIOD, 4))


def stored(form: VkFormat, given: Array, kind: str, count: int, row: int | None = None) -> str:
    """The expected texels behind the word "image", said once for a period. `row`: all are that one."""
    few, repeat = min(count, PERIOD), "" if count <= PERIOD else "repeat "
    if kind == "exact" and (_is_open(form) or not form.is_norm):
        texels = _texels(form) if row is None else np.repeat(_texels(form)[row : row + 1], PERIOD, axis=0)
        return f"{form.pixel} {repeat}{numbers.text(tiled(texels, few))}"
    result = vk_stores.stored(form, given).map(lambda ends: tiled(ends, few).astype(form.carrier.type.stored))
    return f"{form.pixel} {repeat}{numbers.interval_text(result)}"


def _test(case: Case) -> Test:
    target, name, _, kind, size = case.values
    form, extents = VK_FORMATS[name], extents_of(VK_TARGETS[target], size)
    count, outside = math.prod(extents), kind == OUTSIDE
    given = colours(form, "exact" if outside else kind)
    shape = [*extents, 1, 1][:3]
    if outside:
        text = picture_text(make_picture(target, name, size))
        images = [f"arg_in: 0 image {text}", f"arg_out: 0 image {text}"]
    else:
        images = [f"arg_out: 0 image {stored(form, given, kind, count)} {keys_of(VK_TARGETS[target], form, extents)}"]
    return Test(
        case.name,
        [
            f"global_size: {-(-count // GROUP) * GROUP}",
            *images,
            f"arg_in: 1 buffer {form.seen}4[{count}] repeat {numbers.text(given[:count])}",
            f"arg_in: 2 uint4 {shape[0]} {shape[1]} {shape[2]} 0",
            f"arg_in: 3 int {max(extents) if outside else 0}",
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    target, name, named, kind, _ = found[0].values
    source = template("vk_store.mako").render(
        prefix=prefix_of(VK_FORMATS[name]),
        target=target,
        qualifier="" if named == "none" else f", {named}",
        group=GROUP,
        swizzle=swizzle(VK_TARGETS[target]),
    )
    needs = config() | ({"require_features": "robustImageAccess"} if kind == OUTSIDE else {})
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], needs)
