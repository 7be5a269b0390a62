# SPDX-License-Identifier: MIT
"""Scenes: what generated tests expect, they expect too; what is not defined is refused."""

import dataclasses
import json
import math
import random
import re
from pathlib import Path

import pytest

from imagespec.formats import IMAGE_TYPES
from scenes import chance, of_case, serve
from scenes.model import OPERATIONS, Picture, Scene, SceneError, Step
from scenes.render import render
from explain import specification
from suites import SUITES
from testgen import axes
from explain.statements import STATEMENTS, shown

FAMILIES = ("read", "samplers", "values", "attributes", "boxes")
PICTURE = {"type": "2d", "order": "R", "data": "UNSIGNED_INT8", "extents": [2, 2], "texels": [1, 2, 3, 4]}


def scene(*steps, picture=None, buffers=()):
    return Scene.from_json({"images": [picture or PICTURE], "buffers": list(buffers), "steps": list(steps)})


def some(family, count=40):
    cases = list(SUITES[family].cases())
    random.Random(family).shuffle(cases)
    return cases[:count]


def expected(text):
    """What a file expects, in words."""
    joined = re.sub(r"\\\n\s*", "", text)
    lines = re.findall(r"^(?:arg_out: \d+ buffer|read:|map: \d+ read) .*", joined, re.M)
    return "\n".join(map(written_out, lines))


def written_out(line):
    """A result without `repeat`."""
    match = re.fullmatch(r"(arg_out: 0 buffer \w+4\[(\d+)\]) repeat ([^s]*?)( signed_zero)?", line)
    if match is None:
        return line
    words = match[3].split()
    return f"{match[1]} {' '.join((words * int(match[2]))[: 4 * int(match[2])])}{match[4] or ''}"


@pytest.mark.parametrize("family", ["read", "samplers", "values"])
def test_a_scene_expects_what_its_test_does(family):
    for case in some(family):
        test = SUITES[family].build([case], True).text()
        assert expected(render(of_case.scene_of(case, True), True)) == expected(test), case.full_name


@pytest.mark.parametrize("family", FAMILIES)
def test_scenes_survive_json(family):
    for case in some(family):
        try:
            found = of_case.scene_of(case, False)
        except SceneError:
            continue
        again = Scene.from_json(json.loads(json.dumps(found.to_json())))
        assert render(again, False) == render(found, False)


def test_boxes_are_what_their_tests_read():
    """Numbers of every read of the test's file are in the scene's."""
    for case in some("boxes", 60):
        try:
            text = render(of_case.scene_of(case, True), True)
        except SceneError:
            continue
        test = SUITES["boxes"].build([case], True).text()
        assert text.count("error CL_") == test.count("error CL_"), case.full_name
        assert len(re.findall(r"^(?:read|map|write|fill|copy):", text, re.M)) == len(
            re.findall(r"^(?:read|map|write|fill|copy):", test, re.M)
        ), case.full_name


@pytest.mark.parametrize("step", [
    {"op": "sample", "where": [[float("nan"), 0.0]], "sampler": ["clamp", "nearest", False]},
    {"op": "sample", "where": [[5.0, 0.0]], "sampler": ["none", "nearest", False]},
    {"op": "sample", "where": [[2, 0]], "coordinate": "int"},
    {"op": "sample", "where": [[0.5, 0.5]], "sampler": ["clamp", "linear", False]},
    {"op": "sample", "where": [[0.5, 0.5]], "sampler": ["repeat", "nearest", False]},
    {"op": "store", "where": [[0, 2]], "texels": [1]},
    {"op": "store", "where": [[0, 0], [0, 0]], "texels": [1, 2]},
    {"op": "read", "way": "read", "origin": [0], "region": [1]},
    {"op": "read", "way": "read", "origin": [0, 0], "region": [0, 1]},
    {"op": "query", "queries": ["depth"]},
    {"op": "wish"},
    {"op": "copy", "target": 1, "origin": [0, 0], "region": [1, 1], "to": [0, 0]},
    {"op": "write", "way": "write", "origin": [0, 0], "region": [1, 1], "texels": [256]},
])  # fmt: skip
def test_what_is_not_defined_is_refused(step):
    with pytest.raises(SceneError):
        render(scene(step), True)


