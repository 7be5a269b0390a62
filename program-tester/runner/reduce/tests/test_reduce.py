# SPDX-License-Identifier: MIT
"""run-tests reduce, with drivers that fail where a function of the file says so."""

import dataclasses
import json
import subprocess
import tempfile
from pathlib import Path

import pytest

from runner.places import find_places
from runner.reduce import reduce_command, scene_steps, shapes
from runner.reduce.of_scene import SceneReducer
from runner.reduce.of_text import TextReducer, own_keys
from runner.reduce.sameness import Symptom
from runner.reduce.scenes import Scenes
from runner.reduce.search import Search
from runner.reduce.source_file import blocks, parse
from runner.reduce.trials import Clock
from runner.results import Result, ResultsError
from runner.status import Status

ROOT = Path(__file__).resolve().parents[4]
PLACES = find_places(ROOT)


def wrong(component="3", expected="1", actual="0"):
    first = [{"at": f"[0].{component}", "expected": expected, "actual": actual, "ulp": None}]
    argument = {"index": 0, "values": 4, "wrong": 1, "first": first}
    return Result("a.cl::a", Status.FAIL, message="argument 0: 1 of 4 values differ", details={"arguments": [argument]})


class FaultyDriver:
    """In the place of Trials: a test fails where `fails` says so of its file."""

    def __init__(self, fails):
        self.fails = fails
        self.count = 0

    def run(self, texts, is_enough=None):
        found = []
        for text in texts:
            found.append(wrong() if self.fails(text) else Result("a.cl::a", Status.PASS))
            if is_enough and is_enough(found[-1]):
                break
        self.count += len(found)
        return found


@pytest.fixture(scope="module")
def scenes():
    with Scenes(ROOT / "generated-tests" / "generate", True) as found:
        yield found


# Bytes and numbers of a texel, by OpenCL 3.0, 5.3.1.1.
@pytest.mark.parametrize(
    ("order", "data", "size", "numbers"),
    [
        ("RGBA", "UNORM_INT_101010_2", 4, 1),
        ("RGB", "UNORM_SHORT_565", 2, 1),
        ("sRGBx", "UNORM_INT8", 4, 4),
        ("DEPTH", "UNORM_INT16", 2, 1),
        ("ABGR", "SNORM_INT8", 4, 4),
        ("RA", "HALF_FLOAT", 4, 2),
    ],
)
def test_any_format_has_plainer_ones(order, data, size, numbers):
    picture = {"type": "2d", "order": order, "data": data, "extents": [2, 1], "texels": [1] * (2 * numbers), "row_pitch": 2 * size}
    scene = {"images": [picture], "buffers": [], "steps": []}
    assert (shapes.texel_bytes(picture), shapes.channels(picture)) == (size, numbers)
    plainer = [found["images"][0] for found in scene_steps.plainer_formats(scene)]
    assert {"order": "RGBA", "data": "UNSIGNED_INT8", "row_pitch": 8}.items() <= plainer[0].items()
    assert min(map(shapes.cost, scene_steps.plainer_formats(scene))) < shapes.cost(scene)


def reduced(scenes, test, fails):
    driver = FaultyDriver(fails)
    search = Search(driver, Clock(60), Symptom.of(wrong(), True), True)
    scene = scenes.of_test(test)
    assert fails(scenes.text(scene))
    small = SceneReducer(scenes, search).reduce(scene)
    return small, scenes.text(small, "a title"), driver


def test_a_read_becomes_one_texel(scenes):
    small, text, driver = reduced(
        scenes,
        "read/2d_array/read_imagef-float4/clamp-linear-normalized.cl::R-UNORM_INT8/outside/large",
        lambda text: "image_channel_order R " in text and "arg_out" in text,
    )
    assert shapes.count(small["images"][0]) == 1 and len(small["steps"][0]["where"]) == 1
    assert len(text.splitlines()) <= 20 and driver.count < 200
    assert "arg_out: 0 buffer uint4[1] 0 0 0 1" in text, "the expectation is computed anew"


def test_what_a_fault_needs_stays(scenes):
    """Here a fault of layers with normalized coordinates, which a filter hides."""
    small, text, _ = reduced(
        scenes,
        "read/2d_array/read_imagef-float4/repeat-nearest-normalized.cl::RGBA-FLOAT/edges/odd",
        lambda text: "COORDS_TRUE" in text.upper().replace("NORMALIZED_COORDS TRUE", "COORDS_TRUE") and "_array" in text,
    )
    assert small["images"][0]["type"] == "1d_array" and small["steps"][0]["sampler"][2]
    assert "# OpenCL 1.2, 8.1: the layer" in text


def test_steps_go(scenes):
    test = next(
        name for name in _names("boxes") if name.startswith("boxes/2d/refused.cl::RGBA") and "large" in name
    )
    small, text, _ = reduced(scenes, test, lambda text: "map: " in text and "error CL_INVALID_VALUE" in text)
    assert [step["op"] for step in small["steps"]] == ["read"] and "map: 0 read" in text
    assert shapes.count(small["images"][0]) <= 2


