# SPDX-License-Identifier: MIT
"""What a replay left, as a folder that goes to another machine, where compare holds a driver against it."""

import json
from pathlib import Path

from ..drivers import Driver
from ..places import Places
from .capture import make_new
from .replaying import RecordError, Replay, replay
from .states import states_of
from .types import settle

LINES = "lines.json"


def keep(places: Places, driver: Driver, recording: Path, arguments: list[str], folder: Path) -> Replay:
    """Replays into a folder. Types are settled, as the compiler may not be where it is read."""
    make_new(folder)
    found = replay(places, driver, recording, *arguments, "--states", str(folder))
    for state in states_of(found.states.values(), folder).values():
        settle(places, state)
    (folder / LINES).write_text("".join(json.dumps(line) + "\n" for line in found.lines))
    return found


def read_kept(folder: Path) -> Replay:
    """The same replay. RecordError: the folder has none."""
    found = Replay()
    try:
        for line in (folder / LINES).read_text().splitlines():
            found.take(json.loads(line))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RecordError(f"{folder} has nothing that replay --keep left: {error}") from None
    return found
