# SPDX-License-Identifier: MIT
"""run-tests explain on results of generated tests that a driver with known faults would leave."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from runner.commands import run_command
from runner.expectations import read_list
from runner.explain import axes, globs, statements, symptoms, written
from runner.explain.generator import Generator
from runner.explain.rules import Learner, Space, bits_of
from runner.results import Result, ResultsError
from runner.status import Status

ROOT = Path(__file__).resolve().parents[4]
GENERATOR = ROOT / "generated-tests" / "generate"


@pytest.fixture(scope="module")
def tests():
    """Descriptions of all tests of two families."""
    with Generator(GENERATOR) as generator:
        return axes.from_table(generator.ask({"axes": ["write", "attributes"]})).descriptions


@pytest.fixture
def starts(monkeypatch):
    """The words of each process that is started."""
    found = []

    class Counted(subprocess.Popen):
        def __init__(self, *words, **options):
            found.append(words)
            super().__init__(*words, **options)

    monkeypatch.setattr(subprocess, "Popen", Counted)
    return found


def wrong(at, expected, actual, ulp=None):
    first = [{"at": at, "expected": expected, "actual": actual, "ulp": ulp}]
    argument = {"index": 0, "values": 4, "wrong": 1, "first": first}
    return {"message": "argument 0: 1 of 4 values differ", "details": {"arguments": [argument]}}


def write_results(folder, verdicts):
    """A journal with a record of each test; what is not a dictionary of a failure passed."""
    folder.mkdir()
    lines = [{"run": {"driver": "faulty", "start": "2026-01-01T00:00:00Z"}}, {"device": {"name": "D", "platform": "P"}}]
    for test, failure in verdicts.items():
        lines.append({"test": test, "seconds": 0, "status": "pass"} | ({"status": "fail"} | failure if failure else {}))
    (folder / "results.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def faulty(tests):
    """Alpha is lost where RG images are written, and attributes of 1D images of one texel are refused."""
    verdicts = {}
    for test, about in tests.items():
        verdicts[test] = None
        if about["family"] == "write" and about["channel order"] == "RG":
            verdicts[test] = wrong("(0, 0).3", "1", "0")
        if about["family"] == "attributes" and about["image type"] == "1d" and about["size"] == "one":
            verdicts[test] = {"message": f"a.cl:{len(verdicts)}:7: clCreateImage failed: CL_INVALID_VALUE"}
    return verdicts


def test_axes_are_of_the_tests_that_are_asked_for():
    test = "write/2d/write_imagef.cl::R-SNORM_INT8/exact/odd"
    with Generator(GENERATOR) as generator:
        found = axes.load(generator, [test, "write/2d/write_imagef.cl::none of the generator's", "mine.cl::first"])
    assert list(found.descriptions) == [test] and found.sections["write"] == "OpenCL 1.2, 6.12.14.4 and 8.3"


def test_axes_have_names(tests):
    assert tests["write/2d/write_imagef.cl::R-SNORM_INT8/exact/odd"] == {
        "family": "write", "image type": "2d", "channel order": "R", "data type": "SNORM_INT8",
        "data kind": "SNORM_INT", "colours": "exact", "size": "odd", "kernel": "writes",
    }  # fmt: skip


def test_two_faults_are_found(tests, tmp_path, capsys):
    folder = write_results(tmp_path / "results", faulty(tests))
    assert run_command("explain", [str(folder)]) == 0
    text = capsys.readouterr().out
    assert "2 rules" in text.partition("\n")[0]
    assert "wrong values: alpha is 0 instead of 1\n   where family is write; channel order is RG: all " in text
    assert "CL_INVALID_VALUE, from clCreateImage\n   where " in text
    assert "OpenCL 1.2, 6.12.14.5\n   for example attributes/1d/" in text
    count = sum(failure is not None for failure in faulty(tests).values())
    assert text.startswith(f"{count} of {len(tests)} tests that ran failed")


def test_lines_of_an_expectation_list_cover_just_the_failures(tests, tmp_path):
    verdicts = faulty(tests)
    listed = tmp_path / "faulty-fails.txt"
    run_command("explain", [str(write_results(tmp_path / "results", verdicts)), f"--expectations={listed}"])
    entries = read_list(listed)
    for test, failure in verdicts.items():
        found = [entry for entry in entries if entry.matches(test)]
        assert bool(found) == (failure is not None) or all(entry.partly for entry in found), test
    assert len(entries) < 30


def test_a_report_has_the_smallest_test(tests, tmp_path):
    report, document = tmp_path / "report.md", tmp_path / "rules.json"
    folder = write_results(tmp_path / "results", faulty(tests))
    run_command("explain", [str(folder), f"--markdown={report}", f"--json={document}"])
    rules = json.loads(document.read_text())
    text = report.read_text()
    assert "- Driver: `faulty`" in text and "## 2. " in text
    for rule in rules:
        assert rule["smallest"] in rule["tests"] and f"`{rule['smallest']}`" in text
        assert "/one" in rule["smallest"], "the smallest size that fails"


def test_a_report_reads_no_file_but_the_copies(tmp_path):
    """Results may come from anybody; they name the copy of a test's file."""
    (tmp_path / "secret.cl").write_text("a secret")
    failure = wrong("[0]", "0", "1") | {"kept_source": "../../secret.cl"}
    report = tmp_path / "report.md"
    folder = write_results(tmp_path / "results", {"mine/a.cl::one": failure})
    (folder / "sources").mkdir()
    assert run_command("explain", [str(folder), f"--markdown={report}"]) == 0
    assert "mine/a.cl::one" in report.read_text() and "a secret" not in report.read_text()


