# SPDX-License-Identifier: MIT
"""Makes the page: one file, with its script, its look and its data inside. It loads nothing, and a policy
in it forbids it to."""

import base64
import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

from ..report import highlight
from ..report.site import ASSETS as REPORT_ASSETS
from . import code
from .compiler import Compiler, Row, Variant
from .trace import Launch

ASSETS = Path(__file__).resolve().parent / "assets"
SCRIPTS = ("data.js", "panes.js", "work.js", "life.js", "fetch.js", "images.js", "buffers.js", "state.js", "main.js")
STYLES = (REPORT_ASSETS / "report.css", ASSETS / "explore.css")
SOURCE = "<source>"  # what lines of a launch call the program's own source


class Texts:
    """Lines of many texts, each kept once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def pack(self, rows: list[Row]) -> list[list[int]]:
        return [[self.numbers.setdefault(text, len(self.numbers)), line] for text, line in rows]


def _variant(variant: Variant, file: str, kernel: str, texts: Texts) -> dict[str, Any]:
    return {
        "name": variant.name,
        "problem": variant.problem,
        "stages": [{"name": s.name, "machine": s.is_machine, "rows": texts.pack(s.rows)} for s in variant.stages],
        "code": [row.packed() for row in code.rows(variant.code, file, kernel)],
    }


def _places(launch: Launch) -> dict[int, str]:
    """The line of each word of a launch's code, in words."""
    found: dict[int, str] = {}
    changes: dict[int, str] = {word: text for word, text in launch.lines}
    last = ""
    for word in range(len(launch.code["code"]) * 3 // 4 // 8 + 1):
        last = changes.get(word, last)
        found[word] = last
    return found


def _code_rows(launch: Launch, compiler: Compiler) -> list[dict[str, Any]]:
    """The code that ran, with the lines that its binary has."""
    rows = code.rows(compiler.disassemble(base64.b64decode(launch.code["code"])), SOURCE)
    places = {word: code.chain(text) for word, text in _places(launch).items()}
    for row in rows:
        row.lines = [code.line_of(places.get(word, []), SOURCE) for word in row.words]
    packed = []
    for row in rows:
        # Functions from the kernel inwards, for where the work went.
        calls = [function for _, _, function in reversed(places.get(row.words[0], []))]
        packed.append({**row.packed(), "calls": calls})
    return packed


PACKET = re.compile(r"^ {1,7}(\d+)  (\S+) \((.*)\)$")


def _packets(text: str) -> list[dict[str, Any]]:
    """A command stream as the driver prints it: packets, with what is in each."""
    found: list[dict[str, Any]] = []
    for line in text.splitlines():
        packet = PACKET.match(line)
        if packet:
            found.append({"at": int(packet[1]), "name": packet[2], "about": packet[3], "words": []})
        elif found:
            found[-1]["words"].append(line.strip())
    return found


def of_launch(launch: Launch, compiler: Compiler) -> dict[str, Any]:
    """What a page knows of a launch."""
    steps = launch.steps
    return {
        **launch.head,
        "code": _code_rows(launch, compiler),
        "ops": launch.code["ops"],
        "fetches": launch.code["fetches"],
        "stores": launch.code["stores"],
        "constants": launch.constants,
        "names": {key: launch.names.get(key, []) for key in ("names", "before", "after")},
        "arguments": launch.source.get("arguments", []),
        "options": launch.source.get("options", ""),
        "images": launch.images,
        "buffers": launch.buffers,
        "samplers": launch.samplers,
        "counts": launch.counts,
        "steps": steps.get("list", []),
        "cut": steps.get("cut", False),
        "failed": steps.get("failed", True),
        "packets": _packets(launch.packets),
    }


def _inline(script: str) -> str:
    """JSON that stands in HTML."""
    return script.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _hash(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode() + "'"


def make(title: str, source: str, launch: dict[str, Any] | None, others: list[str],
         variants: list[Variant], file: str, kernel: str, version: str = "") -> str:  # fmt: skip
    """The page. `others`: all launches of the trace, in words; `file`: the name that the compiler knew the
    source by; `version`: of a page that asks its server for newer ones."""
    texts = Texts()
    packed = [_variant(variant, file, kernel, texts) for variant in variants]
    data = {
        "kernel": kernel,
        "pieces": highlight.pieces(re.split(r"\r\n?|\n", source.rstrip("\r\n"))),
        "launch": launch,
        "launches": others,
        "variants": packed,
        "texts": list(texts.numbers),
        "version": version,
    }
    style = "\n".join(path.read_text(encoding="utf-8") for path in STYLES)
    script = "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in (*SCRIPTS, *(["live.js"] if version else [])))
    script = "'use strict';\n" + script.replace("'use strict';\n", "")
    asks = "connect-src 'self'; " if version else ""
    policy = f"default-src 'none'; {asks}script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    shell = (ASSETS / "explore.html").read_text(encoding="utf-8")
    filled = {
        "policy": html.escape(policy, quote=True),
        "title": html.escape(title),
        "style": style,
        "data": _inline(json.dumps(data, separators=(",", ":"))),
        "script": script,
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda match: filled[match[1]], shell)
