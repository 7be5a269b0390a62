# SPDX-License-Identifier: MIT
"""The Debug Adapter Protocol (https://microsoft.github.io/debug-adapter-protocol/specification), for editors.

Threads are the work-items of the stopped group's resident wavefronts. What comes in is anybody's: a message that is
none ends the conversation, a request that cannot be done is answered with why."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from ..places import Places
from .connection import DebugError, set_noopt
from .expressions import assign, evaluate, judge
from .listing import Listing, disassemble
from .session import Breakpoint, Session, Stop
from .types import spell
from .values import LANES, Value, read_named, visible

MESSAGE_BYTES = 16 << 20
HEADER_BYTES = 4096
CHILDREN = 256
CAPABILITIES = {
    "supportsConfigurationDoneRequest": True, "supportsFunctionBreakpoints": True, "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True, "supportsStepBack": True, "supportsSetVariable": True,
    "supportsEvaluateForHovers": True, "supportsDisassembleRequest": True, "supportsReadMemoryRequest": True,
    "supportsWriteMemoryRequest": True, "supportsDataBreakpoints": True, "supportsTerminateRequest": True,
    "supportsInstructionBreakpoints": True, "supportsSteppingGranularity": True,
    "exceptionBreakpointFilters": [
        {"filter": "reports", "label": "Reports of checks (ROOTLE_CHECK)", "default": False},
        {"filter": "barriers", "label": "Barriers", "default": False},
    ],
}  # fmt: skip


class ProtocolError(Exception):
    """The peer does not speak the protocol."""


class Channel:
    """Messages over two streams."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self._reader = reader
        self._writer = writer
        self._lock = threading.Lock()
        self._number = 0

    def receive(self) -> dict[str, Any] | None:
        """The next message; None: there are no more."""
        length = -1
        size = 0
        while True:
            line = self._reader.readline(HEADER_BYTES)
            size += len(line)
            if not line:
                return None
            if size > HEADER_BYTES or not line.endswith(b"\n"):
                raise ProtocolError("a header that does not end")
            if not line.strip():
                break
            name, _, value = line.decode("latin-1").partition(":")
            if name.strip().lower() == "content-length" and value.strip().isdigit():
                length = int(value)
        if not 0 <= length <= MESSAGE_BYTES:
            raise ProtocolError("a message without a length, or too long")
        body = self._reader.read(length)
        if len(body) < length:
            return None
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise ProtocolError("a message that is no JSON") from error
        if not isinstance(message, dict):
            raise ProtocolError("a message that is no object")
        return message

    def send(self, message: dict[str, Any]) -> None:
        with self._lock:
            self._number += 1
            body = json.dumps({"seq": self._number, **message}).encode()
            with contextlib.suppress(OSError, ValueError):
                self._writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                self._writer.flush()


