# SPDX-License-Identifier: MIT
"""What tests of Vulkan's images check in argument 0, for the question which wrong rule gives what a driver gave."""

from collections.abc import Callable

import numpy as np

from imagespec.interval import Interval
from suites.gl.images import integer_positions
from suites.vk import border, compare, cube, fetch, gather, mip, robust, sample, vk_mips, vk_sampling, vulkan
from suites.vk.images import make_picture
from suites.vk.vk_cubes import CubeRead
from suites.vk.vk_sampling import Read
from suites.vk.vulkan import VkSampler
from testgen.model import Case

Answer = Callable[[bool], Interval]
VkAsk = Callable[[Case], "tuple[int, Answer] | None"]  # how many rows, and what they may be


def sampled(case: Case) -> tuple[int, Answer]:
    target, name, mode, kind, border, coordinate, swizzle, place, size = case.values
    sampler = sample.sampler_of(mode, kind, border, coordinate)
    _, exact = sample.where_in(make_picture(target, name, size), sampler, place)

    def seen(strict: bool) -> Interval:
        read = Read(make_picture(target, name, size), sampler, exact)
        return vulkan.swizzled(vk_sampling.sample(read, strict), swizzle)

    return len(exact), seen


def gathered(case: Case) -> tuple[int, Answer]:
    target, name, function, component, mode, kind, border, swizzle, place, size = case.values
    sampler = VkSampler((mode,), kind, "none", border=border or "transparent_black")
    _, exact = sample.where_in(make_picture(target, name, size), sampler, place)
    offsets = gather.OFFSETS if function.endswith("Offset") else vk_sampling.NO_OFFSETS

    def seen(strict: bool) -> Interval:
        return gather.result_of(Read(make_picture(target, name, size), sampler, exact, offsets), function, component, swizzle)

    return len(exact), seen


def reduced(case: Case) -> tuple[int, Answer] | None:
    target, name, _, operator, mode, kind, border, place, size = case.values
    if operator not in compare.REDUCTIONS:
        return None
    sampler = VkSampler((mode,), kind, "none", border=border or "transparent_black", reduction=operator)
    _, exact = sample.where_in(make_picture(target, name, size), sampler, place)
    return len(exact), lambda strict: vk_sampling.sample(Read(make_picture(target, name, size), sampler, exact), strict)


def levelled(case: Case) -> tuple[int, Answer] | None:
    target, name, function, mode, kind, filter_of_levels, lods, bias, bounds, size = case.values
    if not function.startswith("textureLod") and not function.startswith("textureGrad"):
        return None
    sampler = VkSampler((mode,), kind, filter_of_levels, bias=mip.BIASES[bias], lods=mip.BOUNDS[bounds] or (-4.0, 16.0))
    levels = mip.make_levels(target, name, size)
    _, exact, details = mip._rows(levels, sampler, np.array(mip.LODS[lods]) - mip.BIASES[bias])

    def seen(strict: bool) -> Interval:
        return vk_mips.sample(mip.make_levels(target, name, size), sampler, exact, details, strict=strict)

    return len(exact), seen


def fetched(case: Case) -> tuple[int, Answer]:
    target, name, _, order, place, size = case.values
    picture = make_picture(target, name, size)
    where = integer_positions(picture.type, picture.extents, place, fetch.COUNT)

    def seen(strict: bool) -> Interval:
        anew = make_picture(target, name, size)
        return fetch.robust(anew, where) if place == "outside" else vulkan.swizzled(fetch.loaded(anew, where), order)

    return len(where), seen


def bordered(case: Case) -> tuple[int, Answer]:
    target, name, kind, _, size = case.values
    picture, sampler = make_picture(target, name, size), VkSampler(("clamp_to_border",), kind, "none")
    where = border.where_in(picture.extents, picture.type.dimensions, kind, case.full_name)
    colours = border.borders(picture.format, border.colour_of(picture.format, case.full_name))
    return len(where), lambda strict: border.sampled(Read(make_picture(target, name, size), sampler, where), *colours, strict)


def across(case: Case) -> tuple[int, Answer]:
    _, exact = cube.where_in(cube.cube_of(*case.values), case.values[2], case.full_name)
    return len(exact), lambda strict: vk_sampling.sample(CubeRead(cube.cube_of(*case.values), cube.SAMPLER, exact), strict)


def outside(case: Case) -> tuple[int, Answer] | None:
    if case.values[0] not in vulkan.VK_TARGETS:  # but a buffer
        return None
    target, name, function, size = case.values
    where = robust.where_in(make_picture(target, name, size), function)
    return len(where), lambda strict: robust.read(make_picture(target, name, size), where)


VK_ASKS: dict[str, VkAsk] = {
    "vk-sample": sampled, "vk-gather": gathered, "vk-compare": reduced, "vk-mip": levelled, "vk-fetch": fetched,
    "vk-border": bordered, "vk-cube": across, "vk-robust": outside,
}  # fmt: skip
