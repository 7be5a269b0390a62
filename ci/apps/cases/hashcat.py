# SPDX-License-Identifier: MIT
"""hashcat: a password found again by a mask, from its hash as Python computes it, or from hashcat's own example where
Python has no such hash. Before it starts, hashcat also tries the mode on that example by itself, the self-test, and ends
with an error where that goes wrong. A case passes only where hashcat says that it did so; it does not in mode 1500."""

import hashlib
import hmac
import json
import os
import zlib
from collections.abc import Callable
from functools import partial

from ..bench import Bench
from ..case import Case, Finding, NotHereError, WrongError
from ..compare import digest_of

_PACKAGES = ("hashcat", "hashcat-data")
_CLASSES = (("?l", str.islower), ("?u", str.isupper), ("?d", str.isdigit))
_PASSWORD, _SALT = "rootle7", "20261"
_SELF_TESTED = "Finished self-test"
_UNTESTED = (1500,)  # modes that hashcat has switched the self-test off for, as --hash-info says
# Modes of every family: hashes of all lengths, salts before and behind, keyed hashes, ciphers, key
# derivation.
_MODES = (
    0, 10, 20, 30, 50, 60, 70, 100, 110, 120, 150, 170, 300, 400, 500, 600, 900, 1000, 1100, 1300, 1400, 1410,
    1450, 1500, 1700, 1710, 1750, 2600, 3000, 4400, 4500, 5100, 6000, 6100, 6900, 10800, 11500, 14100, 15400,
    16100, 17300, 17600, 17800, 18700, 25700, 26401,
)
_QUICK = (0,)


def _plain(name: str) -> Callable[[bytes], str]:
    return lambda password: hashlib.new(name, password).hexdigest()


def _wide(name: str) -> Callable[[bytes], str]:
    return lambda password: hashlib.new(name, password.decode().encode("utf-16le")).hexdigest()


def _salted(name: str, form: str) -> Callable[[bytes], str]:
    """Of the password at %p and the salt at %s of a form."""
    return lambda password: _with_salt(
        hashlib.new(name, form.encode().replace(b"%p", password).replace(b"%s", _SALT.encode())).hexdigest()
    )


def _keyed(name: str, is_key: bool) -> Callable[[bytes], str]:
    """The keyed hash of the salt by the password, or of the password by the salt."""

    def made(password: bytes) -> str:
        key, text = (password, _SALT.encode()) if is_key else (_SALT.encode(), password)
        return _with_salt(hmac.new(key, text, name).hexdigest())

    return made


def _with_salt(hashed: str) -> str:
    return f"{hashed}:{_SALT}"


# The hash of a password by Python's hashlib, hmac and zlib, as hashcat reads it.
HASHES: dict[int, Callable[[bytes], str]] = {
    0: _plain("md5"),
    10: _salted("md5", "%p%s"),
    20: _salted("md5", "%s%p"),
    30: lambda p: _with_salt(hashlib.md5(p.decode().encode("utf-16le") + _SALT.encode()).hexdigest()),
    50: _keyed("md5", is_key=True),
    60: _keyed("md5", is_key=False),
    70: _wide("md5"),
    100: _plain("sha1"),
    110: _salted("sha1", "%p%s"),
    120: _salted("sha1", "%s%p"),
    150: _keyed("sha1", is_key=True),
    170: _wide("sha1"),
    300: lambda p: hashlib.sha1(hashlib.sha1(p).digest()).hexdigest(),
    600: lambda p: "$BLAKE2$" + hashlib.blake2b(p).hexdigest(),
    1300: _plain("sha224"),
    1400: _plain("sha256"),
    1410: _salted("sha256", "%p%s"),
    1450: _keyed("sha256", is_key=True),
    1700: _plain("sha512"),
    1710: _salted("sha512", "%p%s"),
    1750: _keyed("sha512", is_key=True),
    2600: lambda p: hashlib.md5(hashlib.md5(p).hexdigest().encode()).hexdigest(),
    4400: lambda p: hashlib.md5(hashlib.sha1(p).hexdigest().encode()).hexdigest(),
    4500: lambda p: hashlib.sha1(hashlib.sha1(p).hexdigest().encode()).hexdigest(),
    5100: lambda p: hashlib.md5(p).hexdigest()[:16],
    10800: _plain("sha384"),
    11500: lambda p: f"{zlib.crc32(p):08x}:00000000",
    17300: _plain("sha3_224"),
    17600: _plain("sha3_512"),
}


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


def _hash_and_password(mode: int, bench: Bench) -> tuple[str, str]:
    if mode in HASHES:
        return HASHES[mode](_PASSWORD.encode()), _PASSWORD
    return _example(mode, bench)


def _check(mode: int, bench: Bench) -> Finding:
    hashed, password = _hash_and_password(mode, bench)
    options = ["--attack-mode=3", f"--session=rootle-{os.getpid()}", "--potfile-disable", "--logfile-disable", "--force"]
    devices = ["--opencl-device-types=1,2,3", "--backend-ignore-cuda", "--backend-ignore-hip"]
    found = bench.folder / "found"
    command = ["hashcat", "-m", str(mode), *options, *devices, "-o", str(found), "--outfile-format=2"]
    # It keeps programs of drivers by their versions, so that those of an earlier build would be used.
    done = bench.on_driver(*command, hashed, mask_of(password), HOME=str(bench.folder), XDG_CACHE_HOME=str(bench.folder))
    said = found.read_text(encoding="utf-8").strip() if found.exists() else ""
    if said != password:
        raise WrongError(f"found '{said}', not '{password}': {done.last_words}")
    if mode not in _UNTESTED and _SELF_TESTED not in done.text:
        raise WrongError(f"no self-test: {done.last_words}")
    return Finding(f"found '{said}'", digest_of(said.encode()))


CASES = tuple(
    Case(
        f"hashcat/mode-{mode}",
        _PACKAGES,
        partial(_check, mode),
        "a hash of Python's" if mode in HASHES else "its example's password",
        limit=900,
        is_quick=mode in _QUICK,
    )
    for mode in _MODES
)
