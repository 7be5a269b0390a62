# SPDX-License-Identifier: MIT
"""What people see in a terminal: the progress line, results as they come, the summary at the
end."""

import os
import re
import sys
import time
from typing import Callable, Iterable, Sequence, TextIO

from .command_line import called
from .results import Result
from .status import Look, Status, counted
from .summary import Summary

REDRAW_SECONDS = 0.05
PLAIN_SECONDS = 10.0  # between progress lines where there is no terminal
GUESS_SECONDS = 2.0  # of a run, before which nothing is said of the time that is left
FAILURES_IN_FULL = 50  # further ones are only named
SKIP_REASONS_SHOWN = 10
EXCERPT_LINES = 16


# Characters that a terminal would act upon instead of showing them: control characters (of which we
# use some colours), and marks that turn the direction of text around.
_COMMANDS = re.compile(
    f"\033\\[(?:0|{'|'.join(look.colour for look in Look)})m"
    "|[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def _spelled(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]


def _spelled_but_colours(found: re.Match[str]) -> str:
    return found[0] if len(found[0]) > 1 else _spelled(found)


def harmless(text: str, colours: bool = False) -> str:
    """Text from anywhere: what a terminal would act upon is spelled out. Line ends and tabs stay, and
    our own colours if asked for, which could at worst make a word red."""
    if text.isascii() and text.isprintable():
        return text
    return _COMMANDS.sub(_spelled_but_colours if colours else _spelled, text)


class Terminal:
    """A stream to print on, which knows whether it can redraw a line and show colours. `when` is
    what --color takes; auto shows them on terminals that have them, unless NO_COLOR is set."""

    def __init__(self, stream: TextIO, when: str = "auto") -> None:
        self.stream = stream
        self.is_tty = stream.isatty() and os.environ.get("TERM") != "dumb"
        wanted = self.is_tty and not os.environ.get("NO_COLOR")
        self.colour = when == "always" or (when == "auto" and wanted)
        self._line = ""

    def paint(self, text: str, look: Look) -> str:
        return f"\033[{look.colour}m{text}\033[0m" if self.colour else text

    def label(self, status: Status, width: int = 0) -> str:
        """A status in its colour, with spaces up to a width."""
        return self.paint(f"{status.label:{width}}", status.look)

    def print(self, text: str = "") -> None:
        """Prints a line above the live one, at once: whoever reads a pipe follows the run too."""
        self.clear()
        self._write(harmless(text, self.colour) + "\n")

    def live(self, line: str) -> None:
        """Redraws the live line."""
        import shutil  # which takes a while to load

        width = shutil.get_terminal_size().columns - 1
        line = harmless(line.replace("\n", " "))[:width]
        if line != self._line:
            self._write("\r\033[K" + line)
            self._line = line

    def _write(self, text: str) -> None:
        try:
            self.stream.write(text)
            self.stream.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, "what is printed") from None

    def clear(self) -> None:
        if self._line:
            self.stream.write("\r\033[K")
            self._line = ""


class Progress:
    """Shows a run as it goes."""

    def __init__(
        self, terminal: Terminal, total: int, verbose: bool = False, quiet: bool = False, tells_failures: bool = True
    ) -> None:
        self._terminal = terminal
        self.total = total
        self._verbose = verbose
        self._quiet = quiet
        self._tells_failures = tells_failures and not quiet
        self._done = 0
        self._before = 0  # of them, what was there when the run started
        self._told = -1  # how many were done when it was last told
        self._counts = {status: 0 for status in Status}
        self._started = self._last = time.monotonic()

    def start(self, results: Iterable[Result]) -> None:
        """Counts what is there already, without a word."""
        for result in results:
            self._done += 1
            self._counts[result.status] += 1
        self._before = self._told = self._done
        self._started = self._last = time.monotonic()

    def result(self, result: Result, before: Result | None = None) -> None:
        """Counts a result, in place of what came of the test before."""
        self._done += 1
        self._counts[result.status] += 1
        if before is not None:
            self._counts[before.status] -= 1
        if self._verbose or (result.status.is_bad and self._tells_failures):
            label = self._terminal.label(result.status)
            reason = f": {_first_line(result.message)}" if result.status is Status.SKIP else ""
            again = f", attempt {len(result.attempts)}" if before is not None else ""
            # So that a log has no line twice: a failure stands at the end once more, with more words.
            at = "" if self._terminal.is_tty else f"[{self._done}/{self.total}] "
            self._terminal.print(f"{at}{label} {result.test}{_seconds(result)}{reason}{again}")

    def tick(self, running: list[str]) -> None:
        """Tells how far the run is, now and then: a line of a terminal is drawn anew, elsewhere one
        is printed when there is something new in it."""
        now = time.monotonic()
        if self._quiet or now - self._last < (REDRAW_SECONDS if self._terminal.is_tty else PLAIN_SECONDS):
            return
        self._last = now
        if self._terminal.is_tty:
            self._terminal.live(f"{self._state(now)}  {running[0] if running else ''}")
        elif self._done != self._told:
            self._terminal.print(self._state(now))
        self._told = self._done

    def _state(self, now: float) -> str:
        counts = ", ".join(f"{n} {status}" for status, n in self._counts.items() if n)
        elapsed, here = now - self._started, self._done - self._before
        times = clock(elapsed)
        if here and elapsed >= GUESS_SECONDS:
            left = max(0, self.total - self._done)
            times += f", {clock(elapsed * left / here)} left"
        return f"[{self._done}/{self.total}] {times}: {counts}"


