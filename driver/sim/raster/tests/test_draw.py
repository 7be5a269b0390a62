# SPDX-License-Identifier: MIT
"""Scenes of OpenGL on Mesa's drivers and our card, and on llvmpipe, which shares none of it: both draw the same.
Run by ctest: test_draw.py SCENES ROOTLE_DRM CHIP."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
# By how much a value may differ, and how many values may differ by more, in thousandths. Scenes that are not here
# agree in all bits. Colours that are interpolated, filtered or blended are rounded once more than needed somewhere.
ROUNDED = (1, 0)
NEAR = {
    "blit-linear": ROUNDED,
    "triangle-smooth": ROUNDED,
    "perspective": ROUNDED,
    "noperspective": ROUNDED,
    "fragment-position": ROUNDED,
    "clipped": ROUNDED,
    "discard": ROUNDED,
    "gradients": ROUNDED,
    # A pixel between two texels may have either.
    "textured": (0, 1),
    # As may a pixel between two levels.
    "levels": (1, 10),
    "textured-linear": ROUNDED,
    "blend": ROUNDED,
    "blend-signed": ROUNDED,
    "depth": ROUNDED,
    "depth-float": ROUNDED,
    "shadow": (0, 1),
    "shadow-linear": ROUNDED,
    "shadow-float": ROUNDED,
    "depth-sampled": ROUNDED,
    "depth-drawn": ROUNDED,
    "gathered": (0, 1),
    "gathered-depths": (0, 1),
    "offsets": (1, 1),
    "lines-smooth": ROUNDED,
    "quads": ROUNDED,
    "quads-odd": ROUNDED,
    "triangles": ROUNDED,
    "triangles-even": ROUNDED,
    "samples-depths-read": ROUNDED,
    "samples-resolved": ROUNDED,
    # llvmpipe is up to five steps off where a program runs for each sample, and four along edges: ours is within one of
    # the plane, and of the line.
    "samples-shaded": (5, 0),
    # The corners of a line's rectangle are rounded.
    "samples-lines": (0, 1),
    "outline-smooth": (4, 0),
    # llvmpipe decodes blocks to bytes.
    "dxt": (2, 1),
    "dxt-levels": (2, 0),
    "rgtc": (3, 1),
    "cube-edges": ROUNDED,
    "winding": ROUNDED,
    "sprites": ROUNDED,
    "culled": ROUNDED,
    "elements-byte": ROUNDED,
    "elements-short": ROUNDED,
    "elements-int": ROUNDED,
    "edges": ROUNDED,
    "fog": ROUNDED,
    "lit": ROUNDED,
    "differences": ROUNDED,
    "fragment-math": ROUNDED,
    "vertex-math": ROUNDED,
    "vertex-branches": ROUNDED,
    # Both find levels of detail a little off, a tenth of one at most; one is 40 steps of colour.
    "between-levels": (4, 0),
}

# Chips whose OpenGL is 3.3, and scenes that need more. Mesa has other places for their samples than llvmpipe
# (r600_state.c: sample_locs): scenes of several must be drawn, but may look otherwise.
OLDER = {"rv770", "r600"}
NEWER = set("borders-integers captured-streams chosen-uniforms counted gathered gathered-depths gathered-integers helpers items-counted numbered indirect indirect-indexed invocations isolines "
            "quad-points quads quads-odd stored triangle-points triangles triangles-even views winding".split())

# r600 has OpenGL 3.0 and is told to have 3.3. It refuses private memory, and an index that
# the fifth unit loads. Programs of pixels of rc410 have neither loops nor differences nor faces, and
# Mesa gives all points of a draw one size there (EMIT_1F_PSIZE).
REFUSED = {"r600": {"private-memory", "shrunk"}, "rc410": {"differences", "facing", "fragment-loops", "point-sizes"}}


def draw(command: list[str], folder: str, *names: str, **environment: str) -> str:
    """Draws scenes, or all that are not slow, into files of the folder, and returns what was told."""
    variables = {**os.environ, "EGL_PLATFORM": "surfaceless", "ASAN_OPTIONS": "detect_leaks=0", **environment}
    ran = subprocess.run([*command, folder, *names], env=variables, stderr=subprocess.PIPE, text=True, timeout=240, check=False)
    return ran.stderr


def failures(told: str) -> dict[str, str]:
    """What was told beneath each scene's name."""
    parts = re.split(r"^scene (\S+): .*\n", told, flags=re.MULTILINE)
    found = {}
    for name, text in zip(parts[1::2], parts[2::2]):
        lines = [line for line in text.splitlines() if line.strip() and "not to be trusted" not in line]
        if lines:
            found[name] = " ".join(lines)
    return found


def compare(name: str, ours: bytes, others: bytes) -> str:
    """What is wrong, or nothing."""
    bound, share = NEAR.get(name, (0, 0))
    if len(ours) != len(others) or not ours:
        return f"{len(ours)} bytes, but {len(others)} on llvmpipe"
    steps = [abs(a - b) for a, b in zip(ours, others)]
    far = sum(step > bound for step in steps)
    if far * 1000 <= share * len(steps):
        return ""
    first = next(i for i, step in enumerate(steps) if step > bound)
    return f"{far} of {len(steps)} bytes differ by more than {bound}, first at {first}: {ours[first]}, {others[first]}"


def main() -> int:
    scenes, node, chip = sys.argv[1:]
    ours_too = {"LIBGL_ALWAYS_SOFTWARE": "0", "ROOTLE_CHIP": chip}
    if chip == "r600":
        ours_too["MESA_GL_VERSION_OVERRIDE"] = "3.3"
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("ours", "others")]
        for path in paths:
            path.mkdir()
        told = draw([scenes], str(paths[1]), LIBGL_ALWAYS_SOFTWARE="1", GALLIUM_DRIVER="llvmpipe")
        if "llvmpipe" not in told:
            print(f"llvmpipe is missing: {told}")
            return SKIPPED
        left_out = REFUSED.get(chip, set()) | (NEWER if chip in OLDER else set())
        names = sorted(path.name for path in paths[1].iterdir() if path.name not in left_out)
        told = draw([node, scenes], str(paths[0]), *names, **ours_too)
        if chip not in told.lower():
            print(f"Mesa's driver of {chip} is missing: {told}")
            return SKIPPED
        wrong = failures(told)
        for name in names:
            ours = paths[0] / name
            text = compare(name, ours.read_bytes() if ours.exists() else b"", (paths[1] / name).read_bytes())
            if chip in OLDER and name.startswith("samples-") and ours.exists() and ours.stat().st_size:
                text = ""
            if text:
                wrong[name] = "; ".join(filter(None, (wrong.get(name), text)))
        told = draw([node, scenes], str(paths[0]), "slow-slivers", ROOTLE_TIMEOUT="1", **ours_too)
        if "a draw runs longer than 1 s" not in told:
            wrong["slow-slivers"] = f"it is not ended after a second: {told}"
        told = draw([node, scenes], folder, *names, ROOTLE_DRM_FAULT="damage:1+", ROOTLE_DRM_FATAL="0", ROOTLE_TIMEOUT="2", **ours_too)
        if len(re.findall("^scene ", told, flags=re.MULTILINE)) != len(names):
            wrong["damaged"] = f"damaged streams end the program: {told}"
    for name, text in wrong.items():
        print(f"{name}: {text}")
    print(f"{len(names) - len(wrong)} of {len(names)} scenes are the same")
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
