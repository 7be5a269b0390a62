# SPDX-License-Identifier: MIT
"""Sees to it that what is about to run is built. ninja decides, which takes milliseconds when all
is."""

import fcntl
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TextIO

from .command_line import in_words
from .drivers import CL_TESTER, GL_TESTER
from .places import DRIVER_TARGETS, make_folder
from .show import Terminal


STEP = re.compile(r"\[(\d+)/(\d+)\]")  # what ninja begins a line with
_BUNDLED = (CL_TESTER, *DRIVER_TARGETS)  # what testing the bundled driver takes
PROGRESS_SECONDS = 10.0  # between lines that say how far a build is, where there is no terminal


class PrepareError(RuntimeError):
    """What a run needs cannot be had; the message is for people."""


class NoDeviceError(PrepareError):
    """The driver offers nothing to run tests on."""


def _run(command: list[str], cwd: Path, output: TextIO | None = None) -> None:
    if subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, check=False).returncode != 0:
        raise PrepareError(f"{' '.join(command)} failed")


def ensure_built(root: Path, build: Path, targets: list[str], terminal: Terminal) -> None:
    """Brings targets up to date. The first time it sets up and configures, too: for what is tested on
    OpenGL, with all packages, as those of OpenGL are among the last."""
    whole = _asks_for_parts(targets)
    if (build / "build.ninja").exists() and not (whole and _is_first(build)):
        _ninja(build, targets, terminal)
    elif build == root / "build":
        _run([str(root / "ci" / "setup"), *([] if GL_TESTER in targets else ["--run"])], root)
        _run([str(root / "ci" / "build"), "release", "--only" if whole else "--first", ",".join(targets)], root)
    else:
        raise PrepareError(f"{build} is no build folder: there is no build.ninja in it")


def _asks_for_parts(targets: list[str]) -> bool:
    """Whether a run may need what a first build leaves out: a card for others' drivers, or what a variable chooses."""
    beside = [target for target in targets if target not in _BUNDLED and not target.startswith("generated-tests-")]
    return bool(beside) or any(name.startswith("ROOTLE_") for name in os.environ)


def _is_first(build: Path) -> bool:
    try:
        return "\nROOTLE_FIRST:BOOL=ON\n" in (build / "CMakeCache.txt").read_text(errors="replace")
    except OSError:
        return False


def ensure_parts(root: Path, build: Path | None, more: tuple[str, ...] = ()) -> None:
    """Builds the bundled driver with what a first build left out, and more. Words of it are no output of who asks."""
    if build == root / "build" and (more or _is_first(root / "build")):
        _run([str(root / "ci" / "build"), "release", "--only", ",".join((*_BUNDLED, *more))], root, sys.stderr)


def ensure_generated(generator: Path, folder: Path, profile: str) -> None:
    """Brings a folder of generated tests up to date, one run after the other."""
    try:
        make_folder(folder.parent)
    except OSError as error:
        raise PrepareError(f"tests cannot be generated: {in_words(error)}") from None
    with open(folder.parent / f"{folder.name}.lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [str(generator), str(folder), "--profile", profile]
        # The generator's messages are not the output of --list.
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
    if done.returncode != 0:
        raise PrepareError(f"the tests of {folder} could not be generated; see above")


def _ninja(build: Path, targets: list[str], terminal: Terminal) -> None:
    """Runs ninja. Its progress is shown live; its words only matter when it fails."""
    output = []
    told = time.monotonic()
    with subprocess.Popen(
        ["ninja", "-C", str(build), *targets],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as ninja:
        assert ninja.stdout
        for line in ninja.stdout:
            output.append(line)
            if terminal.is_tty and line.startswith("["):
                terminal.live(f"building {line.rstrip()}")
            elif not terminal.is_tty and time.monotonic() - told >= PROGRESS_SECONDS and (step := STEP.match(line)):
                print(f"building: {step[1]} of {step[2]} steps", file=sys.stderr, flush=True)
                told = time.monotonic()
    terminal.clear()
    if ninja.returncode != 0:
        sys.stderr.write("".join(output))
        raise PrepareError(f"the build in {build} failed; see above")
