# SPDX-License-Identifier: MIT
"""Tells what the pieces of a program's lines are, so that pages can colour them: OpenCL C, and the header of a test."""

import html
import re
from collections.abc import Sequence

# The class of a piece, empty for plain text, and the text.
Piece = tuple[str, str]

COMMENT, HEADER, KEYWORD, TYPE, NUMBER, STRING = "comment", "header", "keyword", "type", "number", "string"
KEYWORDS = """break case const constant continue default do else enum extern for global goto if inline kernel local private read_only
    read_write return restrict sizeof static struct switch typedef union unsigned signed volatile while write_only __attribute__
    __constant __global __kernel __local __private __read_only __read_write __write_only""".split()
SCALARS = "char uchar short ushort int uint long ulong half float double".split()
TYPES = [*SCALARS, *"void bool size_t ptrdiff_t intptr_t uintptr_t sampler_t event_t queue_t cl_mem_fence_flags".split()]
TOKEN = re.compile(
    rf"""(?P<{HEADER}>/\*!.*?(?:!\*/|\Z))
    |(?P<{COMMENT}>/\*.*?(?:\*/|\Z)|//[^\n]*)
    |(?P<{STRING}>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)
    |(?P<{KEYWORD}>^[ \t]*\#[ \t]*\w+|\b(?:{"|".join(KEYWORDS)})\b)
    |(?P<{TYPE}>\b(?:(?:{"|".join(SCALARS)})(?:2|3|4|8|16)|{"|".join(TYPES)}|image[123]d_\w*t)\b)
    |(?P<{NUMBER}>\b\d(?:[\w.]|(?<=[eEpP])[+-])*)
    |\w+""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
HEADER_KEY = re.compile(rf"^[ \t]*(?:(?P<{KEYWORD}>\[\w+\])|(?P<{TYPE}>\w+:))|(?P<{COMMENT}>^/\*!|!\*/$|\#.*)", re.MULTILINE)


def is_word_of_c(word: str) -> bool:
    """Whether a name is a keyword or a type."""
    found = TOKEN.fullmatch(word)
    return bool(found and found.lastgroup)


def _tokens(text: str, token: re.Pattern[str]) -> list[Piece]:
    """All of a text: what is no token is plain."""
    found: list[Piece] = []
    end = 0
    for match in token.finditer(text):
        kind = match.lastgroup or ""
        if not kind:
            continue
        start = match.start(kind)
        found += [("", text[end:start])] if start > end else []
        found += _tokens(match[0], HEADER_KEY) if kind == HEADER else [(kind, match[kind])]
        end = match.end()
    return found + ([("", text[end:])] if end < len(text) else [])


def pieces(lines: Sequence[str]) -> list[list[Piece]]:
    """The pieces of each line. Joined they are the line."""
    found: list[list[Piece]] = [[]]
    for kind, text in _tokens("\n".join(lines), TOKEN):
        first, *others = text.split("\n")
        if first:
            found[-1].append((kind, first))
        found += [[(kind, line)] if line else [] for line in others]
    return found


def as_html(line: Sequence[Piece]) -> str:
    """A line for a page."""
    return "".join(
        f'<span class="of-{kind}">{html.escape(text, quote=False)}</span>' if kind else html.escape(text, quote=False)
        for kind, text in line
    )
