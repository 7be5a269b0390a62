# SPDX-License-Identifier: MIT
"""run-tests as a whole, over a mock tester that passes, fails, crashes, hangs, floods,
babbles and forges."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from runner.places import find_places
from runner.results import load

ROOT = Path(__file__).resolve().parents[3]

DEATHS = [
    ("aborts", "crash", "SIGABRT"),
    ("aborts_with_child", "crash", "SIGABRT"),
    ("segfaults", "crash", "SIGSEGV"),
    ("exits", "crash", "exit status 7"),
    ("dies_mid_record", "crash", "exit status 0"),
    ("floods_one_line", "error", "too long"),
]


def test_all_pass(suite):
    suite.file("a.cl", "one passes", "two passes")
    suite.file("deep/er/b.cl", "one passes")
    run = suite.run()
    assert run.status == 0
    assert run.statuses() == {"a.cl::one": "pass", "a.cl::two": "pass", "deep/er/b.cl::one": "pass"}
    assert run.stdout.endswith("3 passed, 0 failed, 0 skipped\n")


def test_failure_is_reported_with_everything_needed_to_see_it_again(suite):
    suite.file("a.cl", "one passes", "it's fails", "third passes")
    run = suite.run()
    assert run.status == 1
    record = run.results["a.cl::it's"]
    assert record["status"] == "fail"
    assert record["output"] == "a word on stderr\n"
    assert "output" not in run.results["a.cl::one"]
    assert record["place"] == "tests/a.cl:1"
    assert "3 of 4 elements differ" in run.stdout
    assert "| a word on stderr" in run.stdout
    assert record["reproduce"] in run.stdout
    assert run.stdout.endswith("2 passed, 1 failed, 0 skipped\n")


def test_no_line_of_a_pipe_stands_there_twice(suite):
    suite.file("a.cl", "one passes", "two fails", "three aborts", "four fails")
    lines = [line for line in suite.run("-j1").stdout.splitlines() if line.startswith(("fail", "crash", "["))]
    assert lines[0] == "[2/4] fail a.cl::two"
    assert len(lines) == len(set(lines)) == 9, "three failures, twice each, and at the end"


def test_quiet(suite):
    suite.file("a.cl", "one passes", "two skips")
    assert suite.run("--quiet").stdout == "1 passed, 0 failed, 1 skipped\n"
    suite.file("b.cl", "three fails")
    (suite.expectations / "system-fails.txt").write_text("a.cl::one # gone\n", encoding="utf-8")
    lines = suite.run("-q").stdout.splitlines()
    assert lines[1] == "fail b.cl::three"
    assert lines[-4].startswith("unexpected-pass a.cl::one")
    assert lines[-2:] == ["1 unexpected pass", "0 passed, 1 failed, 1 skipped"]
    both = suite.run("--quiet", "--verbose")
    assert both.status == 2 and "not allowed with" in both.stderr


def test_colours_are_for_the_asking(suite):
    suite.file("a.cl", "one passes")
    assert "\033" not in suite.run().stdout
    assert "\033[32m1 passed, 0 failed, 0 skipped\033[0m\n" in suite.run("--color=always").stdout


def test_skips_give_their_reasons_and_do_not_fail(suite):
    suite.file("a.cl", "one skips", "two skips", "three passes")
    suite.file("b.cl", "four skips")
    run = suite.run()
    assert run.status == 0
    assert "skipped:\n        3 no images\n" in run.stdout
    assert run.stdout.endswith("1 passed, 0 failed, 3 skipped\n")
    assert run.results["a.cl::one"]["place"] == "tests/a.cl:1"
    assert run.results["b.cl::four"]["message"] == "no images"


@pytest.mark.parametrize("deed, status, words", DEATHS)
@pytest.mark.parametrize("jobs", ["-j1", "-j3"])
def test_death_costs_only_the_culprit(suite, deed, status, words, jobs):
    suite.file("a.cl", "before passes", f"culprit {deed}", "after passes", "last fails")
    suite.file("b.cl", "other passes")
    run = suite.run(jobs)
    assert run.status == (4 if status == "crash" else 1)
    assert run.statuses() == {
        "a.cl::before": "pass",
        "a.cl::culprit": status,
        "a.cl::after": "pass",
        "a.cl::last": "fail",
        "b.cl::other": "pass",
    }
    assert words in run.results["a.cl::culprit"]["message"]


def test_signal_and_last_words_are_kept(suite):
    suite.file("a.cl", "culprit aborts")
    record = suite.run().results["a.cl::culprit"]
    assert record["signal"] == "SIGABRT"
    assert record["output"] == "last words\n"


@pytest.mark.parametrize("deed", ["hangs", "hangs_with_child", "floods_for_ever"])
def test_hang_costs_only_the_culprit(suite, deed):
    suite.file("a.cl", "before passes", f"culprit {deed}", "after passes")
    limit = suite.patience()
    started = time.monotonic()
    run = suite.run(f"--timeout={limit}")
    assert time.monotonic() - started < 20 * limit
    assert run.status == 4
    statuses = {"a.cl::before": "pass", "a.cl::culprit": "timeout", "a.cl::after": "pass"}
    assert run.statuses() == statuses


def test_no_verdict_is_taken_from_what_a_test_prints(suite):
    suite.file(
        "a.cl",
        "liar forges_a_pass",
        "before passes",
        "forger forges_others",
        "after passes",
        "dead forges_a_pass_and_dies",
        "scribbler scribbles_into_the_records",
        "last passes",
    )
    run = suite.run("--retries=0", "-j1")
    assert run.status == 4
    assert run.statuses() == {
        "a.cl::liar": "fail",
        "a.cl::before": "pass",
        "a.cl::forger": "pass",
        "a.cl::after": "pass",
        "a.cl::dead": "crash",
        "a.cl::scribbler": "fail",
        "a.cl::last": "pass",
    }
    # Its output is shown as such, with the test that printed it.
    for name, words in (("liar", '"pass"'), ("forger", '"done"'), ("dead", '"pass"')):
        assert words in run.results[f"a.cl::{name}"]["output"]
    assert "scribble" in run.results["a.cl::scribbler"]["output"]
    for name in ("before", "after", "last"):
        assert "output" not in run.results[f"a.cl::{name}"]


FORGER = (ROOT / "program-tester" / "unit" / "forge.cl").read_text(encoding="utf-8")


@pytest.mark.parametrize("driver", ["rootle", "pocl"])
def test_kernel_that_prints_a_pass_still_fails(driver, tmp_path):
    places = find_places(ROOT)
    for file in (places.tester, places.rootle_icd):
        if not file.exists():
            pytest.skip(f"{file} is not built")
    if driver == "pocl" and not Path("/etc/OpenCL/vendors/pocl.icd").exists():
        pytest.skip("PoCL is not installed")
    path = tmp_path / "forge.cl"
    path.write_text(FORGER.replace("FILE", str(path)))
    command = [ROOT / "run-tests", "--no-build", "--build-dir", places.build, "--driver", driver]
    command += [f"--json={tmp_path}/out.json", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    records = json.loads((tmp_path / "out.json").read_text())["results"]
    assert {record["test"]: record["status"] for record in records} == {
        "forge.cl::liar": "fail",
        "forge.cl::after": "pass",
    }
    assert all('"status":"pass"' in record["output"] for record in records)


def test_output_belongs_to_its_test_among_many(suite):
    """Also when the runner reads what many tests have said at once."""
    for file in range(20):
        deeds = ("fails" if test % 5 == 2 else "passes" for test in range(50))
        suite.file(f"{file}.cl", *(f"t{test} {deed}" for test, deed in enumerate(deeds)))
    run = suite.run("--retries=0", "-j1")
    spoke = {test for test, record in run.results.items() if "output" in record}
    assert spoke == {test for test, record in run.results.items() if record["status"] == "fail"}
    assert len(spoke) == 200


def test_closed_output_costs_nothing(suite):
    suite.file("a.cl", "one closes_its_output", "two passes")
    suite.file("b.cl", "one passes", "two aborts", "three passes")
    run = suite.run("--retries=0", "-j1")
    assert run.statuses() == {
        "a.cl::one": "pass",
        "a.cl::two": "pass",
        "b.cl::one": "pass",
        "b.cl::two": "crash",
        "b.cl::three": "pass",
    }


def test_many_deaths_in_one_file(suite):
    deeds = ["aborts", "segfaults", "exits", "dies_mid_record"] * 5
    suite.file("a.cl", *(f"t{number} {deed}" for number, deed in enumerate(deeds)), "end passes")
    run = suite.run("-j2")
    crashes = {test for test, status in run.statuses().items() if status == "crash"}
    assert len(crashes) == len(deeds)
    assert run.statuses()["a.cl::end"] == "pass"


def test_request_larger_than_a_pipe(suite):
    names = [f"{'long-name-' * 20}{number}" for number in range(2000)]
    suite.file("a.cl", "culprit aborts", *(f"{name} passes" for name in names))
    run = suite.run("-j1")
    assert len(run.results) == 2001
    assert set(run.statuses().values()) == {"crash", "pass"}


def test_time_limit_counts_for_each_test_not_for_the_file(suite):
    """Each takes 0.2 s."""
    limit = suite.patience() + 0.1
    count = int(limit / 0.2) + 2
    suite.file("a.cl", *(f"t{number} slow" for number in range(count)))
    run = suite.run(f"--timeout={limit}")
    assert run.status == 0 and len(run.results) == count


def test_flood_is_kept_to_a_tail(suite):
    suite.file("a.cl", "noisy floods", "after passes")
    run = suite.run()
    assert run.status == 0
    record = run.results["a.cl::noisy"]
    assert len(record["output"]) < 20000 and "left out" in record["output"]


def test_garbage_on_stdout_belongs_to_its_test(suite):
    suite.file("a.cl", "noisy prints_garbage", "after passes")
    run = suite.run()
    assert run.statuses() == {"a.cl::noisy": "pass", "a.cl::after": "pass"}
    assert "printf without end" in run.results["a.cl::noisy"]["output"]
    assert "output" not in run.results["a.cl::after"]


def test_file_without_any_test_is_an_error(suite):
    """What is planned has a result, or the run has failed."""
    suite.file("a.cl", "load passes")
    suite.file("b.cl", "one passes")
    run = suite.run()
    assert run.status == 1
    assert run.statuses() == {"a.cl": "error", "b.cl::one": "pass"}


def test_missing_record_is_an_error(suite):
    suite.file("a.cl", "quiet gives_no_record", "after passes")
    run = suite.run()
    assert run.status == 1
    assert run.statuses() == {"a.cl::quiet": "error", "a.cl::after": "pass"}


@pytest.mark.parametrize("deed, status", [("aborts", "crash"), ("hangs", "timeout")])
def test_file_that_kills_the_tester_when_loaded(suite, deed, status):
    suite.file("a.cl", f"load {deed}", "one passes", "two passes")
    suite.file("b.cl", "other passes")
    run = suite.run("-j1", f"--timeout={suite.patience()}")
    assert run.status == 4
    assert run.statuses() == {"a.cl::one": status, "a.cl::two": status, "b.cl::other": "pass"}


def test_worker_broken_by_an_earlier_test_is_on_record_and_the_rest_runs(suite):
    suite.file("a.cl", "breaker dies_when_asked_next", "next passes")
    suite.file("b.cl", "other passes")
    run = suite.run("-j1")
    assert run.status == 4
    assert run.statuses() == {
        "a.cl::breaker": "pass",
        "a.cl": "crash",
        "a.cl::next": "pass",
        "b.cl::other": "pass",
    }
    assert "between two tests" in run.results["a.cl"]["message"]


def test_crash_at_exit_is_no_pass(suite):
    suite.file("a.cl", "one dies_at_exit")
    run = suite.run()
    assert run.status == 4
    assert run.statuses() == {"a.cl::one": "pass", "a.cl": "crash"}


def test_filters(suite):
    suite.file("image/read.cl", "float-nearest passes", "int[4] passes")
    suite.file("buffer/read.cl", "float-nearest passes")
    for pattern, expected in [
        ("image/*", {"image/read.cl::float-nearest", "image/read.cl::int[4]"}),
        ("int[4]", {"image/read.cl::int[4]"}),
        ("/fl.at/", {"image/read.cl::float-nearest", "buffer/read.cl::float-nearest"}),
        ("buffer/read.cl::*", {"buffer/read.cl::float-nearest"}),
    ]:
        assert set(suite.run(f"--filter={pattern}").results) == expected
    assert suite.run("--filter=none-such").status == 2
    run = suite.run("--filter=image/*", "--filter=imaeg/*")
    assert run.status == 2 and run.stderr == "run-tests: no test matches --filter imaeg/*\n"
    run = suite.run("--exclude=imaeg/*")
    assert run.status == 0 and "note: no test matches --exclude imaeg/*\n" in run.stderr
    assert suite.run("--filter=/(/").status == 2


def test_files_of_one_name_in_two_folders(suite):
    suite.file("x/a.cl", "one passes")
    suite.file("y/a.cl", "one fails")
    folders = [str(suite.folder / "tests" / name) for name in ("x", "y", "x")]
    run = suite.run(paths=folders)
    assert run.statuses() == {"a.cl::one": "pass", f"{folders[1]}/a.cl::one": "fail"}
    assert run.results[f"{folders[1]}/a.cl::one"]["place"] == "tests/y/a.cl:1"


def test_list_of_nothing_is_an_error(suite):
    suite.file("a.cl", "one passes")
    run = suite.run("--list", "--filter=nonesuch")
    assert run.status == 2 and "no test matches" in run.stderr and run.stdout == ""


def test_characters_that_end_lines_elsewhere(suite):
    """A file's name may have them; only a line end is one."""
    name = "a\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\rb.cl"
    suite.file(name, "one passes", "two fails")
    suite.expectations.joinpath("system-fails.txt").write_text("*\\u2028*::two  # a\x0creason\n")
    run = suite.run("--results=kept")
    called = r"a\x0b\x0c\x1c\x1d\x1e\u0085\u2028\u2029\x0db.cl"
    assert run.statuses() == {f"{called}::one": "pass", f"{called}::two": "expected-fail"}
    assert run.status == 0, run.stderr
    assert set(load(suite.folder / "kept").results) == set(run.results)


