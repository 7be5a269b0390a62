# SPDX-License-Identifier: MIT
"""Makes the site: a page with everything, and a page for each failure. It works from a file: URL:
what scripts need comes as scripts, and nothing is loaded from elsewhere."""

from __future__ import annotations

import json
import re
import shutil
import zlib
from pathlib import Path
from typing import Any

import jinja2

from ..results import Result
from ..status import Look, Status
from ..summary import summarise
from . import pictures, source
from .exports import FILES, write
from .inputs import Input

HERE = Path(__file__).resolve().parent
ASSETS = HERE / "assets"
MARK = "rootle-report"  # a file that says that a folder is a report, and may be replaced
PAGES = "failures"
SLUG_LENGTH = 120
SHOWN_LOOKS = (Look.BAD, Look.ODD, Look.KNOWN)  # of what has a page, in the order of pages


class SiteError(OSError):
    """The site cannot be written there; the message is for people."""


def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page_name(test: str) -> str:
    """The file of a test's page: the same in every report, so that links last."""
    slug = re.sub(r"[^A-Za-z0-9]+", "-", test).strip("-")[:SLUG_LENGTH]
    return f"{PAGES}/{slug}-{zlib.crc32(test.encode()):08x}.html"


def _prepare(folder: Path) -> None:
    """An empty folder. One that holds anything but a report is left alone."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).exists():
            raise SiteError(f"{folder} is not empty and holds no report; it was left alone")
        shutil.rmtree(folder / PAGES, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("This folder is made by run-tests report.\n", encoding="utf-8")
    (folder / PAGES).mkdir(exist_ok=True)  # behind the mark: what has failed half way can be replaced


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


def _table(results: list[Result], pages: dict[str, str]) -> dict[str, Any]:
    """Everything index.js shows, by columns. Messages are often the same: they are numbered."""
    messages: dict[str, int] = {"": 0}
    order = {status: number for number, status in enumerate(Status)}
    for result in results:
        messages.setdefault(result.message.split("\n")[0], len(messages))
    return {
        "statuses": [{"name": status.label, "look": status.look.style} for status in Status],
        "names": [result.test for result in results],
        "status": [order[result.status] for result in results],
        "seconds": [round(result.seconds, 4) for result in results],
        "message": [messages[result.message.split("\n")[0]] for result in results],
        "messages": list(messages),
        "pages": {str(i): pages[r.test] for i, r in enumerate(results) if r.test in pages},
    }


def _logs(result: Result) -> list[tuple[str, str]]:
    """What was printed along with a result, by title."""
    logs = {
        "Build log": result.details.get("build_log", ""),
        "Output": result.output,
        "Kernel log": result.kernel_log,
        "Driver's messages": "\n".join(result.details.get("driver_messages", [])),
    }
    return [(title, text) for title, text in logs.items() if text.strip()]


def _write_failures(folder: Path, item: Input, failures: list[Result], pages: dict[str, str]) -> None:
    template = _environment().get_template("failure.html")
    for number, result in enumerate(failures):
        shown, given = pictures.arguments(result), pictures.inputs(result)
        neighbours = (failures[number - 1], failures[(number + 1) % len(failures)])
        text = template.render(
            result=result,
            number=number + 1,
            total=len(failures),
            previous=Path(pages[neighbours[0].test]).name,
            next=Path(pages[neighbours[1].test]).name,
            run=item.title,
            excerpt=source.excerpt(result, item.record),
            arguments=shown,
            inputs=given,
            logs=_logs(result),
            pictures=pictures.embed(shown + given),
        )
        (folder / pages[result.test]).write_text(text, encoding="utf-8", errors="replace")


def build(item: Input, folder: Path) -> int:
    """Writes the site, and returns how many failures have a page."""
    _prepare(folder)
    results = sorted(item.record.results.values(), key=lambda result: result.test)
    interrupted = item.record.end.get("complete") is False
    summary = summarise(results, not interrupted and not item.record.missing())
    # What is known to fail has a page as well: it is often what one works on.
    shown = [result for look in SHOWN_LOOKS for result in results if result.status.look is look]
    pages = {result.test: page_name(result.test) for result in shown}
    _write_failures(folder, item, shown, pages)
    table = json.dumps(_table(results, pages), ensure_ascii=False, separators=(",", ":"))
    (folder / "data.js").write_text(
        f"'use strict';\nconst REPORT = {table};\n", encoding="utf-8", errors="replace"
    )
    index = _environment().get_template("index.html").render(
        title=item.title,
        facts=_facts(item),
        summary=summary,
        missing=item.record.missing()[:1000],
        missing_count=len(item.record.missing()),
        interrupted=interrupted,
        exports=list(FILES.values()),
    )
    (folder / "index.html").write_text(index, encoding="utf-8", errors="replace")
    for asset in ASSETS.iterdir():
        shutil.copyfile(asset, folder / asset.name)
    for name, file in FILES.items():
        write(item.record, name, folder / file)
    return len(shown)
