# SPDX-License-Identifier: MIT
"""rootle-debug's commands, on a kernel that sums up what lies before each work-item."""

import re
import sys
from pathlib import Path

import pytest
from debugged import DEAD, ODD, PICK, SUM, TURN, UNUSED

from runner.debug.connection import DebugError
from runner.debug.arithmetic import component_numbers
from runner.debug.expressions import tokens_of
from runner.debug.places import read_kernel
from runner.debug.types import FLOAT, INT, Type, spell

LOOP = SUM.splitlines().index("        total += v;") + 1


def values(text: str) -> list[str]:
    """Of lines as $1 = 5."""
    return re.findall(r"^\$\d+ = (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("options", [(), ("--noopt",)])
def test_a_loop_is_followed(debug, options):
    """Work-item 3 adds 1, 2 and 3: at its third stop two of them are added."""
    said = debug(f"break {LOOP} item 3", "run", "print total", "print v", "continue", "continue", "print total", "print v", options=options)
    assert values(said) == ["0", "1", "3", "3"], said


def test_a_line_without_code_says_so(debug, program):
    """Nothing uses what the line computes, so that it has code without optimisation alone."""
    program.write_text(UNUSED, encoding="utf-8")
    said = debug(f"break {DEAD}", "run", f"break {DEAD}", "break 2")
    told = re.findall(rf"^Line {DEAD} has no code in the optimised build; nearest lines (\d+), (\d+); with --noopt more", said, re.MULTILINE)
    assert len(told) == 2 and int(told[0][0]) < DEAD < int(told[0][1]), said  # as it is launched, and as it is asked for
    assert "Line 2 " not in said, said
    near = debug(f"break {told[0][0]}", f"break {told[0][1]}", "run")
    assert "has no code" not in near, near
    whole = debug(f"break {DEAD}", "run", "print unused", options=("--noopt",))
    assert "has no code" not in whole and values(whole) == ["0"], whole


def test_a_condition_chooses_the_item(debug):
    said = debug(f"break {LOOP} if total == 3 && v == 3", "run", "print i", "print total", "print get_global_id(0)")
    assert values(said) == ["3", "3", "3"], said


def test_a_group_chooses(debug):
    said = debug(f"break {LOOP} group 1", "run", "print get_group_id(0)", "print $lane")
    assert values(said) == ["1", "0"], said


def test_memory_is_read(debug):
    said = debug(f"break {LOOP}", "run", "print in[4]", "print *in", "x/4dw in", "print in[7] - in[0]")
    assert values(said) == ["5", "1", "7"], said
    assert re.search(r"0x[0-9a-f]+:\t1\t2\t3\t4", said), said


def test_back_and_forth(debug):
    """What a line changes is changed back by going back."""
    said = debug(
        f"break {LOOP} item 2", "run", "continue", "print total", "reverse-continue", "print total", "print v", "continue",
        "print total", "stepi", "reverse-stepi", "print v", "print total",
    )  # fmt: skip
    assert values(said) == ["1", "0", "1", "1", "2", "1"], said


def test_a_variable_is_changed(debug):
    """The sum of work-item 1 begins at 100: its test fails."""
    said = debug(f"break {LOOP} item 1", "run", "set var total = 100", "print total", "delete", "continue", options=("--noopt",))
    assert values(said) == ["100"], said
    assert "expected 1, got 101" in said, said


def test_lanes_and_items(debug):
    said = debug(f"break {LOOP}", "run", "lane 3", "print i", "item 2", "print i", "info work-items", "lane 9")
    assert values(said) == ["3", "2"], said
    assert "3 of 4 take part" in said and "lane 9 has no work-item" in said, said


def test_who_has_no_predicate_takes_no_part(debug, tmp_path):
    """Of 1, 2, 3 and 4 only the even ones take the branch."""
    file = tmp_path / "odd.cl"
    file.write_text(ODD, encoding="utf-8")
    line = ODD.splitlines().index("        w = w * w + (v ^ w);") + 1
    said = debug(f"break {line}", "run", "info work-items", "print v", "lane 3", "print v", "delete", "next", "continue", what=file)
    assert "2 of 4 take part" in said and values(said) == ["2", "4"], said
    assert "1 pass" in said, said
    said = debug(f"break {line} item 2", "run", what=file)
    assert "Breakpoint 1, " not in said and "1 pass" in said, said


def test_arrays_of_optimised_code_are_shown(debug, tmp_path):
    """At the line of each store the array is what it was before."""
    file = tmp_path / "pick.cl"
    file.write_text(PICK, encoding="utf-8")
    line = PICK.splitlines().index("    a[in[i] & 3] = 9;") + 1
    said = debug(f"break {line} item 2", "run", "print a", "next", "print a", "continue", what=file)
    assert values(said) == ["{2, 3, 2, 3}", "{2, 3, 2, 9}"] and "1 pass" in said, said


def test_inlined_frames(debug):
    said = debug("break square", "run", "backtrace", "print v", "up", "print i", "finish", options=("--noopt",))
    assert re.search(r"#0  square .*\(inlined\)\n#1  sums ", said), said
    assert "Run till exit from #0  square" in said, said


def test_stepping_follows_lines(debug):
    """Work-item 1 of the unoptimised kernel goes round its loop once."""
    said = debug("break sums item 1", "run", *["next"] * 12, options=("--noopt",))
    seen = [int(n) for n in re.findall(r"^(\d+) +", said, re.MULTILINE)]
    assert seen.count(LOOP) == 1 and max(seen) >= LOOP + 3, said


def test_a_watchpoint(debug):
    said = debug("break sums", "run", "watch out[2]", "delete 1", "continue", "print out[2]", options=("--noopt",))
    assert "Watchpoint 2: out[2]" in said and values(said) == ["3"], said


def test_a_variable_of_one_item_is_watched(debug):
    """Work-item 3 adds 1 and 2, and 3 without a watchpoint; what group 1 has there is of no interest."""
    said = debug(
        f"break {LOOP} item 3", "run", "watch total", "delete 1", "continue", "print total", "print i", "continue", "print total",
        "reverse-continue", "print total", "print i", "continue", "continue", "print total", "continue", options=("--noopt",),
    )  # fmt: skip
    assert said.count("Watchpoint 2: total\nIt has changed") == 5, said
    assert values(said) == ["1", "3", "3", "1", "3", "6"] and "1 pass" in said, said


def test_back_to_a_condition(debug):
    """Stops that do not hold it lie between."""
    said = debug(f"break {LOOP + 3} item 3", "run", "delete", f"break {LOOP} if i == 3 && v == 1", "reverse-continue", "print v", "print i", options=("--noopt",))
    assert values(said) == ["1", "3"], said
    assert "this is where the launch begins" in debug(f"break {LOOP} item 3", "run", "delete", f"break {LOOP} if i == 77", "reverse-continue")


def test_arrays_are_declared():
    assert Type("array", "", 128, 0, [2, 4], table=[INT]).declares("b") == "int b[2][4]"
    assert Type("pointer", "", 32, 0, table=[INT]).declares("p") == "int *p"


def test_reads_stop(debug):
    said = debug(f"break {LOOP}", "run", "rwatch in[2]", "awatch out[3]", "delete 1", "continue", "print k", "continue", "print out[3]", options=("--noopt",))
    assert "Read watchpoint 2: in[2]" in said and "has read it" in said, said
    assert "Acc watchpoint 3: out[3]" in said and "It has changed" in said, said
    assert values(said)[0] == "2" and values(said)[1] != "0", said


def test_texels_and_local_memory_stop(debug, tmp_path):
    file = tmp_path / "turn.cl"
    file.write_text(TURN, encoding="utf-8")
    where = ("break turn", "run", "delete 1")
    said = debug(*where, "rwatch from[1][0]", "rwatch tile[1]", "watch to[0][1]", "continue", "continue", "continue", "info breakpoints", options=("--noopt",), what=file)
    assert said.index("Read watchpoint 3: tile[1]\nThe") < said.index("Read watchpoint 2: from[1][0]\nThe") < said.index("Watchpoint 4: to[0][1]\nIt"), said
    assert "no such memory" in debug(*where, "watch to[7][7]", options=("--noopt",), what=file)
    assert "one texel can be watched" in debug(*where, "watch to", options=("--noopt",), what=file)


def test_texels_of_integers_are_integers(debug, tmp_path):
    file = tmp_path / "turn.cl"
    file.write_text(TURN.replace("4 5 6 7 8 9 10", "4 5 1234567 7 8 9 10"), encoding="utf-8")
    said = debug("break turn", "run", "print from", "print from[1][0]", what=file)
    assert "[1] (1234567, 7, 8, 9) (10, 11, 12, 13)" in said and "from[1][0] = (1234567, 7, 8, 9)" in said, said


def test_what_is_gone_says_why(debug):
    said = debug(f"break {LOOP}", "run", "print q", "info locals")
    assert "q is not there now" in said or "q = <not there now" in said, said


def test_mistakes_are_told(debug):
    said = debug("print 1", "nonsense")
    assert "1" in said and 'Undefined command: "nonsense"' in said, said


@pytest.mark.parametrize(
    "command", ["print (((((", "print 1 +", "print a[", "break 1 2 3", "x/4zz 0", "info nothing", "lane x", "set var 3 = 4", "frame 77", "watch 3"]
)  # fmt: skip
def test_no_command_ends_it(debug, command):
    said = debug(f"break {LOOP}", "run", command)
    assert "Traceback" not in said, said


def test_a_program_that_is_not_there(debug, tmp_path):
    assert "No such file" in debug("run", what=tmp_path / "nothing")
    assert "no such file" in debug("run", what=tmp_path / "nothing.cl")


def test_options_stand_before_a_test(debug, program):
    """Behind it they would be the tester's, and --batch would wait for commands."""
    said = debug("run", options=(str(program),), what="--noopt")
    assert said == f"rootle-debug: -ex stands behind {program}: options of rootle-debug stand before it\n"


def test_files_and_ports_that_there_are_not(debug, tmp_path):
    absent = tmp_path / "absent"
    assert debug(f"source {absent}") == f"{absent}: No such file or directory\n"
    assert debug(options=("--port", "99999")).startswith("rootle-debug: port 99999: ")


def test_programs_without_kernels_end(debug):
    told = debug("run", what=Path("/bin/true"))
    assert "[The program exited normally]\n[No kernel of it met the debugger" in told
    assert "[The program exited with code 1]" in debug("run", what=Path("/bin/false"))


def test_command_files(debug, tmp_path):
    file = tmp_path / "commands"
    file.write_text(f"break {LOOP}\n# a word\nrun\nprint i\n", encoding="utf-8")
    assert values(debug(options=("-x", str(file)))) == ["1"]


def test_damaged_places_are_refused():
    for text in ("", "[]", "{}", '{"words":[[1]]}', '{"words":7}', "[" * 100000):
        with pytest.raises(DebugError):
            read_kernel("k", "", text)


def test_values_in_words():
    assert spell(INT, (-5).to_bytes(4, "little", signed=True)) == "-5"
    assert spell(FLOAT, b"\x00\x00\xc0\x3f") == "1.5"
    vector = Type("vector", "int3", 0, 0, [3], table=[INT])
    assert spell(vector, b"".join(n.to_bytes(4, "little") for n in (1, 2, 3, 9))) == "(1, 2, 3)"
    array = Type("array", "", 0, 0, [20], table=[INT])
    assert spell(array, bytes(80)) == "{0 <repeats 20 times>}"


def test_components_of_vectors():
    assert component_numbers("wx", 4) == [3, 0] and component_numbers("s1f", 16) == [1, 15] and component_numbers("hi", 4) == [2, 3]
    with pytest.raises(DebugError):
        component_numbers("w", 2)


def test_tokens():
    assert tokens_of("a->b[0x1f]+1.5e3f*$R3.x") == ["a", "->", "b", "[", "0x1f", "]", "+", "1.5e3f", "*", "$R3", ".", "x"]
    assert sys.version_info >= (3, 11)
