# SPDX-License-Identifier: MIT
"""The syntax files for editors know every word that the tester's tables have."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
EDITORS = ROOT / "ci" / "editors"
VIM = EDITORS / "vim" / "syntax" / "rootletest.vim"
VSCODE = EDITORS / "vscode"
GRAMMAR = VSCODE / "syntaxes" / "rootle-test.tmLanguage.json"


def words_of(source: str, pattern: str) -> set[str]:
    text = (ROOT / "program-tester" / source).read_text("utf-8")
    return {match[match.lastindex] for match in re.finditer(pattern, text, re.M)}


KEYS = words_of("parse/parse_key.c", r'^    \{"(\w+)", TARGET_')
WORDS = (
    words_of("parse/parse_sub_keys.c", r'\{"([a-z_]+)", ')
    | words_of("parse/parse_box.c", r'\{"([a-z_]+)", ')
    | words_of("parse/parse_step.c", r'\{"([a-z_]+)", |pt_word_is\(word, "(\w+)"\)')
)
VALUE_WORDS = set(
    re.findall(
        r'"(\w+)"', re.search(r"pt_value_words\[.*?\};", (ROOT / "program-tester/parse/parse_arg.c").read_text("utf-8"), re.S)[0]
    )
)
FORMATS = words_of("base/formats.def", r"^(?:ORDER|DATA_TYPE)\((\w+),") | words_of("parse/layout.c", r'^    \{"([A-Z]\w+)",')


def grammar_patterns() -> list[re.Pattern]:
    """Every expression of the grammar. They use only what Python's syntax has, too."""
    found = []

    def walk(node):
        if isinstance(node, dict):
            found.extend(node[key] for key in ("match", "begin", "end") if key in node)
            for child in node.values():
                walk(child)
        elif isinstance(node, list):
            for child in node:
                walk(child)

    walk(json.loads(GRAMMAR.read_text("utf-8")))
    return [re.compile(text) for text in found]


def test_tables_were_found():
    assert {"kernel_name", "arg_out"} <= KEYS
    assert {"image_width", "mirrored_repeat", "filter_mode"} <= WORDS
    assert {"repeat", "tolerance"} <= VALUE_WORDS
    assert {"sRGBA", "HALF_FLOAT"} <= FORMATS


def test_the_syntax_files_are_current():
    done = subprocess.run([EDITORS / "update", "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_new_word_is_missed(tmp_path):
    """The script sees rows that the syntax files have not, and puts them there."""
    shutil.copytree(EDITORS, tmp_path / "ci" / "editors")
    formats = tmp_path / "program-tester" / "base" / "formats.def"
    formats.parent.mkdir(parents=True)
    text = (ROOT / "program-tester" / "base" / "formats.def").read_text("utf-8")
    formats.write_text(text + 'ORDER(ABGR, "abgr", "rgba", BYTES)\n', "utf-8")
    keys = tmp_path / "program-tester" / "parse" / "parse_key.c"
    keys.parent.mkdir()
    row = '    {"need_double", TARGET_CONFIG, false, read_bool, 0},\n'
    keys.write_text((ROOT / "program-tester" / "parse" / "parse_key.c").read_text("utf-8") + row, "utf-8")
    script = tmp_path / "ci" / "editors" / "update"
    assert subprocess.run([script, "--check"], capture_output=True, check=False).returncode == 1
    subprocess.run([script], check=True)
    assert subprocess.run([script, "--check"], check=False).returncode == 0
    for path in (VIM, GRAMMAR):
        text = (tmp_path / path.relative_to(ROOT)).read_text("utf-8")
        assert "ABGR" in text and "need_double" in text


@pytest.mark.parametrize("key", sorted(KEYS))
def test_keys(key):
    assert any(pattern.fullmatch(f"{key}:") for pattern in grammar_patterns())
    assert any(re.fullmatch(text, f"{key}:") for text in vim_matches("rootleKey"))


@pytest.mark.parametrize("word", sorted(WORDS | VALUE_WORDS | FORMATS))
def test_words(word):
    assert any(pattern.fullmatch(word) for pattern in grammar_patterns())
    kinds = ("rootleFormat", "rootleWord", "rootleSubkey")
    patterns = [text for kind in kinds for text in vim_matches(kind)]
    assert word in vim_keywords() or any(re.fullmatch(text, word) for text in patterns)


def vim_matches(kind: str) -> list[str]:
    """Vim's expressions of a kind, in Python's syntax."""
    text = VIM.read_text("utf-8")
    found = re.findall(rf"^syntax match {kind} '(.*?)'", text, re.M)
    return [
        re.sub(r"\\([(|)?+<>])", lambda m: {"<": r"\b", ">": r"\b"}.get(m[1], m[1]), expression)
        for expression in found
    ]


def vim_keywords() -> set[str]:
    lines = re.findall(r"^syntax keyword rootle\w+ (.*)$", VIM.read_text("utf-8"), re.M)
    return {word for line in lines for word in line.split()} - {"contained"}


def test_extension_names_files_that_exist():
    package = json.loads((VSCODE / "package.json").read_text("utf-8"))
    for grammar in package["contributes"]["grammars"]:
        assert (VSCODE / grammar["path"]).exists()
        assert grammar["scopeName"] == json.loads(GRAMMAR.read_text("utf-8"))["scopeName"]


def test_vim_reads_the_syntax_file(tmp_path):
    vim = shutil.which("vim")
    if not vim or b"+syntax" not in subprocess.check_output([vim, "--version"]):
        pytest.skip("there is no Vim with syntax files")
    test = ROOT / "program-tester" / "tests" / "buffer" / "large.cl"
    script = tmp_path / "check.vim"
    script.write_text(
        f"set runtimepath^={ROOT / 'ci/editors/vim'}\nsyntax on\nfiletype on\nedit {test}\n"
        "call search('arg_out')\n"
        "call writefile([&filetype, synIDattr(synID(line('.'), col('.'), 0), 'name')], "
        f"'{tmp_path / 'said'}')\nqall!\n"
    )
    subprocess.run([vim, "-u", "NONE", "-es", "-S", script], check=False, timeout=20)
    assert (tmp_path / "said").read_text().split() == ["rootletest", "rootleKey"]
