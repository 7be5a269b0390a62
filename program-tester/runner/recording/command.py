# SPDX-License-Identifier: MIT
"""rootle-record: records an application, and works with what was recorded."""

import argparse
import dataclasses
import os
import sys
import tempfile
from pathlib import Path

from .. import drivers
from ..annexes import AnnexError, need
from ..command_line import Parser, amount, called, in_words, like, meant, whole
from ..journal import write_text
from ..places import PlaceError, Places, find_places
from ..show import harmless
from .capture import capture, environment_of, make_new
from .compare import compare, lines_of
from .differences import Allowed, Verdict
from .kept import keep
from .packed import pack
from .recordings import recording_of, recordings_of
from .replaying import RecordError, Replay, facts, replay
from .states import StateError, states_of
from .test_file import FormatError, text_of
from .types import settle

ROOT = Path(__file__).resolve().parents[3]
NAME = "ci/record"
EXIT_DONE, EXIT_DIFFERENT, EXIT_CANNOT_RUN, EXIT_INTERRUPTED = 0, 1, 3, 130

USAGE = "%(prog)s -o DIR [OPTION]... PROGRAM...\n       %(prog)s COMMAND ..."
EPILOGUE = """\
commands (%(prog)s COMMAND --help):
  replay   make the recorded calls again, on any driver
  compare  say which launches differ between two drivers
  test     make a launch a test
  strip    keep a launch and what it needs, as a recording
  show     say what a recording has of the program and its data
  page     a page of kernels, launches and what is in memory
  pack     make a recording one file, which all of these commands read

A program runs as it is, with its own arguments, and is recorded. docs/recording.md shows the way from a wrong picture to
a test.

exit status: that of the program; 2 wrong usage; 3 it could not be recorded."""
STATUSES = "exit status: 0 done; 1 something differs; 2 wrong usage; 3 something could not be run."


def _add_driver(parser: argparse.ArgumentParser, help_text: str) -> None:
    parser.add_argument("--driver", metavar="NAME", default="rootle", help=f"{help_text}, as of {called('run-tests')}; default: %(default)s")


def _add_allowed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ulp", type=amount, default=4, metavar="N", help="floats that are at most so far apart agree; default: %(default)s")
    parser.add_argument("--steps", type=whole(0), default=1, metavar="N", help="the same of normalized images; default: %(default)s")


