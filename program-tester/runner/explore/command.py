# SPDX-License-Identifier: MIT
"""rootle-explore: makes a page that shows a kernel running."""

import argparse
import contextlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from ..command_line import Parser, called, in_words
from ..journal import write_text
from ..places import Places, find_places
from ..show import harmless
from . import page, serve, trace
from .compiler import Compiler, Variant

ROOT = Path(__file__).resolve().parents[3]
EXIT_WRITTEN = 0
EXIT_USAGE = 2
EXIT_CANNOT_RUN = 3
SECONDS = 120  # of a test

EPILOGUE = """\
FILE.cl is run on the bundled driver, the first of its tests or the one that is named, and recorded. Any
other program is recorded with ROOTLE_TRACE=FILE in its environment. docs/explorer.md describes the page.

exit status: 0 the page was written; 2 wrong usage, or no such file; 3 nothing was launched, or
the page cannot be written."""


class ExploreError(ValueError):
    """There is nothing to show; the message is for people."""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        "rootle-explore",
        description="Makes one page that shows how a kernel is compiled and runs.",
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", metavar="FILE.cl|TEST|TRACE", help="a test's file, FILE::TEST, or a file of ROOTLE_TRACE")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="the page; default: NAME.html in this folder")
    parser.add_argument("--launch", metavar="N", type=int, default=0, help="which launch of the trace; default: %(default)s")
    parser.add_argument("--serve", action="store_true", help="show the page to browsers of this machine, and make it again when the file is saved")
    parser.add_argument("--port", metavar="N", type=int, default=8019, help="where --serve listens; 0: any free one; default: %(default)s")
    parser.add_argument("--groups", metavar="LIST", help="work-groups whose registers are recorded, as 0,5,8-9; default: 0")
    return parser


def first_test(places: Places, file: Path) -> str:
    """The name of a file's first test; nothing where it has none."""
    done = subprocess.run([str(places.tester), "--list", str(file)], capture_output=True, text=True, errors="surrogateescape", check=False)
    if done.returncode:
        raise ExploreError(harmless(done.stderr.strip() or f"{file} cannot be read"))
    first = done.stdout.partition("\n")[0]
    return first.partition("::")[2]


def record(places: Places, file: Path, test: str, groups: str | None, to: Path) -> None:
    """Runs a test with ROOTLE_TRACE. Its verdict is not looked at: the page may be to show why it fails."""
    environment = {**os.environ, "OCL_ICD_VENDORS": str(places.rootle_icd), "ROOTLE_TRACE": str(to)}
    words = environment.get("ROOTLE_DEBUG", "")
    if "noopt" not in words.split(","):  # where it changes the code
        environment["ROOTLE_DEBUG"] = f"{words},variables".lstrip(",")
    if groups:
        environment["ROOTLE_TRACE_GROUPS"] = groups
    # A name is a glob to the tester.
    glob = re.sub(r"([\[\]*?\\])", r"\\\1", test)
    command = [str(places.tester), "--text", str(file), "--test", glob]
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        timeout=SECONDS, check=False,
    )  # fmt: skip
    if not to.exists():
        said = done.stdout.decode("utf-8", "replace")
        raise ExploreError(f"{file} launched nothing on the bundled driver:\n{harmless(said)}")


def _is_program(path: Path) -> bool:
    return path.suffix in (".cl", ".program_test")


def _find(places: Places, what: str) -> tuple[Path, str]:
    """The file of FILE or FILE::TEST, and the test. Names of the suite's tests begin at its folder."""
    name, _, test = what.partition("::")
    for candidate in (Path(name), places.suite / name, places.root / name):
        if candidate.is_file():
            return candidate, test
    raise ExploreError(f"no such file: {name}")


