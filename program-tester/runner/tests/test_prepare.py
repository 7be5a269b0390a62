# SPDX-License-Identifier: MIT
"""What is set up and built before a run, with scripts and a ninja that only take notes."""

import io
import os
from pathlib import Path

import pytest

from runner import prepare
from runner.drivers import Driver
from runner.places import Places
from runner.prepare import PrepareError, ensure_built, ensure_parts
from runner.show import Terminal

GL = Driver("llvmpipe", None, "gl-tester")
ROOTLE = Driver("rootle", "rootle.icd")


def script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture(name="notes")
def fixture_notes(tmp_path, monkeypatch):
    """A checkout whose scripts note their words in a file."""
    notes = tmp_path / "notes"
    for name in ("ci/setup", "ci/build", "bin/ninja"):
        script(tmp_path / name, f'echo "{name} $*" >> {notes}')
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    for name in [name for name in os.environ if name.startswith("ROOTLE_")]:
        monkeypatch.delenv(name)
    return notes


def places(root: Path, suite: str = "hand-written") -> Places:
    build = root / "build"
    return Places(root, build, build / "bin" / "program-tester", build / "driver" / "rootle.icd", suite)


def build_for(root: Path, driver: Driver, suite: str = "hand-written") -> None:
    found = places(root, suite)
    ensure_built(root, found.build, found.targets(driver), Terminal(io.StringIO()))


def test_the_first_run_brings_what_it_runs_and_no_more(notes, tmp_path):
    build_for(tmp_path, ROOTLE)
    assert notes.read_text().splitlines() == [
        "ci/setup --run",
        "ci/build release --first program-tester,rootle,rootle-cc",
    ]


def test_a_run_that_asks_for_a_part_has_all_parts(notes, tmp_path, monkeypatch):
    build = tmp_path / "build"
    build.mkdir()
    (build / "build.ninja").touch()
    (build / "CMakeCache.txt").write_text("A:BOOL=ON\nROOTLE_FIRST:BOOL=ON\n")
    build_for(tmp_path, ROOTLE)
    assert notes.read_text().startswith("bin/ninja ")
    notes.unlink()
    monkeypatch.setenv("ROOTLE_CHIP", "rv515")
    build_for(tmp_path, ROOTLE)
    assert notes.read_text().splitlines() == ["ci/setup --run", "ci/build release --only program-tester,rootle,rootle-cc"]


def test_a_debugger_has_all_parts(notes, tmp_path):
    build = tmp_path / "build"
    build.mkdir()
    for told, calls in ("ON", 1), ("OFF", 0):
        (build / "CMakeCache.txt").write_text(f"A:BOOL=ON\nROOTLE_FIRST:BOOL={told}\n")
        ensure_parts(tmp_path, build)
        ensure_parts(tmp_path, None)
        assert notes.read_text().splitlines() == ["ci/build release --only program-tester,rootle,rootle-cc"] * calls
        notes.write_text("")


def test_a_first_run_on_opengl_brings_all_packages(notes, tmp_path):
    build_for(tmp_path, GL)
    assert notes.read_text().splitlines() == ["ci/setup ", "ci/build release --only gl-tester"]


def test_a_later_run_builds_what_it_needs(notes, tmp_path, monkeypatch):
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "build.ninja").touch()
    build_for(tmp_path, ROOTLE, "quick")
    monkeypatch.setenv("ROOTLE_FAULT", "round_up")
    build_for(tmp_path, ROOTLE)
    build = f"bin/ninja -C {tmp_path}/build"
    assert notes.read_text().splitlines() == [
        f"{build} program-tester rootle rootle-cc generated-tests-quick",
        f"{build} program-tester rootle rootle-cc rootle_faulty_builtins",
    ]


def test_a_card_for_others_has_the_compiler(tmp_path):
    mesa = Driver("mesa-r600", None, "gl-tester", preload=Path("librootle-drm.so"))
    assert places(tmp_path).targets(mesa) == ["gl-tester", "rootle_drm", "rootle-cc"]


def test_a_setup_that_fails_ends_it(notes, tmp_path):
    script(tmp_path / "ci" / "setup", "exit 1")
    with pytest.raises(PrepareError, match="ci/setup --run failed"):
        build_for(tmp_path, ROOTLE)
    assert not notes.exists()


@pytest.mark.parametrize(("seconds", "said"), [(0, ["1 of 2", "2 of 2"]), (60, [])])
def test_a_long_build_says_how_far_it_is(notes, tmp_path, monkeypatch, capsys, seconds, said):
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "build.ninja").touch()
    script(tmp_path / "bin" / "ninja", "echo '[1/2] one'; echo 'a word'; echo '[2/2] two'")
    monkeypatch.setattr(prepare, "PROGRESS_SECONDS", seconds)
    build_for(tmp_path, ROOTLE)
    assert capsys.readouterr().err.splitlines() == [f"building: {step} steps" for step in said]
    assert not notes.exists()
