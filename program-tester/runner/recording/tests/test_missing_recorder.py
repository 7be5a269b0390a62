# SPDX-License-Identifier: MIT
"""What records and replays is built when a clone, on which only tests ran, lacks it."""

import types

import pytest

from runner.recording.replaying import RecordError, program

BUILD = """#!/bin/sh
echo "$*" >>build/calls
[ -e build/refused ] && exit 1
touch build/program-tester/rootle-replay build/program-tester/librootle-record.so
"""


@pytest.fixture
def places(tmp_path):
    """A clone whose ci/build keeps its arguments."""
    (tmp_path / "ci").mkdir()
    (tmp_path / "build" / "program-tester").mkdir(parents=True)
    (tmp_path / "ci" / "build").write_text(BUILD, encoding="ascii")
    (tmp_path / "ci" / "build").chmod(0o755)
    return types.SimpleNamespace(root=tmp_path, build=tmp_path / "build")


def test_it_is_built_once(places):
    assert program(places, "librootle-record.so").exists()
    assert program(places, "rootle-replay").exists()
    assert (places.build / "calls").read_text().splitlines() == ["release --only program-tester,rootle,rootle-cc,rootle-record,rootle-replay"]


def test_a_build_that_fails_says_what_is_missing(places):
    (places.build / "refused").touch()
    with pytest.raises(RecordError, match=r"rootle-replay is not there: .* libzstd-dev"):
        program(places, "rootle-replay")


def test_a_build_folder_of_others_is_left_alone(places):
    places.build = places.build / "program-tester" / ".."
    with pytest.raises(RecordError, match="is not there"):
        program(places, "rootle-replay")
    assert not (places.build / "calls").exists()
