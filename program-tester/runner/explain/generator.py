# SPDX-License-Identifier: MIT
"""The generator of tests, which knows what its tests are about: started once, and asked line by line."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from ..results import ResultsError


class Generator:
    """A generator that answers until the end of the `with`; it starts with the first question."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self._process: subprocess.Popen[str] | None = None
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")

    def __enter__(self) -> Generator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process:
            self._process.communicate()
        self._errors.close()

    def ask(self, question: dict[str, Any]) -> Any:
        """What `generate --answer` says to a question. ResultsError when it fails."""
        pipe = subprocess.PIPE
        words = [str(self.program), "--answer"]
        self._process = process = self._process or subprocess.Popen(
            words, stdin=pipe, stdout=pipe, stderr=self._errors, text=True, start_new_session=True
        )  # of its own session: Ctrl-C is for who asks
        assert process.stdin and process.stdout
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        except KeyboardInterrupt:  # the answer, which may still come, is not that of the next question
            process.kill()
            process.communicate()
            self._process = None
            raise
        if not answer:
            process.wait()
            self._errors.seek(0)
            raise ResultsError(f"{self.program} cannot say what tests are about: {self._errors.read().strip()}")
        return json.loads(answer)
