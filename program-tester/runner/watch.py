# SPDX-License-Identifier: MIT
"""run-tests --watch: runs tests again when their files are saved, and all of them when the driver
or the tester is rebuilt."""

import argparse
import os
import sys
import time
from pathlib import Path

from . import discovery
from .command_line import called
from .commands import EXIT_USAGE
from .places import find_places
from .show import harmless

POLL_SECONDS = 0.2
SOURCES = (".cl", ".comp", ".frag", ".spvasm", ".program_test", ".h", ".inc")


def _stamps(paths: list[Path]) -> dict[Path, int]:
    """When each file was changed; folders count with all files below that tests are made of."""
    found: dict[Path, int] = {}
    for path in paths:
        files = [path]
        if path.is_dir():
            files = [file for suffix in SOURCES for file in path.rglob(f"*{suffix}")]
        for file in files:
            try:
                found[file] = file.stat().st_mtime_ns
            except OSError:
                continue
    return found


def changed(before: dict[Path, int], after: dict[Path, int]) -> list[Path]:
    """Files that are new or other than they were."""
    return [path for path, stamp in after.items() if before.get(path) != stamp]


def _wait_for_change(seen: dict[Path, int], paths: list[Path]) -> list[Path]:
    """The files that change next, once they stay as they are: a file may be saved in steps."""
    now = _stamps(paths)
    while True:
        time.sleep(POLL_SECONDS)
        before, now = now, _stamps(paths)
        if now == before and (files := changed(seen, now)):
            return files


def _what_to_run(options: argparse.Namespace, files: list[Path]) -> list[str]:
    """The changed tests; everything when something else has changed."""
    if files and all(file.suffix in discovery.SUFFIXES for file in files):
        return [str(file) for file in files]
    everything: list[str] = options.paths
    return everything


def watch(options: argparse.Namespace, arguments: list[str]) -> int:
    """Runs until Ctrl-C. The exit status is that of the last run."""
    from .cli import USER_ERRORS, lead

    places = find_places(Path(__file__).resolve().parents[2], options.build_dir, options.suite)
    suite = [Path(path) for path in options.paths] or [places.suite]
    tests = [path if path.exists() else places.suite / path for path in suite]
    tools = [Path(options.tester or places.tester), *places.rootle_icd.parent.glob("*.so*")]
    paths, status = options.paths, 0
    try:
        while True:
            seen = _stamps(tests + tools)
            run = argparse.Namespace(**{**vars(options), "paths": paths})
            options.overwrite = True  # the next run replaces what this one leaves
            try:
                status = lead(run, arguments)
            except USER_ERRORS as error:
                print(harmless(f"{called('run-tests')}: {error}"), file=sys.stderr)
                status = EXIT_USAGE
            print(f"watching {', '.join(map(_short, tests))}", flush=True)
            files = _wait_for_change(seen, tests + tools)
            if sys.stdout.isatty():
                print("\033[2J\033[H", end="")
            paths = _what_to_run(options, files)
    except KeyboardInterrupt:
        return status


def _short(path: Path) -> str:
    return os.path.relpath(path)
