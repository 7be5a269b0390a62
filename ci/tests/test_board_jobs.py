# SPDX-License-Identifier: MIT
"""Job files for laboratories of boards, read by the laboratories' own tools where these are installed."""

from pathlib import Path

import pytest
import yaml

BOARDS = Path(__file__).resolve().parents[1] / "boards"


def test_lava_takes_the_job() -> None:
    schemas = pytest.importorskip("lava_common.schemas", reason="package lava-common")
    job = yaml.safe_load((BOARDS / "lava.yml").read_text())
    schemas.validate(job)
    del job["actions"][2]["test"]["definitions"][0]["path"]
    with pytest.raises(Exception, match="path|valid"):
        schemas.validate(job)


def test_labgrid_takes_the_environment() -> None:
    labgrid = pytest.importorskip("labgrid", reason="package python3-labgrid")
    target = labgrid.Environment(str(BOARDS / "labgrid.yml")).config.get_targets()["main"]
    assert target["resources"]["RemotePlace"] == {"name": "board"}
    known = labgrid.target_factory
    for name in target["drivers"]:
        assert name in known.drivers, name
    for name in target["resources"]:
        assert name in known.resources, name


def test_jobs_call_what_there_is() -> None:
    """The commands of the steps are those of this repository."""
    job = yaml.safe_load((BOARDS / "lava.yml").read_text())
    steps = job["actions"][2]["test"]["definitions"][0]["repository"]["run"]["steps"]
    root = BOARDS.parents[1]
    called = {word.split("rootle/")[-1].removeprefix("./").removeprefix("$(") for step in steps for word in step.split() if "ci/" in word or "run-tests" in word}
    assert called == {"ci/install-tester", "ci/cross", "run-tests"}
    for name in called:
        assert (root / name).exists(), name