def _variants(compiler: Compiler, source: Path, options: list[str], kernel: str) -> list[Variant]:
    """The program with and without optimisation."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as threads:
        asked = [
            threads.submit(compiler.variant, name, source, options, kernel, words)
            for name, words in (("optimised", "ll"), ("noopt", "ll,noopt"))
        ]
        return [found.result() for found in asked]


def _first_kernel(text: str) -> str:
    found = re.search(r"\b(?:__)?kernel\s+(?:__attribute__\s*\(\(.*?\)\)\s*)?void\s+(\w+)", text)
    return found[1] if found else ""


def _describe(launches: list[trace.Launch]) -> list[str]:
    found = []
    for number, launch in enumerate(launches):
        groups, local = ("×".join(map(str, launch.head[key])) for key in ("groups", "local"))
        found.append(f"{number}: {launch.head['kernel']}, {groups} groups of {local}")
    return found


def _page(places: Places, title: str, launches: list[trace.Launch], number: int, text: str, version: str) -> str:
    if launches and not 0 <= number < len(launches):
        raise ExploreError(f"there is no launch {number}: the trace has {len(launches)}")
    launch = launches[number] if launches else None
    compiler = Compiler(places.compiler, launch.head["chip"] if launch else os.environ.get("ROOTLE_CHIP") or "cypress")
    if not re.fullmatch(r"[a-z]+", compiler.chip):
        raise ExploreError("the trace names no chip")
    source = (launch.text if launch else text) or ""
    kernel = launch.head["kernel"] if launch else _first_kernel(source)
    try:
        options = shlex.split(launch.source.get("options", "")) if launch else []
    except ValueError:
        options = []
    with tempfile.TemporaryDirectory(prefix="rootle-explore-") as folder:
        file = Path(folder) / "program.cl"
        file.write_text(source, encoding="utf-8")
        variants = _variants(compiler, file, _harmless_options(options), kernel) if source else []
        shown = page.of_launch(launch, compiler) if launch else None
        return page.make(title, source, shown, _describe(launches), variants, str(file), kernel, version)


def _harmless_options(options: list[str]) -> list[str]:
    """Those of clBuildProgram: a trace may be anybody's, and shall not name files to be written."""
    found: list[str] = []
    wants_value = False
    for option in options:
        is_known = re.match(r"-(D|I|cl-|w$|Werror$|x$)", option)
        if wants_value or is_known:
            found.append(option)
        wants_value = not wants_value and option in ("-D", "-I")
    return found


def _with_configuration(launch: trace.Launch, file: str) -> None:
    """Shows the file where the program is that file with blanks for its configuration, which drivers do not get."""
    program, lines = (launch.text or "").split("\n"), file.split("\n")
    if len(program) == len(lines) and all(part.strip() in line for part, line in zip(program, lines)):
        launch.source["source"] = file


def _make(arguments: argparse.Namespace, places: Places, file: Path, test: str, version: str = "") -> str:
    """The page of what is asked for."""
    if not _is_program(file):
        return _page(places, file.name, trace.read(file), arguments.launch, "", version)
    launches = []
    test = test or first_test(places, file)
    if test:
        with tempfile.TemporaryDirectory(prefix="rootle-explore-") as folder:
            record(places, file, test, arguments.groups, Path(folder) / "trace")
            launches = trace.read(Path(folder) / "trace")
    title = f"{file.name}::{test}" if test else file.name
    text = file.read_text("utf-8", "replace")
    for launch in launches:
        _with_configuration(launch, text)
    return _page(places, title, launches, arguments.launch, text, version)


def _serve(arguments: argparse.Namespace, places: Places, file: Path, test: str) -> int:
    with serve.server(file, lambda version: _make(arguments, places, file, test, version), arguments.port) as running:
        print(f"http://127.0.0.1:{running.server_address[1]}/ shows {file}; Ctrl-C ends it", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            running.serve_forever()
    return EXIT_WRITTEN


def _write(arguments: argparse.Namespace, places: Places, file: Path, test: str) -> int:
    output: Path = arguments.output or Path(re.sub(r"[^\w.-]+", "-", f"{file.stem} {test}".strip()) + ".html")
    write_text(output, _make(arguments, places, file, test))
    print(f"{output}: {output.stat().st_size / 1e6:.1f} MB")
    return EXIT_WRITTEN


def main(words: list[str]) -> int:
    arguments = _parser().parse_args(words)
    name = called("rootle-explore")
    try:
        places = find_places(ROOT)
        file, test = _find(places, arguments.what)
        return (_serve if arguments.serve else _write)(arguments, places, file, test)
    except (ExploreError, trace.TraceError) as error:
        print(harmless(f"{name}: {error}"), file=sys.stderr)
        return EXIT_USAGE if "no such file" in str(error) else EXIT_CANNOT_RUN
    except OSError as error:
        print(harmless(f"{name}: {in_words(error)}"), file=sys.stderr)
        return EXIT_CANNOT_RUN
