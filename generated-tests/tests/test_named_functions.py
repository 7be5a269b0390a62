# SPDX-License-Identifier: MIT
"""Functions that reports name are looked up in each version's sources, and what is not there is told."""

import importlib.util
import subprocess
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[1] / "bugs" / "functions"
TABLE = """
[projects]
"P" = "tip of today"
[families]
p = "P"
"""


@pytest.fixture(scope="module")
def tool():
    loader = SourceFileLoader("functions", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.modules[loader.name] = module  # where dataclasses look
    loader.exec_module(module)
    return module


@pytest.fixture
def clone(tmp_path):
    """v1.0 has one() in a/b.c; the tip has Two::three() there, too."""
    folder = tmp_path / "clone"
    (folder / "a").mkdir(parents=True)
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q"], check=True)
    for tag, text in (("v1.0", "int one(void);\n"), ("tip", "int one(void);\nclass Two { int three(); };\n")):
        (folder / "a" / "b.c").write_text(text, encoding="utf-8")
        for words in (["add", "."], ["commit", "-qm", tag], ["tag", tag]):
            subprocess.run([*git, *words], check=True)
    return folder


def ask(tool, tmp_path, monkeypatch, capsys, where, sources, *given):
    file = tmp_path / "reports.toml"
    file.write_text(f'{TABLE}[[report]]\nname = "p-x"\nwhere = "{where}"\nsources = "{sources}"\n', encoding="utf-8")
    monkeypatch.setattr(tool, "TABLE", file)
    monkeypatch.setattr(sys, "argv", ["functions", *given])
    status = tool.main()
    return status, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("where", "sources", "said"),
    [
        ("a/b.c: one", "1.0, newest", []),
        ("a/b.c: one (1.0); a/b.c: Two::three (newest)", "1.0, newest", []),
        ("a/b.c", "1.0", []),
        ("a/b.c: Two::three", "1.0, newest", ["p-x: a/b.c of 1.0 has no Two::three"]),
        ("a/b.c: on", "1.0", ["p-x: a/b.c of 1.0 has no on"]),
        ("a/b.c: one; a/no.c: one", "1.0", ["p-x: 1.0 has no a/no.c"]),
        ("a/b.c, c.c: one", "newest", ["p-x: newest has no a/c.c"]),
        ("a/b.c: one", "0.9", ["p-x: 0.9 has no a/b.c"]),
        ("a/b.c: the function one", "1.0", ["p-x: is not a file with names: 'a/b.c: the function one'"]),
    ],
)
def test_names_are_looked_up_in_each_version(tool, clone, tmp_path, monkeypatch, capsys, where, sources, said):
    status, told = ask(tool, tmp_path, monkeypatch, capsys, where, sources, f"P={clone}")
    assert told[:-1] == said and status == (1 if said else 0)


def test_an_archive_is_of_one_version(tool, clone, tmp_path, monkeypatch, capsys):
    (tmp_path / "beside" / "a").mkdir(parents=True)
    (tmp_path / "beside" / "a" / "b.c").write_text("int old(void);\n", encoding="utf-8")
    status, told = ask(tool, tmp_path, monkeypatch, capsys, "a/b.c: old", "0.9, 1.0, the copy of May", f"P:0.9={tmp_path / 'beside'}")
    assert status == 0 and told == ["1 names looked up, 0 of them not as they should be; of 2 versions there are no sources here"]


def test_all_reports_say_files_with_names(tool):
    reports = tomllib.loads(tool.TABLE.read_text(encoding="utf-8"))["report"]
    assert sum(len(list(tool.places(report.get("where", "")))) for report in reports) > 150
