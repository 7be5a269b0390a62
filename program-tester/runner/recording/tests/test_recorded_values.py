# SPDX-License-Identifier: MIT
"""Values of launches: how far they are apart, what is allowed, and how a test writes them. No device is needed."""

import math
from pathlib import Path
from typing import Any

import numpy
import pytest

from runner.recording.compare import Compared, Comparison, lines_of
from runner.recording.differences import Allowed, Verdict, of_arguments, of_states
from runner.recording.recordings import recording_of
from runner.recording.replaying import RecordError, Replay
from runner.recording.states import Argument, State, StateError
from runner.recording.test_file import FormatError, text_of
from runner.recording.values import ValueType, type_of, ulps


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("float4*", ValueType("float", 4)),
        ("unsigned int*", ValueType("uint")),
        ("const uchar16*", ValueType("uchar", 16)),
        ("half3", ValueType("half", 3)),
        ("struct pixel*", None),
        ("float5*", None),
        ("size_t", None),
    ],
)
def test_types(name, found):
    assert type_of(name) == found


def test_a_vector_of_three_has_the_room_of_four():
    assert ValueType("float", 3).size == 16


@pytest.mark.parametrize(
    ("left", "right", "apart"),
    [(1.0, 1.0, 0), (0.0, -0.0, 1), (math.nan, math.nan, 0), (1.0, 1.0000001, 1), (math.inf, 3e38, math.inf), (math.nan, 1.0, math.inf)],
)
def test_ulps(left, right, apart):
    assert ulps(numpy.array([left], "<f4"), numpy.array([right], "<f4"))[0] == apart


def test_ulps_across_zero():
    smallest = numpy.array([1e-45, -1e-45], "<f4")
    assert list(ulps(smallest[:1], smallest[1:])) == [3]


def buffer(folder: Path, before: bytes, after: bytes, **more: Any) -> Argument:
    """An argument whose contents lie in the folder."""
    names = []
    for contents in (before, after):
        names.append(f"{hash(contents) & (1 << 64) - 1:032x}")
        (folder / names[-1]).write_bytes(contents)
    told = {"form": "buffer", "object": 1, "type": "float*", "name": "out", "size": len(after), "before": names[0], "after": names[1]}
    return Argument(0, {**told, **more}, folder)


def floats(*values: float) -> bytes:
    return numpy.array(values, "<f4").tobytes()


@pytest.mark.parametrize(
    ("right", "verdict"),
    [((1.0, 2.0), Verdict.EXACT), ((1.0000002, 2.0), Verdict.WITHIN), ((1.1, 2.0), Verdict.BEYOND)],
)
def test_verdicts(tmp_path, right, verdict):
    ours, theirs = (buffer(tmp_path, floats(0, 0), floats(*values)) for values in ((1.0, 2.0), right))
    assert of_arguments(ours, theirs, Allowed()).verdict == verdict


def test_whole_numbers_are_exact(tmp_path):
    ours, theirs = (buffer(tmp_path, b"\0" * 8, contents, type="int2*") for contents in (b"\1\0\0\0\2\0\0\0", b"\1\0\0\0\3\0\0\0"))
    found = of_arguments(ours, theirs, Allowed(ulp=100, steps=100))
    assert (found.verdict, found.count, found.place, found.left, found.right) == (Verdict.BEYOND, 1, "[0].1", "2", "3")


IMAGE = {"form": "image", "order": "RGBA", "image_type": 0x10F1, "width": 2, "height": 1, "depth": 0, "array_size": 0, "element": 4}


@pytest.mark.parametrize(("data_type", "verdict"), [("UNORM_INT8", Verdict.WITHIN), ("UNSIGNED_INT8", Verdict.BEYOND)])
def test_steps_are_of_normalized_images(tmp_path, data_type, verdict):
    ours, theirs = (buffer(tmp_path, bytes(8), bytes([0, 0, 0, 0, 9, last, 0, 0]), **IMAGE, data_type=data_type) for last in (5, 6))
    found = of_arguments(ours, theirs, Allowed())
    assert (found.verdict, found.place) == (verdict, "(1, 0, 0).1")


def test_places_of_levels(tmp_path):
    levels = {**IMAGE, "image_type": 0x10F1, "data_type": "UNSIGNED_INT8", "width": 4, "height": 2, "levels": 3}
    ours, theirs = (buffer(tmp_path, bytes(44), bytes([*range(38), last, *range(5)]), **levels) for last in (5, 6))
    found = of_arguments(ours, theirs, Allowed())
    assert (found.place, ours.extents(1), ours.extents(2)) == ("(1, 0, 0) of level 1.2", (2, 1, 1), (1, 1, 1))


