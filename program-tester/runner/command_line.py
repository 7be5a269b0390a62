# SPDX-License-Identifier: MIT
"""The parser of command lines that all commands use."""

from __future__ import annotations

import argparse
import difflib
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """Says which options were likely meant by those that there are not."""

    def error(self, message: str) -> NoReturn:
        _, _, words = message.partition("unrecognized arguments: ")
        guesses = [guess for word in words.split() for guess in self._guess(word)]
        super().error(message + (f"; did you mean {', '.join(guesses)}?" if guesses else ""))

    def _guess(self, word: str) -> list[str]:
        if not word.startswith("-"):
            return []
        return difflib.get_close_matches(word.partition("=")[0], list(self._option_string_actions), 1, 0.75)
