# SPDX-License-Identifier: MIT
"""What is kept of files from run to run is what reading them says."""

import hashlib
import os
import time

import pytest
from runner.targets import known_files
from runner.targets.known_files import KnownFiles


@pytest.fixture
def test_file(tmp_path, monkeypatch):
    """A test that names another file, and has been there for long."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(known_files, "YOUNG_NS", -(10**12))
    file = tmp_path / "a.cl"
    file.write_text('#include "b.h"', encoding="ascii")
    (tmp_path / "b.h").write_text("b", encoding="ascii")
    return file


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def ask(file):
    known = KnownFiles()
    found = {path: known.hash(path) for path in known.with_neighbours([str(file)])}
    known.keep()
    return found


def test_files_are_read_once(test_file, monkeypatch):
    first = ask(test_file)
    assert first == {str(test_file): digest(test_file), str(test_file.with_name("b.h")): digest(test_file.with_name("b.h"))}
    monkeypatch.setattr(known_files, "paths_in", lambda text: pytest.fail("it was read again"))
    assert ask(test_file) == first


def test_a_file_that_has_changed_is_read_again(test_file):
    """Also when its size and its time are what they were."""
    ask(test_file)
    status = test_file.stat()
    test_file.write_text('#include "c.h"', encoding="ascii")
    test_file.with_name("c.h").write_text("c", encoding="ascii")
    os.utime(test_file, ns=(status.st_atime_ns, status.st_mtime_ns))
    found = ask(test_file)
    assert found[str(test_file)] == digest(test_file) and str(test_file.with_name("c.h")) in found


def test_a_neighbour_that_comes_later_is_found(test_file):
    test_file.with_name("b.h").unlink()
    assert list(ask(test_file)) == [str(test_file)]
    test_file.with_name("b.h").write_text("b", encoding="ascii")
    assert len(ask(test_file)) == 2


def test_what_has_just_been_written_is_not_kept(test_file, monkeypatch):
    monkeypatch.setattr(known_files, "YOUNG_NS", 10**12)
    assert time.time_ns() - test_file.stat().st_mtime_ns < 10**12
    ask(test_file)
    assert KnownFiles()._known == {}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"PATH": 3}', '{"PATH": [[1], 2]}'])
def test_a_damaged_list_counts_for_nothing(test_file, tmp_path, text):
    kept = tmp_path / "cache" / "run-tests" / "files-of-targets.json"
    kept.parent.mkdir(parents=True)
    kept.write_text(text.replace("PATH", str(test_file)), encoding="ascii")
    assert ask(test_file)[str(test_file)] == digest(test_file)
