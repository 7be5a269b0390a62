# SPDX-License-Identifier: MIT
"""Rules of Vulkan's families that stand in files of their own, on values that are known. test_vulkan_rules.py makes each wrong."""

import itertools

import numpy as np
import pytest

from imagespec.interval import Interval
from suites.gl import atomic as gl_atomic
from suites.vk import aspect, border, format as formats, images, pitch, robust, samples, vk_cubes
from suites.vk.vk_formats import VK_FORMATS, DEPTH_FORMATS


def clamped(face, i, j, size):
    return face, min(max(i, 0), size - 1), min(max(j, 0), size - 1)


def test_cubes_meet_at_their_edges():
    """Across each edge and back again is the same texel."""
    size, seen = 3, set()
    for face, place, beyond in itertools.product(range(6), range(size), (-1, size)):
        for i, j in ((beyond, place), (place, beyond)):
            there, column, row = vk_cubes.neighbour(face, i, j, size)
            assert there != face and 0 in (column, row, size - 1 - column, size - 1 - row)
            seen.add(frozenset([(face, *clamped(face, i, j, size)[1:]), (there, column, row)]))
    assert len(seen) == 12 * size  # edges, each of them seen from both sides


def resolved_by(form, mode):
    rng = np.random.default_rng(3)
    given = samples._given(form, 20, 4, "resolve")
    stored = samples._stored(form, given)
    with np.errstate(over="ignore"):
        result = mode(stored.low, rng).astype(stored.low.dtype)
    return samples.resolved(form, stored).contains(result).all()


FIRST = lambda numbers, rng: numbers[:, 0]  # noqa: E731
AVERAGE = lambda numbers, rng: np.rint(numbers.astype(float).mean(axis=1))  # noqa: E731
HALF_AVERAGE = lambda numbers, rng: numbers.astype(float).mean(axis=1)  # noqa: E731
SUM = lambda numbers, rng: numbers.astype(np.int64).sum(axis=1)  # noqa: E731
MIXED = lambda numbers, rng: np.stack([numbers[:, c % 4, c] for c in range(numbers.shape[2])], axis=-1)  # noqa: E731
NEXT = lambda numbers, rng: np.roll(numbers, 1, axis=0)[:, 0]  # noqa: E731


@pytest.mark.parametrize(
    "form, mode, right",
    [
        ("R8G8B8A8_UNORM", FIRST, True), ("R8G8B8A8_UNORM", AVERAGE, True), ("R8G8B8A8_UNORM", SUM, False),
        ("R8G8B8A8_UNORM", NEXT, False), ("R8G8B8A8_SNORM", AVERAGE, True), ("R16G16_SFLOAT", HALF_AVERAGE, True),
        ("R16G16_SFLOAT", NEXT, False), ("R8G8B8A8_UINT", FIRST, True), ("R8G8B8A8_UINT", AVERAGE, False),
        ("R8G8B8A8_UINT", MIXED, False), ("A2B10G10R10_UINT_PACK32", FIRST, True), ("R32_SINT", NEXT, False),
    ],
)  # fmt: skip
def test_resolves(form, mode, right):
    assert resolved_by(VK_FORMATS[form], mode) == right


def test_rows_that_lie_elsewhere_are_noticed():
    texels = np.arange(1, 13, dtype=np.uint8).reshape(2, 3, 2, 1)
    right = pitch.laid_out(texels, 5, 4, 16)
    assert right[16:18].tolist() == [1, 2] and right[21:23].tolist() == [3, 4] and right[36:38].tolist() == [7, 8]
    for wrong in (pitch.laid_out(texels, 2, 4, 16), pitch.laid_out(texels, 5, 3, 16), pitch.laid_out(texels, 5, 4, 12)):
        assert len(wrong) != len(right) or (wrong != right).any()


def test_wrong_accesses_of_buffers_are_noticed():
    given, places = np.arange(36, dtype=np.uint32).reshape(12, 3) + 1, np.array([3, 1, 76, 500, *range(4, 12), 0, 2, 1000, 83])
    for operation in ("write", "atomic"):
        after, _ = robust.left_by(operation, given, places)
        clamped_after, _ = robust.left_by(operation, given, np.minimum(places, 11))
        assert (after != given).any() and (after != clamped_after).any()
    _, results = robust.left_by("read", given, places)
    assert (results[[2, 3]] == 0).all() and (results[0] == given[3]).all()


def test_borders_are_rounded_by_one_unit():
    low, high = border.borders(VK_FORMATS["R8G8_UNORM"], np.array([0.5, 1.0, 0.25, 0.25]))
    assert np.allclose(low, [0.5 - 1 / 255, 1 - 1 / 255, 0, 1]) and np.allclose(high, [0.5 + 1 / 255, 1, 0, 1])
    low, high = border.borders(VK_FORMATS["R32_SFLOAT"], np.array([0.3, 1.0, 0.25, 0.25]))
    assert low[0] == high[0] == 0.3


@pytest.mark.parametrize("one, other", itertools.combinations(gl_atomic.OPERATIONS, 2))
def test_each_atomic_is_another(one, other):
    found = [
        gl_atomic.lines_of((4, 8), (np.arange(32, dtype=np.uint32) * np.uint32(0x68000001))[:, None], operation, "each", "", "atomics")
        for operation in (one, other)
    ]
    assert found[0] != found[1]


def test_required_features():
    """Some cells of the tables, and that each name of the tables is a format that vk-tester knows."""
    assert formats.required("R8_UNORM", "optimal").split()[-1] == "COLOR_ATTACHMENT_BLEND"
    assert "STORAGE_IMAGE_ATOMIC" in formats.required("R32_SINT", "optimal").split()
    assert "SAMPLED_IMAGE_FILTER_LINEAR" not in formats.required("R32_SFLOAT", "optimal")
    assert formats.required("R8_UNORM", "buffer") == "UNIFORM_TEXEL_BUFFER" and not formats.required("R8_UNORM", "linear")
    assert formats.required("R16_UNORM", "optimal") == "" and "TRANSFER_DST" in formats.required("D16_UNORM", "optimal")
    known = set(formats.names())
    for table in (formats._OPTIMAL, formats._BUFFERS):
        named = [name for row in table.values() for name in row.split()]
        assert set(named) <= known and len(named) == len(set(named))
    assert known >= set(VK_FORMATS) | {name.partition("-")[0] for name in DEPTH_FORMATS}


def test_intervals_of_samples_keep_their_components():
    found = samples.resolved(VK_FORMATS["R8G8_UINT"], Interval.exactly(np.array([[[1, 2], [3, 4]]])))
    assert found.contains(np.array([[3, 4]])).all() and not found.contains(np.array([[1, 4]])).any()


def test_clears_and_copies_of_aspects():
    """What is left of depths and stencils: a step changes one of them, and not all of it where it has a box."""
    differ = 0
    for case in aspect.cases():
        picture = images.make_picture(case.values[0], f"{case.values[1]}-{case.values[2]}", case.values[4])
        after, given, _, colour = aspect.changed(picture, case.values[3], case.full_name)
        assert after.size == picture.texels.size and given.dtype == after.dtype
        if colour:
            assert len(np.unique(after)) == 1 and colour.split()[0] == ("float4" if case.values[2] == "depth" else "uint4")
        elif case.values[3:] == ("box", "wide"):
            differ += (after.ravel() != picture.texels.ravel()).any()
            assert (after.ravel() == picture.texels.ravel()).any()
    assert differ
