# SPDX-License-Identifier: MIT
"""What follows from the values of a test is what the model says."""

import dataclasses
import math
from collections import Counter

import numpy as np
import pytest

from explain.deviations import DEVIATIONS
from imagespec.formats import format_named
from suites import EVERY_SUITE, boxes, objects, read, samplers, ulps
from testgen import axes, cover, model

HALF_UP = next(deviation for deviation in DEVIATIONS if deviation.name == "layer rounded half up")


def about(case, suite):
    return axes.described(EVERY_SUITE[suite])[case.full_name]


def of_colours(scene, texels):
    """What is read of an image of one float a texel; the sampler and the places are the test's. Orders and data types do not matter to those."""
    image = dataclasses.replace(scene.image, format=format_named("R-FLOAT"), texels=texels.astype(np.float32).reshape(-1, 1))
    return dataclasses.replace(scene, image=image).colours(False)


def some(suite, count):
    return cover.sample(list(suite.cases()), count, 1)


@pytest.mark.parametrize("suite", [read, samplers, EVERY_SUITE["image-program"]], ids=lambda suite: suite.NAME)
def test_the_border_is_seen_where_it_has_a_part_in_the_colours(suite):
    seen = set()
    for case in some(suite, 150):
        scene = suite.scene(case, False)
        if scene.sampler is None or scene.sampler.addressing != "clamp" or scene.where.dtype.kind != "f":
            continue
        red = of_colours(scene, np.ones(math.prod(scene.image.extents)))
        exact = (red.low[:, 0].astype(float) + red.high[:, 0]) / 2
        told = about(case, suite.NAME)["border"]
        assert (told == "unseen") == bool((exact > 0.98).all()), case.full_name
        assert (told == "all that is seen") == bool((exact < 0.02).all()), case.full_name
        seen.add(told)
    assert seen == ({"all that is seen"} if suite is samplers else {"all that is seen", "seen", "unseen"})


def test_layers_are_half_way_where_rounding_matters():
    seen = set()
    for case in some(read, 300):
        scene = read.scene(case, False)
        told = about(case, read.NAME).get("layer coordinate")
        if told is None or scene.sampler is None:
            continue
        count = math.prod(scene.image.extents)
        layer = np.arange(count) * scene.image.extents[-1] // count + 1
        right = of_colours(scene, layer)
        with HALF_UP.applied():
            wrong = of_colours(scene, layer)
        assert (told == "half way") == bool((right.low != wrong.low).any()), case.full_name
        seen.add(told)
    assert seen == {"whole", "between", "half way"}


def test_a_box_that_is_refused_leaves_the_image_along_its_axis():
    for case in some(boxes, 400):
        told = about(case, boxes.NAME).get("beyond")
        image_type, operation, order, data, size, place, pitch = case.values
        assert (told is not None) == (operation == "refused")
        if told:
            scene = boxes.Scene(image_type, f"{order}-{data}", size, place, pitch, False)
            last = len(scene.extents) - 1
            is_layer = scene.image.type.is_array and scene.axis == last
            assert (told == "layer") == is_layer and (told == "column") == (scene.axis == 0)


def _zeros_of(name, x):
    """Of a result of a function of one number, by what 7.5.1 and C99 (F.9) say: the logarithm of the gamma function is 0 at 1 and 2, and its
    sign 0 at poles; a cosine is 0 half way between whole numbers; a whole number's fraction is 0, and the whole part of what lies below 1."""
    is_whole = math.isfinite(x) and x == math.floor(x)
    if name.startswith("lgamma_r"):
        return ({"0"} if x in (1, 2) else set()) | ({"0 of an int"} if is_whole and x <= 0 else set())
    if name == "cospi":
        return {"0"} if math.isfinite(x) and not is_whole and 2 * x == math.floor(2 * x) else set()
    if x == 0:
        return {"-0"} if math.copysign(1, x) < 0 else {"0"}
    return {"0"} if is_whole or 0 < x < 1 or math.isinf(x) and x > 0 else {"-0"} if math.isinf(x) else set()


@pytest.mark.parametrize("name", ["lgamma_r-local", "fract-global", "cospi"])
def test_zeros_are_among_the_results_where_functions_have_them(name):
    seen = set()
    for case in ulps.cases():
        function, scalar, width, values = case.values
        if function == name and width == "4":
            operands = ulps._results(name, scalar, values, 1, True)[0][0]
            zeros = set().union(*(_zeros_of(name, x) for x in operands))
            assert about(case, ulps.NAME)[ulps.ZEROS] == (" and ".join(sorted(zeros)) or "none"), case.full_name
            seen |= zeros or {"none"}
    assert len(seen) > 1


def test_conversions_without_a_mode_are_told_from_families_without_any():
    told = axes.described(EVERY_SUITE["convert"])
    assert told["convert/long-to-float.cl::convert_float"]["rounding"] == "default"
    assert told["convert/long-to-float.cl::convert_float_rte"]["rounding"] == "_rte"


def test_read_write_images_are_in_kernels_that_have_them():
    seen = Counter()
    for name in ("read-write", "fence", "barrier", "half-image", "over", "over-any", "write-read", "image-program"):
        suite = EVERY_SUITE[name]
        for found in model.group(cover.sample(list(suite.cases()), 60, 1)):
            has = "read_write image" in suite.build(found, False).source
            told = {about(case, name).get("access qualifier") == "read_write" for case in found}
            assert told == {has}, found[0].full_name
            seen[has] += 1
    assert min(seen[True], seen[False]) > 20


def test_images_of_objects_are_told_by_their_type_and_size():
    for found in model.group(objects.cases()):
        text = objects.build(found, False)
        for case, test in zip(found, text.tests, strict=True):
            told = about(case, objects.NAME)
            assert f" image_type {told['image type']} " in test.lines[0] and told["size"] in ("odd", "power"), case.full_name


def test_kernels_of_all_families_of_images_are_known():
    """Those of the host, of compilers, and of functions have none."""
    without = {"boxes", "listed", "objects", "rectangles", "qualifiers", "requirements", "mip-transfer", "mip-errors",
               "convert", "integer", "relational", "vectors", "maths", "ulps"}  # fmt: skip
    for name, suite in EVERY_SUITE.items():
        plain = name.removeprefix("depth-").removeprefix("later-")
        told = {about.get("kernel", "") for about in axes.described(suite).values()}
        assert (told == {""}) == (plain in without) or name.startswith(("gl-", "fs-", "vk-")), name
