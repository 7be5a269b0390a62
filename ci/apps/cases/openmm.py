# SPDX-License-Identifier: MIT
"""OpenMM's forces between particles, whose kernels it writes as it needs them: OpenCL against its reference platform."""

from functools import partial

import numpy

from ..bench import Bench
from ..case import Case, Finding
from ..compare import Tolerance, apart, digest_of

_PACKAGES = ("python3-simtk", "libopenmm-plugins")
_FORCES = ("bonded", "cutoff", "ewald", "pme", "custom", "solvent")
# The others' near particles are listed in the order of atomics, so that no two runs need have the same bits.
_ORDERED = ("bonded", "solvent")
# Floats with native functions and sums in any order are held against doubles, as parts of the greatest force and as nanometres.
_FLOATS = Tolerance(most=1e-4, share=1)


def _check(name: str, bench: Bench) -> Finding:
    actual, expected = bench.folder / "actual.npy", bench.folder / "expected.npy"
    bench.client("openmm_forces.py", (name, str(actual), str(expected)))
    found = numpy.load(actual)
    said = apart(found, numpy.load(expected), _FLOATS)
    return Finding(said, digest_of(found.tobytes()) if name in _ORDERED else "")


CASES = tuple(
    Case(f"openmm/{name}", _PACKAGES, partial(_check, name), "OpenMM's reference platform", limit=600, is_quick=name == "cutoff")
    for name in _FORCES
)
