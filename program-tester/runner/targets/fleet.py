# SPDX-License-Identifier: MIT
"""The targets of a run: a thread for each, and one queue, from which the faster ones take more."""

import argparse
import atexit
import concurrent.futures
import dataclasses
import os
import queue
import re
import shlex
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .. import drivers, environment, vulkan
from ..discovery import Job
from ..execution import Settings
from ..places import Places
from ..results import Result
from .board import PROGRAMS, Board, Stopped, variables_to_send
from .execution import SharedQueue, TargetExecution
from .known_files import KnownFiles
from .modules import VARIABLE, Modules
from .transport import TargetError, transport

TICK_SECONDS = 0.2
VENDORS = "/etc/OpenCL/vendors"  # of targets
BUNDLED = "rootle"  # the driver where none is named


class Fleet:
    """All targets of a run, opened when they are first needed."""

    def __init__(self, options: argparse.Namespace, places: Places) -> None:
        self._options = options
        self.boards = [Board(transport(name), places, options.target_wait, options.target_reset) for name in options.target]
        self._places = places
        self._opening: list[_Opening] = []
        self._devices: dict[str, tuple[str, dict[str, Any]]] = {}
        self._modules: Modules | None = None  # of Vulkan's tests

    @property
    def _shares_files(self) -> bool:
        return all(board.way.shares_files for board in self.boards)

    def driver(self) -> drivers.Driver:
        """The driver under test. Its files are the targets' own, unless these are wrappers."""
        driver = self._driver(self._options.driver)
        for board in self.boards:
            board.file = PROGRAMS.get(driver.tester, board.file)
        if driver.tester == vulkan.TESTER:
            self._modules = Modules(self._places)
        return driver

    def _driver(self, name: str) -> drivers.Driver:
        if self._shares_files:
            return drivers.find(name, self._places.rootle_icd)
        if name in ("system", BUNDLED):
            return drivers.Driver("system", None)
        if name in vulkan.NAMES or name.endswith(".json"):
            return vulkan_there(name)
        if not name.startswith("/"):
            name = f"{VENDORS}/{name}.icd"
        return drivers.Driver(Path(name).name.partition(".")[0], name)

    def check(self, driver: drivers.Driver) -> None:
        """DriverError: something was asked for that targets do not do."""
        if driver.tester not in PROGRAMS or driver.preload:
            raise drivers.DriverError(f"driver {driver.name}: --target is for drivers of OpenCL and Vulkan")
        for name in ("cluster", "program_cache", "through"):
            if getattr(self._options, name):
                raise drivers.DriverError(f"--{name.replace('_', '-')} cannot be had with --target")
        if not self._options.list:
            self._begin()

    def reproduce(self, path: str, test: str) -> str:
        """A command that runs one test again."""
        options = self._options
        words = ["run-tests", f"--target={options.target[0]}", f"--driver={options.driver}", path]
        return " ".join(map(shlex.quote, [*words, f"--filter=/::{re.escape(test)}$/"] if test else words))

    # Running

    def open(self, jobs: list[Job]) -> None:
        """Connects to all, and has the tests there. What a target waits for and what is looked up here go on side by side."""
        paths = [job.path for job in jobs]
        with concurrent.futures.ThreadPoolExecutor(2) as beside:
            files = beside.submit(self._files, paths)
            modules = beside.submit(self._modules.make, paths) if self._modules else None
            self._begin()
            for opening in self._opening:
                opening.wait()
            found = files.result() | (modules.result() if modules else {})
        for board in self.boards:
            board.send(found)

    def _begin(self) -> None:
        """Has all targets opened, while the run is planned."""
        if not self._opening:
            self._opening = [_Opening(board) for board in self.boards]

    def _files(self, paths: list[str]) -> dict[str, str]:
        """What goes along with these tests, with hashes."""
        if self._shares_files:
            return {}
        known = KnownFiles()
        found = {path: known.hash(path) for path in known.with_neighbours(paths)}
        known.keep()
        return found

    def run(self, settings: Settings, jobs: list[Job], on_result: Callable[[Result], None],
            on_tick: Callable[[list[str]], None], on_device: Callable[[dict[str, Any]], None]) -> None:  # fmt: skip
        """Runs all jobs. TargetError: targets were lost, and tests are left."""
        self.open(jobs)
        jobs = [dataclasses.replace(job, path=job.path.lstrip("/")) for job in jobs]
        boards, lost = list(self.boards), ""
        while jobs and boards:
            party = _Party(self._settings_of(board, settings) for board in boards)
            try:
                party.run(jobs, on_result, on_tick, lambda name, device: self._take_device(name, device, on_device))
            finally:
                party.end()
            jobs = party.queue.take_all()
            lost = "; ".join([lost, *party.lost.values()]) if lost else "; ".join(party.lost.values())
            boards = [board for board in boards if board.name not in party.lost]
        if jobs:
            raise TargetError(lost)

    def _settings_of(self, board: Board, settings: Settings) -> tuple[Board, Settings]:
        mattering = variables_to_send(environment.that_matters(os.environ), board.way.shares_files)
        own = {name: settings.environment[name] for name in settings.environment.keys() - os.environ.keys()}
        if self._modules:
            own[VARIABLE] = f"{self._modules.folder}" if board.way.shares_files else f"{self._modules.folder}".lstrip("/")
        changed = {name: value for name, value in settings.environment.items() if name in os.environ and os.environ[name] != value}
        return board, dataclasses.replace(
            settings,
            command=settings.command[1:],
            environment={**mattering, **own, **changed},
            jobs=self._options.target_jobs or board.processors,
            memory=min(settings.memory, board.memory) if board.memory else settings.memory,
        )

    def _take_device(self, name: str, device: dict[str, Any], on_device: Callable[[dict[str, Any]], None]) -> None:
        """Results of different devices are not those of one run."""
        for other, known in self._devices.values():
            differing = [key for key in ("platform", "name", "driver_version") if known.get(key) != device.get(key)]
            if differing:
                key = differing[0]
                raise TargetError(f"targets {other} and {name} are different devices: {key} {known.get(key)!r} and {device.get(key)!r}")
        if not self._devices:
            on_device(device)
        self._devices[name] = (name, device)

    def close(self) -> None:
        for board in self.boards:
            board.close(self._options.target_keep)


