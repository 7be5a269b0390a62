# SPDX-License-Identifier: MIT
"""Runs the commands of a case: on the driver that is tried, on one to compare with, or on none."""

import os
import resource
import signal
import subprocess
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

from .case import CrashError, LateError, NotHereError, WrongError

CLIENTS = Path(__file__).resolve().parent / "clients"
_ROOT = CLIENTS.parents[2]
PYTHON = "/usr/bin/python3"
_TOLD = 300  # characters of what a command printed, in a message


class Done:
    """A command that has ended."""

    def __init__(self, status: int, output: bytes) -> None:
        self.status = status
        self.output = output

    @property
    def text(self) -> str:
        return self.output.decode("utf-8", "replace")

    @property
    def last_words(self) -> str:
        """The last lines, as one, for a message: files of the project without its folder, as messages are kept."""
        return " ".join(self.text.replace(f"{_ROOT}/", "").split())[-_TOLD:] or "(nothing)"


class Bench:
    """Where the commands of one case run: a folder of its own, and drivers as environments."""

    def __init__(
        self,
        folder: Path,
        limit: float,
        driver: Mapping[str, str],
        peer: Mapping[str, str] | None = None,
        is_bundled: bool = False,
    ) -> None:
        self.folder = folder
        self.limit = limit
        self.is_bundled = is_bundled  # the driver is ours, which can tell what it does
        self.seconds = 0.0  # of processors, that commands on the driver have taken
        self._driver = driver
        self._peer = peer

    def on_driver(self, *command: str | Path, **more: str) -> Done:
        """Runs a command on the driver. WrongError, CrashError or LateError where it fails."""
        return self.on_driver_ending((0,), *command, **more)

    def on_driver_ending(self, good: Container[int], *command: str | Path, **more: str) -> Done:
        """The same of a command with several good exit statuses."""
        before = _children_seconds()
        try:
            return self._run(command, {**self._driver, **more}, good)
        finally:
            self.seconds += _children_seconds() - before

    def asked(self, *command: str | Path) -> str:
        """What a command that asks the driver prints; its time does not count as the application's."""
        return self._run(command, self._driver, (0,)).text

    def on_peer(self, *command: str | Path, **more: str) -> Done:
        """Runs a command on the driver to compare with. NotHereError where there is none, or it fails."""
        if self._peer is None:
            raise NotHereError("there is no PoCL to compare with (package pocl-opencl-icd)")
        return self._aside("PoCL", command, {**self._peer, **more})

    def without_driver(self, *command: str | Path, **more: str) -> Done:
        """Runs a command that has nothing to do with OpenCL. NotHereError where it fails."""
        return self._aside("without OpenCL", command, {"OCL_ICD_VENDORS": "/proc/absent", **more})

    def client(self, name: str, arguments: Sequence[str] = (), **more: str) -> Done:
        """Runs a Python program of clients/ on the driver."""
        return self.on_driver(PYTHON, CLIENTS / name, *arguments, **more)

    def _aside(self, what: str, command: Sequence[str | Path], variables: Mapping[str, str]) -> Done:
        try:
            return self._run(command, variables, (0,))
        except WrongError as error:
            raise NotHereError(f"{what}: {error}") from None

    def _run(
        self, command: Sequence[str | Path], variables: Mapping[str, str], good: Container[int]
    ) -> Done:
        words = [str(word) for word in command]
        environment = {**os.environ, **variables, "HOME": str(self.folder)}
        done = run_limited(words, environment, self.folder, self.limit)
        name = Path(words[0]).name
        if done.status < 0:
            raise CrashError(f"{name}: {_signal_name(-done.status)}: {done.last_words}")
        if done.status not in good:
            raise WrongError(f"{name}: exit status {done.status}: {done.last_words}")
        return done


def run_limited(
    words: list[str], environment: Mapping[str, str], folder: Path, limit: float
) -> Done:
    """Runs a command to its end, and everything that it started with it. LateError when its time is up."""
    try:
        process = subprocess.Popen(
            words,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        raise NotHereError(f"{words[0]}: {error.strerror}") from None
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        raise LateError(f"{Path(words[0]).name}: not done after {limit:g} s") from None
    finally:
        _end(process)
    return Done(process.returncode, output)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends what is left of a command's session."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