def test_list_runs_nothing(suite):
    suite.file("a.cl", "one aborts", "two hangs")
    run = suite.run("--list")
    assert run.status == 0
    assert run.stdout == "a.cl::one\na.cl::two\n"


def test_expectations(suite):
    suite.file("a.cl", "known fails", "fixed passes", "never hangs", "new fails")
    name = "system"
    (suite.expectations / f"{name}-fails.txt").write_text(
        "# what is broken\na.cl::known  # its division is wrong\na.cl::fixed  # likewise\n"
    )
    (suite.expectations / f"{name}-skips.txt").write_text("*::never  # hangs the machine\n")
    run = suite.run()
    assert run.status == 1
    assert run.statuses() == {
        "a.cl::known": "expected-fail",
        "a.cl::fixed": "unexpected-pass",
        "a.cl::never": "skip",
        "a.cl::new": "fail",
    }
    end = "\n1 expected failure, 1 unexpected pass\n0 passed, 1 failed, 1 skipped\n"
    assert run.stdout.endswith(end)
    (suite.expectations / f"{name}-fails.txt").write_text("a.cl::known\n")
    run = suite.run()
    assert run.status == 2 and "fails.txt:1" in run.stderr


def test_error_is_never_expected(suite):
    """No test was measured: a list says nothing of that."""
    suite.file("a.cl", "one needs_piglits_numbers", "two gives_no_record", "three fails")
    for kind in ("fails", "flakes"):
        path = suite.expectations / f"system-{kind}.txt"
        path.write_text("*  # nothing works\n")
        run = suite.run("--retries=0")
        assert run.status == 1
        assert [run.statuses()[f"a.cl::{name}"] for name in ("one", "two")] == ["error"] * 2
        path.unlink()


