# SPDX-License-Identifier: MIT
"""rootle-record: records an application, and works with what was recorded."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
import tempfile
from pathlib import Path

from .. import drivers
from ..command_line import Parser, in_words
from ..journal import write_text
from ..places import PlaceError, Places, find_places
from ..show import harmless
from .capture import capture, environment_of
from .compare import compare, lines_of
from .differences import Allowed, Verdict
from .replaying import RecordError, Replay, recording_of, replay
from .states import StateError, states_of
from .test_file import TestError, text_of

ROOT = Path(__file__).resolve().parents[3]
EXIT_DONE, EXIT_DIFFERENT, EXIT_USAGE, EXIT_CANNOT_RUN = 0, 1, 2, 3

DESCRIPTION = "Record the OpenCL calls of an application; replay them on any driver, compare drivers launch by launch, and make tests of launches."
EPILOGUE = """\
rootle-record -o DIR PROGRAM... runs a program as it is and records it; docs/recording.md shows the way from a wrong
picture to a test.

exit status: 0 done, and for a program its own status; 1 something differs; 2 wrong usage; 3 something could not be run."""


def _add_driver(parser: argparse.ArgumentParser, help_text: str = "as of run-tests; default: rootle") -> None:
    parser.add_argument("--driver", metavar="NAME", default="rootle", help=help_text)


def _add_allowed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ulp", type=float, default=4, metavar="N", help="floats that are at most so far apart agree; default: %(default)s")
    parser.add_argument("--steps", type=int, default=1, metavar="N", help="the same of normalized images; default: %(default)s")


def _parser() -> argparse.ArgumentParser:
    parser = Parser("ci/record", description=DESCRIPTION, epilog=EPILOGUE, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build-dir", type=Path, metavar="DIR", help="build folder; default: as of run-tests")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=argparse.ArgumentParser)
    record = commands.add_parser("run", help="run a program and record it; may be left out")
    record.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder of the recording")
    record.add_argument("--driver", metavar="NAME", help="as of run-tests; default: what the program finds")
    record.add_argument("--launches", type=int, default=0, metavar="N", help="record no more launches than that")
    record.add_argument("--memory", type=int, default=0, metavar="MIB", help="record no more than that")
    record.add_argument("program", nargs=argparse.REMAINDER, metavar="PROGRAM...")
    again = commands.add_parser("replay", help="make the recorded calls again")
    again.add_argument("recording", type=Path, metavar="DIR")
    again.add_argument("--until", type=int, default=0, metavar="N", help="end behind launch N")
    again.add_argument("--only", type=int, default=0, metavar="N", help="tell of launch N alone")
    _add_driver(again)
    apart = commands.add_parser("compare", help="say which launches differ between two drivers")
    apart.add_argument("recording", type=Path, metavar="DIR")
    apart.add_argument("--driver", action="append", required=True, metavar="NAME", help="twice: the one that is right, and the other")
    apart.add_argument("--until", type=int, default=0, metavar="N", help="end behind launch N")
    _add_allowed(apart)
    test = commands.add_parser("test", help="make a launch a test")
    test.add_argument("recording", type=Path, metavar="DIR")
    test.add_argument("launch", type=int, metavar="N")
    _add_driver(test, "whose values are expected; default: rootle")
    test.add_argument("-o", "--output", type=Path, metavar="FILE.cl", help="write it there; default: to standard output")
    _add_allowed(test)
    return parser


def _limits(options: argparse.Namespace) -> list[str]:
    return [word for name in ("until", "only") if getattr(options, name, 0) for word in (f"--{name}", str(getattr(options, name)))]


def _driver(places: Places, name: str) -> drivers.Driver:
    """A driver, before whose name variables of its environment may stand, as in a shell."""
    *assigned, word = name.split() or [""]
    found = drivers.find(word, places.rootle_icd)
    if not found.is_opencl:
        raise drivers.DriverError(f"driver {word} is none of OpenCL")
    variables = dict(one.split("=", 1) for one in assigned if "=" in one)
    if len(variables) != len(assigned):
        raise drivers.DriverError(f"driver {name}: what stands before {word} is NAME=VALUE")
    return dataclasses.replace(found, name=name, variables={**found.variables, **variables})


def _run(places: Places, options: argparse.Namespace) -> int:
    command = options.program[1:] if options.program[:1] == ["--"] else options.program
    if not command:
        raise RecordError("no program is named")
    driver = _driver(places, options.driver) if options.driver else None
    status, made = capture(command, environment_of(places, options.output, driver, options.launches, options.memory), options.output)
    if not made:
        print(f"rootle-record: {options.output}: the program made no call of OpenCL", file=sys.stderr)
    for file in made:
        print(f"rootle-record: {file}: {file.stat().st_size:,} bytes", file=sys.stderr)
    return status if status >= 0 else 128 - status


def _tell(found: Replay) -> None:
    facts = found.facts
    print(f"{facts['launches']} launches, {facts['contents']} contents, {facts['records']} records")
    if not facts.get("ended"):
        print(harmless(f"the recording has no end: {facts.get('trouble') or 'the program did not end by itself'}"))
    for note in facts["notes"]:
        print(harmless(f"not kept: {note}"))
    print(f"on {harmless(found.name)}")


def _replay(places: Places, options: argparse.Namespace) -> int:
    found = replay(places, _driver(places, options.driver), recording_of(options.recording), *_limits(options))
    _tell(found)
    for number, launch in sorted(found.launches.items()):
        if options.only in (0, number):
            error = f", error {launch['error']:.0f}" if launch.get("error") else ""
            print(harmless(f"launch {number}: {launch.get('kernel', '?')}, {launch.get('seconds', 0) * 1e6:.1f} µs{error}"))
    for problem in found.problems:
        print(harmless(f"record {problem['record']}: {problem['problem']}"))
    if found.died:
        print(found.died)
        return EXIT_DIFFERENT
    print(f"{found.end['same']} reads have what the program got, {found.end['different']} differ")
    return EXIT_DIFFERENT if found.end["problems"] else EXIT_DONE


def _compare(places: Places, options: argparse.Namespace) -> int:
    if len(options.driver) != 2:
        raise RecordError("compare takes --driver twice")
    chosen = (_driver(places, options.driver[0]), _driver(places, options.driver[1]))
    found = compare(places, chosen, recording_of(options.recording), Allowed(options.ulp, options.steps), _limits(options))
    print("\n".join(map(harmless, lines_of(found, (chosen[0].name, chosen[1].name)))))
    return EXIT_DIFFERENT if found.first or found.counts()[Verdict.NOT_RUN] else EXIT_DONE


def _test(places: Places, options: argparse.Namespace) -> int:
    driver = _driver(places, options.driver)
    with tempfile.TemporaryDirectory(prefix="rootle-record-") as name:
        found = replay(places, driver, recording_of(options.recording), "--only", str(options.launch), "--states", name)
        state = states_of(found.states.values(), Path(name)).get(options.launch)
        if state is None:
            raise RecordError(f"launch {options.launch} did not run on {driver.name}")
        title = harmless(f"launch {options.launch} of a recording, {state.kernel}")
        text = text_of(state, Allowed(options.ulp, options.steps), title)
    if options.output:
        write_text(options.output, text)
    else:
        sys.stdout.write(text)
    return EXIT_DONE


COMMANDS = {"run": _run, "replay": _replay, "compare": _compare, "test": _test}


def main(arguments: list[str]) -> int:
    """rootle-record. What begins with no command is a program to record."""
    if arguments and arguments[0] not in COMMANDS and arguments[0] not in ("-h", "--help", "--version", "--build-dir"):
        arguments = ["run", *arguments]
    options = _parser().parse_args(arguments)
    try:
        return COMMANDS[options.command](find_places(ROOT, options.build_dir), options)
    except (RecordError, StateError, TestError, drivers.DriverError, PlaceError, OSError) as error:
        print(f"rootle-record: {harmless(in_words(error))}", file=sys.stderr)
        return EXIT_CANNOT_RUN
    except BrokenPipeError:
        os._exit(EXIT_CANNOT_RUN)