def clock(seconds: float) -> str:
    """Minutes and seconds, and hours where there are any."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _seconds(result: Result) -> str:
    return f" ({result.seconds:.2f} s)" if result.seconds >= 0.1 else ""


def _indent(text: str) -> list[str]:
    """The last lines of what a test printed, marked as such."""
    lines = text.rstrip("\n").split("\n")
    left_out = len(lines) - EXCERPT_LINES
    if left_out > 0:
        lines = [f"[{left_out} lines left out]", *lines[-EXCERPT_LINES:]]
    return [f"    | {line}" for line in lines]


def _detail_lines(result: Result) -> list[str]:
    """What the tester adds to a failure: further differences, the driver's words, the build log."""
    details = result.details
    lines: list[str] = []
    for argument in details.get("arguments", []):
        for difference in argument.get("first", []):
            at, expected, actual = (difference.get(key) for key in ("at", "expected", "actual"))
            found = f"{at}: expected {expected}, got {actual}"
            if found not in result.message:
                step = f"step {argument['step']}: " if "step" in argument else ""
                lines.append(f"{step}argument {argument.get('index')}: {found}")
    del lines[EXCERPT_LINES:]
    messages = details.get("driver_messages", [])
    lines += [f"driver: {message}" for message in messages if message not in result.message]
    log = details.get("build_log", "").strip()
    lines += [f"log: {line}" for line in log.split("\n")[:EXCERPT_LINES] if log]
    return lines


def named(terminal: Terminal, result: Result) -> str:
    """The first line of a failure."""
    return f"{terminal.label(result.status)} {result.test}"


def failure_lines(result: Result, terminal: Terminal) -> list[str]:
    """A failure as people want it: what, where, why, and how to see it again."""
    lines = [named(terminal, result)]
    if result.place:
        lines.append(f"    at {result.place}")
    if result.message:
        lines += [f"    {line}" for line in result.message.rstrip("\n").split("\n")]
    lines += [f"    {line}" for line in _detail_lines(result)]
    for text in (result.output, result.kernel_log):
        if text.strip():
            lines += _indent(text)
    if result.reproduce:
        lines.append(f"    run it: {result.reproduce}")
    return lines


def print_failures(terminal: Terminal, failures: Sequence[Result], heading: Callable[[Terminal, Result], str] = named) -> None:
    """So many in full that people can read them, and the headings of the rest."""
    for result in failures[:FAILURES_IN_FULL]:
        terminal.print()
        for line in [heading(terminal, result), *failure_lines(result, terminal)[1:]]:
            terminal.print(line)
    rest = failures[FAILURES_IN_FULL:]
    if rest:
        terminal.print(f"\n... and {len(rest)} more:")
        for result in rest:
            terminal.print(f"    {heading(terminal, result)}")


def counts_line(terminal: Terminal, summary: Summary, driver: str, seconds: float | None) -> str:
    """How many tests have which verdict."""
    counts = [f"{count} {terminal.label(s)}" for s, count in summary.counts.items() if count]
    taken = "" if seconds is None else f" in {seconds:.1f} s"
    return f"{driver}: {counted(summary.total, 'test', 'tests')}{taken}: {', '.join(counts) or 'none'}"


def print_summary(
    terminal: Terminal,
    summary: Summary,
    driver: str,
    seconds: float | None,
    note: str = "",
    quiet: bool = False,
) -> None:
    """The end of a run, with a note when there is something to say of it as a whole. Its last line
    is made to be read by other programs too. Quiet: only that, and what is not as expected."""
    terminal.clear()
    print_failures(terminal, summary.failures)
    _print_oddities(terminal, summary)
    if not quiet:
        _print_skips(terminal, summary)
    if not quiet or summary.failures or summary.oddities:
        terminal.print()
    if note:
        terminal.print(note)
    if not quiet:
        terminal.print(counts_line(terminal, summary, driver, seconds))
    if summary.besides and (summary.oddities or not quiet):
        terminal.print(terminal.paint(summary.besides, summary.besides_look))
    terminal.print(terminal.paint(summary.closing, summary.look))
    terminal.stream.flush()


def _print_oddities(terminal: Terminal, summary: Summary) -> None:
    """Tests that passed though they should not, or only sometimes."""
    if summary.oddities:
        terminal.print()
    for result in summary.oddities[:FAILURES_IN_FULL]:
        first = result.message.partition("\n")[0]
        terminal.print(f"{terminal.label(result.status)} {result.test}: {first}")
    rest = len(summary.oddities) - FAILURES_IN_FULL
    if rest > 0:
        terminal.print(f"... and {rest} more ({called('run-tests')} show --status names them)")


def _print_skips(terminal: Terminal, summary: Summary) -> None:
    """Why tests were skipped: nothing is left out silently."""
    if not summary.skip_reasons:
        return
    terminal.print("\nskipped:")
    reasons = list(summary.skip_reasons.items())
    for reason, count in reasons[:SKIP_REASONS_SHOWN]:
        first, *more = reason.strip().split("\n")
        terminal.print(f"    {count:5} {first}{' ...' if more else ''}")
    others = sum(count for _, count in reasons[SKIP_REASONS_SHOWN:])
    if others:
        terminal.print(f"    {others:5} for other reasons (-v shows each)")


def standard_terminal(when: str = "auto") -> Terminal:
    """Standard output; `when` is what --color takes."""
    return Terminal(sys.stdout, when)
