# SPDX-License-Identifier: MIT
"""run-tests bisect with a target: a driver that each commit compiles, tested by rootle-board behind a wrapper."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR", ROOT / "build"))
DRIVER = BUILD / "driver" / "librootle.so"
FAULTS = (BUILD / "CMakeCache.txt").exists() and "ROOTLE_FAULTS:BOOL=ON" in (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(
    not (DRIVER.exists() and FAULTS and (BUILD / "program-tester/boards/rootle-board").exists() and shutil.which("cc")),
    reason="rootle-board and the bundled driver with faults are not built",
)

# A driver that is the bundled one, with what a commit adds.
SOURCE = r"""
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
static void *library;
__attribute__((constructor)) static void begin(void)
{
    %s
    library = dlopen(DRIVER, RTLD_NOW);
}
void *clGetExtensionFunctionAddress(const char *name)
{
    return ((void *(*)(const char *))dlsym(library, "clGetExtensionFunctionAddress"))(name);
}
cl_int clIcdGetPlatformIDsKHR(cl_uint count, cl_platform_id *platforms, cl_uint *found)
{
    cl_int (*get)(cl_uint, cl_platform_id *, cl_uint *) = clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR");
    return get(count, platforms, found);
}
"""
MISTAKE = 'setenv("ROOTLE_FAULT", "mirror_off_by_one", 1);'


class Project:
    """A repository of that driver."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        self.folder.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        identity = ["-c", "user.name=A", "-c", "user.email=a@b.example"]
        return subprocess.run(["git", *identity, *arguments], cwd=self.folder, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, subject: str, code: str) -> str:
        (self.folder / "driver.c").write_text(SOURCE % code, encoding="ascii")
        self.git("add", "driver.c")
        self.git("commit", "--quiet", "--allow-empty", "-m", subject)
        return self.git("rev-parse", "--short=7", "HEAD")


def test_the_commit_that_broke_a_driver_is_found_on_a_target(tmp_path):
    project = Project(tmp_path)
    first = project.commit("base", "")
    project.commit("a comment", "/* It forwards. */")
    culprit = project.commit("a mistake", MISTAKE)
    project.commit("another comment", f"/* It forwards. */ {MISTAKE}")
    build = f"cc -shared -fPIC -w -DDRIVER='\"{DRIVER}\"' -o my.so driver.c && echo $PWD/my.so >my.icd"
    seen = tmp_path / "seen"
    wrapper = tmp_path / "wrapper"
    wrapper.write_text(f'#!/bin/sh\necho "$2" >>{seen}\nexec "$@"\n', encoding="ascii")
    wrapper.chmod(0o755)
    done = subprocess.run(
        [str(ROOT / "run-tests"), "bisect", f"{first}..HEAD", "--build", build, "--driver=my.icd", f"--target=exec:{wrapper}",
         "--target-jobs=1", "--tests", str(ROOT / "program-tester/tests/sampler/addressing.cl"), f"--build-dir={BUILD}", "--no-build", "--retries=0"],
        cwd=project.folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"first bad commit {culprit} a mistake" in done.stdout
    assert "pass -> fail" in done.stdout
    assert seen.read_text(encoding="ascii").split().count("watch") >= 4
