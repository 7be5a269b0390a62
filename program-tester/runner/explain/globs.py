# SPDX-License-Identifier: MIT
"""Lines of an expectation list that cover the tests of a rule."""

import os
import re
from collections.abc import Iterable, Sequence

from ..patterns import glob_to_regex
from .axes import family_of

_PARTS = re.compile(r"[A-Za-z0-9_]+|[^A-Za-z0-9_]+")


def common(names: Sequence[str]) -> str:
    """The glob of names that have equally many words: what they share stays, the rest are stars."""
    glob = ""
    for words in zip(*map(_PARTS.findall, names), strict=True):
        shared = os.path.commonprefix(words)
        glob += shared if all(word == shared for word in words) else "*" if _is_number(shared) else f"{shared}*"
    return re.sub(r"\*(?:[^A-Za-z0-9_]*\*)+", "*", glob)


def _is_number(text: str) -> bool:
    """Digits that names happen to begin with say nothing."""
    return text.isdigit()


def covering(tests: Iterable[str], values: dict[str, tuple[str, ...]]) -> list[str]:
    """Globs that cover these tests: one for each family, form of name, and values on the axes of a rule."""
    groups: dict[tuple[str, int, tuple[str, ...]], list[str]] = {}
    for test in tests:
        key = (family_of(test), len(_PARTS.findall(test)), values.get(test, ()))
        groups.setdefault(key, []).append(test)
    return list(dict.fromkeys(common(names) for names in groups.values()))


class Names:
    """Names of tests, to see which globs match any."""

    def __init__(self, tests: Iterable[str]) -> None:
        families: dict[str, list[str]] = {}
        for test in tests:
            families.setdefault(family_of(test), []).append(test)
        self._texts = {family: "\n".join(names) for family, names in families.items()}

    def has(self, glob: str) -> bool:
        """Whether a glob covers one of them. No name has a line end, so that no star reaches over one."""
        regex = glob_to_regex(glob).replace(".*", "[^\n]*")
        pattern = re.compile(f"^{regex}$", re.MULTILINE)
        family = family_of(glob)
        texts = self._texts.values() if set(family) & set("*?") else [self._texts.get(family, "")]
        return any(pattern.search(text) for text in texts)
