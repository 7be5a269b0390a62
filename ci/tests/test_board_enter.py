# SPDX-License-Identifier: MIT
"""ci/boards/enter runs programs of another processor in a system of their own, and leaves this one as it is."""

import shutil
import subprocess
from pathlib import Path

import pytest

ENTER = Path(__file__).resolve().parents[1] / "boards" / "enter"
EMULATOR, COMPILER = "qemu-aarch64-static", "aarch64-linux-gnu-gcc"

# It runs itself once more, as a driver runs its compiler: the kernel has to know how.
PROGRAM = r"""
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    struct utsname system;
    FILE *here = fopen("here", "r");
    char line[64] = "";
    if (argc > 1 && !strcmp(argv[1], "again"))
        return execl(argv[0], argv[0], "once", NULL);
    uname(&system);
    printf("%s %s", system.machine, here && fgets(line, sizeof(line), here) ? line : "nothing");
    return 7;
}
"""


@pytest.fixture(name="root")
def _root(tmp_path: Path) -> Path:
    for program in (EMULATOR, COMPILER):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed: apt-get install $(ci/cross --packages aarch64)")
    if subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "binfmt_misc", "none", "/proc/sys/fs/binfmt_misc"],
            capture_output=True, check=False).returncode:  # fmt: skip
        pytest.skip("this kernel has no handlers of programs for each user namespace (Linux 6.7)")
    root = tmp_path / "root"
    (root / "bin").mkdir(parents=True)
    source = tmp_path / "program.c"
    source.write_text(PROGRAM)
    subprocess.run([COMPILER, "-static", "-o", root / "bin" / "program", source], check=True)
    return root


def test_runs_there_and_here(root: Path, tmp_path: Path) -> None:
    (tmp_path / "here").write_text("the folder\n")
    before = Path("/proc/mounts").read_text()
    done = subprocess.run([ENTER, root, EMULATOR, "/bin/program", "again"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("aarch64 the folder\n", 7), done.stderr
    assert Path("/proc/mounts").read_text() == before


def test_without_a_command(root: Path) -> None:
    done = subprocess.run([ENTER, root, EMULATOR], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: ci/boards/enter ")


def test_without_an_emulator(root: Path) -> None:
    done = subprocess.run([ENTER, root, "qemu-vax-static", "/bin/program"], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "qemu-vax-static is missing" in done.stderr
