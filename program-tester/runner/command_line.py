# SPDX-License-Identifier: MIT
"""The parser of command lines that all commands use."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from .journal import STANDARD_OUTPUT
from .patterns import Pattern, PatternError

ROOT = Path(__file__).resolve().parents[2]


def called(name: str) -> str:
    """A command's name for people, with words that follow it: in place of run-tests or ci/gate the
    name with rootle- if it was called by that, as it is where it is installed."""
    by = Path(sys.argv[0]).name
    if not by.startswith("rootle-"):
        return name
    _, space, words = name.partition(" ")
    return by + space + words


def in_words(error: Exception) -> str:
    """An error for people; one of the system as the file, and what is wrong with it."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    files = " to ".join(str(name) for name in (error.filename, error.filename2) if name is not None)
    return f"{files}: {error.strerror}" if files else error.strerror


class _ShowVersion(argparse.Action):
    """Prints the version, which lies above the runner in a checkout and installed."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        print(f"{parser.prog} (Rootle) {(ROOT / 'VERSION').read_text(encoding='ascii').strip()}")
        parser.exit()


COLOUR_CHOICES = ("auto", "always", "never")


def add_colour(group: argparse._ActionsContainer) -> None:
    """The option that says whether verdicts have colours."""
    group.add_argument(
        "--color",
        choices=COLOUR_CHOICES,
        default=COLOUR_CHOICES[0],
        help="colours; auto: on a terminal, unless NO_COLOR is set; default: %(default)s",
    )


def pattern(text: str) -> Pattern:
    """Of options that choose tests by name."""
    try:
        return Pattern(text)
    except PatternError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_allow_skips(group: argparse._ActionsContainer, kind: Callable[[str], object] = pattern) -> None:
    """The option that names what may be lost."""
    group.add_argument("--allow-skips", action="append", type=kind, default=[], metavar="PATTERN",
        help="tests that match and passed before may skip or be gone; may be repeated")  # fmt: skip


def like(word: str, known: Iterable[str]) -> list[str]:
    """The word of those known that another is most like, if any is."""
    import difflib  # for mistakes alone
    return difflib.get_close_matches(word, list(known), 1, 0.75)


def meant(guesses: Iterable[str]) -> str:
    """What ends a message about words that are not known."""
    named = ", ".join(guesses)
    return f"; did you mean {named}?" if named else ""


INVALID_CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)")


def _open_streams() -> None:
    """Makes standard streams that the caller has closed the null device: no file of ours shall have their numbers."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")


class Parser(argparse.ArgumentParser):
    """Has --version, and says which options and values were likely meant by those that there are not."""

    def __init__(self, prog: str, **how: Any) -> None:
        super().__init__(called(prog), **how)
        self.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version and exit")

    @classmethod
    def passing_on(cls, prog: str, usage: str, description: str, epilog: str) -> Parser:
        """Of a command that hands the options which it does not know on to run-tests. The epilog keeps its lines."""
        return cls(prog, usage=usage, description=description, epilog=epilog, allow_abbrev=False,
                   formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip

    def parse_known_args(
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As argparse does. Where a file is the standard output, words for people go to standard error."""
        _open_streams()
        found, more = super().parse_known_args(args, namespace)
        if STANDARD_OUTPUT in vars(found).values():
            sys.stdout = sys.stderr
        return found, more

    def error(self, message: str) -> NoReturn:
        _, _, words = message.partition("unrecognized arguments: ")
        options = [word.partition("=")[0] for word in words.split() if word.startswith("-")]
        guesses = [guess for option in options for guess in like(option, self._option_string_actions)]
        choice = INVALID_CHOICE.search(message)
        if choice:
            guesses = like(choice[1], re.findall(r"[\w-]+", choice[2]))
        super().error(message + meant(guesses))


def whole(least: int) -> Callable[[str], int]:
    """Of options that are whole numbers, and so large at least."""

    def convert(text: str) -> int:
        number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"must be a whole number of at least {least}, not {text!r}")
        return number

    return convert


def amount(text: str) -> float:
    """Of options that are times."""
    number = float(text) if re.fullmatch(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?", text) else -1
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number, not negative, not {text!r}")
    return number


def shard(text: str) -> tuple[int, int]:
    """I/N, as of --shard."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError("must be I/N with I from 1 to N")
    return int(match[1]), int(match[2])
