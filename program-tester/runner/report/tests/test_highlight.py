# SPDX-License-Identifier: MIT
"""Pieces of a program's lines: nothing is lost or invented, and each is told for what it is."""

import html
import re
from pathlib import Path

import pytest

from runner.report.highlight import as_html, pieces

ROOT = Path(__file__).resolve().parents[4]
PROGRAM = """\
/*!
[test]
arg_in: 1 float2 0.5  # half
!*/
#define FOUR 4 /* a
comment */
kernel void to(read_only image2d_array_t image, global float4 *out) // kernel
{
    printf("while \\" %d", 0x1fU + 1.5e-3f);
}"""


def of(kind):
    return [text for line in pieces(PROGRAM.split("\n")) for found, text in line if found == kind]


@pytest.mark.parametrize("kind, texts", [
    ("comment", ["/*!", "# half", "!*/", "/* a", "comment */", "// kernel"]),
    ("keyword", ["[test]", "#define", "kernel", "read_only", "global"]),
    ("type", ["arg_in:", "void", "image2d_array_t", "float4"]),
    ("number", ["4", "0x1fU", "1.5e-3f"]),
    ("string", ['"while \\" %d"']),
])  # fmt: skip
def test_kinds(kind, texts):
    assert of(kind) == texts


def test_nothing_is_lost():
    for file in (ROOT / "program-tester" / "tests").rglob("*.cl"):
        lines = file.read_text(encoding="utf-8").split("\n")
        assert ["".join(text for _, text in line) for line in pieces(lines)] == lines, file


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", '"</span><b>"', "/* <i>", "/*! </pre>", "'<u>' &amp; \"", "#<s>", "0<a>"])
def test_text_stays_text(text):
    (line,) = pieces([text])
    marked = as_html(line)
    assert html.unescape(re.sub(r'<span class="of-\w+">|</span>', "", marked)) == text
    assert "<" not in re.sub(r'<span class="of-\w+">|</span>', "", marked)
