# SPDX-License-Identifier: MIT
"""Names of files as tests are called by them. A file may have any name: results, reports and terminals get one that
is UTF-8, has no line ends and nothing that a terminal acts upon, and from which the file's own can be had again."""

import re
import shlex

_ESCAPED = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))")


def _spell(character: str) -> str:
    """Bytes that are not UTF-8 are U+DC80 to U+DCFF in Python's names of files."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shown(name: str) -> str:
    """The name for people. "::" is what a test's name begins behind."""
    if name.isprintable() and "\\" not in name and "::" not in name:
        return name
    spelled = "".join(c if c.isprintable() and c != "\\" else _spell(c) for c in name)
    return spelled.replace("::", ":\\x3a")


def _unspell(found: re.Match[str]) -> str:
    byte, *others = found.groups()
    code = int(next(filter(None, (byte, *others))), 16)
    if byte and code >= 0x80:
        code += 0xDC00
    return chr(code) if code < 0x110000 else found[0]


def actual(name: str) -> str:
    """The name that is shown so."""
    return _ESCAPED.sub(_unspell, name) if "\\" in name else name


def shell_word(name: str) -> str:
    """The name as a word of a shell's command line that can be copied from a page."""
    if name.isprintable():
        return shlex.quote(name)
    data = name.encode("utf-8", "surrogateescape")
    return "$'" + "".join(chr(b) if 32 <= b < 127 and b not in b"'\\" else f"\\x{b:02x}" for b in data) + "'"
