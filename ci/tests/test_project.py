# SPDX-License-Identifier: MIT
"""ci/project.txt is where a fork changes the project's address and its maintainer, and nothing else has them."""

import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEW = "homepage    https://code.invalid/fork/r\nmaintainer  F. Ork <fork@mail.invalid>\n"
SHOWN = ("README.md", "ci/workflows/driver-github-actions.yml", "ci/workflows/driver-gitlab-ci.yml",
         "debian/control", "debian/copyright", "debian/changelog")  # fmt: skip


def rows(text: str) -> dict[str, str]:
    return dict(re.findall(r"^(\w+) +(\S.*)$", text, re.MULTILINE))


@pytest.fixture(name="tree")
def fixture_tree(tmp_path) -> Path:
    """All that is committed, with changes that are not yet."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-coz", "--exclude-standard"], capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def holders(tree: Path, *words: str) -> set[str]:
    """The files that have one of some words."""
    files = (path for path in tree.rglob("*") if path.is_file())
    return {
        str(path.relative_to(tree)) for path in files if any(word.encode() in path.read_bytes() for word in words)
    }


def words_of(facts: dict[str, str]) -> tuple[str, str]:
    """What tells a homepage from others, and the maintainer's address."""
    parts = urlsplit(facts["homepage"])
    return parts.netloc + parts.path, re.findall(r"<(.*)>", facts["maintainer"])[0]


def test_places_are_current():
    subprocess.run([ROOT / "ci" / "project", "--check"], check=True)


def test_a_fork_changes_one_file(tree):
    source = tree / "ci" / "project.txt"
    old, new = words_of(rows(source.read_text(encoding="utf-8"))), words_of(rows(NEW))
    assert holders(tree, *old) == {"ci/project.txt", *SHOWN}
    source.write_text(NEW, encoding="utf-8")
    stale = subprocess.run([tree / "ci" / "project", "--check"], capture_output=True, text=True, check=False)
    assert stale.returncode == 1 and all(f"{file}: its " in stale.stderr for file in SHOWN)
    subprocess.run([tree / "ci" / "project"], check=True)
    subprocess.run([tree / "ci" / "project", "--check"], check=True)
    assert not holders(tree, *old)
    assert holders(tree, *new) == {"ci/project.txt", "ci/tests/test_project.py", *SHOWN}
    assert "git clone https://code.invalid/fork/r.git && " in (tree / "README.md").read_text(encoding="utf-8")
    assert "\nMaintainer: F. Ork <fork@mail.invalid>\n" in (tree / "debian" / "control").read_text(encoding="utf-8")


def test_no_other_placeholder(tree):
    """Hosts that stand for one that is not known yet are in that file alone, and where it is shown."""
    assert holders(tree, "example" + ".org", "example" + ".com") <= {"ci/project.txt", *SHOWN}
