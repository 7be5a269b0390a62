# SPDX-License-Identifier: MIT
"""OpenGL's rules: worked cases of the specification's tables and equations."""

import numpy as np
import pytest

from suites.gl import opengl
from imagespec.formats import FORMATS
from suites.gl.opengl import GL_FORMATS, TARGETS
from imagespec.sampling import Image
from suites import EVERY_SUITE, FS_SUITES, GL_SUITES, SUITES, all_cases
from suites.gl.fragments import fragment_program
from suites.gl.texture import GlSampler
from testgen.model import group


def image(target, extents, *values, name="R-FLOAT"):
    item = FORMATS[name]
    stored = np.array(values, dtype=item.type.stored).reshape(-1, item.channels)
    return Image(TARGETS[target], item, extents, stored)


def sampled(found, wrap, kind, *where, normalized=True):
    coordinates = np.zeros((len(where), 4), dtype=np.float32)
    for row, value in enumerate(where):
        coordinates[row, : np.size(value)] = value
    return opengl.sample(found, GlSampler(wrap, kind, normalized), coordinates)


def test_formats_are_those_of_image_units():
    """Table 8.26, less the packed ones, which OpenCL lacks."""
    names = {opengl.qualifier(item) for item in GL_FORMATS}
    assert len(names) == len(GL_FORMATS) == 36
    assert {"rgba8", "r16_snorm", "rg32f", "rgba16f", "r8ui", "rg16i", "rgba16"} <= names
    assert not any(item.type.kind == "snorm" for item in opengl.formats_of(TARGETS["Buffer"]))


@pytest.mark.parametrize(
    "wrap, texels",
    [
        ("clamp_to_edge", [1, 1, 1, 2, 3, 3, 3, 3]),
        ("repeat", [2, 3, 1, 2, 3, 1, 2, 1]),
        ("mirrored_repeat", [2, 1, 1, 2, 3, 3, 2, 3]),
        ("clamp", [0, 0, 1, 2, 3, 0, 0, 0]),
    ],
)
def test_wrap_modes(wrap, texels):
    """Table 8.20, for texels -2 to 4 and 9 of three."""
    found = image("1D", (3,), 1, 2, 3)
    result = sampled(found, wrap, "nearest", *[(i + 0.5) / 3 for i in (-2, -1, 0, 1, 2, 3, 4, 9)])
    assert result.low[:, 0].tolist() == texels == result.high[:, 0].tolist()
    assert not result.others


def test_border_is_opaque_where_there_is_no_alpha():
    """(0, 0, 0, 0) to match the internal format (8.14.2)."""
    red = sampled(image("1D", (1,), 5), "clamp", "nearest", 3.5)
    assert red.low.tolist() == [[0, 0, 0, 1]]
    rgba = sampled(image("1D", (1,), 5, 6, 7, 8, name="RGBA-FLOAT"), "clamp", "nearest", 3.5)
    assert rgba.low.tolist() == [[0, 0, 0, 0]]


def test_layers_are_rounded_in_one_of_two_ways():
    found = image("1DArray", (1, 4), 1, 2, 3, 4)
    result = sampled(found, "repeat", "nearest", (0.5, 0.5), (0.5, 1.25), (0.5, 9.0), (0.5, -3.0))
    rows = np.array([[1, 0, 0, 1], [2, 0, 0, 1], [4, 0, 0, 1], [1, 0, 0, 1]], np.float32)
    assert result.contains(rows).all()
    rows[0, 0] = 2  # floor(0.5 + 0.5)
    assert result.contains(rows).all()
    rows[0, 0] = 3
    assert not result.contains(rows)[0].any()


def test_linear_weights():
    found = image("2DRect", (2, 2), 0, 4, 8, 12)
    result = sampled(found, "clamp_to_edge", "linear", (1, 1), (0.75, 0.5), normalized=False)
    assert result.low[0, 0] < 6 < result.high[0, 0] and result.high[0, 0] - result.low[0, 0] < 0.2
    assert result.low[1, 0] < 1 < result.high[1, 0]
    assert result.low[0, 3] == result.high[0, 3] == 1


def test_faces_of_cubes():
    """Table 8.19, row by row, and the way back."""
    directions = np.array(
        [[2, 0, -1], [-2, 0, -1], [1, 2, 0], [1, -2, 0], [1, 0, 2], [1, 0, -2]], np.float32
    )
    found = opengl.face_coordinates(directions)
    assert found[:, 2].tolist() == [0, 1, 2, 3, 4, 5]
    assert found[:, 0].tolist() == [0.75, 0.25, 0.75, 0.75, 0.75, 0.25]
    assert found[:, 1].tolist() == [0.5] * 6
    for face in range(6):
        there = np.array([opengl.direction(face, 0.25, 0.625)])
        assert opengl.face_coordinates(there).tolist() == [[0.25, 0.625, face]]


