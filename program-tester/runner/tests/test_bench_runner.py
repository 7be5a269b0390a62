# SPDX-License-Identifier: MIT
"""ci/bench-runner: what it measures, and that it compares equal things. The runners are mocks."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from scripts import load_script

SCRIPT = Path(__file__).resolve().parents[3] / "ci" / "bench-runner"

MOCK_PIGLIT = """
import json, sys
folder = __import__("pathlib").Path(sys.argv[3])
folder.mkdir(exist_ok=True)
subtests = {"first test": "pass", "only here": "pass", "__type__": "Subtests"}
tests = {"program@execute@add": {"result": "pass", "subtests": subtests,
         "command": "tester tests/cl/program/execute/add.cl"}}
document = {"name": "mock", "tests": tests, "options": sys.argv[4:]}
(folder / "results.json").write_text(json.dumps(document))
"""


@pytest.fixture(scope="module")
def bench():
    return load_script("bench_runner", SCRIPT)


@pytest.fixture
def contest(bench, tmp_path):
    data = tmp_path / "lib" / "piglit"
    for folder in ("framework", "tests/cl/program/execute", "generated_tests/cl"):
        (data / folder).mkdir(parents=True)
    (data / "tests/cl/program/execute/add.cl").touch()
    (data / "generated_tests/cl/other.cl").touch()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "piglit").write_text(MOCK_PIGLIT)
    options = SimpleNamespace(piglit=tmp_path, tests="execute", exclude=["a", "b"], limit=7)
    driver = SimpleNamespace(environment=dict)
    return bench.Contest(options, bench.find_piglit(tmp_path), driver, tmp_path, tmp_path)


def test_sample_counts_all_processes_and_the_first_alone(bench):
    busy = "x = 0\nfor n in range(3000000): x += n"
    nested = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])"
    sample = bench.timed([sys.executable, "-c", nested], (0,))
    assert sample.processor > 2 * sample.own and sample.seconds > 0


def test_failure_is_told_with_its_words(bench):
    command = [sys.executable, "-c", "import sys; sys.exit('no device')"]
    with pytest.raises(bench.BenchError, match="no device"):
        bench.timed(command, (0,))


def test_same_files_and_common_subtests(contest, bench):
    contest.run_piglit()
    options = json.loads((contest.folder / "piglit" / "results.json").read_text())["options"]
    assert options == ["--overwrite", "--timeout", "7", "-t", "execute", "-x", "a", "-x", "b"]
    contest.choose_files()
    assert [file.name for file in contest.files] == ["add.cl"]
    ours = ("add.cl::First Test", "add.cl::another")
    (contest.folder / "ours").mkdir()
    (contest.folder / "ours" / "results.jsonl").write_text(
        "".join(json.dumps({"test": test, "status": "pass"}) + "\n" for test in ours)
    )
    assert contest.common_tests() == 1


def test_table_compares_with_the_first_row(bench, capsys):
    rows = [("piglit", bench.Sample(10.0, 8.0, 4.0)), ("run-tests", bench.Sample(0.5, 0.4, 0.1))]
    bench.print_contest("2 files", 100, rows)
    *_, piglit, ours = capsys.readouterr().out.splitlines()
    assert piglit.split() == "piglit 10.00 10.0 1.0 8.00 1.0 50.0 % 40000".split()
    assert ours.split() == "run-tests 0.50 200.0 20.0 0.40 20.0 25.0 % 1000".split()


def test_no_piglit(bench, tmp_path):
    with pytest.raises(bench.BenchError, match="not installed"):
        bench.find_piglit(tmp_path)
