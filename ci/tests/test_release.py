# SPDX-License-Identifier: MIT
"""ci/release, over a repository of the files that it reads and writes."""

import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHANGES = "# Changes\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n"
CONTROL = "Source: rootle\nMaintainer: A B <a@b.example>\n"
ENTRY = "rootle (1.2.3) UNRELEASED; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- A B <a@b.example>  Mon, 01 Jan 2024 00:00:00 -0000\n"


class Repository:
    """A repository about to release 1.2.3."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "ci").mkdir()
        (root / "debian").mkdir()
        shutil.copy(ROOT / "ci" / "release", root / "ci")
        self.write("VERSION", "1.2.3\n")
        self.write("README.md", "some card, driver 1.2.3\n")
        self.write("CHANGELOG.md", CHANGES)
        self.write("debian/control", CONTROL)
        self.write("debian/changelog", ENTRY)
        self.write(".gitignore", "/build/\n")
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "A")
        self.git("config", "user.email", "a@b.example")
        self.commit()

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", "-C", self.root, *arguments], check=True)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "change")

    def release(self, *arguments: str, status: int = 0) -> str:
        command = [self.root / "ci" / "release", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path)


def test_release(repository):
    repository.release("prepare")
    assert re.search(r"^## \[1\.2\.3\] - \d{4}-\d\d-\d\d$", repository.read("CHANGELOG.md"), re.MULTILINE)
    entry = repository.read("debian/changelog")
    assert entry.startswith("rootle (1.2.3) unstable; ") and entry.count("rootle (") == 1
    assert "not committed" in repository.release("build", "--no-packages", status=1)
    repository.commit()
    assert "rootle-1.2.3.tar.xz\n" in repository.release("build", "--no-packages")
    archive = repository.root / "build" / "release" / "rootle-1.2.3.tar.xz"
    first = archive.read_bytes()
    with tarfile.open(archive) as tar:
        assert "rootle-1.2.3/VERSION" in tar.getnames()
    repository.release("build", "--no-packages")
    assert archive.read_bytes() == first
    repository.git("tag", "v1.2.3")
    assert "there is a tag v1.2.3 already" in repository.release("check", status=1)

    repository.release("next", "1.3.0")
    assert repository.read("VERSION") == "1.3.0\n"
    assert repository.read("README.md") == "some card, driver 1.3.0\n"
    assert repository.read("CHANGELOG.md").index("## [Unreleased]") < repository.read("CHANGELOG.md").index("## [1.2.3]")
    entries = re.findall(r"^rootle \((.*?)\) (\w+);", repository.read("debian/changelog"), re.MULTILINE)
    assert entries == [("1.3.0", "UNRELEASED"), ("1.2.3", "unstable")]
    repository.commit()
    repository.release("prepare")
    entries = re.findall(r"^rootle \((.*?)\) (\w+);", repository.read("debian/changelog"), re.MULTILINE)
    assert entries == [("1.3.0", "unstable"), ("1.2.3", "unstable")]
    repository.commit()
    repository.release("check")


def test_what_is_in_the_way(repository):
    said = repository.release("check", status=1)
    assert "the first section of CHANGELOG.md is not that of 1.2.3 with a date" in said
    assert "the first entry of debian/changelog is not a release of 1.2.3" in said
    assert "was not released" in repository.release("next", "1.3.0", status=1)
    assert "1.2.3 is not after 1.2.3" in repository.release("next", "1.2.3", status=1)
    assert "two: not a version" in repository.release("next", "two", status=1)
    repository.release("prepare")
    assert "CHANGELOG.md has no ## [Unreleased]" in repository.release("prepare", status=1)
    assert "ci/release prepare" in repository.release(status=2)
