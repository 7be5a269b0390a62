# SPDX-License-Identifier: MIT
"""The generator: how many tests, their names, samples, and what is written."""

import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from suites import SUITES, all_cases
from testgen import cover, output
from testgen.model import Case

ROOT = Path(__file__).resolve().parents[1]
GENERATE = ROOT / "generate"


@pytest.fixture(scope="module")
def everything():
    return all_cases()


def generate(*arguments):
    command = [sys.executable, str(GENERATE), *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def snapshot(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.cl")}


def test_what_cannot_be_written_is_named():
    for arguments, why in ((["/dev/null/x", "--suite", "attributes"], "/dev/null/x: Not a directory"),
                           (["--list", "--suite", "attributes"], "what was asked for: No space left on device")):  # fmt: skip
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([GENERATE, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert (done.returncode, done.stderr) == (1, f"generate: {why}\n")


def test_who_reads_a_part_of_the_list_hears_no_more():
    done = subprocess.run(f"{GENERATE} --list --suite attributes | head -n 1", shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("attributes/") and not done.stderr


def test_enough_tests(everything):
    assert len(everything) >= 25000


def test_names_are_unique(everything):
    twice = [name for name, n in Counter(case.full_name for case in everything).items() if n > 1]
    assert not twice


@pytest.mark.parametrize("name", list(SUITES))
def test_values_name_every_axis(name):
    suite = SUITES[name]
    assert all(len(case.values) == len(suite.AXES) for case in suite.cases())


def test_quick_sample_covers_every_pair(everything):
    """Every pair of values that occurs in any test of a family occurs in the sample."""
    chosen = cover.sample(everything, 2000, 1)
    assert 1500 <= len(chosen) <= 4980
    for name in SUITES:
        all_pairs = {p for case in everything if case.suite == name for p in cover.pairs(case)}
        found = {p for case in chosen if case.suite == name for p in cover.pairs(case)}
        assert found == all_pairs, name


def test_pairwise_sample_is_small():
    """Two axes need their product; a third of the same length comes almost for free."""
    cases = [
        Case("s", "f", f"{a}{b}{c}", (str(a), str(b), str(c)))
        for a in range(6) for b in range(6) for c in range(6)
    ]  # fmt: skip
    assert 36 <= len(cover.pairwise(cases, 1)) <= 60


def test_sparse_axes_have_each_value():
    cases = [
        Case("s", "f", f"{a}{b}{c}", (str(a), str(b), str(c)))
        for a in range(6) for b in range(6) for c in range(6)
    ]  # fmt: skip
    few = cover.sample(cases, 1, 1, {"s": [2]})
    assert {case.values[:2] for case in few} == {case.values[:2] for case in cases} and len(few) == 36
    assert {case.values[2] for case in few} == set("012345")
    assert len(cover.pairwise(cases, 1, [1, 2])) == len(cover.pairwise(cases, 1, [0, 1, 2])) == 6


def test_seed_chooses_the_sample(everything):
    first, again, other = (cover.sample(everything, 2000, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_filters(everything):
    case = next(c for c in everything if c.suite == "read")
    assert case.matches("read/1d/") and case.matches("read/*::R-*") and not case.matches("write/*")
    listed = generate("--list", "--suite", "read", "--filter", "read/3d/*::ARGB-*").splitlines()
    assert listed and all("3d" in name and "::ARGB-" in name for name in listed)


def test_output_is_deterministic_and_incremental(tmp_path):
    choice = ("--filter", "2d/write_imagei", "--filter", "attributes/3d")
    assert "0 files" not in generate(tmp_path / "a", *choice, "-j", 1)
    generate(tmp_path / "b", *choice)
    first = snapshot(tmp_path / "a")
    assert first and first == snapshot(tmp_path / "b")
    stamp = tmp_path / "a" / output.STAMP
    os.utime(stamp, (0, 0))
    assert generate(tmp_path / "a", *choice) == ""
    assert stamp.stat().st_mtime > 0  # the build sees that it is current
    stamp.unlink()
    next((tmp_path / "a").rglob("*.cl")).write_text("spoiled")
    (tmp_path / "a" / "old.cl").write_text("of another run")
    assert "; 1 files written" in generate(tmp_path / "a", *choice)
    assert snapshot(tmp_path / "a") == first


BUILD_FILE = """
cmake_minimum_required(VERSION 3.25)
project(mock LANGUAGES NONE)
set(ROOTLE_PYTHON %s)
add_subdirectory(generated-tests)
"""
MOCK_GENERATOR = """
import pathlib, sys
folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
(folder / ".generated").touch()
"""


def test_build_generates_when_sources_changed_only(tmp_path):
    """The build file, with a mock generator: nothing runs when nothing changed."""
    source = tmp_path / "generated-tests"
    (source / "suites").mkdir(parents=True)
    (tmp_path / "CMakeLists.txt").write_text(BUILD_FILE % sys.executable)
    shutil.copy(ROOT / "CMakeLists.txt", source)
    (source / "generate").write_text(MOCK_GENERATOR)
    (source / "suites" / "a.py").touch()

    def run(*command):
        return subprocess.run(
            command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True
        ).stdout

    def built():
        time.sleep(0.02)
        return "Generating the quick set" in run("ninja", "-C", tmp_path / "b")

    run("cmake", "-G", "Ninja", "-S", tmp_path, "-B", tmp_path / "b")
    assert built() and not built()
    (source / "suites" / "a.py").touch()
    assert built() and not built()
    (source / "suites" / "new.py").touch()
    assert built() and not built()
    (source / "generate").touch()
    assert built() and not built()


def test_anew_gives_tests_other_values(tmp_path):
    words = ["--filter", "read/2d/read_imagef-float/clamp-linear*", "--filter", "integer/mul_hi*", "--filter", "mip-read/1d/*"]
    words += ["--suite", "read", "--suite", "integer", "--suite", "mip-read"]  # others need not be looked through
    folders = [tmp_path / name for name in ("before", "again", "other", "more")]
    for folder, number in zip(folders, (None, 0, 1, 2)):
        generate(folder, *words, *(() if number is None else ("--anew", number)))
    before, again, other, more = map(snapshot, folders)
    assert before == again and before.keys() == other.keys() == more.keys() and len(before) > 2
    assert all(len({before[path], other[path], more[path]}) == 3 for path in before)


def test_strict_differs_only_in_expectations(tmp_path):
    choice = ("--filter", "write/2d/write_imagef.cl::R-UNORM_INT8/half/")
    generate(tmp_path / "a", *choice)
    generate(tmp_path / "b", *choice, "--strict")
    (_, loose), (_, exact) = *snapshot(tmp_path / "a").items(), *snapshot(tmp_path / "b").items()
    pairs = list(zip(loose.splitlines(), exact.splitlines(), strict=True))
    different = [a for a, b in pairs if a != b]
    assert different and all(line.startswith(b"arg_out") and b".." in line for line in different)
