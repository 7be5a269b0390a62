# SPDX-License-Identifier: MIT
"""Exchanges as editors have them, over --dap: what they send, in their order, and what has to come back.

The sequences follow the protocol's overview and what VS Code does by it: DebugClient.hitBreakpoint of
microsoft/vscode-debugadapter-node, and its disassembly view, which asks for instructions before the one that it is at. Each
message is held against the fields that the protocol's specification requires."""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from debugged import SUM
from test_debug_dap import LOOP, SECONDS, Client

Shape = dict[str, Any]

# The members of objects that a client may rely on: "?" before those that may be left out. A list has the shape of its elements.
TEXT, NUMBER, FLAG = str, int, bool
BREAKPOINTS: Shape = {"breakpoints": [{"verified": FLAG, "?id": NUMBER, "?line": NUMBER, "?message": TEXT}]}
VALUE: Shape = {"variablesReference": NUMBER, "?type": TEXT, "?memoryReference": TEXT}
SOURCE: Shape = {"?name": TEXT, "?path": TEXT, "?sourceReference": NUMBER}
BODIES: dict[str, Shape] = {
    "setBreakpoints": BREAKPOINTS,
    "setFunctionBreakpoints": BREAKPOINTS,
    "setInstructionBreakpoints": BREAKPOINTS,
    "setDataBreakpoints": BREAKPOINTS,
    "continue": {"?allThreadsContinued": FLAG},
    "threads": {"threads": [{"id": NUMBER, "name": TEXT}]},
    "stackTrace": {
        "stackFrames": [
            {"id": NUMBER, "name": TEXT, "line": NUMBER, "column": NUMBER, "?source": SOURCE, "?instructionPointerReference": TEXT}
        ],
        "?totalFrames": NUMBER,
    },
    "scopes": {"scopes": [{"name": TEXT, "variablesReference": NUMBER, "expensive": FLAG, "?presentationHint": TEXT}]},
    "variables": {"variables": [{"name": TEXT, "value": TEXT, "?evaluateName": TEXT, **VALUE}]},
    "evaluate": {"result": TEXT, **VALUE},
    "setVariable": {"value": TEXT},
    "source": {"content": TEXT},
    "disassemble": {
        "instructions": [{"address": TEXT, "instruction": TEXT, "?line": NUMBER, "?location": SOURCE, "?presentationHint": TEXT}]
    },
    "dataBreakpointInfo": {"dataId": (str, type(None)), "description": TEXT, "?accessTypes": [TEXT]},
    "readMemory": {"address": TEXT, "?data": TEXT, "?unreadableBytes": NUMBER},
    "writeMemory": {"?bytesWritten": NUMBER},
}
EVENTS: dict[str, Shape] = {
    "stopped": {
        "reason": TEXT, "?threadId": NUMBER, "?allThreadsStopped": FLAG, "?hitBreakpointIds": [NUMBER], "?text": TEXT, "?description": TEXT,
    },
    "exited": {"exitCode": NUMBER},
    "output": {"output": TEXT, "?category": TEXT},
    "terminated": {},
    "initialized": {},
}  # fmt: skip


