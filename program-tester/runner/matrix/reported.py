# SPDX-License-Identifier: MIT
"""What is known of the rules of a column: the finding that their smallest test is of, by the driver's list of expectations, and its report."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..expectations import drivers_of, read_list
from ..explain.findings import Named, named, reasons, reports
from ..patterns import Pattern


def _is_seen_in(driver: str, seen: str) -> bool:
    """Whether a report of another project, as of a library, was seen in a driver: it has all words of the driver's name, the version among them."""
    return all(re.search(rf"(?<![\w.]){re.escape(word)}(?![\w.])", seen.partition(";")[0]) for word in driver.split())


class Reported:
    """The lists, reasons and reports of a checkout; where it has none, nothing is known."""

    def __init__(self, root: Path) -> None:
        words, table = root / "generated-tests" / "finding-reasons.txt", root / "docs" / "reports" / "reports.toml"
        known = reasons(words) if words.is_file() else []
        self._lists: list[tuple[list[Pattern], Named]] = []
        for path in sorted((root / "ci" / "expectations").glob("*-fails.txt")):
            drivers = drivers_of(path)
            shaders = any(driver.text.startswith(("Vulkan /", "OpenGL /")) for driver in drivers)
            self._lists.append((drivers, named(read_list(path), [row for row in known if row[0].endswith(".comp") == shaders])))
        self._reports = reports(table) if table.is_file() else []

    def findings(self, column: Mapping[str, Any], test: str) -> list[dict[str, str]]:
        """Findings of a test on a column's driver: `name`, and where there is a report its `report`, `state` and `known`."""
        device = f"{column.get('platform', '')} / {column['device']}, driver {column['driver']}"
        for drivers, entries in self._lists:
            if any(driver.matches(device) for driver in drivers):
                names = next((names for entry, names in entries if entry.matches(test)), ())
                return [self._told(name, column["name"]) for name in names]
        return []

    def _told(self, finding: str, driver: str) -> dict[str, str]:
        of_it = [one for one in self._reports if one["test"].rpartition("/")[2] == finding]
        own = [one for one in of_it if one["project"].lower() in driver.lower()] or [one for one in of_it if _is_seen_in(driver, one["seen"])]
        if not own:
            return {"name": finding.strip("()")}
        return {"name": finding, "report": own[0]["name"], "state": own[0]["state"], "known": own[0]["known"]}

    def added_to(self, column: Mapping[str, Any]) -> dict[str, Any]:
        """The column, each of its rules with `findings`."""
        return {**column, "rules": [{**rule, "findings": self.findings(column, rule["test"])} for rule in column["rules"]]}


__all__ = ["Reported"]
