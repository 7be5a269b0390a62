# SPDX-License-Identifier: MIT
"""The Debug Adapter Protocol, spoken by a client of our own."""

import io
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from debugged import BUILD, DEAD, ROOT, SUM, UNUSED

from runner.debug.dap_channel import Channel

SECONDS = 60
LOOP = SUM.splitlines().index("        total += v;") + 1


class Client:
    def __init__(self) -> None:
        environment = {**os.environ, "ROOTLE_BUILD_DIR": str(BUILD)}
        self.child = subprocess.Popen([sys.executable, str(ROOT / "ci" / "debug"), "--dap"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._events: list[dict[str, Any]] = []
        self._number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        out = self.child.stdout
        assert out
        while header := out.readline():
            length = int(header.split(b":")[1])
            assert out.readline() == b"\r\n"
            self._messages.put(json.loads(out.read(length)))
        self._messages.put(None)

    def send(self, data: bytes) -> None:
        assert self.child.stdin
        self.child.stdin.write(data)
        self.child.stdin.flush()

    def _next(self) -> dict[str, Any]:
        message = self._messages.get(timeout=SECONDS)
        assert message is not None, "the adapter has gone"
        return message

    def answer(self, command: str, **arguments: Any) -> dict[str, Any]:
        self._number += 1
        body = json.dumps({"seq": self._number, "type": "request", "command": command, "arguments": arguments}).encode()
        self.send(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        while True:
            message = self._next()
            if message["type"] == "response" and message["request_seq"] == self._number:
                return message
            self._events.append(message)

    def ask(self, command: str, **arguments: Any) -> dict[str, Any]:
        message = self.answer(command, **arguments)
        assert message["success"], message
        return message["body"]

    def wait(self, name: str) -> dict[str, Any]:
        while True:
            for message in self._events:
                if message["event"] == name:
                    self._events.remove(message)
                    return message["body"]
            self._events.append(self._next())

    def names(self, reference: int) -> dict[str, str]:
        return {v["name"]: v["value"] for v in self.ask("variables", variablesReference=reference)["variables"]}


@pytest.fixture(name="client")
def fixture_client(program) -> Iterator[Client]:
    made = Client()
    yield made
    made.child.kill()
    made.child.wait()


def begin(client: Client, program, **launch: Any) -> int:
    """Up to the first stop at the loop's line; gives the thread."""
    assert client.ask("initialize", adapterID="rootle")["supportsStepBack"]
    client.wait("initialized")
    client.ask("launch", program=str(program), **launch)
    told = client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=[{"line": LOOP}])
    assert [b["verified"] for b in told["breakpoints"]] == [True]
    client.ask("configurationDone")
    stopped = client.wait("stopped")
    assert stopped["reason"] == "breakpoint"
    return int(stopped["threadId"])


def test_a_conversation(client, program):
    thread = begin(client, program, noopt=True)
    threads = client.ask("threads")["threads"]
    assert len(threads) == 4 and threads[0]["name"].startswith("work-item (0, 0, 0)")
    frame = client.ask("stackTrace", threadId=thread)["stackFrames"][0]
    assert (frame["name"], frame["line"], frame["source"]["path"]) == ("sums", LOOP, str(program))
    scopes = client.ask("scopes", frameId=frame["id"])["scopes"]
    values = client.names(scopes[0]["variablesReference"])
    assert (values["i"], values["total"], values["v"]) == ("1", "0", "1")
    assert set(client.names(scopes[1]["variablesReference"])) == {"out", "in"}
    assert client.ask("evaluate", expression="total + in[2]", frameId=frame["id"])["result"] == "3"
    client.ask("setVariable", variablesReference=scopes[0]["variablesReference"], name="total", value="7")
    assert client.ask("evaluate", expression="total", frameId=frame["id"])["result"] == "7"
    # Another work-item of the group: item 3.
    other = client.ask("stackTrace", threadId=4)["stackFrames"][0]
    assert client.ask("evaluate", expression="i", frameId=other["id"])["result"] == "3"
    memory = client.ask("evaluate", expression="in[0]", frameId=other["id"])["memoryReference"]
    assert client.ask("readMemory", memoryReference=memory, count=8)["data"] == "AQAAAAIAAAA="
    code = client.ask("disassemble", memoryReference=frame["instructionPointerReference"], instructionCount=3)["instructions"]
    assert len(code) == 3 and code[0]["instruction"]
    client.ask("next", threadId=thread)
    assert client.wait("stopped")["reason"] == "step"
    client.ask("stepBack", threadId=thread)
    assert client.wait("stopped")["reason"] in ("step", "breakpoint")
    client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=[])
    client.ask("continue", threadId=thread)
    assert client.wait("exited")["exitCode"] == 0  # going back has taken the change away
    client.wait("terminated")
    client.ask("disconnect")
    assert client.child.wait(SECONDS) == 0


def test_a_line_without_code_says_so(client, program):
    """Before the launch nobody knows; then the breakpoint changes. Behind it the answer has why."""
    program.write_text(UNUSED, encoding="utf-8")
    client.ask("initialize", adapterID="rootle")
    client.ask("launch", program=str(program))
    lines = [{"line": DEAD}, {"line": UNUSED.splitlines().index("        total += v;") + 1}]
    told = client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=lines)["breakpoints"]
    client.ask("configurationDone")
    changed = client.wait("breakpoint")
    assert changed["reason"] == "changed" and changed["breakpoint"]["id"] == told[0]["id"], changed
    assert changed["breakpoint"]["message"].startswith(f"line {DEAD} has no code in the optimised build; nearest lines"), changed
    client.wait("stopped")
    told = client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=lines)["breakpoints"]
    assert told[0]["message"] == changed["breakpoint"]["message"] and "message" not in told[1], told


