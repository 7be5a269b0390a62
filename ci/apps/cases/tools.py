# SPDX-License-Identifier: MIT
"""Small tools that ask and measure a device: clinfo and clpeak."""

import re
from functools import partial

from ..bench import Bench
from ..case import Case, Finding, WrongError

_MEASURED = re.compile(r"^ +([\w ()]+?) +: (\d+\.\d+)(?: us)?$", re.MULTILINE)


def _clinfo(bench: Bench) -> Finding:
    """Every query of clinfo has an answer."""
    text = bench.on_driver("clinfo").text
    devices = re.search(r"Number of devices +(\d+)", text)
    errors = [line.strip() for line in text.splitlines() if "<" in line and "error" in line.lower()]
    if not devices or not int(devices[1]) or errors:
        raise WrongError(errors[0] if errors else "there is no device")
    return Finding(f"{len(text.splitlines())} lines")


def measured(text: str) -> dict[str, float]:
    """The numbers of clpeak's output, by name. WrongError where it has none, or one is zero."""
    found = {name: float(number) for name, number in _MEASURED.findall(text)}
    if not found or min(found.values()) <= 0:
        raise WrongError(f"measured {found or 'nothing'}")
    return found


def _clpeak(tests: tuple[str, ...], bench: Bench) -> Finding:
    """It moves as much as a device has, again and again: the bundled one has little."""
    text = bench.on_driver("clpeak", *tests, ROOTLE_MEMORY="64").text
    return Finding(f"{len(measured(text))} numbers")


CASES = (
    Case("clinfo/all", ("clinfo",), _clinfo, "an answer to every query", is_quick=True),
    Case("clpeak/transfers", ("clpeak",), partial(_clpeak, ("--kernel-latency", "--transfer-bandwidth")), "numbers above zero", limit=300),
    Case("clpeak/bandwidth", ("clpeak",), partial(_clpeak, ("--global-bandwidth",)), "numbers above zero", limit=300),
)
