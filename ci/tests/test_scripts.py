# SPDX-License-Identifier: MIT
"""The scripts of ci/: each says how it is used, and comes to a sound end in its shortest real use, so that none rots
unseen. The table says which use that is, or what else runs the script."""

import dataclasses
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
SCRIPTS = sorted(path.name for path in (ROOT / "ci").iterdir() if path.is_file() and os.access(path, os.X_OK))
LONG = bool(os.environ.get("ROOTLE_LONG_TESTS"))


@dataclasses.dataclass(frozen=True)
class Use:
    """A command, what it must print, and whether it takes minutes."""

    words: str
    prints: str = ""
    status: tuple[int, ...] = (0,)  # 3: nothing could be tried, as where a package is missing
    long: bool = False


USES = {
    "accuracy": [Use("ci/accuracy --rounds 1", "| `exp(x)` |", long=True)],
    "applications": [Use("ci/applications --list", "hashcat")],
    "bench": [
        Use("ci/bench --drivers rootle --repeat 1 copy", "copy"),
        Use("ci/bench --limit --repeat 1 copy", "c/rootle", long=True),
    ],
    "bench-check": [
        Use("ci/bench-check access mips", " 6 | 6 | 6 | 0 |\n"),
        Use("ci/bench-check --alone access", "| access | "),
        Use("ci/bench-check --speed copy", "| copy | "),
        Use("ci/bench-check nothing", status=(2,)),
        Use("ci/bench-check", "| all | ", long=True),
    ],
    "bench-mutants": [Use("ci/bench-mutants --count 1", "%")],
    "bench-runner": [Use("ci/bench-runner --start", long=True)],
    "catalyst-binaries": [Use("ci/catalyst-binaries FOLDER", status=(2,))],
    "code-quality": [Use("ci/code-quality", "kernels", long=True)],
    "cross": [Use("ci/cross --packages aarch64", "gcc-aarch64-linux-gnu"), Use("ci/cross vax", status=(2,))],
    "deqp-gl": [Use("ci/deqp-gl none", "there is no", status=(3,))],
    "differential": [Use("ci/differential --sample 1", status=(0, 3), long=True)],
    "docs-html": [Use("ci/docs-html FOLDER")],
    "draw-layers": [Use("ci/draw-layers --check")],
    "environment-doc": [Use("ci/environment-doc --check")],
    "junit-counts": [Use("ci/junit-counts FOLDER/nothing.xml", "no results were written", (1,))],
    "mesa-clover": [Use("ci/mesa-clover --fetch", status=(0, 3), long=True)],
    "piglit": [Use("ci/piglit -- --no-build --filter *vload*", " passed, 0 failed", (0, 3), long=True)],
    "piglit-gl": [Use("ci/piglit-gl", " passed, ", (0, 3), long=True), Use("ci/piglit-gl --list", status=(2,))],
    "project": [Use("ci/project --check")],
    "release": [Use("ci/release nothing", status=(2,))],
    "screenshots": [Use("ci/screenshots FOLDER", status=(0, 3), long=True)],
    "upstream": [Use("ci/upstream"), Use("ci/upstream nothing FOLDER", status=(2,))],
}
# Scripts that other tests, or the build, run as they are used
ELSEWHERE = {
    "bare-chroot": "test_install.py",
    "build": "test_build.py",
    "check": "the check",
    "completions": "the build",
    "container": "test_container.py",
    "debug": "test_debug_commands.py",
    "explore": "test_explore.py",
    "gate": "test_gate.py",
    "install-tester": "test_install.py",
    "lint": "the check",
    "manuals": "test_commands.py",
    "matrix": "test_matrix.py",
    "pages": "test_published.py",
    "newcomer": "test_install.py",
    "packages-check": "the long check",
    "record": "test_recording.py",
    "report-bug": "test_bug_report.py",
    "setup": "test_setup.py",
    "tidy": "the long check",
    "try-driver-gate": "the long check",
}


def run(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = words.replace("FOLDER", str(folder)).split()
    mutants = {"ROOTLE_TIMEOUT": "1"} if "mutants" in words else {}  # whose kernels may not end
    environment = {**os.environ, **mutants}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace", check=False)


def test_each_script_is_used():
    assert sorted([*USES, *ELSEWHERE]) == SCRIPTS


@pytest.mark.parametrize("name", SCRIPTS)
def test_help(name: str, tmp_path: Path):
    done = run(f"ci/{name} --help", tmp_path)
    assert done.returncode == 0, done.stderr
    assert ("usage: " in done.stdout or f"ci/{name} " in done.stdout) and "Traceback" not in done.stderr


@pytest.mark.parametrize("use", [use for uses in USES.values() for use in uses], ids=lambda use: use.words)
def test_use(use: Use, tmp_path: Path):
    if use.long and not LONG:
        pytest.skip("ROOTLE_LONG_TESTS=1 runs it")
    if not (BUILD / "driver" / "bench" / "rootle-bench").exists():
        pytest.skip("the driver is not built")
    done = run(use.words, tmp_path)
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode in use.status, done.stderr
    assert done.returncode == 3 or use.prints in done.stdout, done.stdout


@pytest.fixture(scope="module", name="bench_check")
def fixture_bench_check():
    loader = importlib.machinery.SourceFileLoader("bench_check", str(ROOT / "ci" / "bench-check"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_check", loader))
    sys.modules["bench_check"] = module
    loader.exec_module(module)
    return module


def test_bench_check_knows_all_kinds(bench_check):
    """Of each kind of report that the corpus has, it must know what either checker says."""
    files = [path for path in bench_check.corpus.files() if path.stem != bench_check.ENDLESS]
    kinds = {case.kind for path in files for case in bench_check.corpus.read(path)}
    assert kinds <= set(bench_check.OCLGRIND_WORDS)
    assert kinds <= set(bench_check.test_checks.WORDS)


def test_bench_check_of_what_is_not_built(bench_check, tmp_path: Path):
    """A class that a checker's compiler refuses is a row of its own, but for our compiler, and for other failures."""
    source = next(path for path in bench_check.corpus.files() if path.stem == "access")
    launch = tmp_path / "launch"
    checker = bench_check.Checker("other", [str(launch)], {}, bench_check.OCLGRIND_WORDS, "")

    def says(text: str) -> None:
        launch.write_text(f"#!/bin/sh\nprintf '{text}' >&2\nexit 2\n", encoding="utf-8")
        launch.chmod(0o755)

    says(r"launch: error: no such extension\n: error -11\n")
    score = checker.score(source)
    assert (score.pairs, score.built, score.found) == (len(list(bench_check.corpus.read(source))), False, 0)
    assert score.cells().startswith("not built") and score.cells().count("|") == 3
    with pytest.raises(bench_check.corpus.NotBuilt):
        bench_check.dataclasses.replace(checker, builds_all=True).score(source)
    says(r"launch: clCreateContext: error -6\n")
    with pytest.raises(RuntimeError, match="error -6"):
        checker.score(source)
