# SPDX-License-Identifier: MIT
"""What pages in HTML lead to, for tests of them."""

import html.parser
from pathlib import Path


class Links(html.parser.HTMLParser):
    """What a page leads to and shows, and what others may lead to in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            self.attributes.add(name)
            if name in ("href", "src", "srcset") and value:
                self.targets.add(value)
            elif name == "id" and value:
                self.anchors.add(value)


def broken(folder: Path) -> tuple[int, list[str]]:
    """How many links the pages below a folder have into it, and those that lead nowhere, anchors included."""
    pages = {path: Links(path) for path in folder.rglob("*.html")}
    found, count = [], 0
    for path, page in pages.items():
        for target in page.targets:
            if "://" in target:
                continue
            name, _, anchor = target.partition("#")
            there = (path.parent / name).resolve() if name else path
            count += 1
            known = pages[there].anchors | {""} if there in pages else {""} if there.is_file() and not name.endswith(".md") else set()
            if anchor not in known:
                found.append(f"{path.relative_to(folder)}: {target}")
    return count, found