def test_expectations_that_cannot_be_read(suite):
    suite.file("a.cl", "one fails")
    run = suite.run("--expectations=nonesuch")
    assert run.status == 2 and "nonesuch: there is no such folder of expectations" in run.stderr
    for name, data, words in (
        ("system-fail.txt", b"*  # all\n", "system-fail.txt: a list is one of system-fails.txt, "),
        ("system-fails.txt", b"*  # \xff\n", "system-fails.txt: 'utf-8' codec can't decode"),
        ("system-skips.txt", None, "system-skips.txt: "),
    ):
        path = suite.expectations / name
        path.mkdir() if data is None else path.write_bytes(data)
        run = suite.run()
        assert run.status == 2 and words in run.stderr and run.stderr.count("\n") == 1
        path.rmdir() if data is None else path.unlink()


def test_expectations_of_tests_that_do_not_exist_are_said(suite):
    suite.file("a.cl", "one fails", "two passes")
    (suite.expectations / "system-fails.txt").write_text("a.cl::one  # so\na.cl::oen  # so\n")
    (suite.expectations / "system-flakes.txt").write_text("b.cl  # late\n")
    whole = suite.command("--build-dir=build")
    root = suite.folder / "root"
    (root / "program-tester").mkdir(parents=True)
    (root / "program-tester" / "runner").symlink_to(ROOT / "program-tester" / "runner")
    (root / "program-tester" / "tests").symlink_to(suite.folder / "tests")
    (root / "CMakeLists.txt").touch()
    script = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1] + '/program-tester');"
        "from runner import run; run.ROOT = Path(sys.argv[1]);"
        "from runner.cli import main; sys.exit(main(sys.argv[2:]))"
    )
    done = subprocess.run(
        ["/usr/bin/python3", "-c", script, root, *whole[1:]],
        cwd=suite.folder, capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stderr
    notes = [line for line in done.stderr.split("\n") if line]
    assert [note.partition("system-")[2] for note in notes] == [
        "fails.txt:2: a.cl::oen matches no test",
        "flakes.txt:1: b.cl matches no test",
    ]


NO_DEVICE = [
    ("none", "there is no OpenCL device 'none'; there is one called Mock: the card is on fire"),
    ("crashing", "the tester died of SIGABRT while it looked for a device: cannot open the device"),
    ("quitting", "the tester ended with exit status 0 while it looked for a device"),
    ("hanging", "did not end within 10 s, and was killed while it looked for a device"),
]


@pytest.mark.parametrize("device, words", NO_DEVICE)
def test_driver_without_a_device_runs_nothing(suite, device, words):
    """Whatever is expected, and before any test has a verdict."""
    for number in range(4):
        suite.file(f"{number}.cl", "one passes", "two passes")
    (suite.expectations / "system-fails.txt").write_text("*  # nothing works\n")
    run = suite.run(f"--device={device}", "--timeout=0.5", "--results=kept", "-j2")
    assert run.status == 3 and "pass" not in run.stdout and not run.results
    assert run.stderr == f"run-tests: driver system: {words}\n"
    assert not load(suite.folder / "kept").results
    assert suite.run("--results=kept").status == 5  # nothing is in its way


def test_loading_the_driver_takes_no_time_of_a_test(suite):
    limit = suite.patience()
    suite.file("a.cl", "one passes")
    run = suite.run(f"--device=slow-{2 * limit}", f"--timeout={limit}")
    assert run.statuses() == {"a.cl::one": "pass"}


def test_device_is_named_before_any_test(suite):
    suite.file("a.cl", "one fails")
    run = suite.run("--device=big")
    assert run.stdout.startswith("system: Mock / --device big, driver 7\n[1/1] fail a.cl::one")


def test_driver_that_fails_later_is_an_error_of_the_tests(suite):
    """A test may have taken the device away."""
    suite.file("a.cl", "one passes", "two takes_the_device_away", "three passes", "four passes")
    run = suite.run("-j1", "--retries=0")
    assert run.status == 4
    assert run.statuses() == {
        "a.cl::one": "pass",
        "a.cl::two": "crash",
        "a.cl::three": "error",
        "a.cl::four": "error",
    }


@pytest.mark.parametrize("jobs", [1, 4])
def test_worker_whose_driver_is_spoilt_is_replaced(suite, jobs):
    """What comes behind it has its verdicts from fresh processes."""
    suite.file("a.cl", "one passes", "two spoils_the_driver", "three passes", "four fails")
    for number in range(20):
        suite.file(f"b{number:02}.cl", "one passes", "two passes")
    run = suite.run(f"-j{jobs}", "--retries=0")
    assert len(run.results) == 44 and run.status == 1
    assert [test for test, status in run.statuses().items() if status != "pass"] == ["a.cl::four"]
    again = [test for test, record in run.results.items() if "this is of a fresh one" in record.get("output", "")]
    assert len(again) == 1
    assert "had run a.cl::two, clCreateContext failed" in run.results[again[0]]["output"]


def test_no_context_in_a_fresh_process_is_an_error(suite):
    """It is tried in two, and costs no other test."""
    suite.file("a.cl", "one passes", "two never_has_a_context", "three never_has_a_context", "four passes")
    run = suite.run("-j1", "--retries=0")
    assert run.status == 1
    assert run.statuses() == {
        "a.cl::one": "pass",
        "a.cl::two": "error",
        "a.cl::three": "error",
        "a.cl::four": "pass",
    }
    for name in ("two", "three"):
        processes = (suite.folder / "tests" / f"a.cl.{name}").read_text().split()
        # Errors are tried from source, too, and a process that never had a context is not taken for a lost one.
        assert len(processes) == len(set(processes)) and 2 <= len(processes) <= 4


def test_some_of_a_glob_may_fail(suite):
    suite.file("a.cl", "layer-1 fails", "layer-2 passes", "other fails")
    (suite.expectations / "system-fails.txt").write_text("~ a.cl::layer-*  # wrong layers\n")
    run = suite.run()
    assert run.status == 1
    assert run.statuses() == {
        "a.cl::layer-1": "expected-fail",
        "a.cl::layer-2": "pass",
        "a.cl::other": "fail",
    }


@pytest.mark.parametrize(
    "argument", ["--driver=nonesuch", "--jobs=0", "--timeout=-1", "no/such/folder", "--bad"]
)
def test_wrong_usage(suite, argument):
    suite.file("a.cl", "one passes")
    run = suite.run(argument)
    assert run.status == 2
    assert run.stderr


def test_missing_tester_is_said_at_once(suite):
    suite.file("a.cl", "one passes")
    run = suite.run("--tester=/proc/absent/tester")
    assert run.status == 2
    assert "/proc/absent/tester cannot be run" in run.stderr


def test_journal_has_every_result_once(suite):
    suite.file("a.cl", *(f"t{number} passes" for number in range(50)), "bad aborts")
    suite.run("--results=kept", "--retries=0")
    lines = (suite.folder / "kept" / "results.jsonl").read_text().splitlines()
    tests = [json.loads(line).get("test") for line in lines if '"test"' in line]
    assert len(set(tests)) == len(tests) == 51


def test_interrupt_ends_with_a_summary_and_no_process_left(suite):
    suite.file("a.cl", "one passes", "two hangs")
    process = subprocess.Popen(
        suite.command("-v", "-j1", str(suite.folder / "tests")),
        cwd=suite.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout.readline().startswith("system: Mock")
    assert process.stdout.readline().startswith("[1/2] pass a.cl::one")
    workers = children_of(process.pid)
    assert workers
    process.send_signal(signal.SIGINT)
    stdout, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert stdout.endswith("1 passed, 0 failed, 0 skipped\n")
    assert not any(os.path.exists(f"/proc/{worker}") for worker in workers)


def children_of(pid: int) -> list[str]:
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return file.read().split()
