# SPDX-License-Identifier: MIT
"""rootle-debug: a debugger for kernels."""

import argparse
import contextlib
import re
import sys
from pathlib import Path

from ..command_line import Parser
from ..places import Places, find_places
from ..prepare import PrepareError, ensure_parts
from .commands import Commands, Quit
from .connection import DebugError, set_noopt
from .session import Session

ROOT = Path(__file__).resolve().parents[3]
EXIT_USAGE = 2

EPILOGUE = """\
PROGRAM is any program that runs OpenCL kernels; a FILE.cl is run by program-tester. It runs on the bundled driver, with a
simulated GPU, which stops where it is told to. `help` lists the commands; docs/debugging.md shows a bug being found.

exit status: that of the program with --batch, where it ended; 0; 1 a command failed with --batch; 2 wrong usage."""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        "rootle-debug",
        description="Debugs kernels: breakpoints, steps forth and back, variables of each work-item.",
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--test", metavar="NAME", help="which test of FILE.cl; default: all")
    parser.add_argument("-x", "--command", metavar="FILE", type=Path, action="append", default=[], dest="files", help="carry out the commands of a file first")
    parser.add_argument("-ex", "--eval-command", metavar="COMMAND", action="append", default=[], dest="lines", help="carry out a command, behind those of files")
    parser.add_argument("--batch", action="store_true", help="end behind these commands")
    parser.add_argument("--noopt", action="store_true", help="compile without optimisation (ROOTLE_DEBUG=noopt)")
    parser.add_argument("--dap", action="store_true", help="speak the Debug Adapter Protocol on standard input and output, for editors")
    parser.add_argument("--port", metavar="N", type=int, help="speak it to one that connects to this port of this machine instead; 0: any free one")
    parser.add_argument("program", metavar="PROGRAM|FILE.cl", nargs="?", help="what to debug")
    parser.add_argument("arguments", metavar="ARGUMENT", nargs=argparse.REMAINDER, help="of the program")
    return parser


def program_command(places: Places, program: str, arguments: list[str], test: str | None) -> list[str]:
    """What runs a program, or the tests of a file."""
    if not program.endswith((".cl", ".program_test")):
        return [program, *arguments]
    if not Path(program).is_file():
        raise DebugError(f"no such file: {program}")
    own = _parser()._option_string_actions.keys() - {"--test"}  # which the tester takes as well
    if late := [word for word in arguments if word.partition("=")[0] in own]:
        raise DebugError(f"{late[0]} stands behind {program}: options of rootle-debug stand before it")
    command = [str(places.tester), "--text", "--timeout", "0", program, *arguments]
    if test:
        command += ["--test", re.sub(r"([\[\]*?\\])", r"\\\1", test)]
    return command


def make_session(places: Places, program: str | None, arguments: list[str], test: str | None) -> Session:
    command = program_command(places, program, arguments, test) if program else []
    session = Session(command, Path(places.rootle_icd))
    session.compiler = places.compiler
    session.file = Path(program) if program and program.endswith((".cl", ".program_test")) else None
    return session


def _carry_out(commands: Commands, line: str) -> bool:
    """False: it failed, which is said."""
    try:
        commands.do(line)
    except DebugError as error:
        print(error, file=sys.stderr, flush=True)
        return False
    return True


def _interact(commands: Commands) -> None:
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline

            readline.parse_and_bind("tab: complete")
            readline.set_completer_delims(" \t()[]+-*/.,")
            readline.set_completer(
                lambda text, state: next(iter(commands.complete(text, readline.get_line_buffer())[state : state + 1]), None)
            )
    while True:
        try:
            line = input("(rootle) ")
        except EOFError:
            return
        except KeyboardInterrupt:
            print()
            continue
        try:
            _carry_out(commands, line)
        except KeyboardInterrupt:
            print("interrupted: the program is stopped", flush=True)


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    if options.noopt:
        set_noopt()
    try:
        places = find_places(ROOT)
        ensure_parts(places.root, places.build)
        if options.dap or options.port is not None:
            from .dap import serve

            return serve(places, options.port)
        session = make_session(places, options.program, options.arguments, options.test)
    except (DebugError, PrepareError) as error:
        print(f"rootle-debug: {error}", file=sys.stderr)
        return EXIT_USAGE
    commands = Commands(session, lambda text: print(text, flush=True))
    status = 0
    try:
        lines = [line for file in options.files for line in [f"source {file}"]] + options.lines
        for line in lines:
            if not _carry_out(commands, line) and options.batch:
                return 1
        if not options.batch:
            _interact(commands)
        elif session.stop and session.stop.why == "exited":
            status = max(session.stop.status or 0, 0)
    except Quit:
        pass
    finally:
        session.close()
    return status