def test_steps_follow_each_other():
    text = render(scene(
        {"op": "write", "way": "write", "origin": [1, 0], "region": [1, 2], "texels": [7, 8]},
        {"op": "copy", "origin": [1, 0], "region": [1, 1], "to": [0, 1]},
        {"op": "fill", "origin": [0, 0], "region": [1, 1], "colours": [[300, 0, 0, 0]]},
        {"op": "read", "way": "map read", "origin": [0, 0], "region": [2, 2]},
        {"op": "read", "way": "read", "origin": [1, 1], "region": [2, 1]},
        {"op": "copy", "origin": [0, 0], "region": [2, 1], "to": [0, 0]},
    ), True)  # fmt: skip
    assert "map: 0 read 255 7 7 8\n" in text
    assert "read: 0 origin 1 1 region 2 1 error CL_INVALID_VALUE\n" in text
    assert "copy: 0 region 2 1 to 0 error CL_MEM_COPY_OVERLAP\n" in text


def test_steps_go_to_queues():
    whole = {"op": "read", "way": "read", "origin": [0, 0], "region": [2, 2]}
    text = render(scene({**whole, "queue": 1}, {**whole, "queue": 1}, whole, {"op": "query", "queries": ["width"], "queue": 2}), True)
    lines = [line.partition(":")[0] for line in text.splitlines() if line[:1].islower() and ": " in line]
    assert lines[lines.index("queue") :][:7] == ["queue", "read", "read", "queue", "read", "queue", "launch"]
    with pytest.raises(SceneError):
        render(scene({**whole, "queue": 4}), True)


def test_a_read_in_a_kernel_by_chance_expects_what_it_does_alone():
    step = {"op": "sample", "where": [[0.5, 0.5], [1.5, 1.5]], "sampler": ["clamp", "nearest", False], "given": "kernel"}
    alone = render(scene(step), True)
    for statements in (0, 5):
        mixed = render(scene({**step, "around": 3, "statements": statements}), True)
        assert re.findall(r"arg_out: .*? buffer (.*)", mixed) == re.findall(r"arg_out: .*? buffer (.*)", alone)
        program = mixed.partition("kernel void mixed")[2]
        assert 0 < program.index("const sampler_t texels") < program.index("if (id < count && ")
    with pytest.raises(SceneError):
        render(scene({**step, "around": 3}, {**step, "around": 4}), True)


def test_a_file_says_which_sentence_decides():
    layered = {**PICTURE, "type": "2d_array", "extents": [1, 1, 4]}
    step = {"op": "sample", "where": [[0.5, 0.5, 1.0, 0.0]], "sampler": ["clamp_to_edge", "nearest", True], "literal": True}
    text = render(scene(step, picture=layered), True)
    assert "# OpenCL 1.2, 8.1: the layer of an array is not normalized" in text.partition("[config]")[0]
    assert "(float4)(0.5f, 0.5f, 1.0f, 0.0f)" in text and "arg_out: 0 buffer uint4[1] 2 0 0 1" in text


def test_requests_are_answered_one_a_line():
    requests = [
        {"do": "case", "test": "attributes/1d/read_only.cl::R-SNORM_INT8/one", "strict": True},
        {"do": "case", "test": "no/such.cl::test", "strict": True},
        {"do": "render", "scene": {"images": []}, "strict": True},
        {"do": "nothing"},
        {"do": "render", "scene": []},
    ]
    found = [json.loads(json.dumps(serve.reply(request))) for request in requests]
    sizes = {name for name in (case.full_name for case in SUITES["attributes"].cases())}
    assert ("scene" in found[0]) == (requests[0]["test"] in sizes)
    assert all("error" in answer for answer in found[1:]) and len(found) == len(requests)


_WITH_REASONS = {statement.name for statement in STATEMENTS if statement.why}


def test_every_statement_is_shown_by_a_test_or_says_why_not():
    left = {statement.name for statement in STATEMENTS}
    for suite in SUITES.values():
        for about in {tuple(description.items()) for description in axes.described(suite).values()}:
            left -= {statement.name for statement in shown(dict(about))}
    assert left <= _WITH_REASONS


def test_reasons_stand_where_no_fault_breaks_a_statement():
    assert not _WITH_REASONS & {name for names in specification.known_faults().values() for name in names}


def test_statements_are_those_that_have_a_selector_of_which_all_values_are_there():
    for suite in SUITES.values():
        for about in list(axes.described(suite).values())[::97]:
            by_hand = [
                one.name
                for one in STATEMENTS
                if any(all(about.get(axis, "") in values for axis, values in selector.items()) for selector in one.selectors)
            ]
            assert [one.name for one in shown(about)] == by_hand, about


def test_faults_break_the_statements_of_which_half_of_the_tests_fail():
    tests = ["boxes/2d/fill.cl::" + case.name for case in SUITES["boxes"].cases() if case.path == "boxes/2d/fill.cl"][:4]
    assert len(tests) == 4
    results = {"some": {test: number < 2 for number, test in enumerate(tests)}, "few": {test: test == tests[0] for test in tests}}
    assert specification.broken(results) == {"some": ["fill-box"], "few": []}


