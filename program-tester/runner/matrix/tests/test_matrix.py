# SPDX-License-Identifier: MIT
"""Columns of results, their checks, and what is told of formats."""

import dataclasses
import json
import subprocess

import pytest
from matrices import columns, described, rule, run

from runner.matrix import column, command, formats, page
from runner.matrix.questions import Question, question_of
from runner.results import ResultsError


@pytest.fixture
def kept(tmp_path):
    folder = tmp_path / "kept"
    for one in columns():
        column.write(folder, one)
    return folder


def test_a_column_has_a_letter_for_each_question():
    one, two, later = columns()
    assert one["formats"] == ["R HALF_FLOAT", "RGBA UNORM_INT8", "int"]
    assert one["cells"] == {"built-in|clz|": "..r", "filter|2d|repeat linear normalized": "rr.", "read|2d|repeat nearest normalized": "rr."}
    assert two["cells"]["filter|2d|repeat linear normalized"] == "wr." and two["cells"]["read|2d|repeat nearest normalized"] == "nr."
    assert two["wrong"] == {"filter|2d|repeat linear normalized": {"R HALF_FLOAT": [2, 2, 0]}}
    assert two["rules"][0]["what"] == "wrong values: alpha is 0" and two["rules"][0]["test"].startswith("read/2d/linear.cl::R-")
    assert later["wrong"] == {} and one["set"] == two["set"] == later["set"]


def test_known_failures_are_wrong_too_and_are_counted_among_those_that_ran():
    made = column.make(run("ppppkpspp"), described(), [])
    assert made["wrong"] == {"read|2d|repeat nearest normalized": {"R HALF_FLOAT": [1, 2, 0]}}


def test_a_version_has_a_file_of_its_own(kept):
    assert sorted(path.name for path in kept.iterdir()) == ["opencl-one-1.0.json", "opencl-two-1.0.json", "opencl-two-2.0.json"]
    assert [one["name"] for one in column.read_all(kept)] == ["one 1.0", "two 1.0", "two 2.0"]
    assert column.read_all(kept) == columns()
    assert json.loads((kept / "opencl-one-1.0.json").read_text())["cells"]["built-in|clz|"] == "2.r"


def test_types_and_modes_with_one_answer_share_a_line(tmp_path):
    """As far as they have all of it in common; a line for each, as a column may have too, says the same."""
    one = columns()[0]
    more = {f"read|{form}|{mode}": letters for form in ("1d", "2d") for mode, letters in (("a", "rr."), ("b", f"r{'rn'[form == '2d']}."), ("c", "rr."))}
    one["cells"] = dict(sorted({**one["cells"], **more}.items()))
    path = column.write(tmp_path, one)
    kept = json.loads(path.read_text())
    assert {"read|1d 2d|a/c", "read|1d|b", "read|2d|b"} <= kept["cells"].keys()
    assert column.read(path) == one
    path.write_text(path.read_text().replace('"read|1d 2d|a/c":"2r."', '"read|1d|a/c":"2r.","read|2d|a":"2r.","read|2d|c":"2r."'))
    assert column.read(path) == one


@pytest.mark.parametrize(("change", "said"), (
    (lambda r: r.results.popitem(), "1 planned test has no result"),
    (lambda r: r.end.update(complete=False), "not complete"),
    (lambda r: r.device.pop("driver_version"), "the device says no driver_version"),
    (lambda r: r.plan.append("read/2d/linear.cl::forged"), "planned"),
    (lambda r: (r.plan.append("read/2d/no.cl::a"), r.results.update({"read/2d/no.cl::a": r.results["integer/clz.cl::int4"]})), "1 tests are not of this"),
))  # fmt: skip
def test_results_that_are_not_whole_are_refused(change, said):
    record = run("ppppppppp")
    column.check(record, described())
    change(record)
    with pytest.raises(ResultsError, match=said):
        column.check(record, described())


