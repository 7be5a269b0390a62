# SPDX-License-Identifier: MIT
"""run-tests reduce: a failing test made small."""

import argparse
import dataclasses
import re
import sys
from collections.abc import Callable
from pathlib import Path

from .. import drivers, sources
from ..command_line import Parser, amount
from ..discovery import SUFFIXES
from ..inputs import load
from ..journal import write_text
from ..places import SUITES, find_places
from ..results import ResultsError
from . import undefined
from .checked import Reported, checking
from .of_scene import SceneReducer
from .of_text import TextReducer, own_keys
from .sameness import Symptom
from .scenes import Scene, Scenes
from .search import Search
from .source_file import TestFile, parse
from .trials import Choice, Clock, Trials

ROOT = Path(__file__).resolve().parents[3]
EXIT_DONE, EXIT_NOT_FAILING = 0, 1
SECONDS, TIMEOUT = 120.0, 20.0
LANGUAGE = re.compile(r"(\.vk)?\.(comp|spvasm)$")


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="run-tests reduce",
        description="Make a failing test small, while it fails the same way. Of generated tests all is made "
        "smaller, and what is expected computed anew; others lose parts, and must go on to pass on a reference "
        "driver.",
        epilog="exit status: 0 done; 1 the test does not fail; 2 wrong usage; 3 something could not be run.",
    )
    add = parser.add_argument
    add("test", metavar="TEST", help="FILE::TEST: of a suite, of --results, or a file's path")
    add("--driver", metavar="NAME", help="as of run-tests; default: that of --results, else rootle")
    add("--platform", metavar="P", help="its platform with this index or part of a name")
    add("--device", metavar="D", help="the device with this index or part of a name")
    add("--results", type=Path, metavar="DIR", help="take the test's file from its copy in these results")
    add("--reference", metavar="NAME",
        help="the driver that tests which are no scenes must pass on, or none; default: rootle, but none for tests of Vulkan and OpenGL")  # fmt: skip
    add("--seconds", type=amount, default=SECONDS, metavar="S", help="time to take; default: 120")
    add("--timeout", type=amount, default=TIMEOUT, metavar="S", help="seconds for one candidate; default: 20")
    add("--output", type=Path, metavar="FILE", help="write the test there; default: to standard output")
    add("--build-dir", type=Path, metavar="DIR", help="build folder; default: as of run-tests")
    return parser.parse_args(arguments)


def _driver_name(options: argparse.Namespace) -> str:
    """The driver that is named, else that of the results: by its name alone, as they may come from anybody, and a path leads to code."""
    if options.driver or not options.results:
        return options.driver or "rootle"
    name = str(load(options.results).record.run.get("driver", ""))
    if name not in drivers.NAMES:
        raise ResultsError(f"{options.results} does not say where its driver {name!r} is: name it with --driver")
    return name


def _language(file: str) -> str:
    """What a file's name ends with to say in which language its program is."""
    found = LANGUAGE.search(file)
    return found[0] if found else ".cl"


def _file_text(options: argparse.Namespace, file: str) -> str:
    """The text of a test's file; "" where there is none, as of generated tests that nobody has written."""
    if options.results:
        record = load(options.results).record
        result = record.results.get(options.test)
        if result is None:
            raise ResultsError(f"{options.results} has no result of {options.test}")
        copied = sources.read(record.folder, result.kept_source)
        if copied is not None:
            return copied.decode("utf-8", "replace")
    folders = [find_places(ROOT, options.build_dir, suite).suite for suite in SUITES]
    for path in (Path(file), *(folder / file for folder in folders)):
        if path.is_file():
            return path.read_text(encoding="utf-8", errors="replace")
    return ""


@dataclasses.dataclass
class Reduced:
    """What came of it."""

    text: str
    symptom: Symptom
    tries: int
    scene: Scene | None = None


