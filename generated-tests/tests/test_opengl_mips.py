# SPDX-License-Identifier: MIT
"""OpenGL's mipmaps: worked cases of 8.14.3 and 8.14.4."""

import numpy as np
import pytest

from suites.gl import opengl_mips
from imagespec.formats import FORMATS
from suites.gl.opengl import TARGETS
from suites.gl.opengl_mips import Mipmap, level_extents, most_levels, nearest_levels
from imagespec.sampling import Image
from suites.gl import mip as gl_mip
from suites.gl.texture import GlSampler


def mipmap(*levels, name="R-FLOAT"):
    item = FORMATS[name]
    found = []
    for values in levels:
        stored = np.array(values, dtype=item.type.stored).reshape(-1, item.channels)
        found.append(Image(TARGETS["1D"], item, (len(stored),), stored))
    return Mipmap(tuple(found))


def sampled(found, mip, *lods, kind="nearest"):
    where = np.full((len(lods), 4), 0.5, dtype=np.float32)
    return opengl_mips.sample(found, GlSampler("repeat", kind, True), mip, where, np.array(lods))


@pytest.mark.parametrize(
    "target, extents, shapes",
    [
        ("1D", (7,), [(7,), (3,), (1,)]),
        ("2D", (8, 3), [(8, 3), (4, 1), (2, 1), (1, 1)]),
        ("3D", (2, 5, 1), [(2, 5, 1), (1, 2, 1), (1, 1, 1)]),
        ("1DArray", (4, 9), [(4, 9), (2, 9), (1, 9)]),
        ("2DArray", (2, 2, 64), [(2, 2, 64), (1, 1, 64)]),
        ("CubeArray", (3, 3, 12), [(3, 3, 12), (1, 1, 12)]),
    ],
)
def test_extents_of_levels(target, extents, shapes):
    kind = TARGETS[target]
    assert most_levels(kind, extents) == len(shapes)
    assert [level_extents(kind, extents, level) for level in range(len(shapes))] == shapes


def test_nearest_level():
    found = mipmap([1, 1, 1, 1], [2, 2], [3])
    lods = np.array([-5, 0, 0.49, 0.51, 1, 1.49, 1.51, 2, 90])
    assert nearest_levels(found, lods).tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    result = sampled(found, "nearest", *lods)
    assert result.low[:, 0].tolist() == [1, 1, 1, 2, 2, 2, 3, 3, 3] == result.high[:, 0].tolist()


def test_without_a_filter_of_levels_it_is_the_first():
    result = sampled(mipmap([1, 1], [2]), "none", 0.0, 7.0)
    assert result.low[:, 0].tolist() == [1, 1] == result.high[:, 0].tolist()


def test_levels_are_blended():
    found = mipmap([0, 0, 0, 0], [8, 8], [16])
    result = sampled(found, "linear", 0.25, 1.75, -1.0, 2.5, kind="linear")
    middle = np.array([[2, 0, 0, 1], [14, 0, 0, 1], [0, 0, 0, 1], [16, 0, 0, 1]], np.float32)
    assert result.contains(middle).all()
    assert (result.high[:2, 0] - result.low[:2, 0] < 0.1).all()
    for wrong in (middle + np.float32(0.05), middle - np.float32(0.05)):
        assert not result.contains(wrong)[:, 0].any()
    assert not result.contains(middle * np.float32(0.5))[:, 3].any()


def test_fetches_are_of_the_level():
    found = mipmap([1, 2, 3, 4], [5, 6], [7])
    texels = np.array([[3, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]])
    result = opengl_mips.fetch(found, texels, np.array([0, 1, 2]))
    assert result.low[:, 0].tolist() == [4, 6, 7]


def test_neighbours_have_other_levels_and_all_levels_other_texels():
    found = gl_mip.make_mipmap("2D", "RGBA-UNORM_INT8", "odd")
    assert [level.extents for level in found.levels] == [(7, 5), (3, 2), (1, 1)]
    _, exact, lods = gl_mip._coordinates(found, GlSampler("repeat", "nearest", True), np.array([0.0, 1.25]))
    assert len(exact) == len(lods) and lods[:4].tolist() == [0, 1.25, 0, 1.25]


def test_no_level_of_detail_is_a_tie():
    for lods in gl_mip.LODS.values():
        assert all(lod % 1 != 0.5 for lod in lods if lod > 0)
        assert all(lod % 1 or lod <= 0 or lod >= 8 for lod in lods), "blended levels are between two"


def test_every_target_with_levels_and_every_function():
    cases = list(gl_mip.cases())
    assert {case.values[0] for case in cases} == set(TARGETS) - {"2DRect", "Buffer"}
    assert {case.values[3] for case in cases} == {
        "textureLod", "texelFetch", "textureSize", "imageSize", "imageLoad", "imageStore"
    }  # fmt: skip
    assert len({(case.path, case.name) for case in cases}) == len(cases)
