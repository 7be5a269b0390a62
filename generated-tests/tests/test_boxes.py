# SPDX-License-Identifier: MIT
"""Boxes, transfers and images that are written and read: cases worked out by hand."""

import numpy as np
import pytest

from imagespec.boxes import Box, addresses, from_bytes, grid, put, take, to_bytes
from imagespec.conversion import read_colours, write_channels
from imagespec.formats import FORMATS, IMAGE_TYPES
from suites import boxes, read_write, rectangles, written
from suites.images import extents_of, make_image
from testgen.model import Case


def test_grid_has_x_last():
    """5.3.3: a row is followed by the next row, a slice by the next slice."""
    image = grid(np.arange(24), (4, 3, 2))
    assert image.shape == (2, 3, 4)
    assert image[1, 2, 3] == 23 and image[1, 0, 0] == 12 and image[0, 1, 0] == 4


def test_box_of_a_volume():
    image = grid(np.arange(24), (4, 3, 2))
    assert take(image, Box((1, 0, 1), (2, 2, 1))).tolist() == [13, 14, 17, 18]
    assert take(image, Box((3, 2, 0), (1, 1, 2))).tolist() == [11, 23]


def test_box_keeps_channels():
    image = grid(np.arange(12).reshape(6, 2), (3, 2))
    assert take(image, Box((1, 1), (2, 1))).tolist() == [[8, 9], [10, 11]]


def test_put_changes_the_box_only():
    image = grid(np.arange(6), (3, 2))
    changed = put(image, Box((1, 0), (2, 2)), np.array([90, 91, 92, 93]))
    assert changed.tolist() == [[0, 90, 91], [3, 92, 93]]
    assert image.tolist() == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize(
    "first, second, shared",
    [
        (((0, 0), (2, 2)), ((1, 1), (2, 2)), True),
        (((0, 0), (2, 2)), ((2, 0), (2, 2)), False),
        (((0, 0), (2, 2)), ((0, 2), (2, 2)), False),
        (((0, 0), (4, 1)), ((3, 0), (1, 9)), True),
        (((1, 1), (1, 1)), ((1, 1), (1, 1)), True),
    ],
)
def test_overlap(first, second, shared):
    """5.3.3 forbids copies whose regions share a texel."""
    assert Box(*first).overlaps(Box(*second)) == Box(*second).overlaps(Box(*first)) == shared


def test_surroundings_end_at_the_image():
    assert Box((0, 2), (2, 1)).surroundings((4, 3)) == Box((0, 1), (3, 2))
    assert Box((1, 1), (1, 1)).surroundings((4, 4)) == Box((0, 0), (3, 3))
    assert Box((0,), (5,)).surroundings((5,)) == Box((0,), (5,))


def test_bytes_of_texels():
    """Channels in memory order, each little-endian; packed texels are one number."""
    shorts = np.array([[0x0102, 0x0304]], np.uint16)
    assert to_bytes(FORMATS["RG-UNSIGNED_INT16"], shorts).tolist() == [2, 1, 4, 3]
    assert to_bytes(FORMATS["RGB-UNORM_SHORT_565"], np.array([0xF81F], np.uint16)).tolist() == [
        0x1F,
        0xF8,
    ]
    assert to_bytes(FORMATS["R-FLOAT"], np.array([[1.0]], np.float32)).tolist() == [0, 0, 128, 63]
    assert to_bytes(FORMATS["R-SIGNED_INT8"], np.array([[-1]], np.int8)).tolist() == [255]


@pytest.mark.parametrize("name", list(FORMATS))
def test_bytes_there_and_back(name):
    image = make_image("2d", name, "odd")
    back = from_bytes(image.format, to_bytes(image.format, image.texels))
    assert back.dtype == image.texels.dtype and (back == image.texels).all()


@pytest.mark.parametrize("kind", list(IMAGE_TYPES))
@pytest.mark.parametrize("size", boxes.SIZES)
@pytest.mark.parametrize("place", boxes.PLACES)
def test_places_lie_inside(kind, size, place):
    extents = extents_of(IMAGE_TYPES[kind], size)
    box = boxes.box_at(place, extents)
    assert box.within(extents) and min(box.region) > 0
    assert place == "whole" or place == "row" or box.count <= 90


def test_places():
    assert boxes.box_at("first", (7, 5)) == Box((0, 0), (4, 3))
    assert boxes.box_at("last", (7, 5)) == Box((3, 2), (4, 3))
    assert boxes.box_at("inner", (7, 5)) == Box((1, 1), (5, 3))
    assert boxes.box_at("texel", (7, 5)) == Box((6, 4), (1, 1))
    assert boxes.box_at("row", (7, 5)) == Box((0, 2), (7, 1))
    assert boxes.box_at("last", (67, 35, 6)) == Box((58, 30, 4), (9, 5, 2))


@pytest.mark.parametrize(
    "kind, region, pitch, text",
    [
        ("2d", (3, 2), "tight", ""),
        ("2d", (3, 2), "padded", " host_row_pitch 24"),
        ("2d", (3, 2), "unaligned", " host_row_pitch 13"),
        ("1d_array", (3, 2), "unaligned", " host_slice_pitch 13"),
        ("3d", (3, 2, 2), "padded", " host_row_pitch 24 host_slice_pitch 96"),
        ("2d_array", (3, 2, 2), "unaligned", " host_row_pitch 13 host_slice_pitch 27"),
    ],
)
def test_host_pitches(kind, region, pitch, text):
    """Of four-byte texels; 5.3.3: a 1D array's layers are slices, a 2D image has no slice pitch."""
    item = FORMATS["RGBA-UNORM_INT8"]
    assert boxes.host_pitches(IMAGE_TYPES[kind], item, region, pitch) == text


