# SPDX-License-Identifier: MIT
"""Reads the trace of ROOTLE_TRACE: docs/explorer.md describes its lines. It may be anybody's: nothing is
taken that has not the shape of what the driver writes."""

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

from .shape import Bytes, Either, ShapeError, Slot, check

MOST_BYTES = 64 << 20
TRIPLE = (int, int, int)
VALUE = Either((int, Bytes))
PLACE = (int, VALUE)
COUNT = (int, int, int, int)
CHANNEL = (str, int, int, int)


# Lines by the name that they begin with.
LINES: dict[str, dict[str, Any]] = {
    "packets": {"packets": str, "label": str},
    "launch": {
        "launch": int, "stream": int, "chip": str, "kernel": str, "groups": TRIPLE, "start": TRIPLE, "local": TRIPLE,
        "wave": int, "waves": int, "gprs": int, "stack": int, "lds": int, "scratch": int,
    },
    "code": {
        "code": Bytes, "ops": [(int, str)], "fetches": [(int, str, int, int, int)], "stores": [(int, str, int, int)],
    },
    "constants": {"constants": [COUNT]},
    "source": {
        "source": Either((str, type(None))), "options": str,
        "arguments": [{
            "name": str, "type": str, "texture": Slot, "rat": Slot, "sampler": Slot, "offset": int, "bytes": int,
        }],
    },
    "lines": {"lines": [(int, str)]},
    "names": {"names": [(int, int, int, str)], "before": [TRIPLE], "after": [TRIPLE]},
    "image": {
        "image": str, "slot": int, "level": int, "of": int, "after": bool, "size": TRIPLE, "rows": int, "select": COUNT, "bytes": int,
        "integer": bool, "channels": (CHANNEL, CHANNEL, CHANNEL, CHANNEL), "texels": Bytes,
    },
    "buffer": {
        "buffer": int, "of": int, "after": bool, "start": int, "size": int, "bytes": Bytes, "read": Bytes, "written": Bytes,
    },
    "sampler": {"sampler": int, "clamp": TRIPLE, "linear": TRIPLE, "border": int, "color": COUNT},
    "counts": {"counts": int, "cf": [COUNT], "ops": [COUNT], "fetches": [COUNT], "stores": [COUNT]},
    "steps": {"steps": int, "cut": bool, "failed": bool, "list": [list]},
}  # fmt: skip


def _numbered(step: list[Any], rest: Any) -> None:
    check(step[1:2], (int,), "a step")
    check(step[2:], rest, "a step")


def check_step(step: list[Any]) -> None:
    """A step by its letter."""
    kind = step[0] if step else ""
    if kind in ("a", "f"):
        _numbered(step, [PLACE])
    elif kind == "s":
        _numbered(step, ((int, VALUE, VALUE, VALUE), (int, VALUE, VALUE, VALUE, VALUE)))
    elif kind == "t":
        _numbered(step, [[VALUE]])
    elif kind == "c":
        _numbered(step, ())
    elif kind == "w":
        _numbered(step, (int,))
    elif kind == "x":
        if len(step) != 2 or not isinstance(step[1], str) or not re.fullmatch("[0-9a-f]{1,16}", step[1]):
            raise ShapeError("a step has no mask")
    elif step != ["e"]:
        raise ShapeError("a step is of no kind that there is")


@dataclasses.dataclass
class Launch:
    """A launch: the lines that are of it, by name."""

    head: dict[str, Any]
    code: dict[str, Any] = dataclasses.field(default_factory=dict)
    constants: list[list[int]] = dataclasses.field(default_factory=list)
    source: dict[str, Any] = dataclasses.field(default_factory=dict)
    lines: list[list[Any]] = dataclasses.field(default_factory=list)
    names: dict[str, Any] = dataclasses.field(default_factory=dict)
    images: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    buffers: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    samplers: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    counts: dict[str, Any] = dataclasses.field(default_factory=dict)
    steps: dict[str, Any] = dataclasses.field(default_factory=dict)
    packets: str = ""

    @property
    def text(self) -> str | None:
        """The program's source."""
        return self.source.get("source")


class TraceError(ValueError):
    """It is no trace; the message is for people."""


def _add_to_launch(launch: Launch, kind: str, line: dict[str, Any]) -> None:
    if kind == "image":
        row = line["size"][0] * line["bytes"]
        if len(line["texels"]) // 4 * 3 < line["rows"] * row or line["bytes"] > 16:
            raise ShapeError("an image has too few texels")
        launch.images.append(line)
    elif kind == "buffer":
        before = next((other for other in launch.buffers if other["buffer"] == line["buffer"]), line)
        if line["bytes"] and len(line["bytes"]) != len(before["bytes"]):
            raise ShapeError("a buffer has another size behind the launch")
        launch.buffers.append(line)
    elif kind == "sampler":
        launch.samplers.append(line)
    elif kind in ("constants", "lines"):
        setattr(launch, kind, line[kind])
    else:
        setattr(launch, kind, line)


def _add(launches: list[Launch], streams: list[dict[str, Any]], line: dict[str, Any]) -> None:
    kind = next((name for name in line if name in LINES), "")
    check(line, LINES.get(kind), "a line") if kind else None
    if kind == "packets":
        streams.append(line)
    elif kind == "launch":
        launches.append(Launch(line))
    elif kind and launches:
        numbered = line.get("of", line.get(kind) if kind in ("counts", "steps") else None)
        found = [launch for launch in launches if numbered in (None, launch.head["launch"])]
        for step in line["list"] if kind == "steps" else []:
            check_step(step)
        if found:
            _add_to_launch(found[-1], kind, line)


def _join_streams(launches: list[Launch], streams: list[dict[str, Any]]) -> None:
    """A stream's words go to the launches of it: both are in order."""
    numbers = sorted({launch.head["stream"] for launch in launches})
    of = dict(zip(numbers, streams, strict=False))
    for launch in launches:
        stream = of.get(launch.head["stream"])
        if stream and stream["label"] == launch.head["kernel"]:
            launch.packets = stream["packets"]


def read(path: Path) -> list[Launch]:
    """The launches of a trace, in order. TraceError when it is none. A last line that is not complete, as a
    process leaves it that is ended, is passed over."""
    launches: list[Launch] = []
    streams: list[dict[str, Any]] = []
    if not path.is_file() or path.stat().st_size > MOST_BYTES:
        raise TraceError(f"{path} is no file, or larger than any trace")
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    for number, text in enumerate(lines, 1):
        try:
            line = json.loads(text or "{}")
            if not isinstance(line, dict):
                raise ShapeError("a line is no object")
            _add(launches, streams, line)
        except (ShapeError, json.JSONDecodeError, RecursionError) as error:
            if number == len(lines):
                break
            if not launches and not streams:
                raise TraceError(f"{path} is no trace of ROOTLE_TRACE, and no test, whose name ends in .cl: line {number}: {error}") from None
            raise TraceError(f"{path}:{number}: {error}") from None
    launches = [launch for launch in launches if launch.code]
    if not launches:
        raise TraceError(f"{path} has no launch: it is no trace of ROOTLE_TRACE, or nothing was launched")
    _join_streams(launches, streams)
    return launches
