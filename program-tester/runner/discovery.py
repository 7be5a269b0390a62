# SPDX-License-Identifier: MIT
"""Finds test files and the tests in them, and makes jobs of those that were asked for.

A test's name is FILE::NAME. FILE is relative to its suite: the folder of hand-written tests, or
the folder that was named on the command line.
"""

import dataclasses
import functools
import os
import subprocess
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Callable

from .command_line import like, meant
from .file_names import actual, shown
from .patterns import Pattern

SUFFIXES = (".cl", ".comp", ".frag", ".spvasm", ".program_test")
LIST_CHUNK = 250  # files in one call of the tester: keeps command lines short, and all processors busy
LIST_SECONDS = 120


class DiscoveryError(ValueError):
    """Tests that cannot be found; the message is for people."""


@dataclasses.dataclass(frozen=True)
class Job:
    """A file, and which tests of it to run."""

    path: str  # as the tester gets it
    name: str  # as people see it
    tests: list[str]  # display names; empty when the file could not be listed
    selection: list[str] | None = None  # the tester's names of those; None: all of the file


def display_name(job: Job, test: str) -> str:
    """The name people see, for the tester's name of a test."""
    own = test.removeprefix(job.path)
    _, separator, name = own.partition("::")
    return f"{job.name}::{name}" if separator else job.name


def own_name(job: Job, test: str) -> str:
    """The tester's name, within its file, of a test that people see."""
    return test.removeprefix(job.name).removeprefix("::")


def _refuse(error: OSError) -> None:
    raise DiscoveryError(f"{error.filename}: {error.strerror}")


def _files_below(folder: str) -> list[str]:
    found = []
    for parent, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [f"{parent}/{name}" for name in sorted(files) if name.endswith(SUFFIXES)]
    return found


def _no_such(given: str, suite: Path, commands: Iterable[str]) -> str:
    """That there is nothing of a name, and what was likely meant: a command, or something in the suite."""
    below = [path.relative_to(suite) for path in suite.rglob("*") if path.is_dir() or path.suffix in SUFFIXES]
    names = {path.name: str(path) for path in below} | {str(path): str(path) for path in below}
    names |= {command: command for command in commands}
    return f"{given}: no such file or folder{meant(names[name] for name in like(given.rstrip('/'), names))}"


def _root_of(given: str, suite: Path) -> tuple[str, str]:
    """The path of what was given, and the folder that names of its tests are relative to."""
    path = os.path.realpath(given if os.path.exists(given) else str(suite / given))
    suite_root = os.path.realpath(suite)
    if f"{path}/".startswith(f"{suite_root}/"):
        return path, suite_root
    return path, path if os.path.isdir(path) else os.path.dirname(path)


def places(paths: list[str], suite: Path) -> list[str]:
    """What was asked for, as the last part of each root and what lies below it: "tests/image". A
    build folder or a checkout elsewhere has the same."""
    found = (_root_of(given, suite) for given in paths or [str(suite)])
    return [shown(os.path.basename(root) + path.removeprefix(root)) for path, root in found]


def find_files(paths: list[str], suite: Path, commands: Iterable[str] = ()) -> dict[str, str]:
    """Test files: path for the tester -> name for people, see file_names.py. Without paths, the whole suite. A path
    that does not exist from here is also looked for in the suite. When two folders have files of
    one name, the second is known by its whole path. `commands` are other words that may have been
    misspelt."""
    found: dict[str, str] = {}
    names: set[str] = set()
    for given in paths or [str(suite)]:
        path, root = _root_of(given, suite)
        if not os.path.exists(path):
            raise DiscoveryError(_no_such(given, suite, commands))
        for file in _files_below(path) if os.path.isdir(path) else [path]:
            name = shown(file.removeprefix(f"{root}/"))
            if file not in found:
                found[file] = shown(file) if name in names else name
                names.add(name)
    if not found:
        kinds = ", ".join(f"*{suffix}" for suffix in SUFFIXES)
        raise DiscoveryError(f"no test files ({kinds}) in {', '.join(paths) or suite}")
    return found


def _list_chunk(tester: list[str], files: list[str]) -> list[str]:
    """Names of the tests of some files, as the tester prints them. A file that is wrong has none
    there; running it says what is wrong."""
    try:
        done = subprocess.run(
            [*tester, "--list", *files],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=LIST_SECONDS,
            check=False,
        )
    except OSError as error:
        raise DiscoveryError(f"{tester[0]} cannot be run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise DiscoveryError(f"{tester[0]} --list did not end within {LIST_SECONDS} s") from None
    if done.returncode < 0 and len(files) > 1:
        # One file kills the tester: list them one by one, so that the others keep their names.
        return [line for file in files for line in _list_chunk(tester, [file])]
    text = done.stdout.decode("utf-8", "surrogateescape")
    for file in files:
        if "\n" in file:
            text = text.replace(file, file.replace("\n", "\0"))
    return [line.replace("\0", "\n") for line in text.split("\n")[:-1]]


def _file_of(line: str, files: Container[str]) -> str:
    """The file that a listed test is in, which may have "::" in its name."""
    file, separator, rest = line.partition("::")
    while separator and file not in files:
        more, separator, rest = rest.partition("::")
        file += f"::{more}"
    return file


def make_jobs(tester: list[str], files: dict[str, str]) -> list[Job]:
    """A job for each file, with the tests in it."""
    tests: dict[str, list[str]] = {path: [] for path in files}
    for line in _list(tester, list(files)):
        path = _file_of(line, tests)
        if path in tests:
            tests[path].append(files[path] + line.removeprefix(path))
    return [Job(path, name, tests[path]) for path, name in files.items()]


def _list(tester: list[str], files: list[str]) -> list[str]:
    """Names of the tests of all files, which as many testers read at a time as there are processors."""
    chunks = [files[start : start + LIST_CHUNK] for start in range(0, len(files), LIST_CHUNK)]
    if len(chunks) == 1:
        return _list_chunk(tester, files)
    from concurrent.futures import ThreadPoolExecutor  # which takes a while to load

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        lists = pool.map(functools.partial(_list_chunk, tester), chunks)
        return [line for lines in lists for line in lines]


def chosen(jobs: list[Job], wanted: list[Pattern], unwanted: list[Pattern]) -> list[Job]:
    """The jobs with those tests that match one of the wanted patterns (all do when there are none)
    and none of the unwanted."""
    if not wanted and not unwanted:
        return jobs

    def fits(test: str) -> bool:
        if any(pattern.matches(test) for pattern in unwanted):
            return False
        return not wanted or any(pattern.matches(test) for pattern in wanted)

    return [rest for job in jobs if (rest := _part(job, fits)) is not None]


def _part(job: Job, fits: Callable[[str], bool]) -> Job | None:
    if not job.tests:
        return job if fits(job.name) else None
    return narrowed(job, [test for test in job.tests if fits(test)])


def roots(paths: dict[str, str]) -> dict[str, str]:
    """The folders that names of files are relative to: prefix of the name -> folder. `paths` maps
    names to paths. Files known by their whole path have none."""
    found = {name: shown(path[: -len(actual(name)) - 1]) for name, path in paths.items() if actual(name) != path}
    folders = set(found.values())
    return {"": folders.pop()} if len(folders) == 1 else found


def narrowed(job: Job, chosen: list[str]) -> Job | None:
    """The job with fewer of its tests; None when none is left."""
    if not chosen:
        return None
    if chosen == job.tests:
        return job
    selection = [own_name(job, test) for test in chosen]
    return dataclasses.replace(job, tests=chosen, selection=selection)
