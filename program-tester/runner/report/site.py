# SPDX-License-Identifier: MIT
"""Makes the site: a page with everything, and a page for each failure. It works from a file: URL:
what scripts need comes as scripts, and nothing is loaded from elsewhere."""

import collections
import dataclasses
import shutil
from pathlib import Path
from typing import Any, Mapping, Sequence

import jinja2
import markupsafe

from ..gate.compare import Change, Comparison, classify
from ..inputs import Input
from ..show import harmless
from ..status import Look, counted
from ..summary import Summary, summarise
from . import groups, pages, specification, tables
from .pages import page_name
from .runs import Kind, Run, arrange, commit, start

__all__ = ["ASSETS", "SiteError", "build", "page_name"]

HERE = Path(__file__).resolve().parent
ASSETS = HERE / "assets"
MARK = "rootle-report"  # a file that says that a folder is a report, and may be replaced
MOST_GROUPS = 40  # that the first page lists
EVERYTHING = 1 << 62  # bytes
EXAMPLES = 4  # tests that it names of each
RECENT = 4  # runs of a timeline that it shows; earlier ones are folded
MOST_MISSING = 1000


class SiteError(OSError):
    """The site cannot be written there; the message is for people."""


def _shown(value: Any) -> Any:
    """Text as people may see it: what would turn text around or hide it is spelled out."""
    is_plain = isinstance(value, str) and not isinstance(value, markupsafe.Markup)
    return harmless(value) if is_plain else value


def _environment() -> jinja2.Environment:
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["difference_row"] = _difference_row
    return templates


def _difference_row(first: dict[str, Any]) -> tuple[Any, ...]:
    """A difference as the tester tells it when it does not tell all values."""
    ulp = first.get("ulp")
    return first["at"], first["expected"], first["actual"], "" if ulp is None else ulp


