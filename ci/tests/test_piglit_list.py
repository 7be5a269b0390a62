# SPDX-License-Identifier: MIT
"""Lists of failures elsewhere, held against what Piglit's tests say here."""

import gzip
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "ci"))

import piglit_list  # noqa: E402

LIST = """# a comment
dEQP-GLES2.functional.one,Fail

spec@x@Whole,Fail
spec@x@parts@a- with a comma,Fail
spec@x@parts@B,Crash
spec@x@parts@unsaid,Fail
spec@x@dead@part,Crash
spec@x@missing,Fail
"""
XML = """<PiglitTestList><Test type="gl" name="spec@x@whole"><option name="command" value="['whole', '-x']" /></Test>
<Test type="gl" name="spec@x@parts"><option name="command" value="['parts', 'tests/a']" /></Test>
<Test type="gl" name="spec@x@dead"><option name="command" value="['dead']" /></Test></PiglitTestList>"""
SAID = {
    "whole": 'PIGLIT: {"result": "fail" }\n',
    "parts": 'PIGLIT: {"subtest": {"a, with a comma" : "pass"}}\nnoise PIGLIT: {\nPIGLIT: {"subtest": {"b" : "fail"}}\nPIGLIT: {"result": "pass" }\n',
    "dead": "rootle-drm: ROOTLE_DRM_FATAL is set\n",
}


def test_lines_are_compared(tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "quick_gl.xml.gz").write_bytes(gzip.compress(XML.encode()))
    ran = []

    def run(command):
        ran.append(command)
        return piglit_list.verdicts(SAID[command[0]])

    told = list(piglit_list.compare(piglit_list.read_lines(LIST), piglit_list.read_tests(tmp_path), run))
    assert told == [
        ("not run", "dEQP-GLES2.functional.one: dEQP-GLES2 is another suite"),
        ("agrees", "spec@x@Whole: fail there, fail here"),
        ("differs", "spec@x@parts@a- with a comma: fail there, pass here"),
        ("differs", "spec@x@parts@B: crash there, fail here"),
        ("not run", "spec@x@parts@unsaid: the test does not say it"),
        ("agrees", "spec@x@dead@part: crash there, crash here"),
        ("not run", "spec@x@missing: Piglit's lists do not have it"),
    ]
    assert ran == [["whole", "-x"], ["parts", "tests/a"], ["dead"]]


def test_a_program_is_run(tmp_path, monkeypatch):
    """By the node, with Piglit's folders, and without waiting for ever."""
    monkeypatch.chdir(tmp_path)
    node = tmp_path / "build" / "bin" / "rootle-drm"
    node.parent.mkdir(parents=True)
    node.write_text('#!/bin/sh\necho "$ROOTLE_CHIP $PIGLIT_SOURCE_DIR $*"\nexec "$@"\n', encoding="utf-8")
    program = tmp_path / "piglit" / "bin" / "one"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\ntest -e "$1" && echo \'PIGLIT: {"result": "pass" }\'\n', encoding="utf-8")
    for path in (node, program):
        path.chmod(0o755)
    (tmp_path / "piglit" / "tests").mkdir()
    (tmp_path / "piglit" / "tests" / "file").touch()
    assert piglit_list.run(tmp_path / "piglit", ["one", "tests/file"]).verdict == "pass"
    assert piglit_list.run(tmp_path / "piglit", ["one", "tests/none"]).verdict == "crash"
    program.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    monkeypatch.setattr(piglit_list, "SECONDS", 0.2)
    assert piglit_list.run(tmp_path / "piglit", ["one"]).verdict == "timeout"
