# SPDX-License-Identifier: MIT
"""hashcat: the password of its own example for a mode, found again by a mask. Before it starts, hashcat also
tries the mode on that example by itself, the self-test, and ends with an error where that goes wrong."""

from __future__ import annotations

import json
import os
from functools import partial

from ..bench import Bench
from ..case import Case, Finding, NotHereError, WrongError
from ..compare import digest_of

_PACKAGES = ("hashcat", "hashcat-data")
_CLASSES = (("?l", str.islower), ("?u", str.isupper), ("?d", str.isdigit))
# Of every family: hashes of all lengths, salts before and behind, keyed hashes, ciphers, key derivation.
_MODES = (
    0, 10, 20, 30, 50, 60, 70, 100, 110, 120, 150, 170, 300, 600, 900, 1000, 1100, 1300, 1400, 1410, 1450,
    1500, 1700, 1710, 1750, 2600, 3000, 4500, 5100, 6000, 10800, 11500, 14100, 15400, 16100, 17300, 17600,
    18700, 25700, 26401,
)
_QUICK = (0,)


def mask_of(password: str) -> str:
    """A mask that finds the password: its last two characters are left to be found, where they are of a class."""
    words = [letter.replace("?", "??") for letter in password]
    for place in range(max(0, len(password) - 2), len(password)):
        for name, is_member in _CLASSES:
            if password[place].isascii() and is_member(password[place]):
                words[place] = name
    return "".join(words)


def _example(mode: int, bench: Bench) -> tuple[str, str]:
    """hashcat's example of a mode: the hash and its password."""
    said = bench.without_driver("hashcat", "--hash-info", "-m", str(mode), "--machine-readable").text
    try:
        found = json.loads(said[said.index("{") :])[str(mode)]
        return str(found["example_hash"]), str(found["example_pass"])
    except (ValueError, KeyError):
        raise NotHereError(f"hashcat tells no example of mode {mode}") from None


def _check(mode: int, bench: Bench) -> Finding:
    hashed, password = _example(mode, bench)
    options = ["--attack-mode=3", f"--session=rootle-{os.getpid()}", "--potfile-disable", "--logfile-disable", "--quiet", "--force"]
    devices = ["--opencl-device-types=1,2,3", "--backend-ignore-cuda", "--backend-ignore-hip"]
    found = bench.folder / "found"
    command = ["hashcat", "-m", str(mode), *options, *devices, "-o", str(found), "--outfile-format=2"]
    # It keeps programs of drivers by their versions, so that those of an earlier build would be used.
    done = bench.on_driver(*command, hashed, mask_of(password), HOME=str(bench.folder), XDG_CACHE_HOME=str(bench.folder))
    said = found.read_text(encoding="utf-8").strip() if found.exists() else ""
    if said != password:
        raise WrongError(f"found '{said}', not '{password}': {done.last_words}")
    return Finding(f"found '{said}'", digest_of(said.encode()))


CASES = tuple(
    Case(
        f"hashcat/mode-{mode}",
        _PACKAGES,
        partial(_check, mode),
        "its example's password",
        limit=900,
        is_quick=mode in _QUICK,
    )
    for mode in _MODES
)
