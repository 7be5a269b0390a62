# SPDX-License-Identifier: MIT
"""Mesa's clover out of packages that are unpacked beside the system, with an apt of ours."""

import os
import subprocess
from pathlib import Path

import pytest

from runner import debian, drivers

ROOT = Path(__file__).resolve().parents[3]

APT = """#!/bin/sh
for word; do last=$word; done
echo "$*" >> "$CALLS"
[ -n "$NO_NETWORK" ] && { echo 'Reading...'; echo 'E: Failed to fetch it'; exit 100; }
while [ "$1" != download ]; do shift; done; shift
for package; do
    mkdir -p tree/usr/lib/x86_64-linux-gnu tree/DEBIAN
    echo "$package" > "tree/usr/lib/x86_64-linux-gnu/$package"
    touch tree/usr/lib/x86_64-linux-gnu/libMesaOpenCL.so.1
    printf 'Package: %s\\nVersion: 1\\nArchitecture: all\\nMaintainer: a <a@b>\\nDescription: d\\n' \
        "$package" > tree/DEBIAN/control
    dpkg-deb --build tree "${package}_1.deb" > /dev/null
    rm -r tree
done
"""


@pytest.fixture(name="apt")
def fixture_apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of our own, and the file that keeps apt's arguments."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "apt-get"
    program.write_text(APT, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("CALLS", str(tmp_path / "calls"))
    return tmp_path / "calls"


def _calls(apt: Path) -> int:
    return len(apt.read_text(encoding="utf-8").splitlines())


def test_packages_are_kept(apt: Path):
    """They are fetched once, and again when the list changes; nothing else stays behind."""
    root = debian.unpacked("x", ("one", "two"))
    assert (root / "usr/lib/x86_64-linux-gnu/two").read_text(encoding="utf-8") == "two\n"
    assert debian.unpacked("x", ("one", "two")) == root and _calls(apt) == 1
    assert (debian.unpacked("x", ("one", "three")) / "usr/lib/x86_64-linux-gnu/three").exists()
    assert _calls(apt) == 2 and not (root / "usr/lib/x86_64-linux-gnu/two").exists()
    assert [path.name for path in root.parents[1].iterdir()] == ["x"]


def test_no_network(apt: Path, monkeypatch: pytest.MonkeyPatch):
    """What apt says is the reason, and nothing half made is taken for whole."""
    monkeypatch.setenv("NO_NETWORK", "1")
    with pytest.raises(debian.PackageError, match="apt-get download one and others: E: Failed to fetch it"):
        debian.unpacked("x", ("one",))
    monkeypatch.delenv("NO_NETWORK")
    assert debian.unpacked("x", ("one",)).is_dir() and _calls(apt) == 2


def test_no_apt(apt: Path, monkeypatch: pytest.MonkeyPatch):
    """A system without apt has a clear message as well."""
    monkeypatch.setenv("PATH", str(apt.parent))
    with pytest.raises(debian.PackageError, match="apt-get download one and others: .*No such file"):
        debian.unpacked("x", ("one",))


def test_environment(apt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Streams that fail are fatal, and what the user's libraries are stays."""
    monkeypatch.setenv("LD_LIBRARY_PATH", "/mine")
    driver = drivers.find("mesa-clover", tmp_path / "build" / "driver" / "rootle.icd")
    variables = driver.environment()
    assert apt.exists() and driver.name == "mesa-clover" and not driver.is_bundled
    assert Path(variables["OCL_ICD_VENDORS"]).is_file()
    assert variables["LD_PRELOAD"] == f"{tmp_path}/build/driver/librootle-drm.so"
    assert variables["LD_LIBRARY_PATH"].endswith(":/mine")
    assert variables["ROOTLE_DRM_FATAL"] == "1"
    for rule in variables["ROOTLE_DRM_REDIRECT"].split(":"):
        place, _, moved = rule.partition("=")
        assert moved.endswith(place) and moved.startswith(str(tmp_path / "cache"))


def test_node_is_named_for_waffle(monkeypatch: pytest.MonkeyPatch):
    """Programs that open GBM by waffle find the node; a choice of the user's stays."""
    program = ROOT / "build" / "bin" / "rootle-drm"
    if not program.exists():
        pytest.skip(f"{program} is not built")
    for mine in ("", "/dev/dri/card7"):
        monkeypatch.delenv("WAFFLE_GBM_DEVICE", raising=False)
        if mine:
            monkeypatch.setenv("WAFFLE_GBM_DEVICE", mine)
        said = subprocess.run([program, "printenv", "WAFFLE_GBM_DEVICE"], capture_output=True, text=True, check=True)
        assert said.stdout == f"{mine or '/dev/dri/renderD128'}\n"


def test_driver_that_cannot_be_had(apt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The message names the driver."""
    monkeypatch.setenv("NO_NETWORK", "1")
    with pytest.raises(drivers.DriverError, match="driver mesa-clover: apt-get .*E: Failed"):
        drivers.find("mesa-clover", tmp_path / "build" / "driver" / "rootle.icd")
    assert apt.exists()


def test_rusticl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The system's own, on the card's library; without it the message names the package."""
    card = tmp_path / "build" / "driver" / "rootle.icd"
    monkeypatch.setattr(drivers, "VENDOR_FOLDERS", (tmp_path / "vendors",))
    with pytest.raises(drivers.DriverError, match="mesa-rusticl is not installed .package mesa-opencl-icd."):
        drivers.find("mesa-rusticl", card)
    (tmp_path / "vendors").mkdir()
    (tmp_path / "vendors" / "rusticl.icd").write_text("libRusticlOpenCL.so.1\n", encoding="ascii")
    variables = drivers.find("mesa-rusticl", card).environment()
    assert variables["OCL_ICD_VENDORS"] == f"{tmp_path}/vendors/rusticl.icd"
    assert variables["LD_PRELOAD"] == f"{tmp_path}/build/driver/librootle-drm.so"
    assert variables["RUSTICL_ENABLE"] == "r600" and variables["ROOTLE_DRM_FATAL"] == "1"