def test_pitches_stay_where_they_are_needed(scenes):
    test = next(name for name in _names("transfer") if name.startswith("transfer/2d/") and name.endswith("large/padded"))
    small, text, _ = reduced(scenes, test, lambda text: "image_row_pitch" in text and "read: 0" in text)
    assert small["images"][0]["row_pitch"] <= 16 and len(small["steps"]) == 1


def test_no_more_is_run_than_needed():
    """What comes behind the first candidate of a batch that fails alike tells nothing."""
    driver = FaultyDriver(lambda text: "b" in text)
    search = Search(driver, Clock(60), Symptom.of(wrong(), True), True)
    assert search.first("abcb", str) == "b" and driver.count == 2
    reference = FaultyDriver(lambda text: text == "b1")
    search = Search(driver, Clock(60), Symptom.of(wrong(), True), True, reference)
    assert search.first(["b1", "c", "a", "b2", "b3"], str) == "b2" and driver.count == 2 + 4 and reference.count == 2
    search = Search(driver, Clock(0), Symptom.of(wrong(), True), True)
    assert search.first("b", str) is None and driver.count == 6


def test_a_copy_within_one_image_names_no_target():
    """As scenes by chance have it: what is missing is image 0, whose axes go away together with the copy's."""
    picture = {"type": "2d_array", "extents": [4, 3, 2], "order": "R", "data": "FLOAT", "texels": [1]}
    step = {"op": "copy", "image": 0, "origin": [0, 0, 0], "region": [1, 1, 1], "to": [2, 1, 1]}
    smaller = list(scene_steps.other_types({"images": [picture], "buffers": [], "steps": [step]}))
    assert [(scene["images"][0]["type"], scene["steps"][0]["to"]) for scene in smaller] == [("1d_array", [2, 1]), ("2d", [2, 1])]


def test_it_is_deterministic(scenes):
    test = next(name for name in _names("read") if "1d/read_imagei-float/clamp-nearest-normalized.cl::RA-" in name)
    first, second = (reduced(scenes, test, lambda text: "CLK_ADDRESS_CLAMP |" in text or "mode clamp " in text)[1] for _ in range(2))
    assert first == second


@pytest.mark.skipif(not PLACES.tester.exists(), reason="needs a build")
def check(tester: Path, text: str) -> str:
    """What the tester says of a file that is wrong; "" where it is right."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".cl") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([tester, "--check", file.name], capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def test_the_result_is_a_right_file(scenes):
    small, text, _ = reduced(
        scenes, "read/3d/read_imagef-float4/repeat-linear-normalized.cl::RGBA-FLOAT/inside/odd", lambda text: "3d" in text
    )
    assert check(PLACES.tester, text) == ""
    assert check(PLACES.tester, text.replace("arg_out", "arg_up")) != ""


def _names(family):
    command = [ROOT / "generated-tests" / "generate", "--list", "--suite", family]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")


# Texts

FILE = """\
// A file.
/*!
[config]
name: sums  # of numbers
clc_version_min: 12
global_size: 4

[test]
name: first
kernel_name: add
arg_out: 0 buffer int[4] 2 4 \\
                         6 9
arg_in:  1 buffer int[4] 1 2 3 4

[test]
name: second
kernel_name: other
arg_out: 0 buffer int[4] repeat 7
!*/

int twice(int x)
{
    return x + x;
}

kernel void other(global int *out)
{
    out[get_global_id(0)] = 7;
}

kernel void add(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int unused = 4;
    out[i] = in[i] + in[i];
}
"""


def reduce_text(fails, is_right=None):
    file = parse(FILE).only("first")
    reference = FaultyDriver(lambda text: not is_right(text)) if is_right else None
    search = Search(FaultyDriver(fails), Clock(60), Symptom.of(wrong(), False), False, reference)
    return TextReducer(search).reduce(own_keys(file)).text()


def test_conditional_parts_go_as_wholes():
    program = "#define A 1\n#ifndef B\n#define B \\\n    2\n#  if A\n#endif\n#endif\nconstant int c = B;\n"
    assert [block.split("\n")[0] for block in blocks(program)] == ["#define A 1", "#ifndef B", "constant int c = B;"]


def test_a_file_has_parts():
    file = parse(FILE)
    assert file.names() == ["first", "second"] and len(file.tests[0]) == 4
    assert "arg_out: 0 buffer int[4] 2 4 " in file.tests[0][2] and file.tests[0][2].endswith("6 9")
    assert parse("kernel void f() {}\n") is None and file.only("third") is None
    assert [block.split("(")[0] for block in blocks(file.program) if "(" in block] == [
        "int twice", "kernel void other", "kernel void add",
    ]  # fmt: skip


def test_rows_keep_what_is_expected_of_them():
    """The fault is in the last row; the others go, with their numbers in every buffer."""
    needed = ("size_t i = get_global_id(0);", "kernel void add(global int *out, global const int *in)", "arg_in", "_name: add")
    text = reduce_text(lambda text: " 9" in text and "in[i] + in[i]" in text, lambda text: all(word in text for word in needed))
    assert "arg_out: 0 buffer int[1] 9" in text and "arg_in:  1 buffer int[1] 4" in text
    assert "other" not in text and "twice" not in text and "unused" not in text


def test_the_reference_keeps_tests_right():
    """Without the kernel's sum the driver would go on to fail, but the test would be wrong."""
    text = reduce_text(lambda text: "arg_out" in text, lambda text: "out[i] = in[i] + in[i];" in text)
    assert "out[i] = in[i] + in[i];" in text


