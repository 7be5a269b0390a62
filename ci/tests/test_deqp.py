# SPDX-License-Identifier: MIT
"""Khronos's tests of OpenGL ES on two drivers: a program that stands for theirs, and a node that stands for ours."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "ci"))

import deqp  # noqa: E402

# It fails, dies, hangs, or makes the card complain, as the case's name says, where the node runs it.
PROGRAM = """#!/usr/bin/python3
import os, sys, time
if "--deqp-runmode=stdout-caselist" in sys.argv:
    print("GROUP: G.a\\nTEST: G.a.pass\\nTEST: G.a.fail\\nTEST: G.a.die\\nTEST: G.a.hang\\nTEST: G.a.complain\\nTEST: G.a.missing")
    sys.exit()
for name in sys.stdin.read().split():
    print(f"\\nTest case '{name}'..", flush=True)
    kind = name.rpartition(".")[2] if "NODE" in os.environ else "pass"
    if kind == "die":
        print("rootle-drm: ROOTLE_DRM_FATAL is set")
        sys.exit(1)
    if kind == "hang":
        time.sleep(60)
    if kind == "complain":
        print("rootle-drm: a command stream failed: PACKET 0x10", flush=True)
    print({"fail": "  Fail (Image comparison failed)", "missing": "  NotSupported (No format)"}.get(kind, "  Pass (Pass)"), flush=True)
print("\\nDONE!")
"""
CASES = ["pass", "fail", "die", "hang", "complain", "missing"]


@pytest.fixture(name="program")
def program_(tmp_path, monkeypatch):
    program, node = tmp_path / "deqp-gles2", tmp_path / "rootle-drm"
    program.write_text(PROGRAM, encoding="utf-8")
    node.write_text('#!/bin/sh\nNODE=1 exec "$@"\n', encoding="utf-8")
    for path in (program, node):
        path.chmod(0o755)
    monkeypatch.setattr(deqp, "NODE", node)
    monkeypatch.setattr(deqp, "SECONDS", 1.0)
    return program


def test_cases_are_held_against_each_other(program):
    """The whole way, with a process that ends in the middle, and one that is silent."""
    cases = deqp.cases_of(deqp.on_llvmpipe(program), "*")
    assert cases == [f"G.a.{name}" for name in CASES]
    there = deqp.run(deqp.on_llvmpipe(program), cases, 2)
    here = deqp.run(deqp.on_card(program), cases, 2)
    assert {result.verdict for result in there.values()} == {"pass"}
    assert [here[case].verdict for case in cases] == ["pass", "fail", "crash", "timeout", "refused", "notsupported"]
    assert list(deqp.differences(there, here)) == [
        ("G.a.complain", "pass there, refused here: a command stream failed: PACKET 0x10"),
        ("G.a.die", "pass there, crash here: ROOTLE_DRM_FATAL is set"),
        ("G.a.fail", "pass there, fail here: Image comparison failed"),
        ("G.a.hang", "pass there, timeout here: status -9"),
    ]


def test_a_list_of_failures_is_held_against_them(program, tmp_path, monkeypatch, capsys):
    known = tmp_path / "fails.txt"
    known.write_text("# of a card\nG.a.die,Crash\nG.a.fail,Fail\nG.a.pass,Fail\nG.b.other,Fail\n", encoding="utf-8")
    command = runpy.run_path(str(ROOT / "ci" / "deqp-gl"))["main"]
    monkeypatch.setattr(sys, "argv", ["deqp-gl", str(program), "--list", str(known), "--jobs", "2"])
    assert command() == 1
    assert capsys.readouterr().out.splitlines() == [
        "G.a.complain: pass there, refused here: a command stream failed: PACKET 0x10",
        "G.a.die: pass there, crash here: ROOTLE_DRM_FATAL is set (listed)",
        "G.a.fail: pass there, fail here: Image comparison failed (listed)",
        "G.a.hang: pass there, timeout here: status -9",
        "G.a.pass: passes, though it is listed",
        "2 of 6 cases pass; 4 pass on llvmpipe alone, 2 of them are listed",
    ]
    monkeypatch.setattr(sys, "argv", ["deqp-gl", str(program), "G.a.*", "--every", "6"])
    assert command() == 0
    assert capsys.readouterr().out == "1 of 1 cases pass; 0 pass on llvmpipe alone, 0 of them are listed\n"


def test_the_command_needs_a_program():
    ran = subprocess.run([ROOT / "ci" / "deqp-gl", "/none/deqp-gles2"], capture_output=True, text=True, check=False)
    assert ran.returncode == 3 and ran.stdout == "ci/deqp-gl: there is no /none/deqp-gles2\n"
