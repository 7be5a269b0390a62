# SPDX-License-Identifier: MIT
"""Each of Vulkan's rules, made wrong in turn: a device that works by the wrong one must fail a generated test.

The device is the oracle itself with one part exchanged, exact otherwise: it gives the middle of what its only place
allows. The tests are some of each family's, built by the right rules."""


import numpy as np
import pytest

from suites.vk import vk_formats, vk_mips, vk_sampling, vk_stores, vulkan
from suites.vk.vk_formats import VK_FORMATS
from suites.vk.vk_sampling import Read
from suites import VK_SUITES
from suites.vk import gather, images, mip, sample
from testgen import cover
from wrong_vulkan import FORMATS, given, modes


def cases_of(name, count):
    """As many cases of a family, with every pair of values that fits into them."""
    return cover.sample(list(VK_SUITES[name].cases()), 1, 1)[:: max(1, 1400 // count)]


def sampled(case):
    target, form, mode, kind, border, coordinate, swizzle, place, size = case.values
    picture, sampler = images.make_picture(target, form, size), sample.sampler_of(mode, kind, border, coordinate)
    _, exact = sample.where_in(picture, sampler, place)
    return vulkan.swizzled(vk_sampling.sample(Read(picture, sampler, exact)), swizzle)


def gathered(case):
    target, form, function, component, mode, kind, border, swizzle, place, size = case.values
    picture = images.make_picture(target, form, size)
    sampler = vulkan.VkSampler((mode,), kind, "none", border=border or "transparent_black")
    _, exact = sample.where_in(picture, sampler, place)
    offsets = gather.OFFSETS if function.endswith("Offset") else vk_sampling.NO_OFFSETS
    return gather.result_of(Read(picture, sampler, exact, offsets), function, component, swizzle)


def levelled(case):
    target, form, function, mode, kind, filter_of_levels, lods, bias, bounds, size = case.values
    levels = mip.make_levels(target, form, size)
    if function not in ("textureLod", "textureGrad"):
        return None
    sampler = vulkan.VkSampler((mode,), kind, filter_of_levels, bias=mip.BIASES[bias], lods=mip.BOUNDS[bounds] or (-4.0, 16.0))
    details = np.array(mip.LODS[lods]) - mip.BIASES[bias]
    where = np.tile(np.array([[0.31, 0.62, 0.4, 0.0]]), (len(details), 1))
    return vk_mips.sample(levels, sampler, where, details)


def stored(case):
    form = VK_FORMATS[case.values[1]]
    if case.values[3] == "outside the image" or form.is_packed:
        return None
    colours = np.linspace(-1.5, 1.5, 64).reshape(16, 4).astype(np.float32)
    colours = colours if form.seen == "float" else np.arange(64).reshape(16, 4)
    return vk_stores.stored(form, colours)


ALL = (("vk-sample", sampled), ("vk-gather", gathered), ("vk-mip", levelled), ("vk-store", stored))


MUTANTS = {
    **modes(("repeat", "mirrored_repeat"), ("mirrored_repeat", "repeat"), ("clamp_to_edge", "clamp_to_border"),
            ("clamp_to_border", "clamp_to_edge"), ("mirror_clamp_to_edge", "mirrored_repeat")),
    "gathered texels are exchanged": (vk_sampling, "_GATHERED", ((0, 0), (1, 0), (1, 1), (0, 1))),
    "the border is opaque": (vk_sampling, "BORDERS", dict.fromkeys(vulkan.BORDERS, (0, 0, 0, 1))),
    "the border has components that are not stored": (vk_formats.VkFormat, "as_seen", lambda self, colour: np.array(colour, float)),
    "swizzles are of bytes": (vulkan, "swizzled", lambda found, swizzle: found),
    **FORMATS,
    "biases are not added": (vk_mips, "level_of_detail", lambda s, lods, count: np.clip(np.clip(lods, *(s.lods or (0, 99))), 0, count - 1)),
    "bounds are ignored": (vk_mips, "level_of_detail", lambda s, lods, count: np.clip(lods + s.bias, 0, count - 1)),
    "stores are not clamped": (vk_stores, "_norm", lambda kind, bits, values: vk_stores.Interval.exactly(
        np.rint(values.astype(float) * vk_stores.norm_max(kind, bits)).astype(np.int64))),
}  # fmt: skip


def forget():
    images.make_picture.cache_clear()
    mip.make_levels.cache_clear()


@pytest.fixture(scope="module")
def expected():
    forget()
    return {name: [(case, found) for case in cases_of(name, 120) if (found := make(case)) is not None] for name, make in ALL}


def failures(expected):
    makers = dict(ALL)
    return sum(
        not found.contains(given(makers[name](case))).all() for name, found_of in expected.items() for case, found in found_of
    )


def test_the_right_device_passes(expected):
    forget()
    assert failures(expected) == 0


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_wrong_device_fails(mutant, expected, monkeypatch):
    forget()
    module, name, wrong = MUTANTS[mutant]
    monkeypatch.setattr(module, name, wrong)
    if name == "swizzled":
        monkeypatch.setattr(gather.vulkan, name, wrong)
    assert failures(expected) > 0
    monkeypatch.undo()
    forget()


def test_weights_of_few_bits_fail(expected, monkeypatch):
    """A filter whose weights have four bits, where the device has said eight."""
    right = Read.places

    def coarse(self, axis):
        found = right(self, axis)
        middle = np.floor((found[0] + found[2]) / 2 * 16) / 16
        return np.stack([middle] * 3)

    monkeypatch.setattr(Read, "places", coarse)
    assert failures(expected) > 0
