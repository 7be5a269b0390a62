# SPDX-License-Identifier: MIT
"""Rooms include only rooms below them: ci/layers.txt says which those are."""

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "ci"))
from annexes import annex_of, read_annexes

ANNEXES = read_annexes()
REGISTERS = {"driver/icd", "llvm/main.c"}  # the one room that names implementations, and the compiler process's main
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
SOURCES = {".c", ".h", ".cpp", ".def"}
TEST_FOLDERS = {"tests", "unit"}


def read_layers() -> dict[str, set[str]]:
    """The table: each room and those that it may include."""
    layers: dict[str, set[str]] = {}
    for line in (ROOT / "ci" / "layers.txt").read_text(encoding="utf-8").split("\n"):
        line = line.partition("#")[0].strip()
        if line:
            room, _, below = line.partition(":")
            assert room not in layers, f"{room} stands twice in ci/layers.txt"
            layers[room] = set(below.split())
    return layers


def sources() -> list[Path]:
    """All C and C++ files of the tree, relative to it."""
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    files = [Path(name) for name in listed if Path(name).suffix in SOURCES]
    return [f for f in files if f.parts[0] in ("driver", "llvm", "program-tester") and (ROOT / f).is_file()]


def is_test(file: Path) -> bool:
    return not TEST_FOLDERS.isdisjoint(file.parts)


def arrows(file: Path) -> list[tuple[str, str]]:
    """The rooms of a file and of each file of the tree that it includes."""
    found = []
    for name in INCLUDE.findall((ROOT / file).read_text(encoding="utf-8")):
        beside = file.parent / name
        target = Path(name) if (ROOT / name).is_file() else beside
        if (ROOT / target).is_file():
            found.append((str(file.parent), str(target.parent)))
    return found


LAYERS = read_layers()


@pytest.fixture(scope="module", name="code")
def fixture_code() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("needs a checkout")
    return [file for file in sources() if not is_test(file)]


def test_rooms_are_listed(code):
    assert {str(file.parent) for file in code} <= set(LAYERS)


def test_listed_rooms_exist():
    named = set(LAYERS).union(*LAYERS.values())
    assert [room for room in sorted(named) if not (ROOT / room).is_dir()] == []


def test_includes_point_down(code):
    wrong = [
        f"{file} includes {target}"
        for file in code
        for room, target in arrows(file)
        if target != room and target not in LAYERS[room]
    ]
    assert wrong == []


def test_the_tester_knows_no_driver(code):
    tester = [file for file in code if file.parts[0] == "program-tester" and file.parts[1] != "boards"]  # which receives files, too
    used = {n for file in tester for n in INCLUDE.findall((ROOT / file).read_text(encoding="utf-8"))}
    assert {name for name in used if name.startswith(("driver/", "llvm/"))} == {"driver/base/store.h"}


def test_annexes_are_there():
    """What the table names exists, and no two annexes share a folder."""
    folders = [folder for annex in ANNEXES for folder in annex.folders]
    named = [*folders, *(test for annex in ANNEXES for test in annex.tests), *(annex.page for annex in ANNEXES)]
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert [a for a in folders for b in folders if a != b and Path(a).is_relative_to(b)] == []
    assert len(folders) == len(set(folders)) and len(ANNEXES) == len({annex.name for annex in ANNEXES})


def test_core_includes_no_annex(code):
    wrong = [
        f"{file} includes {target}"
        for file in code
        if not annex_of(file, ANNEXES) and not REGISTERS & {str(file), str(file.parent)}
        for _, target in arrows(file)
        if annex_of(target, ANNEXES)
    ]
    assert wrong == []


PYTHON = {"program-tester": ("program-tester/runner",), "generated-tests": ("generated-tests",)}  # roots of imports, and what is read


def imported(file: Path, root: Path) -> set[Path]:
    """Files and folders below a root that a module names when it is imported."""
    found = set()
    package = file.relative_to(root).parent.parts
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {tuple(alias.name.split(".")) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else ()
            module = (*start, *(node.module.split(".") if node.module else ()))
            found |= {module, *((*module, alias.name) for alias in node.names)}
    return {root.joinpath(*parts) for parts in found}


@pytest.mark.parametrize("root", PYTHON)
def test_core_imports_no_annex(root):
    """What is of the core does not need annexes to be imported; functions open them when they are asked for."""
    files = [f.relative_to(ROOT) for folder in PYTHON[root] for f in (ROOT / folder).rglob("*.py")]
    core = [f for f in files if not is_test(f) and not annex_of(f, ANNEXES)]
    assert core and [f for f in files if annex_of(f, ANNEXES)]
    wrong = [f"{f} imports {t}" for f in core for t in imported(f, Path(root)) if annex_of(t, ANNEXES)]
    assert wrong == []


# The debugger tells what a launch is in the words of the explorer: CMake leaves it out without that. Testers of shaders share their judgements.
# The debugger and the checker read types of debug information by one header.
NEEDS = {("debugger", "explorer"), ("gl", "shaders"), ("vk", "shaders"), ("debugger", "types"), ("checker", "types")}
# r300 draws by the rasteriser of the one, and runs fragment programs of the other.
NEEDS |= {("draw-r500", "draw"), ("draw-r500", "r500")}
# rootle-board-vk carries modules that Vulkan's tester compiles: CMake leaves it out without that.
NEEDS |= {("boards", "vk")}


def test_annexes_include_none_of_others(code):
    """Each can be left out: but for what feeds or measures all of them, and for NEEDS, none needs another."""
    wrong = [
        f"{file} includes {target}"
        for file in code
        if (annex := annex_of(file, ANNEXES)) and annex.name not in ("fuzzers", "bench")
        for _, target in arrows(file)
        if (other := annex_of(target, ANNEXES)) not in (None, annex) and (annex.name, other.name) not in NEEDS
    ]
    assert wrong == []


def test_the_core_of_the_compiler_knows_no_target(code):
    """Front end, passes and all else that is common ask a target by llvm/target.h; llvm/targets.def has the names."""
    core = {"llvm", "llvm/frontend", "llvm/ir", "llvm/passes", "llvm/recompile"}
    wrong = []
    for file in code:
        if str(file.parent) not in core:
            continue
        text = (ROOT / file).read_text(encoding="utf-8")
        wrong += [f"{file} includes {n}" for n in INCLUDE.findall(text) if n.startswith(("llvm/evergreen/", "llvm/r500/"))]
        if file != Path("llvm/targets.def") and "HW_FAMILY_" in text:
            wrong.append(f"{file} asks for a family")
    assert wrong == []


def test_no_circles(code):
    graph: dict[str, set[str]] = {}
    for file in code:
        for room, target in arrows(file):
            if room != target:
                graph.setdefault(room, set()).add(target)
    TopologicalSorter(graph).prepare()  # says which rooms stand in a circle


def test_nothing_is_allowed_in_vain(code):
    used = {arrow for file in code for arrow in arrows(file)}
    spare = [f"{room}: {target}" for room in LAYERS for target in LAYERS[room] if (room, target) not in used]
    assert spare == []


def test_picture_is_current():
    subprocess.run([ROOT / "ci" / "draw-layers", "--check"], check=True)
