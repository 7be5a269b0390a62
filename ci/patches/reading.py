# SPDX-License-Identifier: MIT
"""Whether reports are true of the versions that they name: each has the files, and the functions in them, that a report
says cause its fault. A checkout with its history and tags has the versions."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from .checkout import CheckoutError

Report = dict[str, str]

_PART = re.compile(r"; |, and (?=\S+/)")
_PATH = re.compile(r"[\w./-]+\.(?:cl|cc|cpp|c|h|ll|txt|py|rs)\b")
_NAME = re.compile(r"\b_{0,2}[A-Za-z]\w*(?:_\w+|[A-Z]\w*)\b")
_SHORT = re.compile(r"\b_([a-z]{1,2})\b")  # of a list: read_ui, _i and _f
_SCOPE = re.compile(r" \(([^()]*)\)$")  # of a part that is true of some versions
_VERSION = re.compile(r"^\d[\w.-]*$")
NEWEST = "HEAD"


def _functions(text: str) -> list[str]:
    found = [name for name in _NAME.findall(text) if len(name) > 2]
    return found + [f"{found[0].rpartition('_')[0]}_{end}" for end in _SHORT.findall(text) if found]


def versions(sources: str) -> list[str]:
    """The revisions of a report's sources: a tag for each release, and HEAD for the newest."""
    words = [word.split(" (")[0] for word in re.split(r"[,;] ", sources)]
    return [f"v{word}" if _VERSION.match(word) else NEWEST for word in words if _VERSION.match(word) or "newest" in word]


def places(where: str) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """The files of each part of a place, the functions in them, and the revisions that it is said of; none for all. A file
    without a folder is in that of the one before."""
    folder = ""
    for part in _PART.split(where):
        before, _, after = part.partition(": ")
        scope = _SCOPE.search(after)
        paths = []
        for path in _PATH.findall(before):
            folder = path.rpartition("/")[0] or folder
            paths.append(path if "/" in path else f"{folder}/{path}".strip("/"))
        if paths:
            yield paths, _functions(_PATH.sub("", _SCOPE.sub("", after))), versions(scope[1]) if scope else []


def _show(checkout: Path, revision: str, path: str) -> str | None:
    done = subprocess.run(["git", "-C", str(checkout), "show", f"{revision}:{path}"], capture_output=True, text=True, errors="replace", check=False)
    return None if done.returncode else done.stdout


def _in_version(checkout: Path, report: Report, revision: str) -> Iterator[str]:
    for paths, functions, scope in places(report.get("where", "")):
        if scope and revision not in scope:
            continue
        texts = {path: _show(checkout, revision, path) for path in paths}
        yield from (f"{revision} has no {path}" for path, text in texts.items() if text is None)
        there = "\n".join(text for text in texts.values() if text is not None)
        for name in functions:
            if there and not re.search(rf"\b{re.escape(name)}\b", there):
                yield f"{name} is not in {', '.join(paths)} of {revision}"


def untrue(checkout: Path, reports: list[Report]) -> list[str]:
    """What the sources do not have of what reports say, and reports whose state is not that of their sources."""
    found = []
    for report in reports:
        named = versions(report.get("sources", ""))
        for revision in named:
            if subprocess.run(["git", "-C", str(checkout), "cat-file", "-e", revision], capture_output=True, check=False).returncode:
                raise CheckoutError(f"{checkout} has no {revision}")
            found += [f"{report['name']}: {said}" for said in _in_version(checkout, report, revision)]
        if (report["state"] == "confirmed") != (NEWEST in named) and named:
            found.append(f"{report['name']}: it is {report['state']}, and its sources are {report['sources']}")
    return found