def test_a_report_has_of_a_file_the_smallest_test_alone(tmp_path):
    failure = wrong("[0]", "0", "1") | {"kept_source": f"{0:032}.cl"}
    failure["message"] = "expected (a list's (7.4) reason): fail: " + failure["message"]
    report = tmp_path / "report.md"
    folder = write_results(tmp_path / "results", {"mine/a.cl::one": None, "mine/a.cl::two": failure})
    (folder / "sources").mkdir()
    tests = "".join(f"[test]\nname: {name}\nglobal_size: {size} 1 1\n\n" for name, size in (("one", 101), ("two", 102)))
    (folder / "sources" / f"{0:032}.cl").write_text(f"/*!\n[config]\nname: a\n\n{tests}!*/\nkernel void k() {{}}\n")
    assert run_command("explain", [str(folder), f"--markdown={report}"]) == 0
    text = report.read_text()
    assert "name: two\nglobal_size: 102 1 1" in text and "101" not in text and "kernel void k() {}" in text
    assert "list's" not in text and "argument 0: 1 of 4 values differ" in text


def test_what_changed(tests, tmp_path, capsys):
    before = faulty(tests)
    now = {test: failure if "write" in test else None for test, failure in before.items()}
    new = next(test for test in tests if test.startswith("attributes/3d/"))
    now[new] = {"message": "the program was not built: no"}
    folders = [write_results(tmp_path / name, verdicts) for name, verdicts in (("before", before), ("now", now))]
    assert run_command("explain", list(map(str, folders))) == 0
    worse, mended = capsys.readouterr().out.split("mended:")
    assert "1 of " in worse and "the program was not built" in worse and new in worse
    assert "CL_INVALID_VALUE, from clCreateImage" in mended and "alpha" not in mended


def test_nothing_failed(tests, tmp_path, capsys):
    folder = write_results(tmp_path / "results", dict.fromkeys(tests))
    assert run_command("explain", [str(folder)]) == 0
    assert capsys.readouterr().out == f"0 of {len(tests)} tests that ran failed\n"


def test_tests_written_by_hand_are_told_by_what_their_names_say(tmp_path, capsys):
    verdicts = {f"mine/{file}.cl::{order} {data}": None for file in "abc" for order in ("R", "RGBA") for data in ("FLOAT", "SNORM_INT8")}
    verdicts |= {f"mine/d.cl::{what}": wrong("[0]", "0", "-0", 0) for what in ("one", "two", "three")}
    verdicts |= {test: wrong("[0]", "1", "2") for test in verdicts if "::R " in test}
    folder = write_results(tmp_path / "results", verdicts)
    assert run_command("explain", [str(folder)]) == 0
    text = capsys.readouterr().out
    assert "where channel order is R: all 6 such tests" in text
    assert "where file is mine/d.cl: all 3 such tests" in text and "2 rules" in text


