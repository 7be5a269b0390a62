# SPDX-License-Identifier: MIT
"""A target: what machine it is, rootle-board and the files that tests need there, and its coming back after it was gone."""

import hashlib
import json
import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .. import vulkan
from ..drivers import CL_TESTER
from ..places import Places
from .transport import Answer, TargetError, Transport, Unreachable

PROGRAMS = {CL_TESTER: "rootle-board", vulkan.TESTER: "rootle-board-vk"}  # by the tester that they have
RETRY_SECONDS = 1.0  # between looks whether the target is back
RESET_SECONDS = 10.0  # without an answer before --target-reset is run, and between two times
SEND_SECONDS = 3600.0
LINE = 72  # of what errors of others are cut to, in words
# It prints what a machine is, musl's loader where glibc's is not there, and what the first of some programs that is there
# from before says of the machine, with its path.
MACHINE = """uname -m; ls /lib*/ld-linux* >/dev/null 2>&1 || ls /lib/ld-musl-* 2>/dev/null
folder=$1; shift; for program; do test -x "$program" && "$program" about "$folder" 2>/dev/null && echo "$program" && break; done; :"""
NAMES = {"armv7l": "armhf", "armv8l": "armhf", "arm64": "aarch64"}  # what uname says -> ci/boards/targets.txt


def programs(places: Places, name: str, machine: str | None = None, is_windows: bool = False) -> list[Path]:
    """The programs of that name that are built, ours first; those of one machine, where it is known, or of Windows."""
    build = places.build or places.root
    own = build / "program-tester" / "boards" / name
    cross = places.root / "build" / "cross"
    if is_windows:
        found = sorted(cross.glob(f"*/{name}.exe"))
    elif machine is None:
        found = [own, *sorted(cross.glob(f"*/{name}"))]
    elif machine == platform.machine():
        found = [own]
    else:
        found = [cross / NAMES.get(machine, machine) / name]
    return [path for path in found if path.is_file()]


def how_to_build(name: str, machine: str = "PROCESSOR") -> str:
    """Tells people which command makes the program for a machine."""
    here, there = f"ci/build release --only {name}", f"ci/cross {NAMES.get(machine, machine)}"
    if machine == "PROCESSOR":
        return f"{here} builds it for this machine, {there} for others"
    return f"{here if machine == platform.machine() else there} builds {name} for it"


class Stopped(Exception):
    """The run ends before its jobs do."""


