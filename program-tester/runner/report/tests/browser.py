# SPDX-License-Identifier: MIT
"""Leads a headless Chromium through its DevTools protocol, over a pair of pipes: pages are loaded,
and the mouse is moved, as a person would."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = (
    "--headless",
    "--no-sandbox",  # tests may run as root, where the sandbox cannot
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--window-size=1400,1200",
    "--remote-debugging-pipe",  # commands come on descriptor 3, answers go to 4
)
SECONDS = 60.0  # for any answer
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27}  # those that the browser itself acts upon


def find_program() -> str | None:
    """Chromium, if it is installed."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Navigated(AssertionError):
    """The page that was asked went away for another one."""


class Browser:
    """A browser with one page. Use as a context manager."""

    def __init__(self, program: str, folder: Path) -> None:
        to_read, self._commands = os.pipe()
        self._answers, to_write = os.pipe()
        redirect = f'exec "$@" 3<&{to_read} 4>&{to_write}'
        command = ["bash", "-c", redirect, "bash", program, *SWITCHES]
        self._process = subprocess.Popen(
            [*command, f"--user-data-dir={folder}", "about:blank"],
            pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(to_read)
        os.close(to_write)
        self._unread = b""
        self._last = 0
        self._session: dict[str, str] = {}
        self.problems: list[str] = []  # what the pages' scripts threw or complained of
        self._attach()

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._commands)
        os.close(self._answers)
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _attach(self) -> None:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = {"sessionId": session["sessionId"]}
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def _message(self) -> dict[str, Any]:
        deadline = time.monotonic() + SECONDS
        while b"\0" not in self._unread:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([self._answers], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            data = os.read(self._answers, 1 << 20)
            if not data:
                raise EOFError("the browser has ended")
            self._unread += data
        message, _, self._unread = self._unread.partition(b"\0")
        return json.loads(message)

    def _note(self, message: dict[str, Any]) -> None:
        if message.get("method") == "Runtime.exceptionThrown":
            self.problems.append(str(message["params"]["exceptionDetails"]))
        elif message.get("method") == "Log.entryAdded":
            entry = message["params"]["entry"]
            if entry["level"] == "error":
                self.problems.append(entry["text"])

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the protocol, and its answer."""
        self._last += 1
        request = {"id": self._last, "method": method, "params": parameters, **self._session}
        os.write(self._commands, json.dumps(request).encode() + b"\0")
        while True:
            message = self._message()
            self._note(message)
            if message.get("id") == self._last:
                if "navigated" in message.get("error", {}).get("message", ""):
                    raise Navigated(message["error"])
                assert "error" not in message, message["error"]
                return message["result"]

    def open(self, url: str) -> float:
        """Loads a page, and returns the seconds until all its scripts have run."""
        started = time.monotonic()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        while self.evaluate("document.readyState") != "complete":
            time.sleep(0.005)
        return time.monotonic() - started

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def _mouse(self, kind: str, x: float, y: float) -> None:
        clicks = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **clicks)

    def point_at(self, selector: str, x: float = 0.5, y: float = 0.5) -> tuple[float, float]:
        """Moves the mouse to a point of an element, given as parts of its size."""
        box = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
            " return [b.left, b.top, b.width, b.height]; })()"
        )
        at = (box[0] + x * box[2], box[1] + y * box[3])
        self._mouse("mouseMoved", *at)
        return at

    def click(self, selector: str) -> None:
        at = self.point_at(selector)
        self._mouse("mousePressed", *at)
        self._mouse("mouseReleased", *at)

    def type(self, text: str) -> None:
        """Types into what has the focus."""
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        number = {"windowsVirtualKeyCode": KEYS[key]} if key in KEYS else {}
        text = {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, **number, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, **number)

    def resize(self, width: int, height: int = 1000) -> None:
        """The size of the page, in pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)

    def wait_for(self, expression: str) -> None:
        """Until an expression in the page is true."""
        deadline = time.monotonic() + SECONDS
        while not self._is_true(expression):
            assert time.monotonic() < deadline, f"never: {expression}"
            time.sleep(0.01)

    def _is_true(self, expression: str) -> bool:
        try:
            return bool(self.evaluate(f"Boolean({expression})"))
        except Navigated:  # not yet in the page that it is asked of
            return False

    def prefer(self, scheme: str) -> None:
        """light or dark."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    @contextlib.contextmanager
    def without_scripts(self) -> Iterator[None]:
        """Pages that are opened meanwhile have none."""
        self.call("Emulation.setScriptExecutionDisabled", value=True)
        try:
            yield
        finally:
            self.call("Emulation.setScriptExecutionDisabled", value=False)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


@pytest.fixture(scope="session", name="browser")
def fixture_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Of conftest.py files, which import it."""
    program = find_program()
    assert program, "tests that have a browser are skipped without one"
    with Browser(program, tmp_path_factory.mktemp("profile")) as found:
        yield found
