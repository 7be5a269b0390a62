# SPDX-License-Identifier: MIT
"""Shows outcomes: lines as they come, JSON, and the tables of docs/applications.md."""

import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .case import Case, Outcome, Verdict
from .drivers import NAMES

BEGIN, END = "<!-- made by ci/applications --page: -->", "<!-- end of what it makes -->"
_WIDTH = 34


def line(outcome: Outcome) -> str:
    """One line for the terminal."""
    seconds = "" if outcome.warm is None else f"{outcome.warm:8.2f} s"
    name = f"{outcome.case:{_WIDTH}} {outcome.driver:12}"
    return f"{outcome.verdict.value:8} {name} {seconds:>10}  {outcome.said}".rstrip()


def summary(outcomes: Iterable[Outcome]) -> str:
    """The last line, as run-tests has it."""
    counts = dict.fromkeys(Verdict, 0)
    for outcome in outcomes:
        counts[outcome.verdict] += 1
    bad = sum(count for verdict, count in counts.items() if verdict.is_bad)
    passed, skipped, known = (counts[v] for v in (Verdict.PASS, Verdict.SKIP, Verdict.KNOWN))
    more = f"; {known} expected failures" if known else ""
    return f"{passed} passed, {bad} failed, {skipped} skipped{more}"


def as_json(outcomes: Sequence[Outcome]) -> str:
    """Every outcome, for other tools and for --page: a line for each case, with an outcome for each driver."""
    cases: dict[str, dict[str, Any]] = {}
    for outcome in outcomes:
        cases.setdefault(outcome.case, {})[outcome.driver] = {
            "verdict": outcome.verdict.value,
            "said": outcome.said,
            "seconds": [round(seconds, 3) for seconds in outcome.seconds],
            "digest": outcome.digest,
        }
    return "{\n" + ",\n".join(f"{json.dumps(case)}: {json.dumps(found)}" for case, found in cases.items()) + "\n}\n"


def from_json(text: str) -> list[Outcome]:
    """What as_json wrote. ValueError or KeyError where it is something else."""
    return [
        Outcome(case, driver, Verdict(row["verdict"]), row["said"], row["seconds"], row["digest"])
        for case, found in json.loads(text).items()
        for driver, row in found.items()
    ]


def merged(kept: Iterable[Outcome], newer: Iterable[Outcome], cases: Sequence[Case]) -> list[Outcome]:
    """The newest outcome of each case and driver, cases in their order, drivers in that of drivers.NAMES; those
    of cases that are no more are left out."""
    found = {(outcome.case, outcome.driver): outcome for outcome in (*kept, *newer)}
    others = sorted({driver for _, driver in found} - set(NAMES))
    pairs = ((case.name, driver) for driver in (*NAMES, *others) for case in cases)
    return [found[pair] for pair in pairs if pair in found]


def _cell(outcome: Outcome | None, base: Outcome | None) -> str:
    """A verdict other than a pass, a time in seconds, or its ratio to that of the first driver."""
    if outcome is None:
        return ""
    if outcome.verdict not in (Verdict.PASS, Verdict.UNEXPECTED_PASS) or outcome.warm is None:
        return {"known": "wrong"}.get(outcome.verdict.value, outcome.verdict.value)
    if base is None or base is outcome:
        return f"{outcome.warm:.2f} s"
    if not base.warm or base.verdict is not Verdict.PASS:
        return f"{outcome.warm:.2f} s"
    return f"{outcome.warm / base.warm:.2f}"


def table(outcomes: Sequence[Outcome], cases: Sequence[Case]) -> str:
    """A row a case: seconds of processors on the first driver, and how many times as many the others take."""
    drivers = list(dict.fromkeys(outcome.driver for outcome in outcomes))
    found = {(outcome.case, outcome.driver): outcome for outcome in outcomes}
    rows = [f"| case | {' | '.join(drivers)} | held against |", "| --- " * (len(drivers) + 2) + "|"]
    for case in cases:
        base = found.get((case.name, drivers[0]))
        cells = [_cell(found.get((case.name, driver)), base) for driver in drivers]
        rows.append(f"| `{case.name}` | {' | '.join(cells)} | {case.expects} |")
    return "\n".join(rows) + "\n"


def _shares(outcomes: Sequence[Outcome], bases: Mapping[str, Outcome]) -> str:
    """The median time of one application's cases beside the first driver's, or in seconds; and how many did not pass."""
    passed = [o for o in outcomes if o.verdict is Verdict.PASS and o.warm is not None]
    bad = len(outcomes) - len(passed)
    both = [(o.warm or 0, bases[o.case].warm or 0) for o in passed if o.case in bases]
    ratios = [one / base for one, base in both if base]
    own = [o.warm or 0 for o in passed]
    told = f"{statistics.median(ratios):.2f}" if ratios else f"{statistics.median(own):.2f} s" if own else ""
    return ", ".join(filter(None, (told, f"{bad} not" if bad else "")))


def of_applications(outcomes: Sequence[Outcome], cases: Sequence[Case]) -> str:
    """A row an application: medians of what the table has."""
    drivers = list(dict.fromkeys(outcome.driver for outcome in outcomes))
    names = list(dict.fromkeys(case.application for case in cases))
    rows = [f"| application | cases | {' | '.join(drivers)} |", "| --- | ---: " + "| --- " * len(drivers) + "|"]
    for name in names:
        among = {case.name for case in cases if case.application == name}
        of = {driver: [o for o in outcomes if o.driver == driver and o.case in among] for driver in drivers}
        bases = {o.case: o for o in of[drivers[0]] if o.verdict is Verdict.PASS and o.warm is not None}
        cells = [_shares(of[driver], {} if driver == drivers[0] else bases) for driver in drivers]
        rows.append(f"| {name} | {len(among)} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def failures(outcomes: Sequence[Outcome]) -> str:
    """What is not a pass, by driver, as a table."""
    bad = [outcome for outcome in outcomes if outcome.verdict is not Verdict.PASS]
    rows = ["| driver | case | |", "| --- | --- | --- |"]
    for outcome in sorted(bad, key=lambda outcome: (outcome.driver, outcome.case)):
        said = outcome.said.partition(" [")[0].replace("|", "\\|")
        rows.append(f"| {outcome.driver} | `{outcome.case}` | {outcome.verdict.value}: {said} |")
    return "\n".join(rows) + "\n"


def write_page(page: Path, outcomes: Sequence[Outcome], cases: Sequence[Case]) -> None:
    """Puts the tables between the page's marks. ValueError where it has none."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{page} has no '{BEGIN}' and '{END}'")
    made = f"\n{of_applications(outcomes, cases)}\n{failures(outcomes)}"
    page.write_text(f"{before}{begin}{made}{end}{after}", encoding="utf-8")