def test_the_text_of_a_mipmapped_image_and_its_sampler(tmp_path):
    image = buffer(tmp_path, bytes(12), bytes(12), **IMAGE, data_type="UNSIGNED_INT8", levels=2, flags=4, access=0x11A0)
    sampler = Argument(1, {"form": "sampler", "normalized": 1, "addressing": 0x1131, "filter": 0x1140, "mip_filter": 0x1141, "lod_max": 0x3F800000}, tmp_path)
    text = text_of(state_of(image, sampler), Allowed(), "")
    assert "require_device_extensions: cl_khr_mipmap_image\n" in text and " image_mip_levels 2 " in text
    assert "filter_mode nearest mip_filter_mode linear lod_min 0 lod_max 1\n" in text


def test_zeros_are_told_apart_where_all_must_be_exact(tmp_path):
    ours, theirs = (buffer(tmp_path, floats(1), floats(zero)) for zero in (0.0, -0.0))
    assert of_arguments(ours, theirs, Allowed()).verdict == Verdict.WITHIN
    assert of_arguments(ours, theirs, Allowed(ulp=0)).verdict == Verdict.BEYOND
    assert "arg_out: 0 buffer float[1] -0 signed_zero" in text_of(state_of(theirs), Allowed(ulp=0), "")


def state_of(*arguments: Argument, **more: Any) -> State:
    folder = arguments[0].folder
    (folder / ("a" * 32)).write_bytes(b"kernel void k(global float *out) { out[0] = 1; }")
    told = {"kernel": "k", "source": "a" * 32, "options": "-DX=1 -cl-kernel-arg-info", "dimensions": 2, "global": [4, 2, 1], "error": 0}
    return State(1, {**told, "arguments": [argument.told for argument in arguments], **more}, folder)


def test_a_launch_that_failed_is_not_judged(tmp_path):
    good = state_of(buffer(tmp_path, floats(0), floats(1)))
    bad = state_of(buffer(tmp_path, floats(0), floats(1)), error=-5)
    assert of_states(good, bad, Allowed())[0] == of_states(good, None, Allowed())[0] == Verdict.NOT_RUN


def test_a_test_is_no_larger_than_the_tester_reads(tmp_path, monkeypatch):
    state = state_of(buffer(tmp_path, floats(0, 0), floats(1, 2)))
    size = len(text_of(state, Allowed(), ""))
    monkeypatch.setattr("runner.recording.test_file.MOST_BYTES", size)
    assert len(text_of(state, Allowed(), "")) == size
    monkeypatch.setattr("runner.recording.test_file.MOST_BYTES", size - 1)
    with pytest.raises(FormatError, match=f"{size:,} bytes"):
        text_of(state, Allowed(), "")


def test_the_text_of_a_test(tmp_path):
    text = text_of(state_of(buffer(tmp_path, floats(0, 0, 0), floats(1, 0.1, math.nan))), Allowed(), "a launch")
    assert text.split("!*/")[0].splitlines() == [
        "/*!", "[config]", "name: a launch", "kernel_name: k", "dimensions: 2", "global_size: 4 2", "local_size: NULL",
        "build_options: -DX=1", "", "[test]", "name: recorded", "arg_in: 0 buffer float[3] repeat 0",
        "arg_out: 0 buffer float[3] 1 0.1 nan tolerance 4 ulp",
    ]  # fmt: skip


def test_nans_that_are_given_keep_their_bits(tmp_path):
    text = text_of(state_of(buffer(tmp_path, bytes.fromhex("0100c07f"), floats(1))), Allowed(), "")
    assert "arg_in: 0 buffer uint[1] 2143289345\n" in text


@pytest.mark.parametrize(
    ("more", "said"),
    [({"source": ""}, "not given as source"), ({"arguments": [{"form": "not kept"}]}, "tests cannot give"),
     ({"arguments": [{"form": "bytes", "value": "00" * 12, "type": "struct s"}]}, "a structure of 12 bytes")],
)  # fmt: skip
def test_launches_that_tests_have_no_words_for(tmp_path, more, said):
    with pytest.raises(FormatError, match=said):
        text_of(state_of(buffer(tmp_path, floats(0), floats(1)), **more), Allowed(), "")


