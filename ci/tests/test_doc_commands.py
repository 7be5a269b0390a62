# SPDX-License-Identifier: MIT
"""Commands of the pages run: those in blocks of `sh`, and behind `$ ` in blocks that show output, too. A comment
before the block says what does not, and why:

    <!-- not run: needs root -->                  none of the block
    <!-- not run "--suite generated": hours -->   lines that have the words
    <!-- long "ci/bench": minutes -->             likewise; only with ROOTLE_LONG_TESTS=1, as in ci/check --long
    <!-- first: touch mine.icd -->                what a reader has done before

The blocks of a page run one after another in one folder, which has the checkout's files, so that a page can be
followed from top to bottom."""

import dataclasses
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / name
    for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")
    if (ROOT / name).exists()
] + sorted((ROOT / "docs").rglob("*.md"))
LONG = os.environ.get("ROOTLE_LONG_TESTS") == "1"
BLOCK = re.compile(r"((?:^<!-- .*? -->\n)*)^( *)```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
MARK = re.compile(r'<!-- (not run|long|first)(?: "([^"]*)")?: (.*?) -->')
OUR_FILE = {"cl", "c", "python", "cmake", "yaml"}
SECONDS = 3600 if LONG else 300


@dataclasses.dataclass
class Block:
    """A fenced block of a page: its commands, and the marks before it."""

    line: int
    commands: list[str]
    marks: list[tuple[str, str, str]]  # kind, words of the lines it is about, reason or command

    def script(self, long: bool) -> list[str]:
        """What is run of it."""
        first = [text for kind, _, text in self.marks if kind == "first"]
        run = [command for command in self.commands if not self._is_left_out(command, long)]
        return first + run if run else []

    def _is_left_out(self, command: str, long: bool) -> bool:
        kinds = {"not run"} if long else {"not run", "long"}
        return any(kind in kinds and words in command for kind, words, _ in self.marks)


def commands_of(language: str, body: str) -> list[str]:
    """The commands of a block, continued lines joined. A block of output has them behind `$ `."""
    lines = body.replace("\\\n", " ").split("\n")
    if language == "sh":
        return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return [line.strip()[2:] for line in lines if line.strip().startswith("$ ")]


def blocks_of(text: str) -> list[Block]:
    found = []
    for match in BLOCK.finditer(text):
        marks, _, language, body = match.groups()
        if language in OUR_FILE:
            continue
        line = text.count("\n", 0, match.end(1)) + 1
        block = Block(line, commands_of(language, body), MARK.findall(marks))
        if block.commands or block.marks:
            found.append(block)
    return found


def checkout_in(folder: Path) -> None:
    """A folder with links to the checkout's files; what commands write stays in it."""
    for path in ROOT.iterdir():
        if path.name not in ("build", ".git", "results", "out", "before", "after"):
            (folder / path.name).symlink_to(path)
    (folder / "build").mkdir()
    for path in (ROOT / "build").iterdir() if (ROOT / "build").is_dir() else ():
        if path.name not in ("results", "gate"):
            (folder / "build" / path.name).symlink_to(path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_run(page, tmp_path):
    blocks = blocks_of(page.read_text(encoding="utf-8"))
    scripts = [(block, block.script(LONG)) for block in blocks]
    if not any(script for _, script in scripts):
        pytest.skip("no command that is run" if not LONG else "no command that can be run")
    if not (ROOT / "build" / "bin" / "program-tester").exists():
        pytest.skip("the release build is not there")
    checkout_in(tmp_path)
    text = "".join(f"echo '== line {block.line}'\n" + "\n".join(script) + "\n" for block, script in scripts if script)
    status, said = run(text, tmp_path)
    assert status == 0, f"{page.relative_to(ROOT)}\n{said[-4000:]}"


def run(script: str, folder: Path) -> tuple[int, str]:
    """Runs a script; its exit status and output. Nothing it started goes on when time is up. Pages have homes of their
    own, but find what the driver has compiled for others."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    compiled = os.environ.get("ROOTLE_CACHE_DIR") or f"{caches}/rootle"
    with subprocess.Popen(
        ["bash", "-eux", "-c", script],
        cwd=folder,
        env={**os.environ, "ROOTLE_LONG_TESTS": "", "HOME": str(folder), "ROOTLE_CACHE_DIR": compiled},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as bash:
        try:
            said, _ = bash.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(bash.pid, signal.SIGKILL)
            said, _ = bash.communicate()
            said += f"not done after {SECONDS} s"
        return bash.returncode, said


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_marks_are_about_something(page):
    """A mark that matches no line is a mistake, as is one that stands before no block."""
    text = page.read_text(encoding="utf-8")
    blocks = blocks_of(text)
    for block in blocks:
        for kind, words, reason in block.marks:
            assert reason.strip(), f"{page}:{block.line}: {kind} says no reason"
            assert not words or any(words in command for command in block.commands), f"{page}:{block.line}: {words}"
    assert len(MARK.findall(text)) == sum(len(block.marks) for block in blocks), f"{page}: a mark before no block"


def test_blocks_are_read():
    text = """<!-- first: touch x -->
<!-- not run "sudo": needs root -->
<!-- long "slow": minutes -->
```sh
# why
one \\
    --two
sudo three
slow four
```
```
$ five
out
```
```cl
$ no
```
"""
    first, second = blocks_of(text)
    assert first.script(False) == ["touch x", "one      --two"]
    assert first.script(True) == ["touch x", "one      --two", "slow four"]
    assert first.line == 4 and second.commands == ["five"] and second.script(False) == ["five"]
    assert blocks_of("<!-- not run: needs root -->\n```sh\na\nb\n```\n")[0].script(True) == []