def faults(shape: Any, value: Any, where: str) -> list[str]:
    """What of a value is not as its shape says."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return [f"{where} is {value!r}, not an object"]
        known = {name.lstrip("?") for name in shape}
        found = [f"{where} has {name}, which is not known" for name in value if name not in known]
        for name, inner in shape.items():
            if name.lstrip("?") in value:
                found += faults(inner, value[name.lstrip("?")], f"{where}.{name.lstrip('?')}")
            elif not name.startswith("?"):
                found.append(f"{where} has no {name}")
        return found
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{where} is {value!r}, not a list"]
        return [fault for i, one in enumerate(value) for fault in faults(shape[0], one, f"{where}[{i}]")]
    right = isinstance(value, shape) and not (shape is int and isinstance(value, bool))
    return [] if right else [f"{where} is {value!r}"]


def faults_of(message: dict[str, Any]) -> list[str]:
    """What of a message is not as the specification has it."""
    found = [] if isinstance(message.get("seq"), int) else ["no seq"]
    if message["type"] == "event":
        return found + faults(EVENTS[message["event"]], message.get("body", {}), message["event"])
    found += faults({"request_seq": int, "success": bool, "command": str}, {k: message.get(k) for k in ("request_seq", "success", "command")}, "response")
    if message["success"]:
        return found + (faults(BODIES[message["command"]], message["body"], message["command"]) if message["command"] in BODIES else [])
    return found + faults({"message": str, "body": {"error": {"id": int, "format": str}}}, {k: message.get(k) for k in ("message", "body")}, "error")


@dataclass(frozen=True)
class Step:
    """A request, with what is to be found in its answer: members by their path, and which of them are kept under a name. An
    event in the place of a request is waited for. In arguments, "$name" is what was kept."""

    command: str
    arguments: dict[str, Any] = field(default_factory=dict)
    has: dict[str, Any] = field(default_factory=dict)
    keep: dict[str, str] = field(default_factory=dict)
    fails: bool = False


def ask(command: str, has: dict[str, Any] | None = None, keep: dict[str, str] | None = None, fails: bool = False, **arguments: Any) -> Step:
    return Step(command, arguments, has or {}, keep or {}, fails)


def event(name: str, **has: Any) -> Step:
    return Step("<" + name, {}, has)


def at(message: Any, path: str) -> Any:
    for part in path.split("."):
        message = message[int(part)] if isinstance(message, list) else len(message) if part == "#" else message[part]
        if isinstance(message, list) and path.endswith(part + ".#"):
            return len(message)
    return message


VSCODE = {
    "clientID": "vscode", "clientName": "Visual Studio Code", "adapterID": "rootle", "pathFormat": "path", "linesStartAt1": True,
    "columnsStartAt1": True, "supportsVariableType": True, "supportsVariablePaging": True, "supportsRunInTerminalRequest": True,
    "locale": "en", "supportsProgressReporting": True, "supportsInvalidatedEvent": True, "supportsMemoryReferences": True,
    "supportsArgsCanBeInterpretedByShell": True, "supportsMemoryEvent": True, "supportsStartDebuggingRequest": True, "supportsANSIStyling": True,
}  # fmt: skip
BREAK = {"source": {"name": "sums.cl", "path": "$file"}, "lines": [LOOP], "breakpoints": [{"line": LOOP}], "sourceModified": False}
FILTERS = ask("setExceptionBreakpoints", filters=[], filterOptions=[])
LAUNCH = {"name": "kernel", "type": "rootle", "request": "launch", "program": "$file", "noopt": True, "__sessionId": "1"}
INITIALIZE = ask("initialize", {"supportsConfigurationDoneRequest": True, "supportsDisassembleRequest": True}, **VSCODE)
VERIFIED = {"breakpoints.0.verified": True}
BEGIN = [
    INITIALIZE, ask("launch", **LAUNCH), event("initialized"), ask("setBreakpoints", VERIFIED, **BREAK),
    ask("setFunctionBreakpoints", {"breakpoints": []}, breakpoints=[]), FILTERS, ask("configurationDone"),
]  # fmt: skip
STOPPED = [
    event("stopped", reason="breakpoint", threadId=2), ask("threads", {"threads.#": 4}),
    ask("stackTrace", {"stackFrames.0.line": LOOP}, {"frame": "stackFrames.0.id", "word": "stackFrames.0.instructionPointerReference"},
        threadId=2, startFrame=0, levels=20),
]  # fmt: skip
SCOPES = ask("scopes", {"scopes.0.name": "Locals"}, {"locals": "scopes.0.variablesReference", "arguments": "scopes.1.variablesReference"}, frameId="$frame")
END = [ask("disconnect", restart=False)]

EXCHANGES: dict[str, list[Step]] = {
    "a breakpoint is hit": [*BEGIN, *STOPPED, SCOPES, ask("variables", variablesReference="$locals"), *END],
    "breakpoints come before the launch": [
        INITIALIZE, event("initialized"), ask("setBreakpoints", VERIFIED, **BREAK), FILTERS, ask("launch", **LAUNCH), ask("configurationDone"),
        *STOPPED, *END,
    ],
    "the mouse stands over a name": [
        *BEGIN, *STOPPED, ask("evaluate", {"result": "1"}, expression="i", frameId="$frame", context="hover"),
        ask("evaluate", fails=True, expression="nobody", frameId="$frame", context="hover"),
        ask("evaluate", {"result": "2"}, expression="in[1]", frameId="$frame", context="watch"),
        ask("evaluate", {"result": "3"}, expression="k + 3", frameId="$frame", context="clipboard"), *END,
    ],
    "the disassembly view scrolls": [
        *BEGIN, *STOPPED,
        ask("disassemble", {"instructions.#": 100}, {"first": "instructions.50.address"},
            memoryReference="$word", offset=0, instructionOffset=-50, instructionCount=100, resolveSymbols=True),
        ask("disassemble", {"instructions.0.address": "$word", "instructions.0.line": LOOP, "instructions.0.location.path": "$file"},
            memoryReference="$word", offset=0, instructionOffset=0, instructionCount=1),
        ask("disassemble", {"instructions.0.address": "$first"}, memoryReference="$first", offset=0, instructionOffset=0, instructionCount=1),
        ask("disassemble", {"instructions.#": 50}, memoryReference="$first", offset=0, instructionOffset=-100000, instructionCount=50),
        ask("disassemble", {"instructions.#": 0}, memoryReference="$first", instructionCount=0),
        ask("setInstructionBreakpoints", VERIFIED, breakpoints=[{"instructionReference": "$word"}]),
        ask("next", threadId=2, granularity="instruction"), event("stopped", reason="step"),
        ask("stepBack", threadId=2, granularity="instruction"), event("stopped"), *END,
    ],
    "data is watched": [
        *BEGIN, *STOPPED, SCOPES,
        ask("dataBreakpointInfo", {"accessTypes.#": 3}, {"data": "dataId"}, variablesReference="$arguments", name="out[1]"),
        ask("dataBreakpointInfo", {"dataId": None}, name="nobody", frameId="$frame"),
        ask("setDataBreakpoints", VERIFIED, breakpoints=[{"dataId": "$data", "accessType": "write"}]),
        ask("setBreakpoints", {"breakpoints": []}, source={"path": "$file"}, breakpoints=[], lines=[]),
        ask("continue", {"allThreadsContinued": True}, threadId=2), event("stopped", reason="data breakpoint"),
        ask("reverseContinue", threadId=2), event("stopped"), *END,
    ],
    "steps lead forth and back": [
        *BEGIN, *STOPPED, ask("next", threadId=2, granularity="statement"), event("stopped", reason="step"),
        ask("stepIn", threadId=2, granularity="statement"), event("stopped", reason="step"),
        ask("stepBack", threadId=2, granularity="statement"), event("stopped"),
        ask("evaluate", fails=True, expression="i", frameId=4000000, context="watch"), *END,
    ],
    "a variable is changed": [
        *BEGIN, *STOPPED, SCOPES, ask("setVariable", {"value": "7"}, variablesReference="$locals", name="total", value="7"),
        ask("variables", variablesReference="$locals"), ask("evaluate", {"result": "7"}, expression="total", frameId="$frame", context="watch"),
        ask("evaluate", {"result": "9"}, expression="total = 9", frameId="$frame", context="repl"), *END,
    ],
    "the program is ended": [*BEGIN, *STOPPED, ask("terminate", restart=False), ask("continue", threadId=2), event("terminated"), *END],
    "a condition never holds": [
        INITIALIZE, ask("launch", **LAUNCH), event("initialized"),
        ask("setBreakpoints", VERIFIED, source={"path": "$file"}, breakpoints=[{"line": LOOP, "condition": "total == 1000"}]),
        ask("configurationDone"), event("exited", exitCode=0), event("terminated"), *END,
    ],
    "requests that are not offered": [*BEGIN, *STOPPED, ask("cancel", fails=True, requestId=1), ask("restart", fails=True), ask("gotoTargets", fails=True), *END],
}  # fmt: skip


def fill(value: Any, kept: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {name: fill(inner, kept) for name, inner in value.items()}
    if isinstance(value, list):
        return [fill(inner, kept) for inner in value]
    return kept[value[1:]] if isinstance(value, str) and value.startswith("$") else value


class Checked(Client):
    """Every message that comes is held against the specification."""

    def _next(self) -> dict[str, Any]:
        message = super()._next()
        assert faults_of(message) == [], json.dumps(message)
        return message


@pytest.mark.parametrize("name", EXCHANGES)
def test_an_exchange(program, name):
    client = Checked()
    kept: dict[str, Any] = {"file": str(program)}
    try:
        for step in EXCHANGES[name]:
            if step.command.startswith("<"):
                body = client.wait(step.command[1:])
            else:
                answer = client.answer(step.command, **fill(step.arguments, kept))
                assert answer["success"] != step.fails, answer
                body = answer["body"]
            assert {path: at(body, path) for path in step.has} == fill(step.has, kept), (step.command, body)
            kept |= {to: at(body, path) for to, path in step.keep.items()}
        assert client.child.wait(SECONDS) == 0
    finally:
        client.child.kill()
        client.child.wait()


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ({"type": "event", "seq": 1, "event": "stopped", "body": {}}, "stopped has no reason"),
        ({"type": "event", "event": "terminated"}, "no seq"),
        ({"type": "response", "seq": 1, "request_seq": 1, "success": True, "command": "threads", "body": {"threads": [{"id": "1", "name": "a"}]}}, "threads.threads[0].id is '1'"),
        ({"type": "response", "seq": 1, "request_seq": 1, "success": True, "command": "evaluate", "body": {"result": "1", "variablesReference": True}}, "evaluate.variablesReference is True"),
    ],
)
def test_what_is_no_message_is_told(message, fault):
    assert faults_of(message) == [fault]


def test_the_line_is_that_of_the_loop():
    assert SUM.splitlines()[LOOP - 1].strip() == "total += v;"