def test_loads_outside_are_zero():
    red = opengl.load(image("1D", (2,), 7, 8), np.array([[1], [2], [-1]]))
    assert red.contains(np.array([[8, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 1]], np.float32)).all()
    assert not red.contains(np.array([[8, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 2]], np.float32)).any()
    rgba = opengl.load(image("1D", (1,), 1, 2, 3, 4, name="RGBA-FLOAT"), np.array([[1]]))
    assert rgba.contains(np.zeros((1, 4), np.float32)).all()
    assert not rgba.contains(np.array([[0, 0, 0, 1]], np.float32))[0, 3]


@pytest.mark.parametrize(
    "name, value, low, high",
    [
        ("R-UNORM_INT8", 0.5, 127, 128),
        ("R-UNORM_INT8", 1.0, 255, 255),
        ("R-UNORM_INT8", 2.0, 255, 255),
        ("R-UNORM_INT8", -1.0, 0, 0),
        ("R-SNORM_INT8", -7.0, -127, -127),
        ("R-SNORM_INT16", 0.25, 8191, 8192),
        ("R-SIGNED_INT8", 300, 127, 127),
        ("R-SIGNED_INT8", -300, -128, -128),
        ("R-UNSIGNED_INT16", 70000, 65535, 65535),
        ("R-FLOAT", 0.1, 0.1, 0.1),
    ],
)
def test_stores(name, value, low, high):
    item = FORMATS[name]
    dtype = {"float": np.float32, "int": np.int32, "uint": np.uint32}[item.type.seen]
    stored = opengl.store_channels(item, np.full((1, 4), value, dtype))
    assert stored.low[0, 0] == dtype(low) and stored.high[0, 0] == dtype(high)


def test_halves_are_one_of_two_neighbours():
    value = np.float32(1 + 3 / 4 * 2**-10)
    stored = opengl.store_channels(FORMATS["R-HALF_FLOAT"], np.full((1, 4), value))
    step = np.float16(2**-10)
    allowed = [bool(stored.contains(np.full((1, 1), v, np.float16))[0, 0])
               for v in (np.float16(1) - step, np.float16(1), np.float16(1) + step)]  # fmt: skip
    assert allowed == [False, True, True]


@pytest.mark.parametrize(
    "operation, result",
    [("Add", 2), ("Min", -5), ("Max", 7), ("And", 3), ("Or", -1), ("Xor", -4), ("Exchange", 7)],
)
def test_atomics(operation, result):
    left = opengl.atomic(operation, np.array([-5]), np.array([7]), np.dtype(np.int32))
    assert left.tolist() == [result]


def test_atomics_wrap():
    left = opengl.atomic("Add", np.array([2**32 - 1]), np.array([2]), np.dtype(np.uint32))
    assert left.tolist() == [1]


def test_suites():
    """Enough tests, none twice, each with a value for every axis; none among those of OpenCL."""
    cases = all_cases(GL_SUITES)
    assert len(cases) >= 7000 and len({case.full_name for case in cases}) == len(cases)
    for case in cases:
        assert len(case.values) == len(EVERY_SUITE[case.suite].AXES)
    assert not set(SUITES) & set(GL_SUITES)
    assert all(case.path.endswith(".comp") for case in cases)


@pytest.mark.parametrize("name", FS_SUITES)
def test_fragment_programs_have_the_tests_of_compute_programs(name):
    """Not a line of a test is another one; programs have no work-items."""
    twin = name.replace("fs-", "gl-")
    files, others = (list(group(EVERY_SUITE[family].cases())) for family in (name, twin))
    assert len(files) == len(others) > 0 and files[0][0].path.endswith(".frag")
    for cases, compute in list(zip(files, others, strict=True))[:: len(files) // 8]:
        found = EVERY_SUITE[name].build(cases[:2], False)
        assert found.tests == EVERY_SUITE[twin].build(compute[:2], False).tests
        assert "gl_FragCoord" in found.source or found.tests[0].lines[0] == "global_size: 1"


def test_results_become_colours_and_other_stores_stay():
    compute = (
        "layout(local_size_x = 8) in;\n"
        "layout(std430, binding = 0) writeonly buffer Results { uvec4 results[]; };\n"
        "results[gl_GlobalInvocationID.x] = uvec4(i);"
    )
    assert fragment_program(compute) == "layout(location = 0) out uvec4 result;\nresult = uvec4(i);"
    other = compute.replace("binding = 0", "binding = 1").replace("uvec4 results", "uint results")
    assert "results[uint(gl_FragCoord.x)] = uvec4(i);" in fragment_program(other)
