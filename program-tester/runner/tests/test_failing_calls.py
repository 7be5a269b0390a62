# SPDX-License-Identifier: MIT
"""Results when files cannot be opened, written, renamed or removed: one line says so, nothing that
was recorded is lost, and a run goes on later."""

import contextlib
import os
import shutil
import sys
from pathlib import Path

import pytest
from failing_calls import FailingCalls, every_failure

from runner import cli
from runner.results import Result, ResultsError, load

TESTS = 6
LONG = os.environ.get("ROOTLE_LONG_TESTS") == "1"


def main(words: list[str], folder: Path, calls: FailingCalls | None = None) -> tuple[int, str]:
    """run-tests in a process of its own: its exit status and what it printed on stderr."""
    heard, failed = folder / "heard", folder / "failed"
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        status = 99
        try:
            for fd, path in ((1, os.devnull), (2, heard)):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), fd)
            sys.stdout = open(1, "w", closefd=False)
            sys.stderr = open(2, "w", closefd=False)
            with calls or contextlib.nullcontext():
                status = cli.main(words)
            failed.write_text(calls.failed if calls else "")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if calls:
        calls.failed = failed.read_text()
    return status, heard.read_text()


def said(calls: FailingCalls, status: int, stderr: str, fine: tuple[int, ...]) -> None:
    """What a command may end with: as if nothing had failed, or with one line that says what."""
    where = f"{calls.failed} {calls.at} {calls.way} {calls.onwards}: {status}: {stderr}"
    assert "Traceback" not in stderr, where
    if not calls.failed:
        assert status in fine, where
    elif status not in fine:
        assert status == 3, where
        assert len(stderr.strip().splitlines()) == 1 and stderr.startswith("run-tests"), where


def command(suite, *options: str) -> list[str]:
    words = [word for word in suite.command(*options) if not word.startswith("--json")][1:]
    return [*words, "-j1", "--retries=0", str(suite.folder / "tests")]


@pytest.fixture
def tests(suite, monkeypatch) -> list[str]:
    """Tests, and the command that runs them."""
    monkeypatch.chdir(suite.folder)
    suite.file("a.cl", *(f"t{number} passes" for number in range(TESTS)), "bad fails")
    return command(suite, "--results=first")


def kept_results(folder: Path) -> dict[str, Result]:
    try:
        return load(folder).results
    except ResultsError:  # nothing was begun
        return {}


def test_a_run_goes_on_after_any_failure(suite, tests):
    folder = suite.folder / "first"

    def scenario(calls: FailingCalls) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        status, stderr = main(tests, suite.folder, calls)
        said(calls, status, stderr, (1,))
        before = kept_results(folder)
        status, stderr = main([f"--resume={folder}"], suite.folder)
        if status == 2:  # nothing to go on from
            assert not before and len(stderr.splitlines()) == 1
            status, stderr = main(tests, suite.folder)
        assert status == 1, stderr
        after = load(folder).results
        assert len(after) == TESTS + 1
        assert list(after)[: len(before)] == list(before)
        assert all(after[test] == result for test, result in before.items())

    assert every_failure(folder, scenario, stride=1 if LONG else 3) > 10


COMMANDS = {
    "report": ["report", "first", "-o", "out/html", "--junit", "out/r.xml", "--tap", "out/r.tap",
               "--csv", "out/r.csv"],
    "merge": ["merge", "out/merged", "first"],
    "compare": ["compare", "first", "first", "--json", "out/compared.json"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_works_after_any_failure(suite, tests, name):
    """What it wrote before is no obstacle, and the results that it reads stay as they are."""
    assert main(tests, suite.folder) == (1, "")
    first = suite.folder / "first"
    before = {path: path.read_bytes() for path in first.rglob("*") if path.is_file()}

    def scenario(calls: FailingCalls) -> None:
        shutil.rmtree("out", ignore_errors=True)
        os.mkdir("out")
        status, stderr = main(COMMANDS[name], suite.folder, calls)
        said(calls, status, stderr, (0,))
        if name == "merge":  # it never writes over results
            shutil.rmtree("out/merged", ignore_errors=True)
        assert main(COMMANDS[name], suite.folder) == (0, ""), calls.failed

    stride = (1 if LONG else 12) if name == "report" else 1  # a site is many files
    assert every_failure(suite.folder / "out", scenario, stride) > 3
    assert before == {path: path.read_bytes() for path in first.rglob("*") if path.is_file()}
