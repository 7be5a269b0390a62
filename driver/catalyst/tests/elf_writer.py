# SPDX-License-Identifier: MIT
"""Writes program binaries as AMD's Catalyst driver made them for Evergreen chips, from the layout in
docs/catalyst.md alone: it shares nothing with the reader that it tests."""

import struct
from dataclasses import dataclass, field

# chip: machine of the program's file, machine of a kernel's code
MACHINES = {"cypress": (0x3F1, 9), "juniper": (0x3F2, 10), "redwood": (0x3F3, 11), "cedar": (0x3F4, 12)}
DICTIONARY = 0x70000002
NOTE, LOAD = 4, 1
PROGBITS, SYMTAB, STRTAB = 1, 2, 3
PROGRAM, INPUTS, OUTPUTS, CONDITION, FLOATS, INTS, BOOLS, EARLY_EXIT = range(1, 9)
GLOBALS, CONSTANTS, SAMPLERS, PERSISTENT, SCRATCH, SUB_CONSTANTS, MAILBOX, UAVS, UAV_MASK = range(9, 18)
UNCACHED = (154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 173)
CACHED = (144, 145, 146, 148, 149, 150, 151, 152, 0, 0, 0, 153)
CACHED64 = (0,) * 11 + (174,)
CACHED128 = (0,) * 11 + (175,)


@dataclass
class Kernel:
    name: str
    arguments: list[str]  # lines of metadata, without semicolons
    code: bytes
    gprs: int = 8
    stack: int = 0
    scratch: int = 0  # registers of 16 bytes
    local: int = 0  # bytes of static local memory
    modes: int = 0xC0
    constants: int = 15  # vectors of constant buffer 1
    loops: dict[int, int] = field(default_factory=dict)  # number of a constant: count
    extra: list[str] = field(default_factory=list)  # more lines of metadata
    infos: dict[int, int] = field(default_factory=dict)  # more entries of the note on the program


def note(kind: int, words: list[int]) -> bytes:
    return struct.pack(f"<3I8s{len(words)}I", 8, 4 * len(words), kind, b"ATI CAL\0", *words)


def flat(pairs: dict[int, int]) -> list[int]:
    return [word for pair in pairs.items() for word in pair]


def program_infos(kernel: Kernel) -> dict[int, int]:
    infos = {0xA235: kernel.gprs | kernel.stack << 8, 0xA236: kernel.modes, 0x80000002: kernel.scratch}
    infos |= {0x80000080: kernel.gprs, 0x80000084: kernel.stack, 0x80000082: 0}
    for first, values in ((0x30, range(12)), (0x40, UNCACHED), (0x50, CACHED), (0x90, CACHED64), (0xA0, CACHED128)):
        infos |= {0x80000000 + first + n: value for n, value in enumerate(values)}
    return infos | kernel.infos


def notes_of(kernel: Kernel) -> bytes:
    loops = [word for number in kernel.loops for word in (number, 16)]
    parts = [(INPUTS, []), (OUTPUTS, []), (UAVS, [11, 0, 0, 5, 8, 3, 0, 5]), (CONDITION, [0]), (FLOATS, [])]
    parts += [(INTS, loops), (BOOLS, []), (EARLY_EXIT, [0]), (GLOBALS, [])]
    parts += [(CONSTANTS, [1, kernel.constants, 0, 15]), (SAMPLERS, []), (SCRATCH, [0]), (PERSISTENT, [])]
    parts += [(PROGRAM, flat(program_infos(kernel))), (SUB_CONSTANTS, []), (MAILBOX, [0])]
    return b"".join(note(kind, words) for kind, words in parts + [(UAV_MASK, [0x800] + [0] * 31)])


def data_of(kernel: Kernel) -> bytes:
    data = bytearray(4736)
    for number, count in kernel.loops.items():
        struct.pack_into("<4I", data, 4096 + 16 * number, count, 0, 0, 0)
    return bytes(data)


def header(abi: tuple[int, int], machine: int, segments: int, sections_at: int, sections: int, flags: int) -> bytes:
    ident = b"\x7fELF" + bytes((1, 1, 1, *abi)) + bytes(7)
    sizes = (52, 32 if segments else 0, segments, 40, sections, 1)
    return ident + struct.pack("<2H5I6H", 2, machine, 1, 0, 52 if segments else 0, sections_at, flags, *sizes)


class Strings:
    def __init__(self) -> None:
        self.bytes = b"\0"

    def add(self, text: str) -> int:
        at = len(self.bytes)
        self.bytes += text.encode() + b"\0"
        return at


