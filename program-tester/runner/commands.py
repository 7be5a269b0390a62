# SPDX-License-Identifier: MIT
"""The commands of run-tests besides running: `run-tests NAME ...`. A module, which may be an annex's, is imported when it is used."""

import dataclasses
import os
import sys
from collections.abc import Callable

from .annexes import need
from .command_line import called, in_words
from .prepare import PrepareError
from .results import ResultsError
from .show import harmless

EXIT_USAGE = 2
EXIT_CANNOT_RUN = 3
EXIT_INTERRUPTED = 130


@dataclasses.dataclass(frozen=True)
class Command:
    """A command. Its module has main(arguments), which returns an exit status."""

    module: str
    help: str


COMMANDS: dict[str, Command] = {
    "show": Command("show_command", "print what a results folder holds"),
    "compare": Command("gate.compare_command", "say what differs between runs"),
    "report": Command("report.report_command", "make a site, JUnit XML, TAP or CSV of results"),
    "explain": Command("explain.explain_command", "say in a few rules which tests fail, and how"),
    "reduce": Command("reduce.reduce_command", "make a failing test small, while it fails the same way"),
    "fuzz": Command("fuzz.fuzz_command", "make new tests by chance, and say which distinct faults they find"),
    "summary": Command("gate.summary_command", "make Markdown and a badge of results, for pages of other tools"),
    "gate": Command("gate.driver", "run tests, and say whether a driver got worse than kept results"),
    "bisect": Command("commits.bisect", "find the commit of a driver that broke tests"),
    "merge": Command("gate.merge", "join results, as those of shards"),
    "beside": Command("beside.beside_command", "write one combination's tests of OpenCL, OpenGL and Vulkan beside each other"),
    "new": Command("new.skeleton", "write the skeleton of a test"),
}


def reader_has_gone() -> int:
    """Ends without a word: somebody has read enough, as head does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())
    return EXIT_CANNOT_RUN


def cannot_run() -> int:
    """Ends behind an error. What cannot be printed any more is dropped: else Python fails of it once more at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        return reader_has_gone()
    return EXIT_CANNOT_RUN


def run_command(name: str, arguments: list[str]) -> int:
    """Runs a command of the table. A file that cannot be used is said, not thrown at people."""
    try:
        module = need(COMMANDS[name].module)
        main: Callable[[list[str]], int] = module.main
        status = main(arguments)
        sys.stdout.flush()
        return status
    except ResultsError as error:
        print(harmless(f"{called('run-tests')} {name}: {error}"), file=sys.stderr)
        return EXIT_USAGE
    except BrokenPipeError:
        return reader_has_gone()
    except (PrepareError, OSError) as error:  # as where there is no device, or no such annex
        print(harmless(f"{called('run-tests')} {name}: {in_words(error)}"), file=sys.stderr)
        return cannot_run()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def commands_help() -> str:
    """The part of the help that lists them."""
    width = max(map(len, COMMANDS), default=0)
    return "\n".join(f"  {name:{width}}  {command.help}" for name, command in COMMANDS.items())
