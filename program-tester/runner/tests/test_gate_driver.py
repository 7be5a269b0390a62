# SPDX-License-Identifier: MIT
"""run-tests gate: a driver's results against those that were kept. Tests are the mock tester's."""

import os
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from runner.results import load

ROOT = Path(__file__).resolve().parents[3]
MOCK = Path(__file__).resolve().parent / "mock_tester.py"


class Project:
    """A driver's project: what its tests do, and where its results are kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = folder / "kept"
        self.summaries = folder / "summaries.md"
        self.lists = folder / "lists"
        self.lists.mkdir()

    def does(self, *deeds: str) -> None:
        (self.folder / "t").mkdir(exist_ok=True)
        (self.folder / "t" / "a.cl").write_text("".join(f"{deed}\n" for deed in deeds))

    def gate(self, *words: str) -> subprocess.CompletedProcess:
        more = ["--driver=system", "--retries=0", f"--tester={MOCK}", f"--expectations={self.lists}", "t"]
        return subprocess.run(
            [str(ROOT / "run-tests"), "gate", "kept", *words, *more],
            cwd=self.folder,
            env={**os.environ, "GITHUB_STEP_SUMMARY": str(self.summaries)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def verdicts(self) -> dict[str, str]:
        return {test.partition("::")[2]: r.status.label for test, r in load(self.kept).results.items()}


@pytest.fixture
def project(tmp_path):
    project = Project(tmp_path)
    project.does("one passes", "two passes", "three fails")
    done = project.gate("--update")
    assert done.returncode == 0 and "nothing was compared" in done.stdout, done.stdout + done.stderr
    project.summaries.unlink()
    return project


def test_regression_is_named_and_not_kept(project):
    project.does("one passes", "two fails", "three aborts", "four fails")
    done = project.gate("--update")
    assert done.returncode == 1, done.stderr
    assert "a.cl::two: pass -> fail" in done.stdout and "a.cl::three: fail -> crash" in done.stdout
    assert "gate: 2 regressions, 1 new tests that fail, 1 verdicts as before" in done.stdout
    assert project.verdicts() == {"one": "pass", "two": "pass", "three": "fail"}
    summary = (project.folder / "gate" / "summary.md").read_text(encoding="utf-8")
    assert summary == project.summaries.read_text(encoding="utf-8")
    assert "- `a.cl::two`: pass → fail  \n  `3 of 4 elements differ`\n" in summary
    badge = ElementTree.parse(project.folder / "gate" / "badge.svg").getroot()
    assert badge.get("aria-label") == "OpenCL tests: 2 regressions, 1 new tests that fail"
    assert (project.folder / "gate" / "report" / "index.html").exists()
    assert project.gate("--accept").returncode == 0
    assert project.verdicts()["three"] == "crash"
    assert project.gate().returncode == 0


def test_what_is_as_bad_as_before_passes(project):
    project.does("one passes", "two passes", "three fails", "four passes")
    done = project.gate("--update", "--output=elsewhere")
    assert done.returncode == 0 and "gate: no regressions, 3 verdicts as before" in done.stdout
    assert project.verdicts()["four"] == "pass"
    assert (project.folder / "elsewhere" / "report" / "index.html").exists()


def test_expected_failures_that_are_new_are_regressions(project):
    (project.lists / "system-fails.txt").write_text("a.cl::two # known elsewhere\n")
    assert project.gate().returncode == 0  # passes, though it is expected to fail
    project.does("one passes", "two fails", "three fails")
    done = project.gate()
    assert done.returncode == 1 and "a.cl::two: pass -> fail" in done.stdout


def test_without_a_baseline_nothing_is_green(project, tmp_path):
    (tmp_path / "kept").rename(tmp_path / "lost")
    done = project.gate()
    assert done.returncode == 3 and "nothing was compared" in done.stdout
    assert not project.kept.exists()


def test_wrong_use(project):
    assert project.gate("--resume=x").returncode == 2
    assert project.gate("--shard", "3/2").returncode == 2
    project.does()
    assert project.gate("--filter=nothing").returncode == 2
    project.does("other passes")
    (project.kept / "results.jsonl").rename(project.kept / "else")
    done = project.gate("--update")
    assert done.returncode == 2 and "kept: no folder of results, and not empty" in done.stderr
    assert (project.kept / "else").exists()


def test_results_that_cannot_be_written(project):
    (project.folder / "gate" / "summary.md").unlink()
    (project.folder / "gate" / "summary.md").mkdir()
    done = project.gate()
    assert done.returncode == 3 and "summary.md" in done.stderr
