# SPDX-License-Identifier: MIT
"""What `cmake --install` puts below a prefix, and that it works from there; what debian/ says of it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from links import broken

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR") or ROOT / "build")
TABLE = (ROOT / "ci" / "commands.txt").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^([a-z][\w-]*) ", TABLE, re.MULTILINE)
BUILT = [name for name in COMMANDS if (BUILD / "bin" / name).exists()]


@pytest.fixture(scope="module", name="prefix")
def fixture_prefix(tmp_path_factory) -> Path:
    """An installation that was moved after it was made, as one that is unpacked elsewhere."""
    if not (BUILD / "completions" / "stamp").exists():
        pytest.skip(f"{BUILD} is not built")
    folder = tmp_path_factory.mktemp("install")
    command = ["cmake", "--install", BUILD, "--prefix", folder / "first"]
    subprocess.run(command, check=True, capture_output=True)
    moved = folder / "moved"
    (folder / "first").rename(moved)
    icd = moved / "etc" / "OpenCL" / "vendors" / "rootle.icd"
    icd.write_text(icd.read_text(encoding="utf-8").replace("/first/", "/moved/"), encoding="utf-8")
    return moved


def run(prefix: Path, *command: str) -> str:
    environment = {
        **os.environ,
        "PATH": f"{prefix}/bin:{os.environ['PATH']}",
        "OCL_ICD_VENDORS": str(prefix / "etc" / "OpenCL" / "vendors"),
        "XDG_CACHE_HOME": str(prefix / "cache"),
        "ROOTLE_BUILD_DIR": "/nowhere",
    }
    done = subprocess.run(command, cwd=prefix, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_command_is_complete(prefix):
    for name in BUILT:
        assert (prefix / "bin" / name).resolve(strict=True).is_relative_to(prefix)
        for part in ("man/man1/{}.1", "bash-completion/completions/{}", "zsh/site-functions/_{}"):
            assert (prefix / "share" / part.format(name)).is_file()
    assert sorted(file.name for file in (prefix / "bin").iterdir()) == sorted(BUILT)


def test_nothing_names_the_checkout(prefix):
    texts = [file for file in (prefix / "share").rglob("*") if file.is_file()]
    assert [file for file in texts if str(ROOT).encode() in file.read_bytes()] == []


def test_target_makes_all_that_is_installed():
    """debian/rules and ci/install-tester build the target `installed`, and no more."""
    if not (BUILD / "build.ninja").exists():
        pytest.skip(f"{BUILD} is not built by ninja")

    def ninja(*words: str) -> list[str]:
        command = ["ninja", "-C", str(BUILD), "-t", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()

    made = {str(BUILD / line.rpartition(": ")[0]) for line in ninja("targets", "all")}
    brought = {str(BUILD / word) for line in ninja("commands", "installed") for word in line.split()}
    scripts = "".join(path.read_text(encoding="utf-8") for path in BUILD.rglob("cmake_install.cmake"))
    copied = set(re.findall(rf'"({re.escape(str(BUILD))}/[^"]+)"', scripts)) & made
    assert len(copied) > 10 and sorted(copied - brought) == []


def test_tests_run_from_there(prefix):
    for options in ((), ("--driver", "system", "--results", "results")):
        said = run(prefix, "rootle-run-tests", "build", *options)
        assert re.search(r"^[1-9]\d* passed, 0 failed, 0 skipped$", said, re.MULTILINE)
    run(prefix, "rootle-run-tests", "report", "results", "-o", "html")
    assert (prefix / "html" / "index.html").exists()


def test_tests_are_generated_from_there(prefix):
    run(prefix, "rootle-generate-tests", "generated", "--suite", "attributes", "--sample", "5")
    files = [str(file) for file in (prefix / "generated").rglob("*.cl")]
    assert files and run(prefix, "program-tester", "--check", *files) == ""


def test_first_steps(prefix):
    """Those of four newcomers; ci/packages-check takes them on an installed system, with larger suites."""
    if not shutil.which("clinfo"):
        pytest.skip("clinfo is not installed")
    folder = prefix / "newcomer"
    folder.mkdir()
    said = run(prefix, "bash", "-c", f"cd newcomer && {ROOT}/ci/newcomer --short")
    assert set(re.findall(r"^ +[\d.]+ s  (\w+): ", said, re.MULTILINE)) == {"driver", "tests", "application", "reader"}


def test_tester_is_removed(tmp_path):
    """With what Python made, and without what is of others, or of a folder that Debian has."""
    prefix = tmp_path / "usr local"
    ours = ["bin/rootle-run-tests", "share/rootle/run-tests", "share/rootle/runner/a.py", "share/man/man1/x.1", "etc/rootle/x"]
    theirs = ["share/other/b", "share/man/man1/theirs.1"]
    for name in [*ours, *theirs, "share/rootle/runner/__pycache__/a.pyc"]:
        (prefix / name).parent.mkdir(parents=True, exist_ok=True)
        (prefix / name).touch()
    written = [*ours, "", "share/rootle/installed.txt"]
    (prefix / "share/rootle/installed.txt").write_text("".join(f"{prefix / name if name else ''}\n" for name in written))
    command = [ROOT / "ci" / "install-tester", "--uninstall", prefix]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"ci/install-tester: removed from {prefix}\n", "")
    left = sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*"))
    assert left == sorted(["bin", "etc", "share", "share/man", "share/man/man1", "share/other", *theirs])
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_the_drivers_commands_find_their_files(prefix):
    (prefix / "k.cl").write_text("kernel void k(global float *x) { x[0] = sin(x[0]); }\n", encoding="utf-8")
    assert "END" in run(prefix, "rootle-cc", "k.cl").upper()
    said = run(prefix, "rootle-drm", "sh", "-c", "echo $LD_PRELOAD; ls /dev/dri")
    assert "librootle-drm.so\n" in said and "renderD128" in said


def test_pages_lead_to_each_other(prefix):
    """Each page is there for browsers, too, and what it links to is installed, anchors included."""
    pytest.importorskip("markdown_it")
    folder = prefix / "share" / "doc" / "rootle"
    assert sorted(path.with_suffix(".html") for path in folder.rglob("*.md")) == sorted(folder.rglob("*.html"))
    count, nowhere = broken(folder)
    assert count > 100 and nowhere == []


def test_exercises_are_checked(prefix):
    """With the commands that are installed."""
    assert run(prefix, str(prefix / "share/doc/rootle/docs/learn/check"), "1.1", "0.25") == "right\n"


def test_pages_are_not_compressed(tmp_path):
    """Nor what they lead to, however long it is."""
    if not shutil.which("dh_compress"):
        pytest.skip("debhelper is not installed")
    shutil.copytree(ROOT / "debian", tmp_path / "debian")
    package = tmp_path / "debian" / "rootle-doc" / "usr" / "share" / "doc" / "rootle"
    files = ["README.md", "docs/README.html", "docs/learn/check", "docs/learn/group.cl", "docs/learn/weights.svg", "docs/reports/reports.toml"]
    for name in [*files, "changelog"]:
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("long enough to be compressed\n" * 1000, encoding="utf-8")
    command = ["make", "-f", "debian/rules", "override_dh_compress"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert [name for name in files if not (package / name).exists()] == []
    assert not (package / "changelog").exists(), "others are"


def test_packages_are_components():
    """debian/rules installs a component of CMake for each package."""
    control = (ROOT / "debian" / "control").read_text(encoding="utf-8")
    packages = set(re.findall(r"^Package: (.*)$", control, re.MULTILINE))
    described = [ROOT / "ci" / "install.cmake", *ROOT.glob("*/CMakeLists.txt"), *ROOT.glob("*/*/CMakeLists.txt")]
    named = set(re.findall(r"^[a-z][\w-]* +\S+ +([a-z-]+)$", TABLE, re.MULTILINE))
    for file in described:
        named |= set(re.findall(r"COMPONENT ([a-z-]+)", file.read_text(encoding="utf-8")))
    assert named == packages


def test_debian_files_parse():
    if not shutil.which("dpkg-parsechangelog"):
        pytest.skip("dpkg-dev is not installed")
    said = subprocess.run(
        ["dpkg-parsechangelog", "-l", ROOT / "debian" / "changelog", "--all"], capture_output=True, text=True, check=True
    )
    assert "Source: rootle\n" in said.stdout and said.stderr == ""
    subprocess.run(["make", "-n", "-f", "debian/rules", "override_dh_auto_build"], cwd=ROOT, check=True, capture_output=True)
