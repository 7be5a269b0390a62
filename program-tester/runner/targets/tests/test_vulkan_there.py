# SPDX-License-Identifier: MIT
"""run-tests --target with rootle-board-vk: tests of Vulkan where there is no compiler of shaders."""

import json
import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR", ROOT / "build"))
BOARD = BUILD / "program-tester" / "boards" / "rootle-board-vk"
ICD = next(iter(sorted(Path("/usr/share/vulkan/icd.d").glob("lvp_icd*.json"))), None)
FINDINGS = ROOT / "generated-tests" / "findings-vk"
TEST = "/*!\n[config]\n{tests}\n!*/\n#version 450\n{text}\n"
EXPECTED = "kernel_name: main\n[test]\nglobal_size: 1\narg_out: 0 buffer uint[1] "
STORE = "layout(std430, binding = 0) buffer Results { uint results[]; };\nvoid main() { results[0] = 7u; }"

BUILT = BOARD.exists() and (BUILD / "bin" / "vk-tester").exists()
pytestmark = pytest.mark.skipif(not (BUILT and ICD), reason="rootle-board-vk or vk-tester is not built, or there is no lavapipe")


@pytest.fixture
def ssh(tmp_path):
    """The environment of an ssh whose machine is a folder, with a few programs, none of which compiles."""
    for name in ("home", "bin", "there"):
        (tmp_path / name).mkdir()
    (tmp_path / "bin" / "ssh").symlink_to(Path(__file__).with_name("fake_ssh"))
    for name in ("sh", "setsid", "uname", "ls", "cat", "mkdir", "chmod", "mv"):
        (tmp_path / "there" / name).symlink_to(shutil.which(name))
    return {**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "FAKE_SSH": str(tmp_path), "FAKE_PATH": f"{tmp_path}/there"}


def verdicts(folder: Path, environment: dict[str, str], *arguments: str, driver: str = str(ICD)) -> dict[str, str]:
    command = [str(ROOT / "run-tests"), "--no-build", f"--build-dir={BUILD}", f"--driver={driver}", f"--results={folder}/results", "--overwrite", *arguments]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False)
    assert done.returncode in (0, 1), done.stdout
    records = map(json.loads, (folder / "results" / "results.jsonl").read_text(encoding="utf-8").splitlines())
    return {record["test"]: record["status"] for record in records if "test" in record}


def test_verdicts_without_a_compiler_of_shaders_are_those_of_here(tmp_path):
    here = verdicts(tmp_path, dict(os.environ), str(FINDINGS))
    there = verdicts(tmp_path, dict(os.environ), "--target=exec:env PATH=/nothing", str(FINDINGS))
    assert there == here and Counter(here.values())["pass"] > 3


def test_modules_go_along_with_their_tests(tmp_path, ssh):
    good, bad, broken = (tmp_path / f"{name}.vk.comp" for name in ("good", "bad", "broken"))
    good.write_text(TEST.format(tests=f"{EXPECTED} 7", text=STORE), encoding="ascii")
    bad.write_text(TEST.format(tests=f"{EXPECTED} 8", text=STORE), encoding="ascii")
    broken.write_text(TEST.format(tests="expect_build_fail: true", text=STORE.replace("main", "0main")), encoding="ascii")
    arguments = (str(good), str(bad), str(broken))
    here = verdicts(tmp_path, dict(os.environ), *arguments)
    assert sorted(here.values()) == ["fail", "pass", "pass"]
    there = verdicts(tmp_path, ssh, "--target=ssh://board", "--target-keep", *arguments)
    assert there == here
    sent = sorted(path.name for path in (tmp_path / "home").glob("rootle-board/tests/**/*") if path.is_file())
    assert [name for name in sent if name.endswith(".comp")] == ["bad.vk.comp", "broken.vk.comp", "good.vk.comp"]
    assert len([name for name in sent if name.endswith(".kept")]) == 2  # the first two have one program