@pytest.mark.parametrize(
    ("test", "about"),
    [
        ("image/a.cl::R SIGNED_INT8", {"file": "image/a.cl", "folder": "image", "channel order": "R", "data type": "SIGNED_INT8"}),
        ("a.cl::image1d_array_t", {"file": "a.cl", "image type": "1d_array"}),
        ("x/y/a.cl::2D array, half way", {"file": "x/y/a.cl", "folder": "x/y", "image type": "2d_array"}),
        ("a.cl::Reads", {"file": "a.cl"}),
    ],
)
def test_names_of_tests_written_by_hand(test, about):
    assert written.describe(test) == about


def test_a_wrong_rule_that_gives_the_values_is_named(tmp_path, capsys, starts):
    """Reads at the border of an R image whose alpha is 0, as all of an otherwise right driver."""
    test = "values/read_imagei.cl::R-SIGNED_INT32/0"
    case = subprocess.run([GENERATOR, tmp_path / "tests", "--filter", test], capture_output=True, check=True)
    assert case.stdout
    line = re.search(r"name: R-SIGNED_INT32/0\narg_out: 0 buffer int4\[64\] (.*)", (tmp_path / "tests/values/read_imagei.cl").read_text())
    right = line[1].split()
    actual = ["0" if number % 4 == 3 else value for number, value in enumerate(right)]
    failure = wrong("[0].3", "1", "0")
    failure["details"]["arguments"][0]["contents"] = {
        "scalar": "int", "shape": [64, 1, 1], "expected": " ".join(right), "actual": " ".join(actual), "wrong": "3",
    }  # fmt: skip
    starts.clear()
    run_command("explain", [str(write_results(tmp_path / "results", {test: failure}))])
    assert len(starts) == 1, "the one generator says what the test is about, and which rule it is"
    assert "as if: alpha of orders without alpha is 0 (6.12.14)\n" in capsys.readouterr().out


def test_no_results(tmp_path):
    assert run_command("explain", [str(tmp_path / "none")]) == 2


def result(status=Status.FAIL, **values):
    return Result("t.cl::a", status, **values)


@pytest.mark.parametrize(
    "given, expected",
    [
        (result(Status.CRASH, signal="SIGSEGV"), "ends with SIGSEGV"),
        (result(Status.CRASH, signal="SIGABRT", output="building\nx: a.c:12: f: Assertion `n > 3' failed.\nmore\n"),
         "ends with SIGABRT: x: a.c:N: f: Assertion `n > N' failed."),
        (result(Status.CRASH, signal="SIGSEGV", output="R600: Unsupported instruction: 32  %13 = u2u32 %25\n"),
         "ends with SIGSEGV: R600: Unsupported instruction: N %N = u2u32 %N"),
        (result(Status.CRASH, signal="SIGABRT", output="double free or corruption (!prev)\n"), "ends with SIGABRT: the heap is destroyed"),
        (result(Status.CRASH, signal="SIGABRT", output="free(): invalid next size (fast)\n"), "ends with SIGABRT: the heap is destroyed"),
        (result(Status.CRASH, signal="SIGABRT", output="malloc(): unsorted double linked list corrupted\n"), "ends with SIGABRT: the heap is destroyed"),
        (result(Status.CRASH, signal="SIGABRT", output="corrupted size vs. prev_size\n"), "ends with SIGABRT: the heap is destroyed"),
        (result(Status.TIMEOUT), "does not end"),
        (result(message="a.cl:3:7: clCreateImage failed: CL_INVALID_VALUE"), "CL_INVALID_VALUE"),
        (result(message="a.cl:3:7: clFoo gave CL_SUCCESS, but CL_INVALID_VALUE was expected"),
         "CL_SUCCESS instead of CL_INVALID_VALUE"),
        (result(message="a.cl:3:7: height: expected 0, got 1"), "info: expected N, got N"),
        (result(message="a.cl:3:7: mapped_row_pitch: the call succeeds and stores nothing"), "info: the call succeeds and stores nothing"),
        (result(**wrong("[0]", "1", "2")), symptoms.WRONG_VALUES),
        (result(message="the program was not built: error 12"), "the program was not built: error N"),
        (result(message="the program was not built: error: a/b.cl:3:7 <Spelling=/c/d.h:12:9>: no name 'e'"), "the program was not built: error: no name 'e'"),
        (result(message="the program was not built: error: a/b.cl:3:7: no name 'e'"), "the program was not built: error: no name 'e'"),
        (result(message="X8_D24_UNORM_PACK32 has A without B"), "a format has A without B"),
        (result(message="BC6H_SFLOAT_BLOCK has A without B"), "a format has A without B"),
    ],
)  # fmt: skip
def test_kinds(given, expected):
    assert symptoms.kind_and_words(given) == expected
    assert expected.startswith(symptoms.kind(given))


