# SPDX-License-Identifier: MIT
"""Requests of the Debug Adapter Protocol that look at a stopped program: threads, variables, code, memory."""

import base64
import re
from pathlib import Path
from typing import Any

from .connection import DebugError
from .dap_conversation import Conversation
from .expressions import assign, evaluate
from .listing import disassemble
from .places import Word
from .types import spell
from .values import LANES, Value, read_named, visible

CHILDREN = 256


class Looking(Conversation):
    """Threads are the work-items of the stopped group's resident wavefronts."""

    def do_threads(self, _: dict[str, Any]) -> dict[str, Any]:
        session = self.session
        if self.runs or not session.reader or not session.connection or not session.stop:
            return {"threads": [{"id": 1, "name": "launches"}]}
        told: list[dict[str, Any]] = []
        item = session.item
        for wave, _mask, live in session.connection.ask("waves")["waves"]:
            for lane in range(LANES):
                if int(live, 16) >> lane & 1:
                    where = session.local_of(type(item)(item.group, wave, lane))
                    told.append({"id": wave * LANES + lane + 1, "name": f"work-item {where} of group {tuple(session.stop.message['group'])}"})
        return {"threads": told}

    def do_stackTrace(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        session = self.choose(arguments)
        assert session.stop and session.kernel
        frames: list[dict[str, Any]] = []
        for number, frame in enumerate(session.frames()):
            own = frame.file == session.kernel.main_file
            source = self._source(self.path if own else frame.file)
            frames.append({
                "id": self.thread() * 1000 + number, "name": frame.function, "line": frame.line, "column": max(frame.column, 1), "source": source,
                "instructionPointerReference": hex(8 * session.stop.word),
            })  # fmt: skip
        if not frames:
            frames = [{"id": self.thread() * 1000, "name": f"word {session.stop.word}", "line": 0, "column": 0, "instructionPointerReference": hex(8 * session.stop.word)}]
        return {"stackFrames": frames, "totalFrames": len(frames)}

    def _file_of(self, word: Word) -> str:
        """The file that has an instruction's line."""
        kernel = self.session.kernel
        assert kernel
        file = kernel.scopes[kernel.function_scope(word.scope)].file
        return self.path if file == kernel.main_file else file

    def _source(self, path: str) -> dict[str, Any]:
        name = {"name": Path(path).name or "program"}
        return {**name, "path": path} if path and Path(path).is_file() else {**name, "sourceReference": 1}

    def do_source(self, _: dict[str, Any]) -> dict[str, Any]:
        kernel = self.session.kernel
        if not kernel:
            raise DebugError("no kernel was launched yet")
        return {"content": kernel.source}

    def _reference(self, what: Any) -> int:
        self.references.append(what)
        return len(self.references)

    def do_scopes(self, arguments: dict[str, Any]) -> dict[str, Any]:
        number = int(arguments["frameId"])
        self.frame(number)
        return {
            "scopes": [
                {"name": "Locals", "presentationHint": "locals", "variablesReference": self._reference(("locals", number)), "expensive": False},
                {"name": "Arguments", "presentationHint": "arguments", "variablesReference": self._reference(("arguments", number)), "expensive": False},
                {"name": "Registers", "presentationHint": "registers", "variablesReference": self._reference(("registers", number)), "expensive": True},
            ]
        }

    def _told(self, name: str, value: Value, path: str) -> dict[str, Any]:
        base = value.type.base()
        has_parts = base.kind in ("struct", "union", "array", "vector", "pointer")
        told: dict[str, Any] = {"name": name, "value": spell(value.type, value.data), "type": value.type.spelled(), "evaluateName": path}
        told["variablesReference"] = self._reference(("parts", path, value)) if has_parts else 0
        if value.space:
            told["memoryReference"] = f"{value.space}:{value.address:#x}"
        elif base.kind == "pointer":
            told["memoryReference"] = f"global:{int.from_bytes(value.data[:4], 'little'):#x}"
        return told

    def _named(self, wants_arguments: bool) -> list[dict[str, Any]]:
        session = self.stopped()
        assert session.kernel and session.reader
        told: list[dict[str, Any]] = []
        for named in visible(session.kernel, session.current_frame()):
            if bool(named.argument) != wants_arguments:
                continue
            try:
                told.append(self._told(named.name, read_named(session.reader, named, session.item.lane), named.name))
            except DebugError as error:
                told.append({"name": named.name, "value": f"<not there now: {error}>", "type": named.type.spelled(), "variablesReference": 0})
        if not wants_arguments:
            told += [self._told(known.name, session.read_global(known), known.name) for known in session.globals()]
        return told

    def _parts(self, path: str, value: Value) -> list[dict[str, Any]]:
        base = value.type.base()
        if base.kind == "pointer":
            names = [f"(*{path})"]
        elif base.kind in ("struct", "union"):
            names = [f"{path}.{m.name}" for m in base.members]
        elif base.kind == "vector":
            names = [f"{path}.s{i:x}" for i in range(base.counts[0])]
        else:
            names = [f"{path}[{i}]" for i in range(min(base.counts[0] if base.counts else 0, CHILDREN))]
        told = []
        for name in names:
            try:
                told.append(self._told(name[len(path) :].lstrip(".") if not name.startswith("(*") else name, evaluate(self.stopped(), name), name))
            except DebugError as error:
                told.append({"name": name, "value": f"<{error}>", "variablesReference": 0})
        return told

    def _referred(self, arguments: dict[str, Any]) -> Any:
        number = int(arguments["variablesReference"])
        if not 0 < number <= len(self.references):
            raise DebugError("these variables are not there any more")
        return self.references[number - 1]

    def do_variables(self, arguments: dict[str, Any]) -> dict[str, Any]:
        what = self._referred(arguments)
        if what[0] in ("locals", "arguments"):
            self.frame(what[1])
            return {"variables": self._named(what[0] == "arguments")}
        if what[0] == "registers":
            assert self.listing
            rows = [line.split(None, 1) for line in self.listing.registers()]
            return {"variables": [{"name": row[0], "value": row[1], "variablesReference": 0} for row in rows]}
        return {"variables": self._parts(what[1], what[2])}

    def do_evaluate(self, arguments: dict[str, Any]) -> dict[str, Any]:
        if "frameId" in arguments:
            self.frame(int(arguments["frameId"]))
        session = self.stopped()
        text = str(arguments["expression"])
        if arguments.get("context") == "repl" and re.search(r"(?<![=!<>])=(?!=)", text):
            assign(session, text)
            text = text.partition("=")[0]
        told = self._told(text, evaluate(session, text), text)
        del told["name"], told["evaluateName"]
        return {"result": told.pop("value"), **told}

    def do_setVariable(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        what = self._referred(arguments)
        name = str(arguments["name"])
        if what[0] == "parts":
            path = f"{what[1]}{name}" if name.startswith("[") else name if name.startswith("(*") else f"{what[1]}.{name}"
        else:
            path = name
            self.frame(what[1])
        session = self.stopped()
        assign(session, f"{path} = {arguments['value']}")
        self.references.append(what)
        return {"value": spell((value := evaluate(session, path)).type, value.data)}

    # ---- code and memory ----

    def do_disassemble(self, arguments: dict[str, Any]) -> dict[str, Any]:
        session = self.stopped()
        rows = disassemble(session)
        word = int(str(arguments["memoryReference"]), 0) // 8
        here = next((i for i, row in enumerate(rows) if row[0] >= word), len(rows))
        first = here + int(arguments.get("instructionOffset", 0))
        told: list[dict[str, Any]] = []
        for i in range(first, first + min(int(arguments["instructionCount"]), 10000)):
            if not 0 <= i < len(rows):
                told.append({"address": hex(max(8 * (word + i - here), 0)), "instruction": "", "presentationHint": "invalid"})
                continue
            known = session.kernel.words.get(rows[i][0]) if session.kernel else None
            at = {"line": known.line, "location": self._source(self._file_of(known))} if known and known.line else {}
            told.append({"address": hex(8 * rows[i][0]), "instruction": rows[i][1], **at})
        return {"instructions": told}

    def _memory(self, arguments: dict[str, Any]) -> tuple[str, int]:
        match = re.fullmatch(r"(global|local|private):(0x[0-9a-f]+)", str(arguments["memoryReference"]))
        if not match:
            raise DebugError("no such memory")
        return match[1], int(match[2], 16) + int(arguments.get("offset", 0))

    def do_readMemory(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        session = self.stopped()
        space, address = self._memory(arguments)
        count = min(int(arguments["count"]), 1 << 20)
        assert session.connection
        data = session.connection.read("memory", space, address, count, session.item.lane) if address >= 0 and count else b""
        return {"address": hex(max(address, 0)), "data": base64.b64encode(data).decode(), "unreadableBytes": count - len(data)}

    def do_writeMemory(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        session = self.stopped()
        space, address = self._memory(arguments)
        data = base64.b64decode(str(arguments["data"]), validate=True)
        assert session.reader
        session.reader.write(space, address, data[:1024], session.item.lane)
        return {"bytesWritten": min(len(data), 1024)}
