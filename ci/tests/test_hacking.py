# SPDX-License-Identifier: MIT
"""The pages of docs/hacking/ hold: what they name is where they say, and rows that they ask for are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs" / "hacking").glob("*.md"))
# `name` in `path/to/file`: a function, table, field or word that a page points at.
PLACE = re.compile(r"`([\w.]+)`(?: there)? in\s+`((?:[\w.-]+/)+[\w.-]+)`")


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def find_all(pattern: str, path: str) -> list[str]:
    found = re.findall(pattern, read(path), re.MULTILINE)
    assert found, f"{path} has nothing like {pattern}"
    return found


PLACES = [
    pytest.param(name, file, id=f"{page.stem}-{name}")
    for page in PAGES
    for name, file in PLACE.findall(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("name", "file"), PLACES)
def test_names_are_where_pages_say(name, file):
    assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", read(file)), f"{file} has no {name}"


def test_places_are_found():
    assert PLACE.findall("see `keys` in `a/b.c`, and `c` of `d/e.h`; `f` there in\n`g/h.py`") == [
        ("keys", "a/b.c"),
        ("f", "g/h.py"),
    ]
    assert len(PLACES) > 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_index_has_every_page(page):
    if page.name != "README.md":
        assert f"]({page.name})" in read("docs/hacking/README.md")


@pytest.mark.parametrize("key", find_all(r'^    \{"(\w+)", TARGET_', "program-tester/parse/parse_key.c"))
def test_header_keys_are_described(key):
    assert re.search(rf"`{key}\b|^{key}: ", read("docs/test-format.md"), re.MULTILINE)


# add-a-chip.md: where else a chip's name stands, and between which words.
CHIP_LISTS = {
    "driver/base/env.def": r"ENV\(CHIP, .*",
    "docs/environment.md": r"`ROOTLE_CHIP`.*",
    "llvm/main.c": r"--chip CHIP.*",
    "docs/man/rootle-cc.1": r"The chip to compile for.*",
    "driver/tests/CMakeLists.txt": r"foreach\(chip .*\)(?=\n *driver_images_test)",
    "driver/tests/test_wrong_input.py": r"is not a known chip; known are.*",
}


@pytest.mark.parametrize("file", CHIP_LISTS)
def test_chips_are_named(file):
    chips = find_all(r'^    \{\.name = "(\w+)"', "driver/hw/chips.c")
    lists = find_all(CHIP_LISTS[file], file)
    assert [chip for chip in chips if not any(re.search(rf"\b{chip}\b", text) for text in lists)] == []


def test_every_table_of_queries_is_listed():
    tables = {
        (name, str(file.relative_to(ROOT)))
        for file in (ROOT / "driver" / "clover").glob("*.c")
        for name in re.findall(r"struct clover_info (\w+)\[\]", file.read_text(encoding="utf-8"))
    }
    assert tables <= set(PLACE.findall(read("docs/hacking/add-an-info-query.md")))