def test_counts_and_copies_are_checked(tmp_path):
    record = run("ppppppppf", folder=tmp_path)
    (tmp_path / "summary.json").write_text('{"counts": {"pass": 8, "fail": 1}}')
    column.check(record, described())
    (tmp_path / "summary.json").write_text('{"counts": {"pass": 9}}')
    with pytest.raises(ResultsError, match="the summary counts"):
        column.check(record, described())
    (tmp_path / "summary.json").unlink()
    (tmp_path / "sources").mkdir()
    name = "0" * 64 + ".cl"
    (tmp_path / "sources" / name).write_text("a test")
    record.results["integer/clz.cl::int4"].kept_source = name
    with pytest.raises(ResultsError, match="is not what it is named for"):
        column.check(record, described())


@pytest.mark.parametrize(("old", "new", "said"), (
    ('"wr."', '"2r."', "is told as wrong, and is not"), ('"wr."', '"w"', "more or fewer letters"), ('"wr."', '"99999r"', "letters that say nothing"),
    ('"wr."', '"<b>"', "letters that say nothing"),
    ("|2d|repeat linear", "|2d", "is no operation, types and modes"),
    ("[2,2,0]", "[3,2,0]", "is told as wrong, and is not"), ('"version":2', '"version":1', "version 1"), ('"rules":[', '"rules":7,"x":[', "rules"),
))  # fmt: skip
def test_a_column_that_was_changed_by_hand_is_refused(kept, old, new, said):
    path = kept / "opencl-two-1.0.json"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(ResultsError, match=said):
        column.read_all(kept)


def ask(kept, capsys, *words):
    status = command.main(["--columns", str(kept), "formats", *words])
    return status, capsys.readouterr().out


def test_formats_that_are_right_on_all_are_told(kept, capsys):
    status, told = ask(kept, capsys, "--filter", "linear")
    lines = told.splitlines()
    assert status == 0 and lines[1].split()[:2] == ["RGBA", "UNORM_INT8"] and lines[1].split()[2:] == ["right"] * 3
    assert lines[2].split() == ["R", "HALF_FLOAT", "right", "wrong", "right"] and lines[-1] == "1 of 2 formats are right on all"
    assert ask(kept, capsys, "--filter", "linear", "--drivers", "one,2.0")[1].endswith("2 of 2 formats are right on all\n")
    assert ask(kept, capsys, "--filter", "nearest", "--drivers", "two")[1].endswith("1 of 2 formats are right on all\n")


