# SPDX-License-Identifier: MIT
"""Images with several samples: what a program stores in each sample and loads from it, what it is told of sizes and
samples, and what a resolve leaves of whole images and of boxes."""

import math
from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..gl.images import extents_of, swizzle
from ..images import PERIOD, seed_of, tiled
from . import store, vk_stores, vulkan
from .copy import box_of, grid_of, inside_of, words_of
from .fetch import qualifier
from .images import config, keys_of, make_picture, picture_text, prefix_of, template
from .vk_formats import VK_FORMATS, VkFormat, texels_of
from .vulkan import VK_TARGETS

NAME = "vk-samples"
SECTION = "Vulkan 1.3, Resolving Multisample Images, SPIR-V Image Access"
AXES = ("target", "format", "operation", "samples", "size")
TARGETS = ("2D", "2DArray")
OPERATIONS = ("load", "query", "resolve", "resolve box")
SAMPLES = (2, 4, 8)
SIZES = ("odd", "one", "power")
GROUP = 32


def _forms() -> list[VkFormat]:
    """Formats of storage images: samples come from programs. Of normalized ones components are compared apart."""
    return [form for form in VK_FORMATS.values() if qualifier(form) and not (form.seen == "float" and form.is_packed)]


def cases() -> Iterator[Case]:
    for t, target in enumerate(TARGETS):
        for f, form in enumerate(_forms()):
            for o, operation in enumerate(OPERATIONS):
                for s, samples in enumerate(SAMPLES):
                    size = SIZES[(t + f + o + s) % len(SIZES)]
                    file = f"{target}/{operation if operation in OPERATIONS[:2] else 'resolve'}-{qualifier(form)}"
                    axes = (target, form.name, operation, str(samples), size)
                    yield Case(NAME, file, f"{operation}/{samples}/{size}", axes)


def resolved(form: VkFormat, samples: Interval) -> Interval:
    """What a texel may be, of the numbers of its samples (n, samples, components): of integers one sample, as "a single
    sample's value is selected for each pixel"; others are resolved in a way and with a precision of the driver's choice,
    which no mode leaves what lies between the least and the greatest."""
    if form.seen != "float":
        choices = [samples.low[:, s] for s in range(samples.low.shape[1])]
        return Interval.one_of(choices, together=True)
    low = np.minimum.reduce([choice.low.min(axis=1) for choice in samples.choices])
    return Interval(low, np.maximum.reduce([choice.high.max(axis=1) for choice in samples.choices]))


def _given(form: VkFormat, count: int, samples: int, seed: str) -> Array:
    """Colours (count, samples, 4), of a period of texels, that the format has."""
    rng = np.random.default_rng(seed_of(seed))
    rows = rng.integers(0, PERIOD, (min(count, PERIOD), samples))
    return tiled(store.colours(form, "exact")[rows].reshape(len(rows), -1), count).reshape(count, samples, 4)


def _stored(form: VkFormat, colours: Array) -> Interval:
    """The numbers, or of packed formats the whole, of each sample (n, samples, components)."""
    found = vk_stores.stored(form, colours.reshape(-1, 4))
    if form.seen != "float":
        found = found.map(lambda ends: texels_of(form, ends))
    return found.map(lambda ends: ends.reshape(*colours.shape[:2], -1).astype(form.carrier.type.stored))


def _after(case: Case, colours: Array) -> list[str]:
    """The image that is resolved to, of which a box leaves the rest."""
    target, name, operation, *_, size = case.values
    picture = make_picture(target, name, size)
    found = resolved(picture.format, _stored(picture.format, colours))
    origin, region = box_of(picture.extents, "box" if operation == OPERATIONS[3] else "whole", case.full_name)

    def placed(ends: Array) -> Array:
        after = grid_of(picture, picture.texels).copy()
        after[inside_of(origin, region)] = grid_of(picture, ends)[inside_of(origin, region)]
        return after.reshape(picture.texels.shape)

    keys = keys_of(picture.type, picture.format, picture.extents)
    box = words_of(origin, region)
    return [
        f"arg_in: 5 image {picture_text(picture)}",
        f"arg_out: 5 image {picture.format.pixel} {numbers.interval_text(found.map(placed))} {keys}",
        f"launch: main global_size {_threads(picture.count)} 1",
        f"resolve: 0 {box} to 5 {words_of(origin)}",
    ]


def _threads(count: int) -> int:
    return -(-count // GROUP) * GROUP


def _seen(form: VkFormat, colours: Array) -> Interval:
    """What loads give of samples that hold these colours."""
    if not form.is_norm:
        exact = colours.reshape(-1, 4)
        return Interval.exactly(np.where(form.stored, exact, (0, 0, 0, 1)).astype(exact.dtype))
    ends = vk_stores.stored(form, colours.reshape(-1, 4))
    order = ["RGBA".index(c.letter) for c in form.components]
    low, high = (np.tile(np.array([0.0, 0.0, 0.0, 1.0]), (len(ends.low), 1)) for _ in range(2))
    low[:, order], high[:, order] = ends.low * form.steps[order], ends.high * form.steps[order]
    reads = [vulkan.read_interval(form, end) for end in (low, high)]
    return Interval(reads[0].low, reads[1].high)


def _looked_at(case: Case, colours: Array) -> list[str]:
    target, name, operation, samples, size = case.values
    form, extents = VK_FORMATS[name], extents_of(VK_TARGETS[target], size)
    count = len(colours) * int(samples)
    if operation == "query":
        width, height, *layers = extents
        told = np.array([width, height, *(layers or [1]), int(samples)])
        result = Interval.exactly(np.tile(told, (count, 1)))
    else:
        result = _seen(form, colours)
    threads = _threads(len(colours))
    return [
        f"arg_out: 2 buffer {form.seen}4[{count}] {numbers.interval_text(result)}",
        f"launch: main global_size {threads} 1",
        f"launch: main global_size {threads} 1 global_offset 0 1",
    ]


def _test(case: Case) -> Test:
    target, name, operation, samples, size = case.values
    form, extents = VK_FORMATS[name], extents_of(VK_TARGETS[target], size)
    colours = _given(form, math.prod(extents), int(samples), case.full_name)
    keys, looks = keys_of(VK_TARGETS[target], form, extents), operation in OPERATIONS[:2]
    shape = [*extents, 1][:3]
    return Test(
        case.name,
        [
            f"arg_in: 0 image {form.pixel} NULL {keys} vk_samples {samples}",
            f"arg_in: 1 buffer {form.seen}4[{colours.size // 4}] {numbers.text(colours)}",
            *([] if looks else [f"arg_in: 2 buffer {form.seen}4[1] 0 0 0 0"]),
            f"arg_in: 3 uint4 {shape[0]} {shape[1]} {shape[2]} 0",
            f"arg_in: 4 int {samples}",
            *(_looked_at if looks else _after)(case, colours),
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    target, name, operation, *_ = found[0].values
    form = VK_FORMATS[name]
    prefix, components = prefix_of(form), swizzle(VK_TARGETS[target])
    size = f"{prefix}vec4(imageSize(image), {'1, ' if target == '2D' else ''}imageSamples(image))"
    text = template("vk_samples.mako").render(
        group=GROUP,
        qualifier=f", {qualifier(form)}",
        prefix=prefix,
        target=target.replace("2D", "2DMS"),
        swizzle=components,
        function="textureSamples" if operation == "query" else "",
        found=size if operation == "query" else f"imageLoad(image, p.{components}, s)",
    )
    return TestFile(f"{NAME} {found[0].file}", text, [_test(case) for case in found], config())
