# SPDX-License-Identifier: MIT
"""Where the tester keeps built programs from run to run, and what must stay the same for them to be
used. The tester itself watches the shared objects that a driver loads; files that the driver's
compiler reads otherwise, as a library of builtins, only we or the user can name."""

import argparse
import os

from .command_line import in_words
from .drivers import Driver, DriverError
from .places import Places, cache_folder

POCL_DATA = ("/usr/share/pocl", "/usr/local/share/pocl")


def _known_files(driver: Driver, places: Places) -> list[str] | None:
    """What the compiler of a driver reads; None when the driver is not known."""
    if driver.name == "rootle":
        return [str(path) for path in places.compiler_files if path.exists()]
    if driver.name == "pocl":
        return [folder for folder in POCL_DATA if os.path.exists(folder)]
    return [] if driver.name == "oclgrind" else None


def _check_paths(options: argparse.Namespace) -> None:
    """What is named must be of use: the tester says so only beside a test's output. A folder of others is none, see
    driver/base/store.h."""
    for path in options.driver_files:
        if not os.path.exists(path):
            raise DriverError(f"--driver-files: {path}: no such file or folder")
    folder = options.program_cache_dir
    if folder is None or options.cluster:
        return
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        info = folder.stat()
    except OSError as error:
        raise DriverError(f"--program-cache-dir: {in_words(error)}") from None
    if info.st_uid != os.geteuid() or info.st_mode & 0o022 or not os.access(folder, os.W_OK | os.X_OK):
        raise DriverError(f"--program-cache-dir: {folder}: you alone must be able to write there")


def check(options: argparse.Namespace, driver: Driver, places: Places) -> None:
    """DriverError when a program could not be kept, or could outlive the driver that built it."""
    _check_paths(options)
    if options.driver_files or not options.program_cache:
        return
    if _known_files(driver, places) is not None:
        return
    raise DriverError(
        f"driver {driver.name}: which files its compiler reads, besides the libraries that it loads,"
        " is not known; name them with --driver-files (its folder of built-in functions, or its"
        " build folder), so that --program-cache never uses what another version has built"
    )


def tester_options(options: argparse.Namespace, driver: Driver, places: Places) -> list[str]:
    """The options of program-tester."""
    if not options.program_cache:
        return []
    folder = options.program_cache_dir or cache_folder() / "programs"
    files = [*(_known_files(driver, places) or []), *map(os.path.abspath, options.driver_files)]
    words = [f"--program-cache={os.path.abspath(folder)}"]
    return words + [f"--driver-files={file}" for file in files]
