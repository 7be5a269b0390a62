# SPDX-License-Identifier: MIT
"""ci/boards/measure: its link is as slow and as long as it says, and its board of PoCL is gated in time."""

import importlib.machinery
import importlib.util
import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest

MEASURE = Path(__file__).resolve().parents[1] / "boards" / "measure"
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR", MEASURE.parents[2] / "build"))


@pytest.fixture(scope="module")
def measure():
    loader = importlib.machinery.SourceFileLoader("measure", str(MEASURE))
    spec = importlib.util.spec_from_loader("measure", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def echo(server: socket.socket) -> None:
    connection = server.accept()[0]
    while data := connection.recv(1 << 16):
        connection.sendall(data)
    connection.close()


def test_the_link_is_slow_and_long_and_loses_nothing(measure):
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=echo, args=(server,), daemon=True).start()
        relay = measure.Relay(server.getsockname()[1])
        with socket.create_connection(("127.0.0.1", relay.port)) as client:
            began = time.monotonic()
            client.sendall(b"x")
            assert client.recv(1) == b"x"
            assert time.monotonic() - began >= 2 * measure.LINK_SECONDS
            data, back = os.urandom(300_000), b""
            began = time.monotonic()
            threading.Thread(target=client.sendall, args=(data,), daemon=True).start()
            while len(back) < len(data):
                back += client.recv(1 << 16)
            assert back == data
            assert time.monotonic() - began >= len(data) / measure.LINK_BYTES


class StopError(Exception):
    """Comes in the place of what takes minutes."""


def stop(*words, **options):
    raise StopError


@pytest.mark.parametrize("what", ["overhead", "link"])
def test_a_new_clone_is_built_before_it_is_measured(measure, monkeypatch, what):
    built = []
    monkeypatch.setattr(measure, "build", lambda *parts: built.append(parts))
    monkeypatch.setattr(measure, "Sshd", stop)
    with pytest.raises(StopError):
        measure.main(what)
    assert built == [measure.PARTS]


def test_what_is_built_are_targets_of_ninja(measure):
    ninja = subprocess.run(["ninja", "-C", str(BUILD), "-t", "query", *measure.PARTS], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert ninja.returncode == 0, ninja.stdout


@pytest.mark.skipif(not os.environ.get("ROOTLE_LONG_TESTS"), reason="it unpacks a system and tests PoCL: ci/check --long")
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("/usr/sbin/sshd"), reason="it needs root and sshd")
def test_a_bare_board_is_gated_in_time():
    folder = Path("/srv/rootle-bare-board")
    try:
        done = subprocess.run([str(MEASURE), "board", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert done.returncode == 0, done.stdout
        assert "no regressions" in done.stdout
    finally:
        if not any((folder / name).is_mount() for name in ("proc", "sys", "dev")):
            shutil.rmtree(folder, ignore_errors=True)
