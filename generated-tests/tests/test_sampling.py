# SPDX-License-Identifier: MIT
"""Addressing, filtering and layers: worked cases of section 8.2, and properties."""

import numpy as np
import pytest

from imagespec import addressing
from imagespec.formats import FORMATS, IMAGE_TYPES
from imagespec.sampling import Image, Sampler, fetch, sample
from testgen import numbers

MODES = ("none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat")


def line(*values, name="R-FLOAT"):
    """A 1D image of one channel."""
    stored = np.array(values, dtype=FORMATS[name].type.stored)[:, None]
    return Image(IMAGE_TYPES["1d"], FORMATS[name], (len(values),), stored)


def red(image, sampler, *coordinates, strict=True):
    where = np.array(coordinates, dtype=np.float32)
    where = where[:, None] if where.ndim == 1 else where
    result = sample(image, sampler, where, strict)
    return result.low[:, 0], result.high[:, 0]


def nearest(u, size, mode):
    return addressing.nearest(np.array([float(u)]), size, mode)[0]


@pytest.mark.parametrize(
    "mode, u, texel",
    [
        ("clamp_to_edge", -0.5, 0), ("clamp_to_edge", 4.0, 3), ("clamp_to_edge", 3.99, 3),
        ("clamp_to_edge", 1e6, 3), ("clamp", -0.25, -1), ("clamp", -9, -1), ("clamp", 4, 4),
        ("clamp", 100, 4), ("clamp", -0.0, 0), ("none", 2.999, 2), ("none", 3.0, 3),
    ],
)  # fmt: skip
def test_nearest_without_repetition(mode, u, texel):
    assert nearest(u, 4, mode) == texel


@pytest.mark.parametrize(
    "mode, s, texel",
    [
        ("repeat", 0.0, 0), ("repeat", 1.0, 0), ("repeat", 0.999, 3), ("repeat", -0.01, 3),
        ("repeat", 2.3, 1), ("repeat", -1.9, 0), ("mirrored_repeat", 0.3, 1),
        ("mirrored_repeat", 1.0, 3), ("mirrored_repeat", 1.1, 3), ("mirrored_repeat", 1.9, 0),
        ("mirrored_repeat", -0.3, 1), ("mirrored_repeat", 2.3, 1), ("mirrored_repeat", 3.3, 2),
    ],
)  # fmt: skip
def test_nearest_with_repetition(mode, s, texel):
    """The example of 8.2: s between 2 and 3 of mirrored_repeat's neighbours run backwards."""
    u = addressing.unnormalize(np.array([s]), 4, mode, True)
    assert addressing.nearest(u, 4, mode)[0] == texel


@pytest.mark.parametrize(
    "mode, s, first, second, weight",
    [
        ("clamp_to_edge", 0.0, 0, 0, 0.5), ("clamp", 0.0, -1, 0, 0.5), ("repeat", 0.0, 3, 0, 0.5),
        ("mirrored_repeat", 0.0, 0, 0, 0.5), ("repeat", 0.96875, 3, 0, 0.375),
        ("mirrored_repeat", 1.125, 3, 3, 0.0), ("clamp", 1.25, 4, 4, 0.5), ("none", 0.5, 1, 2, 0.5),
    ],
)  # fmt: skip
def test_linear_texels_and_weights(mode, s, first, second, weight):
    u = addressing.unnormalize(np.array([s]), 4, mode, True)
    i0, i1, a = addressing.linear(u, 4, mode)
    assert (i0[0], i1[0], a[0]) == (first, second, weight)


@pytest.mark.parametrize("w, layer", [(0.5, 0), (1.5, 2), (2.5, 2), (-3, 0), (99, 3), (1.49, 1)])
def test_layers_are_rounded_to_even_and_clamped(w, layer):
    """8.4: clamp(rint(w), 0, d - 1)."""
    assert addressing.layer(np.array([float(w)]), 4)[0] == layer


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_repeat_is_periodic(size):
    s = np.arange(-512, 512) / 256.0
    for shift in (1, -3, 17):
        here = addressing.unnormalize(s, size, "repeat", True)
        there = addressing.unnormalize(s + shift, size, "repeat", True)
        assert (here == there).all()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_mirror_is_symmetric(size):
    """About every integer."""
    offsets = np.arange(1, 256) / 256.0
    for seam in (-2, -1, 0, 1, 5):
        left = addressing.unnormalize(seam - offsets, size, "mirrored_repeat", True)
        right = addressing.unnormalize(seam + offsets, size, "mirrored_repeat", True)
        assert (left == right).all()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dimensions", ["1d", "2d", "3d", "2d_array"])
def test_linear_weights_add_up_to_one(mode, dimensions):
    """An image that is the same everywhere, and outside, reads as that."""
    kind = IMAGE_TYPES[dimensions]
    extents = (5, 4, 3)[: kind.axes]
    texels = np.ones((int(np.prod(extents)), 1), dtype=np.float32)
    image = Image(kind, FORMATS["A-FLOAT"], extents, texels)
    where = np.random.default_rng(1).uniform(0.3, 0.7, (50, 4)).astype(np.float32)
    result = sample(image, Sampler(mode, "linear", True), where, True)
    assert result.contains(np.array([0, 0, 0, 1], np.float32)).all()
    assert (result.high - result.low < 1e-5).all()


