# SPDX-License-Identifier: MIT
"""The series of docs/upstream: each is sound as it lies here, what is not is said, and a checkout is known by its files."""

import subprocess
from pathlib import Path

import pytest
from patches import checkout, facts, series
from patches.cli import main, mended, worse
from patches.series import Patch, Series

MESSAGE = """From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: Somebody <somebody@mail.invalid>
Date: Sat, 28 Nov 2026 14:00:00 +0000
Subject: [PATCH 1/1] answer: count from
 one

{body}
---
 answer.c | 2 +-

"""
BODY = """It counted from zero.

Specification: OpenCL 1.2, 5.3.3
Rootle-test: generated-tests/findings/empty-region.cl
Rootle-report: pocl-empty-region
"""
REPORTS = {"pocl-empty-region": {"expected": "CL_INVALID_VALUE; OpenCL 1.2, 5.3.3 to 5.3.6"}}


@pytest.fixture(name="project")
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one file and one test, and a series of one patch of both."""
    sources = tmp_path / "sources"
    (sources / "tests").mkdir(parents=True)
    git = ["git", "-C", str(sources), "-c", "user.name=a", "-c", "user.email=a@mail.invalid"]
    (sources / "answer.c").write_text("int answer(void)\n{\n    return 0;\n}\n", encoding="utf-8")
    (sources / "tests" / "all.txt").write_text("0\n", encoding="utf-8")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "begin"]):
        subprocess.run([*git, *words], check=True)
    (sources / "answer.c").write_text("int answer(void)\n{\n    return 1;\n}\n", encoding="utf-8")
    (sources / "tests" / "all.txt").write_text("1\n", encoding="utf-8")
    changes = subprocess.run([*git, "diff", "--full-index"], check=True, capture_output=True, text=True).stdout
    subprocess.run([*git, "checkout", "-q", "."], check=True)
    folder = tmp_path / "upstream" / "answer"
    folder.mkdir(parents=True)
    (folder / "0001.patch").write_text(MESSAGE.format(body=BODY) + changes, encoding="utf-8")
    (folder / "series").write_text("# the order\n0001.patch\n", encoding="utf-8")
    table = 'project = "Answer"\ncommit = "1"\ndriver = "x"\n[environment]\n[steps]\nbuild = ["grep -c return answer.c >{out}/n"]\n'
    (folder / "project.toml").write_text(table, encoding="utf-8")
    monkeypatch.setattr(series, "FOLDER", tmp_path / "upstream")
    return sources


def problems(text: str | None = None) -> list[str]:
    """What is said of the series of the project, with its patch changed."""
    if text is not None:
        (series.FOLDER / "answer" / "0001.patch").write_text(text, encoding="utf-8")
    return series.problems(series.read("answer"), REPORTS, set())


def patch_text() -> str:
    return (series.FOLDER / "answer" / "0001.patch").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", series.names())
def test_series_are_sound(name: str):
    assert series.problems(series.read(name), facts.reports(), facts.sections()) == []


def test_there_are_series():
    assert "pocl" in series.names()
    assert {"5.3.3", "6.12.14.1", "cl_khr_fp16"} <= facts.sections()


def test_what_a_patch_says(project: Path):
    found = series.read("answer").patches[0]
    assert (found.subject, found.says) == ("answer: count from one", "It counted from zero.")
    assert [path for path, _, _ in found.files] == ["answer.c", "tests/all.txt"] and problems() == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("It counted from zero.\n", "\n", "gives no reason"),
        ("5.3.3", "9.9.9", "cites a section"),
        ("Specification: OpenCL 1.2, 5.3.3\n", "", "cites a section"),
        ("empty-region.cl", "no-such-test.cl", "names no test"),
        ("pocl-empty-region", "pocl-nothing", "names no report"),
        ("---\n answer", "Signed-off-by: Somebody <somebody@mail.invalid>\n---\n answer", "it is signed"),
        ("-    return 0;\n", "", "a hunk of another length"),
        ("tests/all.txt", "other/all.txt", "brings no test"),
    ],
)
def test_what_is_wrong_is_said(project: Path, old: str, new: str, said: str):
    assert old in patch_text()
    found = problems(patch_text().replace(old, new))
    assert any(said in problem for problem in found), found


def test_patches_go_on_where_the_one_before_ends(project: Path):
    folder = series.FOLDER / "answer"
    (folder / "0002.patch").write_text(patch_text(), encoding="utf-8")
    assert problems() == ["0002.patch: not in the series"]
    (folder / "series").write_text("0001.patch\n0002.patch\n", encoding="utf-8")
    assert problems() == [f"0002.patch: {path} is not as the patches before leave it" for path in ("answer.c", "tests/all.txt")]


def test_checkout_is_known_by_its_files(project: Path):
    read = series.read("answer")
    assert checkout.state(read, project) == "before"
    checkout.apply(read, project)
    assert checkout.state(read, project) == "after"
    with pytest.raises(checkout.CheckoutError, match="does not apply"):
        checkout.apply(read, project)
    (project / "answer.c").unlink()
    with pytest.raises(checkout.CheckoutError, match=r"is not Answer at 1: answer\.c"):
        checkout.state(read, project)


def test_steps_run_in_the_checkout(project: Path, tmp_path: Path):
    log = tmp_path / "part" / "build.log"
    log.parent.mkdir()
    assert checkout.step(series.read("answer"), project, "build", log)
    assert (tmp_path / "part" / "n").read_text(encoding="utf-8") == "1\n"


def test_what_is_no_driver_is_only_applied(project: Path, capsys: pytest.CaptureFixture[str]):
    table = series.FOLDER / "answer" / "project.toml"
    table.write_text(table.read_text(encoding="utf-8").replace('"x"', '""'), encoding="utf-8")
    assert main(["answer", str(project)]) == 2
    assert "Answer is no driver" in capsys.readouterr().err
    assert checkout.state(series.read("answer"), project) == "before"
    assert main(["answer", str(project), "--apply"]) == 0
    assert checkout.state(series.read("answer"), project) == "after"


def test_what_is_mended_and_what_is_worse():
    def patch(name: str) -> Patch:
        return Patch(Path(), name, "", {"Rootle-test": [f"generated-tests/findings/{name}.cl"]}, ())

    tried = Series("a", "A", "1", {}, {}, "x", [patch("one"), patch("two")])
    before = {"one.cl::a": False, "one.cl::b": False, "two.cl::a": False, "x/read.cl::a": True, "x/read.cl::b": True}
    after = {"one.cl::a": True, "one.cl::b": True, "two.cl::a": False, "x/read.cl::a": False}
    assert mended(tried, before, after) == ["    2 ->   0  one", "    1 ->   1  two"]
    assert worse(before, after) == ["x/read.cl::a", "x/read.cl::b"]
