# SPDX-License-Identifier: MIT
"""Where values are wrong, in words."""

import pytest

from runner.explain import places
from runner.results import Result
from runner.status import Status


def contents(wrong, shape, image_type="2d_array", components=1):
    count = components * shape[0] * shape[1] * shape[2]
    return {"shape": shape, "wrong": wrong, "actual": " ".join(["0"] * count), "image": {"type": image_type}}


@pytest.mark.parametrize(
    ("wrong", "shape", "image_type", "components", "words"),
    [
        ("6-11", [2, 3, 2], "2d_array", 1, "only in the last layer; not in the first layer"),
        ("6-17", [2, 3, 3], "3d", 1, "not in the first layer"),
        ("4-5 10-11", [2, 3, 2], "2d_array", 1, "only in the last row; not in the first row"),
        ("2-5", [2, 3, 1], "2d", 1, "not in the first row"),
        ("1 3 5", [2, 3, 1], "2d", 1, "only in the last column; not in the first column"),
        ("4-7", [2, 2, 1], "1d_array", 2, "only in the last layer; not in the first layer"),
        ("3", [4, 1, 1], "1d", 1, "only in the last column; not in the first column"),
        ("0", [1, 1, 1], "2d", 1, ""),
        ("0-5", [2, 3, 1], "2d", 1, ""),
        ("0 5", [2, 3, 1], "2d", 1, ""),
    ],
)
def test_one_place_that_is_wrong_or_right_is_said(wrong, shape, image_type, components, words):
    assert places.where(contents(wrong, shape, image_type, components)) == set(filter(None, words.split("; ")))


def test_what_is_no_image_has_no_place():
    assert places.where({"shape": [4, 1, 1], "wrong": "3", "actual": "0 0 0 0"}) == set() == places.where({})


def result(*first, **argument):
    told = [{"at": at, "expected": expected, "actual": actual} for at, expected, actual in first]
    return Result("a.cl::a", Status.FAIL, details={"arguments": [{"index": 0, "wrong": len(told), "first": told, **argument}]})


def test_values_that_are_exchanged():
    sizes = result(("[0]", "7", "5"), ("[1]", "5", "7"))
    assert places.relation([sizes]) == "[0] and [1] are exchanged"
    colours = result(("(0, 0).0", "1", "3"), ("(0, 0).2", "3", "1"), ("(1, 0).0", "4", "6"), ("(1, 0).2", "6", "4"))
    assert places.relation([colours]) == "red and blue are exchanged"
    assert places.relation([result(("[0]", "7", "5"), ("[1]", "5", "6"))]) == ""
    assert places.relation([result(("[0]", "7", "5"))]) == ""
    others = result(("(0, 0).0", "1", "3"), ("(0, 0).2", "3", "1"), ("(1, 0).0", "4", "6"), ("(1, 0).1", "6", "4"))
    assert places.relation([others]) == ""


def test_most_tests_must_say_it():
    last, nothing = result(("(0, 2)", "1", "0"), contents=contents("4-5", [2, 3, 1], "2d")), result(("(0, 0)", "1", "0"))
    assert places.relation([last, last, nothing]) == "only in the last row (in 2)"
    other = result(("(0, 0)", "1", "0"), contents=contents("0", [2, 3, 1], "2d"))
    assert places.relation([last, other, other]) == ""
    assert places.relation([last, nothing, nothing, nothing, nothing]) == ""


def test_tests_without_images_do_not_speak_against_it():
    last, reader = result(("(0, 2)", "1", "0"), contents=contents("4-5", [2, 3, 1], "2d")), result(("[0]", "1", "0"))
    assert places.relation([last, reader, reader]) == "only in the last row (in 1)"


def test_that_the_last_is_wrong_says_more_than_that_the_first_is_right():
    last, middle = (result(("(0, 2)", "1", "0"), contents=contents(wrong, [2, 3, 1], "2d")) for wrong in ("4-5", "2-5"))
    assert places.relation([last] * 9 + [middle]) == "only in the last row (in 9)"
    assert places.relation([last, middle]) == "not in the first row"


def buffer(scalar, shape, wrong, components=1):
    count = components * shape[0]
    return {"scalar": scalar, "shape": shape, "wrong": wrong, "actual": " ".join(["0"] * count)}


def test_the_end_of_rows_and_buffers_is_said():
    floats, chars = buffer("float", [8, 1, 1], "28-31", 4), buffer("uchar", [80, 1, 1], "70-71 79")
    found = [result(("[0]", "1", "0"), contents=one) for one in (floats, chars)]
    assert places.relation(found) == "only in the last 16 bytes of rows and buffers"
    short = result(("[0]", "1", "0"), contents=buffer("char", [8, 1, 1], "0-7"))
    assert places.relation([*found, short]) == "only in the last 16 bytes of rows and buffers (in 2)"
    others = result(("[0]", "1", "0"), contents=buffer("char", [80, 1, 1], "0"))
    assert places.relation([found[0], others, others]) == ""
    image = {**contents("7 15", [8, 2, 1], "2d", 4), "scalar": "char", "wrong": "28-31 60-63"}
    assert places.relation([result(("(7, 0)", "1", "0"), contents=image)]) == "only in the last column"


def test_of_two_layers_the_last_is_not_the_first():
    """Images of two layers say both, so that those of three decide."""
    two, three = (result(("(0)", "1", "0"), contents=contents(wrong, shape)) for wrong, shape in (("6-11", [2, 3, 2]), ("6-17", [2, 3, 3])))
    assert places.relation([two, three]) == "not in the first layer"
    assert places.relation([two, two]) == "only in the last layer"
