# SPDX-License-Identifier: MIT
"""Results are never lost: the results folder, resuming after kill -9, merging shards."""

import collections
import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from runner.gate import merge
from runner import sources
from runner.journal import Journal
from runner.results import Record, Result, ResultsError, load
from runner.status import Status

LONG = os.environ.get("ROOTLE_LONG_TESTS") == "1"
KILLS = 50 if LONG else 12
TESTS = 40 * KILLS


def command_without_json(suite, *arguments):
    return [word for word in suite.command(*arguments) if not word.startswith("--json")]


def start(suite, *arguments):
    return subprocess.Popen(
        command_without_json(suite, *arguments),
        cwd=suite.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def lines_of(folder):
    """The tests of a journal's results, in order."""
    with open(folder / "results.jsonl", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    return [record["test"] for record in records if "test" in record]


def wait_for_result(path):
    """Returns when a test's result was added to a journal."""
    start = path.stat().st_size if path.exists() else 0
    deadline = time.monotonic() + 60
    while not path.exists() or b'"status"' not in path.read_bytes()[start:]:
        assert time.monotonic() < deadline, f"nothing is written to {path}"
        time.sleep(0.002)


def test_folder_says_how_it_was_run_and_what_came_of_it(suite):
    suite.file("a.cl", "one passes", "two fails", "three skips")
    suite.run("--results=kept", "--seed=7", "--device=big")
    record = load(suite.folder / "kept")
    assert record.run["driver"] == "system" and record.run["seed"] == 7
    assert record.device["name"] == "--device big --seed 7"
    assert record.plan == ["a.cl::one", "a.cl::two", "a.cl::three"]
    assert record.results["a.cl::two"].attempts == ["fail", "fail"]
    assert record.end["complete"] is True and not record.missing()
    summary = json.loads((suite.folder / "kept" / "summary.json").read_text())
    assert summary["counts"] == {"pass": 1, "skip": 1, "fail": 1}
    assert summary["failures"] == ["a.cl::two"]
    assert (summary["total"], summary["missing"], summary["complete"]) == (3, 0, True)
    assert summary["device"] == record.device


def test_folder_and_document_agree(suite):
    suite.file("a.cl", "one passes", "two fails", "three aborts", "four flips")
    run = suite.run("--results=kept")
    assert load(suite.folder / "kept").results == load(suite.folder / "results.json").results
    assert set(run.results) == set(load(suite.folder / "kept").results)


@pytest.mark.parametrize("command", ["a file in the way", "a disk without room"])
def test_folder_that_cannot_be_written_is_said_before_anything_runs(suite, command):
    suite.file("a.cl", "one leaves_a_mark")
    words = command_without_json(suite, "--results=kept", str(suite.folder / "tests"))
    if command == "a file in the way":
        (suite.folder / "kept").write_text("")
    else:  # no file may grow beyond 100 blocks
        words = ["bash", "-c", 'ulimit -f 100; exec "$@"', "bash", *words]
    done = subprocess.run(words, cwd=suite.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "kept" in done.stderr
    assert "a.cl" not in done.stdout


@pytest.mark.parametrize("option", ["--json", "--junit", "--tap", "--csv"])
def test_file_that_cannot_be_written_is_said_before_anything_runs(suite, option):
    suite.file("a.cl", "one leaves_a_mark")
    (suite.folder / "in-the-way").touch()
    words = [*command_without_json(suite, "tests"), f"{option}=in-the-way/file"]
    done = subprocess.run(words, cwd=suite.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "results cannot be written to in-the-way/file: " in done.stderr
    assert not list((suite.folder / "tests").glob("*.one"))


def test_disk_that_fills_up_ends_the_run_which_can_go_on_later(suite):
    """What was written before stays."""
    for number in range(4):
        suite.file(f"{number}.cl", *(f"t{test} fails_at_length" for test in range(100)))
    words = command_without_json(suite, "--results=kept", "--retries=0", "-j1", "tests")
    limited = ["bash", "-c", 'ulimit -f 2000; exec "$@"', "bash", *words]
    done = subprocess.run(limited, cwd=suite.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "results cannot be written to kept/results.jsonl: File too large" in done.stderr
    before = load(suite.folder / "kept").results
    assert 0 < len(before) < 400
    resumed = [*words[:1], f"--resume={suite.folder / 'kept'}"]
    done = subprocess.run(resumed, cwd=suite.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert list(load(suite.folder / "kept").results)[: len(before)] == list(before)
    assert len(load(suite.folder / "kept").results) == 400


def test_killed_at_any_moment_and_resumed_loses_and_doubles_nothing(suite):
    """What was in the journal stays, every test ends with one verdict, and no test that had its
    result is run again."""
    choice = random.Random(1)
    for part in range(8):
        tests = range(part * TESTS // 8, (part + 1) * TESTS // 8)
        suite.file(f"{part}.cl", *(f"t{number} takes_its_time" for number in tests))
    folder = suite.folder / "kept"
    journal = folder / "results.jsonl"
    arguments = ["--results=kept", "-j2", "--retries=0", str(suite.folder / "tests")]
    kept: list[str] = []
    for _ in range(KILLS):
        process = start(suite, *arguments)
        if choice.randrange(3):  # while tests run; else while it starts
            wait_for_result(journal)
        time.sleep(choice.uniform(0.0, 0.15))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL, "it had ended already"
        if not journal.exists():
            continue
        if choice.randrange(3) == 0:  # as if the last write had been cut off, too
            journal.write_bytes(journal.read_bytes() + b'{"test": "0.cl::t0", "sta')
        record = load(folder)
        assert list(record.results)[: len(kept)] == kept
        kept = list(record.results)
        if record.run:
            arguments = [f"--resume={folder}"]
    assert 0 < len(kept) < TESTS
    done = start(suite, *arguments)
    output, _ = done.communicate(timeout=60)
    assert done.returncode == 0, output
    counts = collections.Counter(lines_of(folder))
    assert len(counts) == TESTS and set(counts.values()) == {1}
    assert output.endswith(f"{TESTS} passed, 0 failed, 0 skipped\n")
    assert load(folder).end["complete"] is True and not load(folder).missing()


def test_interrupted_run_is_resumed_with_what_failed_before(suite):
    suite.file("a.cl", "bad fails", *(f"t{number} takes_its_time" for number in range(200)))
    process = start(suite, "--results=kept", "-j1", "--retries=0", "-v", "tests")
    while "t20" not in process.stdout.readline():
        continue
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=120)
    assert process.returncode == 130
    summary = json.loads((suite.folder / "kept" / "summary.json").read_text())
    assert summary["complete"] is False and summary["missing"] > 0
    # From another folder: the run remembers its own.
    done = subprocess.run(
        [*command_without_json(suite)[:1], f"--resume={suite.folder / 'kept'}"],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert done.stdout.endswith("200 passed, 1 failed, 0 skipped\n")
    assert len(lines_of(suite.folder / "kept")) == 201


def test_resume_retries_what_was_not_retried_yet(suite):
    suite.file("a.cl", "one flips", "two passes")
    suite.run("--results=kept", "--retries=0")
    done = start(suite, f"--resume={suite.folder / 'kept'}", "--retries=1")
    output, _ = done.communicate(timeout=120)
    assert done.returncode == 0, output
    assert load(suite.folder / "kept").results["a.cl::one"].status is Status.FLAKY


@pytest.mark.parametrize(
    "more, words",
    [
        (["--driver=pocl"], "another --driver"),
        (["--filter=one"], "another --filter"),
        (["--seed=3"], "another --seed"),
        (["--piglit-compare"], "another --piglit-compare"),
        (["--shard=1/2"], "another --shard"),
    ],
)
def test_run_goes_on_as_it_was_begun(suite, more, words):
    suite.file("a.cl", "one passes")
    suite.run("--results=kept")
    done = start(suite, f"--resume={suite.folder / 'kept'}", *more)
    output, _ = done.communicate(timeout=120)
    assert done.returncode == 2 and f"cannot go on with {words}" in output
    done = start(suite, f"--resume={suite.folder / 'kept'}", "-j1", "--timeout=9", "-v")
    output, _ = done.communicate(timeout=120)
    assert done.returncode == 0, output


def test_run_goes_on_on_the_same_device(suite):
    suite.file("a.cl", "one passes", "two passes")
    suite.run("--results=kept")
    journal = suite.folder / "kept" / "results.jsonl"
    lines = [line for line in journal.read_text().split("\n") if '"a.cl::two", "st' not in line]
    journal.write_text("\n".join(lines).replace('"Mock"', '"Other"'))
    done = start(suite, f"--resume={suite.folder / 'kept'}")
    output, _ = done.communicate(timeout=120)
    assert done.returncode == 2 and "cannot be continued on Mock" in output, output


def test_what_cannot_be_resumed(suite):
    for folder, content in (("nothing", None), ("garbage", "{]\n{}\n")):
        if content is not None:
            (suite.folder / folder).mkdir()
            (suite.folder / folder / "results.jsonl").write_text(content)
        done = start(suite, f"--resume={suite.folder / folder}")
        output, _ = done.communicate(timeout=120)
        assert done.returncode == 2 and folder in output


def test_results_are_not_replaced_unasked(suite):
    suite.file("a.cl", "one fails")
    assert suite.run("--results=kept", "--retries=0").status == 1
    before = (suite.folder / "kept" / "results.jsonl").read_bytes()
    suite.file("a.cl", "one passes")
    run = suite.run("--results=kept")
    assert run.status == 2 and run.stdout == ""
    assert "kept has results already: --overwrite replaces them, --resume kept goes on" in run.stderr
    assert (suite.folder / "kept" / "results.jsonl").read_bytes() == before
    assert suite.run("--results=kept", "--overwrite").status == 0
    assert load(suite.folder / "kept").results["a.cl::one"].status is Status.PASS


def test_two_runs_do_not_share_a_folder(suite):
    """Nothing is doubled, and the second says whom it met."""
    suite.file("a.cl", "t0 passes", "t1 takes_its_time", "last hangs")
    process = start(suite, "--results=kept", "-j1", "-v", "tests")
    while "t1" not in process.stdout.readline():
        continue
    for more in (["--results=kept"], ["--results=kept", "--overwrite"], ["--resume=kept"]):
        words = [*command_without_json(suite)[:1], *more]
        if more[0].startswith("--results"):
            words = command_without_json(suite, *more, "tests")
        second = subprocess.run(words, cwd=suite.folder, capture_output=True, text=True, check=False)
        assert second.returncode == 3, second.stderr
        holder = f"process {process.pid} of {os.uname().nodename}, since 20"
        assert holder in second.stderr and "is writing there" in second.stderr
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert lines_of(suite.folder / "kept") == ["a.cl::t0", "a.cl::t1"]


def test_files_of_failures_are_kept(suite):
    """One copy of each content, which merging takes along."""
    suite.file("a.cl", "one fails", "two passes", "three aborts")
    suite.file("b.cl", "one fails", "two passes", "three aborts")
    suite.file("good.cl", "one passes")
    suite.run("--results=kept", "--retries=0")
    record = load(suite.folder / "kept")
    names = {result.kept_source for result in record.results.values()}
    (name,) = names - {""}
    assert record.results["good.cl::one"].kept_source == ""
    text = (suite.folder / "tests" / "a.cl").read_bytes()
    assert sources.read(suite.folder / "kept", name) == text
    assert [path.name for path in (suite.folder / "kept" / "sources").iterdir()] == [name]
    merge.main([str(suite.folder / "merged"), str(suite.folder / "kept")])
    assert sources.read(suite.folder / "merged", name) == text


def test_shard_that_is_missing_is_said(suite, capsys):
    for number in range(6):
        suite.file(f"{number}.cl", "t passes")
    for part in (1, 2, 3):
        suite.run(f"--shard={part}/3", f"--results=part{part}")
    suite.run("--results=whole")
    suite.run("--shard=1/2", "--results=half")

    def merged(*parts):
        folder = suite.folder / f"merged-{'-'.join(parts)}"
        return merge.main([str(folder), *(str(suite.folder / part) for part in parts)]), folder

    status, folder = merged("part1", "part3")
    assert status == 1 and "shard 2 of 3 is missing" in capsys.readouterr().err
    assert load(folder).end["complete"] is False
    status, folder = merged(folder.name, "part2")
    assert status == 0 and load(folder).end["complete"] is True
    for parts, words in (
        (("part1", "part1", "part2", "part3"), "shard 1 of 3 is there twice"),
        (("part1", "half"), "shards of different runs: of 2, of 3"),
        (("part1", "whole"), "shards of different runs: of 3, whole runs"),
    ):
        with pytest.raises(ResultsError, match=words):
            merged(*parts)


def test_shards_are_disjoint_complete_and_merge_into_the_whole(suite):
    for number in range(7):
        suite.file(f"{number}.cl", *(f"t{test} passes" for test in range(number * 10 + 1)))
    suite.file("bad.cl", "one fails")
    whole = set(suite.run("--results=whole", "--retries=0").results)
    seen = collections.Counter()
    for part in (1, 2, 3):
        run = suite.run(f"--shard={part}/3", f"--results=part{part}", "--retries=0")
        assert len(run.results) >= len(whole) // 3 - 25
        seen.update(list(run.results))
    assert set(seen) == whole and set(seen.values()) == {1}

    parts = [str(suite.folder / f"part{part}") for part in (1, 2, 3)]
    assert merge.main([str(suite.folder / "merged"), *parts]) == 0
    merged = load(suite.folder / "merged")
    other = load(suite.folder / "whole")
    assert {t: r.status for t, r in merged.results.items()} == {
        t: r.status for t, r in other.results.items()
    }
    assert set(merged.plan) == set(other.plan) and merged.end["complete"] is True
    with pytest.raises(ResultsError, match="already"):
        merge.main([str(suite.folder / "merged"), *parts])


def test_merging_keeps_the_worse_and_one_driver():
    good = Record(run={"driver": "d"}, results={"a": Result("a", Status.PASS)})
    bad = Record(run={"driver": "d"}, results={"a": Result("a", Status.CRASH)})
    assert merge.merge([bad, good]).results["a"].status is Status.CRASH
    assert merge.merge([good, bad]).results["a"].status is Status.CRASH
    bad.run["driver"] = "other"
    with pytest.raises(ResultsError, match="d, other"):
        merge.merge([good, bad])


def test_torn_line_is_cut_off_before_more_is_written(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_bytes(b'{"test": "a", "status": "pass"}\n{"test": "b"' + b"x" * 200000)
    journal = Journal(path)
    journal.append(Result("c", Status.PASS).to_json())
    journal.close()
    assert list(load(path).results) == ["a", "c"]


# The program's peak of resident memory, in KiB, on standard output; its exit status as this one's.
MEASURES_ITS_CHILD = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""


def test_memory_stays_small_with_many_results(suite):
    """Results, a tenth of them failures with long messages: 30,000 take under 100 MiB, a third of them under 60."""
    files, most = (60, 100) if LONG else (20, 60)
    for number in range(files):
        deeds = ["fails_at_length" if test % 10 == 0 else "passes" for test in range(500)]
        suite.file(f"{number}.cl", *(f"test-{t} {deed}" for t, deed in enumerate(deeds)))
    words = command_without_json(suite, "--results=kept", "--retries=0", str(suite.folder / "tests"))
    # A child's peak begins with its parent's size when it was made. So a small process makes it, and says its peak.
    measured = subprocess.run([sys.executable, "-c", MEASURES_ITS_CHILD, *words], cwd=suite.folder, capture_output=True, text=True)
    assert measured.returncode == 1, measured.stderr
    assert len(load(suite.folder / "kept").results) == 500 * files
    assert int(measured.stdout) < most * 1024
