# SPDX-License-Identifier: MIT
"""run-tests beside: writes the tests of a combination of format and sampler in three APIs, and runs them on drivers of these."""

import argparse
import shlex
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .. import drivers, status, vulkan
from ..command_line import Parser, called, like, meant
from ..explain.generator import Generator
from ..places import Places, find_places, make_folder
from ..results import ResultsError, load

ROOT = Path(__file__).resolve().parents[3]
EXIT_ALL_PASS, EXIT_FAILED = 0, 1
RAN = (status.EXIT_AS_EXPECTED, status.EXIT_FAILED, status.EXIT_CRASHED, status.EXIT_UNEXPECTED_PASS)
MOST = 100  # combinations that are written without being asked for by --all
SUFFIXES = {drivers.CL_TESTER: ".cl", drivers.GL_TESTER: ".comp", vulkan.TESTER: ".vk.comp"}


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="run-tests beside",
        description="Write the tests of OpenCL, OpenGL and Vulkan that read the same texels at the same coordinates through "
        "the same sampler, each with what its specification allows. Words choose combinations: the kind of image, the "
        "format, the addressing mode, the filter, normalized or unnormalized; a word with * is a pattern. A combination "
        "has each of these words.",
        epilog="exit status: 0 all passed, or nothing was run; 1 some tests failed; 2 wrong usage; 3 something could not be run.",
    )
    add = parser.add_argument
    add("words", nargs="*", metavar="WORD", help="as 2d RGBA-UNORM_INT8 repeat linear normalized")
    add("-o", "--output", type=Path, default=Path("beside"), metavar="DIR", help="where the files go; default: beside")
    add("--list", action="store_true", help="print the combinations that all three have, and write nothing")
    add("--table", action="store_true", help="print how many formats each API has with each kind of image and sampler")
    add("--all", action="store_true", help=f"write more than {MOST} combinations")
    add("--driver", action="append", default=[], metavar="NAME", help="run the tests on it, as run-tests does; once for each API")
    add("--build-dir", type=Path, metavar="DIR", help="build folder; default: as of run-tests")
    options = parser.parse_args(arguments)
    if not (options.words or options.list or options.table or options.all):
        parser.error("give words of a combination, --list, --table or --all")
    return options


def print_table(answer: dict[str, Any]) -> None:
    """Rows as Markdown, so that they can be pasted."""
    print("| " + " | ".join(["image", "coordinates", "addressing", "filter", *answer["apis"], "all"]) + " |")
    print("| --- | --- | --- | --- |" + " ---: |" * (len(answer["apis"]) + 1))
    for *words, counts in answer["rows"]:
        print("| " + " | ".join([*words, *(str(count or "–") for count in counts)]) + " |")


def combinations(generator: Generator, words: list[str]) -> list[list[str]]:
    """Those of all three APIs that have the words. ResultsError says why there are none."""
    answer = generator.ask({"beside": "names", "words": words})
    if answer["unknown"]:
        raise ResultsError(f"no combination has the word {answer['unknown']}{meant(like(answer['unknown'], answer['known']))}")
    if not answer["names"]:
        some = f"only {' and '.join(answer['have'])}" if answer["have"] else "no API"
        raise ResultsError(f"{some} {'have' if len(answer['have']) > 1 else 'has'} tests of {' '.join(words)}: see --table")
    found: list[list[str]] = answer["names"]
    return found


def _write(generator: Generator, chosen: Iterable[list[str]], folder: Path) -> list[Path]:
    make_folder(folder)
    written = []
    for name in chosen:
        for file, text in generator.ask({"beside": "files", "name": name})["files"].items():
            (folder / file).write_text(text, encoding="utf-8")
            written.append(folder / file)
    return written


def suffix_of(driver: str, places: Places) -> str:
    """How files of a driver's API end. ResultsError: there is no such driver."""
    try:
        return SUFFIXES[drivers.find(driver, places.rootle_icd).tester]
    except drivers.DriverError as error:
        raise ResultsError(str(error)) from None


def verdicts(driver: str, files: list[Path], build: Path | None) -> dict[str, list[str]]:
    """What tests come to on a driver, by file without suffix."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(ROOT / "run-tests"), "--driver", driver, "--results", f"{folder}/results", *map(str, files)]
        command += ["--build-dir", str(build)] if build else []
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode not in RAN:
            raise ResultsError(f"{driver}: {done.stderr.strip() or done.stdout.strip()}")
        results = load(Path(folder) / "results").results
    found: dict[str, list[str]] = {}
    for test, result in results.items():
        found.setdefault(test.partition(".")[0], []).append(result.status.label)
    return found


def _said(statuses: list[str]) -> str:
    counts = {status: statuses.count(status) for status in dict.fromkeys(statuses)}
    return ", ".join(f"{count} {status}" for status, count in counts.items()) or "nothing"


def _run(suffixes: dict[str, str], names: list[str], written: list[Path], build: Path | None) -> int:
    """Runs the files of each driver's API, and prints a row for each combination."""
    found = {}
    for driver, suffix in suffixes.items():
        own = [path for path in written if path.name.partition(".")[2] == suffix[1:]]
        found[driver] = verdicts(driver, own, build)
    width = max(map(len, names))
    print(f"{'':{width}}  " + "  ".join(f"{driver:>10}" for driver in found))
    for name in names:
        print(f"{name:{width}}  " + "  ".join(f"{_said(one.get(name, [])):>10}" for one in found.values()))
    passed = all(status == "pass" for one in found.values() for statuses in one.values() for status in statuses)
    return EXIT_ALL_PASS if passed else EXIT_FAILED


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    places = find_places(ROOT, options.build_dir)
    suffixes = {driver: suffix_of(driver, places) for driver in options.driver}
    with Generator(places.generator) as generator:
        if options.table:
            print_table(generator.ask({"beside": "table"}))
            return EXIT_ALL_PASS
        chosen = combinations(generator, options.words)
        if options.list:
            print("\n".join(" ".join(one) for one in chosen))
            return EXIT_ALL_PASS
        if len(chosen) > MOST and not options.all:
            raise ResultsError(f"{len(chosen)} combinations have these words: give more of them, or --all")
        written = _write(generator, chosen, options.output)
    if suffixes:
        return _run(suffixes, ["-".join(one) for one in chosen], written, options.build_dir)
    print("\n".join(map(str, written)) if len(written) <= 9 else f"{len(written)} files in {options.output}")
    print(f"run them: {called('./run-tests')} beside {shlex.join(options.words or ['--all'])} --driver rootle --driver llvmpipe --driver lavapipe")
    return EXIT_ALL_PASS