@pytest.mark.parametrize(
    "values, expected",
    [
        (("[0].3", "1", "0"), "alpha is 0 instead of 1"),
        (("[0].0", "0", "-0", 1), "red is -0 instead of 0"),
        (("[0]", "5", "6"), "6 instead of 5"),
    ],
)
def test_relations(values, expected):
    assert symptoms.relation([result(**wrong(*values))], True) == expected


def test_relations_of_tests_that_differ_in_components():
    some = [result(**wrong(f"[0].{n}", "1", "0.99999994", 1)) for n in range(3)] + [result(**wrong("[0].0", "0.5", "0.50000006", 1))]
    assert symptoms.relation(some, True) == "" and symptoms.loose_relation(some) == "0.99999994 instead of 1 (in 3)"
    apart = [result(**wrong(f"[0].{n}", str(n), str(n + 1e-7), 1)) for n in range(1, 4)]
    assert symptoms.loose_relation(apart) == "off by a few ulp"


def test_relations_of_most():
    some = [result(**wrong("[0].3", "1", "0"))] * 3 + [result(**wrong("[0].1", "1", "7"))]
    assert symptoms.relation(some, True) == "alpha is 0 instead of 1 (in 3)"
    assert symptoms.relation(some[2:], True) in ("alpha is 0 instead of 1 (in 1)", "green is 7 instead of 1 (in 1)")


def test_globs_keep_what_names_share():
    assert globs.common(["a/1d/x.cl::R-INT8", "a/2d/x.cl::R-INT16"]) == "a/*/x.cl::R-INT*"
    names = globs.Names(["a/x.cl::one", "a/x.cl::two", "b/x.cl::one"])
    assert names.has("a/*") and names.has("*::two") and names.has("b/x.cl::one")
    assert not names.has("b/*::two"), "a star reaches over no line end"
    assert not names.has("x.cl::*") and not names.has("c/*")


def test_two_runs_start_the_generator_once(tests, tmp_path, starts):
    before = faulty(tests)
    folders = [write_results(tmp_path / name, verdicts) for name, verdicts in (("before", before), ("now", before))]
    assert run_command("explain", list(map(str, folders))) == 0
    assert len(starts) == 1, starts


def test_a_generator_that_fails_says_why(tmp_path):
    broken = tmp_path / "generate"
    broken.write_text("#!/bin/sh\necho no numpy here >&2\nexit 1\n")
    broken.chmod(0o755)
    with Generator(broken) as generator, pytest.raises(ResultsError, match="no numpy here"):
        axes.load(generator, ["write/a.cl::x"])


