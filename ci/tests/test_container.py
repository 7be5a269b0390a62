# SPDX-License-Identifier: MIT
"""ci/container's command line; making an image takes root and minutes."""

import subprocess
from pathlib import Path

CONTAINER = Path(__file__).resolve().parents[1] / "container"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(CONTAINER), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def test_it_says_how_it_is_used():
    done = run("--help")
    assert (done.returncode, done.stdout.startswith("usage: ci/container make")) == (0, True)


def test_wrong_words():
    assert [run(*words).returncode for words in ((), ("build",), ("make", "x"), ("run", "--mount"))] == [2] * 4
