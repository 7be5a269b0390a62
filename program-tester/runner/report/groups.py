# SPDX-License-Identifier: MIT
"""What went wrong, in groups that likely have one cause: failures of a family that say the same, or,
of several runs, tests that have the same verdicts in each. Computes only."""

import collections
import dataclasses
import re
from typing import Collection, Sequence

from ..gate.compare import Change, Verdicts, classify
from ..results import Result
from ..show import harmless
from ..status import RANK, Look, Status

LOOKS = (Look.BAD, Look.ODD, Look.KNOWN)  # of what is worth a group, in the order of groups
LONGEST = 200  # characters of a title
NUMBER = re.compile(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?")


@dataclasses.dataclass
class Group:
    """Tests by their numbers in the report."""

    title: str
    status: Status  # of one run's tests; of several runs', the worst
    verdicts: Verdicts
    tests: list[int] = dataclasses.field(default_factory=list)


def shape(message: str) -> str:
    """A message without what differs from test to test: places, numbers, and what they should be."""
    first = message.partition("\n")[0].partition(", first at ")[0]
    return harmless(NUMBER.sub("N", first))[:LONGEST]


def by_message(names: Sequence[str], results: Sequence[Result]) -> list[Group]:
    """Failures of one run, by verdict, family and shape of the message: the worst first, then the
    largest."""
    found: dict[tuple[Status, str, str], Group] = {}
    for number, (name, result) in enumerate(zip(names, results, strict=True)):
        if result.status.look not in LOOKS:
            continue
        family, said = name.partition("/")[0], shape(result.message)
        group = Group(said or "no message", result.status, (result.status,))
        found.setdefault((result.status, family, said), group).tests.append(number)
    families = collections.Counter((status, said) for status, _, said in found)
    for (status, family, said), group in found.items():
        if families[status, said] > 1:
            group.title += f" ({family})"
    return sorted(found.values(), key=lambda g: (_look_rank(g), -RANK[g.status], -len(g.tests)))


TITLES = {
    Change.REGRESSION: "got worse",
    Change.NEW_FAILURE: "new, and bad",
    Change.FLAKE: "went back and forth",
    Change.ALLOWED: "allowed to skip or be gone",
    Change.FIX: "was fixed",
    Change.OTHER: "changed",
    Change.GONE: "gone",
    Change.NEW: "new",
}
ORDER = list(TITLES)


def _title(verdicts: Verdicts, is_timeline: bool, is_allowed: bool) -> tuple[int, str]:
    """A rank for the order of groups, and words."""
    there = [status for status in verdicts if status is not None]
    if is_timeline and len(set(verdicts)) > 1:
        change = classify(verdicts, is_allowed)
        return ORDER.index(change), TITLES[change]
    for look, word in ((Look.BAD, "bad"), (Look.ODD, "odd"), (Look.KNOWN, "known failures")):
        count = sum(status.look is look for status in there)
        if count:
            return len(ORDER) - count, f"{word} in {'all' if count == len(verdicts) else count} of {len(verdicts)}"
    return len(ORDER), "differs"


def _look_rank(group: Group) -> int:
    """Groups in which something is bad come first; those in which nothing is wrong last."""
    return LOOKS.index(group.status.look) if group.status.look in LOOKS else len(LOOKS)


def by_verdicts(verdicts_of: Sequence[Verdicts], is_timeline: bool, allowed: Collection[int] = ()) -> list[Group]:
    """Tests of several runs that are not well in all of them, by their verdicts; some are allowed to skip or be gone."""
    found: dict[tuple[Verdicts, bool], Group] = {}
    for number, verdicts in enumerate(verdicts_of):
        there = [status for status in verdicts if status is not None]
        worst = max(there, key=RANK.__getitem__)
        if len(set(verdicts)) == 1 and worst.look not in LOOKS:
            continue
        key = (verdicts, number in allowed)
        if key not in found:
            found[key] = Group(_title(verdicts, is_timeline, key[1])[1], worst, verdicts)
        found[key].tests.append(number)

    def order(key: tuple[Verdicts, bool]) -> tuple[int, int, int]:
        group = found[key]
        return _look_rank(group), _title(group.verdicts, is_timeline, key[1])[0], -len(group.tests)

    return [found[key] for key in sorted(found, key=order)]
