# SPDX-License-Identifier: MIT
"""Sees to it that what is about to run is built. ninja decides, which takes milliseconds when all
is."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from pathlib import Path

from .command_line import in_words
from .places import make_folder
from .show import Terminal


class PrepareError(RuntimeError):
    """What a run needs cannot be had; the message is for people."""


class NoDeviceError(PrepareError):
    """The driver offers nothing to run tests on."""


def _run(command: list[str], cwd: Path) -> None:
    if subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        raise PrepareError(f"{' '.join(command)} failed")


def ensure_built(root: Path, build: Path, targets: list[str], terminal: Terminal) -> None:
    """Brings targets up to date; sets up, configures and builds all the first time."""
    if (build / "build.ninja").exists():
        _ninja(build, targets, terminal)
    elif build == root / "build":
        _run([str(root / "ci" / "setup")], root)
        _run([str(root / "ci" / "build")], root)
    else:
        raise PrepareError(f"{build} is no build folder: there is no build.ninja in it")


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
    terminal.clear()
    if ninja.returncode != 0:
        sys.stderr.write("".join(output))
        raise PrepareError(f"the build in {build} failed; see above")
