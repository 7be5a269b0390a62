# SPDX-License-Identifier: MIT
"""ci/build, with a cmake and a ninja that only take notes."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DPKG = Path("/var/lib/dpkg/status")


class Checkout:
    """A folder with ci/build, and a PATH with the tools that it calls."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes = folder / "notes"
        (folder / "ci").mkdir()
        (folder / "bin").mkdir()
        shutil.copy(ROOT / "ci" / "build", folder / "ci" / "build")
        self.tool("cmake", f'echo "cmake $*" >> {self.notes}; touch build/build.ninja')
        self.ninja("true")

    def tool(self, name: str, text: str) -> None:
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def ninja(self, text: str) -> None:
        self.tool("ninja", f'echo "ninja $*" >> {self.notes}\n{text}')

    def build(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", **variables}
        command = [self.folder / "ci" / "build", *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def calls(self) -> list[str]:
        """What was called, without the number of processors."""
        lines = self.notes.read_text().splitlines() if self.notes.exists() else []
        self.notes.unlink(missing_ok=True)
        return [line.replace(f" -j {len(os.sched_getaffinity(0))}", "") for line in lines]


@pytest.fixture(name="checkout")
def fixture_checkout(tmp_path):
    return Checkout(tmp_path)


def test_all_is_built_unless_targets_are_named(checkout):
    assert checkout.build().returncode == 0
    assert checkout.calls() == ["cmake --preset release -DROOTLE_FIRST=OFF", "ninja -C build"]
    done = checkout.build("release", "--only", "one,two")
    assert checkout.calls() == ["ninja -C build one two"]
    assert done.stdout.startswith("ci/build: build (one two) is up to date (")


def test_options_of_cmake_follow(checkout):
    checkout.build("debug", "--only", "one", "-DX=1")
    assert checkout.calls()[0] == "cmake --preset debug -DROOTLE_FIRST=OFF -DX=1"
    assert checkout.build("release", "--only").returncode != 0


@pytest.mark.skipif(not DPKG.exists(), reason="no Debian")
def test_packages_that_came_since_are_looked_for(checkout):
    checkout.build()
    checkout.calls()
    os.utime(checkout.folder / "build" / "build.ninja", (0, 0))
    checkout.build()
    assert checkout.calls() == ["cmake --preset release -DROOTLE_FIRST=OFF", "ninja -C build"]


def test_a_first_build_is_for_this_machine_and_a_later_one_has_all(checkout):
    checkout.build("release", "--first", "one")
    assert checkout.calls() == ["cmake --preset release -DROOTLE_FIRST=ON", "ninja -C build one"]
    cache = checkout.folder / "build" / "CMakeCache.txt"
    cache.write_text("ROOTLE_FIRST:BOOL=ON\n")
    checkout.build("release", "--first", "two")
    assert checkout.calls() == ["ninja -C build two"]
    for words in ["release"], ["release", "--only", "two"]:
        checkout.build(*words)
        assert checkout.calls() == ["cmake --preset release -DROOTLE_FIRST=OFF", " ".join(["ninja -C build", *words[2:]])]
    cache.write_text("ROOTLE_FIRST:BOOL=OFF\n")
    checkout.build("release", "--first", "one")
    checkout.build()
    assert checkout.calls() == ["ninja -C build one", "ninja -C build"]


def test_a_long_build_says_how_far_it_is(checkout):
    checkout.ninja("echo '[1/30] one'; echo 'a word'; echo '[7/30] two'")
    quiet = checkout.build()
    told = checkout.build(BUILD_PROGRESS="0")
    assert "steps" not in quiet.stdout
    assert [line for line in told.stdout.splitlines() if "steps" in line] == [
        "ci/build: 1 of 30 steps",
        "ci/build: 7 of 30 steps",
    ]
    assert (checkout.folder / "build" / "build.log").read_text() == "[1/30] one\na word\n[7/30] two\n"


def test_a_build_that_fails_ends_so(checkout):
    checkout.ninja("echo '[1/30] FAILED: one'; exit 1")
    done = checkout.build("release", "--only", "one")
    assert done.returncode == 1
    assert "FAILED: one" in done.stderr and "up to date" not in done.stdout


def test_what_a_first_build_leaves_out_are_annexes():
    words = re.search(r"set\(annexes_for_later ([A-Z0-9_ ]+)\)", (ROOT / "CMakeLists.txt").read_text())
    assert words and words[1].split()
    options = [row.split("|")[1].strip() for row in (ROOT / "ci" / "annexes.txt").read_text().splitlines() if "|" in row]
    assert not set(words[1].split()) - set(options)
