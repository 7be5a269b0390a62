# SPDX-License-Identifier: MIT
"""Results of Piglit's runner: of whole and of interrupted runs, and their names beside ours."""

import bz2
import json

import pytest

from runner.commands import run_command
from runner.inputs import load
from runner.gate.pairing import pair, pair_files
from runner.results import Record, Result
from runner.status import Status

ROOT = "/usr/lib/x86_64-linux-gnu/piglit"
TESTER = f"{ROOT}/bin/cl-program-tester"
# As Piglit has them: names in small letters and without suffix, the file in the command.
TESTS = {
    "program@execute@vector-conversion": {
        "__type__": "TestResult",
        "result": "fail",
        "time": {"start": 1.0, "end": 3.0},
        "command": f"{TESTER} {ROOT}/tests/cl/program/execute/Vector-Conversion.cl",
        "subtests": {"convert float8": "pass", "to int8": "fail", "__type__": "Subtests"},
        "err": "oh",
    },
    "program@execute@builtin@builtin-long-clz-1.0.generated": {
        "result": "pass",
        "command": f"{TESTER} {ROOT}/generated_tests/cl/builtin/int/builtin-long-clz-1.0.generated.cl",
        "subtests": {"clz long1": "pass", "__type__": "Subtests"},
    },
    "program@build@define-gentype": {
        "result": "warn",
        "command": f"{TESTER} {ROOT}/tests/cl/program/build/define-GENTYPE.program_test",
        "subtests": {"__type__": "Subtests"},
    },
    "program@run kernel with max work item sizes": {
        "result": "crash",
        "exception": "gone",
        "command": f"{ROOT}/bin/cl-program-max-work-item-sizes",
    },
}
PIGLIT = {
    "__type__": "TestrunResult",
    "name": "a run",
    "time_elapsed": {"__type__": "TimeAttribute", "start": 10.0, "end": 14.0},
    "tests": TESTS,
}
VERDICTS = {
    "program/execute/Vector-Conversion.cl::convert float8": Status.PASS,
    "program/execute/Vector-Conversion.cl::to int8": Status.FAIL,
    "builtin/int/builtin-long-clz-1.0.generated.cl::clz long1": Status.PASS,
    "program/build/define-GENTYPE.program_test": Status.ERROR,
    "program/run kernel with max work item sizes": Status.CRASH,
}
OURS = {
    "execute/Vector-Conversion.cl::Convert float8": "pass",
    "execute/Vector-Conversion.cl::to  int8": "pass",
    "builtin/int/builtin-long-clz-1.0.generated.cl::clz long1": "pass",
    "build/define-GENTYPE.program_test::build": "pass",
}


def verdicts(record):
    return {test: result.status for test, result in record.results.items()}


def unfinished(folder, parts):
    """A results folder as Piglit has it while it runs; parts are texts of files."""
    (folder / "tests").mkdir()
    document = {name: value for name, value in PIGLIT.items() if name != "tests"}
    del document["time_elapsed"]
    (folder / "metadata.json").write_text(json.dumps(document), encoding="utf-8")
    for number, part in enumerate(parts):
        (folder / "tests" / f"{number}.json").write_text(part, encoding="utf-8")


@pytest.mark.parametrize("name", ["results.json", "results.json.bz2"])
def test_a_whole_run(tmp_path, name):
    data = json.dumps(PIGLIT).encode()
    (tmp_path / name).write_bytes(bz2.compress(data) if name.endswith("bz2") else data)
    for path in (tmp_path, tmp_path / name):
        record = load(path).record
        assert verdicts(record) == VERDICTS
        assert record.run["driver"] == "a run"
        assert record.end == {"complete": True, "seconds": 4}
        assert record.results["program/execute/Vector-Conversion.cl::to int8"].seconds == 1
        assert record.results["program/execute/Vector-Conversion.cl::to int8"].output == "oh"


def test_an_interrupted_run(tmp_path, capsys):
    parts = [json.dumps({name: test}) for name, test in TESTS.items()]
    running = json.dumps({"program@execute@next": {"result": "incomplete", "command": ""}})
    unfinished(tmp_path, [*parts, running, '{"program@execute@torn": {"resu'])
    record = load(tmp_path).record
    assert verdicts(record) == VERDICTS
    assert record.end["complete"] is False
    assert run_command("show", [str(tmp_path)]) == 4
    assert "the run is not complete" in capsys.readouterr().out


def test_what_its_parts_do_not_tell(tmp_path):
    """A test that crashed after its last subtest had passed has not passed."""
    test = {"result": "crash", "command": "", "subtests": {"one": "pass"}}
    unfinished(tmp_path, [json.dumps({"program@x": test})])
    assert verdicts(load(tmp_path).record) == {"program/x::one": Status.PASS, "program/x": Status.CRASH}


@pytest.mark.parametrize("text", ["{", "[]", '{"__type__": 1}', '{"__type__": 1, "tests": [3]}'])
def test_broken(tmp_path, text, capsys):
    (tmp_path / "results.json").write_text(text, encoding="utf-8")
    assert run_command("show", [str(tmp_path)]) == 2
    assert "results.json" in capsys.readouterr().err


def test_a_broken_folder(tmp_path, capsys):
    unfinished(tmp_path, [json.dumps({"x": 3})])
    assert run_command("show", [str(tmp_path)]) == 2
    assert "metadata.json" in capsys.readouterr().err


@pytest.mark.parametrize("theirs_first", [True, False])
def test_against_ours(tmp_path, make_results, capsys, theirs_first):
    (tmp_path / "results.json").write_text(json.dumps(PIGLIT), encoding="utf-8")
    folders = [str(tmp_path), str(make_results("ours", OURS))]
    run_command("compare", folders if theirs_first else folders[::-1])
    printed = capsys.readouterr().out
    change = "fail -> pass" if theirs_first else "pass -> fail"
    assert "4 of 5 names pair with ours" in printed
    assert f"execute/Vector-Conversion.cl::to  int8: {change}" in printed
    change = "error -> pass" if theirs_first else "pass -> error"
    assert f"build/define-GENTYPE.program_test::build: {change}" in printed
    assert ", 2 the same" in printed
    kind = "gone (1)" if theirs_first else "new tests that fail (1)"
    assert f"{kind}:\n    program/run kernel with max work item sizes" in printed


def test_a_verdict_on_a_file_is_one_on_its_tests():
    ours = ["x/a.cl::one", "x/a.cl::two", "x/b.cl::one"]
    theirs = Record(results={"program/a": Result("program/a", Status.SKIP)})
    pairing = pair(theirs, ours)
    assert verdicts(pairing.record) == {"x/a.cl::one": Status.SKIP, "x/a.cl::two": Status.SKIP}
    assert (pairing.paired, pairing.unpaired) == (1, [])


def test_files_of_one_name():
    ours = ["execute/store/a.cl", "execute/load/a.cl", "b.cl", "b.program_test"]
    assert pair_files(["program/execute/load/a", "b.program_test", "b.cl"], ours) == {
        "program/execute/load/a": "execute/load/a.cl",
        "b.program_test": "b.program_test",
        "b.cl": "b.cl",
    }
    assert not pair_files(["program/a"], ours), "either could be meant"
    assert pair_files(["x/b.cl", "y/b.cl"], ["y/b.cl"]) == {"y/b.cl": "y/b.cl"}


def test_tests_of_one_name():
    """Where small letters make two names one, neither is known."""
    theirs = Record(results={"a.cl::x": Result("a.cl::x", Status.PASS)})
    assert pair(theirs, ["a.cl::X", "a.cl::x"]).unpaired == ["a.cl::x"]
