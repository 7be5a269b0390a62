# SPDX-License-Identifier: MIT
"""Reports are held against the versions that they name: files, functions, and their state."""

import subprocess
from pathlib import Path

import pytest
from patches import reading

REPORT = {"name": "a-b", "state": "confirmed", "where": "lib/read.c: read_pixel_ui and _f", "sources": "1.0, newest"}


@pytest.fixture(name="sources", scope="module")
def _sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose read_pixel_f came behind its release 1.0."""
    folder = tmp_path_factory.mktemp("sources")
    (folder / "lib").mkdir()
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@mail.invalid"]
    for version, text in (("v1.0", "void read_pixel_ui(void);\n"), ("v2.0", "void read_pixel_ui(void);\nvoid read_pixel_f(void);\n")):
        if version == "v1.0":
            subprocess.run([*git, "init", "-q"], check=True)
        (folder / "lib" / "read.c").write_text(text, encoding="utf-8")
        for words in (["add", "."], ["commit", "-q", "-m", version], ["tag", version]):
            subprocess.run([*git, *words], check=True)
    return folder


def test_places():
    where = "a/b.cl, c.cl: some_name and _i (3.1, newest); a/d.h: SomeName, x, and e/f.c"
    assert list(reading.places(where)) == [
        (["a/b.cl", "a/c.cl"], ["some_name", "some_i"], ["v3.1", "HEAD"]),
        (["a/d.h"], ["SomeName"], []),
        (["e/f.c"], [], []),
    ]
    assert reading.versions("3.1, 7.2-RC1, the newest that was read (one.cl)") == ["v3.1", "v7.2-RC1", "HEAD"]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, ["a-b: read_pixel_f is not in lib/read.c of v1.0"]),
        ({"sources": "2.0, newest"}, []),
        ({"where": "lib/read.c: read_pixel_ui; lib/read.c: read_pixel_f (2.0, newest)"}, []),
        ({"sources": "2.0"}, ["a-b: it is confirmed, and its sources are 2.0"]),
        ({"sources": "2.0, newest", "where": "lib/write.c"}, ["a-b: v2.0 has no lib/write.c", "a-b: HEAD has no lib/write.c"]),
    ],
)
def test_untrue(sources: Path, changed: dict[str, str], said: list[str]):
    assert reading.untrue(sources, [{**REPORT, **changed}]) == said


def test_version_that_is_not_there(sources: Path):
    with pytest.raises(reading.CheckoutError, match=r"has no v3\.0"):
        reading.untrue(sources, [{**REPORT, "sources": "3.0, newest"}])
