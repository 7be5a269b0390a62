# SPDX-License-Identifier: MIT
"""What becomes of tests when their target is lost."""

import collections
import sys
import threading
from pathlib import Path

import pytest
from runner.discovery import Job
from runner.execution import Settings
from runner.places import Places
from runner.results import Result
from runner.status import Status
from runner.targets import execution
from runner.targets.board import Board
from runner.targets.execution import FALLS, LOSSES, SharedQueue, TargetExecution
from runner.targets.known_files import KnownFiles
from runner.targets.transport import Answer, Ssh, TargetError, Wrapper, keys_of, transport

WATCH = Path(__file__).with_name("fake_watch.py")


class FakeBoard(Board):
    """A target that is back at once, after a new start if it is said so."""

    def __init__(self, falls: bool) -> None:
        self.way = Wrapper("exec:env")
        self.falls, self.recoveries = falls, 0

    def watch(self, tester: list[str], variables: dict[str, str]) -> list[str]:
        return [sys.executable, str(WATCH)]

    def recover(self, stop: threading.Event) -> bool:
        self.recoveries += 1
        return self.falls


def job(name: str, *tests: str) -> Job:
    return Job(f"t/{name}", name, [f"{name}::{test}" for test in tests], list(tests))


def run(board: Board, *jobs: Job, workers: int = 2) -> dict[str, Result]:
    """The results, of which no test has two and none is left out."""
    results: list[Result] = []
    queue = SharedQueue(workers)
    queue.add(list(jobs))
    settings = Settings(["tester"], {}, "/", workers, 20.0)
    TargetExecution(board, settings, queue, threading.Event(), results.append, lambda running: None, lambda device: None, False).work()
    counts = collections.Counter(result.test for result in results)
    assert counts == dict.fromkeys((test for job in jobs for test in job.tests), 1)
    return {result.test: result for result in results}


def test_the_test_that_takes_the_machine_down_is_told_and_no_other():
    board = FakeBoard(falls=True)
    found = run(board, *(job(f"{name}.cl", *(f"test {i}" for i in range(20))) for name in "abc"), job("d.cl", "one", "fall", "two"), workers=3)
    bad = {name: result for name, result in found.items() if result.status is not Status.PASS}
    assert list(bad) == ["d.cl::fall"]
    assert bad["d.cl::fall"].status is Status.CRASH
    assert f"went down each of {FALLS} times" in bad["d.cl::fall"].message


def test_a_worker_that_dies_without_a_test_is_told_with_its_own_time():
    """Nothing began there, so that its time is that since its start."""
    dies = "import os, sys; os.write(2, (sys.stdin.readline().strip() + '{\"ended\":-11}\\n').encode())"
    board, results, queue = FakeBoard(falls=False), [], SharedQueue(2)
    commands = iter([board.watch([], {}), [sys.executable, "-c", dies]])
    board.watch = lambda tester, variables: next(commands)  # type: ignore[method-assign]
    queue.add([job("a.cl", "one")])
    TargetExecution(board, Settings(["tester"], {}, "/", 2, 20.0), queue, threading.Event(), results.append, lambda running: None, lambda device: None, False).work()
    idle, one = sorted(results, key=lambda result: result.test)
    assert (one.test, one.status) == ("a.cl::one", Status.PASS)
    assert (idle.test, idle.status) == ("(no file)", Status.CRASH) and 0 < idle.seconds < 20


@pytest.mark.parametrize(("said", "folder"), [(b"armv7l\n", "armhf"), (b"x86_64\n/lib/ld-musl-x86_64.so.1\n", "x86_64-musl")])
def test_a_machine_gets_the_program_of_its_processor_and_its_libc(tmp_path, said, folder):
    program = tmp_path / "build" / "cross" / folder / "rootle-board"
    program.parent.mkdir(parents=True)
    program.touch()
    board = Board(Ssh("ssh://board"), Places(tmp_path, None, Path(), Path()), 1.0, None)
    board.way.run = lambda words, *more: Answer(0, said, "")  # type: ignore[method-assign]
    board._choose_program(board.way)
    assert board._own == program


