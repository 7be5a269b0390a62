# SPDX-License-Identifier: MIT
"""Tests of darktable's nlmeans by its equations, where these are known by hand."""

import numpy
import pytest
from apps.nonlocal_means import Settings, lab_of, patch_sums, smooth, srgb_of

_EVERYTHING = Settings(2, 1e30, 1, 1)  # all weights are 1
_PICTURE = numpy.random.default_rng(3).random((20, 24, 3)) * 0.2 + 0.4


def test_lab_of_known_colours():
    assert lab_of(numpy.ones((1, 1, 3))) == pytest.approx(numpy.array([[[100, 0, 0]]]), abs=0.01)
    # sRGB's red by D50, as ICC tools say it.
    assert lab_of(numpy.array([[[1.0, 0, 0]]])) == pytest.approx(numpy.array([[[54.29, 80.81, 69.89]]]), abs=0.02)


def test_lab_is_turned_back():
    dark = _PICTURE * 0.01
    assert srgb_of(lab_of(_PICTURE)) == pytest.approx(_PICTURE, abs=1e-9)
    assert srgb_of(lab_of(dark)) == pytest.approx(dark, abs=1e-6)


@pytest.mark.parametrize("is_opencl", (False, True))
def test_nothing_is_smoothed_where_no_patch_is_like_another(is_opencl):
    assert smooth(_PICTURE, Settings(2, 0, 1, 1), is_opencl) == pytest.approx(_PICTURE, abs=1e-6)


@pytest.mark.parametrize("row, column", ((9, 11), (0, 0), (2, 22), (19, 3)))
def test_cpu_path_takes_each_texel_once(row, column):
    lab = lab_of(_PICTURE)[max(0, row - 7) : row + 8, max(0, column - 7) : column + 8]
    expected = srgb_of(lab.mean((0, 1)))
    assert smooth(_PICTURE, _EVERYTHING, False)[row, column] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("row, column", ((9, 11), (0, 0), (2, 22), (19, 3)))
def test_opencl_path_takes_the_own_row_twice(row, column):
    first, left = max(0, row - 7), max(0, column - 7)
    lab = lab_of(_PICTURE)[first : row + 8, left : column + 8]
    times = numpy.ones(lab.shape[:2])
    times[row - first] = 2
    times[row - first, column - left] = 1
    expected = srgb_of(numpy.average(lab.reshape(-1, 3), 0, times.ravel()))
    assert smooth(_PICTURE, _EVERYTHING, True)[row, column] == pytest.approx(expected, abs=1e-6)


def test_only_opencl_path_repeats_the_border():
    ones = numpy.ones((3, 4))
    assert (patch_sums(ones, 1, True) == 9).all()
    assert patch_sums(ones, 1, False).tolist() == [[4, 6, 6, 4], [6, 9, 9, 6], [4, 6, 6, 4]]