class Reducer:
    """Makes tests of one driver small."""

    def __init__(self, trials: Trials, scenes: Scenes, reference: Trials | None, seconds: float, checker: Trials | None = None) -> None:
        self._trials = trials
        self._checker = checker  # the bundled driver with its checks, for tests of OpenCL
        self._scenes = scenes
        self._reference = reference
        self._seconds = seconds

    def symptom(self, text: str, are_colours: bool) -> Symptom | None:
        """How the one test of a file fails; None when it does not."""
        return Symptom.of(self._trials.run([text])[0], are_colours)

    def of_scene(self, scene: Scene, title: str, symptom: Symptom | None = None) -> Reduced | None:
        """The test of a scene, made small; None when it does not fail as it should."""
        text = self._scenes.text(scene)
        found = self.symptom(text, True) if text else None
        if found is None or symptom and not symptom.is_shown_by(found):
            return None
        search = Search(self._trials, Clock(self._seconds), found, True)
        small = SceneReducer(self._scenes, search).reduce(scene)
        return Reduced(self._scenes.text(small, title) or "", found, self._trials.count, small)

    def refusal(self, text: str) -> Callable[[str], bool] | None:
        """What refuses programs that OpenCL, or Vulkan, does not define; nothing where the first one is such a program, which is said."""
        if self._checker is None and not undefined.is_told(self._trials.suffix):
            return None
        found: Callable[[str], bool] = undefined.Undefined(self._trials.suffix)
        if self._checker:
            found = Reported(self._checker)
        if not found(text):
            return found
        print("run-tests reduce: the program itself does what is not defined: such candidates are not refused", file=sys.stderr)
        return None

    def of_text(self, file: TestFile, are_colours: bool) -> Reduced | None:
        """The same of a file with one test. None when that test does not fail, or fails on the reference, too."""
        symptom = self.symptom(file.text(), are_colours)
        if symptom is None:
            return None
        search = Search(self._trials, Clock(self._seconds), symptom, are_colours, self._reference, self.refusal(file.text()))
        if self._reference and self._reference.run([file.text()])[0].status.label != "pass":
            raise ResultsError("the test does not pass on the reference driver: choose another, or --reference none")
        small = TextReducer(search).reduce(own_keys(file))
        return Reduced(small.text(), symptom, self._trials.count)


def _reduced(reducer: Reducer, scenes: Scenes, options: argparse.Namespace, text: str) -> Reduced | None:
    """By its scene where the test has one that fails alike, else as text."""
    file, _, name = options.test.partition("::")
    if not file.endswith(SUFFIXES):
        raise ResultsError(f"{file}: not a test file, whose name ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    parsed = parse(text)
    whole = parsed.only(name) if parsed and name and parsed.tests else parsed  # a file without tests is of a build
    scene = scenes.of_test(options.test)
    are_colours = scene is not None
    if scene is not None:
        symptom = reducer.symptom(whole.text(), are_colours) if whole else None
        if whole and symptom is None:
            return None
        found = reducer.of_scene(scene, _title(file), symptom)
        if found or whole is None:
            return found
    if whole is None:
        raise ResultsError(f"{options.test}: no such test in the suites that are built; --results DIR takes one of a run")
    if len(whole.tests) > 1:
        raise ResultsError(f"{options.test}: name one of {', '.join(whole.names())}")
    return reducer.of_text(whole, are_colours)


def _title(file: str) -> str:
    return f"reduced from {file}"


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    places = find_places(ROOT, options.build_dir)
    try:
        driver = drivers.find(_driver_name(options), places.rootle_icd)
        named = options.reference or ("rootle" if driver.is_opencl else "none")
        reference = None if named == "none" else drivers.find(named, places.rootle_icd)
    except drivers.DriverError as error:
        raise ResultsError(str(error)) from None
    file = options.test.partition("::")[0]
    text, suffix = _file_text(options, file), _language(file)
    trials = Trials(Choice(driver, options.platform, options.device), places, options.timeout, suffix=suffix)
    other = Trials(Choice(reference), places, options.timeout, suffix=suffix) if reference and reference != driver else None
    checker = Trials(Choice(checking(drivers.find("rootle", places.rootle_icd))), places, options.timeout) if driver.is_opencl else None
    with Scenes(places.generator, driver.is_bundled) as scenes:
        found = _reduced(Reducer(trials, scenes, other, options.seconds, checker), scenes, options, text)
    if found is None:
        print(f"{options.test} does not fail on {driver.name}", file=sys.stderr)
        return EXIT_NOT_FAILING
    if options.output:
        write_text(options.output, found.text)
    else:
        print(found.text, end="")
    print(f"{found.symptom}: {len(found.text.splitlines())} lines after {found.tries} runs", file=sys.stderr)
    return EXIT_DONE
