# SPDX-License-Identifier: MIT
"""Combinations for run-tests beside, which asks `generate --answer`: a request is a line of JSON, and so is its answer.

    {"beside": "names", "words": [WORD, ...]}    {"names": [[WORD, ...], ...], "unknown": WORD or ""}
    {"beside": "table"}                          {"apis": [API, ...], "rows": [[KIND, ..., [COUNT, ...]], ...]}
    {"beside": "files", "name": [WORD, ...]}     {"files": {NAME: TEXT}}
"""

from typing import Any

from .combinations import APIS, Combination, families, shared, table
from .files import files_of


def _known() -> list[str]:
    return sorted({word for found in families().values() for one in found for word in one})


def _names(words: list[str]) -> dict[str, Any]:
    """Combinations that all three have; a word that no combination has, of whatever API."""
    every = [one for found in families().values() for one in found]
    unknown = next((word for word in words if not any(one.matches([word]) for one in every)), "")
    answer: dict[str, Any] = {"names": [one for one in shared() if one.matches(words)], "unknown": unknown}
    if unknown:
        answer["known"] = _known()
    if not answer["names"]:
        answer["have"] = [api for api, found in families().items() if any(one.matches(words) for one in found)]
    return answer


def reply(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request."""
    if request["beside"] == "table":
        return {"apis": APIS, "rows": list(table())}
    if request["beside"] == "files":
        return {"files": files_of(Combination(*request["name"]))}
    return _names(request["words"])
