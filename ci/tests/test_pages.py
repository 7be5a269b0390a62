# SPDX-License-Identifier: MIT
"""Pages can be read: their sentences and paragraphs are short. Manual pages are lists."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
WORDS, LINES = 30, 5  # of a sentence, of a paragraph
# How many are longer, on all pages together: lower it with each page that gets better, and never raise it.
LONG_SENTENCES, LONG_PARAGRAPHS = 190, 20
# Pages that have none.
SHORT = (
    "authoring.md",
    "catalyst.md",
    "hardware.md",
    "kernel-abi.md",
    "mesa-clover.md",
    "mesa.md",
    "r500-compiler.md",
    "r500.md",
    "test-format.md",
)
ITEM = re.compile(r"(?:[-*]|\d+\.) ")
END = re.compile(r"(?<=[.!?])[\"')*]* +(?=[\"'(*]*(?:[A-Z0-9]|code\b))")


def paragraphs(text: str) -> Iterator[list[str]]:
    """The lines of each paragraph or item of a list: tables, headings, examples and remarks are none."""
    found: list[str] = []
    example = False
    for line in [*text.splitlines(), ""]:
        line = line.strip()
        fence = line.startswith("```")
        if fence or example or not line or line.startswith(("|", "#", "<!--")) or ITEM.match(line):
            if found:
                yield found
            found = []
        example ^= fence
        if ITEM.match(line):
            line = ITEM.sub("", line, count=1)
        elif fence or example or line.startswith(("|", "#", "<!--")):
            continue
        if line and not example:
            found.append(line)


def sentences(paragraph: list[str]) -> list[str]:
    """A name in code, whatever it has, is one word, and a link is its text."""
    text = re.sub(r"`[^`]*`", "code", " ".join(paragraph))
    return END.split(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text))


def long_parts(page: Path) -> tuple[list[str], list[str]]:
    """A page's sentences and paragraphs that are too long, by their beginnings."""
    found = list(paragraphs(page.read_text(encoding="utf-8")))
    long = [s for p in found for s in sentences(p) if len(s.split()) > WORDS]
    return [f"{page.name}: {s[:80]}" for s in long], [f"{page.name}: {p[0]}" for p in found if len(p) > LINES]


def test_paragraphs_and_sentences():
    text = "# A\nOne `two words`. `b` is [c d](e).\n- item\n  goes on\n\n```sh\nx\n```\n| t |\nlast"
    found = list(paragraphs(text))
    assert found == [["One `two words`. `b` is [c d](e)."], ["item", "goes on"], ["last"]]
    assert sentences(found[0]) == ["One code.", "code is c d."]


@pytest.mark.parametrize("name", SHORT)
def test_pages_are_short(name):
    assert long_parts(DOCS / name) == ([], [])


def test_no_page_gets_longer():
    parts = [long_parts(page) for page in DOCS.rglob("*.md") if page.parent.name != "man"]
    assert sum(len(s) for s, _ in parts) <= LONG_SENTENCES
    assert sum(len(p) for _, p in parts) <= LONG_PARAGRAPHS
