# SPDX-License-Identifier: MIT
"""run-tests without its annexes: it runs, shows, compares and gates, and says what is missing where that is asked for."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
RUNNER = Path("program-tester/runner")
sys.path.insert(0, str(ROOT / "ci"))
from annexes import annex_of, read_annexes

from runner.commands import COMMANDS

ANNEXES = read_annexes()


def is_annex(folder: str) -> bool:
    return annex_of(RUNNER / folder, ANNEXES) is not None


OF_ANNEXES = [name for name, command in COMMANDS.items() if is_annex(command.module.partition(".")[0])]


@pytest.fixture(scope="module", name="core")
def fixture_core(tmp_path_factory) -> Path:
    """A tree whose runner has no annex; all else is this one's."""
    tree = tmp_path_factory.mktemp("core")
    (tree / "program-tester").mkdir()
    for name in ("ci", "generated-tests", "docs", "VERSION", "program-tester/base"):
        (tree / name).symlink_to(ROOT / name)
    shutil.copy2(ROOT / "run-tests", tree)
    left_out = [path.name for path in (ROOT / RUNNER).iterdir() if is_annex(path.name)]
    shutil.copytree(ROOT / RUNNER, tree / RUNNER, ignore=shutil.ignore_patterns("tests", "__pycache__", *left_out))
    return tree


@pytest.fixture(name="run")
def fixture_run(core, suite):
    """Runs run-tests of the core: run(ARGUMENT...)."""

    def run(*arguments: str) -> subprocess.CompletedProcess:
        command = [core / "run-tests", *arguments]
        return subprocess.run(
            command, cwd=suite.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )

    return run


def over(suite, *arguments: str) -> list[str]:
    """Arguments that run the suite's tests by the mock tester."""
    return [*suite.command()[1:], *arguments, str(suite.folder / "tests")]


def test_running_and_judging(run, suite):
    suite.file("a.cl", "good passes", "bad fails")
    for name in ("one", "two"):
        ran = run(*over(suite, f"--results={name}"))
        assert ran.returncode == 1 and "1 pass" in ran.stdout, ran.stderr
    shown = run("show", "one")
    assert shown.returncode == 1 and "a.cl::bad" in shown.stdout
    assert run("compare", "one", "two").returncode == 0
    summary = run("summary", "one", "--markdown=summary.md")
    assert summary.returncode == 0, summary.stderr


def test_a_gate_tells_without_pages(run, suite):
    suite.file("a.cl", "good passes")
    assert run(*over(suite, "--results=kept")).returncode == 0
    suite.file("a.cl", "good fails")
    gate = run("gate", "kept", *over(suite))
    assert gate.returncode == 1 and "gate: 1 regression," in gate.stdout, gate.stdout + gate.stderr
    assert "no report is written: the annex program-tester/runner/report is not installed" in gate.stdout
    assert "a.cl::good" in (suite.folder / "gate/summary.md").read_text(encoding="utf-8")
    assert not (suite.folder / "gate/report").exists()


@pytest.mark.parametrize("name", OF_ANNEXES)
def test_a_missing_command_is_said(run, name):
    asked = run(name, "x")
    folder = COMMANDS[name].module.partition(".")[0]
    assert asked.returncode == 3
    assert asked.stderr == f"run-tests {name}: the annex program-tester/runner/{folder} is not installed\n"


@pytest.mark.parametrize("option, folder", [("--junit=x.xml", "report"), ("--cluster=localhost:1", "cluster")])
def test_a_missing_option_is_said(run, suite, option, folder):
    suite.file("a.cl", "good passes")
    asked = run(*over(suite, option))
    assert asked.returncode == 3 and f"the annex program-tester/runner/{folder} is not installed" in asked.stderr
