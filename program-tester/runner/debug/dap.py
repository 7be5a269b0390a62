# SPDX-License-Identifier: MIT
"""The Debug Adapter Protocol (https://microsoft.github.io/debug-adapter-protocol/specification), for editors."""

import os
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..places import Places
from .connection import DebugError, set_noopt
from .dap_channel import Channel
from .dap_looking import Looking
from .dap_stopping import Stopping
from .expressions import judge
from .listing import Listing
from .session import Session
from .stops import Breakpoint, Stop

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


class Adapter(Stopping, Looking):
    """Begins, goes on and ends."""

    # ---- the beginning and the end ----

    def do_initialize(self, _: dict[str, Any]) -> dict[str, Any]:
        return CAPABILITIES

    def do_launch(self, arguments: dict[str, Any]) -> None:
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
        self._session = self.make(program, words, test if isinstance(test, str) else None)
        self._session.output = self._copy_output
        self._session.judge = self._judge
        self._session.explain = self.explain
        self.listing = Listing(self._session)
        self.path = str(Path(program).resolve()) if program.endswith((".cl", ".program_test")) else str(arguments.get("source", ""))
        self.stops_on_entry = bool(arguments.get("stopOnEntry"))
        self.set_early()

    def _judge(self, b: Breakpoint) -> bool:
        return judge(self.session, b, lambda why: self.event("output", {"category": "stderr", "output": f"condition {b.condition}: {why}\n"}))

    def _copy_output(self, stream: Any) -> None:
        def copy() -> None:
            for line in iter(stream.readline, b""):
                self.event("output", {"category": "stdout", "output": line.decode("utf-8", "replace")})

        threading.Thread(target=copy, daemon=True).start()

    def do_configurationDone(self, _: dict[str, Any]) -> None:  # noqa: N802  # the protocol's names
        session = self.session
        session.stops_at_entry = self.stops_on_entry
        self.go(session.start)

    def do_disconnect(self, _: dict[str, Any]) -> None:
        self._ends = True

    def do_terminate(self, _: dict[str, Any]) -> None:
        self.session.kill_process()

    # ---- going on ----

    def do_continue(self, _: dict[str, Any]) -> dict[str, Any]:
        self.go(self.stopped().go)
        return {"allThreadsContinued": True}

    def _step(self, arguments: dict[str, Any], line: Callable[[Session], Callable[[], Stop]], instruction: Callable[[Session], Callable[[], Stop]]) -> None:
        session = self.choose(arguments)
        self.go(instruction(session) if arguments.get("granularity") == "instruction" else line(session))

    def do_next(self, arguments: dict[str, Any]) -> None:
        self._step(arguments, lambda s: lambda: s.step_line(False), lambda s: s.step_instruction)

    def do_stepIn(self, arguments: dict[str, Any]) -> None:  # noqa: N802
        self._step(arguments, lambda s: lambda: s.step_line(True), lambda s: s.step_instruction)

    def do_stepOut(self, arguments: dict[str, Any]) -> None:  # noqa: N802
        self._step(arguments, lambda s: s.finish, lambda s: s.finish)

    def do_stepBack(self, arguments: dict[str, Any]) -> None:  # noqa: N802
        self._step(arguments, lambda s: lambda: s.back_line(False), lambda s: s.back_instruction)

    def do_reverseContinue(self, _: dict[str, Any]) -> None:  # noqa: N802
        self.go(self.stopped().back)

    def do_pause(self, _: dict[str, Any]) -> None:
        self.session.interrupted = True


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
    except (OSError, OverflowError) as error:
        print(f"rootle-debug: port {port}: {getattr(error, 'strerror', error)}", file=sys.stderr)
        return 2
    with listener:
        print(f"rootle-debug: waits at port {listener.getsockname()[1]}", flush=True)
        peer, _ = listener.accept()
    with peer, peer.makefile("rwb") as stream:
        _converse(places, stream, stream)
    return 0
