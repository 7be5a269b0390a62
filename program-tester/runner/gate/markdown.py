# SPDX-License-Identifier: MIT
"""A run, or what it changed, as Markdown: for the summary of a CI job, or a comment on a change. What
drivers say stands in code spans, so that none of it is taken for Markdown or HTML, or calls somebody."""

import dataclasses
import re
from typing import Iterable

from ..inputs import Input
from ..results import Result
from ..show import harmless
from ..status import Look, Status, counted
from ..summary import Summary, summarise
from .compare import Change, Comparison, Difference

SHOWN = 50  # tests of a kind; a summary of GitHub's may have 1 MiB
LONGEST = 300  # characters of a message

_LIGHTS = {Look.GOOD: "✅", Look.ODD: "⚠️", Look.BAD: "❌"}
SEVERITY = list(_LIGHTS)


@dataclasses.dataclass(frozen=True)
class Remark:
    """What is to be said first of a run that is compared with nothing, and how it looks at best."""

    words: str  # Markdown
    look: Look


def code(text: str) -> str:
    """The first line of a text as a code span, whatever is in it."""
    line = harmless(text.strip().partition("\n")[0]).replace("\t", " ")
    if len(line) > LONGEST:
        line = f"{line[:LONGEST]} ..."
    fence = "`" * (max(map(len, re.findall("`+", line)), default=0) + 1)
    edge = " " if line[:1] == "`" or line[-1:] == "`" or not line else ""
    return f"{fence}{edge}{line or ' '}{edge}{fence}"


def block(text: str, language: str) -> list[str]:
    """A text of several lines as code, whatever is in it."""
    fence = "`" * max(3, max(map(len, re.findall("`+", text)), default=0) + 1)
    return [f"{fence}{language}", harmless(text.rstrip("\n")), fence]


def _bullet(result: Result | None, test: str, verdicts: str) -> list[str]:
    lines = [f"- {code(test)}: {verdicts}"]
    if result and result.status.is_bad and result.message:
        lines[0] += f"  \n  {code(result.message)}"
    return lines


def _more(total: int) -> list[str]:
    return [f"- and {total - SHOWN} more"] if total > SHOWN else []


def _verdicts(difference: Difference) -> str:
    return " → ".join(status.label if status else "none" for status in difference.verdicts)


def _counts(inputs: list[Input]) -> list[str]:
    """A row for each verdict that any of the runs has, a column for each run."""
    counts = [summarise(item.record.results.values()).counts for item in inputs]
    titles = ["before", "now"] if len(inputs) == 2 else ["tests"]
    lines = [f"| | {' | '.join(titles)} |", f"| --- |{' ---: |' * len(titles)}"]
    for status in Status:
        if any(count[status] for count in counts):
            lines.append(f"| {status.label} | {' | '.join(str(count[status]) for count in counts)} |")
    return lines


def _origin(item: Input, what: str) -> str:
    return f"{what}: {code(item.title)}"


def _rerun(results: Iterable[Result]) -> list[str]:
    """How the first failure can be seen again."""
    for result in results:
        if result.reproduce:
            return ["", "To see the first of them again:", "", *block(result.reproduce, "sh")]
    return []


def _of_run(now: Input, summary: Summary, remark: Remark | None) -> list[str]:
    look, words = summary.look, summary.closing
    if remark:
        look, words = max(look, remark.look, key=SEVERITY.index), f"{remark.words}; {words}"
    lines = [f"### {_LIGHTS[look]} Rootle: {words}", "", *_counts([now])]
    for title, found in (("Failures", summary.failures), ("Not as expected", summary.oddities)):
        if found:
            lines += ["", f"**{title} ({len(found)})**", ""]
            for result in found[:SHOWN]:
                lines += _bullet(result, result.test, result.status.label)
            lines += _more(len(found))
    return [*lines, *_rerun(summary.failures)]


def verdict(comparison: Comparison, missing: int) -> str:
    """What a comparison comes to, in words."""
    bad = [change.counted(len(found)) for change, found in comparison.differences.items() if found and change.is_bad]
    if missing:
        bad.append(f"{counted(missing, 'test', 'tests')} without a result")
    allowed = len(comparison.differences[Change.ALLOWED])
    return ", ".join([*(bad or ["no regressions"]), *([f"{allowed} allowed to skip or be gone"] if allowed else [])])


def _of_change(before: Input, now: Input, comparison: Comparison) -> list[str]:
    missing = len(now.record.missing())
    light = _LIGHTS[Look.BAD if comparison.is_worse or missing else Look.GOOD]
    lines = [f"### {light} Rootle: {verdict(comparison, missing)}", "", *_counts([before, now])]
    worse: list[Result] = []
    for change, found in comparison.differences.items():
        if not found:
            continue
        lines += ["", f"**{change.title.capitalize()} ({len(found)})**", ""]
        for difference in found[:SHOWN]:
            result = now.record.results.get(difference.test)
            worse += [result] if change.is_bad and result else []
            lines += _bullet(result if change.is_bad else None, difference.test, _verdicts(difference))
        lines += _more(len(found))
    lines += ["", f"{counted(comparison.same, 'test has', 'tests have')} the same verdict as before."]
    for note in comparison.notes:
        lines += ["", code(note)]
    return [*lines, *_rerun(worse)]


def text(
    now: Input, before: Input | None = None, comparison: Comparison | None = None, remark: Remark | None = None
) -> str:
    """The run, or with one that came before and their comparison, what changed; a remark is of a run alone."""
    summary = summarise(now.record.results.values(), not now.record.missing())
    if before and comparison:
        lines = _of_change(before, now, comparison)
        origins = [_origin(before, "before"), _origin(now, "now")]
    else:
        lines, origins = _of_run(now, summary, remark), [_origin(now, "run")]
    return "\n".join([*lines, "", *(f"<sub>{origin}</sub>  " for origin in origins)]) + "\n"
