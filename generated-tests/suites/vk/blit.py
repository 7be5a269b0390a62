# SPDX-License-Identifier: MIT
"""Blits of whole images: larger, smaller and of the same size, with both filters, from every format to formats with a
number for each component."""

import math
from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..gl.images import extents_of
from . import vk_facts, vk_sampling, vk_stores
from .copy import SOURCE
from .images import config, keys_of, make_picture, picture_text
from .vk_formats import VK_FORMATS, VkFormat
from .vulkan import VK_TARGETS, LIMITS, Picture, VkSampler

NAME = "vk-blit"
SECTION = "Vulkan 1.3, Image Copies With Scaling"
AXES = ("target", "format", "to", "filter", "sizes")
facts = vk_facts.facts
# Drivers may compile a program for each blit: samples have fewer.
SPARSE = ("target", "to", "sizes")
TARGETS = ("1D", "2D", "3D", "2DArray")
# A blit converts floats to floats; integers go to integers of the same sign, here of more bits, which all have a place.
TO = {"float": ("R8G8B8A8_UNORM", "R32G32_SFLOAT", "B8G8R8A8_UNORM", "R16G16B16A16_SFLOAT", "R16_UNORM", "R8G8_SNORM"),
      "int": ("R32G32B32A32_SINT", "R32_SINT"), "uint": ("R32G32B32A32_UINT", "R32G32_UINT")}  # fmt: skip
SIZES = ("odd to power", "wide to odd", "power to power")


def cases() -> Iterator[Case]:
    for t, target in enumerate(TARGETS):
        for f, form in enumerate(VK_FORMATS.values()):
            targets = TO[form.seen]
            for k, kind in enumerate(("nearest", "linear") if form.filterable else ("nearest",)):
                to = targets[(t + f + len(TARGETS) * k) % len(targets)]  # each, of eight
                for sizes in SIZES:
                    yield Case(NAME, f"{target}/{kind}", f"{form.name}/{to}/{sizes}", (target, form.name, to, kind, sizes))


def _extents(target: str, size: str, layers: int) -> tuple[int, ...]:
    """Layers are copied one by one: there are as many at both ends."""
    found = extents_of(VK_TARGETS[target], size)
    return (*found[:-1], layers) if VK_TARGETS[target].is_array else found


def centres(source: tuple[int, ...], to: tuple[int, ...], dimensions: int) -> Array:
    """Where the centre of each texel of the target is in the source, in texels; layers stay."""
    axes = [
        (np.arange(there) + 0.5) * (here / there if axis < dimensions else 1) - (axis >= dimensions) * 0.5
        for axis, (here, there) in enumerate(zip(source, to))
    ]
    grid = np.meshgrid(*reversed(axes), indexing="ij")
    return np.stack([column.ravel() for column in reversed(grid)], axis=-1)


def converted(form: VkFormat, found: Interval) -> Interval:
    """What is stored of all colours of an interval. Conversions keep order."""
    choices = []
    for one in found.choices:
        ends = [vk_stores.stored(form, end) for end in (one.low, one.high)]
        low = np.minimum.reduce([choice.low for choice in ends[0].choices])
        high = np.maximum.reduce([choice.high for choice in ends[1].choices])
        choices.append(Interval(low, high))
    return Interval.one_of(choices, together=True)


def expected(picture: Picture, to: VkFormat, extents: tuple[int, ...], kind: str) -> Interval:
    where = centres(picture.extents, extents, picture.type.dimensions)
    sampler = VkSampler(filter=kind, mip="none", normalized=False)
    found = vk_sampling.sample(vk_sampling.Read(picture, sampler, where, limits=LIMITS))
    return converted(to, found)


def _test(case: Case) -> Test:
    target, name, to_name, kind, sizes = case.values
    first, _, second = sizes.partition(" to ")
    picture, to = make_picture(target, name, first), VK_FORMATS[to_name]
    extents = _extents(target, second, picture.extents[-1])
    stored = expected(picture, to, extents, kind).map(lambda ends: ends.astype(to.carrier.type.stored))
    keys = keys_of(VK_TARGETS[target], to, extents)
    assert len(stored.low) == math.prod(extents)
    return Test(
        case.name,
        [
            f"arg_in: 0 image {picture_text(picture)}",
            f"arg_out: 1 image {to.pixel} {numbers.interval_text(stored)} {keys}",
            "blit: 0 to 1" + " linear" * (kind == "linear"),
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    return TestFile(f"{NAME} {found[0].file}", SOURCE, [_test(case) for case in found], config(sampled=True))
