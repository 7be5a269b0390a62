# SPDX-License-Identifier: MIT
"""Where the runner looks for things, in a checkout and installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from runner import vulkan
from runner.drivers import Driver, DriverError, find
from runner.places import find_places, make_folder

OTHER = Driver("pocl", "pocl.icd")

ROOT = Path(__file__).resolve().parents[3]


def test_checkout(tmp_path, monkeypatch):
    (tmp_path / "CMakeLists.txt").touch()
    monkeypatch.delenv("ROOTLE_BUILD_DIR", raising=False)
    assert find_places(tmp_path).build == tmp_path / "build"
    monkeypatch.setenv("ROOTLE_BUILD_DIR", str(tmp_path / "other"))
    assert find_places(tmp_path).tester == tmp_path / "other" / "bin" / "program-tester"
    assert find_places(tmp_path, tmp_path / "mine").build == tmp_path / "mine"
    (tmp_path / "third" / "bin").mkdir(parents=True)
    (tmp_path / "third" / "CMakeCache.txt").touch()
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "third" / "bin" / "rootle-run-tests")])
    assert find_places(tmp_path).build == tmp_path / "other"
    monkeypatch.delenv("ROOTLE_BUILD_DIR")
    assert find_places(tmp_path).build == tmp_path / "third"


def test_suites(tmp_path):
    """Generated suites are in the build folder, and have to be built."""
    (tmp_path / "CMakeLists.txt").touch()
    build = tmp_path / "b"
    assert find_places(tmp_path, build).suite == tmp_path / "program-tester" / "tests"
    assert find_places(tmp_path, build).targets(OTHER) == ["program-tester"]
    quick = find_places(tmp_path, build, "quick")
    assert quick.suite == build / "generated-tests" / "quick"
    assert quick.targets(OTHER)[-1] == "generated-tests-quick"
    assert {"rootle", "rootle-cc"} < set(quick.targets(find("rootle", build / "rootle.icd")))
    assert find_places(tmp_path, build, "generated").suite == build / "generated-tests" / "full"


def test_installed(tmp_path):
    """A copy in the layout of an installation runs its own tests with its own tester."""
    share = tmp_path / "share" / "rootle"
    (share / "program-tester" / "tests").mkdir(parents=True)
    (share / "program-tester" / "tests" / "a.cl").write_text("one passes\n")
    shutil.copytree(ROOT / "program-tester" / "runner", share / "program-tester" / "runner")
    (share / "ci" / "expectations").mkdir(parents=True)
    shutil.copy(ROOT / "run-tests", share)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "program-tester").symlink_to(ROOT / "program-tester/runner/tests/mock_tester.py")
    (tmp_path / "bin" / "rootle-run-tests").symlink_to("../share/rootle/run-tests")
    icd = tmp_path / "etc" / "OpenCL" / "vendors" / "rootle.icd"
    icd.parent.mkdir(parents=True)
    icd.write_text("librootle.so\n")
    generator = share / "generated-tests" / "generate"
    generator.parent.mkdir()
    generator.write_text('#!/bin/sh\nmkdir -p "$1" && echo "one passes" >"$1/$3.cl"\n')
    generator.chmod(0o755)
    assert find_places(share).rootle_icd == icd
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def run(*arguments):
        return subprocess.run(
            [tmp_path / "bin" / "rootle-run-tests", *arguments],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    done = run()
    assert done.stdout.endswith("1 passed, 0 failed, 0 skipped\n"), done.stderr
    # Generated tests go into the user's cache.
    done = run("--suite=quick", "--list")
    assert done.stdout == "quick.cl::one\n", done.stderr
    assert (tmp_path / "cache" / "run-tests" / "tests" / "quick" / "quick.cl").exists()
    done = run("--suite=nothing")
    assert done.returncode == 2 and done.stderr.startswith("usage: rootle-run-tests ")
    done = run("--build-dir=build")
    assert done.returncode == 2 and "rootle-run-tests: --build-dir is for checkouts of Rootle" in done.stderr


def test_drivers_of_opengl(tmp_path):
    """They have a tester of their own; the simulated card is preloaded for Mesa's r600 alone."""
    software, r600, system = (find(name, tmp_path / "rootle.icd") for name in ("llvmpipe", "mesa-r600", "opengl"))
    assert {software.tester, r600.tester, system.tester} == {"gl-tester"}
    assert "LD_PRELOAD" not in software.environment() and not system.environment()
    assert r600.environment() == {
        "LD_PRELOAD": str(tmp_path / "librootle-drm.so"),
        "ROOTLE_DRM_FATAL": "1",
    }
    (tmp_path / "CMakeLists.txt").touch()
    targets = find_places(tmp_path, tmp_path / "build", "gl").targets(r600)
    assert targets == ["gl-tester", "rootle_drm", "rootle-cc", "generated-tests-gl"]


def test_drivers_of_vulkan(tmp_path, monkeypatch):
    """By name, as the loader finds them, or by the file."""
    monkeypatch.setattr(vulkan, "ICD_FOLDERS", (tmp_path,))
    with pytest.raises(DriverError, match="lavapipe is not installed .package mesa-vulkan-drivers."):
        find("lavapipe", tmp_path / "rootle.icd")
    icd = tmp_path / "lvp_icd.x86_64.json"
    icd.touch()
    lavapipe, system, mine = (find(name, tmp_path / "rootle.icd") for name in ("lavapipe", "vulkan", str(icd)))
    assert {lavapipe.tester, system.tester, mine.tester} == {"vk-tester"}
    assert lavapipe.environment() == mine.environment() and mine.name == "lvp_icd"
    assert lavapipe.environment()["VK_DRIVER_FILES"] == lavapipe.environment()["VK_ICD_FILENAMES"] == str(icd)
    assert "VK_DRIVER_FILES" not in system.environment() and not system.is_opencl
    with pytest.raises(DriverError, match="no such file"):
        find(str(tmp_path / "none.json"), tmp_path / "rootle.icd")


def test_no_home_is_made(tmp_path, monkeypatch):
    """Of an account that has none."""
    home = tmp_path / "absent"
    for name in ("absent", "absent/deeper"):
        monkeypatch.setenv("HOME", str(tmp_path / name))
        with pytest.raises(FileNotFoundError, match=name):
            make_folder(tmp_path / name / ".cache" / "run-tests")
        assert not home.exists()
    monkeypatch.setenv("HOME", str(home))
    home.mkdir()
    make_folder(home / ".cache" / "run-tests")
    assert (home / ".cache" / "run-tests").is_dir()
    make_folder(tmp_path / "elsewhere" / "new")
    assert (tmp_path / "elsewhere" / "new").is_dir()