def test_linear_at_a_centre_is_that_texel():
    low, high = red(line(3, 5, 9), Sampler("clamp_to_edge", "linear", False), 0.5, 1.5, 2.5)
    assert np.allclose(low, [3, 5, 9], rtol=1e-5) and np.allclose(high, [3, 5, 9], rtol=1e-5)


def test_linear_between_and_at_the_border():
    """A quarter of the way; then half of the border colour, which is 0 for red."""
    sampler = Sampler("clamp", "linear", False)
    low, high = red(line(4, 8), sampler, 0.75, 0.0, 2.0, -3.0)
    assert ((low <= [5, 2, 4, 0]) & ([5, 2, 4, 0] <= high)).all()
    assert (high - low < 1e-4).all()


def test_border_alpha_is_blended():
    """CL_Rx has alpha 1 inside and 0 in its border colour."""
    image = line(1, name="Rx-FLOAT")
    result = sample(image, Sampler("clamp", "linear", False), np.array([[0.0]]), True)
    assert result.contains(np.array([[0.5, 0, 0, 0.5]], np.float32)).all()


def test_three_dimensions_by_hand():
    """The middle of eight texels is their mean."""
    texels = np.arange(8, dtype=np.float32)[:, None]
    image = Image(IMAGE_TYPES["3d"], FORMATS["R-FLOAT"], (2, 2, 2), texels)
    low, high = red(image, Sampler("none", "linear", False), [1, 1, 1], [0.5, 1.5, 1.0])
    assert low[0] <= 3.5 <= high[0] and low[1] <= 4 <= high[1]


def test_order_of_texels():
    """Rows, then slices: texel (x, y, z) of a 3D image, and layers of an array."""
    texels = np.arange(24, dtype=np.float32)[:, None]
    for name in ("3d", "2d_array"):
        image = Image(IMAGE_TYPES[name], FORMATS["R-FLOAT"], (4, 3, 2), texels)
        assert fetch(image, np.array([[1, 2, 1, 7]]), True).low[0, 0] == 1 + 2 * 4 + 12


def test_unnormalized_nearest_is_exact_in_every_profile():
    """End of 8.2: computed without any loss of precision."""
    below = float(np.nextafter(np.float32(1), np.float32(0)))
    for strict in (True, False):
        low, high = red(line(3, 5), Sampler("clamp", "nearest", False), 1, below, strict=strict)
        assert low.tolist() == high.tolist() == [5, 3]


def test_normalized_nearest_between_texels_is_a_choice():
    """Precision is not defined there: either texel, unless arithmetic is exact and strict; but
    nothing between them, and all channels of one texel."""
    sampler = Sampler("clamp_to_edge", "nearest", True)
    image = line(3, 5)
    loose = sample(image, sampler, np.array([[0.5], [0.25]]), False)
    assert numbers.interval_text(loose) == "(3 0 0 1)|(5 0 0 1) 3 0 0 1"
    assert loose.contains(np.array([[5, 0, 0, 1], [3, 0, 0, 1]])).all()
    assert not loose.contains(np.array([[4, 0, 0, 1], [5, 0, 0, 1]])).any()
    assert [v.tolist() for v in red(image, sampler, 0.5)] == [[5], [5]]
    third = sample(line(1, 2, 4), sampler, np.array([[1 / 3]]).astype(np.float32), True)
    assert numbers.interval_text(third) == "(1 0 0 1)|(2 0 0 1)"  # 3 * float(1/3) is not a float


def test_channels_of_two_texels_are_not_mixed():
    texels = np.array([[1, 2], [3, 4]], np.uint8)
    image = Image(IMAGE_TYPES["1d"], FORMATS["RG-UNSIGNED_INT8"], (2,), texels)
    result = sample(image, Sampler("repeat", "nearest", True), np.array([[0.5]]), False)
    assert result.contains(np.array([[1, 2, 0, 1]])).all()
    assert result.contains(np.array([[3, 4, 0, 1]])).all()
    assert not result.contains(np.array([[1, 4, 0, 1]])).any()


def test_signs_of_zeros():
    """8.3.3 preserves them; a filter's sums have none that is defined, a missing channel is 0.0."""
    image = line(-0.0, 0.0)
    exact = sample(image, Sampler("clamp", "nearest", False), np.array([[0.5], [1.5]]), False)
    assert numbers.interval_text(exact) == "-0 0 0 1 0 0 0 1"
    filtered = sample(image, Sampler("clamp", "linear", False), np.array([[1.0]]), True)
    assert numbers.interval_text(filtered).startswith("-0..0 0 0 0.99")
    assert numbers.sign_of_zero(exact) == numbers.sign_of_zero(filtered) == " signed_zero"
