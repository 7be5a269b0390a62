# SPDX-License-Identifier: MIT
"""What run-tests gate says in the terminal: what got worse comes first, in full, and its names once more at the end; what is
known to fail is one line."""

import dataclasses

from ..inputs import Input
from ..results import Result
from ..show import Terminal, counts_line, print_failures
from ..status import Look, Status, counted
from ..summary import summarise
from . import markdown
from .compare import Comparison, Difference
from .compare_command import SHOWN, print_counts, print_kind, verdict_text

NAMES_AT_THE_END = 10


@dataclasses.dataclass(frozen=True)
class Told:
    """A gate that compared something: what was kept of the tests that were run, the run with every regression shown as one, and
    what that changed."""

    before: Input
    now: Input
    comparison: Comparison
    kept: str  # where, for people

    @property
    def known(self) -> int:
        """How many tests fail, and are no worse than before."""
        worse = {difference.test for difference in self.comparison.bad}
        return sum(result.status.is_bad and test not in worse for test, result in self.now.record.results.items())


def _worse(told: Told, difference: Difference) -> Result:
    found = told.now.record.results.get(difference.test)
    return found or Result(difference.test, Status.LOST, message="planned, and without a result")


def _print_worse(terminal: Terminal, told: Told) -> None:
    """Each kind of what nobody wants, in full."""
    for change, found in told.comparison.differences.items():
        if found and change.is_bad:
            words = {one.test: f"{one.test}: {verdict_text(terminal, one.verdicts)}" for one in found}
            terminal.print(f"\n{terminal.paint(f'{change.title} ({len(found)}):', Look.BAD)}")
            print_failures(terminal, [_worse(told, one) for one in found], lambda _, result: words[result.test])


def _print_rest(terminal: Terminal, told: Told) -> None:
    """What else is different, and how many tests have which verdict."""
    for change, found in told.comparison.differences.items():
        if found and not change.is_bad:
            print_kind(terminal, change, found, [told.before, told.now], SHOWN)
    terminal.print()
    print_counts(terminal, [told.before, told.now])
    for note in told.comparison.notes:
        terminal.print(f"\n{note}")


def _print_names(terminal: Terminal, bad: list[Difference]) -> None:
    for difference in bad[:NAMES_AT_THE_END]:
        terminal.print(f"    {difference.test}: {verdict_text(terminal, difference.verdicts)}")
    if len(bad) > NAMES_AT_THE_END:
        terminal.print(f"    ... and {len(bad) - NAMES_AT_THE_END} more")


def tell(terminal: Terminal, told: Told, run: Input, quiet: bool) -> None:
    """All of it, of a run as it was recorded. Quiet: what got worse, what is known, and the verdict."""
    missing = len(run.record.missing())
    _print_worse(terminal, told)
    if not quiet:
        _print_rest(terminal, told)
        summary, end = summarise(run.record.results.values()), run.record.end
        terminal.print(f"\n{counts_line(terminal, summary, str(run.record.run.get('driver')), end.get('seconds'))}")
    if told.known:
        words = f"{counted(told.known, 'known failure', 'known failures')}: no worse than in {told.kept}"
        terminal.print(terminal.paint(words, Look.KNOWN))
    _print_names(terminal, told.comparison.bad)
    same = counted(told.comparison.same, "verdict", "verdicts")
    look = Look.BAD if told.comparison.is_worse or missing else Look.GOOD
    terminal.print(terminal.paint(f"gate: {markdown.verdict(told.comparison, missing)}, {same} as before", look))