def _prepare(folder: Path) -> None:
    """An empty folder. One that holds anything but a report is left alone."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).exists():
            raise SiteError(f"{folder} is not empty and holds no report; it was left alone")
        shutil.rmtree(folder / pages.FOLDER, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("This folder is made by run-tests report.\n", encoding="utf-8")
    (folder / pages.FOLDER).mkdir(exist_ok=True)  # behind the mark: what has failed half way can be replaced


def remove(folder: Path) -> None:
    """Removes a report; anything else is left alone."""
    if (folder / MARK).exists():
        shutil.rmtree(folder)


def _facts(item: Input) -> dict[str, str]:
    """How the run was made, as names and values."""
    run, device, end = item.record.run, item.record.device, item.record.end
    dirty = " with changes" if run.get("dirty") else ""
    named = {
        "Driver": run.get("driver"),
        "Device": device.get("name"),
        "Driver version": device.get("driver_version"),
        "OpenCL": device.get("version"),
        "Platform": device.get("platform"),
        "Commit": f"{run['commit']}{dirty}" if run.get("commit") else "",
        "Host": run.get("host"),
        "Started": run.get("start"),
        "Seconds": f"{end['seconds']:.1f}" if end.get("seconds") else "",
        "Options": " ".join(map(str, run.get("arguments") or [])),
    }
    return {name: str(value) for name, value in named.items() if value}


@dataclasses.dataclass
class Overview:
    """What the first page says of a run."""

    label: str
    summary: Summary
    facts: dict[str, str]
    gist: list[str]  # the few facts that are always seen
    missing: list[str]
    lacks: str
    interrupted: bool


def _overview(run: Run) -> Overview:
    missing = run.record.missing()
    interrupted = run.record.end.get("complete") is False
    summary = summarise(run.record.results.values(), not interrupted and not missing)
    facts, device = _facts(run.item), run.record.device
    gist = [device.get("name"), device.get("driver_version"), commit(run.record), start(run.record)]
    shown = [str(fact) for fact in gist if fact]
    return Overview(run.label, summary, facts, shown, missing[:MOST_MISSING], run.record.lacks(), interrupted)


def _title(kind: Kind, runs: list[Run]) -> str:
    if kind is Kind.SINGLE:
        return runs[0].label
    driver = str(runs[0].record.run.get("driver") or "")
    if kind is Kind.TIMELINE:
        return f"{driver or 'one driver'}: {len(runs)} runs over time"
    return f"{len(runs)} runs beside each other"


def _groups(tests: tables.Tests, comparison: Comparison | None) -> list[groups.Group]:
    if tests.kind is Kind.SINGLE:
        return groups.by_message(tests.names, [found for found, in tests.results if found])
    names = {one.test for one in comparison.differences[Change.ALLOWED]} if comparison else set()
    allowed = {number for number, name in enumerate(tests.names) if name in names}
    return groups.by_verdicts(tests.verdicts, tests.kind is Kind.TIMELINE, allowed)


def _headline(tests: tables.Tests, comparison: Comparison | None) -> tuple[Look, str] | None:
    """What runs over time amount to, from the first to the last."""
    if tests.kind is not Kind.TIMELINE:
        return None
    if comparison:
        counts = {change: len(found) for change, found in comparison.differences.items()}
    else:
        counts = collections.Counter(classify(verdicts) for verdicts in tests.verdicts if len(set(verdicts)) > 1)
    worse, new = counts.get(Change.REGRESSION, 0), counts.get(Change.NEW_FAILURE, 0)
    words = [f"{counted(worse, 'test', 'tests')} {groups.TITLES[Change.REGRESSION]}" if worse else ""]
    words += [Change.NEW_FAILURE.counted(new) if new else ""]
    return (Look.BAD, ", ".join(filter(None, words))) if worse or new else (Look.GOOD, "nothing got worse")


@dataclasses.dataclass
class ShownGroup:
    """A group as the first page shows it, with tests to begin with: name, page, message."""

    number: int
    group: groups.Group
    examples: list[tuple[str, str, str]]
    is_folded: bool  # no news: known failures of one run; of several, where nothing went wrong

    @property
    def count(self) -> int:
        return len(self.group.tests)


def _shown_groups(
    found: list[groups.Group], tests: tables.Tests, files: dict[int, str]
) -> list[ShownGroup]:
    shown = []
    for number, group in enumerate(found[:MOST_GROUPS]):
        some = [n for n in group.tests if n in files][:EXAMPLES] or group.tests[:EXAMPLES]
        told = [tables.said(tests.results[n]) for n in some]
        if len(told) == 1 and tests.kind is Kind.SINGLE and told[0]:
            group = dataclasses.replace(group, title=told[0])
        # A test's text that only repeats the title is left out.
        told = ["" if text == group.title else text for text in told]
        lines = [(tests.names[n], files.get(n, ""), text) for n, text in zip(some, told, strict=True)]
        look = group.status.look
        is_folded = look is Look.KNOWN if tests.kind is Kind.SINGLE else look not in groups.LOOKS
        shown.append(ShownGroup(number, group, lines, is_folded))
    return shown


def _write_specification(
    folder: Path, templates: jinja2.Environment, title: str, labels: Sequence[str], chapters: Sequence[specification.Chapter],
    files: Mapping[str, str],
) -> None:  # fmt: skip
    """The page of the specification; `files` are pages of tests."""
    runs = [{"label": label, "counts": specification.counts(chapters, number)} for number, label in enumerate(labels)]
    page = templates.get_template("specification.html").render(
        title=title, runs=runs, chapters=chapters, look=specification.look, files=files
    )
    (folder / specification.PAGE).write_text(page, encoding="utf-8", errors="replace")


@dataclasses.dataclass
class Built:
    """What was written."""

    tests: int
    pages: int
    left_out: int  # tests without a page, for lack of room


def build(
    items: Sequence[Input], folder: Path, all_pages: bool = False, rules: Sequence[Mapping[str, Any]] = (),
    chapters: Sequence[specification.Chapter] = (), comparison: Comparison | None = None,
) -> Built:  # fmt: skip
    """Writes the site of one run or several. `rules` are what is said of its failures first; `chapters`, of the specification, have a
    page of their own; `comparison` is of two runs that were compared already."""
    _prepare(folder)
    kind, runs = arrange(items, comparison)
    tests = tables.Tests.of(kind, runs)
    found = _groups(tests, comparison)
    templates = _environment()
    room = EVERYTHING if all_pages else pages.room_beside(tables.document(tests, found, {}))
    made = pages.write(folder, tests, found, templates, room)
    data = tables.document(tests, found, made.files)
    (folder / "data.js").write_text(data, encoding="utf-8", errors="replace")
    overviews = [_overview(run) for run in runs]
    files = {tests.names[number]: file for number, file in made.files.items()}
    index = templates.get_template("index.html").render(
        kind=kind.value,
        title=_title(kind, runs),
        runs=overviews,
        headline=_headline(tests, comparison),
        earlier=max(0, len(runs) - RECENT) if kind is Kind.TIMELINE and len(runs) > RECENT + 1 else 0,
        total=len(tests.names),
        rules=rules,
        files=files,
        specification=specification.counts(chapters, -1) if chapters else {},
        groups=_shown_groups(found, tests, made.files),
        more_groups=max(0, len(found) - MOST_GROUPS),
        left_out=made.left_out,
    )
    (folder / "index.html").write_text(index, encoding="utf-8", errors="replace")
    if chapters:
        labels = [run.label for run in runs]
        _write_specification(folder, templates, _title(kind, runs), labels, chapters, files)
    for asset in ASSETS.iterdir():
        shutil.copyfile(asset, folder / asset.name)
    return Built(len(tests.names), len(made.files), made.left_out)
