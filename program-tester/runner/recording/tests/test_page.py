# SPDX-License-Identifier: MIT
"""Thumbnails, and that a page shows what a recording says as text."""

import struct
import zlib

import numpy
import pytest

from runner.recording import page, thumbnails
from runner.recording.compare import Compared, Comparison
from runner.recording.differences import Allowed, Verdict, of_arguments
from runner.recording.replaying import Replay
from runner.recording.states import Argument, State

NAME = "0" * 32


def image(folder, values, order="RGBA", data_type="UNORM_INT8", width=2, height=1):
    folder.mkdir(exist_ok=True)
    (folder / NAME).write_bytes(values)
    told = {"form": "image", "order": order, "data_type": data_type, "image_type": 0x10F1, "width": width, "height": height,
            "depth": 0, "array_size": 0, "element": 4, "object": 1, "before": NAME, "after": NAME}  # fmt: skip
    return Argument(0, told, folder)


@pytest.mark.parametrize(
    ("order", "values", "first"),
    [("RGBA", (1, 2, 3, 4), [1, 2, 3]), ("BGRA", (1, 2, 3, 4), [3, 2, 1]), ("ARGB", (1, 2, 3, 4), [2, 3, 4]), ("R", (7,), [7, 7, 7])],
)
def test_pixels_are_red_green_and_blue(tmp_path, order, values, first):
    pixels = thumbnails.pixels_of(image(tmp_path, bytes(values) * 2, order), "before")
    assert pixels.shape == (1, 2, 3) and pixels[0, 0].tolist() == first


def test_floats_are_stretched(tmp_path):
    values = numpy.array([0, 0.5, 2, 1, numpy.nan, 0, 0, 1], "<f4").tobytes()
    pixels = thumbnails.pixels_of(image(tmp_path, values, data_type="FLOAT"), "before")
    assert pixels[0].tolist() == [[0, 63, 255], [0, 0, 0]]


def test_large_images_become_small(tmp_path):
    pixels = thumbnails.pixels_of(image(tmp_path, bytes(4 * 1000 * 300), width=1000, height=300), "before")
    assert max(pixels.shape) <= thumbnails.LARGEST


def test_marks_are_where_values_differ(tmp_path):
    which = numpy.zeros(2 * 200 * 300 * 4, bool)
    for z, y, x, channel in ((0, 0, 0, 3), (1, 199, 299, 0), (0, 100, 10, 1)):
        which[((z * 200 + y) * 300 + x) * 4 + channel] = True
    argument = image(tmp_path, b"", width=300, height=200)
    argument.told.update(image_type=0x10F2, depth=2)
    marks = thumbnails.marks_of(argument, which)
    assert marks.shape == (67, 100, 3) and numpy.argwhere(marks[:, :, 1]).tolist() == [[0, 0], [33, 3], [66, 99]]
    assert thumbnails.marks_of(argument, which[1:]) is None


def test_a_page_marks_what_differs_of_an_image(tmp_path):
    left, right = (image(tmp_path / side, values) for side, values in (("left", bytes(8)), ("right", bytes([0, 0, 0, 0, 9, 0, 0, 0]))))
    before = {"before": "1" * 32}
    for one in (left, right):
        one.told.update(before, after=NAME if one is left else "2" * 32)
        (one.folder / before["before"]).write_bytes(bytes(8))
    (right.folder / NAME).rename(right.folder / ("2" * 32))
    difference = of_arguments(left, right, Allowed())
    assert difference.marks[:, :, 0].tolist() == [[0, 255]]
    told = {"kernel": "k", "dimensions": 1, "global": [1, 1, 1], "seconds": 0.5, "error": 0, "record": 1, "arguments": [left.told]}
    state = State(1, told, left.folder)
    found = Replay(facts={"launches": 1, "content_bytes": 1, "file_bytes": 1, "notes": [], "application": "a", "recorded": []})
    comparison = Comparison(found, found, [Compared(state, Verdict.BEYOND, [difference])])
    assert "what differs after the launch" in page.text_of(found, [state], comparison, [])
    assert "what differs after the launch" not in page.text_of(found, [state], None, [])


def test_a_png_has_its_pixels():
    pixels = numpy.arange(12, dtype=numpy.uint8).reshape(2, 2, 3)
    found = thumbnails.png(pixels)
    at, chunks = 8, {}
    while at < len(found):
        (size,) = struct.unpack_from(">I", found, at)
        kind, content = found[at + 4 : at + 8], found[at + 8 : at + 8 + size]
        assert struct.unpack_from(">I", found, at + 8 + size)[0] == zlib.crc32(kind + content)
        chunks[kind] = content
        at += size + 12
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    assert zlib.decompress(chunks[b"IDAT"]) == b"\0" + bytes(range(6)) + b"\0" + bytes(range(6, 12))


def test_statistics(tmp_path):
    assert thumbnails.statistics(image(tmp_path, bytes([1, 2, 3, 4, 5, 6, 7, 8])), "before") == "1 to 8, mean 4.5"
    values = numpy.array([1, numpy.inf, 3, numpy.nan], "<f4").tobytes()
    assert thumbnails.statistics(image(tmp_path, values, data_type="FLOAT", width=1), "before") == "1 to 3, mean 2, 2 not finite"


def test_names_of_a_recording_are_text(tmp_path):
    told = {"kernel": "<script>k", "dimensions": 1, "global": [1, 1, 1], "seconds": 0.5, "error": 0,
            "arguments": [{**image(tmp_path, bytes(8)).told, "name": "<b>\u202e", "type": "</table>"}]}  # fmt: skip
    facts = {"launches": 1, "content_bytes": 1, "file_bytes": 1, "notes": ["<i>"], "application": "<u>", "recorded": []}
    text = page.text_of(Replay(facts=facts), [State(1, told, tmp_path)], None, [])
    assert "&lt;script&gt;k" in text and "&lt;/table&gt;" in text
    assert not any(word in text for word in ("<script", "<b>", "<i>", "<u>", "\u202e"))
