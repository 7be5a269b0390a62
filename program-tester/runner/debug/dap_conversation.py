# SPDX-License-Identifier: MIT
"""A conversation of the Debug Adapter Protocol: requests get answers, and a program that runs says where it stops.

A request that cannot be done is answered with why."""

import threading
from collections.abc import Callable
from typing import Any

from .connection import DebugError
from .dap_channel import Channel, ProtocolError
from .listing import Listing
from .session import Session
from .stops import Breakpoint, Stop
from .values import LANES


class Conversation:
    """Takes requests, which methods called do_ and their name carry out."""

    def __init__(self, channel: Channel, make: Callable[[str, list[str], str | None], Session]) -> None:
        self._channel = channel
        self.make = make
        self._session: Session | None = None
        self.listing: Listing | None = None
        self.references: list[Any] = []
        self.path = ""
        self.stops_on_entry = False
        self.runs = False
        self._ends = False
        self.breaks: dict[str, list[Breakpoint]] = {}
        self._filters: list[Any] = []
        self._worker: threading.Thread | None = None

    # ---- messages ----

    def event(self, name: str, body: dict[str, Any] | None = None) -> None:
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
            self.event("output", {"category": "stderr", "output": f"rootle-debug: {error}\n"})
        finally:
            if self._session:
                self._session.kill_process()
                if self._worker:
                    self._worker.join(10)
                self._session.close()
            self._channel.close()

    def _answer(self, message: dict[str, Any]) -> None:
        command = message.get("command")
        answer: dict[str, Any] = {"type": "response", "request_seq": message.get("seq", 0), "command": str(command), "success": True}
        arguments = message.get("arguments")
        arguments = arguments if isinstance(arguments, dict) else {}
        run = getattr(self, "do_" + command, None) if isinstance(command, str) and command.isalnum() else None
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
            self.event("initialized")

    @property
    def session(self) -> Session:
        if not self._session:
            raise DebugError("nothing was launched")
        return self._session

    def stopped(self) -> Session:
        session = self.session
        if self.runs or not session.stop or not session.reader:
            raise DebugError("the program is running")
        return session

    # ---- running ----

    def go(self, how: Callable[[], Stop]) -> None:
        """Runs in a thread of its own, which says where it stopped."""
        if self.runs:
            raise DebugError("the program is running")
        self.runs = True
        self.references.clear()

        def run() -> None:
            try:
                stop = how()
            except DebugError as error:
                self.runs = False
                self.event("output", {"category": "stderr", "output": f"{error}\n"})
                if self.session.reader:
                    self.event("stopped", {"reason": "pause", "description": str(error), "threadId": self.thread(), "allThreadsStopped": True})
                else:
                    self.event("terminated")
                return
            self.runs = False
            self._tell(stop)

        self._worker = threading.Thread(target=run, daemon=True)
        self._worker.start()

    def _tell(self, stop: Stop) -> None:
        if stop.why == "exited":
            self.event("exited", {"exitCode": stop.status if stop.status is not None else 1})
            self.event("terminated")
            return
        if stop.why == "report" and "word" not in stop.message:  # no work-item is left to be looked at
            self.event("output", {"category": "console", "output": f"{stop.message.get('report')}\n"})
            self.go(self.session.go)
            return
        reason = {"watch": "data breakpoint", "report": "exception", "barrier": "step", "beginning": "step"}.get(stop.why, stop.why)
        if stop.why == "breakpoint" and not stop.breakpoints:
            reason = "step"
        body: dict[str, Any] = {"reason": reason, "threadId": self.thread(), "allThreadsStopped": True}
        if stop.breakpoints:
            body["hitBreakpointIds"] = [b.number for b in stop.breakpoints]
        if "report" in stop.message:
            body["text"] = str(stop.message["report"])
        self.event("stopped", body)

    def thread(self) -> int:
        item = self.session.item
        return item.wave * LANES + item.lane + 1

    def choose(self, arguments: dict[str, Any]) -> Session:
        """The work-item that a request is about."""
        session = self.stopped()
        thread = int(arguments.get("threadId", self.thread())) - 1
        if thread != self.thread() - 1:
            session.choose_wave(thread // LANES)
            session.choose_lane(thread % LANES)
        return session

    def frame(self, number: int) -> None:
        session = self.stopped()
        thread = number // 1000 - 1
        if thread != self.thread() - 1:
            session.choose_wave(thread // LANES)
            session.choose_lane(thread % LANES)
        session.frame = number % 1000
