# SPDX-License-Identifier: MIT
"""What command lines with misspelt words are told."""

import errno
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from runner.cli import parse_arguments
from runner.command_line import Parser, in_words
from runner.discovery import DiscoveryError, find_files
from runner.drivers import DriverError, find
from runner.fuzz import fuzz_command


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--drvier", "x"], "unrecognized arguments: --drvier x; did you mean --driver?"),
        (["--jbos=3", "--drivr"], "unrecognized arguments: --jbos=3 --drivr; did you mean --jobs, --driver?"),
        (["--colour"], "unrecognized arguments: --colour"),
        (["--driver"], "argument --driver: expected one argument"),
        (["--suite", "qiuck"], "qiuck; did you mean quick?"),
        (["--suite", "other"], "other"),
    ],
)
def test_misspelt_options(arguments, message, capsys):
    parser = Parser(prog="p", allow_abbrev=False)
    parser.add_argument("--driver")
    parser.add_argument("--jobs")
    parser.add_argument("--suite", choices=["quick", "generated"])
    with pytest.raises(SystemExit) as ended:
        parser.parse_args(arguments)
    assert ended.value.code == 2
    said = re.sub(r"argument --suite: invalid choice: '(.*)' \(.*\)", r"\1", capsys.readouterr().err)
    assert said.endswith(f"p: error: {message}\n")


@pytest.mark.parametrize(
    "word, guess",
    [("smapler/", "sampler"), ("image/attribute.cl", "image/attributes.cl"), ("attribute.cl", "image/attributes.cl"),
     ("reports", "report"), ("zzz", None)],
)  # fmt: skip
def test_misspelt_paths(word, guess, tmp_path):
    """Files, folders and commands are known, wherever in the suite they are."""
    for file in ("image/attributes.cl", "sampler/repeat.cl"):
        (tmp_path / file).parent.mkdir()
        (tmp_path / file).touch()
    with pytest.raises(DiscoveryError) as error:
        find_files([word], tmp_path, ["report", "compare"])
    assert str(error.value) == f"{word}: no such file or folder" + (f"; did you mean {guess}?" if guess else "")


@pytest.mark.parametrize(
    "name, message", [("pcol", "unknown driver pcol: .*; did you mean pocl\\?"), ("/", "driver /: a folder; its .icd file is needed, or its library")]
)
def test_wrong_drivers(name, message, tmp_path):
    with pytest.raises(DriverError, match=f"^{message}$"):
        find(name, tmp_path / "rootle.icd")


@pytest.mark.parametrize(
    "files, before",
    [([], ""), ([Path("a/b")], "a/b: "), (["from", None, "to"], "from to to: "), ([3], "3: ")],
)
def test_errors_of_the_system(files, before):
    """People see the file and the reason, not Python's form of them."""
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), *files)
    assert in_words(error) == f"{before}No space left on device"


def test_errors_with_words_of_their_own():
    assert in_words(OSError("results cannot be written to x")) == "results cannot be written to x"
    assert in_words(ValueError("no number")) == "no number"


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["-j", "x"], "argument -j/--jobs: must be a whole number of at least 1, not 'x'"),
        (["--jobs=0"], "argument -j/--jobs: must be a whole number of at least 1, not '0'"),
        (["--memory=-5"], "argument --memory: must be a whole number of at least 0, not '-5'"),
        (["--seed", "9" * 30], f"argument --seed: must be a whole number of at least 0, not '{'9' * 30}'"),
        (["--timeout", "nan"], "argument --timeout: must be a number, not negative, not 'nan'"),
        (["--timeout", "1e999"], "argument --timeout: must be a number, not negative, not '1e999'"),
        (["--no-build", "show", "out"], "'show' is a command, which comes first: run-tests show ..."),
        (["-v", "fuzz", "--minutes", "1"], "'fuzz' is a command, which comes first: run-tests fuzz ..."),
        (["--minutes", "1"], "unrecognized arguments: --minutes"),
    ],
)
def test_wrong_words(arguments, message, capsys, tmp_path, monkeypatch):
    """Numbers that are none, and commands where only paths are looked for."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        parse_arguments(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"run-tests: error: {message}\n")


def test_a_folder_may_have_the_name_of_a_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "show").mkdir()
    assert parse_arguments(["-v", "show"]).paths == ["show"]


def test_fuzz_ends(capsys):
    with pytest.raises(SystemExit):
        fuzz_command.main(["--minutes", "nan"])
    assert "argument --minutes: must be a number, not negative, not 'nan'" in capsys.readouterr().err


def test_standard_output_takes_a_file(suite):
    """Words for people are elsewhere, and there is no file of that name."""
    suite.file("a.cl", "one passes", "two fails")
    command = [word for word in suite.command() if not word.startswith("--json")]
    for option, begins in (("--json", "{"), ("--tap", "TAP version 13\n")):
        done = subprocess.run([*command, option, "-", "tests"], cwd=suite.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 1 and done.stdout.startswith(begins)
        assert "1 passed, 1 failed, 0 skipped" in done.stderr
        assert option == "--tap" or len(json.loads(done.stdout)["results"]) == 2
    assert not (suite.folder / "-").exists()


@pytest.mark.parametrize("count", [1, 20000])
def test_reader_who_has_enough_is_no_error(suite, count):
    """As head, whether all was written before it went or not."""
    suite.file("a.cl", *(f"{number} passes" for number in range(count)))
    with subprocess.Popen(suite.command("--list", "tests"), cwd=suite.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
