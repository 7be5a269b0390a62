# SPDX-License-Identifier: MIT
"""A series of docs/upstream: the commit that it is against, its patches in their order, and what is wrong with them as
they lie here. A patch records the hash of each file before and after it, so that a series can be followed without the
project's sources."""

import dataclasses
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "upstream"
NO_FILE = "0" * 40  # the hash of a file that there is not
_SUBJECT = re.compile(r"^Subject: (?:\[PATCH[^]]*\] )?(.+(?:\n .+)*)$", re.M)
_TRAILER = re.compile(r"^(Specification|Rootle-test|Rootle-report): (.+)$", re.M)
_FILE = re.compile(r"^diff --git a/(\S+) b/\1\n(?:(?:new|deleted) file mode \d+\n)?index ([0-9a-f]{40})\.\.([0-9a-f]{40})", re.M)
_HUNK = re.compile(r"^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@.*\n((?:[-+ \\].*\n|\n)*)", re.M)
_SECTION = re.compile(r"(?:\d+\.)+\d+|cl_\w+")


class SeriesError(ValueError):
    """A folder that is no series."""


@dataclasses.dataclass(frozen=True)
class Patch:
    """A patch as git format-patch writes it."""

    path: Path
    subject: str
    says: str  # the message, subject and trailers apart
    trailers: dict[str, list[str]]
    files: tuple[tuple[str, str, str], ...]  # path, hash before, hash after

    @property
    def tests(self) -> list[str]:
        """Our tests that show what it mends, from the top of our tree."""
        return self.trailers.get("Rootle-test", [])


@dataclasses.dataclass(frozen=True)
class Series:
    """What project.toml says of a project, and its patches."""

    name: str  # its folder's
    project: str  # as the reports name it
    commit: str
    steps: dict[str, list[str]]  # commands in the checkout, by what they do
    environment: dict[str, str]
    driver: str  # the library that an .icd file names, in the checkout
    patches: list[Patch]

    def before(self) -> dict[str, str]:
        """The hash of each file of the project that is changed, as the commit has it."""
        first: dict[str, str] = {}
        for patch in self.patches:
            for path, before, _ in patch.files:
                first.setdefault(path, before)
        return first

    def after(self) -> dict[str, str]:
        """The hash of each of them behind the last patch."""
        return {path: after for patch in self.patches for path, _, after in patch.files}


def _read_patch(path: Path) -> Patch:
    text = path.read_text(encoding="utf-8")
    message, _, _ = text.partition("\n---\n")
    head, _, body = message.partition("\n\n")
    subject = _SUBJECT.search(head)
    if subject is None:
        raise SeriesError(f"{path}: a patch begins as git format-patch writes it")
    trailers: dict[str, list[str]] = {}
    for name, value in _TRAILER.findall(body):
        trailers.setdefault(name, []).append(value)
    files = tuple(_FILE.findall(text))
    return Patch(path, subject[1].replace("\n ", " "), _TRAILER.sub("", body).strip(), trailers, files)


def read(name: str) -> Series:
    """The series of a project, by its folder's name. SeriesError where there is none."""
    folder = FOLDER / name
    try:
        table = tomllib.loads((folder / "project.toml").read_text(encoding="utf-8"))
        names = [line for line in (folder / "series").read_text(encoding="utf-8").split("\n") if line and line[0] != "#"]
        patches = [_read_patch(folder / patch) for patch in names]
        return Series(name, table["project"], table["commit"], table["steps"], table["environment"], table["driver"], patches)
    except (OSError, KeyError, ValueError) as error:
        raise SeriesError(f"{folder}: {error}") from error


def names() -> list[str]:
    """The projects that there are patches for."""
    return sorted(path.parent.name for path in FOLDER.glob("*/series"))


def _hunks_fit(text: str) -> bool:
    """Whether each hunk has as many lines as it says."""
    for before, after, lines in _HUNK.findall(text):
        signs = [line[:1] for line in lines.split("\n")[:-1]]
        removed, added, same = signs.count("-"), signs.count("+"), signs.count(" ") + signs.count("")
        if (same + removed, same + added) != (int(before or 1), int(after or 1)):
            return False
    return True


def _of_message(patch: Patch, reports: dict[str, dict[str, str]], sections: set[str]) -> Iterator[str]:
    """What its message lacks: a reason, a sentence of a section that is known, a test and a report that there are."""
    if not patch.says:
        yield "its message gives no reason"
    if "Signed-off-by:" in patch.path.read_text(encoding="utf-8").partition("\ndiff ")[0]:
        yield "it is signed, which is left to who sends it"
    found = [reports.get(name) for name in patch.trailers.get("Rootle-report", [])]
    if not found or None in found:
        yield "it names no report that there is"
    told = sections | {s for report in found if report for s in _SECTION.findall(report["expected"])}
    cited = [s for text in patch.trailers.get("Specification", []) for s in _SECTION.findall(text.partition(", ")[2] or text)]
    if not cited or not told.issuperset(cited):
        yield f"it cites a section that neither docs/specification.md nor its report has: {cited}"
    if not patch.tests or not all((ROOT / test).is_file() for test in patch.tests):
        yield "it names no test that there is"


def problems(series: Series, reports: dict[str, dict[str, str]], sections: set[str]) -> list[str]:
    """What is wrong with a series as it lies here: messages, hunks, and files that are not as the patch before left them."""
    found: list[str] = []
    state: dict[str, str] = {}
    listed = {patch.path.name for patch in series.patches}
    found += [f"{path.name}: not in the series" for path in sorted((FOLDER / series.name).glob("*.patch")) if path.name not in listed]
    for patch in series.patches:
        said = list(_of_message(patch, reports, sections))
        if not patch.files or not _hunks_fit(patch.path.read_text(encoding="utf-8")):
            said.append("it has no changes, or a hunk of another length than it says")
        for path, before, after in patch.files:
            if state.get(path, before) != before:
                said.append(f"{path} is not as the patches before leave it")
            state[path] = after
        if patch.files and not any("test" in path.lower() for path, _, _ in patch.files):
            said.append("it brings no test of the project's")
        found += [f"{patch.path.name}: {problem}" for problem in said]
    return found
