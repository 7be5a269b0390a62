# SPDX-License-Identifier: MIT
"""A list of tests that fail elsewhere, as Mesa keeps one for each of its cards, held against what the same tests say here.

Lines are NAME,VERDICT with names as Piglit's; those of other suites are not run."""

import ast
import gzip
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SECONDS = 120.0
LISTS = ("quick_gl", "quick_shader", "shader", "opengl")


@dataclass(frozen=True)
class Line:
    name: str
    verdict: str


@dataclass(frozen=True)
class Result:
    verdict: str
    subtests: dict[str, str]


def read_lines(text: str) -> list[Line]:
    rows = [row.strip() for row in text.splitlines()]
    pairs = [row.rpartition(",") for row in rows if row and not row.startswith("#")]
    return [Line(name, verdict.lower()) for name, _, verdict in pairs if name]


def read_tests(piglit: Path) -> dict[str, list[str]]:
    """The command of each test that Piglit's lists have, by its name in small letters."""
    commands: dict[str, list[str]] = {}
    for path in (piglit / "tests" / f"{name}.xml.gz" for name in LISTS):
        if not path.exists():
            continue
        for test in ET.fromstring(gzip.decompress(path.read_bytes())).iter("Test"):
            option = test.find("option[@name='command']")
            if option is not None:
                commands.setdefault(test.attrib["name"].lower(), ast.literal_eval(option.attrib["value"]))
    return commands


def verdicts(output: str) -> Result:
    """What a test of Piglit prints: lines of JSON, the last result of which counts."""
    verdict, subtests = "crash", {}
    for text in re.findall(r"^PIGLIT: (\{.*\})\s*$", output, re.MULTILINE):
        said = json.loads(text)
        verdict = said.get("result", verdict)
        # A list cannot have commas in names: there they are dashes.
        subtests.update({name.lower().replace(",", "-"): value for name, value in said.get("subtest", {}).items()})
    return Result(verdict, subtests)


def run(piglit: Path, command: list[str]) -> Result:
    words = [str(piglit / word) if word.startswith("tests/") else word for word in command]
    libraries = ":".join(filter(None, (str(piglit.parent), str(piglit / "lib"), os.environ.get("LD_LIBRARY_PATH"))))
    environment = {"PIGLIT_PLATFORM": "surfaceless_egl", "PIGLIT_SOURCE_DIR": str(piglit), "LD_LIBRARY_PATH": libraries,
                   "ROOTLE_CHIP": os.environ.get("ROOTLE_CHIP", "turks"), "ROOTLE_DRM_FATAL": "1"}
    node = ["build/bin/rootle-drm", str(piglit / "bin" / words[0]), *words[1:], "-auto", "-fbo"]
    try:
        ran = subprocess.run(node, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=SECONDS, check=False, errors="replace")
    except subprocess.TimeoutExpired:
        return Result("timeout", {})
    return verdicts(ran.stdout)


def compare(lines: list[Line], tests: dict[str, list[str]], run_test: Callable[[list[str]], Result]) -> Iterator[tuple[str, str]]:
    """Of each line whether it agrees, and what is to be said of it. A line may name a test, or a part of one."""
    results: dict[str, Result] = {}
    for line in lines:
        name = line.name.lower()
        test, _, part = (name, "", "") if name in tests else name.rpartition("@")
        if test not in tests:
            suite = line.name.partition(".")[0]
            why = f"{suite} is another suite" if "@" not in line.name else "Piglit's lists do not have it"
            yield "not run", f"{line.name}: {why}"
            continue
        if test not in results:
            results[test] = run_test(tests[test])
        said = results[test].subtests.get(part, results[test].verdict if results[test].verdict in ("skip", "crash", "timeout") else "") \
            if part else results[test].verdict
        if not said:
            yield "not run", f"{line.name}: the test does not say it"
        else:
            yield "agrees" if said == line.verdict else "differs", f"{line.name}: {line.verdict} there, {said} here"


def main() -> int:
    piglit, path = Path(sys.argv[1]), Path(sys.argv[2])
    try:
        lines = read_lines(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"ci/piglit-gl: {path}: {error}", file=sys.stderr)
        return 2
    counts: Counter[str] = Counter()
    for kind, text in compare(lines, read_tests(piglit), lambda command: run(piglit, command)):
        counts[kind] += 1
        print(f"{kind:8} {text}", flush=True)
    print(f"{counts['agrees']} of {len(lines)} agree, {counts['differs']} differ, {counts['not run']} were not run")
    return 0 if counts["agrees"] + counts["differs"] else 1


if __name__ == "__main__":
    sys.exit(main())
