# SPDX-License-Identifier: MIT
"""Documents must agree with the tree: files that they name exist, examples are well-formed."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from runner.places import find_places

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = sorted(
    path
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *(ROOT / "docs").rglob("*")]
    if path.suffix in (".md", ".1")
)
TOP = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}

# `path/to/file.c` in backquotes, and the targets of links. Names in capitals are placeholders.
MENTION = re.compile(r"`(?:\./)?([A-Za-z0-9_.*-]+(?:/[A-Za-z0-9_.*-]+)*/?)[^`]*`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
# Made by the build, or files of LLVM's own source.
ELSEWHERE = re.compile(r"^(build|build-asan|build-debug|results|llvm/lib|llvm/include)(/|$)")


def mentions(text: str) -> set[str]:
    """Paths below the top of the tree that a document names in backquotes."""
    found = (match.group(1) for match in MENTION.finditer(text))
    inside = (path for path in found if "/" in path and path.split("/")[0] in TOP)
    return {path for path in inside if not ELSEWHERE.match(path)}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_named_files_exist(document):
    text = document.read_text(encoding="utf-8")
    missing = [path for path in sorted(mentions(text)) if not list(ROOT.glob(path.rstrip("/")))]
    missing += [link for link in LINK.findall(text) if not (document.parent / link).exists()]
    assert not missing


def test_mentions_are_found():
    assert mentions("see `driver/pipe.h`, `ci/check --long`, `build/x` and `docs/`") == {
        "driver/pipe.h",
        "ci/check",
        "docs/",
    }


def test_environment_page_is_current():
    subprocess.run([ROOT / "ci" / "environment-doc", "--check"], check=True)


def examples(document: Path) -> list[str]:
    text = document.read_text(encoding="utf-8")
    return re.findall(r"^```cl\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


EXAMPLES = [
    pytest.param(example, id=f"{document.name}-{number}")
    for document in DOCUMENTS
    for number, example in enumerate(examples(document), 1)
]


@pytest.fixture(scope="module")
def tester() -> Path:
    path = find_places(ROOT).tester
    if not path.exists():
        pytest.skip(f"{path} is not built")
    return path


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_are_well_formed(example, tester, tmp_path):
    file = tmp_path / "example.cl"
    file.write_text(example, encoding="utf-8")
    done = subprocess.run([tester, "--check", file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_hold_on_pocl(example, tester, tmp_path):
    file = tmp_path / "example.cl"
    file.write_text(example, encoding="utf-8")
    build = f"--build-dir={tester.parents[1]}"
    command = [ROOT / "run-tests", "--no-build", build, "--driver=pocl", file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_scripts_are_executable():
    scripts = ("setup", "build", "check", "lint", "bench", "bench-runner", "gate")
    for name in ("run-tests", ".ci/run", *(f"ci/{script}" for script in scripts)):
        assert os.access(ROOT / name, os.X_OK), name


def test_every_page_is_in_the_index():
    """Of docs/README.md, but for those of the hacking pages, which have an index of their own."""
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert sorted(pages - set(re.findall(r"\]\(([\w-]+\.md)[)#]", index))) == []


def test_tasks_say_where_to_start_and_when_they_are_done():
    """That what they name exists, test_named_files_exist sees."""
    text = (ROOT / "docs" / "tasks.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")][2:]
    assert len(rows) >= 12
    for task, start, done in rows:
        assert len(task.split()) > 2 and mentions(start) and len(done.split()) > 3 or done.strip() == "the same", task


@pytest.mark.parametrize("page, paths", [("README.md", []), ("docs/gate-your-driver.md", ["image", "sampler"])])
def test_runs_have_as_many_tests_as_there_are(page, paths, tester):
    """The runs that pages show, of the hand-written suite or a part of it; verdicts add up."""
    runs = re.findall(r"^\w+: (\d+) tests in [\d.]+ s: (.*)$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    listed = subprocess.run([ROOT / "run-tests", "--no-build", "--list", *paths], capture_output=True, text=True, check=True)
    assert runs
    for total, verdicts in runs:
        assert int(total) == len(listed.stdout.splitlines())
        assert int(total) == sum(map(int, re.findall(r"\d+", verdicts)))
