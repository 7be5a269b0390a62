# SPDX-License-Identifier: MIT
"""run-tests gate: a driver's results against those that were kept. Tests are the mock tester's."""

import os
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from runner.commands import run_command
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
        self.lists.mkdir(exist_ok=True)

    def does(self, *deeds: str, file: str = "a.cl") -> None:
        (self.folder / "t").mkdir(exist_ok=True)
        (self.folder / "t" / file).write_text("".join(f"{deed}\n" for deed in deeds))

    def gate(self, *words: str, paths: tuple[str, ...] = ("t",)) -> subprocess.CompletedProcess:
        more = ["--driver=system", "--retries=0", f"--tester={MOCK}", f"--expectations={self.lists}", *paths]
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


@pytest.fixture(scope="module")
def first(tmp_path_factory) -> Path:
    """A project with a baseline, which tests begin with a copy of."""
    project = Project(tmp_path_factory.mktemp("first"))
    project.does("one passes", "two passes", "three fails")
    done = project.gate("--update")
    assert done.returncode == 0 and "nothing was compared" in done.stdout, done.stdout + done.stderr
    project.summaries.unlink()
    return project.folder


@pytest.fixture(scope="module")
def second(first, tmp_path_factory) -> Path:
    """The same with another file of tests, which are kept too."""
    project = moved(first, tmp_path_factory.mktemp("second"))
    project.does("four passes", "five passes", file="b.cl")
    assert project.gate("--update").returncode == 0
    return project.folder


def moved(whence: Path, to: Path) -> Project:
    """A copy of a project, as if it had been made there."""
    shutil.copytree(whence, to, dirs_exist_ok=True)
    journal = to / "kept" / "results.jsonl"
    journal.write_text(journal.read_text(encoding="utf-8").replace(str(whence), str(to)), encoding="utf-8")
    return Project(to)


@pytest.fixture
def project(first, tmp_path):
    return moved(first, tmp_path)


def test_regression_is_named_and_not_kept(project):
    project.does("one passes", "two fails", "three aborts", "four fails")
    done = project.gate("--update")
    assert done.returncode == 1, done.stderr
    assert "a.cl::two: pass -> fail" in done.stdout and "a.cl::three: fail -> crash" in done.stdout
    assert "gate: 2 regressions, 1 new test that fails, 1 verdict as before" in done.stdout
    assert project.verdicts() == {"one": "pass", "two": "pass", "three": "fail"}
    summary = (project.folder / "gate" / "summary.md").read_text(encoding="utf-8")
    assert summary == project.summaries.read_text(encoding="utf-8")
    assert "- `a.cl::two`: pass → fail  \n  `3 of 4 elements differ`\n" in summary
    badge = ElementTree.parse(project.folder / "gate" / "badge.svg").getroot()
    assert badge.get("aria-label") == "OpenCL tests: 2 regressions, 1 new test that fails"
    assert (project.folder / "gate" / "report" / "index.html").exists()
    assert project.gate("--accept").returncode == 0
    assert project.verdicts()["three"] == "crash"
    assert project.gate().returncode == 0


def test_console_begins_and_ends_with_what_got_worse(project):
    """What is known to fail is one line, also with -q."""
    project.does("one fails", "two passes", "three fails", "four passes")
    for words in ((), ("-q",)):
        said = project.gate(*words).stdout.split("\n\n")
        lines = "\n".join(said).splitlines()
        assert said[0 if words else 1].strip() == "regressions (1):", said
        assert "    3 of 4 elements differ" in lines and any(line.startswith("    run it: ") for line in lines)
        assert lines[-3:] == ["1 known failure: no worse than in kept", "    a.cl::one: pass -> fail",
                              "gate: 1 regression, 2 verdicts as before"]  # fmt: skip
        assert sum("a.cl::three" in line for line in lines) == 0
    assert "new tests (1):" not in "\n".join(said)


def first_page(project) -> str:
    return (project.folder / "gate" / "report" / "index.html").read_text(encoding="utf-8")


def test_report_is_of_both_runs(project):
    project.does("one fails", "two skips", "three fails")
    assert project.gate().returncode == 1
    page = first_page(project)
    assert page.index("<strong>2 tests got worse</strong>") < page.index('id="runs-title"') < page.index("got worse</bdi>")
    assert "one driver: 2 runs over time" in page or "system: 2 runs over time" in page
    assert project.gate("--allow-skips=two").returncode == 1
    page = first_page(project)
    assert "<strong>1 test got worse</strong>" in page and "allowed to skip or be gone</bdi>" in page
    project.does("one passes", "two passes", "three fails")
    assert project.gate().returncode == 0
    assert "<strong>nothing got worse</strong>" in first_page(project)


