# SPDX-License-Identifier: MIT
"""The lists in ci/expectations are about tests that exist: a line that names none hides nothing
today, and the wrong thing once its name is used again."""

import subprocess
import sys
from pathlib import Path

import pytest

from runner.expectations import Entry, Expectations, read_list
from runner.places import find_places

ROOT = Path(__file__).resolve().parents[3]
LISTS = sorted((ROOT / "ci" / "expectations").glob("*.txt"))


def _lines(*command: object) -> list[str]:
    done = subprocess.run(
        list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=True, timeout=600
    )
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def names() -> list[str]:
    """Of all tests that a list may speak of: hand-written ones, findings, generated ones."""
    if not find_places(ROOT).tester.exists():
        pytest.skip("program-tester is not built")
    run_tests = [ROOT / "run-tests", "--no-build", "--list"]
    return [
        *_lines(*run_tests),
        *_lines(*run_tests, "generated-tests/findings"),
        *(f"{file.name}::" for file in (ROOT / "generated-tests" / "findings-gl").glob("*.*")),
        *(f"{file.name}::" for file in (ROOT / "generated-tests" / "findings-vk").glob("*.vk.*")),
        *_lines(sys.executable, "-B", "generated-tests/generate", "--list"),
        *_lines(sys.executable, "-B", "generated-tests/generate", "--list", "--profile", "gl-full"),
        *_lines(sys.executable, "-B", "generated-tests/generate", "--list", "--profile", "fs-full"),
        *_lines(sys.executable, "-B", "generated-tests/generate", "--list", "--profile", "vk-full"),
    ]


@pytest.fixture(scope="module")
def of_file(names) -> dict[str, list[str]]:
    """The tests of each file. There are far fewer files than tests."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name.partition("::")[0], []).append(name)
    return found


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_line_names_a_test(path, names, of_file):
    for entry in read_list(path):
        files = filter(Entry(entry.glob.partition("::")[0], "", "").matches, of_file)
        near = (name for file in files for name in of_file[file])
        assert any(map(entry.matches, near)) or any(map(entry.matches, names)), f"{entry.place}: {entry.glob} names no test"


def test_list_is_of_the_driver_that_it_names(suite):
    """By what the driver says that it is, whatever its file is called; --expectations says where the lists are."""
    suite.file("a.cl", "one fails", "two fails", "three fails")
    (suite.expectations / "some-fails.txt").write_text("# for: Mock*, driver 7*\na.cl::one # known\n")
    (suite.expectations / "other-fails.txt").write_text("# for: Mock*, driver 6*\n# for: Mork / *\na.cl::two # of others\n")
    (suite.expectations / "system-fails.txt").write_text("a.cl::three # by name\n")
    run = suite.run("--retries=0")
    assert run.statuses() == {"a.cl::one": "expected-fail", "a.cl::two": "fail", "a.cl::three": "expected-fail"}


def test_list_of_no_kind(suite):
    suite.file("a.cl", "one passes")
    for name, said in (("x-knowns.txt", "a list is one of x-fails.txt"), ("x-skips.txt", "goes by its name")):
        path = suite.expectations / name
        path.write_text("# for: Mock*\n")
        run = suite.run()
        assert run.status == 2 and said in run.stderr
        path.unlink()


# The first words of runs, as drivers' packages or builds print them.
WORDS = {
    "Portable Computing Language / pthread-haswell-AMD EPYC, driver 3.1+debian": {"pocl-fails"},
    "Portable Computing Language / cpu-haswell-AMD EPYC, driver 5.0+debian": {"pocl5-fails"},
    "Portable Computing Language / cpu-haswell-AMD EPYC, driver 7.1": {"pocl7-fails"},
    "Portable Computing Language / cpu-haswell-AMD EPYC, driver 7.1+debian": {"pocl7-debian-fails"},
    "Portable Computing Language / cpu-haswell-AMD EPYC, driver 6.0+debian": {"pocl-all-fails", "pocl56-all-fails"},
    "rusticl / llvmpipe (LLVM 15.0.6, 256 bits), driver 22.3.6": {"rusticl-fails"},
    "rusticl / llvmpipe (LLVM 19.1.7, 256 bits), driver 25.0.7-2+deb13u1": {"rusticl25-fails"},
    "rusticl / llvmpipe (LLVM 22.1.8, 256 bits), driver 26.2.6-1": {"rusticl26-fails"},
    "Vulkan / llvmpipe (LLVM 19.1.7, 256 bits), driver Mesa 25.0.7-2+deb13u1 (LLVM 19.1.7)": {"lavapipe25-fails"},
    "Oclgrind / Oclgrind Simulator, driver Oclgrind 21.10": {"oclgrind-fails", "oclgrind-flakes"},
    "Rootle / AMD Cypress (Rootle simulator), driver 7.0": set(),
}


@pytest.mark.parametrize("words", WORDS)
def test_each_driver_has_its_list(words):
    known = Expectations.load(ROOT / "ci" / "expectations", "pocl")
    known.take_device(words)
    entries = known.fails.entries + known.flakes.entries
    lists = {Path(entry.place.partition(":")[0]).stem for entry in entries}
    own = {name for name in lists if "-all-" not in name}
    assert (own or lists) == WORDS[words]  # a list may have no lines but those that it takes in
    assert not known.skips.entries


def test_there_are_lists():
    assert LISTS