class Adapter:
    """One conversation."""

    def __init__(self, channel: Channel, make: Callable[[str, list[str], str | None], Session]) -> None:
        self._channel = channel
        self._make = make
        self._session: Session | None = None
        self._listing: Listing | None = None
        self._references: list[Any] = []
        self._path = ""
        self._stops_on_entry = False
        self._runs = False
        self._ends = False
        self._breaks: dict[str, list[Breakpoint]] = {}
        self._worker: threading.Thread | None = None

    # ---- messages ----

    def _event(self, name: str, body: dict[str, Any] | None = None) -> None:
        self._channel.send({"type": "event", "event": name, "body": body or {}})

    def talk(self) -> None:
        """Until the editor goes."""
        try:
            while not self._ends:
                message = self._channel.receive()
                if message is None:
                    break
                if message.get("type") == "request":
                    self._answer(message)
        except ProtocolError as error:
            self._event("output", {"category": "stderr", "output": f"rootle-debug: {error}\n"})
        finally:
            if self._session:
                self._session.kill_process()
                if self._worker:
                    self._worker.join(10)
                self._session.close()

    def _answer(self, message: dict[str, Any]) -> None:
        command = message.get("command")
        answer: dict[str, Any] = {"type": "response", "request_seq": message.get("seq", 0), "command": str(command), "success": True}
        arguments = message.get("arguments")
        arguments = arguments if isinstance(arguments, dict) else {}
        run = getattr(self, "_do_" + command, None) if isinstance(command, str) and command.isalnum() else None
        try:
            if run is None:
                raise DebugError(f"there is no request {command}")
            body = run(arguments)
            answer["body"] = body or {}
        except (DebugError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            text = str(error) if isinstance(error, DebugError) else f"the request's arguments are wrong ({type(error).__name__}: {error})"
            answer.update({"success": False, "message": text, "body": {"error": {"id": 1, "format": text.replace("{", "(").replace("}", ")")}}})
        self._channel.send(answer)
        if command == "initialize":
            self._event("initialized")

    @property
    def session(self) -> Session:
        if not self._session:
            raise DebugError("nothing was launched")
        return self._session

    def _stopped(self) -> Session:
        session = self.session
        if self._runs or not session.stop or not session.reader:
            raise DebugError("the program is running")
        return session

    # ---- running ----

    def _go(self, how: Callable[[], Stop]) -> None:
        """Runs in a thread of its own, which says where it stopped."""
        if self._runs:
            raise DebugError("the program is running")
        self._runs = True
        self._references.clear()

        def run() -> None:
            try:
                stop = how()
            except DebugError as error:
                self._runs = False
                self._event("output", {"category": "stderr", "output": f"{error}\n"})
                if self.session.reader:
                    self._event("stopped", {"reason": "pause", "description": str(error), "threadId": self._thread(), "allThreadsStopped": True})
                else:
                    self._event("terminated")
                return
            self._runs = False
            self._tell(stop)

        self._worker = threading.Thread(target=run, daemon=True)
        self._worker.start()

    def _tell(self, stop: Stop) -> None:
        if stop.why == "exited":
            self._event("exited", {"exitCode": stop.status if stop.status is not None else 1})
            self._event("terminated")
            return
        reason = {"watch": "data breakpoint", "report": "exception", "barrier": "step", "beginning": "step"}.get(stop.why, stop.why)
        if stop.why == "breakpoint" and not stop.breakpoints:
            reason = "step"
        body: dict[str, Any] = {"reason": reason, "threadId": self._thread(), "allThreadsStopped": True}
        if stop.breakpoints:
            body["hitBreakpointIds"] = [b.number for b in stop.breakpoints]
        if "report" in stop.message:
            body["text"] = str(stop.message["report"])
        self._event("stopped", body)

    def _thread(self) -> int:
        item = self.session.item
        return item.wave * LANES + item.lane + 1

    def _choose(self, arguments: dict[str, Any]) -> Session:
        """The work-item that a request is about."""
        session = self._stopped()
        thread = int(arguments.get("threadId", self._thread())) - 1
        if thread != self._thread() - 1:
            session.choose_wave(thread // LANES)
            session.choose_lane(thread % LANES)
        return session

    # ---- requests: the beginning and the end ----

    def _do_initialize(self, _: dict[str, Any]) -> dict[str, Any]:
        return CAPABILITIES

    def _do_launch(self, arguments: dict[str, Any]) -> None:
        if self._session:
            raise DebugError("a program was launched already")
        program = arguments.get("program")
        if not isinstance(program, str) or not program:
            raise DebugError("launch has no program")
        words = arguments.get("args", [])
        if not isinstance(words, list) or not all(isinstance(w, str) for w in words):
            raise DebugError("args are a list of words")
        if isinstance(arguments.get("cwd"), str):
            os.chdir(arguments["cwd"])
        for name, value in (arguments.get("env") or {}).items():
            os.environ[str(name)] = str(value)
        if arguments.get("noopt"):
            set_noopt()
        test = arguments.get("test")
        self._session = self._make(program, words, test if isinstance(test, str) else None)
        self._session.output = self._copy_output
        self._session.judge = self._judge
        self._listing = Listing(self._session)
        self._path = str(Path(program).resolve()) if program.endswith((".cl", ".program_test")) else str(arguments.get("source", ""))
        self._stops_on_entry = bool(arguments.get("stopOnEntry"))

    def _judge(self, b: Breakpoint) -> bool:
        return judge(self.session, b, lambda why: self._event("output", {"category": "stderr", "output": f"condition {b.condition}: {why}\n"}))

    def _copy_output(self, stream: Any) -> None:
        def copy() -> None:
            for line in iter(stream.readline, b""):
                self._event("output", {"category": "stdout", "output": line.decode("utf-8", "replace")})

        threading.Thread(target=copy, daemon=True).start()

    def _do_configurationDone(self, _: dict[str, Any]) -> None:  # noqa: N802  # the protocol's names
        session = self.session
        session.stops_at_entry = self._stops_on_entry
        self._go(session.start)

    def _do_disconnect(self, _: dict[str, Any]) -> None:
        self._ends = True

    def _do_terminate(self, _: dict[str, Any]) -> None:
        self.session.kill_process()

    # ---- requests: what stops ----

    def _replace(self, key: str, breakpoints: list[Breakpoint]) -> list[dict[str, Any]]:
        session = self.session
        for old in self._breaks.get(key, []):
            with contextlib.suppress(ValueError):
                session.breakpoints.remove(old)
        self._breaks[key] = breakpoints
        told: list[dict[str, Any]] = []
        for b in breakpoints:
            session.add_breakpoint(b)
            verified = not session.kernel or bool(b.words)
            told.append({"id": b.number, "verified": verified, **({"line": session.kernel.words[b.words[0]].line} if session.kernel and b.words and b.words[0] in session.kernel.words else {})})
        if session.kernel and not self._runs:
            session.set_stops()
        return told

    def _make_breakpoint(self, told: dict[str, Any], where: str) -> Breakpoint:
        b = Breakpoint(0, where, condition=str(told.get("condition") or ""))
        hits = str(told.get("hitCondition") or "").strip()
        if hits:
            if not hits.isdigit():
                raise DebugError("a hit condition is a number")
            b.ignore = int(hits) - 1
        return b

    def _do_setBreakpoints(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        source = str(arguments["source"].get("path", ""))
        made = []
        for told in arguments.get("breakpoints", []):
            b = self._make_breakpoint(told, str(told["line"]))
            b.line = int(told["line"])
            if source and self._path and Path(source).resolve() != Path(self._path):
                b.file = source
            made.append(b)
        return {"breakpoints": self._replace("source " + source, made)}

    def _do_setFunctionBreakpoints(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        made = []
        for told in arguments.get("breakpoints", []):
            b = self._make_breakpoint(told, str(told["name"]))
            b.function = str(told["name"])
            made.append(b)
        return {"breakpoints": self._replace("functions", made)}

    def _do_setInstructionBreakpoints(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        made = []
        for told in arguments.get("breakpoints", []):
            b = self._make_breakpoint(told, str(told["instructionReference"]))
            b.word = int(str(told["instructionReference"]), 0) // 8
            made.append(b)
        return {"breakpoints": self._replace("instructions", made)}

    def _do_setExceptionBreakpoints(self, arguments: dict[str, Any]) -> None:  # noqa: N802
        chosen = arguments.get("filters", [])
        for name in ("reports", "barriers"):
            self.session.holds[name] = name in chosen
        if not self._runs:
            self.session.set_holds()

    def _do_dataBreakpointInfo(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        session = self._stopped()
        name = str(arguments["name"])
        try:
            value = evaluate(session, name)
        except DebugError as error:
            return {"dataId": None, "description": str(error)}
        if not value.space:
            return {"dataId": None, "description": f"{name} is in registers; only memory can be watched"}
        return {
            "dataId": f"{value.space} {value.address} {len(value.data)}", "description": f"{name} in {value.space} memory",
            "accessTypes": ["write"],
        }  # fmt: skip

    def _do_setDataBreakpoints(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        session = self._stopped()
        assert session.connection
        session.watches.clear()
        session.connection.ask("watch")
        told: list[dict[str, Any]] = []
        for number, asked in enumerate(arguments.get("breakpoints", [])):
            match = re.fullmatch(r"(global|local|private) (\d+) (\d+)", str(asked["dataId"]))
            if not match:
                told.append({"verified": False, "message": "no such memory"})
                continue
            session.connection.ask("watch", match[1], match[2], match[3], session.item.lane)
            session.watches.append((number, str(asked["dataId"]), match[1], int(match[2]), int(match[3])))
            told.append({"verified": True, "id": 100000 + number})
        return {"breakpoints": told}

    # ---- requests: going on ----

    def _do_continue(self, _: dict[str, Any]) -> dict[str, Any]:
        self._go(self._stopped().go)
        return {"allThreadsContinued": True}

    def _step(self, arguments: dict[str, Any], line: Callable[[Session], Callable[[], Stop]], instruction: Callable[[Session], Callable[[], Stop]]) -> None:
        session = self._choose(arguments)
        self._go(instruction(session) if arguments.get("granularity") == "instruction" else line(session))

    def _do_next(self, arguments: dict[str, Any]) -> None:
        self._step(arguments, lambda s: lambda: s.step_line(False), lambda s: s.step_instruction)

    def _do_stepIn(self, arguments: dict[str, Any]) -> None:  # noqa: N802
        self._step(arguments, lambda s: lambda: s.step_line(True), lambda s: s.step_instruction)

    def _do_stepOut(self, arguments: dict[str, Any]) -> None:  # noqa: N802
        self._step(arguments, lambda s: s.finish, lambda s: s.finish)

    def _do_stepBack(self, arguments: dict[str, Any]) -> None:  # noqa: N802
        self._step(arguments, lambda s: lambda: s.back_line(False), lambda s: s.back_instruction)

    def _do_reverseContinue(self, _: dict[str, Any]) -> None:  # noqa: N802
        self._go(self._stopped().back)

    def _do_pause(self, _: dict[str, Any]) -> None:
        self.session.interrupted = True

    # ---- requests: looking ----

    def _do_threads(self, _: dict[str, Any]) -> dict[str, Any]:
        session = self.session
        if self._runs or not session.reader or not session.connection or not session.stop:
            return {"threads": [{"id": 1, "name": "launches"}]}
        told: list[dict[str, Any]] = []
        item = session.item
        for wave, _mask, live in session.connection.ask("waves")["waves"]:
            for lane in range(LANES):
                if int(live, 16) >> lane & 1:
                    where = session.local_of(type(item)(item.group, wave, lane))
                    told.append({"id": wave * LANES + lane + 1, "name": f"work-item {where} of group {tuple(session.stop.message['group'])}"})
        return {"threads": told}

    def _do_stackTrace(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        session = self._choose(arguments)
        assert session.stop and session.kernel
        frames: list[dict[str, Any]] = []
        for number, frame in enumerate(session.frames()):
            own = frame.file == session.kernel.main_file
            path = self._path if own else frame.file
            source: dict[str, Any] = {"name": Path(path).name or "program"}
            if path and Path(path).is_file():
                source["path"] = path
            else:
                source["sourceReference"] = 1
            frames.append({
                "id": self._thread() * 1000 + number, "name": frame.function, "line": frame.line, "column": max(frame.column, 1), "source": source,
                "instructionPointerReference": hex(8 * session.stop.word),
            })  # fmt: skip
        if not frames:
            frames = [{"id": self._thread() * 1000, "name": f"word {session.stop.word}", "line": 0, "column": 0, "instructionPointerReference": hex(8 * session.stop.word)}]
        return {"stackFrames": frames, "totalFrames": len(frames)}

    def _do_source(self, _: dict[str, Any]) -> dict[str, Any]:
        kernel = self.session.kernel
        if not kernel:
            raise DebugError("no kernel was launched yet")
        return {"content": kernel.source}

    def _reference(self, what: Any) -> int:
        self._references.append(what)
        return len(self._references)

    def _frame(self, number: int) -> None:
        session = self._stopped()
        thread = number // 1000 - 1
        if thread != self._thread() - 1:
            session.choose_wave(thread // LANES)
            session.choose_lane(thread % LANES)
        session.frame = number % 1000

    def _do_scopes(self, arguments: dict[str, Any]) -> dict[str, Any]:
        number = int(arguments["frameId"])
        self._frame(number)
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
        session = self._stopped()
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
                told.append(self._told(name[len(path) :].lstrip(".") if not name.startswith("(*") else name, evaluate(self._stopped(), name), name))
            except DebugError as error:
                told.append({"name": name, "value": f"<{error}>", "variablesReference": 0})
        return told

    def _referred(self, arguments: dict[str, Any]) -> Any:
        number = int(arguments["variablesReference"])
        if not 0 < number <= len(self._references):
            raise DebugError("these variables are not there any more")
        return self._references[number - 1]

    def _do_variables(self, arguments: dict[str, Any]) -> dict[str, Any]:
        what = self._referred(arguments)
        if what[0] in ("locals", "arguments"):
            self._frame(what[1])
            return {"variables": self._named(what[0] == "arguments")}
        if what[0] == "registers":
            assert self._listing
            rows = [line.split(None, 1) for line in self._listing.registers()]
            return {"variables": [{"name": row[0], "value": row[1], "variablesReference": 0} for row in rows]}
        return {"variables": self._parts(what[1], what[2])}

    def _do_evaluate(self, arguments: dict[str, Any]) -> dict[str, Any]:
        if "frameId" in arguments:
            self._frame(int(arguments["frameId"]))
        session = self._stopped()
        text = str(arguments["expression"])
        if arguments.get("context") == "repl" and re.search(r"(?<![=!<>])=(?!=)", text):
            assign(session, text)
            text = text.partition("=")[0]
        told = self._told(text, evaluate(session, text), text)
        told["result"] = told.pop("value")
        return told

    def _do_setVariable(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        what = self._referred(arguments)
        name = str(arguments["name"])
        if what[0] == "parts":
            path = f"{what[1]}{name}" if name.startswith("[") else name if name.startswith("(*") else f"{what[1]}.{name}"
        else:
            path = name
            self._frame(what[1])
        session = self._stopped()
        assign(session, f"{path} = {arguments['value']}")
        self._references.append(what)
        return {"value": spell((value := evaluate(session, path)).type, value.data)}

    # ---- requests: code and memory ----

    def _do_disassemble(self, arguments: dict[str, Any]) -> dict[str, Any]:
        session = self._stopped()
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
            told.append({"address": hex(8 * rows[i][0]), "instruction": rows[i][1], **({"line": known.line} if known and known.line else {})})
        return {"instructions": told}

    def _memory(self, arguments: dict[str, Any]) -> tuple[str, int]:
        match = re.fullmatch(r"(global|local|private):(0x[0-9a-f]+)", str(arguments["memoryReference"]))
        if not match:
            raise DebugError("no such memory")
        return match[1], int(match[2], 16) + int(arguments.get("offset", 0))

    def _do_readMemory(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        session = self._stopped()
        space, address = self._memory(arguments)
        count = min(int(arguments["count"]), 1 << 20)
        assert session.connection
        data = session.connection.read("memory", space, address, count, session.item.lane) if address >= 0 and count else b""
        return {"address": hex(max(address, 0)), "data": base64.b64encode(data).decode(), "unreadableBytes": count - len(data)}

    def _do_writeMemory(self, arguments: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        session = self._stopped()
        space, address = self._memory(arguments)
        data = base64.b64decode(str(arguments["data"]), validate=True)
        assert session.reader
        session.reader.write(space, address, data[:1024], session.item.lane)
        return {"bytesWritten": min(len(data), 1024)}


def _converse(places: Places, reader: Any, writer: Any) -> None:
    from .command import make_session

    Adapter(Channel(reader, writer), lambda program, words, test: make_session(places, program, words, test)).talk()


def serve(places: Places, port: int | None) -> int:
    """Speaks with the editor that started this process, or with the first one that connects."""
    if port is None:
        reader, writer = sys.stdin.buffer, sys.stdout.buffer
        sys.stdout = sys.stderr  # nobody else may write there
        _converse(places, reader, writer)
        return 0
    try:
        listener = socket.create_server(("127.0.0.1", port))
    except OSError as error:
        print(f"rootle-debug: port {port}: {error.strerror}", file=sys.stderr)
        return 2
    with listener:
        print(f"rootle-debug: waits at port {listener.getsockname()[1]}", flush=True)
        peer, _ = listener.accept()
    with peer, peer.makefile("rwb") as stream:
        _converse(places, stream, stream)
    return 0
