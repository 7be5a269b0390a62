# SPDX-License-Identifier: MIT
"""The generator, asked: an answer is that of its own question, also behind one that was interrupted."""

import os
import signal
import threading

import pytest

from runner.explain.generator import Generator

PROGRAM = """#!/usr/bin/python3
import json, sys, time
for line in sys.stdin:
    time.sleep(json.loads(line)["seconds"])
    print(line.strip(), flush=True)
"""


def test_an_interrupted_question_leaves_no_answer(tmp_path):
    program = tmp_path / "generate"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    with Generator(program) as generator:
        assert generator.ask({"seconds": 0, "which": 1})["which"] == 1
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            generator.ask({"seconds": 60, "which": 2})
        assert generator.ask({"seconds": 0, "which": 3})["which"] == 3
