# SPDX-License-Identifier: MIT
"""The pages of docs/hacking/ hold: what they name is where they say, and rows that they ask for are there."""

import re
import subprocess
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
    "llvm/command.c": r"--chip CHIP[^;]*",
    "docs/man/rootle-cc.md": r".*The chip to compile for[^-]*",
    "driver/shim/main.c": r"--chip=NAME[^(]*",
    "docs/man/rootle-drm.md": r"The chip: .*\n?.*",
    "driver/check/main.c": r"--chip=NAME[^(]*",
    "docs/man/rootle-check.md": r"The chip: .*\n?.*",
    "driver/winsys/radeon/winsys_radeon.c": r'\{"[A-Z]+", "\w+"\}',
    "driver/icd/tests/test_wrong_input.py": r"is not a known chip; known are.*",
}


# Where only chips stand that Linux's radeon driver has compute for, and whose kernels have memory that can be checked.
OF_KERNEL = {
    "driver/shim/main.c",
    "docs/man/rootle-drm.md",
    "driver/check/main.c",
    "docs/man/rootle-check.md",
    "driver/winsys/radeon/winsys_radeon.c",
}
# Where chips stand that compute: R300, R600 and R700 only draw, for drivers of others.
THAT_COMPUTE = {"llvm/command.c", "docs/man/rootle-cc.md", "driver/check/main.c", "docs/man/rootle-check.md",
                "driver/winsys/radeon/winsys_radeon.c"}


@pytest.mark.parametrize("file", CHIP_LISTS)
def test_chips_are_named(file):
    rows = find_all(r'^    ((?:CHIP\(|\{\.name = )".*)', "driver/hw/chips.c")
    rows = [row for row in rows if file not in OF_KERNEL or "HW_FAMILY_R500" not in row]
    chips = [row.split('"')[1] for row in rows if file not in THAT_COMPUTE or not re.search("HW_FAMILY_R[367]00", row)]
    lists = find_all(CHIP_LISTS[file], file)
    assert [chip for chip in chips if not any(re.search(rf"\b{chip}\b", text) for text in lists)] == []


def sources() -> list[str]:
    """Files of the checkout that are no tests, and no pages but those of manuals."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    left_out = re.compile(r"\.(md|cl|svg)$|(^|/)tests/(?!CMakeLists)")
    return [name for name in listed if not left_out.search(name) and (ROOT / name).is_file()]


def words(path: str) -> set[str]:
    return set(re.findall(r"\w+", (ROOT / path).read_text(encoding="utf-8", errors="replace")))


@pytest.mark.skipif(not sources(), reason="no checkout: git lists no files")
def test_chips_are_named_nowhere_else():
    chips = set(find_all(r'^    (?:CHIP\(|\{\.name = )"(\w+)"', "driver/hw/chips.c"))
    page = read("docs/hacking/add-a-chip.md")
    assert [name for name in sources() if chips <= words(name) and name not in page] == []


NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()


def test_places_of_a_chip_are_counted():
    changed = re.search(r"changes (\w+) files, .* and a word in (\w+) places", read("docs/hacking/add-a-chip.md"), re.DOTALL)
    assert changed
    by_hand = len(CHIP_LISTS.keys() - {"docs/environment.md"})  # which is made
    assert [NUMBERS.index(word) for word in changed.groups()] == [by_hand + 1, by_hand]


@pytest.mark.skipif(not sources(), reason="no checkout: git lists no files")
def test_files_of_a_header_key_are_counted():
    """As many as name a key like that of the example, which is a requirement of `[config]`; syntax files are made."""
    page = read("docs/hacking/add-a-header-key.md")
    changed = re.search(r"changed (\w+) files by one or two\s+lines each: (.*)\.\s*$", page, re.DOTALL)
    assert changed
    files = set(re.findall(r"`([\w./-]+\.\w+)`", changed[2]))
    assert NUMBERS.index(changed[1]) == len(files) + 1  # the page of the format
    files |= set(re.findall(r"`(ci/editors/[\w./-]+)`", page))
    rooms = ("program-tester/parse/", "program-tester/run/", "program-tester/verdict/", "program-tester/report/", "ci/")
    for key in ("need_image_support", "require_platform_extensions"):
        named = {name for name in sources() if name.startswith(rooms) and key in words(name)}
        assert named - {"program-tester/parse/plan.c"} <= files, key  # which frees what a key owns


def test_every_table_of_queries_is_listed():
    tables = {
        (name, str(file.relative_to(ROOT)))
        for file in (ROOT / "driver" / "clover").glob("*.c")
        for name in re.findall(r"struct clover_info (\w+)\[\]", file.read_text(encoding="utf-8"))
    }
    assert tables <= set(PLACE.findall(read("docs/hacking/add-an-info-query.md")))


# Where the examples of the README's numbers stand: what names them there, and in which rooms.
EXAMPLES = {
    "BFREV_INT": (r"\bBFREV_INT\b", ("driver/", "llvm/")),
    "copy_loops": (r"PASS\(copy_loops\b|\bpass_copy_loops\(|passes/copy_loops\.c", ("llvm/",)),
    "half_fp": (r"\bhalf_fp\b", ("driver/clover/",)),
    "need_image_support": (r"\bneed_image_support\b", ("program-tester/parse/", "program-tester/run/")),
}


@pytest.mark.skipif(not sources(), reason="no checkout: git lists no files")
@pytest.mark.parametrize("example", EXAMPLES)
def test_files_of_a_change_are_counted(example):
    """The README says first how many files the simplest change of a kind takes, and names an example of it."""
    row = re.search(rf"^\|[^|]*\| (\d+)[^|]*\| `{example}` \|$", read("docs/hacking/README.md"), re.MULTILINE)
    assert row
    pattern, rooms = EXAMPLES[example]
    candidates = [name for name in sources() if name.startswith(rooms)]
    named = [name for name in candidates if re.search(pattern, (ROOT / name).read_text(encoding="utf-8", errors="replace"))]
    assert len(named) == int(row[1]), named
