# SPDX-License-Identifier: MIT
"""Runs rootle-replay, and reads the lines that it tells."""

import contextlib
import dataclasses
import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

from ..drivers import Driver
from ..places import Places
from ..prepare import PrepareError, ensure_parts
from ..show import harmless


RECORDER = ("rootle-record", "rootle-replay")  # targets of ninja


class RecordError(ValueError):
    """A recording that cannot be used; the message is for people."""


def program(places: Places, name: str) -> Path:
    """rootle-replay or librootle-record.so, in the build folder or beside the installed tester. What a clone on which only tests
    ran lacks of them is built."""
    folder = places.build / "program-tester" if places.build else places.root.parents[1] / "libexec" / "rootle"
    found = folder / name
    if not found.exists():
        with contextlib.suppress(PrepareError):
            ensure_parts(places.root, places.build, RECORDER)
    if not found.exists():
        raise RecordError(f"{found} is not there: `ci/setup && ci/build` makes it, with libzstd-dev and libxxhash-dev")
    return found


@dataclasses.dataclass
class Replay:
    """What came of a replay."""

    facts: dict[str, Any] = dataclasses.field(default_factory=dict)  # of the recording
    device: dict[str, Any] = dataclasses.field(default_factory=dict)
    launches: dict[int, dict[str, Any]] = dataclasses.field(default_factory=dict)
    states: dict[int, dict[str, Any]] = dataclasses.field(default_factory=dict)
    problems: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    answers: list[dict[str, Any]] = dataclasses.field(default_factory=list)  # to what the program asked
    end: dict[str, Any] = dataclasses.field(default_factory=dict)
    died: str = ""  # how the process ended, if that was not by itself

    lines: list[dict[str, Any]] = dataclasses.field(default_factory=list)

    def take(self, line: dict[str, Any]) -> None:
        """Sorts in one line."""
        self.lines.append(line)
        if "records" in line:
            self.facts = line
        elif "platform" in line:
            self.device = line
        elif "launch" in line:
            self.launches[line["launch"]] = line
        elif "launched" in line:
            self.launches.setdefault(line["launched"], {}).update(line)
        elif "state" in line:
            self.states[line["state"]] = line
        elif "problem" in line:
            self.problems.append(line)
        elif "answer" in line:
            self.answers.append(line)
        elif "same" in line:
            self.end = line

    @property
    def recorded(self) -> str:
        """The devices that the program used."""
        return ", ".join(f"{one.get('platform', '?')} / {one.get('device', '?')}" for one in self.facts.get("recorded", ())) or "no device"

    @property
    def name(self) -> str:
        return f"{self.device.get('platform', '?')} / {self.device.get('device', '?')}"


def facts(places: Places, recording: Path) -> dict[str, Any]:
    """What a recording says of itself. RecordError: it is none."""
    command = [str(program(places, "rootle-replay")), "--facts", str(recording)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    try:
        return dict(json.loads(done.stdout))
    except ValueError:
        raise RecordError(harmless(done.stderr.decode("utf-8", "replace").strip())) from None


def replay(places: Places, driver: Driver, recording: Path, *arguments: str) -> Replay:
    """Replays a recording on a driver. RecordError: it could not begin."""
    command = [str(program(places, "rootle-replay")), *arguments, str(recording)]
    environment = {**os.environ, **driver.environment()}
    environment.pop("OPENCL_LAYERS", None)  # a replay is not recorded
    found = Replay()
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stderr
        for line in process.stdout:
            try:
                read = json.loads(line)
            except ValueError:  # a driver that prints
                continue
            if isinstance(read, dict):
                found.take(read)
        said = process.stderr.read().decode("utf-8", "replace")
    if process.returncode < 0:
        found.died = f"ended by {signal.Signals(-process.returncode).name} in launch {max(found.launches, default=0)}"
    elif not found.end:
        raise RecordError(harmless(said.strip()) or f"rootle-replay ended with {process.returncode}")
    return found
