# SPDX-License-Identifier: MIT
"""ci/gate on a small repository, whose commits change verdicts in known ways. Building is to copy a
list of deeds; the driver under test is the mock tester's."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from runner.commits import commits as gate
from runner.patterns import Pattern
from runner.results import Record, Result, load
from runner.status import Status

ROOT = Path(__file__).resolve().parents[3]
MOCK = Path(__file__).resolve().parent / "mock_tester.py"


class Repository:
    """A git repository with one file, which says what its tests do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        identity = ["-c", "user.name=A", "-c", "user.email=a@b.example"]
        done = subprocess.run(
            ["git", *identity, *arguments],
            cwd=self.folder,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def commit(self, subject: str, *deeds: str) -> str:
        (self.folder / "deeds").write_text("".join(f"{deed}\n" for deed in deeds))
        self.git("add", "deeds")
        self.git("commit", "--quiet", "-m", subject)
        return self.git("rev-parse", "HEAD")

    def gate(self, *arguments: str) -> subprocess.CompletedProcess:
        words = [
            str(ROOT / "ci" / "gate"),
            *arguments,
            "--build=mkdir -p build/t && touch build/mock.icd && cp deeds build/t/a.cl && ! grep broken deeds",
            "--driver=build/mock.icd",
            "--tests=build/t",
            f"--tester={MOCK}",
            "--retries=0",
        ]
        return subprocess.run(
            words, cwd=self.folder, capture_output=True, text=True, check=False
        )


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "project")


def test_first_commit_that_changed_a_verdict_is_named(repository):
    base = repository.commit("base", "one passes", "two passes", "three fails")
    repository.commit("harmless", "one passes", "two passes", "three fails", "four passes")
    culprit = repository.commit("crash", "one aborts", "two passes", "three fails", "four passes")
    repository.commit("unbuildable", "one broken")
    repository.commit("mend", "one aborts", "two fails", "three passes", "four passes")
    repository.commit("mend more", "one aborts", "two passes", "three passes", "four passes")
    done = repository.gate(f"{base}..HEAD")
    assert done.returncode == 1, done.stderr
    assert f"first bad commit {culprit[:12]} for a.cl::one: pass -> crash" in done.stdout
    assert "a.cl::three: fail -> pass" in done.stdout
    assert "does not build" in done.stdout
    assert done.stdout.count("first bad commit") == 1
    assert "1 regressions, 1 more that were mended" in done.stdout
    assert repository.git("worktree", "list").count("\n") == 0
    kept = load(repository.folder / "build" / "gate" / culprit[:12])
    assert kept.run["commit"] == culprit
    marks = repository.folder / "build" / "gate" / f"{culprit[:12]}-run.log"
    marks.write_text("untouched")
    again = repository.gate(f"{base}..HEAD")  # from what the first gate has kept
    assert again.stdout == done.stdout and marks.read_text() == "untouched"
    other = repository.gate(f"{base}..HEAD", "--filter=two")  # which it had not run so
    assert "0 regressions, 1 more that were mended" in other.stdout
    assert marks.read_text() != "untouched"


def test_last_commit_that_cannot_be_tested_is_no_success(repository):
    base = repository.commit("base", "one passes")
    repository.commit("unbuildable", "one broken")
    done = repository.gate(f"{base}..HEAD")
    assert done.returncode == 3 and "the last commit of the range" in done.stderr


def test_range_without_regressions(repository):
    base = repository.commit("base", "one passes", "two fails")
    repository.commit("new tests", "one passes", "two passes", "three skips")
    done = repository.gate(f"{base}..HEAD")
    assert done.returncode == 0
    assert "0 regressions" in done.stdout


def test_of_many_regressions_ten_are_shown_with_reasons(repository):
    base = repository.commit("base", *(f"t{number:02} passes" for number in range(13)))
    culprit = repository.commit("bad", "t00 aborts", *(f"t{number:02} fails" for number in range(1, 13)))
    done = repository.gate(f"{base}..HEAD")
    assert done.returncode == 1, done.stderr
    shown, _, rest = done.stdout.partition("    ... and 3 more: ")
    assert "    a.cl::t00: pass -> crash\n        the tester died of SIGABRT" in shown
    assert "    a.cl::t01: pass -> fail\n        3 of 4 elements differ\n" in shown
    assert shown.count(" -> ") == 10
    assert re.match(rf"\S*run-tests compare --all \S+{base[:12]} \S+{culprit[:12]}\n", rest)
    assert f"first bad commit {culprit[:12]} for a.cl::t00: pass -> crash, and 12 more\n13 regressions" in rest


