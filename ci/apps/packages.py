# SPDX-License-Identifier: MIT
"""Which of Debian's packages are installed."""

import subprocess
from collections.abc import Iterable


def missing(packages: Iterable[str]) -> list[str]:
    """Those that are not installed, sorted; all, where there is no dpkg."""
    wanted = sorted(set(packages))
    if not wanted:
        return []
    try:
        done = subprocess.run(
            ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\n", *wanted],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=False,
        )
    except OSError:
        return wanted
    installed = {line.split()[0] for line in done.stdout.splitlines() if line.endswith(" installed")}
    return [package for package in wanted if package not in installed]


def how_to_get(packages: Iterable[str]) -> str:
    """The command that installs packages."""
    return "apt-get install --no-install-recommends " + " ".join(packages)
