# SPDX-License-Identifier: MIT
"""run-tests --target with rootle-board itself, through a wrapper and through an ssh that stays on this machine."""

import json
import os
import platform
import random
import signal
import subprocess
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from runner.targets import board

ROOT = Path(__file__).resolve().parents[4]
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR", ROOT / "build"))
BOARD = BUILD / "program-tester" / "boards" / "rootle-board"
ICD = BUILD / "driver" / "rootle.icd"
SUITE = ROOT / "program-tester" / "tests"
LINK = "ssh://board"
KILLS, KINDS = (60, ("image", "sampler", "buffer")) if os.environ.get("ROOTLE_LONG_TESTS") else (3, ("image", "sampler"))

pytestmark = pytest.mark.skipif(not (BOARD.exists() and ICD.exists()), reason="rootle-board and the bundled driver are not built")


class FakeSsh:
    """An ssh on PATH whose machine is a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        (folder / "bin").mkdir()
        (folder / "bin" / "ssh").symlink_to(Path(__file__).with_name("fake_ssh"))
        self.environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "FAKE_SSH": str(folder)}

    def clients(self) -> list[int]:
        """The processes that have been ways to a tester."""
        file = self.folder / "clients"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        return [int(line.split()[0]) for line in lines if " watch " in line]


@pytest.fixture
def ssh(tmp_path):
    return FakeSsh(tmp_path)


def start(folder: Path, environment: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    command = [str(ROOT / "run-tests"), "--no-build", f"--build-dir={BUILD}", f"--driver={ICD}", f"--results={folder}/results"]
    return subprocess.Popen([*command, *arguments], env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def results(folder: Path) -> Counter[tuple[str, str]]:
    """How often the journal has each test with its status."""
    lines = (folder / "results" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    return Counter((record["test"], record["status"]) for record in records if "test" in record)


def check(process: subprocess.Popen[str], status: int = 0) -> str:
    output, _ = process.communicate(timeout=300)
    assert process.returncode == status, output
    return output


def test_verdicts_through_a_wrapper_are_those_of_here(tmp_path):
    for name, more in (("here", ()), ("there", ("--target=exec:env",))):
        (tmp_path / name).mkdir()
        check(start(tmp_path / name, dict(os.environ), *more, "image/attributes.cl", "image/picture.cl", str(SUITE / "build")))
    found = results(tmp_path / "there")
    assert found == results(tmp_path / "here")
    assert len(found) > 20


def test_files_go_along_once_and_are_removed(tmp_path, ssh):
    folder = ssh.home / "rootle-board"
    check(start(tmp_path, ssh.environment, f"--target={LINK}", "--target-keep", "image/picture.cl"))
    sent = sorted(path.name for path in folder.glob("tests/**/*") if path.is_file())
    assert sent == ["picture-turned.png", "picture.cl", "picture.png"]
    times = {path: path.stat().st_mtime_ns for path in folder.glob("**/*.png")} | {path: path.stat().st_mtime_ns for path in folder.glob("rootle-board-*")}
    check(start(tmp_path, ssh.environment, f"--target={LINK}", "--target-keep", "--overwrite", "image/picture.cl"))
    assert {path: path.stat().st_mtime_ns for path in times} == times
    check(start(tmp_path, ssh.environment, f"--target={LINK}", "--overwrite", "image/picture.cl"))
    assert list(ssh.home.iterdir()) == []


def test_messages_have_the_names_of_here(tmp_path, ssh):
    (tmp_path / "wrong.cl").write_text("/*!\n[config]\nkernel_name: k\n[test]\narg_out: 0 buffer itn[1] 1\n!*/\nkernel void k(global int *x) {}\n", encoding="ascii")
    output = check(start(tmp_path, ssh.environment, f"--target={LINK}", str(tmp_path / "wrong.cl")), status=1)
    assert f"{tmp_path}/wrong.cl:5" in output
    assert "rootle-board/tests" not in output.replace("target", "")


def kill_some(ssh: FakeSsh, process: subprocess.Popen[str], killed: list[int]) -> None:
    """Kills ways to testers, whichever, while the run lasts."""
    dice = random.Random(38)
    while len(killed) < KILLS and process.poll() is None:
        time.sleep(dice.uniform(0.05, 0.4))
        alive = [client for client in ssh.clients()[-4:] if client not in killed and Path(f"/proc/{client}").exists()]
        if alive:
            client = dice.choice(alive)
            killed.append(client)
            try:
                os.kill(client, signal.SIGKILL)
            except ProcessLookupError:
                killed.pop()


def test_nothing_is_lost_or_doubled_when_the_way_is_cut(tmp_path, ssh):
    """In as many runs as it takes to cut it so often."""
    killed: list[int] = []
    listed = subprocess.run([str(ROOT / "run-tests"), "--no-build", f"--build-dir={BUILD}", "--list", *(str(SUITE / name) for name in KINDS)],
                            stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()  # fmt: skip
    while len(killed) < KILLS:
        folder = tmp_path / str(len(killed))
        folder.mkdir()
        process = start(folder, ssh.environment, f"--target={LINK}", "--target-jobs=2", "--retries=0", *(str(SUITE / name) for name in KINDS))
        killer = threading.Thread(target=kill_some, args=(ssh, process, killed))
        before = len(killed)
        killer.start()
        check(process)
        killer.join()
        assert len(killed) > before, "a run ended before its way was cut"
        found = results(folder)
        assert {test for test, _ in found} == set(listed)
        assert set(found.values()) == {1}
        assert sum(found.values()) == len(listed)


def test_a_way_that_is_cut_while_files_are_sent(tmp_path, ssh):
    cut = ssh.folder / "cut"
    cut.touch()
    check(start(tmp_path, ssh.environment, f"--target={LINK}", "--target-jobs=1", str(SUITE / "sampler")))
    assert not cut.exists() and set(results(tmp_path).values()) == {1}


def test_a_target_that_is_gone_is_reset(tmp_path, ssh):
    down = ssh.folder / "down"
    process = start(tmp_path, ssh.environment, f"--target={LINK}", "--target-jobs=1", f"--target-reset=rm {down}", "image", "sampler", "compute")
    journal = tmp_path / "results" / "results.jsonl"
    while not (ssh.clients() and journal.exists() and '"test"' in journal.read_text(encoding="utf-8")):
        time.sleep(0.02)
    down.touch()
    os.kill(ssh.clients()[-1], signal.SIGKILL)
    output = check(process)
    assert f"is gone: rm {down}" in output


def test_a_target_that_is_not_there(tmp_path, ssh):
    (ssh.folder / "down").touch()
    output = check(start(tmp_path, ssh.environment, f"--target={LINK}", "image"), status=3)
    assert "No route to host" in output


def test_a_wrapper_that_runs_none_says_how_one_is_built(tmp_path):
    output = check(start(tmp_path, dict(os.environ), "--target=exec:false", "image"), status=3)
    assert "ci/build release --only rootle-board builds it for this machine, ci/cross PROCESSOR for others" in output


def test_each_machine_has_its_command():
    assert board.how_to_build("rootle-board", platform.machine()) == "ci/build release --only rootle-board builds rootle-board for it"
    assert board.how_to_build("rootle-board", "armv7l") == "ci/cross armhf builds rootle-board for it"


def test_a_folder_of_others_stays(tmp_path):
    (tmp_path / "theirs").mkdir()
    done = subprocess.run([str(BOARD), "remove", str(tmp_path / "theirs")], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, "no folder of rootle-board" in done.stderr) == (3, True)
    assert (tmp_path / "theirs").is_dir()


@pytest.mark.parametrize("name", ["../out", "/tmp/out", "a/../../out", ""])
def test_files_stay_below_the_folder(tmp_path, name):
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    done = subprocess.run([str(BOARD), "receive", str(folder)], input=f"3 644 {name}\nabcend\n".encode(), stderr=subprocess.PIPE, check=False)
    assert done.returncode == 3
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [folder / "in-use"]


def test_a_file_that_comes_in_part_is_none(tmp_path):
    done = subprocess.run([str(BOARD), "receive", str(tmp_path)], input=b"9 644 deep/file\nabc", stderr=subprocess.PIPE, check=False)
    assert done.returncode == 3
    assert b"it came in part" in done.stderr
    assert list((tmp_path / "deep").iterdir()) == []