def test_two_that_take_it_down_are_both_told():
    found = run(FakeBoard(falls=True), job("a.cl", "fall 1", "x"), job("b.cl", "fall 2", "y"))
    assert {name: result.status for name, result in found.items()} == {
        "a.cl::fall 1": Status.CRASH, "a.cl::x": Status.PASS, "b.cl::fall 2": Status.CRASH, "b.cl::y": Status.PASS}  # fmt: skip


def test_a_connection_that_breaks_fails_no_test(tmp_path, monkeypatch):
    cuts = tmp_path / "cuts"
    cuts.write_text("cut\n" * (2 * LOSSES), encoding="ascii")
    monkeypatch.setenv("FAKE_WATCH_CUTS", str(cuts))
    board = FakeBoard(falls=False)
    found = run(board, job("a.cl", "x", "cut", "y"), workers=1)
    assert {result.status for result in found.values()} == {Status.PASS}
    assert board.recoveries == 2 * LOSSES


def test_a_test_that_always_loses_it_is_given_up(tmp_path, monkeypatch):
    cuts = tmp_path / "cuts"
    cuts.write_text("cut\n" * 99, encoding="ascii")
    monkeypatch.setattr(execution, "LOSS_SECONDS", 0.0)
    monkeypatch.setenv("FAKE_WATCH_CUTS", str(cuts))
    found = run(FakeBoard(falls=False), job("a.cl", "x", "cut", "y"), workers=1)
    assert found["a.cl::cut"].status is Status.ERROR
    assert f"was lost each of {LOSSES} times" in found["a.cl::cut"].message
    assert found["a.cl::y"].status is Status.PASS


def test_a_crash_there_is_that_of_its_test():
    found = run(FakeBoard(falls=False), job("a.cl", "x", "crash", "y"))
    assert found["a.cl::crash"].status is Status.CRASH
    assert found["a.cl::crash"].message == "the tester died of SIGSEGV"
    assert found["a.cl::y"].status is Status.PASS


def test_files_that_a_test_names_go_along(tmp_path):
    for name, text in (("a.cl", '#include "b.h" /* image_from deep/c.png 2d.png 1.5 .5 0x1.8p3 */'), ("b.h", "d.h absent.h"), ("2d.png", ""), ("1.5", ""), ("d.h", "a.cl"), ("other.cl", "")):
        (tmp_path / name).write_text(text, encoding="ascii")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.png").write_bytes(b"\0other.cl")
    found = KnownFiles().with_neighbours([str(tmp_path / "a.cl")])
    assert sorted(Path(path).name for path in found) == ["2d.png", "a.cl", "b.h", "c.png", "d.h"]


def test_wrappers():
    assert Wrapper("exec:qemu-aarch64 -L '/a b'").command(["board", "about"]) == ["qemu-aarch64", "-L", "/a b", "board", "about"]
    assert Wrapper("exec:env {} more").command(["x", "y"]) == ["env", "x", "y", "more"]
    assert Wrapper("exec:sh -c 'exec {}'").command(["x", "y z"]) == ["sh", "-c", "exec x 'y z'"]


@pytest.mark.parametrize(
    ("name", "folder", "to"),
    [
        ("ssh://host", "rootle-board", ["host"]),
        ("ssh://me@host:22/", "/rootle-board", ["-p", "22", "me@host"]),
        ("ssh://me@[::1]:2222/data/x/", "/data/x/rootle-board", ["-p", "2222", "me@::1"]),
    ],
)
def test_addresses(name, folder, to):
    way = transport(name)
    assert isinstance(way, Ssh)
    assert way.folder == folder
    assert way.command(["a b"])[-1 - len(to) :] == [*to, "'a b'"]
    way.close()


@pytest.mark.parametrize(
    ("host", "is_here"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("127.invalid", False), ("localhost.invalid", False), ("10.127.0.1", False), ("board", False)],
)
def test_keys_on_a_link_that_leaves_the_machine_are_ssh_s_choice(host, is_here):
    assert bool(keys_of(host)) is is_here


@pytest.mark.parametrize("name", ["ssh://", "ssh://-oProxyCommand=x", "ssh://a b", "ssh://-l", "ssh://a@-l", "exec:", "exec:'", "tty:0"])
def test_addresses_that_are_wrong(name):
    with pytest.raises(TargetError, match="target"):
        transport(name)
