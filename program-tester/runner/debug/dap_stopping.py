# SPDX-License-Identifier: MIT
"""Requests of the Debug Adapter Protocol that say where to stop."""

import contextlib
import re
from pathlib import Path
from typing import Any

from .connection import DebugError
from .dap_conversation import Conversation
from .stopping import place_of
from .stops import Breakpoint, Watch

ACCESSES = {"write": "changes", "read": "reads", "readWrite": "both"}


class Stopping(Conversation):
    """Breakpoints of lines, functions, instructions, data and exceptions."""

    def _replace(self, key: str, breakpoints: list[Breakpoint]) -> list[dict[str, Any]]:
        if not self._session:  # editors may send them before they launch the program
            self.breaks[key] = breakpoints
            return [{"verified": True} for _ in breakpoints]
        session = self.session
        for old in self.breaks.get(key, []):
            with contextlib.suppress(ValueError):
                session.breakpoints.remove(old)
        self.breaks[key] = breakpoints
        told: list[dict[str, Any]] = []
        for b in breakpoints:
            session.add_breakpoint(b)
            told.append(self._told_breakpoint(b))
        if session.kernel and not self.runs:
            session.set_stops()
        return told

    def _told_breakpoint(self, b: Breakpoint) -> dict[str, Any]:
        """A breakpoint as the protocol has it."""
        kernel = self.session.kernel
        line = {"line": kernel.words[b.words[0]].line} if kernel and b.words and b.words[0] in kernel.words else {}
        return {"id": b.number, "verified": not kernel or bool(b.words), **line, **({"message": b.hint} if b.hint else {})}

    def explain(self, b: Breakpoint) -> None:
        """The launch has no code for it, which the editor shows beside it, and the console says."""
        self.event("breakpoint", {"reason": "changed", "breakpoint": self._told_breakpoint(b)})
        self.event("output", {"category": "console", "output": f"rootle-debug: {b.hint}\n"})

    def _make_breakpoint(self, told: dict[str, Any], where: str) -> Breakpoint:
        b = Breakpoint(0, where, condition=str(told.get("condition") or ""))
        hits = str(told.get("hitCondition") or "").strip()
        if hits:
            if not hits.isdigit():
                raise DebugError("a hit condition is a number")
            b.ignore = int(hits) - 1
        return b

    def do_setBreakpoints(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        source = str(arguments["source"].get("path", ""))
        made = []
        for told in arguments.get("breakpoints", []):
            b = self._make_breakpoint(told, str(told["line"]))
            b.line = int(told["line"])
            if source and self.path and Path(source).resolve() != Path(self.path):
                b.file = source
            made.append(b)
        return {"breakpoints": self._replace("source " + source, made)}

    def do_setFunctionBreakpoints(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        made = []
        for told in arguments.get("breakpoints", []):
            b = self._make_breakpoint(told, str(told["name"]))
            b.function = str(told["name"])
            made.append(b)
        return {"breakpoints": self._replace("functions", made)}

    def do_setInstructionBreakpoints(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        made = []
        for told in arguments.get("breakpoints", []):
            b = self._make_breakpoint(told, str(told["instructionReference"]))
            b.word = int(str(told["instructionReference"]), 0) // 8
            made.append(b)
        return {"breakpoints": self._replace("instructions", made)}

    def do_setExceptionBreakpoints(self, arguments: dict[str, Any]) -> None:  # noqa: N802
        self._filters = arguments.get("filters", [])
        if self._session:
            self._set_holds()

    def _set_holds(self) -> None:
        for name in ("reports", "barriers"):
            self.session.holds[name] = name in self._filters
        if not self.runs:
            self.session.set_holds()

    def set_early(self) -> None:
        """What was to be set before the program was launched."""
        for key, breakpoints in list(self.breaks.items()):
            source = key.removeprefix("source ") if key.startswith("source ") else ""
            for b in breakpoints:
                if source and self.path and Path(source).resolve() != Path(self.path):
                    b.file = source
            self.breaks[key] = []
            self._replace(key, breakpoints)
        self._set_holds()

    def do_dataBreakpointInfo(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        name = str(arguments["name"])
        try:
            place = place_of(self.stopped(), name)
        except DebugError as error:
            return {"dataId": None, "description": str(error)}
        return {
            "dataId": " ".join(str(word) for word in place), "description": f"{name} in {place[0]} memory",
            "accessTypes": list(ACCESSES),
        }  # fmt: skip

    def do_setDataBreakpoints(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        session = self.stopped()
        assert session.connection
        session.watches.clear()
        session.connection.ask("watch")
        told: list[dict[str, Any]] = []
        for number, asked in enumerate(arguments.get("breakpoints", [])):
            how = ACCESSES.get(str(asked.get("accessType", "write")))
            place = tuple(str(asked["dataId"]).split())
            try:
                if not how or not re.fullmatch(r"(global|local|private|texture|rat)( \d+)+", " ".join(place)):
                    raise DebugError("no such memory")
                session.connection.ask("watch", *place, how)
            except DebugError as error:
                told.append({"verified": False, "message": str(error)})
                continue
            session.watches.append(Watch(number, str(asked["dataId"]), place, how))
            told.append({"verified": True, "id": 100000 + number})
        return {"breakpoints": told}
