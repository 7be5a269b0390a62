# SPDX-License-Identifier: MIT
"""A trace may be anybody's: what is damaged or forged is refused in words, and nothing of it becomes a part of
the page that runs."""

import json
import os
import random
import re
from pathlib import Path

import pytest
from kernels import BUILD, ROOT, SAMPLE

from runner.explore import code, command, page, trace
from runner.explore.compiler import Compiler, stages
from runner.explore.shape import Either, ShapeError, Slot, check
from runner.places import find_places

TEXT = SAMPLE.replace("MODE", "repeat").replace("FILTER", "linear").replace("COORDINATES", "repeat 0.3")


@pytest.fixture
def lines(record, tmp_path) -> list[str]:
    record(TEXT)
    return (tmp_path / "trace").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    "value, shape",
    [
        (True, int), (-1, int), (1 << 63, int), (1.0, int), ("1", int), (-2, Slot), ([1], (int, int)), ([1, 2, 3], (int, int)),
        ([1, "a"], [int]), ({}, {"a": int}), (1, Either((str, list))), (None, str),
    ],
)  # fmt: skip
def test_shapes_that_are_not_so(value, shape):
    with pytest.raises(ShapeError):
        check(value, shape)


def test_shapes_that_are():
    check({"a": [1, -1], "b": [[1, "x"]], "more": None}, {"a": (int, Slot), "b": [(int, str)]})


def read(tmp_path: Path, lines: list[str]) -> list[trace.Launch]:
    (tmp_path / "other").write_text("\n".join(lines), encoding="utf-8")
    return trace.read(tmp_path / "other")


def test_whole(lines, tmp_path):
    assert len(read(tmp_path, lines)) == 1


def test_ended_in_the_middle(lines, tmp_path):
    """A last line that is not complete, as kill -9 leaves it."""
    (launch,) = read(tmp_path, [*lines[:-1], lines[-1][:-20]])
    assert not launch.steps and launch.counts


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "nonsense\n{}", '{"launch":0}\n{}', "\0\0\n\0", "[" * 100_000 + "\n{}"], ids=range(7)
)
def test_no_trace(tmp_path, text):
    with pytest.raises(trace.TraceError):
        read(tmp_path, [text])


def test_damage(lines, tmp_path):
    """Whatever becomes of a trace, it is read or refused, and a page can be made of what is read."""
    chance = random.Random(1)
    compiler = Compiler(BUILD / "llvm" / "rootle-cc", "cypress")
    read_anyway = refused = 0
    for number in range(300):
        damaged = list(lines)
        at = chance.randrange(len(damaged))
        text = damaged[at]
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(text))
            text = text[:place] + chance.choice(["", "0", "-", "]", "[", '"', "9999999999999", ":", "e", ",", "\\"]) + text[place + 1 :]
        damaged[at] = text
        try:
            (launch,) = read(tmp_path, damaged)
        except trace.TraceError:
            refused += 1
            continue
        read_anyway += 1
        if number % 30 == 0:
            page.of_launch(launch, compiler)
    assert refused > 100 and read_anyway > 10


def test_hostile_texts(lines, tmp_path):
    """What ends a script, or is HTML, stays text."""
    evil = "</script><script>alert(1)</script><!--"
    changed = []
    for line in lines:
        record = json.loads(line)
        for name in ("kernel", "source", "label", "options"):
            if name in record and isinstance(record[name], str):
                record[name] = evil
        changed.append(json.dumps(record))
    (launch,) = read(tmp_path, changed)
    shown = page.of_launch(launch, Compiler(BUILD / "llvm" / "rootle-cc", "cypress"))
    text = page.make(evil, evil, shown, [evil], [], "program.cl", evil)
    assert text.count("</script>") == 2 and text.count("<script") == 2
    assert "alert(1)</script>" not in text


def test_options_that_name_files():
    """An option of a trace cannot have the compiler write, or read another trace's program."""
    options = ["-D", "A=1", "-DB", "-o", "/etc/passwd", "--server", "-cl-mad-enable", "other.cl", "-I", "include", "-Werror"]
    assert command._harmless_options(options) == ["-D", "A=1", "-DB", "-cl-mad-enable", "-I", "include", "-Werror"]


def test_call_chains():
    text = "dir: a/x.h:11:61 in at, inlined at <source>:18:20 in blur: float4 at(int x) { return 1 in a; }"
    assert code.chain(text)[-1] == ("<source>", 18, "blur")
    assert code.line_of(code.chain("<source>:7:3 in f: a, b: c"), "<source>") == 7
    assert code.line_of(code.chain("other.h:7:3 in f, inlined at <source>:9:1 in k: x"), "<source>") == 9
    assert code.line_of(code.chain(""), "<source>") == 0


def test_passes_are_found(tmp_path):
    if not (BUILD / "llvm" / "rootle-cc").exists():
        pytest.skip("the compiler is not built")
    source = tmp_path / "a.cl"
    source.write_text(TEXT, encoding="utf-8")
    made = Compiler(BUILD / "llvm" / "rootle-cc", "cypress").variant("x", source, [], "sample", "ll")
    names = [stage.name for stage in made.stages]
    assert names.index("inline_all") < names.index("structurise") < names.index("selection") < names.index("regalloc")
    read_line = TEXT.splitlines().index("    out[i] = read_imagef(image, how, at[i]);") + 1
    for stage in made.stages:
        assert any(line == read_line for _, line in stage.rows), stage.name
        assert not any("!dbg" in text or "DILocation" in text for text, _ in stage.rows)
    assert any("SAMPLE" in row.text and read_line in row.lines for row in code.rows(made.code, str(source)))


def test_a_program_that_cannot_be_compiled(tmp_path):
    source = tmp_path / "a.cl"
    source.write_text("kernel void f() { wrong; }", encoding="utf-8")
    made = Compiler(BUILD / "llvm" / "rootle-cc", "cypress").variant("x", source, [], "f", "ll")
    assert "wrong" in made.problem and not re.search("after .*structurise", str(made.stages))


def test_other_kernels_are_left_out():
    text = "; ---- after x ----\ndefine amdgpu_kernel void @a() !dbg !1 {\n  ret void\n}\ndefine amdgpu_kernel void @b() !dbg !1 {\n}\n"
    (stage,) = stages(text, "a", "a.cl")
    assert [row for row, _ in stage.rows] == ["define amdgpu_kernel void @a() {", "  ret void", "}"]


def test_a_page_of_text_is_no_trace(tmp_path):
    file = tmp_path / "words.md"
    file.write_text("Words\n\nMore of them\n", encoding="utf-8")
    with pytest.raises(trace.TraceError, match=f"^{file} is no trace of ROOTLE_TRACE, and no test, whose name ends in .cl: "):
        trace.read(file)


def test_a_name_may_be_any_bytes(tmp_path):
    places = find_places(ROOT)
    if not places.tester.exists():
        pytest.skip(f"{places.tester} is not built")
    file = tmp_path / os.fsdecode(b"\xff of one.cl")
    file.write_text(TEXT.replace("[test]", "[test]\nname: first", 1), encoding="utf-8")
    assert command.first_test(places, file) == "first"