def test_an_object_that_is_given_twice_is_one(tmp_path):
    one = buffer(tmp_path, floats(0), floats(1))
    assert "arg_out: 0 buffer float[1] repeat 1" not in (text := text_of(state_of(one, one), Allowed(), ""))
    assert text.count("arg_out: 0 ") == 1 and "\nlaunch: k args 0 0\n" in text


def test_two_parts_of_a_buffer_are_refused(tmp_path):
    parts = (buffer(tmp_path, floats(0), floats(1), object=number, parent=1) for number in (2, 3))
    with pytest.raises(FormatError, match="arguments 0 and 1 are parts of one buffer"):
        text_of(state_of(*parts), Allowed(), "")


def test_an_image_over_a_buffer_has_what_is_there(tmp_path):
    under = buffer(tmp_path, bytes(512), bytes(508) + b"abcd", object=7, type="").told
    told = {**IMAGE, "data_type": "UNSIGNED_INT8", "height": 2, "row_pitch": 256, "slice_pitch": 0, "access": 0x11A1, "object": 8, "under": under}
    text = text_of(state_of(buffer(tmp_path, floats(0), floats(1)), buffer(tmp_path, bytes(16), bytes(16), **told)), Allowed(), "")
    assert "require_device_extensions: cl_khr_image2d_from_buffer\n" in text
    assert "\narg_in: 0 buffer uint[128] repeat 0\narg_out: 0 buffer uint[128] 0 0 " in text
    assert " image_access read_write image_row_pitch 256 image_over 0\nlaunch: k args 1 2\n" in text


def test_what_differed_before_is_not_the_launchs(tmp_path):
    """Memory that nobody wrote has anything in it, which a launch may leave alone."""
    left, right = (buffer(tmp_path, floats(was, 0), floats(was, 2)) for was in (5, 6))
    assert of_arguments(left, right, Allowed()).verdict == Verdict.EXACT
    wrong = buffer(tmp_path, floats(6, 0), floats(7, 2))
    assert of_arguments(left, wrong, Allowed()).count == 1


@pytest.mark.parametrize("name", ["../secret", "", "/etc/passwd", "A" * 32])
def test_contents_have_no_other_names_than_hashes(tmp_path, name):
    with pytest.raises(StateError):
        Argument(0, {"form": "buffer", "before": name}, tmp_path).contents("before")


def test_the_largest_file_is_the_recording(tmp_path, capsys):
    with pytest.raises(RecordError, match="has no recording"):
        recording_of(tmp_path)
    (tmp_path / "process-1.rec").write_bytes(b"123")
    (tmp_path / "process-2.rec").write_bytes(b"1")
    assert recording_of(tmp_path).name == "process-1.rec"
    assert capsys.readouterr().err == f"rootle-record: {tmp_path} has 2 processes; this is of the largest, process-1.rec\n"
    assert recording_of(tmp_path / "process-2.rec").name == "process-2.rec"
    assert not capsys.readouterr().err


def test_lines_are_sorted_in():
    found = Replay()
    for line in ({"records": 5}, {"launch": 1, "kernel": "k"}, {"launched": 1, "seconds": 2.0}, {"record": 3, "problem": "p"}, {"same": 1}):
        found.take(line)
    assert found.launches == {1: {"launch": 1, "kernel": "k", "launched": 1, "seconds": 2.0}}
    assert (found.facts, len(found.problems), found.end) == ({"records": 5}, 1, {"same": 1})


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"state": 1, "error": -5}, "    there, record 30: the launch ended with error -5"),
        (None, "    there, record 28: the kernel 12 is not there"),
    ],
)
def test_why_a_launch_did_not_run(tmp_path, state, said):
    """It is its own error, or what was wrong before it, and nothing that came behind."""
    launch = State(1, {"record": 30, "kernel": "pad"}, tmp_path)
    left, right = Replay(), Replay()
    for line in (state, {"record": 28, "problem": "the kernel 12 is not there"}, {"record": 35, "problem": "writing a state: error -5"}):
        if line:
            right.take(line)
    lines = lines_of(Comparison(left, right, [Compared(launch, Verdict.NOT_RUN, [])]), ("here", "there"))
    at = lines.index("the first launch that did not run on both: launch 1 (record 30), kernel pad")
    assert lines[at + 1 : at + 3] == [said, ""]
