# SPDX-License-Identifier: MIT
"""run-tests merge: joins the results of shards, or of runs of different tests, into one folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .record import summary_document
from .results import JOURNAL, SUMMARY, Journal, Record, ResultsError, load, write_json
from .status import RANK


def merge(records: list[Record]) -> Record:
    """One record of several. Of a test that has several results the worst counts. Runs of different
    drivers are not joined: that is what compare is for."""
    drivers = sorted({str(record.run.get("driver", "")) for record in records})
    if len(drivers) > 1:
        raise ResultsError(f"results of different drivers: {', '.join(drivers)}")
    whole = Record(run=dict(records[0].run), device=records[0].device)
    whole.run.pop("shard", None)
    whole.run["merged"] = [record.run for record in records]
    whole.plan = list(dict.fromkeys(test for record in records for test in record.plan))
    for record in records:
        for test, result in record.results.items():
            other = whole.results.get(test)
            if other is None or RANK[result.status] > RANK[other.status]:
                whole.results[test] = result
    whole.end = {
        "complete": all(record.end.get("complete", False) for record in records),
        "seconds": round(sum(record.end.get("seconds", 0) for record in records), 3),
    }
    return whole


def write(folder: Path, record: Record) -> None:
    """Makes a results folder of a record."""
    journal = Journal(folder / JOURNAL)
    journal.append({"run": record.run})
    journal.append({"device": record.device})
    journal.append({"plan": record.plan})
    for result in record.results.values():
        journal.append(result.to_json())
    journal.append({"end": record.end})
    journal.close()
    write_json(folder / SUMMARY, summary_document(record))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="run-tests merge", description="Join results, as those of shards, in a new folder."
    )
    parser.add_argument("output", type=Path, metavar="OUT", help="the folder to write")
    parser.add_argument("inputs", type=Path, nargs="+", metavar="RESULTS", help="what to join")
    options = parser.parse_args(arguments)
    if (options.output / JOURNAL).exists():
        raise ResultsError(f"{options.output}: there are results in it already")
    record = merge([load(path) for path in options.inputs])
    write(options.output, record)
    missing = len(record.missing())
    print(f"{options.output}: {len(record.results)} results of {len(options.inputs)} runs")
    if missing or not record.end["complete"]:
        print(f"run-tests merge: {missing} tests have no result", file=sys.stderr)
    return 0
