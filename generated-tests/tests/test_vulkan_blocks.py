# SPDX-License-Identifier: MIT
"""The decoders of compressed blocks beside those of others: Pillow's, and with BCDEC_H=bcdec.h that of iOrange's bcdec,
which is compiled here. Blocks are random ones of every mode. A decoder that gives 8 bits may cut, so that it is a step off."""

import ctypes
import os
import subprocess

import numpy as np
import pytest

from suites.images import seed_of
from suites.vk import block
from suites.vk.vk_block_bounds import read_blocks
from suites.vk.vk_blocks import BLOCK_FORMATS, BlockPicture
from suites.vk.vulkan import VK_TARGETS

HEADER = os.environ.get("BCDEC_H")
COUNT = 2048 if HEADER else 256
STEP = 1.01 / 255
BRIDGE = """#define BCDEC_BC4BC5_PRECISE
#define BCDEC_IMPLEMENTATION
#include "bcdec.h"
void decode(char number, int is_signed, const unsigned char *in, int size, int count, float *out)
{
    for (; count--; in += size, out += 64) {
        unsigned char bytes[64];
        float floats[48];
        int width = number == '4' ? 1 : number == '5' ? 2 : number == '6' ? 3 : 4;

        switch (number) {
        case '1': bcdec_bc1(in, bytes, 16); break;
        case '2': bcdec_bc2(in, bytes, 16); break;
        case '3': bcdec_bc3(in, bytes, 16); break;
        case '4': bcdec_bc4_float(in, floats, 4, is_signed); break;
        case '5': bcdec_bc5_float(in, floats, 8, is_signed); break;
        case '6': bcdec_bc6h_float(in, floats, 12, is_signed); break;
        default: bcdec_bc7(in, bytes, 16);
        }
        for (int i = 0; i < 16 * width; i++)
            out[i / width * 4 + i % width] = width < 4 ? floats[i] : bytes[i] / 255.0f;
    }
}
"""


def modes(*, without=()):
    """Linear ones: sRGB differs behind the decoder. Without formats that begin so."""
    return [
        (form, mode) for form in BLOCK_FORMATS.values() if form.kind != "srgb" and not form.name.startswith(tuple(without))
        for mode in block._modes(form)
    ]  # fmt: skip


def given(form, mode):
    """Blocks, and the least and the most of their texels (blocks, 16, 4)."""
    raw = np.random.default_rng(seed_of(f"{form.name} {mode}")).integers(0, 256, (COUNT, form.bytes), dtype=np.uint8)
    block._with_mode(form, mode, raw)
    found = read_blocks(BlockPicture(VK_TARGETS["2D"], form, (4, 4 * COUNT), raw.view(np.uint32)))
    return raw, *(end.reshape(COUNT, 16, 4) for end in (found.low, found.high))


def differing(low, high, theirs, step=0.0):
    return int(((theirs < low - step) | (theirs > high + step)).any(axis=(1, 2)).sum())


def with_pillow(form, raw):
    """Texels (blocks, 16, components)."""
    image = pytest.importorskip("PIL.Image")
    number = int(form.name[2])
    kind = {4: "L", 5: "RGB"}.get(number, "RGBA")
    name = {1: "DXT1", 2: "DXT3", 3: "DXT5"}.get(number, f"BC{number}")
    found = image.frombytes(kind, (4, 4 * len(raw)), raw.tobytes(), "bcn", number, name)
    width = {4: 1, 5: 2}.get(number, 3 if form.name.startswith("BC1_RGB_") else 4)
    return (np.asarray(found).reshape(len(raw), 16, -1)[..., :width] / 255).astype(np.float32)


# Pillow 9.4 differs from all others in BC6H, has no signed BC4, and gives a block of BC7 without a mode an alpha of 1.
@pytest.mark.parametrize("form, mode", [(f, m) for f, m in modes(without=("BC6H", "BC4_S", "BC5_S")) if m != "none"])
def test_pillow_gives_the_same(form, mode):
    raw, low, high = given(form, mode)
    theirs = with_pillow(form, raw)
    width = theirs.shape[2]
    assert differing(low[..., :width], high[..., :width], theirs, STEP if form.name[2] in "45" else 0.0) == 0
    if mode == "0":
        assert differing(low, high, np.roll(theirs, 1, axis=1)) > COUNT // 2  # texels of others are noticed


@pytest.fixture(scope="module")
def bcdec(tmp_path_factory):
    if not HEADER:
        pytest.skip("BCDEC_H names no header")
    folder = tmp_path_factory.mktemp("bcdec")
    (folder / "bridge.c").write_text(BRIDGE)
    library = folder / "bridge.so"
    command = ["cc", "-O2", "-w", "-shared", "-fPIC", f"-I{os.path.dirname(os.path.abspath(HEADER))}", "-o", library, folder / "bridge.c"]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


@pytest.mark.parametrize("form, mode", modes())
def test_bcdec_gives_the_same(form, mode, bcdec):
    raw, low, high = given(form, mode)
    theirs = np.tile(np.array([0, 0, 0, 1], dtype=np.float32), (COUNT, 16, 1))
    is_signed = form.name.split("_")[1] in ("SNORM", "SFLOAT")
    bcdec.decode(
        ctypes.c_char(form.name[2].encode()), is_signed, raw.ctypes.data_as(ctypes.c_void_p), form.bytes, COUNT,
        theirs.ctypes.data_as(ctypes.c_void_p),
    )  # fmt: skip
    width = 3 if form.name.startswith("BC1_RGB_") else 4  # which has no alpha
    assert differing(low[..., :width], high[..., :width], theirs[..., :width]) == 0


@pytest.fixture
def as_numpy_2():
    """A number of Python takes the type of the array beside it, which NumPy 1.24 can be asked for: what does not fit is an error."""
    choose = getattr(np, "_set_promotion_state", None)
    before = np._get_promotion_state() if choose else ""
    if choose:
        choose("weak")
    yield
    if choose:
        choose(before)


@pytest.mark.parametrize("name", ["BC6H_SFLOAT_BLOCK", "BC7_UNORM_BLOCK"])
@pytest.mark.usefixtures("as_numpy_2")
def test_numpy_2_makes_blocks_of_each_mode(name):
    for mode in block._modes(BLOCK_FORMATS[name]):
        picture = block.make_blocks("2D", BLOCK_FORMATS[name], mode, "0")
        first = picture.texels.view(np.uint8).reshape(-1, 16)[:, 0]
        assert read_blocks(picture).low.shape == (picture.count, 4)
        if name.startswith("BC7"):
            assert set((first & -first.astype(np.int64)).tolist()) == {0 if mode == "none" else 1 << int(mode)}