def test_without_anything_to_compare_the_page_is_not_green(project):
    """Its exit status is 3."""
    (project.folder / "kept").rename(project.folder / "lost")
    project.does("one passes", "two passes")
    summary, badge = project.folder / "gate" / "summary.md", project.folder / "gate" / "badge.svg"
    assert project.gate().returncode == 3
    told = summary.read_text(encoding="utf-8")
    assert told.startswith("### ⚠️ Rootle: nothing was compared: `there is no baseline in kept`; 2 passed"), told
    assert ElementTree.parse(badge).getroot().get("aria-label") == "OpenCL tests: nothing was compared"
    assert project.gate("--update").returncode == 0
    assert summary.read_text(encoding="utf-8").startswith("### ✅ Rootle: a new baseline; 2 passed")
    assert ElementTree.parse(badge).getroot().get("aria-label") == "OpenCL tests: 2 passed, 0 failed"


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


def test_what_is_gone_is_named(project):
    """A test that is renamed, or left out of the file, passes no more, unless it is allowed by name."""
    project.does("one passes", "renamed passes", "three fails")
    done = project.gate("--update", "--junit=gate/junit.xml")
    assert done.returncode == 1 and "a.cl::two: pass -> none" in done.stdout
    case = ElementTree.parse(project.folder / "gate" / "junit.xml").find(".//testcase[@name='two']/failure")
    assert case.get("message") == "passed in kept, and is not there any more"
    assert project.verdicts()["two"] == "pass"
    assert project.gate("--update", "--allow-skips=a.cl::two").returncode == 0
    assert "two" not in project.verdicts()
    project.does()
    done = project.gate()
    assert done.returncode == 1 and "gate: 2 regressions, 1 new test that fails" in done.stdout  # an empty file is an error


def test_baseline_does_not_shrink_unless_asked_to(project):
    """Also by tests that failed: a baseline that loses them tells nobody."""
    project.does("one passes", "two passes")
    assert project.gate().returncode == 0
    done = project.gate("--update")
    assert done.returncode == 1 and "kept stays as it is: it would lose 1 test that is gone" in done.stdout
    assert project.verdicts()["three"] == "fail"
    assert project.gate("--update", "--allow-skips=three").returncode == 0
    assert project.verdicts() == {"one": "pass", "two": "pass"}
    project.does("one skips", "two passes")
    assert project.gate("--accept").returncode == 0
    project.does("two passes")
    assert project.gate("--update").returncode == 1
    assert project.gate("--accept").returncode == 0 and project.verdicts() == {"two": "pass"}


def test_part_that_was_never_kept_is_added(project):
    """What fails in it is no news: nothing was kept of it."""
    project.does("four passes", "five fails", file="b.cl")
    done = project.gate(paths=("t/b.cl",))
    assert done.returncode == 3 and "gate: kept has none of these tests: nothing was compared" in done.stdout
    done = project.gate("--update", paths=("t/b.cl",))
    assert done.returncode == 0 and "3 that were not asked for stay there" in done.stdout
    assert project.verdicts() == {"one": "pass", "two": "pass", "three": "fail", "four": "pass", "five": "fail"}


def test_skips_are_failures_in_what_others_read(project):
    project.does("one skips", "two passes", "three fails")
    done = project.gate("--junit=gate/junit.xml")
    assert done.returncode == 1 and "gate: 1 regression, 2 verdicts as before" in done.stdout
    case = ElementTree.parse(project.folder / "gate" / "junit.xml").find(".//testcase[@name='one']")
    assert case.get("status") == "lost" and case.find("failure").get("message") == "passed in kept, and is skipped: no images"
    assert load(project.folder / "gate" / "results").results["a.cl::one"].status.label == "skip"  # what happened


@pytest.fixture
def two_files(second, tmp_path):
    return moved(second, tmp_path)


@pytest.mark.parametrize("paths, words", [(("t/a.cl",), ()), (("t",), ("--filter=a.cl",)), (("t",), ("--exclude=b.cl",)),
                                          (("t",), ("--filter=/^a/",)), (("t",), ("--shard=1/2",))])  # fmt: skip
def test_part_of_the_tests_replaces_its_part(two_files, paths, words):
    """What was not asked for is not gone, and stays in the baseline, with its file's place."""
    two_files.does("one passes", "two passes", "three passes")
    done = two_files.gate("--update", *words, paths=paths)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "gate: no regressions, 2 verdicts as before" in done.stdout
    assert "2 tests were not asked for, and not compared" in done.stdout and "gone (" not in done.stdout
    assert "five" not in first_page(two_files) and "four" not in (two_files.folder / "gate/report/data.js").read_text()
    assert "| pass | 2 | 3 |" in (two_files.folder / "gate" / "summary.md").read_text(encoding="utf-8")
    assert "gate: these 3 results replace theirs in kept; 2 that were not asked for stay there" in done.stdout
    assert two_files.verdicts() == {"one": "pass", "two": "pass", "three": "pass", "four": "pass", "five": "pass"}
    assert sorted(load(two_files.kept).plan) == sorted(load(two_files.kept).results)
    two_files.does("four passes", "five skips", file="b.cl")
    assert two_files.gate(*words, paths=paths).returncode == 0
    whole = two_files.gate()
    assert whole.returncode == 1 and "gate: 1 regression, 4 verdicts as before" in whole.stdout


