# SPDX-License-Identifier: MIT
"""The script that shows which tests catch faults of the driver: what it reads, counts and writes.
ctest runs it (fault-detection)."""

import importlib.machinery
import importlib.util
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "detect-faults"
PARTS = ("DRIVER", "COMPILER", "BUILTINS")


@pytest.fixture(scope="module")
def script():
    loader = importlib.machinery.SourceFileLoader("detect_faults", str(SCRIPT))
    spec = importlib.util.spec_from_loader("detect_faults", loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules["detect_faults"] = module  # dataclasses look there
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def faults(script):
    return script.read_faults(script.DEFINITIONS.read_text(encoding="utf-8"))


def test_faults_are_named_once(faults):
    names = [fault.name for fault in faults]
    assert len(names) >= 30 and len(set(names)) == len(names)


def test_builtins_have_files(script):
    """A fault of the builtins is a file of libclc/faults, and each file is a fault."""
    folder = script.ROOT / "libclc" / "faults"
    text = script.DEFINITIONS.read_text(encoding="utf-8")
    named = re.findall(r"^FAULT\((\w+), BUILTINS,", text, re.MULTILINE)
    assert sorted(named) == sorted(path.stem for path in folder.glob("*.cl"))


def test_table_is_current(script, faults):
    """The page has the faults that there are, and each is caught by the families that must."""
    page = script.PAGE.read_text(encoding="utf-8")
    table = page.partition(script.BEGIN)[2].partition(script.END)[0]
    lines = [line for line in table.splitlines() if line.startswith("| `")]
    rows = [line.strip("| ").split(" | ") for line in lines]
    assert [(name.strip("`"), text) for name, text, _ in rows] == [(f.name, f.help) for f in faults]
    for fault, (_, _, caught) in zip(faults, rows):
        families = caught.removesuffix(", exactly").split(", ")
        assert caught.endswith(", exactly") == fault.exact
        counts = {family: int(count) for family, count in map(str.split, families)}
        assert not script.missed_families(fault, Counter(counts))


def test_only_tests_that_pass_without_the_fault_count(script):
    sound = {"read/a": "pass", "read/b": "pass", "read/c": "fail", "write/d": "pass"}
    faulty = {"read/a": "fail", "read/b": "pass", "read/c": "pass", "write/d": "crash"}
    assert script.count_caught(sound, faulty) == {"read": 1, "write": 1}


def test_tests_that_fail_anyway_are_reported(script):
    assert script.unsound({"read/a": "pass", "read/b": "skip", "read/c": "crash"}) == ["read/c"]


def test_a_family_that_catches_nothing_is_missed(script):
    fault = script.Fault("f", ("read/3d", "write"), "")
    assert script.missed_families(fault, Counter(read=1)) == ["write"]


def test_faults_that_the_specification_allows(script):
    """They show where results are exact."""
    (fault,) = script.read_faults('FAULT(a, DRIVER, "exact:read values", "x")\n')
    assert (fault.families, fault.suite) == (("read", "values"), "quick-strict")
    assert script.row(fault, Counter(read=2)) == "| `a` | x | read 2, exactly |\n"
    assert script.Fault("b", ("read",), "").suite == "quick"


def test_wrong_programs_have_a_cache_of_their_own(script, tmp_path, monkeypatch):
    """What the driver does wrong changes no program, and those that others compiled are taken."""
    monkeypatch.delenv("ROOTLE_CACHE_DIR", raising=False)
    faults = script.read_faults("".join(f'FAULT({part.lower()}, {part}, "read", "x")\n' for part in PARTS))
    runner = script.Runner(tmp_path, faults)
    own = {name for name in ("", "driver", "compiler", "builtins") if "ROOTLE_CACHE_DIR" in runner.environment(name)}
    assert own == {"compiler", "builtins"}


@pytest.mark.parametrize(("long", "names"), [("", ["a", "e"]), ("1", ["a", "b", "c", "d", "e"])])
def test_sample(script, monkeypatch, long, names):
    monkeypatch.setenv("ROOTLE_LONG_TESTS", long)
    assert [fault.name for fault in script.sample([script.Fault(name, (), "") for name in "abcde"], 4)] == names


def test_a_row_that_cannot_be_read_is_an_error(script):
    with pytest.raises(ValueError, match="2 faults, but only 1"):
        script.read_faults('FAULT(a, DRIVER, "read", "x")\nFAULT(b, DRIVER, "read")\n')


def test_the_table_replaces_the_old_one(script):
    page = f"head\n{script.BEGIN}\n| `a` | old |\n| `b` | stays |\n| `gone` | x |\n{script.END}\ntail\n"
    text = script.with_table(page, {"a": "| `a` | new |\n", "c": "| `c` | new |\n"}, ["c", "a", "b"])
    assert "| --- |\n| `c` | new |\n| `a` | new |\n| `b` | stays |\n\n" in text
    assert "old" not in text and "gone" not in text
    assert text.startswith("head\n") and text.endswith("\ntail\n")
    with pytest.raises(ValueError, match="marks"):
        script.with_table("no marks", {}, [])