def _add_range(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--from", type=whole(0), default=0, metavar="N", help="tell of launches from N on; those before run as they did")
    parser.add_argument("--until", type=whole(0), default=0, metavar="N", help="end behind launch N")


def _add_rounded(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounded", action="store_true", help="build so that each product, sum, quotient and root is rounded correctly, by itself")


def _add_build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--build-dir", type=Path, metavar="DIR", help=f"build folder; default: as of {called('run-tests')}")


def _parse_run(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(NAME, usage=USAGE, description="Record the OpenCL calls of a program.", epilog=EPILOGUE,
                    formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    add = parser.add_argument
    add("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder of the recording")
    add("--driver", metavar="NAME", help=f"the driver that the program gets, as of {called('run-tests')}; default: what it finds by itself")
    add("--from", type=whole(0), default=0, metavar="N", help="record from launch N on, which is then the first")
    add("--launches", type=whole(0), default=0, metavar="N", help="record no more launches than that")
    add("--memory", type=whole(0), default=0, metavar="MIB", help="record no more than that")
    _add_build(parser)
    add("program", nargs=argparse.REMAINDER, metavar="PROGRAM...", help="what is to be recorded, with its arguments")
    return parser.parse_args(arguments)


def _parse_replay(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(f"{NAME} replay", description="Make the recorded calls again, and say whether reads have what the program got.", epilog=STATUSES)
    parser.add_argument("recording", type=Path, metavar="DIR", help="a folder of a recording, or one of its files")
    _add_range(parser)
    parser.add_argument("--only", type=whole(0), default=0, metavar="N", help="tell of launch N alone, and end behind it")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep there what each launch was given and left, for compare elsewhere")
    parser.add_argument("--memory", type=whole(0), default=0, metavar="MIB", help="memory that its objects may take together; default: 4096")
    _add_rounded(parser)
    _add_driver(parser, "the driver")
    _add_build(parser)
    return parser.parse_args(arguments)


def _parse_compare(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(f"{NAME} compare", description="Run each launch on two drivers, with what the first one's had before, and as a chain.", epilog=STATUSES)
    parser.add_argument("recording", type=Path, metavar="DIR", help="a folder of a recording, or one of its files")
    parser.add_argument("--driver", action="append", required=True, metavar="NAME",
        help=f"as of {called('run-tests')}, behind VARIABLE=VALUE if there is one; may be repeated: the driver that is believed, then the other")  # fmt: skip
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="what replay --keep left, in the place of the first driver")
    parser.add_argument("--errors", action="store_true", help="make calls that failed in the program, too, and say which of them has another end on the other driver")
    _add_rounded(parser)
    _add_range(parser)
    _add_allowed(parser)
    _add_build(parser)
    return parser.parse_args(arguments)


def _parse_test(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(f"{NAME} test", description=f"Make a launch a test, which {called('run-tests')} runs on any driver.", epilog=STATUSES)
    parser.add_argument("recording", type=Path, metavar="DIR", help="a folder of a recording, or one of its files")
    parser.add_argument("launch", type=whole(1), metavar="N", help="the number of the launch, from 1 on")
    _add_driver(parser, "the driver whose values are expected")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.cl", help="write the test there; default: to standard output")
    parser.add_argument("--reduce", action="store_true", help="make it small, while it fails on --against, and the checker has nothing to say")
    parser.add_argument("--against", metavar="NAME", help="the driver that it fails on, as compare takes it")
    parser.add_argument("--seconds", type=amount, default=120, metavar="S", help="time to take for that; default: %(default)s")
    _add_allowed(parser)
    _add_build(parser)
    return parser.parse_args(arguments)


def _parse_strip(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(f"{NAME} strip", description="Keep one launch and what it needs, with what it had before and left, as a recording of its own.", epilog=STATUSES)
    parser.add_argument("recording", type=Path, metavar="DIR", help="a folder of a recording, or one of its files")
    parser.add_argument("launch", type=whole(1), metavar="N", help="the number of the launch, from 1 on")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder of the new recording")
    _add_driver(parser, "the driver that runs what is before the launch")
    _add_build(parser)
    return parser.parse_args(arguments)


def _parse_show(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(f"{NAME} show", description="Say what a recording has of the program and its data. It needs no driver.", epilog=STATUSES)
    parser.add_argument("recording", type=Path, metavar="DIR", help="a folder of a recording, or one of its files")
    _add_build(parser)
    return parser.parse_args(arguments)


def _parse_page(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(f"{NAME} page", description="Make a page of a recording: kernels, launches, and what is in memory.", epilog=STATUSES)
    parser.add_argument("recording", type=Path, metavar="DIR", help="a folder of a recording, or one of its files")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.html", help="write it there")
    parser.add_argument("--against", metavar="NAME", help="show what differs on this driver, as compare takes it")
    _add_range(parser)
    _add_driver(parser, "the driver")
    _add_allowed(parser)
    _add_build(parser)
    return parser.parse_args(arguments)


def _parse_pack(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(f"{NAME} pack", description="Make a recording one file.", epilog=STATUSES)
    parser.add_argument("recording", type=Path, metavar="DIR", help="the folder of a recording")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.tar", help="write it there")
    _add_build(parser)
    return parser.parse_args(arguments)


def _limits(options: argparse.Namespace) -> list[str]:
    limits = [word for name in ("from", "until", "only", "memory") if getattr(options, name, 0) for word in (f"--{name}", str(getattr(options, name)))]
    return [*limits, *(["--rounded"] if getattr(options, "rounded", False) else [])]


def _recording(places: Places, options: argparse.Namespace) -> Path:
    """The recording that is meant. RecordError: it has not the launches that are asked for."""
    recording = recording_of(options.recording)
    first, last = getattr(options, "from", 0), getattr(options, "until", 0)
    asked = max(first, getattr(options, "only", 0), getattr(options, "launch", 0))
    if last and first > last:
        raise RecordError(f"--from {first} is behind --until {last}")
    if asked and asked > (count := int(facts(places, recording)["launches"])):
        raise RecordError(f"there is no launch {asked}: the recording has {count}")
    return recording


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
    limits = {"FROM": getattr(options, "from"), "LAUNCHES": options.launches, "BYTES": options.memory << 20}
    status, made = capture(command, environment_of(places, options.output, driver, limits), options.output)
    if not made:
        print(f"rootle-record: {options.output}: the program made no call of OpenCL", file=sys.stderr)
    for file in made:
        print(f"rootle-record: {file}: {file.stat().st_size:,} bytes", file=sys.stderr)
    return status if status >= 0 else 128 - status


def _tell_facts(found: Replay) -> None:
    told = found.facts
    print(
        f"{told['launches']} launches, {told['records']} records, "
        f"{told['contents']} contents of {told['content_bytes']:,} bytes in a file of {told['file_bytes']:,}"
    )
    if not told.get("ended"):
        print(harmless(f"the recording has no end: {told.get('trouble') or 'the program did not end by itself'}"))
    for note in told["notes"]:
        print(harmless(f"not kept: {note}"))


def _tell(found: Replay) -> None:
    _tell_facts(found)
    print(f"recorded on {harmless(found.recorded)}, replayed on {harmless(found.name)}")


def _replay(places: Places, options: argparse.Namespace) -> int:
    driver, recording = _driver(places, options.driver), _recording(places, options)
    found = keep(places, driver, recording, _limits(options), options.keep) if options.keep else replay(places, driver, recording, *_limits(options))
    _tell(found)
    for number, launch in sorted(found.launches.items()):
        if options.only in (0, number) and number >= getattr(options, "from"):
            error = f", error {launch['error']:.0f}" if launch.get("error") else ""
            print(harmless(f"launch {number}: {launch.get('kernel', '?')}, {launch.get('seconds', 0) * 1e6:.1f} µs{error}"))
    for problem in found.problems:
        print(harmless(f"record {problem['record']}: {problem['problem']}"))
    if found.died:
        print(found.died)
        return EXIT_DIFFERENT
    print(f"{found.end['same']} reads have what the program got, {found.end['different']} differ")
    if found.end["same_answers"] or found.end["other_answers"]:
        print(f"{found.end['same_answers']} answers of the driver are what the program got, {found.end['other_answers']} differ")
    if found.end["undefined"]:
        print(f"{found.end['undefined']} reads are of memory that nobody had written to, and differ")
    return EXIT_DIFFERENT if found.end["problems"] else EXIT_DONE


def _compare(places: Places, options: argparse.Namespace) -> int:
    chosen = [_driver(places, name) for name in options.driver]
    if len(chosen) + bool(options.kept) != 2:
        raise RecordError("compare takes --driver twice, or once with --kept")
    if options.errors and options.kept:
        raise RecordError("--errors takes two drivers: what calls answered is not kept")
    first = options.kept or chosen[0]
    found = compare(places, first, chosen[-1], _recording(places, options), Allowed(options.ulp, options.steps), _limits(options), options.errors)
    print("\n".join(map(harmless, lines_of(found, (str(options.kept) if options.kept else chosen[0].name, chosen[-1].name)))))
    return EXIT_DIFFERENT if found.first or found.call or found.counts()[Verdict.NOT_RUN] else EXIT_DONE


def _test(places: Places, options: argparse.Namespace) -> int:
    driver = _driver(places, options.driver)
    with tempfile.TemporaryDirectory(prefix="rootle-record-") as name:
        found = replay(places, driver, _recording(places, options), "--only", str(options.launch), "--states", name)
        state = states_of(found.states.values(), Path(name)).get(options.launch)
        if state is None:
            raise RecordError(f"launch {options.launch} did not run on {driver.name}")
        settle(places, state)
        title = harmless(f"launch {options.launch} of a recording, {state.kernel}")
        text = text_of(state, Allowed(options.ulp, options.steps), title)
    if options.reduce:
        text = _reduced(places, options, driver, text)
    if options.output:
        write_text(options.output, text)
    else:
        sys.stdout.write(text)
    return EXIT_DONE


def _reduced(places: Places, options: argparse.Namespace, driver: drivers.Driver, text: str) -> str:
    from . import reduction  # it loads what else is seldom needed

    if not options.against:
        raise RecordError("--reduce takes --against, the driver that the launch is wrong on")
    bundled = drivers.find("rootle", places.rootle_icd)
    found = reduction.reduced(places, text, driver, _driver(places, options.against), bundled, options.seconds)
    if found.reports:
        print(harmless(f"rootle-record: the launch itself has reports of the checker, which is asked no more: {found.reports[0]}"), file=sys.stderr)
    print(f"rootle-record: {found.symptom}: {len(found.text.splitlines())} lines after {found.tries} runs", file=sys.stderr)
    return found.text


def _strip(places: Places, options: argparse.Namespace) -> int:
    make_new(options.output)
    with tempfile.TemporaryDirectory(prefix="rootle-record-") as name:
        limits = ["--only", str(options.launch), "--states", name, "--strip", str(options.output)]
        found = replay(places, _driver(places, options.driver), _recording(places, options), *limits)
    if options.launch not in found.states or not any(options.output.glob("process-*.rec")):
        raise RecordError(f"launch {options.launch} did not run on {options.driver}")
    return EXIT_DONE


def _show(places: Places, options: argparse.Namespace) -> int:
    for file in recordings_of(options.recording):
        found = Replay(facts=facts(places, file))
        _tell_facts(found)
        told = found.facts
        print(harmless(f"the program: {told.get('application', '?')}; it ran on {found.recorded}"))
        held = ", ".join(f"{amount:,} bytes of {name}" for name, amount in told.get("holds", {}).items() if amount)
        print(harmless(f"it has {held or 'no data'} as the program gave them, and what kernels and options are called"))
    return EXIT_DONE


def _page(places: Places, options: argparse.Namespace) -> int:
    from . import page  # which loads jinja2

    need("report.site")
    recording, driver = _recording(places, options), _driver(places, options.driver)
    comparison, said = None, []
    if options.against:
        other = _driver(places, options.against)
        comparison = compare(places, driver, other, recording, Allowed(options.ulp, options.steps), _limits(options))
        said = lines_of(comparison, (driver.name, other.name))
    with tempfile.TemporaryDirectory(prefix="rootle-record-") as name:
        found = replay(places, driver, recording, *_limits(options), "--states", name)
        states = list(states_of(found.states.values(), Path(name)).values())
        for state in states:
            settle(places, state)
        write_text(options.output, page.text_of(found, states, comparison, said))
    return EXIT_DONE


def _pack(places: Places, options: argparse.Namespace) -> int:
    count = pack(options.recording, options.output)
    print(f"rootle-record: {options.output}: {count} process{'es' if count > 1 else ''}, {options.output.stat().st_size:,} bytes", file=sys.stderr)
    return EXIT_DONE


COMMANDS = {
    "replay": (_parse_replay, _replay),
    "compare": (_parse_compare, _compare),
    "test": (_parse_test, _test),
    "strip": (_parse_strip, _strip),
    "show": (_parse_show, _show),
    "page": (_parse_page, _page),
    "pack": (_parse_pack, _pack),
}


def _unknown(word: str) -> str:
    """What is wrong with a first word that is neither a command nor an option; empty: nothing."""
    if not word or word.startswith("-") or word in COMMANDS:
        return ""
    return f"there is no command {word}{meant(like(word, COMMANDS))}; a program to record stands behind -o DIR"


def main(arguments: list[str]) -> int:
    """rootle-record. What begins with no command is a program to record."""
    first = arguments[0] if arguments else ""
    if unknown := _unknown(first):
        Parser(NAME, usage=USAGE).error(unknown)
    parse, work = COMMANDS.get(first, (_parse_run, _run))
    options = parse(arguments[1:] if work is not _run else arguments)
    try:
        return work(find_places(ROOT, options.build_dir), options)
    except (RecordError, StateError, FormatError, AnnexError, drivers.DriverError, PlaceError) as error:
        print(f"rootle-record: {harmless(str(error))}", file=sys.stderr)
        return EXIT_CANNOT_RUN
    except BrokenPipeError:
        os._exit(EXIT_CANNOT_RUN)
    except OSError as error:
        print(f"rootle-record: {harmless(in_words(error))}", file=sys.stderr)
        return EXIT_CANNOT_RUN
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
