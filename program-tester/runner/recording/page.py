# SPDX-License-Identifier: MIT
"""rootle-record page: a recording as one page without scripts: kernels, launches on a time line, what they had and left."""

import dataclasses
from collections import Counter
from pathlib import Path
from typing import Any

import jinja2
import markupsafe

from ..show import harmless
from .compare import Compared, Comparison
from .differences import Verdict
from .replaying import Replay
from .states import Argument, State, StateError
from .thumbnails import address, data_uri, statistics

HERE = Path(__file__).resolve().parent
STYLE = HERE.parent / "report" / "assets" / "report.css"
MOST_LAUNCHES = 500
MOST_PICTURES = 4_000_000  # characters of all of them
WORDS = {Verdict.EXACT: "exact", Verdict.WITHIN: "within", Verdict.BEYOND: "beyond", Verdict.NOT_RUN: "not run"}


@dataclasses.dataclass
class Lane:
    """A kernel: a row of the time line."""

    kernel: str
    launches: int = 0
    seconds: float = 0
    share: str = ""

    @property
    def time(self) -> str:
        return _time(self.seconds)


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} µs"


def _shown(value: Any) -> Any:
    """Text as people may see it: a recording is anybody's."""
    return harmless(value) if isinstance(value, str) and not isinstance(value, markupsafe.Markup) else value


def _sizes(told: dict[str, Any]) -> str:
    count = int(told["dimensions"])
    sizes = " × ".join(map(str, told["global"][:count]))
    return sizes + (f" in groups of {' × '.join(map(str, told['local'][:count]))}" if "local" in told else "")


def _what(argument: Argument) -> str:
    told = argument.told
    if argument.form == "image":
        extents = " × ".join(str(size) for size in argument.extents() if size != 1) or "1"
        return f"image {extents}, {argument.order or '?'} {argument.data_type or '?'}" + (f", {argument.levels} levels" if argument.levels > 1 else "")
    if argument.form == "bytes":
        return f"0x{told['value'][:64]}"
    if argument.form == "sampler":
        return f"sampler {told['normalized']} {told['addressing']:#x} {told['filter']:#x}"
    return f"{argument.form}, {told['size']:,} bytes" if "size" in told else argument.form


def _statistics(argument: Argument, when: str) -> str:
    try:
        return statistics(argument, when) if argument.is_memory else ""
    except (OSError, StateError):
        return "not read"


class Page:
    """What the template is given."""

    def __init__(self, found: Replay, comparison: Comparison | None) -> None:
        self._found = found
        self._compared = {one.state.number: one for one in comparison.launches} if comparison else {}
        self._room = MOST_PICTURES
        self.lanes: dict[str, Lane] = {}

    def _pictures(self, state: State) -> list[dict[str, str]]:
        pictures = []
        for argument in state.arguments:
            for when in ("before", "after") if argument.has_changed else ("before",):
                try:
                    uri = data_uri(argument, when) if argument.form == "image" and self._room > 0 else ""
                except (OSError, StateError):
                    uri = ""
                pictures += self._picture(argument, when, uri)
        return pictures

    def _picture(self, argument: Argument, when: str, uri: str) -> list[dict[str, str]]:
        self._room -= len(uri)
        return [{"uri": uri, "when": when, "name": argument.name or f"argument {argument.index}"}] if uri else []

    def _marks(self, compared: Compared | None) -> list[dict[str, str]]:
        """White where images differ, as thumbnails may be too coarse to show it."""
        pictures = []
        for one in compared.differences if compared else []:
            pictures += self._picture(one.argument, "what differs after", address(one.marks) if self._room > 0 else "")
        return pictures

    def launch(self, state: State, x: float, total: float) -> dict[str, Any]:
        seconds = float(state.told["seconds"])
        compared = self._compared.get(state.number)
        arguments = [
            {"index": one.index, "name": one.name, "type": str(one.told.get("type", "")), "what": _what(one),
             "before": _statistics(one, "before"), "after": _statistics(one, "after") if one.has_changed else ""}
            for one in state.arguments
        ]  # fmt: skip
        return {
            "number": state.number, "kernel": state.kernel, "sizes": _sizes(state.told), "time": _time(seconds),
            "lane": list(self.lanes).index(state.kernel), "x": 998 * x / total, "width": max(2.0, 998 * seconds / total),
            "verdict": WORDS[compared.verdict] if compared else "", "differences": list(map(str, compared.differences)) if compared else [],
            "arguments": arguments, "pictures": self._pictures(state) + self._marks(compared),
        }  # fmt: skip

    def launches(self, states: list[State]) -> list[dict[str, Any]]:
        counts = Counter(state.kernel for state in states)
        self.lanes = {kernel: Lane(kernel, count) for kernel, count in counts.items()}
        for state in states:
            self.lanes[state.kernel].seconds += float(state.told["seconds"])
        total = sum(lane.seconds for lane in self.lanes.values()) or 1.0
        for lane in self.lanes.values():
            lane.share = f"{lane.seconds / total:.0%}"
        found, at = [], 0.0
        for state in states[:MOST_LAUNCHES]:
            found.append(self.launch(state, at, total))
            at += float(state.told["seconds"])
        return found


def text_of(found: Replay, states: list[State], comparison: Comparison | None, said: list[str]) -> str:
    """The page. What was said of a comparison stands in it."""
    page = Page(found, comparison)
    launches = page.launches(states)
    told = found.facts
    facts = [
        ("recorded on", found.recorded), ("replayed on", found.name), ("launches", f"{told['launches']:,}"),
        ("contents", f"{told['content_bytes']:,} bytes"), ("file", f"{told['file_bytes']:,} bytes"),
        ("reads that are as recorded", f"{found.end.get('same', 0)} of {found.end.get('same', 0) + found.end.get('different', 0)}"),
    ]  # fmt: skip
    notes = [f"not kept: {note}" for note in told["notes"]] + ([found.died] if found.died else [])
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=True, undefined=jinja2.StrictUndefined, finalize=_shown,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    return templates.get_template("recording.html").render(
        application=Path(str(told.get("application", "?"))).name, style=markupsafe.Markup(STYLE.read_text(encoding="utf-8")),
        facts=facts, notes=notes, comparison="\n".join(said), launches=launches, lanes=list(page.lanes.values()),
        left_out=max(0, len(states) - MOST_LAUNCHES),
    )  # fmt: skip
