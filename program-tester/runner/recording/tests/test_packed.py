# SPDX-License-Identifier: MIT
"""A recording as one file, and such files that are not what they should be."""

import io
import json
import tarfile

import pytest

from runner.recording import packed
from runner.recording.recordings import recording_of, recordings_of
from runner.recording.replaying import RecordError

FIRST = json.dumps({"format": 1, "files": []}).encode()


def tar_of(path, *members):
    with tarfile.open(path, "w") as tar:
        for name, content, *kind in members:
            member = tarfile.TarInfo(name)
            member.size = 0 if kind else len(content)
            if kind:
                member.type, member.linkname = kind[0], "/etc/passwd"
            tar.addfile(member, None if kind else io.BytesIO(content))
    return path


def test_what_is_packed_comes_back(tmp_path):
    folder = tmp_path / "recording"
    folder.mkdir()
    contents = {"process-1.rec": b"one", "process-22.rec": b"larger"}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    (folder / "secret").write_bytes(b"no part of it")
    assert packed.pack(folder, tmp_path / "one.tar") == 2
    assert {file.name: file.read_bytes() for file in recordings_of(tmp_path / "one.tar")} == contents
    assert recording_of(tmp_path / "one.tar").name == "process-22.rec"
    with tarfile.open(tmp_path / "one.tar") as tar:
        assert [(one.uid, one.uname, one.mtime) for one in tar] == [(0, "", 0)] * 3


@pytest.mark.parametrize(
    "members",
    [
        [],
        [("process-1.rec", b"no version")],
        [("rootle-recording.json", b"[1]"), ("process-1.rec", b"a")],
        [("rootle-recording.json", b'{"format": 2}'), ("process-1.rec", b"a")],
        [("rootle-recording.json", FIRST), ("../process-1.rec", b"a")],
        [("rootle-recording.json", FIRST), ("/tmp/process-1.rec", b"a")],
        [("rootle-recording.json", FIRST), ("process-1.rec", b"", tarfile.SYMTYPE)],
        [("rootle-recording.json", FIRST), ("process-1.rec", b"", tarfile.LNKTYPE)],
        [("rootle-recording.json", FIRST), ("process-1.rec", b"a"), ("process-1.rec", b"again")],
        [("rootle-recording.json", b"", tarfile.SYMTYPE), ("process-1.rec", b"a")],
        [("rootle-recording.json", FIRST)],
    ],
)
def test_files_that_are_refused(tmp_path, members):
    path = tar_of(tmp_path / "bad.tar", *members)
    with pytest.raises(RecordError):
        recording_of(path)


def test_a_member_that_is_there_twice_is_named(tmp_path):
    path = tar_of(tmp_path / "twice.tar", ("rootle-recording.json", FIRST), ("process-1.rec", b"a"), ("process-1.rec", b"again"))
    with pytest.raises(RecordError, match="twice.tar: member 2 is there twice$"):
        recording_of(path)


def test_limits(tmp_path, monkeypatch):
    path = tar_of(tmp_path / "large.tar", ("rootle-recording.json", FIRST), ("process-1.rec", b"12345"), ("process-2.rec", b"6"))
    monkeypatch.setattr(packed, "MOST_BYTES", 5)
    with pytest.raises(RecordError, match="too much"):
        recording_of(path)
    monkeypatch.undo()
    monkeypatch.setattr(packed, "MOST_FILES", 1)
    with pytest.raises(RecordError, match="too much"):
        recording_of(path)


def test_a_file_that_is_cut_off(tmp_path):
    path = tar_of(tmp_path / "cut.tar", ("rootle-recording.json", FIRST), ("process-1.rec", bytes(100_000)))
    path.write_bytes(path.read_bytes()[:50_000])
    with pytest.raises(RecordError):
        recording_of(path)


def test_a_folder_without_a_recording_is_not_packed(tmp_path):
    with pytest.raises(RecordError, match="has no recording"):
        packed.pack(tmp_path, tmp_path / "none.tar")
