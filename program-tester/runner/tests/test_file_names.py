# SPDX-License-Identifier: MIT
"""Test files may have any name that a file system takes."""

import json
import os
import random
import shlex
import subprocess
from pathlib import Path

import pytest
from runner.file_names import actual, shell_word, shown
from runner.show import harmless

ROOT = Path(__file__).resolve().parents[3]

ODD = [
    b"caf\xe9",
    "caf\u00e9".encode(),
    b"\xff\xfe",
    b"\xed\xb3\xbf",  # U+DCFF in UTF-8, which is none
    b"\x85",
    "\x85".encode(),
    b"back\\xe9",
    b"caf\xe9\\t",
    b"back\\",
    b"tab\there",
    b"line\nend",
    b"cr\rx",
    b"esc\x1b[31m",
    b"bell\x07",
    b"a::b",
    b"a:",
    b"new\n::fake",
    b"quote'\"s",
    b"-v",
    b"--help",
    b"$(touch x)",
    b"star*[x]",
    b"#hash",
    b"two words",
    "\u202e turned".encode(),
    "\u2028line".encode(),
    "\U000e0001tag".encode(),
    "\U0001f600".encode(),
]
CRASHING = b"sub\xe9\n/in\xe9"


def names() -> list[str]:
    """The odd ones, and random ones of what they are made of."""
    pieces = [bytes([byte]) for byte in range(1, 256)] + [b"\\x", b"\\u00", b"::", b":", b"e9", "\u0085".encode(), b"\\"]
    chance = random.Random(8)
    made = [b"".join(chance.choices(pieces, k=chance.randint(1, 12))) for _ in range(5000)]
    return [os.fsdecode(name) for name in [*ODD, *made]]


def test_names_are_shown_so_that_they_can_be_had_again():
    seen = {}
    for name in names():
        text = shown(name)
        assert actual(text) == name
        assert seen.setdefault(text, name) == name
        assert text.isprintable() and "::" not in text and harmless(text) == text
        text.encode("utf-8")


def test_plain_names_stay():
    for name in ("read.cl", "image/two words.cl", "caf\u00e9.cl", "a:b", "(x)'[*]"):
        assert shown(name) == actual(name) == name
    assert shown(os.fsdecode(b"caf\xe9.cl")) == "caf\\xe9.cl"
    assert shown("a\n::b") == "a\\x0a:\\x3ab"


def test_words_for_a_shell():
    for name in names()[:200]:
        command = ["bash", "-c", f"printf %s {shell_word(name)}"]
        done = subprocess.run(command, capture_output=True, check=True)
        assert done.stdout == os.fsencode(name)


def make_suite(folder, names_of_files, tests):
    for name in names_of_files:
        path = os.path.join(os.fsencode(folder), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path + b".cl", "w", encoding="utf-8") as file:
            file.write(tests)


def run_tests(suite, *words, status=0):
    """Runs it where text is what a terminal would get."""
    command = [word for word in suite.command(*words) if not word.startswith("--json")]
    done = subprocess.run(command, cwd=suite.folder, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    said = done.stdout.decode("utf-8") + done.stderr.decode("utf-8")
    assert done.returncode == status and "Traceback" not in said, said
    return said


def read_tool(suite, *words, status=0):
    done = subprocess.run([ROOT / "run-tests", *words], cwd=suite.folder, capture_output=True, check=False)
    assert done.returncode == status and b"Traceback" not in done.stderr, done.stderr
    return done.stdout.decode("utf-8")


def test_each_file_runs_and_is_reported(suite):
    """From the file system through plan, tester, journal and all that reads it."""
    make_suite(suite.folder / "tests", ODD, "good passes\nbad fails\n")
    make_suite(suite.folder / "tests", [CRASHING], "good passes\nbad fails\nworse aborts\n")
    run_tests(suite, "--results", "out", "tests", status=4)
    lines = [json.loads(line) for line in (suite.folder / "out/results.jsonl").read_text(encoding="utf-8").splitlines()]
    plan = next(line["plan"] for line in lines if "plan" in line)
    results = {line["test"]: line for line in lines if "test" in line}
    assert len(plan) == 2 * len(ODD) + 3 and set(plan) == set(results)
    files = {os.fsencode(actual(test.partition("::")[0])) for test in plan}
    assert files == {name + b".cl" for name in [*ODD, CRASHING]}
    for test, result in results.items():
        assert result["status"] == {"good": "pass", "bad": "fail", "worse": "crash"}[test.rpartition("::")[2]]
        assert result["status"] == "pass" or result["kept_source"]
    read_tool(suite, "report", "out", "-o", "pages", "--junit", "out.xml", "--tap", "out.tap", "--csv", "out.csv")
    assert "the same" in read_tool(suite, "compare", "out", "out")
    assert read_tool(suite, "show", "out", "--status", "fail", status=1).count("::bad") >= len(ODD)
    read_tool(suite, "explain", "out")


def test_a_run_goes_on_in_a_folder_of_any_name(suite):
    folder = os.fsencode(suite.folder / "tests") + b"/\xe9\n"
    make_suite(suite.folder / "tests", [b"\xe9\n/caf\xe9"], "good passes\nbetter passes\n")
    words = suite.command("--results", str(suite.folder / "out"), "--filter", "good", os.fsdecode(folder))
    subprocess.run(words, cwd=folder, check=True, capture_output=True)
    journal = suite.folder / "out/results.jsonl"
    kept = [line for line in journal.read_text(encoding="utf-8").splitlines() if '"test"' not in line and '"end"' not in line]
    journal.write_text("\n".join(kept) + "\n", encoding="utf-8")
    done = subprocess.run([ROOT / "run-tests", "--resume", suite.folder / "out"], cwd="/", capture_output=True, check=False)
    assert done.returncode == 0 and b"1 passed" in done.stdout, done.stderr
    assert '"caf\\\\xe9.cl::good"' in journal.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [b"-v", b"--help"])
def test_names_like_options(suite, name):
    """What is to be copied from a failure is no option of the tester."""
    make_suite(suite.folder, [name], "bad fails\n")
    said = run_tests(suite, f"./{name.decode()}.cl", status=1)
    command = next(line for line in said.splitlines() if "run it:" in line)
    assert f"./{name.decode()}.cl" in shlex.split(command)


def test_a_name_that_is_written_as_another_one_is_shown(suite):
    """Both are in the plan."""
    make_suite(suite.folder / "tests", [b"\xe9", b"\\xe9"], "good passes\n")
    said = run_tests(suite, "-v", "tests")
    assert "2 passed" in said
    assert "\\xe9.cl::good" in said and "\\x5cxe9.cl::good" in said
