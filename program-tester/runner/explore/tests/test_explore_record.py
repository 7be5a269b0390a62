# SPDX-License-Identifier: MIT
"""What ROOTLE_TRACE records is what the program does: counts that follow from the source, and the way of a
sample by the equations of OpenCL 1.2, section 8.2."""

import base64
import contextlib
import math
import os
import re
import struct
from typing import Any

import pytest
from kernels import BANKS, BLUR, LONG, ROOT, SAMPLE, TOUCHES

from runner.explore import command
from runner.explore.trace import Launch, TraceError


def lane_of(value: int | str, lane: int) -> int:
    """A lane's part of a value: a number is that of all."""
    if isinstance(value, int):
        return value
    return int(struct.unpack_from("<I", base64.b64decode(value), 4 * lane)[0])


def as_float(value: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", value))[0])


def counts_of(launch: Launch, kind: str) -> list[tuple[Any, list[int]]]:
    return list(zip(launch.code[kind], launch.counts[kind], strict=True))


def test_fetches_are_counted(record):
    """5 turns of a loop in 256 wavefronts; of each four columns in a row one does not read."""
    (launch,) = record(BLUR)
    samples = [count for (_, kind, *_), count in counts_of(launch, "fetches") if kind == "sample"]
    assert len(samples) == 1
    runs, lanes, lines, _ = samples[0]
    assert runs == 64 * 4 * 5
    assert lanes == runs * 64 * 3 // 4
    # Between one line of 64 bytes for each fetch and corner, and one for each lane and corner.
    assert runs * 4 <= lines <= lanes * 4
    stores = [count for (_, kind, *_), count in counts_of(launch, "stores") if kind == "STORE_TYPED"]
    assert [count[:2] for count in stores] == [[256, 256 * 64]]


@pytest.mark.parametrize("stride, turns", [(1, 1), (2, 2), (32, 32), (33, 1), (0, 1)])
def test_bank_conflicts_are_counted(record, stride, turns):
    """32 banks, 32 lanes at a time: the store and the load of 64 lanes take twice as many turns as lanes of a half
    meet in a bank. Lanes that want the same dword share it."""
    (launch,) = record(BANKS.replace("STRIDE", str(stride)))
    conflicts = sum(count[3] for count in launch.counts["ops"])
    # The load stands on both sides of the branch, for 10 and for 54 lanes.
    if turns == 1:
        assert conflicts == 0
    else:
        assert 2 * (turns - 1) <= conflicts <= 6 * (turns - 1)


@pytest.mark.parametrize("stride, lines", [(1, 4), (16, 64), (0, 1)])
def test_lines_of_memory_are_counted(record, stride, lines):
    """64 lanes read dwords: 64 bytes hold 16 of them."""
    (launch,) = record(BANKS.replace("STRIDE", str(stride)))
    fetched = [count[2] for (_, kind, *_), count in counts_of(launch, "fetches") if kind == "buffer" and count[1] == 64]
    assert lines in fetched


def test_divergence_and_atomics(record):
    (launch,) = record(BANKS.replace("STRIDE", "1"))
    lanes = {kind: count[1] for (_, kind, *_), count in counts_of(launch, "stores")}
    assert lanes["STORE_RAW"] == 10
    assert [count for kind, count in lanes.items() if kind.startswith("ADD")] == [54]


# Section 8.2: what becomes of a coordinate, and its texels with weights.
def nearest(u: float, size: int) -> list[tuple[int, float]]:
    return [(math.floor(u), 1.0)]


def linear(u: float, size: int) -> list[tuple[int, float]]:
    first = math.floor(u - 0.5)
    a = (u - 0.5) - first
    return [(first, 1 - a), (first + 1, a)]


def repeat(s: float, size: int, way: Any) -> list[tuple[int, float]]:
    found = way((s - math.floor(s)) * size, size)
    return [(i % size, weight) for i, weight in found]


def mirrored(s: float, size: int, way: Any) -> list[tuple[int, float]]:
    whole = 2 * round(0.5 * s)
    return [(min(max(i, 0), size - 1), weight) for i, weight in way(abs(s - whole) * size, size)]


def edge(s: float, size: int, way: Any) -> list[tuple[int, float]]:
    return [(min(max(i, 0), size - 1), weight) for i, weight in way(s * size, size)]


MODES = {"repeat": repeat, "mirrored_repeat": mirrored, "clamp_to_edge": edge}
# Multiples of 1/16 of a texel, inside and outside.
COORDINATES = (0.15625, 0.53125, 1.34375, -0.21875, -0.59375, 2.28125, 5.40625, 0.96875)


@pytest.mark.parametrize("way", [nearest, linear])
@pytest.mark.parametrize("mode", MODES)
def test_way_of_a_sample(record, mode, way):
    text = SAMPLE.replace("MODE", mode).replace("FILTER", way.__name__)
    (launch,) = record(text.replace("COORDINATES", " ".join(map(str, COORDINATES))))
    (step,) = [step for step in launch.steps["list"] if step[0] == "t"]
    for lane in range(4):
        for axis, number, *values in step[3:]:
            assert axis in (0, 1)
            triples = [[number, *values][i : i + 3] for i in range(0, len(values) + 1, 3)]
            found: dict[int, float] = {}
            for at, border, weight in triples:
                assert lane_of(border, lane) == 0
                texel = lane_of(at, lane)
                found[texel] = found.get(texel, 0.0) + as_float(lane_of(weight, lane))
            expected: dict[int, float] = {}
            for texel, weight in MODES[mode](COORDINATES[2 * lane + axis], (4, 2)[axis], way):
                expected[texel] = expected.get(texel, 0.0) + weight
            for texel in found | expected:
                assert found.get(texel, 0.0) == pytest.approx(expected.get(texel, 0.0), abs=1e-6)


def test_stores_have_what_was_read(record):
    """Texel (x, y) of the image has red 4 y + x."""
    text = SAMPLE.replace("MODE", "clamp_to_edge").replace("FILTER", "nearest")
    (launch,) = record(text.replace("COORDINATES", "0.1 0.1  0.3 0.1  0.6 0.6  0.9 0.9"))
    (store,) = [step for step in launch.steps["list"] if step[0] == "s"]
    assert [as_float(lane_of(store[3][1], lane)) for lane in range(4)] == [0, 1, 6, 7]
    assert [as_float(lane_of(store[3][4], lane)) for lane in range(4)] == [1, 1, 1, 1]


def test_images_before_and_after(record):
    (launch,) = record(BLUR)
    kinds = [(image["image"], image["after"]) for image in launch.images]
    assert sorted(kinds) == [("rat", False), ("rat", True), ("texture", False)]
    for image in launch.images:
        assert image["size"] == [256, 256, 1] and image["rows"] == 256
        assert len(base64.b64decode(image["texels"])) == 256 * 256 * 4
    before, after = (image["texels"] for image in launch.images if image["image"] == "rat")
    assert before != after


def test_source_options_and_lines(record):
    (launch,) = record(BLUR)
    assert launch.text.count("\n") == BLUR.count("\n") and "[config]" in BLUR and "[config]" not in launch.text
    other = launch.text
    command._with_configuration(launch, BLUR.replace("float", "half"))
    assert launch.text == other
    command._with_configuration(launch, BLUR)
    assert launch.text == BLUR
    assert [argument["name"] for argument in launch.source["arguments"]] == ["out", "image", "n"]
    texts = [text for _, text in launch.lines]
    assert any(" in at, inlined at " in text for text in texts)
    assert "DISPATCH_DIRECT" in launch.packets and "SET_SAMPLER" in launch.packets


def groups_of(launch: Launch) -> set[int]:
    return {step[1] for step in launch.steps["list"] if step[0] == "w"}


def test_groups_are_chosen(record):
    (launch,) = record(BLUR, ROOTLE_TRACE_GROUPS="1,62-70")
    assert groups_of(launch) == {1, 62, 63}
    (launch,) = record(BLUR, ROOTLE_TRACE_GROUPS="nonsense")
    assert groups_of(launch) == set()


def test_size_is_bounded(record, tmp_path):
    (launch,) = record(LONG)
    assert launch.steps["cut"]
    assert (tmp_path / "trace").stat().st_size < 4_000_000
    assert max(count[0] for count in launch.counts["ops"]) == 200_000  # counts go on


def test_a_full_disk_does_no_harm(record, tmp_path):
    (tmp_path / "trace").symlink_to("/dev/full")
    with pytest.raises(TraceError):
        record(SAMPLE.replace("MODE", "repeat").replace("FILTER", "nearest").replace("COORDINATES", "repeat 0.5"))
    assert "No space left on device" in (tmp_path / "said").read_text(encoding="utf-8")


@pytest.mark.parametrize("chip", ["cedar", "juniper"])
def test_chips(record, chip):
    (launch,) = record(BLUR, ROOTLE_CHIP=chip)
    assert launch.head["chip"] == chip
    assert launch.head["wave"] == {"cedar": 32, "juniper": 64}[chip]
    assert sum(count[1] for count in launch.counts["fetches"]) == 128 * 128 * 5 * 3 // 4


def seconds_of(record: Any, text: str, **variables: str) -> float:
    """Of the processor."""
    before = os.times()
    with contextlib.suppress(TraceError):  # where nothing is recorded
        record(text, **variables)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def test_cost(record):
    """Less than 20 times the launch, interpreted or not."""
    text = BLUR.replace("arg_in: 2 int 5", "arg_in: 2 int 300").replace("global_size: 128 128", "global_size: 256 256")
    plain = seconds_of(record, text, ROOTLE_TRACE="", ROOTLE_EXEC="recompile")
    recorded = seconds_of(record, text)
    print(f"{plain:.2f} s, recorded {recorded:.2f} s")
    assert recorded < 20 * max(plain, 0.05)


def test_kinds_of_results(record):
    """As driver/hw/alu.def has them: a sum of floats, one of integers, and a copy, which may be either."""
    (launch,) = record(BLUR)
    kinds = {kind for _, kind in launch.code["ops"]}
    assert kinds == {"f", "i", "r"}


def test_trace_on_the_terminal(record, tmp_path):
    """Lanes 0 to 3 store 7, an integer, and are off where the others add."""
    record(BANKS.replace("STRIDE", "1"), ROOTLE_DEBUG="trace")
    said = (tmp_path / "said").read_text(encoding="utf-8")
    (added,) = [line for line in said.splitlines() if " ADD " in line and " at R" in line]
    assert added.count("(off)") == 4
    (stored,) = [line for line in said.splitlines() if "STORE_RAW" in line and " at R" in line]
    assert "(off)" not in stored
    assert re.search(r"LSHR_INT +R\S+ =.*  [0-9a-f]{8} \(\d+\)", said)


def marked(text: str) -> list[int]:
    """Bytes of which a bit is set, the lowest of the first byte being byte 0's."""
    bits = base64.b64decode(text)
    return [at for at in range(8 * len(bits)) if bits[at // 8] >> at % 8 & 1]


def dwords(*numbers: int) -> list[int]:
    return [4 * number + byte for number in numbers for byte in range(4)]


def test_buffers_and_what_is_touched(record):
    (launch,) = record(TOUCHES)
    places = [argument["offset"] for argument in launch.source["arguments"]]
    before, after = ([buffer for buffer in launch.buffers if buffer["after"] is late] for late in (False, True))
    assert [buffer["buffer"] for buffer in before] == [buffer["buffer"] for buffer in after] == places
    assert [buffer["size"] for buffer in before] == [256, 128, 16, 4, 80000]
    out, read, alone, count, large = after
    ins = struct.unpack("<32f", base64.b64decode(before[1]["bytes"]))
    assert list(ins[:4]) == [1.5, 2, 3, 4] and read["bytes"] == ""
    stored = struct.unpack("<64i", base64.b64decode(out["bytes"]))
    assert [stored[3 * i] for i in range(16)] == [int(ins[2 * i] * 2) + 100 * i + 3 for i in range(16)]
    assert marked(out["written"]) == dwords(*range(0, 48, 3)) and marked(out["read"]) == []
    assert marked(read["read"]) == dwords(*range(0, 32, 2)) and marked(read["written"]) == []
    assert marked(alone["written"]) == [1, 5, 9, 13]
    assert [base64.b64decode(alone["bytes"])[i] for i in (1, 5, 9, 13)] == [1, 5, 9, 13]
    assert marked(count["written"]) == marked(count["read"]) == dwords(0)
    # A large buffer is recorded up to 32 KiB.
    assert len(base64.b64decode(before[4]["bytes"])) == 32 << 10 and marked(large["read"]) == dwords(*range(0, 112, 7))


def test_levels(record):
    """5 x 3 texels, then 2 x 1, then one, each rounded down (cl_khr_mipmap_image), with red 1, 2 and 3."""
    launch = record(ROOT / "program-tester" / "tests" / "image" / "mipmaps.cl")[0]
    levels = [image for image in launch.images if image["image"] == "texture"]
    assert [(image["level"], image["size"]) for image in levels] == [(0, [5, 3, 1]), (1, [2, 1, 1]), (2, [1, 1, 1])]
    for image in levels:
        texels = struct.iter_unpack("<4f", base64.b64decode(image["texels"]))
        assert set(texels) == {(1.0 + image["level"], 0.0, 0.0, 1.0)}
