# SPDX-License-Identifier: MIT
"""Has cvise (Debian's package of that name, where it is installed) make a long kernel smaller: it knows the syntax of C, and what was left
by leaving out lines and tokens has structure that goes only as a whole. Whether a candidate fails the same way, and passes on the reference,
this module says when cvise runs it as a program."""

import dataclasses
import os
import pickle
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .search import Search
from .source_file import TestFile

LONG = 12  # lines of a program, for which it is better than what is done here
PROGRAM = "program.cl"
GROUP = "opencl-120"  # of its passes


@dataclasses.dataclass(frozen=True)
class Question:
    """What a candidate's program is tried in."""

    file: TestFile
    search: Search

    def is_answered_by(self, program: str) -> bool:
        """Whether the file with this program fails as it should, and passes on the reference."""
        return self.search.is_shown_by(dataclasses.replace(self.file, program=program).text())


def is_better(file: TestFile) -> bool:
    """Whether it is installed, and a program is long enough for it."""
    return len(file.program.splitlines()) >= LONG and shutil.which("cvise") is not None


def reduced(file: TestFile, search: Search) -> TestFile:
    """The file with the smallest program that cvise finds until the time of the search is over. It works on a copy, which it replaces by each
    smaller one, so that it can be ended at any time."""
    question = Question(file, search)
    with tempfile.TemporaryDirectory(prefix="run-tests-cvise-") as name:
        folder = Path(name)
        (folder / PROGRAM).write_text(file.program, encoding="utf-8")
        (folder / "question").write_bytes(pickle.dumps(question))
        words = ["exec", sys.executable, "-m", __name__, str(folder / "question")]
        root = Path(__file__).resolve().parents[2]
        (folder / "check").write_text(f"#!/bin/sh\nexport PYTHONPATH={shlex.quote(str(root))}\n{shlex.join(words)}\n")
        (folder / "check").chmod(0o755)
        _run(folder, search.clock.left)
        program = (folder / PROGRAM).read_text(encoding="utf-8", errors="replace")
    return dataclasses.replace(file, program=program) if question.is_answered_by(program) else file


def _run(folder: Path, seconds: float) -> None:
    command = ["timeout", "--kill-after=5", str(max(1, int(seconds))), "cvise", "--pass-group", GROUP, "--n", "1", "--tidy", "./check", PROGRAM]
    environment = {**os.environ, "TMPDIR": str(folder)}
    subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False)


def main() -> int:
    question: Question = pickle.loads(Path(sys.argv[1]).read_bytes())
    return 0 if question.is_answered_by(Path(PROGRAM).read_text(encoding="utf-8", errors="replace")) else 1


if __name__ == "__main__":
    sys.modules["runner.reduce.with_cvise"] = sys.modules["__main__"]  # the name that a question was kept by
    sys.exit(main())
