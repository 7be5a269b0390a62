# SPDX-License-Identifier: MIT
"""run-tests bisect on a small repository, whose commits change verdicts in known ways. Building is to copy a list of deeds; the
driver under test is the mock tester's."""

import os
import subprocess
from pathlib import Path

import pytest

from runner.commits.bisect import middle_first

ROOT = Path(__file__).resolve().parents[4]
MOCK = ROOT / "program-tester" / "runner" / "tests" / "mock_tester.py"
BUILD = "mkdir -p build/t && touch build/mock.icd && cp deeds build/t/a.cl && echo built >>$COUNT && ! grep broken deeds"


class Repository:
    """A git repository with one file, which says what its tests do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        self.folder.mkdir()
        self.count = folder / "count"
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        identity = ["-c", "user.name=A", "-c", "user.email=a@b.example"]
        return subprocess.run(["git", *identity, *arguments], cwd=self.folder, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, subject: str, *deeds: str) -> str:
        (self.folder / "deeds").write_text("".join(f"{deed}\n" for deed in deeds), encoding="utf-8")
        self.git("add", "deeds")
        self.git("commit", "--quiet", "--allow-empty", "-m", subject)
        return self.git("rev-parse", "HEAD")

    def bisect(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        words = [str(ROOT / "run-tests"), "bisect", *arguments, f"--build={BUILD}", "--driver=build/mock.icd", "--tests=build/t",
                 f"--tester={MOCK}", "--retries=0"]  # fmt: skip
        environment = {**os.environ, "COUNT": str(self.count)}
        return subprocess.run(words, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_the_commit_is_found_in_few_builds(repository):
    base = repository.commit("base", "one passes", "two fails")
    for number in range(9):
        repository.commit(f"before {number}", "one passes", "two fails")
    culprit = repository.commit("it breaks", "one fails", "two fails")
    for number in range(5):
        repository.commit(f"behind {number}", "one fails", "two passes")
    done = repository.bisect(f"{base}..HEAD")
    assert done.returncode == 1, done.stderr
    assert f"first bad commit {culprit[:7]}" in done.stdout and "it breaks" in done.stdout
    assert "a.cl::one: pass -> fail" in done.stdout
    assert repository.count.read_text(encoding="utf-8").count("built") <= 6  # both ends, and the logarithm of 15
    assert repository.git("worktree", "list").count("\n") == 0


def test_commits_that_do_not_build_are_passed_over(repository):
    base = repository.commit("base", "one passes")
    repository.commit("unbuildable", "one broken")
    repository.commit("breaks", "one aborts")
    repository.commit("end", "one aborts", "two passes")
    done = repository.bisect(f"{base}..HEAD")
    assert done.returncode == 1, done.stderr
    assert "first bad commit" in done.stdout and "breaks" in done.stdout
    assert "a.cl::one: pass -> crash" in done.stdout
    assert "or one of the 1 before it, which cannot be tested" in done.stdout


def test_a_range_without_a_worse_test_has_no_such_commit(repository):
    base = repository.commit("base", "one fails")
    repository.commit("mend", "one passes")
    done = repository.bisect(f"{base}..HEAD")
    assert (done.returncode, done.stderr) == (0, "")
    assert "no test is worse" in done.stdout


def test_an_end_that_does_not_build_is_said(repository):
    base = repository.commit("base", "one broken")
    repository.commit("end", "one fails")
    done = repository.bisect(f"{base}..HEAD")
    assert done.returncode == 3
    assert "an end of the range cannot be tested" in done.stderr


def test_the_middle_comes_first():
    assert middle_first(0, 5) == [2, 1, 3, 4]
    assert middle_first(3, 4) == []
