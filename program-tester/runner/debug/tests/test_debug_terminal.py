# SPDX-License-Identifier: MIT
"""rootle-debug in a terminal: the tab key completes words, and images are pictures where there are colours for them."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

import pytest
from debugged import BUILD, ROOT, SECONDS, SUM, TURN

PROMPT = "(rootle) "
LOOP = SUM.splitlines().index("        total += v;") + 1
PICTURED = TURN.splitlines().index("    write_imageui(to, at, texel + five - 5);") + 1


class Terminal:
    """A program that believes it has one; what it shows is read up to a text."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.shown = ""
        self.end, inner = pty.openpty()
        self.child = subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, env=environment, start_new_session=True)
        os.close(inner)

    def __enter__(self) -> Terminal:
        self.until(PROMPT)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.child.kill()
        self.child.wait()
        os.close(self.end)

    def until(self, text: str) -> str:
        """What is shown up to the text, and with it."""
        deadline = time.monotonic() + SECONDS
        while text not in self.shown:
            left = deadline - time.monotonic()
            assert left > 0 and select.select([self.end], [], [], left)[0], f"no {text!r} in {self.shown!r}"
            self.shown += os.read(self.end, 4096).decode(errors="replace")
        before, found, self.shown = self.shown.partition(text)
        return before + found

    def type(self, keys: str, text: str = PROMPT) -> str:
        """What is shown for keys up to a text."""
        os.write(self.end, keys.encode())
        return self.until(text)


def terminal(file: Path, **variables: str) -> Terminal:
    environment = {k: v for k, v in os.environ.items() if k != "COLORTERM"}
    environment |= {"ROOTLE_BUILD_DIR": str(BUILD), "TERM": "xterm", **variables}
    return Terminal([sys.executable, str(ROOT / "ci" / "debug"), str(file)], environment)


def test_tab_completes_commands_and_names(program: Path) -> None:
    with terminal(program) as shown:
        assert "work-items" in shown.type("info wor\t", "work-items")
        shown.type(f"\x15bre\t {LOOP} item 3\n", "Breakpoint 1")  # behind what clears the line
        shown.until(PROMPT)
        assert f"at sums.cl:{LOOP}" in shown.type("run\n", "\r\n" + PROMPT)
        assert "$1 = 0" in shown.type("print tot\t\n")


def test_two_tabs_list_what_a_word_may_become(program: Path) -> None:
    with terminal(program) as shown:
        listed = shown.type("reverse-\t\t", PROMPT)
        assert {"reverse-continue", "reverse-next", "reverse-step", "reverse-stepi"} <= set(listed.split())


@pytest.mark.parametrize(("colours", "picture"), [("truecolor", True), ("24bit", True), ("", False)])
def test_an_image_is_a_picture_where_there_are_colours(program: Path, colours: str, picture: bool) -> None:
    """The texels are (0, 1, 0, 1), (2, 3, 4, 5), (6, 7, 8, 9) and (10, 11, 12, 13)."""
    file = program.parent / "turn.cl"
    file.write_text(TURN, encoding="utf-8")
    with terminal(file, COLORTERM=colours) as shown:
        shown.type(f"break {PICTURED}\n")
        shown.type("run\n", "\r\n" + PROMPT)
        text = shown.type("print from\n")
        rows = [[(0, 1, 0), (2, 3, 4)], [(6, 7, 8), (10, 11, 12)]]
        cells = ["".join(f"\x1b[48;2;{r};{g};{b}m  " for r, g, b in row) + "\x1b[0m\r\n" for row in rows]
        assert ("".join(cells) in text) == picture, text
        assert ("[0] (0, 1, 0, 1) (2, 3, 4, 5)" in text) != picture, text


def test_no_colours_go_into_a_file(debug, program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    file = program.parent / "turn.cl"
    file.write_text(TURN, encoding="utf-8")
    said = debug(f"break {PICTURED}", "run", "print from", what=file)
    assert "[1] (6, 7, 8, 9) (10, 11, 12, 13)" in said and "\x1b[48" not in said, said