def test_data_breakpoints(client, program):
    begin(client, program, noopt=True)
    info = client.ask("dataBreakpointInfo", name="out[1]")
    assert info["dataId"]
    assert client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"]}])["breakpoints"][0]["verified"]
    client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=[])
    client.ask("continue", threadId=1)
    assert client.wait("stopped")["reason"] == "data breakpoint"


def test_data_that_is_read(client, program):
    begin(client, program, noopt=True)
    info = client.ask("dataBreakpointInfo", name="in[2]")
    assert info["accessTypes"] == ["write", "read", "readWrite"]
    told = client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "read"}, {"dataId": "global 1"}])["breakpoints"]
    assert [one["verified"] for one in told] == [True, False]
    client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=[])
    client.ask("continue", threadId=1)
    assert client.wait("stopped")["reason"] == "data breakpoint"
    assert client.ask("evaluate", expression="k")["result"] == "2"


def test_wrong_requests_are_answered(client, program):
    assert not client.answer("threads")["success"]
    assert not client.answer("launch")["success"]
    assert not client.answer("nonsense")["success"]
    assert not client.answer("__init__")["success"]
    begin(client, program)
    for command, arguments in {
        "stackTrace": {"threadId": 99}, "scopes": {}, "variables": {"variablesReference": 77}, "evaluate": {"expression": "((("},
        "setBreakpoints": {}, "readMemory": {"memoryReference": "x", "count": 1}, "disassemble": {"memoryReference": "?"},
        "setVariable": {"variablesReference": 0}, "launch": {"program": "again"},
    }.items():  # fmt: skip
        assert not client.answer(command, **arguments)["success"], command


@pytest.mark.parametrize(
    "packet", [b"nonsense\r\n\r\n", b"Content-Length: 99999999999\r\n\r\n", b"Content-Length: 3\r\n\r\n{{{", b"Content-Length: 2\r\n\r\n[]", b"x" * 9000]
)  # fmt: skip
def test_odd_packets_end_it(client, packet):
    client.send(packet)
    assert client.child.wait(SECONDS) == 0


def test_an_editor_that_goes_ends_the_program(client, program):
    begin(client, program)
    assert client.child.stdin
    client.child.stdin.close()
    assert client.child.wait(SECONDS) == 0


def test_a_program_that_is_killed(client, program):
    begin(client, program)
    client.ask("terminate")
    client.ask("continue", threadId=1)
    client.wait("terminated")


def test_nothing_is_sent_behind_the_end():
    """Threads may still have events then. One that writes would keep Python from ending."""
    writer = io.BytesIO()
    channel = Channel(io.BytesIO(), writer)
    channel.send({"type": "event", "event": "terminated"})
    sent = writer.getvalue()
    channel.close()
    channel.send({"type": "event", "event": "output"})
    assert sent and writer.getvalue() == sent