class Board:
    """One target. Its program must have been found before commands are made."""

    def __init__(self, way: Transport, places: Places, wait: float, reset: str | None) -> None:
        self.way = way
        self._places = places
        self._wait, self._reset = wait, reset
        self.file = PROGRAMS[CL_TESTER]  # the name of its program here
        self.program = ""  # its path there
        self.about: dict[str, Any] = {}
        self._files: dict[str, tuple[Path, str]] = {}  # path below the folder -> file here and its hash, of all that was sent
        self._own: Path | None = None

    @property
    def name(self) -> str:
        return self.way.name

    @property
    def folder(self) -> str:
        """Where files are kept there; "/" where they are those from here."""
        return self.way.folder

    @property
    def tests(self) -> str:
        """The folder there below which tests have the paths that they have here."""
        return "/" if self.way.shares_files else f"{self.folder}/tests"

    def open(self) -> None:
        """Connects, and finds or sends the program."""
        self.way.connect(is_first=True)
        if self.way.shares_files:
            self._find_program()
        else:
            self._choose_program(self.way)
            if not self.about:
                self._lasting(self._put_program)
        if not self.about:
            self._lasting(self._look)

    def _find_program(self) -> None:
        """The first program that the wrapper can run."""
        candidates = programs(self._places, self.file, is_windows=self.way.is_windows)
        if not candidates:
            raise TargetError(f"target {self.name}: {self.file} is not built; {how_to_build(self.file)}")
        said = ""
        for path in candidates:
            answer = self.way.run([str(path), "about", "/"])
            if answer.status == 0 and answer.out.startswith(b"{"):
                self.program = str(path)
                return
            said = answer.errors or f"exit status {answer.status}"
        raise TargetError(
            f"target {self.name}: it runs none of {', '.join(map(str, candidates))}: {said[-LINE:].strip()}; {how_to_build(self.file)}"
        )

    def _lasting(self, step: Callable[[], None]) -> None:
        """Does a step, which coming back does, too, when the target is gone meanwhile."""
        try:
            step()
        except Unreachable:
            self.recover(threading.Event())

    def _choose_program(self, way: Transport) -> None:
        kept = {self._path_of(path): path for path in programs(self._places, self.file)}
        out = self._expect(way.run(["sh", "-c", MACHINE, "sh", self.folder, *kept])).decode("ascii", "replace").splitlines()
        machine = f"{out[0] if out else 'no name'}{'-musl' if any('/ld-musl-' in line for line in out) else ''}"
        found = programs(self._places, self.file, machine)
        if not found:
            raise TargetError(f"target {self.name}: a machine of {machine}; {how_to_build(self.file, machine)}")
        self._own = found[0]
        if len(out) > 1 and kept.get(out[-1]) == self._own:
            self.program, self.about = out[-1], self._read_about(out[-2].encode())

    def _path_of(self, program: Path) -> str:
        """Where a program of here is kept there."""
        return f"{self.folder}/{self.file}-{hashlib.sha256(program.read_bytes()).hexdigest()[:16]}"

    def _put_program(self) -> None:
        """Sends the program, unless it is there; nothing there is needed for it but a shell's own tools."""
        if self._own is None:
            return
        self.program = path = self._path_of(self._own)
        # The file is whole when it has its name: a connection may break in between.
        script = 'test -x "$1" && "$1" --version && exit; mkdir -p "$2" && cat >"$1.$$" && chmod 755 "$1.$$" && mv "$1.$$" "$1" && "$1" --version'
        self._expect(self.way.run(["sh", "-c", script, "sh", path, self.folder], self._own.read_bytes(), SEND_SECONDS))

    def _expect(self, answer: Answer) -> bytes:
        """What a command has printed; TargetError when it failed."""
        if self.way.is_lost(answer):
            raise Unreachable(f"target {self.name}: {answer.errors or 'the connection was lost'}")
        if answer.status:
            raise TargetError(f"target {self.name}: {answer.errors or f'exit status {answer.status}'}")
        return answer.out

    def _look(self) -> None:
        self.about = self._ask()

    def _ask(self) -> dict[str, Any]:
        return self._read_about(self._expect(self.way.run([self.program, "about", self.folder])))

    def _read_about(self, out: bytes) -> dict[str, Any]:
        try:
            found = json.loads(out)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise TargetError(f"target {self.name}: {self.file} says {out[:LINE]!r}")
        return found

    @property
    def processors(self) -> int:
        count = self.about.get("processors")
        return count if isinstance(count, int) and 0 < count < 4096 else 1

    @property
    def memory(self) -> int:
        """MiB that a worker may use, so that the machine has something left; 0: not known."""
        amount = self.about.get("memory")
        return amount * 3 // 4 if isinstance(amount, int) and amount > 0 else 0

    def send(self, files: Mapping[str, str]) -> None:
        """Has these files, by path and hash, below `tests` there: sends those that differ."""
        if self.way.shares_files:
            return
        self._files |= {f"tests{path}": (Path(path), digest) for path, digest in files.items()}
        self._lasting(self._send_missing)

    def _send_missing(self) -> None:
        names = sorted(self._files)
        words = "".join(f"{name}\n" for name in names).encode()
        there = self._expect(self.way.run([self.program, "list", self.folder], words)).decode("ascii", "replace").split()
        if len(there) != len(names):
            raise TargetError(f"target {self.name}: {len(there)} hashes of {len(names)} files")
        parts = []
        for name, digest in zip(names, there, strict=True):
            path, own = self._files[name]
            if digest != own:
                data = path.read_bytes()
                parts.append(b"%d 644 %b\n%b" % (len(data), name.encode(), data))
        if parts:
            self._expect(self.way.run([self.program, "receive", self.folder], b"".join([*parts, b"end\n"]), SEND_SECONDS))

    def watch(self, tester: list[str], variables: dict[str, str]) -> list[str]:
        """The command here that runs a tester there."""
        words = [self.program, "watch"]
        if not self.way.shares_files:
            words += [f"--folder={self.folder}", f"--cd={self.tests}"]  # in this order: both may be relative
        return self.way.command([*words, *(f"{name}={value}" for name, value in variables.items()), "--", *tester])

    # Coming back

    def recover(self, stop: threading.Event) -> bool:
        """Waits until the target answers again; whether its machine has started anew since. TargetError: it does not come."""
        boot, began = self.about.get("boot"), time.monotonic()
        next_reset = began + RESET_SECONDS
        was_reset = False
        while True:
            try:
                self.way.connect(is_first=False)
                self._put_program()
                self._send_again()
                self.about = self._ask()
                return was_reset or self.about.get("boot") != boot
            except Unreachable as error:
                now = time.monotonic()
                if now - began > self._wait:
                    raise TargetError(f"{error}; it has not come back within {self._wait:g} s") from None
                if self._reset and now > next_reset:
                    self._run_reset(self._reset)
                    was_reset, next_reset = True, time.monotonic() + RESET_SECONDS
                if stop.wait(RETRY_SECONDS):
                    raise Stopped from None

    def _send_again(self) -> None:
        """What a folder in memory has lost by a new start."""
        if self._files:
            self._send_missing()

    def _run_reset(self, command: str) -> None:
        print(f"run-tests: note: target {self.name} is gone: {command}", file=sys.stderr, flush=True)
        done = subprocess.run(command, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise TargetError(f"target {self.name}: --target-reset {command} ended with exit status {done.returncode}")

    def close(self, keep: bool) -> None:
        """Removes what was sent, unless it is to be kept, and lets the connection go."""
        try:
            if self.program and not self.way.shares_files and not keep:
                self.way.run([self.program, "remove", self.folder])
        except TargetError as error:
            print(f"run-tests: note: {error}; {self.folder} stays there", file=sys.stderr)
        finally:
            self.way.close()


def variables_to_send(mattering: dict[str, str], shares_files: bool) -> dict[str, str]:
    """The variables that a driver there is given: those whose values are paths here mean nothing elsewhere."""
    if shares_files:
        return mattering
    return {name: value for name, value in mattering.items() if not name.startswith(("LD_", "OCL_ICD_")) and os.sep not in value}
