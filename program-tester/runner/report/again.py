# SPDX-License-Identifier: MIT
"""What else to do with a test that failed, made of the command that runs it again."""

import re
import shlex
from pathlib import PurePath

TESTER = "program-tester"
OWN_DRIVER = re.compile(r"OCL_ICD_VENDORS=.*\brootle\.icd")
OWN_VARIABLE = re.compile(r"ROOTLE_\w+=")
VALUED = ("--timeout", "--platform", "--device", "--seed", "--test")  # options of the tester with a value


def _files(words: list[str]) -> list[str]:
    """Words that are neither options nor their values."""
    return [word for word, before in zip(words, ["", *words]) if not word.startswith("--") and before not in VALUED]


def explore(reproduce: str, test: str) -> str:
    """The command that makes an explorer's page of a test of the bundled driver; nothing for others, and where it
    is not clear what ran."""
    try:
        words = shlex.split(reproduce)
    except ValueError:
        return ""
    at = next((number for number, word in enumerate(words) if PurePath(word).name == TESTER), None)
    if at is None or not any(OWN_DRIVER.match(word) for word in words[:at]):
        return ""
    files = _files(words[at + 1 :])
    if len(files) != 1:
        return ""
    name = test.partition("::")[2]
    what = f"{files[0]}::{name}" if name else files[0]
    command = PurePath(words[at]).with_name("rootle-explore")
    own = [word for word in words[:at] if OWN_VARIABLE.match(word)]
    return shlex.join([*own, str(command), what])