def test_each_commit_is_told_with_its_device(repository):
    base = repository.commit("base", "one passes", "two fails")
    done = repository.gate(f"{base}..{base}")
    assert done.stdout.splitlines()[1] == "    7: 1 pass, 1 fail"  # by its version, as the mock has no name


def test_kept_results_are_of_the_same_environment(repository, monkeypatch):
    base = repository.commit("base", "one passes")
    log = repository.folder / "build" / "gate" / f"{base[:12]}-run.log"
    for variables, is_kept in [({}, False), ({}, True), ({"ROOTLE_CHIP": "cedar"}, False), ({"LANG": "C"}, True)]:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("untouched")
        assert repository.gate(f"{base}..{base}").returncode == 0
        assert (log.read_text() == "untouched") is is_kept


def test_nothing_that_builds(repository):
    base = repository.commit("base", "one broken")
    assert repository.gate(f"{base}..HEAD").returncode == 3
    assert repository.gate("nonesuch..HEAD").returncode == 3
    assert repository.gate("--bad").returncode == 2


def test_git_bisect_run_finds_the_commit(repository):
    good = repository.commit("good", "one passes")
    for number in range(3):
        repository.commit(f"harmless {number}", "one passes", f"other{number} passes")
    repository.commit("unbuildable", "one passes", "and broken")
    repository.commit("harmless 4", "one passes", "other4 passes")
    culprit = repository.commit("bad", "one fails", "other5 passes")
    repository.commit("later", "one fails", "other6 passes")
    repository.git("bisect", "start", "HEAD", good)
    command = repository.gate("--here").args
    done = subprocess.run(
        ["git", "bisect", "run", *command],
        cwd=repository.folder,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"{culprit} is the first bad commit" in done.stdout


def test_git_bisect_run_finds_what_mended_a_test(repository):
    broken = repository.commit("broken", "one fails")
    repository.commit("harmless", "one fails", "two passes")
    mended = repository.commit("mended", "one passes", "three passes")
    repository.commit("later", "one passes", "four passes")
    terms = ["--term-new", "mended", "--term-old", "broken"]
    repository.git("bisect", "start", *terms, "HEAD", broken)
    command = repository.gate("--here", "--mended").args
    told = repository.git("bisect", "run", *command)
    assert f"{mended} is the first mended commit" in told


def record(**statuses: Status) -> Record:
    return Record(results={test: Result(test, status) for test, status in statuses.items()})


def test_changes_worth_telling():
    before = record(a=Status.PASS, b=Status.FAIL, c=Status.PASS, d=Status.FAIL)
    after = record(a=Status.TIMEOUT, b=Status.FAIL, e=Status.PASS, f=Status.FAIL)
    found = [str(change) for change in gate.changes("c0ffee", before, after)]
    assert found == ["a: pass -> timeout", "f: new -> fail", "c: pass -> gone", "d: fail -> gone"]
    allowed = [str(change) for change in gate.changes("c0ffee", before, after, [Pattern("c")])]
    assert allowed == ["a: pass -> timeout", "f: new -> fail", "d: fail -> gone"]


def test_unsteady_tests_of_a_list_are_no_news():
    before = record(a=Status.PASS, b=Status.EXPECTED_FAIL, c=Status.EXPECTED_FAIL)
    after = record(a=Status.EXPECTED_FAIL, b=Status.PASS, c=Status.FAIL)
    assert [str(change) for change in gate.changes("c0ffee", before, after)] == ["c: expected-fail -> fail"]


def test_reason_of_a_crash_has_the_first_words():
    died = Result("a", Status.CRASH, message="it died\nsoon", output="\nwhy\nmore\n", signal="SIGABRT")
    assert died.reason == "it died: why"
    assert Result("a", Status.FAIL, message="wrong\nmore", output="printed").reason == "wrong"
    assert Result("a", Status.PASS).reason == ""