def test_faults_of_statements_are_those_that_there_are():
    defined = set(re.findall(r"^FAULT\((\w+)", (Path(__file__).resolve().parents[2] / "driver/base/fault.def").read_text(), re.M))
    known = specification.known_faults()
    assert set(known) <= defined and {name for names in known.values() for name in names} <= {one.name for one in STATEMENTS}


def test_scenes_by_chance_are_of_all_kinds():
    """They have a defined result as a rule, and soon have had every type, step and way."""
    seen, words = set(), set()
    undefined = 0
    for seed in range(120):
        found = chance.best(seed, 2, seen)
        words |= set(chance.values(found))
        try:
            render(found, True)
        except SceneError:
            undefined += 1
    assert undefined < 60
    assert words >= {*IMAGE_TYPES, *OPERATIONS} - {"read", "write", "write-buffer"}
    assert words >= {"wraps", "colour beyond", "several queues", "in a kernel by chance"}
    assert words >= {"map read", "map write", "map invalidate", "samplerless", "host pitches", "transfer pitches"}
    assert len(seen) > 1000 and {len(item) for item in seen} == {2, 3}


def test_what_a_device_lacks_is_left_out():
    lacks = ["2d R UNORM_INT8", "3d"]
    for seed in range(40):
        found = serve.reply({"do": "chance", "seed": seed, "strict": True, "lacks": lacks})
        for picture in found.get("scene", {"images": []})["images"]:
            assert picture["type"] != "3d" and (picture["type"], picture["order"], picture["data"]) != ("2d", "R", "UNORM_INT8")


def test_a_probe_expects_nothing_but_that_it_ends():
    step = Step("probe", where=((math.nan,), (1e30,)), sampler=("repeat", "linear", True))
    picture = Picture("1d", "R", "FLOAT", (2,), (1.0, 2.0))
    text = render(Scene((picture,), (step,)), False)
    assert "arg_out: 0 buffer int[2] repeat 0" in text and "nan 1.00000002e+30" in text
    with pytest.raises(SceneError):
        render(Scene((picture,), (dataclasses.replace(step, sampler=("none", "linear", True)),)), False)


def test_a_filter_of_infinite_texels_is_refused():
    fill = Step("fill", origin=(0,), region=(1,), colours=((math.inf, 0, 0, 0),))
    step = Step("sample", where=((0.5,),), sampler=("clamp", "linear", False))
    picture = Picture("1d", "R", "FLOAT", (2,), (1.0, 2.0))
    with pytest.raises(SceneError, match="finite"):
        render(Scene((picture,), (fill, step)), False)


def test_the_page_of_statements_is_current():
    page = (Path(__file__).resolve().parents[2] / "docs" / "specification.md").read_text(encoding="utf-8")
    assert specification.page() in page, "generated-tests/explain/specification --write"


def test_formats_in_names_are_told():
    """Of families that do not pair orders of channels in samples."""
    for family in ("barrier", "fence", "half-image", "over-any", "requirements"):
        case = next(case for case in SUITES[family].cases() if case.name.startswith("RG-UNSIGNED_INT8/") or family == "half-image")
        about = axes.description(case, SUITES[family].AXES)
        order, data = case.name.partition("/")[0].split("-")
        assert (about["channel order"], about["data type"], about["image type"]) == (order, data, case.file.partition("/")[0])


def test_descriptions_say_what_follows_from_values():
    boxes, listed, later = (axes.described(SUITES[name]) for name in ("boxes", "listed", "later-boxes"))
    assert boxes["boxes/1d_array/read.cl::R-UNORM_INT8/power/inner/padded"]["layers"] == "later ones"
    assert boxes["boxes/1d_array/read.cl::RGBA-UNORM_INT8/odd/first/padded"]["layers"] == "first ones"
    assert boxes["boxes/1d_array/read.cl::R-UNSIGNED_INT16/odd/texel/padded"]["layers"] == "later one"
    assert boxes["boxes/1d_array/read.cl::R-SIGNED_INT16/one/whole/unaligned"]["layers"] == "first one"
    assert all(("layers" in about) == about["image type"].endswith("array") for found in (boxes, listed, later) for about in found.values())
    places = {(about["addressing mode"] == "none", about["place"], about["size"]) for about in axes.described(SUITES["samplers"]).values()}
    assert places == {(True, "inside", "odd"), (False, "outside", "odd")}
    saturations = {about["saturation"] for about in axes.described(SUITES["convert"]).values()}
    assert saturations == {"none", "_sat"}
