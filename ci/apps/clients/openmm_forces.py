# SPDX-License-Identifier: MIT
"""Computes the forces on particles by OpenMM's OpenCL platform and by its reference platform, which is written in
C++, and again after steps. Arguments: the forces' name; the file for the results; the one for what they should be."""

import random
import sys

import numpy
import openmm
from openmm import unit

_SIDE, _EDGE = 6, 3.0  # particles along an edge of the box, and its length in nanometres
_STEPS = 20
_RANDOM = random.Random(3)


def _nonbonded(method: str) -> openmm.Force:
    force = openmm.NonbondedForce()
    force.setNonbondedMethod(getattr(openmm.NonbondedForce, method))
    force.setCutoffDistance(1.0)
    for n in range(_SIDE**3):
        force.addParticle(0.2 if n % 2 else -0.2, 0.3, 0.5)
    return force


def _custom() -> openmm.Force:
    """OpenMM makes the kernel's source from the formula."""
    force = openmm.CustomNonbondedForce("a*exp(-r/0.3)/(r+0.1)+0.1*sin(7*r)*erfc(r); a=sqrt(a1*a2)")
    force.addPerParticleParameter("a")
    force.setNonbondedMethod(openmm.CustomNonbondedForce.CutoffPeriodic)
    force.setCutoffDistance(1.0)
    for n in range(_SIDE**3):
        force.addParticle([1.0 + n % 3])
    return force


def _solvent() -> openmm.Force:
    force = openmm.GBSAOBCForce()
    for n in range(_SIDE**3):
        force.addParticle(0.2 if n % 2 else -0.2, 0.15, 0.8)
    return force


def _bonded() -> list[openmm.Force]:
    bonds, angles, torsions = openmm.HarmonicBondForce(), openmm.HarmonicAngleForce(), openmm.PeriodicTorsionForce()
    for n in range(0, _SIDE**3 - 3, 4):
        bonds.addBond(n, n + 1, 0.5, 1000.0)
        angles.addAngle(n, n + 1, n + 2, 1.9, 50.0)
        torsions.addTorsion(n, n + 1, n + 2, n + 3, 2, 0.3, 4.0)
    return [bonds, angles, torsions]


FORCES = {
    "bonded": _bonded,
    "cutoff": lambda: [_nonbonded("CutoffPeriodic")],
    "ewald": lambda: [_nonbonded("Ewald")],
    "pme": lambda: [_nonbonded("PME")],  # Fourier transforms, and sums of integers by atomics
    "custom": lambda: [_custom()],
    "solvent": lambda: [_nonbonded("NoCutoff"), _solvent()],
}


def _system(name: str) -> openmm.System:
    system = openmm.System()
    system.setDefaultPeriodicBoxVectors((_EDGE, 0, 0), (0, _EDGE, 0), (0, 0, _EDGE))
    for _ in range(_SIDE**3):
        system.addParticle(12.0)
    for force in FORCES[name]():
        system.addForce(force)
    return system


def _places() -> list[openmm.Vec3]:
    """A lattice, a little out of order."""
    step = _EDGE / _SIDE
    corners = ((x, y, z) for z in range(_SIDE) for y in range(_SIDE) for x in range(_SIDE))
    return [openmm.Vec3(*(step * part + 0.05 * _RANDOM.random() for part in corner)) for corner in corners]


def _results(system: openmm.System, places: list[openmm.Vec3], platform: str) -> numpy.ndarray:
    """Forces at first, and places after some steps, as numbers."""
    integrator = openmm.VerletIntegrator(0.001)
    context = openmm.Context(system, integrator, openmm.Platform.getPlatformByName(platform))
    context.setPositions(places)
    forces = context.getState(getForces=True).getForces(asNumpy=True)
    integrator.step(_STEPS)
    moved = context.getState(getPositions=True).getPositions(asNumpy=True)
    scale = numpy.abs(forces).max()
    return numpy.concatenate([(forces / scale).ravel(), moved.value_in_unit(unit.nanometer).ravel()])


def main(arguments: list[str]) -> int:
    name, actual, expected = arguments
    system, places = _system(name), _places()
    numpy.save(actual, _results(system, places, "OpenCL"))
    numpy.save(expected, _results(system, places, "Reference"))
    print(f"OpenMM {openmm.Platform.getOpenMMVersion()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
