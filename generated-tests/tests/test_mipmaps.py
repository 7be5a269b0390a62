# SPDX-License-Identifier: MIT
"""Levels of mipmapped images, worked out by hand from the extension's text and OpenGL's section 8.14.1."""

import numpy as np
import pytest
from explain.deviations import half_up_layer
from explain.statements import NAMED, shown
from imagespec import addressing
from imagespec.formats import format_named, image_type_named
from imagespec.mipmaps import (
    Chain,
    MipSampler,
    chain_texels,
    clamped,
    level_extents,
    most_levels,
    sample_chain,
    scale_factors,
)
from imagespec.sampling import Sampler
from suites.mips import chains, gradients as mip_gradients, read as mip_read
from testgen import axes

NEAREST = Sampler("clamp_to_edge", "nearest", True)


def chain(kind="2d", extents=(5, 3), count=3):
    """Every texel of level n is (n + 1, n + 1, n + 1, n + 1)."""
    form, shape = format_named("RGBA-FLOAT"), image_type_named(kind)
    sizes = [chain_texels(shape, extents, n + 1) - chain_texels(shape, extents, n) for n in range(count)]
    texels = np.concatenate([np.full((size, 4), n + 1, dtype=np.float32) for n, size in enumerate(sizes)])
    return Chain(shape, form, extents, texels, count)


def reds(lods, sampler, strict=True):
    where = np.full((len(lods), 2), 0.5, dtype=np.float32)
    exact = np.array(lods, dtype=np.float64)
    found = sample_chain(chain(), sampler, where, (exact, exact), strict)
    return found.low[:, 0], found.high[:, 0]


def test_sizes_are_halved_and_rounded_down():
    assert level_extents(image_type_named("2d"), (5, 3), 1) == (2, 1)
    assert level_extents(image_type_named("2d"), (5, 3), 2) == (1, 1)
    assert level_extents(image_type_named("2d_array"), (7, 5, 3), 1) == (3, 2, 3)
    assert level_extents(image_type_named("3d"), (7, 5, 3), 1) == (3, 2, 1)
    assert most_levels(image_type_named("2d"), (5, 3)) == 3
    assert most_levels(image_type_named("1d_array"), (4, 100)) == 3


def test_the_nearest_level():
    low, high = reds([0, 0.25, 0.75, 1.25, 2, 7], MipSampler(NEAREST))
    assert low.tolist() == high.tolist() == [1, 1, 2, 2, 3, 3]


def test_half_way_either_level_will_do():
    where = np.full((1, 2), 0.5, dtype=np.float32)
    found = sample_chain(chain(), MipSampler(NEAREST), where, (np.array([0.5]),) * 2, False)
    assert {float(choice.low[0, 0]) for choice in found.choices} == {1, 2}


def test_two_levels_are_blended():
    low, high = reds([0, 0.5, 1.25, 2], MipSampler(NEAREST, "linear"))
    assert np.all(low <= [1, 1.5, 2.25, 3]) and np.all(high >= [1, 1.5, 2.25, 3])
    assert np.all(high - low < 1e-5)


def test_bounds_of_a_sampler():
    sampler = MipSampler(NEAREST, lod_min=0.75, lod_max=1.25)
    assert clamped(np.array([-3.0, 0.0, 1.0, 9.0]), sampler, 3).tolist() == [0.75, 0.75, 1.0, 1.25]
    assert clamped(np.array([9.0]), MipSampler(NEAREST), 3).tolist() == [2.0]
    assert reds([0, 3], sampler)[0].tolist() == [2, 2]


def test_scale_factors():
    kind = image_type_named("2d")
    x = np.array([[0.5, 0], [0.3, 0.4], [0, 0]])
    y = np.array([[0, 0.125], [0, 0], [0, 0.25]])
    low, high = scale_factors((x, y), kind, (8, 8))
    assert low.tolist() == pytest.approx([4, 3.2, 2])
    assert high.tolist() == pytest.approx([5, 5.6, 2])


@pytest.mark.parametrize("family", [mip_read, mip_gradients])
def test_a_layer_that_is_rounded_half_up_is_noticed_exactly(family, monkeypatch):
    cases = [case for case in family.cases() if case.values[0] == "2d_array" and "large" in case.values][:10]
    reads = [family.scene(case, True) for case in cases]
    allowed = [scene.colours(True) for scene in reads]
    monkeypatch.setattr(addressing, "layer", half_up_layer)
    assert any(not accepted.contains(scene.colours(True).low).all() for scene, accepted in zip(reads, allowed))


def test_nothing_is_half_way_between_layers_unless_exactly():
    chain = chains.make_chain("2d_array", "RGBA-FLOAT", "large")
    half_way = [(chains.coordinates(chain, NEAREST, "a test", strict)[:, 2] % 1 == 0.5).any() for strict in (False, True)]
    assert half_way == [False, True]


def test_coordinates_are_clear_of_edges():
    for kind in chains.KINDS:
        image = chains.make_chain(kind.name, "RGBA-FLOAT", "large")
        where = chains.coordinates(image, NEAREST, "a test", False)
        for axis in range(kind.dimensions):
            for level in image.levels:
                part = np.modf(np.abs(where[:, axis].astype(np.float64)) * level.extents[axis])[0]
                assert np.all((part > 1 / 32) & (part < 31 / 32))


@pytest.mark.parametrize("family", [mip_read, mip_gradients])
def test_what_shows_that_levels_are_blended_reads_between_two(family):
    """Tests at whole levels of detail, or beyond the last level, would pass without."""
    described = axes.described(family)
    found = [case for case in family.cases() if NAMED["mip-blended"] in shown(described[case.full_name])]
    scenes = [family.scene(case, True) for case in found]
    levels = [clamped(scene._lods()[0], scene.sampler, scene.chain.count) for scene in scenes]
    assert len(found) > 50 and all((lods % 1 > 0).any() for lods in levels)


def test_who_tells_that_levels_are_not_blended_is_no_such_test():
    others = [case for case in mip_read.cases() if case.values[5] == "linear" and case.values[6] in ("beyond", "none")]
    lods = [clamped(scene._lods()[0], scene.sampler, scene.chain.count) for scene in (mip_read.scene(case, True) for case in others[::20])]
    assert lods and not any((one % 1 > 0).any() for one in lods)
