# SPDX-License-Identifier: MIT
"""An interactive zsh on a terminal of its own, which is asked what it would offer for a line."""

from __future__ import annotations

import os
import pty
import subprocess
import time
from pathlib import Path

SECONDS = 60.0  # for one answer
END = "(end)"
# compadd is what all completion functions give their matches to; with -O, -A or -D it only sorts words out.
START = """\
PS1= PS2=
fpath=({completions} $fpath)
autoload -Uz compinit && compinit -u -d {folder}/dump
compadd() {{
    local -a offered
    if [[ " $* " != *' -'[OAD]' '* ]]; then
        builtin compadd -O offered "$@"
        (($#offered)) && print -rl -- $offered >>{answer}
    fi
    builtin compadd "$@"
}}
offer() {{ LISTMAX=9999 _main_complete 2>>{problems}; print -r -- "{end}" >>{answer} }}
zle -C offer list-choices offer
bindkey -e
bindkey '^I' offer
print -r -- "{end}" >>{answer}
"""


class Zsh:
    """Use as a context manager. Files of the folder `there` are what it completes."""

    def __init__(self, folder: Path, completions: Path) -> None:
        self._answer, self._problems = folder / "answer", folder / "problems"
        self.there = folder / "there"
        self.there.mkdir()
        start = folder / "start"
        start.write_text(
            START.format(folder=folder, completions=completions, answer=self._answer, problems=self._problems, end=END),
            encoding="utf-8",
        )
        self._master, slave = pty.openpty()
        command = ["zsh", "-f", "-i", "+m"]
        environment = {**os.environ, "TERM": "dumb", "LC_ALL": "C.UTF-8"}
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, cwd=self.there, env=environment, start_new_session=True
        )
        os.close(slave)
        os.set_blocking(self._master, False)
        self._ask(f"source {start}\n")

    def __enter__(self) -> Zsh:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def _ask(self, keys: str) -> list[str]:
        """Types keys; the lines of the answer that comes."""
        self._answer.write_text("", encoding="utf-8")
        os.write(self._master, keys.encode())
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                os.read(self._master, 1 << 16)  # or it would stop at a full terminal
            except BlockingIOError:
                time.sleep(0.01)
            lines = self._answer.read_text(encoding="utf-8").splitlines()
            if END in lines:
                return lines[: lines.index(END)]
            assert time.monotonic() < deadline, f"zsh does not answer: {lines}"

    def offered(self, line: str) -> list[str]:
        """What Tab offers behind a line. That a completion complains is an error."""
        found = self._ask(f"\x15{line}\t")
        said = self._problems.read_text(encoding="utf-8")
        assert not said, said
        return sorted(found)
