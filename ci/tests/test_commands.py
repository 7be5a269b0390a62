# SPDX-License-Identifier: MIT
"""What the commands of ci/commands.txt have in common: a version, a manual page with the options of the
help, and completions."""

import functools
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from zsh import Zsh

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR") or ROOT / "build")
VERSION = (ROOT / "VERSION").read_text(encoding="ascii").strip()
TABLE = (ROOT / "ci" / "commands.txt").read_text(encoding="utf-8")
COMMANDS = dict(re.findall(r"^([a-z][\w-]*) +(\S+) +[a-z-]+$", TABLE, re.MULTILINE))
MANUALS = ROOT / "docs" / "man"


@functools.cache
def said(name: str, *arguments: str) -> str:
    """What a command prints, called by the name that it is installed by."""
    program = BUILD / "bin" / name
    if not program.exists():
        pytest.skip(f"{program} is not built")
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def options(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*[a-z]", text))


def listed(text: str) -> set[str]:
    """The options that a help lists, each with what it says of it."""
    return options("\n".join(re.findall(r"^ {2,4}(-.*?)(?:  .*)?$", text, re.MULTILINE)))


def inner_commands(text: str) -> list[str]:
    return re.findall(r"^  ([a-z]+) ", text.partition("\ncommands (")[2], re.MULTILINE)


def test_table_is_read():
    rows = [line for line in TABLE.splitlines() if not line.startswith("#")]
    assert len(COMMANDS) == len(rows) >= 5


@pytest.mark.parametrize("name", COMMANDS)
def test_version(name):
    assert re.fullmatch(rf"{name} \(Rootle\) {re.escape(VERSION)}(, LLVM [\d.]+)?\n", said(name, "--version"))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_the_installed_name(name):
    text = said(name, "--help")
    assert re.match(rf"usage: {name}\b", text)
    assert not re.search(r"(?<!rootle-)(?<!\w)run-tests|ci/gate|\bgenerate \[", text)
    for inner in inner_commands(text):
        assert said(name, inner, "--help").startswith(f"usage: {name} {inner} ")
        assert said(name, inner, "--version") == f"{name} {inner} (Rootle) {VERSION}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_manual_page_has_every_option(name):
    text = said(name, "--help")
    inside = "".join(said(name, inner, "--help") for inner in inner_commands(text))
    page = (MANUALS / f"{name}.md").read_text(encoding="utf-8")
    assert sorted(listed(text) - options(page) - {"--help"}) == []
    assert sorted(options(page) - listed(text) - listed(inside) - {"--help"}) == []
    for inner in inner_commands(text):
        assert re.search(rf"^- \*\*{inner}\b", page, re.MULTILINE), f"{inner} is not described"


def test_every_manual_page_is_of_a_command():
    assert sorted(file.stem for file in MANUALS.iterdir()) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_manual_page_is_sound(name, tmp_path):
    if not shutil.which("groff"):
        pytest.skip("groff is not installed")
    subprocess.run([ROOT / "ci" / "manuals", tmp_path], check=True)
    command = ["groff", "-man", "-Tutf8", "-ww", tmp_path / f"{name}.1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "GROFF_NO_SGR": "1"})
    assert done.stderr == ""
    text = re.sub(r".\x08", "", done.stdout).replace("\N{HYPHEN}", "-").replace("\N{MINUS SIGN}", "-")
    assert "**" not in text and text.startswith(name.upper())
    assert sorted(listed(said(name, "--help")) - options(text) - {"--help"}) == []


def completion(shell: str, name: str) -> Path:
    path = BUILD / "completions" / shell / (f"_{name}" if shell == "zsh" else name)
    if not path.exists():
        pytest.skip(f"{path} is not built")
    return path


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completions_parse(shell, name):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n", completion(shell, name)], check=True)


def completed(tmp_path: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words, in a folder with some files."""
    (tmp_path / "folder").mkdir(exist_ok=True)
    (tmp_path / "file.icd").touch()
    name = words[0]
    script = f"""source "$1"
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _{name.replace("-", "_")}
        printf '%s\\n' "${{COMPREPLY[@]}}\""""
    command = ["bash", "-c", script, "bash", completion("bash", name), *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return sorted(done.stdout.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_bash_completes_all_options(name, tmp_path):
    offered = {word for word in completed(tmp_path, name, "-") if word.startswith("--")}
    assert offered == listed(said(name, "--help"))


CHIPS = ["barts", "caicos", "cayman", "cedar", "cypress", "juniper", "redwood", "turks"]
CASES = pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["rootle-run-tests", "--suite", "quick"], ["quick", "quick-strict"]),
        (["rootle-run-tests", "--suite", "=", "gen"], ["generated"]),
        (["rootle-run-tests", "--suite", "=", "hand"], ["hand-written"]),
        (["rootle-run-tests", "--driver", "roo"], ["rootle", "rootle-drm"]),
        (["rootle-run-tests", "--driver", "mesa-c"], ["mesa-clover"]),
        (["rootle-run-tests", "--driver", "fi"], ["file.icd"]),
        (["rootle-run-tests", "--results", "f"], ["folder"]),
        (["rootle-run-tests", "--jobs", ""], []),
        (["rootle-run-tests", "comp"], ["compare"]),
        (["rootle-run-tests", "compare", "--a"], ["--all", "--allow-skips"]),
        (["rootle-run-tests", "compare", "f"], ["file.icd", "folder"]),
        (["rootle-run-tests", "show", "--status", "un"], ["unexpected-pass"]),
        (["rootle-cc", "--chip", ""], sorted([*CHIPS, "rv515"])),
        (["rootle-drm", "--chip", "=", ""], sorted([*CHIPS, "r600", "rc410", "rv515", "rv770"])),
        (["rootle-cc", "--emit", "=", ""], ["asm", "bin", "ll", "places", "pstat"]),
        (["rootle-generate-tests", "--profile", "q"], ["quick", "quick-strict"]),
        (["rootle-gate", "--driver", "fi"], ["file.icd"]),
        (["program-tester", "--config", "fi"], ["file.icd"]),
    ],
    ids=" ".join,
)


@CASES
def test_bash_completes(words, offered, tmp_path):
    assert completed(tmp_path, *words) == offered


@pytest.fixture(scope="module", name="zsh")
def fixture_zsh(tmp_path_factory) -> Iterator[Zsh]:
    if not shutil.which("zsh"):
        pytest.skip("zsh is not installed")
    with Zsh(tmp_path_factory.mktemp("zsh"), completion("zsh", next(iter(COMMANDS))).parent) as shell:
        (shell.there / "folder").mkdir()
        (shell.there / "file.icd").touch()
        yield shell


@pytest.mark.parametrize("name", COMMANDS)
def test_zsh_completes_all_options(name, zsh):
    completion("zsh", name)
    offered = {word for word in zsh.offered(f"{name} --") if word.startswith("--")}
    assert offered == listed(said(name, "--help"))


@CASES
def test_zsh_completes(words, offered, zsh):
    completion("zsh", words[0])
    assert sorted(set(zsh.offered(" ".join(words).replace(" = ", "=")))) == offered


def test_completions_are_made_again():
    """The build makes them of all that a command reads to say its options."""
    if not (BUILD / "build.ninja").exists():
        pytest.skip(f"{BUILD} is not built by ninja")
    asked = ["ninja", "-C", str(BUILD), "-t", "inputs", "completions/stamp"]
    lines = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()
    inputs = {(BUILD / line).resolve() for line in lines}
    for name, program in COMMANDS.items():
        if program.startswith("build/"):
            assert not (BUILD / "bin" / name).exists() or (BUILD / "bin" / name).resolve() in inputs
            continue
        command = ["/usr/bin/python3", "-B", "-v", ROOT / program, "--help"]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
        read = {Path(path) for path in re.findall(r"^# code object from '?(/[^'\n]*\.py)'?$", told, re.MULTILINE)}
        read |= {Path(path) for path in re.findall(r"^# \S+\.pyc matches (/.*\.py)$", told, re.MULTILINE)}
        ours = {path for path in read if path.is_relative_to(ROOT)}
        assert len(ours) > 3 and sorted(ours - inputs) == []