@dataclass
class Encoding:
    machine: int
    notes: bytes
    text: bytes
    data: bytes


def cal_image(encodings: list[Encoding]) -> bytes:
    """The inner file: header, segments, dictionary, names, sections, then notes, text and data of each."""
    names = Strings()
    text_name, data_name = names.add(".text"), names.add(".data")
    table = struct.pack("<10I", *[0] * 10)
    count, segments = 2 + 2 * len(encodings), 1 + 2 * len(encodings)
    dictionary_at = 52 + 32 * segments
    names_at = dictionary_at + 20 * len(encodings)
    sections_at = names_at + len(names.bytes)
    at = sections_at + 40 * count
    table += struct.pack("<10I", 0, STRTAB, 0, 0, names_at, len(names.bytes), 0, 0, 0, 0)
    loads, dictionary, body = b"", b"", b""
    for one in encodings:
        text_at = at + len(one.notes)
        size = len(one.text) + len(one.data)
        loads += struct.pack("<8I", NOTE, at, 0, 0, len(one.notes), 0, 0, 0)
        loads += struct.pack("<8I", LOAD, text_at, 0, 0, size, size, 0, 0)
        dictionary += struct.pack("<5I", one.machine, 4, at, len(one.notes) + size, 0)
        table += struct.pack("<10I", text_name, PROGBITS, 0, 0, text_at, len(one.text), 0, 0, 0, 0)
        table += struct.pack("<10I", data_name, PROGBITS, 0, 0, text_at + len(one.text), len(one.data), 0, 0, 0, 4736)
        body += one.notes + one.text + one.data
        at = text_at + size
    first = struct.pack("<8I", DICTIONARY, dictionary_at, 0, 0, len(dictionary), 0, 0, 0)
    return header((100, 1), 125, segments, sections_at, count, 1) + first + loads + dictionary + names.bytes + table + body


def metadata(kernel: Kernel, chip: str) -> bytes:
    lines = [f"ARGSTART:__OpenCL_{kernel.name}_kernel", "version:3:1:104", f"device:{chip}", "uniqueid:1024"]
    lines += ["memory:hwprivate:0", "memory:hwregion:0", f"memory:hwlocal:{kernel.local}", *kernel.arguments]
    lines += [*kernel.extra, "function:1:1027", "uavid:11", "privateid:1", f"ARGEND:__OpenCL_{kernel.name}_kernel"]
    return "".join(f";{line}\n" for line in lines).encode()


def program(kernels: list[Kernel], chip: str, decoy: bool = True) -> bytes:
    """The outer file. With a decoy, each kernel has code for another machine in front, as AMD's have the
    text of its intermediate language there."""
    machine, code_machine = MACHINES[chip]
    strings, rodata, text = Strings(), b"", b""
    symbols = struct.pack("<3I2BH", 0, 0, 0, 0, 0, 0)
    for kernel in kernels:
        described = metadata(kernel, chip)
        encodings = [Encoding(code_machine, notes_of(kernel), kernel.code, data_of(kernel))]
        if decoy:
            encodings.insert(0, Encoding(99, note(INPUTS, []) + note(PROGRAM, []), b"\xff" * 64, bytes(16)))
        image = cal_image(encodings)
        for suffix, at, size, section in (
            ("metadata", len(rodata), len(described), 4),
            ("kernel", len(text), len(image), 5),
            ("header", len(rodata) + len(described), 32, 4),
        ):
            name = strings.add(f"__OpenCL_{kernel.name}_{suffix}")
            symbols += struct.pack("<3I2BH", name, at, size, 1, 0, section)
        rodata += described + struct.pack("<8I", 0, 0, 0, 0, 0, 1, 0, 0)
        text += image
    sections = ((".shstrtab", STRTAB, 0), (".strtab", STRTAB, 0), (".symtab", SYMTAB, 2), (".rodata", PROGBITS, 0))
    sections += ((".text", PROGBITS, 0),)
    names = Strings()
    places = [names.add(name) for name, _, _ in sections]
    contents = (names.bytes, strings.bytes, symbols, rodata, text)
    table, at = struct.pack("<10I", *[0] * 10), 52
    for (_, kind, link), name_at, content in zip(sections, places, contents):
        entry = 16 if kind == SYMTAB else 0
        table += struct.pack("<10I", name_at, kind, 0, 0, at, len(content), link, 0, 1, entry)
        at += len(content)
    return header((0, 0), machine, 0, at, len(sections) + 1, 0) + b"".join(contents) + table
