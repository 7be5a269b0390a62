# SPDX-License-Identifier: MIT
"""Selecting tests by name: globs, and regular expressions between slashes."""

import re


class PatternError(ValueError):
    """A pattern that cannot be read; the message is for people."""


def glob_to_regex(glob: str) -> str:
    """`*` is any text and `?` any character. Brackets stand for themselves: test names have
    them. Where a part between stars is found first is as good as any later place, so that only the
    last star tries more than one: many stars take no longer than few."""
    first, *parts = ["".join("." if char == "?" else re.escape(char) for char in part) for part in glob.split("*")]
    if not parts:
        return first
    *middle, last = parts
    return first + "".join(f"(?>.*?{part})" for part in middle if part) + ".*" + last


class Pattern:
    """Matches test names. /REGEX/ is searched for; a glob must match the whole name, its file part
    or its test part; plain text may stand anywhere in the name."""

    def __init__(self, text: str) -> None:
        self.text = text
        if self.is_regex(text):
            self._parts = False
            source = text[1:-1]
        elif "*" in text or "?" in text:
            self._parts = True
            source = glob_to_regex(text)
        else:
            self._parts = False
            source = re.escape(text)
        try:
            self._regex = re.compile(source, re.DOTALL)
        except re.error as error:
            raise PatternError(f"pattern {text}: {error}") from None

    @staticmethod
    def is_regex(text: str) -> bool:
        return len(text) >= 2 and text[0] == text[-1] == "/"

    def matches(self, test: str) -> bool:
        if not self._parts:
            return self._regex.search(test) is not None
        file, _, name = test.partition("::")
        return any(self._regex.fullmatch(part) for part in (test, file, name))