@pytest.mark.parametrize(("words", "said"), (
    (("--drivers", "three"), "no driver of OpenCL is called 'three': there are one 1.0"), (("--operation", "paint"), "there are built-in, filter, read"),
    (("--type", "9d"), "no column has 'filter' of '9d': there are 2d"),
))  # fmt: skip
def test_words_that_nothing_is_called_are_told(kept, capsys, words, said):
    assert command.main(["--columns", str(kept), "formats", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith("rootle-matrix: ") and said in told


@pytest.mark.parametrize("words", [["check", "three"], ["sample", "three", "--driver", "rootle"]])
def test_columns_that_there_are_not_are_told(kept, capsys, words):
    assert command.main(["--columns", str(kept), *words]) == 2
    assert capsys.readouterr().err == "rootle-matrix: no column is called 'three': there are one 1.0, two 1.0, two 2.0\n"


def test_a_header_is_c(kept, capsys, tmp_path):
    _, text = ask(kept, capsys, "--filter", "linear", "--type", "2d", "--header")
    assert "{CL_RGBA, CL_UNORM_INT8}," in text and "CL_HALF_FLOAT" not in text and "two 1.0" in text
    types = "typedef struct { unsigned order, type; } cl_image_format;\nenum { CL_RGBA = 1, CL_UNORM_INT8 };\n"
    (tmp_path / "a.c").write_text(f"{types}{text}int main(void) {{ return rootle_filter_2d[0].order != 1 || ROOTLE_FILTER_2D_COUNT != 1; }}\n")
    subprocess.run(["cc", "-Wall", "-Werror", "-o", tmp_path / "a", tmp_path / "a.c"], check=True)
    assert subprocess.run([tmp_path / "a"], check=False).returncode == 0


def test_a_header_of_vulkan_names_its_formats():
    one = {**columns()[0], "api": "Vulkan"}
    assert "static const VkFormat rootle_filter[] = {\n    VK_FORMAT_R8_UNORM,\n};" in formats.header([one], {"R8_UNORM": ["r"], "R8_UINT": ["n"]}, "filter", "")


def test_formats_of_opengl_are_internal_formats():
    one = {**columns()[0], "api": "OpenGL"}
    assert "static const GLenum rootle_filter[] = {\n    GL_RG8_SNORM,\n};" in formats.header([one], {"RG8_SNORM": ["r"], "R8": ["w"]}, "filter", "")
    texture = {"target": "2D", "channel order": "RG", "data type": "SNORM_INT8", "wrap": "repeat", "filter mode": "linear", "function": "texture"}
    assert question_of("gl-texture", texture) == Question("filter", "2D", "repeat linear texture", "RG8_SNORM")
    size = {"target": "Buffer", "data type": "RGBA-FLOAT", "function": "imageSize"}
    assert question_of("gl-size", size) == Question("query", "Buffer", "imageSize", "RGBA32F")
    atomic = {"target": "3D", "data type": "UNSIGNED_INT32", "operation": "Add"}
    assert question_of("gl-atomic", atomic) == Question("atomics", "3D", "Add", "R32UI")


def test_a_card_is_the_same_under_another_kernel():
    assert column.plain_device("AMD CYPRESS (DRM 2.50.0 / 6.1.0-9-amd64, LLVM 15.0.6)") == "AMD CYPRESS (DRM 2.50.0, LLVM 15.0.6)"
    assert column.plain_device("llvmpipe (LLVM 15.0.6, 256 bits)") == "llvmpipe (LLVM 15.0.6, 256 bits)"


@pytest.mark.parametrize(("driver", "suite"), (("rootle", "generated"), ("mesa-r600", "gl-full"), ("vulkan", "vk-full")))
@pytest.mark.parametrize(("status", "added"), ((0, True), (1, True), (3, False), (130, False)))
def test_one_command_runs_all_tests_and_adds_the_column(monkeypatch, tmp_path, driver, suite, status, added):
    ran, columns_of = [], []
    monkeypatch.setattr(command.subprocess, "run", lambda words, check: (ran.append([*map(str, words)]), subprocess.CompletedProcess(words, status))[1])
    monkeypatch.setattr(command, "add", lambda options: columns_of.append((options.results, options.driver, options.name)) or 0)
    words = ["--columns", str(tmp_path), "run", "--driver", driver, "--name", "it 1.0", "--results", str(tmp_path / "kept"), "-j", "3"]
    assert command.main(words) == (0 if added else 2)
    assert ran[0][1:] == ["--suite", suite, "--driver", driver, "--results", str(tmp_path / "kept"), "--jobs", "3"]
    assert columns_of == ([(tmp_path / "kept", driver, "it 1.0")] if added else [])


def test_questions_are_those_of_users():
    vk = {"target": "2D", "format": "R8_UNORM", "addressing mode": "repeat", "filter mode": "linear", "coordinates": "normalized"}
    assert question_of("vk-sample", vk) == Question("filter", "2D", "repeat linear normalized", "R8_UNORM")
    box = {"image type": "3d", "channel order": "R", "data type": "FLOAT", "operation": "fill-saturating"}
    assert question_of("later-boxes", box) == Question("fill", "3d", "fill-saturating", "R FLOAT")
    assert question_of("objects", {"operation": "x"}) is None


def test_the_columns_that_are_kept_are_sound_and_small():
    files = list(command.KEPT.glob("*.json"))
    assert len(column.read_all(command.KEPT)) == len(files) >= 5
    assert sum(file.stat().st_size for file in files) < len(files) * 105_000, "ten drivers have at most 1 MB"


def test_a_page_replaces_only_a_page(kept, tmp_path):
    page.write(tmp_path / "site", column.read_all(kept))
    page.write(tmp_path / "site", column.read_all(kept))
    assert json.loads((tmp_path / "site" / "matrix.json").read_text())["columns"] == page.in_order(column.read_all(kept))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").touch()
    with pytest.raises(ResultsError, match="left alone"):
        page.write(tmp_path / "mine", [])


def test_a_rule_that_closes_the_script_is_text(tmp_path):
    bad = dataclasses.replace(rule("integer/clz.cl::int4"), relation="</script><b>")
    page.write(tmp_path / "site", [column.make(run("ppppppppf"), described(), [bad])])
    assert "</script" not in (tmp_path / "site" / "data.js").read_text()
