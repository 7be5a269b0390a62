# SPDX-License-Identifier: MIT
"""Whether the bundled driver's checker has a report of a test. Its program then does something that OpenCL does not define, and what another
driver gives of it is no fault."""

import dataclasses

from ..drivers import Driver
from ..results import Result
from .trials import Trials

CHECKS = "memory,uninitialised,races,barriers,images,arithmetic"


def checking(bundled: Driver) -> Driver:
    """The bundled driver with its checks."""
    return dataclasses.replace(bundled, variables={**bundled.variables, "ROOTLE_CHECK": CHECKS})


def reports(result: Result) -> list[str]:
    """The checker's, of a test that ran on `checking`."""
    return list(map(str, result.details.get("driver_messages", ())))


@dataclasses.dataclass(frozen=True)
class Reported:
    """Says so of a test file."""

    trials: Trials  # on `checking`

    def __call__(self, text: str) -> bool:
        return bool(reports(self.trials.run([text])[0]))