def test_part_that_shrank_is_named(two_files):
    two_files.does("one passes", "three fails")
    assert "a.cl::two: pass -> none" in two_files.gate(paths=("t/a.cl",)).stdout
    assert two_files.gate("--filter=a.cl").returncode == 1
    assert two_files.gate("--filter=one").returncode == 0
    assert two_files.gate("--update", "--allow-skips=two", paths=("t/a.cl",)).returncode == 0
    assert sorted(two_files.verdicts()) == ["five", "four", "one", "three"]


def test_parts_again_and_again_do_not_grow(two_files):
    for _ in range(3):
        assert two_files.gate("--update", paths=("t/a.cl",)).returncode == 0
        assert two_files.gate("--update", paths=("t/b.cl",)).returncode == 0
    assert len(load(two_files.kept).run["merged"]) == 3  # the whole, and one of each part
    assert two_files.gate("--update").returncode == 0 and "merged" not in load(two_files.kept).run


def test_part_of_another_device_is_not_mixed_in(two_files):
    """The mock's name of the device has the seed."""
    before = two_files.verdicts()
    two_files.does("one passes", "two passes", "three passes")
    done = two_files.gate("--update", "--seed=5", paths=("t/a.cl",))
    assert done.returncode == 2 and "which a part of the tests of" in done.stderr
    assert two_files.verdicts() == before
    assert two_files.gate("--update", "--seed=5").returncode == 0


def test_baseline_of_nothing_but_skips_is_none(project, tmp_path):
    (tmp_path / "kept").rename(tmp_path / "lost")
    project.does("one skips", "two skips")
    done = project.gate("--update")
    assert done.returncode == 3 and "gate: all tests are skipped now" in done.stdout
    assert not project.kept.exists()


def test_baseline_of_an_older_version(two_files):
    """It does not say what it was asked for, nor where its files were."""
    journal = two_files.kept / "results.jsonl"
    lines = [line for line in journal.read_text().splitlines() if line.startswith('{"test"')]
    journal.write_text("\n".join(lines) + "\n")
    assert two_files.gate(paths=("t/a.cl",)).returncode == 0
    two_files.does("four passes", file="b.cl")
    assert "b.cl::five: pass -> none" in two_files.gate().stdout


def run(project, *words: str) -> subprocess.CompletedProcess:
    more = ["--driver=system", "--retries=0", f"--tester={MOCK}", f"--expectations={project.lists}"]
    return subprocess.run([str(ROOT / "run-tests"), *words, *more], cwd=project.folder, capture_output=True, text=True,
                          timeout=120, check=False)  # fmt: skip


def test_run_with_a_baseline(two_files):
    """run-tests --baseline says the same in all that it writes."""
    two_files.does("one skips", "three fails")
    done = run(two_files, "t", "--baseline=kept", "--junit=j.xml", "--results=out")
    assert done.returncode == 1 and "2 passed, 2 failed, 0 skipped" in done.stdout, done.stdout + done.stderr
    assert "lost a.cl::one" in done.stdout and "passed in kept, and is not there any more" in done.stdout
    cases = ElementTree.parse(two_files.folder / "j.xml").getroot().iter("testcase")
    assert {case.get("name") for case in cases if case.find("failure") is not None} == {"one", "two"}
    assert load(two_files.folder / "out").results["a.cl::two"].status.label == "lost"
    allowed = run(two_files, "t", "--baseline=kept", "--allow-skips=one", "--allow-skips=two", "--allow-skips=nine")
    assert allowed.returncode == 0, allowed.stdout
    assert "2 allowed to skip or be gone, which passed in kept; --allow-skips nine allows nothing\n" in allowed.stdout
    assert run(two_files, "t/b.cl", "--baseline=kept").returncode == 0
    assert run(two_files, "t", "--filter=three", "--baseline=kept").returncode == 0
    assert run(two_files, "t", "--allow-skips=one").returncode == 2


def test_merged_shards_are_the_whole(two_files):
    two_files.does("four passes", file="b.cl")
    for number in (1, 2):
        assert run(two_files, "t", f"--shard={number}/2", f"--results=part{number}").returncode in (0, 1)
    assert run_command("merge", [f"{two_files.folder}/{name}" for name in ("whole", "part1", "part2")]) == 0
    assert run_command("compare", [str(two_files.kept), f"{two_files.folder}/whole"]) == 1
    for part in ("part1", "part2"):
        assert run_command("compare", [str(two_files.kept), f"{two_files.folder}/{part}"]) == 0
