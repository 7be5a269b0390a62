# SPDX-License-Identifier: MIT
"""Targets by Debian's adb. Debian has no adbd; fake_adbd.py stands for a phone."""

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from runner.targets.transport import Adb, TargetError, Unreachable, transport

PHONE = Path(__file__).with_name("fake_adbd.py")

pytestmark = pytest.mark.skipif(not shutil.which("adb"), reason="adb is not installed")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Phone:
    """A phone whose files are a folder, and an adb server of the tests' own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "phone"
        self.folder.mkdir()
        self.port = free_port()
        self.target = f"adb:127.0.0.1:{self.port}{self.folder}"
        self._process: subprocess.Popen[bytes] | None = None

    def switch_on(self, *features: str) -> None:
        self._process = subprocess.Popen([sys.executable, str(PHONE), str(self.port), str(self.folder), *features])
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.02)
        raise TimeoutError

    def switch_off(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    before = dict(os.environ)
    os.environ |= {"ANDROID_ADB_SERVER_PORT": str(free_port()), "HOME": str(tmp_path_factory.mktemp("home")), "ADB_MDNS": "0"}
    subprocess.run(["adb", "start-server"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    yield
    subprocess.run(["adb", "kill-server"], check=False)
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def phone(server, tmp_path):
    made = Phone(tmp_path)
    yield made
    made.switch_off()


def test_words_streams_and_statuses_are_those_of_there(phone):
    phone.switch_on()
    way = transport(phone.target)
    assert isinstance(way, Adb)
    way.connect(is_first=True)
    words = ["a b", "'", '"', "$HOME", "\\", "*", "", "ü"]
    answer = way.run(["printf", "%s|", *words])
    assert (answer.status, answer.out.decode("utf-8"), answer.errors) == (0, "".join(f"{word}|" for word in words), "")
    data = bytes(range(256)) * 4096  # a terminal would change some
    answer = way.run(["sh", "-c", "cat; echo bad >&2; exit 7"], data)
    assert (answer.status, answer.out == data, answer.errors) == (7, True, "bad")
    assert not way.is_lost(answer)


def test_a_phone_that_is_gone_may_come_back(phone):
    way = transport(phone.target)
    with pytest.raises(Unreachable):
        way.connect(is_first=True)
    phone.switch_on()
    way.connect(is_first=False)
    phone.switch_off()
    assert way.is_lost(way.run(["true"]))
    phone.switch_on()
    way.connect(is_first=False)
    assert way.run(["true"]).status == 0


def test_a_phone_whose_shell_has_no_statuses(phone):
    phone.switch_on("cmd")
    with pytest.raises(TargetError, match="shell_v2"):
        transport(phone.target).connect(is_first=True)


ROOT = Path(__file__).resolve().parents[4]
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR", ROOT / "build"))
ICD = BUILD / "driver" / "rootle.icd"


def start(phone: Phone, *arguments: str) -> subprocess.Popen[str]:
    command = [str(ROOT / "run-tests"), "--no-build", f"--build-dir={BUILD}", f"--driver={ICD}", f"--target={phone.target}",
               "--target-jobs=2", "--retries=0", f"--results={phone.folder.parent}/results", *arguments]  # fmt: skip
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


@pytest.mark.skipif(not (ICD.exists() and (BUILD / "program-tester/boards/rootle-board").exists()), reason="they are not built")
def test_a_phone_that_goes_away_loses_no_result(phone):
    """It is switched off in the middle of a run, and on again by --target-reset."""
    phone.switch_on()
    again = [sys.executable, str(PHONE), str(phone.port), str(phone.folder)]
    process = start(phone, f"--target-reset={shlex.join(again)} >/dev/null 2>&1 & echo $! >{phone.folder}/second", "image", "sampler")
    clients = phone.folder / "clients"
    try:
        while not (clients.exists() and " watch " in clients.read_text(encoding="utf-8")) and process.poll() is None:
            time.sleep(0.05)
        time.sleep(1)
        phone.switch_off()
        output, _ = process.communicate(timeout=300)
        assert (process.returncode, " is gone: " in output) == (0, True), output
    finally:
        second = phone.folder / "second"
        if second.exists():
            os.kill(int(second.read_text(encoding="ascii")), signal.SIGKILL)
    lines = (phone.folder.parent / "results" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    found = Counter((record["test"], record["status"]) for record in map(json.loads, lines) if "test" in record)
    listed = subprocess.run([str(ROOT / "run-tests"), "--no-build", f"--build-dir={BUILD}", "--list", "image", "sampler"],
                            stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()  # fmt: skip
    assert found == Counter((test, "pass") for test in listed)
    assert not (phone.folder / "rootle-board").exists()


@pytest.mark.parametrize(("name", "folder"), [("adb:0123", "/data/local/tmp/rootle-board"), ("adb:10.0.0.1:5555/x/", "/x/rootle-board")])
def test_folders(name, folder):
    assert transport(name).folder == folder


@pytest.mark.parametrize("name", ["adb:", "adb:-e", "adb:a b", "adb:/x"])
def test_serial_numbers_that_are_wrong(name):
    with pytest.raises(TargetError, match="target"):
        transport(name)