@pytest.mark.parametrize("name", list(FORMATS))
def test_fill_colour_is_stored_as_the_texel(name):
    """5.3.4: the colour is converted as write_image does, and only one texel can come of it."""
    item = FORMATS[name]
    texel = boxes.fill_texel(item, make_image("2d", name, "odd").texels)
    dtype = {"float": np.float32, "int": np.int32, "uint": np.uint32}[item.type.seen]
    stored = write_channels(item, read_colours(item, texel).astype(dtype), False)
    assert (stored.low == stored.high).all()
    assert (read_write.packed(item, stored.low) == texel).all()


def test_fill_avoids_the_other_minus_one():
    texels = np.array([[-128, 5]], np.int8)
    assert boxes.fill_texel(FORMATS["RG-SNORM_INT8"], texels).tolist() == [[-127, 5]]
    assert boxes.fill_texel(FORMATS["RG-SIGNED_INT8"], texels).tolist() == [[-128, 5]]


@pytest.mark.parametrize(
    "name, before, after",
    [
        ("RGBA-UNSIGNED_INT8", [1, 2, 3, 4], [4, 3, 2, 1]),
        ("BGRA-UNSIGNED_INT8", [1, 2, 3, 4], [2, 1, 4, 3]),  # seen as 3 2 1 4, written as 4 1 2 3
        ("R-UNSIGNED_INT8", [9], [1]),  # alpha of R is 1
        ("R-UNORM_INT8", [9], [255]),
        ("A-SIGNED_INT16", [-9], [0]),  # red of A is 0
        ("RA-FLOAT", [0.5, 0.25], [0.25, 0.5]),
        ("INTENSITY-SNORM_INT8", [-7], [-7]),
    ],
)
def test_components_turned(name, before, after):
    item = FORMATS[name]
    result = read_write.turned(item, np.array([before], dtype=item.type.stored), False)
    assert result.low.tolist() == result.high.tolist() == [after]


def test_packed_red_and_blue_swapped():
    item = FORMATS["RGB-UNORM_SHORT_565"]
    texel = np.array([1 << 11 | 50 << 5 | 30], np.uint16)
    result = read_write.turned(item, texel, False)
    assert result.low.tolist() == result.high.tolist() == [[30, 50, 1]]
    assert read_write.packed(item, result.low).tolist() == [30 << 11 | 50 << 5 | 1]
    ten = FORMATS["RGBx-UNORM_INT_101010"]
    assert read_write.packed(ten, np.array([[1, 2, 3]])).tolist() == [1 << 20 | 2 << 10 | 3]


@pytest.mark.parametrize("name", list(FORMATS))
def test_turned_twice_is_certain(name):
    """Neither launch leaves the device a choice, so that both can be expected."""
    image = make_image("2d", name, "odd")
    once = read_write.turned(image.format, read_write.plain(image.format, image.texels[:31]), False)
    twice = read_write.turned(image.format, read_write.packed(image.format, once.low), False)
    assert (once.low == once.high).all() and (twice.low == twice.high).all()


def test_tolerance_of_what_is_read():
    """8.3.1.1: 1.5 ulp, so at most two floats away; 8.3.2 and 8.3.4: exact; 8.3.3: denormals. Zeros
    have their signs."""
    found = {name: written.tolerance(FORMATS[name], False) for name in FORMATS}
    assert found["R-UNORM_INT8"] == found["RGB-UNORM_SHORT_565"] == (
        " tolerance 2 ulp signed_zero"
    )
    assert found["R-HALF_FLOAT"] == " signed_zero" and found["R-SIGNED_INT8"] == ""
    assert found["R-FLOAT"] == " signed_zero flushed"
    assert written.tolerance(FORMATS["R-FLOAT"], True) == " signed_zero"


@pytest.mark.parametrize(
    "box, pitches, found",
    [
        (Box((1, 1, 0), (2, 2, 1)), (4, 16), [5, 6, 9, 10]),
        (Box((0, 0, 1), (1, 3, 2)), (5, 17), [17, 22, 27, 34, 39, 44]),
        (Box((3, 2, 1), (2, 1, 1)), (2, 2), [9, 10]),  # rows may begin behind their pitch
    ],
)
def test_addresses_of_a_rectangle(box, pitches, found):
    """5.2.2: origin[2] * slice_pitch + origin[1] * row_pitch + origin[0], and on from there."""
    assert addresses(box, *pitches).tolist() == found


@pytest.mark.parametrize("shape", list(rectangles.SHAPES))
@pytest.mark.parametrize("place", rectangles.PLACES)
def test_rectangles_lie_in_their_buffers(shape, place):
    for pitch in rectangles.PITCHES:
        case = Case("rectangles", "read", "name", ("read", shape, place, pitch, "tight"))
        scene = rectangles.Scene(case)
        found = addresses(scene.box, *scene.pitches)
        assert len(set(found)) == len(found) == scene.box.count
        assert found.max() < len(scene.memory)


@pytest.mark.parametrize(
    "strict, targets", [(False, {"1d", "2d"}), (True, {"2d", "3d", "2d_array"})]
)
def test_copies_between_types(strict, targets):
    """OpenCL 1.2 lists pairs of types (5.3.3), in which one side is no array and no volume."""
    found = set()
    for kind in ("1d_array", "2d_array", "3d"):
        case = next(c for c in boxes.cases() if c.file == f"{kind}/copy-slice")
        arguments = boxes.build([case], strict).tests[0].lines
        assert f"image_type {kind} " in arguments[0]
        found.add(arguments[1].partition("image_type ")[2].split()[0])
    assert found == targets
