# SPDX-License-Identifier: MIT
"""ci/setup with a package manager that only takes notes."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
NEEDS = ("tester", "run", "check")  # each with those before it
TOOLS = ("bash", "env", "sed", "awk", "grep", "dirname", "tr", "cat", "mkdir", "chown", "tail", "sleep")


def packages() -> dict[str, str]:
    """Packages, each with what needs it first."""
    lines = (ROOT / "ci" / "packages.txt").read_text().splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def wanted(need: str = "check") -> list[str]:
    return [name for name, first in packages().items() if NEEDS.index(first) <= NEEDS.index(need)]


class Machine:
    """A PATH with what ci/setup needs and no more."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)  # others than root run it too
        self.bin = folder / "bin"
        self.bin.mkdir()
        others = shutil.ignore_patterns("tests")
        shutil.copytree(ROOT / "ci", folder / "ci", ignore=others)
        self.setup_script = folder / "ci" / "setup"
        self.log = folder / "apt.log"
        self.said = folder / "build" / "setup.log"  # by apt
        for tool in TOOLS:
            self.bin.joinpath(tool).symlink_to(shutil.which(tool))

    def script(self, name: str, text: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/bash\n{text}\n")
        path.chmod(0o755)

    def debian(self, missing: list[str]) -> None:
        lines = [f"ii  {name}" for name in wanted() if name not in missing]
        lines += [f"rc  {name}" for name in missing[:1]]  # removed, its configuration left
        self.script("dpkg-query", "cat <<END\n" + "\n".join(lines) + "\nEND\nexit 1")
        self.script("apt-get", f'echo "$DEBIAN_FRONTEND $*" >> {self.log}')

    def setup(self, *words: str, progress: str = "10", **how) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.bin / "bash", self.setup_script, *words],
            env={"PATH": str(self.bin), "SETUP_PROGRESS": progress},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            **how,
        )

    def calls(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def machine():
    # Not pytest's own folder, which only its user may enter.
    with tempfile.TemporaryDirectory() as folder:
        yield Machine(Path(folder))


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


def test_nothing_to_do_is_one_quiet_line(machine):
    machine.debian(missing=[])
    done = machine.setup()
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1 and not done.stderr
    assert machine.calls() == []


@needs_root
def test_only_what_is_missing_is_installed(machine):
    machine.debian(missing=["oclgrind", "cmake"])
    done = machine.setup()
    assert done.returncode == 0, done.stderr
    update, install = machine.calls()
    assert update == "noninteractive -q update"
    words = install.split()
    assert words[:2] == ["noninteractive", "-q"] and "--no-install-recommends" in words
    assert sorted(words[-2:]) == ["cmake", "oclgrind"] and words[-3].startswith("-")


@needs_root
def test_sudo_is_used_by_others(machine):
    machine.debian(missing=["cmake"])
    machine.script("sudo", 'echo "with sudo: $*"')
    shutil.chown(machine.said.parent.parent, user="nobody")
    done = machine.setup(user="nobody")
    assert done.returncode == 0, done.stderr
    assert "with sudo: env DEBIAN_FRONTEND=noninteractive apt-get -q install -y" in machine.said.read_text()


@needs_root
def test_the_words_of_apt_go_to_a_log(machine):
    machine.debian(missing=["cmake"])
    machine.script("apt-get", "echo Reading lists; printf half; [ $2 = update ] || sleep 0.7; echo ' a line'; echo why >&2")
    quiet = machine.setup()
    assert quiet.returncode == 0 and "Reading" not in quiet.stdout + quiet.stderr
    assert machine.said.read_text() == 2 * "Reading lists\nhalf a line\nwhy\n"
    # It says how far it is, while apt says nothing, too.
    told = machine.setup(progress="0").stdout
    assert told.count(" s: Reading lists\n") > 2 and " s: half a line\n" in told


@needs_root
def test_a_failure_shows_what_apt_said(machine):
    machine.debian(missing=["cmake"])
    machine.script("apt-get", "echo Reading lists; echo no such mirror >&2; exit 100")
    done = machine.setup()
    assert done.returncode == 1 and "done" not in done.stdout
    assert done.stderr == (
        "ci/setup: apt-get update failed. The last lines of build/setup.log:\nReading lists\nno such mirror\n"
    )


@needs_root
def test_the_log_is_of_whom_the_tree_is(machine):
    shutil.chown(machine.said.parent.parent, user="nobody")
    machine.debian(missing=["cmake"])
    assert machine.setup().returncode == 0
    assert machine.said.owner() == machine.said.parent.owner() == "nobody"


@needs_root
def test_without_root_and_sudo_it_says_what_to_run(machine):
    machine.debian(missing=["cmake"])
    done = machine.setup(user="nobody")
    assert done.returncode == 1
    assert "Run as root: apt-get install --no-install-recommends cmake" in done.stderr


def test_other_systems_get_the_list(machine):
    done = machine.setup()
    assert done.returncode == 1
    assert "not a Debian system" in done.stderr
    assert all(name in done.stderr for name in wanted())


def test_each_package_has_a_need():
    assert set(packages().values()) == set(NEEDS)


@needs_root
@pytest.mark.parametrize(("option", "need"), [("--tester", "tester"), ("--run", "run"), (None, "check")])
def test_a_need_brings_its_packages_and_those_before_it(machine, option, need):
    machine.debian(missing=list(packages()))
    done = machine.setup(*([option] if option else []))
    assert done.returncode == 0, done.stderr
    words = machine.calls()[-1].split()
    installed = words[words.index("--no-install-recommends") + 1 :]
    assert installed == wanted(need)
    assert ("llvm-19-dev" in installed, "oclgrind" in installed) == (need != "tester", need == "check")
