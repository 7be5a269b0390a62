# SPDX-License-Identifier: MIT
"""What run-tests' command line has for targets."""

import argparse

from ..command_line import amount, whole

WAIT_SECONDS = 300.0


def add(group: argparse._ArgumentGroup) -> None:
    """Adds the options."""
    group.add_argument("--target", action="append", default=[], metavar="TARGET",
        help="run on ssh://user@host:port/dir or adb:SERIAL/dir, or through exec:COMMAND; may be repeated; see docs/boards.md")  # fmt: skip
    group.add_argument("--target-jobs", type=whole(1), metavar="N", help="workers on each target; default: its processors")
    group.add_argument("--target-reset", metavar="COMMAND", help="run this, as that of a power switch, when a target does not answer")
    group.add_argument("--target-wait", type=amount, default=WAIT_SECONDS, metavar="S",
        help="seconds that a target may take to come back; default: 300")  # fmt: skip
    group.add_argument("--target-keep", action="store_true", help="leave files on the target for the next run")
