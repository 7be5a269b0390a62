# SPDX-License-Identifier: MIT
"""What the kernels of a test do with its images, for families whose axes do not say it: a fault of reads shows in every family that
reads, and one of read_write images in every family that has them."""

from collections.abc import Mapping

AXIS, ACCESS = "kernel", "access qualifier"
READS, WRITES, BOTH, ASKS = "reads", "writes", "reads and writes", "asks for attributes"
_PREFIXES = ("depth-", "later-")

FAMILIES = {
    "read": READS, "samplers": READS, "values": READS, "mip-read": READS, "mip-gradients": READS,
    "write": WRITES, "transfer": WRITES, "mip-write": WRITES,
    "image-program": BOTH, "write-read": BOTH, "read-write": BOTH, "fence": BOTH, "barrier": BOTH,
    "attributes": ASKS, "mip-attributes": ASKS,
}  # fmt: skip
# Operations of the families "over", "over-any" and "half-image"; in other operations kernels do
# nothing.
OPERATIONS = {
    "read": READS, "sample": READS, "write-image": READS, "write-buffer": READS, "view-read": READS,
    "write": WRITES, "write-some": WRITES, "read-back": WRITES, "view-write": WRITES,
    "turn": BOTH, "view-turn": BOTH,
}  # fmt: skip
# Families that read and write in one image, and by which operations.
_READ_WRITE = {"read-write": (), "fence": (), "barrier": (), "half-image": ("turn",), "over": ("turn", "view-turn"), "over-any": ("turn",)}
_BY_OPERATION = ("over", "over-any", "half-image")
_OF_TWO_DIMENSIONS = ("over", "image-program")


def _plain(family: str) -> str:
    """The family that it is over other types and formats."""
    return next((family.removeprefix(prefix) for prefix in _PREFIXES if family.startswith(prefix)), family)


def uses(about: Mapping[str, str]) -> Mapping[str, str]:
    """Of a test with these values: what its kernels do, whether in one image, and the type of images where all tests of its family have the
    same."""
    family = _plain(about["family"])
    found = {}
    if family in _BY_OPERATION:
        found[AXIS] = OPERATIONS.get(about["operation"], "")
    elif family in FAMILIES:
        found[AXIS] = FAMILIES[family]
    if family in _READ_WRITE and (not _READ_WRITE[family] or about["operation"] in _READ_WRITE[family]):
        found[ACCESS] = "read_write"
    if family in _OF_TWO_DIMENSIONS:
        found["image type"] = "2d_depth" if about["channel order"] == "DEPTH" else "2d"
    return {axis: value for axis, value in found.items() if value}