class _Opening(threading.Thread):
    """A target that is being connected to. A run that ends before it begins waits for none."""

    def __init__(self, board: Board) -> None:
        super().__init__(daemon=True, name=board.name)
        self._board = board
        self._error: BaseException | None = None
        atexit.register(board.way.close)
        self.start()

    def run(self) -> None:
        try:
            self._board.open()
        except BaseException as error:  # for the thread that waits
            self._error = error

    def wait(self) -> None:
        """TargetError: it cannot be used."""
        self.join()
        if self._error:
            raise self._error


class _Party:
    """Threads of some targets that work on one queue. What they have to say is dealt with in the thread that runs it."""

    def __init__(self, boards: Iterable[tuple[Board, Settings]]) -> None:
        self._boards = list(boards)
        self.queue = SharedQueue(sum(settings.jobs for _, settings in self._boards))
        self.lost: dict[str, str] = {}  # targets that are gone for good, and why
        self._said: queue.SimpleQueue[tuple[str, str, Any]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def run(self, jobs: list[Job], on_result: Callable[[Result], None], on_tick: Callable[[list[str]], None],
            on_device: Callable[[str, dict[str, Any]], None]) -> None:  # fmt: skip
        self.queue.add(jobs)
        for board, settings in self._boards:
            thread = threading.Thread(target=self._work, args=(board, settings), name=board.name)
            self._threads.append(thread)
            thread.start()
        working, running = len(self._threads), dict[str, list[str]]()
        while working:
            try:
                what, name, said = self._said.get(timeout=TICK_SECONDS)
            except queue.Empty:
                on_tick([test for tests in running.values() for test in tests])
                continue
            if what == "result":
                on_result(said)
            elif what == "device":
                on_device(name, said)
            elif what == "tick":
                running[name] = said
                on_tick([test for tests in running.values() for test in tests])
            else:
                working -= 1
                self._take_end(name, said)

    def _take_end(self, name: str, error: BaseException | None) -> None:
        if isinstance(error, TargetError):
            self.lost[name] = str(error)
        elif error is not None:
            raise error

    def _work(self, board: Board, settings: Settings) -> None:
        """A thread."""
        put, name = self._said.put, board.name
        end: BaseException | None = None
        try:
            TargetExecution(
                board, settings, self.queue, self._stop, lambda result: put(("result", name, result)),
                lambda running: put(("tick", name, running)), lambda device: put(("device", name, device)), False,
            ).work()  # fmt: skip
        except Stopped:
            pass
        except BaseException as error:  # for the thread that runs this
            end = error
        put(("end", name, end))

    def end(self) -> None:
        """Stops what still runs."""
        self._stop.set()
        for thread in self._threads:
            thread.join()


def vulkan_there(name: str) -> drivers.Driver:
    """A Vulkan driver of another machine, by the file that its loader reads, or by a name, which is the start of that file's."""
    if name not in vulkan.NAMES:
        return drivers.Driver(Path(name).name.partition(".")[0], None, vulkan.TESTER, vulkan.variables(Path(name)))
    chosen = {"VK_LOADER_DRIVERS_SELECT": f"{vulkan.NAMES[name]}*"} if vulkan.NAMES[name] else {}
    return drivers.Driver(name, None, vulkan.TESTER, {**vulkan.variables(None), **chosen})