# Sameness


def symptom(**changes):
    return Symptom.of(dataclasses.replace(wrong(), **changes), True)


def test_sameness():
    alpha = Symptom.of(wrong(), True)
    assert alpha.is_shown_by(Symptom.of(wrong(), True)) and str(alpha) == "wrong values: alpha is 0 instead of 1"
    assert not alpha.is_shown_by(Symptom.of(wrong("0"), True)), "another channel"
    assert not alpha.is_shown_by(Symptom.of(wrong(actual="7"), True)), "another value"
    assert not alpha.is_shown_by(None)
    off = Symptom.of(wrong(expected="17", actual="9"), True)
    assert off.is_shown_by(alpha), "numbers of a test may change"
    crash = symptom(status=Status.CRASH, signal="SIGSEGV", details={})
    abort = symptom(status=Status.CRASH, signal="SIGABRT", details={})
    assert crash.is_shown_by(crash) and not crash.is_shown_by(abort) and not crash.is_shown_by(alpha)
    copy = symptom(message="clEnqueueCopyImage failed: CL_INVALID_VALUE", details={})
    fill = symptom(message="clEnqueueFillImage failed: CL_INVALID_VALUE", details={})
    assert copy.is_shown_by(copy) and not copy.is_shown_by(fill)
    assert symptom(status=Status.ERROR) is None and symptom(status=Status.PASS) is None


# The command

BUILD = """\
/*!
[config]
name: a program that does not build
expect_build_fail: true
!*/

kernel void f() { none(); }
"""


def _results_of(folder, driver):
    folder.mkdir()
    lines = [{"run": {"driver": driver, "icd": "/proc/absent/evil.so"}}, {"test": "a.cl::a", "status": "fail", "seconds": 0}]
    (folder / "results.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def test_the_driver_is_that_of_the_results_by_its_name(tmp_path):
    """What a journal says of paths is not loaded: it may come from anybody."""
    options = reduce_command._parse(["a.cl::a", "--results", str(_results_of(tmp_path / "known", "oclgrind"))])
    assert reduce_command._driver_name(options) == "oclgrind"
    options = reduce_command._parse(["a.cl::a", "--results", str(_results_of(tmp_path / "path", "mine"))])
    with pytest.raises(ResultsError, match="where its driver 'mine' is: name it with --driver"):
        reduce_command._driver_name(options)
    options.driver = "pocl"
    assert reduce_command._driver_name(options) == "pocl"
    assert reduce_command._driver_name(reduce_command._parse(["a.cl::a"])) == "rootle"


@pytest.mark.skipif(not PLACES.tester.exists(), reason="needs a build")
@pytest.mark.parametrize("command", ["fuzz", "reduce"])
def test_a_driver_that_is_not_there_is_said(command, tmp_path):
    (tmp_path / "no.icd").write_text("/proc/absent/libno.so\n")
    (tmp_path / "a.cl").write_text(BUILD)
    own = ["--minutes", "1", "--results", tmp_path / "r"] if command == "fuzz" else [f"{tmp_path / 'a.cl'}::build", "--reference", "none"]
    words = [ROOT / "run-tests", command, *own, "--driver", tmp_path / "no.icd"]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    assert done.returncode == 3 and "/proc/absent/libno.so" in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_fuzz_refuses_drivers_of_opengl(tmp_path):
    words = [ROOT / "run-tests", "fuzz", "--minutes", "1", "--results", tmp_path / "r", "--driver", "opengl"]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "opengl is a driver of OpenGL" in done.stderr and not (tmp_path / "r").exists()


@pytest.mark.parametrize(
    "file, suffix", [("a/b.cl", ".cl"), ("b.comp", ".comp"), ("b.vk.comp", ".vk.comp"), ("b.vk.spvasm", ".vk.spvasm"), ("b.program_test", ".cl")]
)
def test_candidates_are_in_the_language_of_the_test(file, suffix):
    assert reduce_command._language(file) == suffix


def test_pages_are_no_tests(tmp_path):
    words = [ROOT / "run-tests", "reduce", ROOT / "README.md"]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "README.md: not a test file, whose name ends in .cl, " in done.stderr