def test_violated_statements_are_named(tmp_path, capsys):
    """All maps that invalidate fail here, and one copy."""
    names = axes_of("boxes/2d/map-invalidate.cl", "boxes/2d/copy.cl")
    verdicts = {test: wrong("[0]", "1", "0") if "invalidate" in test else None for test in names}
    verdicts[next(test for test in names if "copy" in test)] = wrong("[0]", "1", "0")
    assert run_command("explain", [str(write_results(tmp_path / "results", verdicts))]) == 0
    text = capsys.readouterr().out.partition("statements of which at least half")[2]
    count = sum("invalidate" in test for test in names)
    assert f"   5.3.6 map-invalidate: all {count} fail\n" in text and "copy-box" not in text


def axes_of(*files):
    command = [GENERATOR, "--list", "--suite", "boxes", *(word for file in files for word in ("--filter", file))]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_the_generator_names_the_tests_of_a_statement():
    with Generator(GENERATOR) as generator:
        for statement, part in ("map-invalidate", "/map-invalidate.cl"), ("unmapped-alpha", "::R"):
            tests = generator.ask({"statement": statement})
            assert len(tests) > 100 and any(part in test for test in tests), statement
        assert generator.ask({"statement": "none"}) is None


def _is_wrong(number, about):
    """Faults of one driver: buffer images, maps of 1D arrays from a later layer on, and their transfers of several layers with pitches."""
    if about["image type"] == "1d_buffer":
        return number % 7 != 0 and not about["data type"].endswith("INT8")
    if about["image type"] != "1d_array":
        return False
    is_pitched = about["pitch"] != "tight" and about["layers"].endswith("ones")
    return is_pitched or about["operation"].startswith("map") and about["layers"].startswith("later")


def test_faults_are_found_where_few_combinations_are_tested():
    """By leaving out one axis after the other alone, the last of the three would be four rules: what matters is left out."""
    with Generator(GENERATOR) as generator:
        boxes = axes.from_table(generator.ask({"axes": ["boxes"]})).descriptions.values()
    tests = [about for about in boxes if about["channel order"] in ("R", "RGBA") and about["operation"] != "refused"]
    wrong = [number for number, about in enumerate(tests) if _is_wrong(number, about)]
    right = set(range(len(tests))).difference(wrong)
    found = [{axis: set(values) for axis, values in item.rule.conditions.items()}
             for item in Learner(Space(tests), bits_of(wrong), bits_of(right)).rules()]  # fmt: skip
    array = {"image type": {"1d_array"}}
    assert len(found) == 3 and found[0]["image type"] == {"1d_buffer"}
    assert {**array, "operation": {"map-read", "map-write", "map-invalidate"}, "layers": {"later one", "later ones"}} in found
    assert {**array, "pitch": {"padded", "unaligned"}, "layers": {"first ones", "later ones"}} in found


def _has_wrong_sign(about):
    """Signs of PoCL 3.1: of the fraction of -0, of zeros of the functions of pi, and of the gamma function at poles."""
    if about["function"] == "lgamma_r":
        return "0 of an int" in about["zero results"]
    if about["function"] in ("cospi", "sinpi", "tanpi"):
        return about["values"] in ("special", "near")
    return about["values"] == "special" and about["function"] == "fract"


def test_an_axis_gives_way_to_one_that_holds_for_more():
    """The largest rule would be that of special values of all five functions, and leave two."""
    with Generator(GENERATOR) as generator:
        every = axes.from_table(generator.ask({"axes": ["ulps"]})).descriptions.values()
    tests = [about for about in every if about["scalar type"] != "half"]
    wrong = [number for number, about in enumerate(tests) if _has_wrong_sign(about)]
    right = set(range(len(tests))).difference(wrong)
    found = Learner(Space(tests), bits_of(wrong), bits_of(right)).rules()
    assert len(found) == 2 and not any(item.exceptions for item in found)
    assert all("lgamma_r" not in item.rule.conditions["function"] or "zero results" in item.rule.conditions for item in found)


def test_the_only_test_of_a_statement_is_no_all():
    def count(failed, ran):
        return statements.Counted("a", "1", "b", failed, ran, []).count

    assert count(1, 1) == "its only test fails" and count(2, 2) == "all 2 fail" and count(1, 2) == "1 of 2 fail"
    assert count(0, 1) == "1 pass" and count(0, 0) == "no test"
